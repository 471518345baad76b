"""Steps on cells that must differ: singles, hidden singles, and confined digits."""

from pipeline.kernels import kernel
from pipeline.sudoku.engine.bits import cells_with, count_bits, lowest_index
from pipeline.sudoku.engine.memory import (
    DIGITS,
    FIRST,
    FIRST_LOCK,
    INVOLVED,
    LAST,
    PEER_FIRST,
    PEERS,
    PLANES,
    PLANES_FRESH,
    STACK,
    STACKED,
    UNIT_SETS,
    WORDS,
    add_score,
    blame,
    group_field,
    narrow,
    set_word,
    short,
    word,
)

MAX_CONFINED = 3  # more places than this rarely have a common peer


@kernel
def tell_peers(program, scratch, frame):
    """Take every digit that stands alone in its cell from the cell's peers."""
    while word(scratch, STACKED) > 0:
        stacked = word(scratch, STACKED) - 1
        set_word(scratch, STACKED, stacked)
        cell = word(scratch, word(scratch, STACK) + stacked)
        digit = short(scratch, frame + cell)
        first = word(program, PEER_FIRST) + cell
        for i in range(word(program, first), word(program, first + 1)):
            peer = short(program, i)
            mask = short(scratch, frame + peer)
            if mask & digit and not narrow(program, scratch, frame, peer, mask & ~digit):
                add_score(scratch, cell, INVOLVED)
                return False
    return True


@kernel
def hidden_singles(program, scratch, frame, group):
    """Every digit has a place in a unit; where it is the only one, the digit stands there."""
    first = group_field(program, group, FIRST)
    last = group_field(program, group, LAST)
    once = 0
    twice = 0
    fixed = 0
    for i in range(first, last):
        mask = short(scratch, frame + short(program, i))
        twice |= once & mask
        once |= mask
        if mask & (mask - 1) == 0:
            fixed |= mask
    if once != (1 << word(program, DIGITS)) - 1:
        return blame(program, scratch, group)
    hidden = once & ~twice & ~fixed
    if hidden == 0:
        return True
    for i in range(first, last):
        cell = short(program, i)
        mask = short(scratch, frame + cell)
        here = mask & hidden
        if here:
            if here & (here - 1):
                return blame(program, scratch, group)
            if here != mask:
                narrow(program, scratch, frame, cell, here)
    return True


@kernel
def refresh_planes(program, scratch, frame):
    """Make the planes mirror the frame."""
    words = word(program, WORDS)
    plane = word(scratch, PLANES)
    for digit in range(word(program, DIGITS)):
        for i in range(words):
            set_word(scratch, plane, cells_with(scratch, frame + 64 * i, 1 << digit))
            plane += 1
    set_word(scratch, PLANES_FRESH, 1)


@kernel
def confined_digits(program, scratch, frame, group):
    """A digit whose few places in a unit all see a cell cannot stand in that cell.

    This is locked candidates for every pair of units, diagonals and irregular regions
    included, since all that matters is which cells see which.
    """
    words = word(program, WORDS)
    unit = word(program, UNIT_SETS) + (group - word(program, FIRST_LOCK)) * words
    if word(scratch, PLANES_FRESH) == 0:
        refresh_planes(program, scratch, frame)
    plane = word(scratch, PLANES)
    for digit in range(word(program, DIGITS)):
        places = 0
        for i in range(words):
            places += count_bits(word(scratch, plane + i) & word(program, unit + i))
        if 2 <= places <= MAX_CONFINED and not _lock(
            program, scratch, frame, plane, unit, 1 << digit
        ):
            return blame(program, scratch, group)
        plane += words
    return True


@kernel
def _lock(program, scratch, frame, plane, unit, digit):
    """Clear ``digit`` from the cells of ``plane`` that see all its places in ``unit``."""
    words = word(program, WORDS)
    peers = word(program, PEERS)
    for i in range(words):
        seen = word(scratch, plane + i) & ~word(program, unit + i)
        for j in range(words):
            places = word(scratch, plane + j) & word(program, unit + j)
            while places and seen:
                cell = 64 * j + lowest_index(places)
                places &= places - 1
                seen &= word(program, peers + cell * words + i)
        while seen:
            cell = 64 * i + lowest_index(seen)
            seen &= seen - 1
            mask = short(scratch, frame + cell)
            if mask & digit and not narrow(program, scratch, frame, cell, mask & ~digit):
                return False
    return True
