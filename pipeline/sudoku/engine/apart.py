"""Linear equations again: bounds that know which of their cells must differ.

The cells of each side come in *cliques*, runs of cells that must all differ. Three cells of a
clique add up to 6 at least, where bounds cell by cell say 3: what makes long equations useful.
"""

from pipeline.kernels import inner_kernel
from pipeline.sudoku.engine.bits import highest_index, lowest_index
from pipeline.sudoku.engine.memory import (
    CLIQUES,
    FIRST,
    LAST,
    SPLIT,
    TOTAL,
    blame,
    narrow,
    out_of_line,
    short,
    word,
)


@inner_kernel
def _least(program, frame, scratch, first, last, skipped):
    """The least sum of distinct digits for shorts ``first .. last``, but for one; by least
    candidates alone: each cell in turn takes the first digit not taken from its least on.

    The order of the cells does not matter to the sum.
    """
    taken = first & 0
    total = first & 0
    for i in range(first, last):
        if i != skipped:
            low = lowest_index(short(scratch, frame + short(program, i)))
            digit = lowest_index(~taken & (-1 << low))
            taken |= 1 << digit
            total += digit + 1
    return total


@inner_kernel
def _greatest(program, frame, scratch, first, last, skipped):
    """The greatest sum likewise, by greatest candidates; digits may be none left: below 1."""
    taken = first & 0
    total = first & 0
    for i in range(first, last):
        if i != skipped:
            high = highest_index(short(scratch, frame + short(program, i))) + 32
            digit = highest_index(~taken & ((2 << high) - 1))
            taken |= 1 << digit
            total += digit - 31
    return total


@inner_kernel
def _extremes(program, frame, scratch, first, last):
    """Least and greatest sum of shorts ``first .. last``, and the widest range of a cell."""
    below = first & 0
    above = first & 0
    least = first & 0
    greatest = first & 0
    widest = first & 0
    for i in range(first, last):
        mask = short(scratch, frame + short(program, i))
        low = lowest_index(mask)
        high = highest_index(mask)
        widest = max(widest, high - low)
        digit = lowest_index(~below & (-1 << low))
        below |= 1 << digit
        least += digit + 1
        digit = highest_index(~above & ((2 << (high + 32)) - 1))
        above |= 1 << digit
        greatest += digit - 31
    return least, greatest, widest


@inner_kernel
def _end(cliques, first, i, last):
    """Where the clique that begins at short ``i`` ends."""
    rest = cliques >> (i - first + 1)
    return i + 1 + lowest_index(rest) if rest else last


@inner_kernel
def bound_apart(program, scratch, frame, group):
    """Keep the digits that the least and greatest sums of the other cells leave room for."""
    out_of_line()
    first = word(program, group + FIRST)
    split = word(program, group + SPLIT)
    last = word(program, group + LAST)
    cliques = word(program, group + CLIQUES)
    over = word(program, group + TOTAL)
    under = -over
    widest = first & 0
    i = first
    while i < last:
        end = _end(cliques, first, i, last)
        least, greatest, spread = _extremes(program, frame, scratch, i, end)
        widest = max(widest, spread)
        over -= least if i < split else -greatest
        under += greatest if i < split else -least
        i = end
    if over < 0 or under < 0:
        return blame(program, scratch, group)
    if widest <= min(over, under):
        return True
    i = first
    while i < last:
        end = _end(cliques, first, i, last)
        up, down = (over, under) if i < split else (under, over)
        if not _bound_clique(program, scratch, frame, i, end, up, down):
            return blame(program, scratch, group)
        i = end
    return True


@inner_kernel
def _bound_clique(program, scratch, frame, first, last, up, down):
    """The sum of a clique is ``up`` above its least or ``down`` below its greatest at most."""
    least, greatest, widest = _extremes(program, frame, scratch, first, last)
    if widest <= min(up, down):
        return True
    most = up + least
    fewest = greatest - down
    for i in range(first, last):
        cell = short(program, i)
        mask = short(scratch, frame + cell)
        width = highest_index(mask) - lowest_index(mask)
        kept = mask
        if width > up:
            high = most - _least(program, frame, scratch, first, last, i)
            kept &= (1 << max(0, min(high, 16))) - 1
        if width > down:
            low = fewest - _greatest(program, frame, scratch, first, last, i)
            kept &= -1 << max(0, low - 1)
        if kept == 0:
            return False
        if kept != mask:
            narrow(scratch, frame, cell, kept)
    return True
