"""Sums of mutually distinct cells, by the digit sets that can still fill them."""

import numpy as np

from pipeline.kernels import inner_kernel, kernel
from pipeline.sudoku.engine.bits import (
    SET_LANES,
    cells_with,
    common_to_sets,
    count_bits,
    lowest_index,
    sets_that_meet,
    sets_within,
    union_of_sets,
)
from pipeline.sudoku.engine.linear import balance
from pipeline.sudoku.engine.memory import (
    DIGITS,
    EMPTIED,
    FIRST,
    LAST,
    OPEN_CELLS,
    OPEN_MASKS,
    PEERS,
    SET_FIRST,
    TOTAL,
    TOTALS,
    WORDS,
    add_score,
    blame,
    narrow,
    out_of_line,
    set_word,
    short,
    word,
)

MANY_SETS = 256  # with more digit sets than this, bounds say nearly as much for less


@kernel
def digit_sets(digits):
    """All sets of digits 1 .. ``digits`` by number of digits, then total, then value.

    Returns ``(start, sets)``: sets of k digits and total t are
    ``sets[start[k, t] : start[k, t + 1]]``, uint16 masks; ``start`` is int64.
    """
    greatest = digits * (digits + 1) // 2
    start = np.zeros((digits + 1, greatest + 2), np.int64)
    size = 1 << digits
    totals = np.zeros(size, np.uint16)
    for mask in range(1, size):
        totals[mask] = totals[mask & (mask - 1)] + lowest_index(mask) + 1
        start[count_bits(mask), totals[mask]] += 1
    start[0, 0] = 1
    running = 0
    for count in range(digits + 1):
        for total in range(greatest + 2):
            amount = start[count, total]
            start[count, total] = running
            running += amount
    sets = np.empty(size, np.uint16)
    fill = start.copy()
    for mask in range(size):
        count = count_bits(mask)
        sets[fill[count, totals[mask]]] = mask
        fill[count, totals[mask]] += 1
    return start, sets


@inner_kernel
def add_up(program, scratch, frame, group, lock):
    """Keep the digits of the sets that fit the open cells; ``lock``: and confine their common ones.

    A set fits if it is among the open cells' candidates and has a digit for each of them.
    Sixteen sets are compared at once.
    """
    cells = word(scratch, OPEN_CELLS)
    masks = word(scratch, OPEN_MASKS)
    rest = word(program, group + TOTAL)
    union = rest & 0  # zero as int64, not as a literal, of which Numba makes a type
    count = rest & 0
    for i in range(word(program, group + FIRST), word(program, group + LAST)):
        cell = short(program, i)
        mask = short(scratch, frame + cell)
        if mask & (mask - 1) == 0:
            rest -= lowest_index(mask) + 1
        else:
            union |= mask
            set_word(scratch, cells + count, cell)
            set_word(scratch, masks + count, mask)
            count += 1
    totals = word(program, TOTALS)
    if rest < 0 or rest > totals - 2:
        return blame(program, scratch, group)
    if count == 0:
        return rest == 0 or blame(program, scratch, group)
    if count == 2:
        return _pair(program, scratch, frame, rest, lock) or blame(program, scratch, group)
    place = word(program, SET_FIRST) + count * totals + rest
    first = word(program, place)
    last = word(program, place + 1)
    if last - first > MANY_SETS:
        return balance(program, scratch, frame, group)
    possible = rest & 0
    required = union
    while first < last:
        fits = sets_within(program, first, union, last - first)
        for j in range(count):
            fits = sets_that_meet(fits, word(scratch, masks + j))
        possible |= union_of_sets(fits)
        required &= common_to_sets(fits)
        first += SET_LANES
    if possible == 0:
        return blame(program, scratch, group)
    if union & ~possible:
        for i in range(count):
            mask = word(scratch, masks + i)
            if mask & ~possible:
                narrow(scratch, frame, word(scratch, cells + i), mask & possible)
                set_word(scratch, masks + i, mask & possible)
    return (
        not lock
        or required == 0
        or lock_required(program, scratch, frame, required, count)
        or blame(program, scratch, group)
    )


@inner_kernel
def _pair(program, scratch, frame, rest, lock):
    """Two open cells: each digit needs its complement in the other, and not itself."""
    cells = word(scratch, OPEN_CELLS)
    masks = word(scratch, OPEN_MASKS)
    left, right = word(scratch, masks), word(scratch, masks + 1)
    kept_left = 0
    kept_right = 0
    bits = left
    while bits:
        index = lowest_index(bits)
        bits &= bits - 1
        partner = rest - index - 2
        if 0 <= partner < word(program, DIGITS) and partner != index and right >> partner & 1:
            kept_left |= 1 << index
            kept_right |= 1 << partner
    if kept_left == 0:
        return False
    if kept_left != left:
        narrow(scratch, frame, word(scratch, cells), kept_left)
    if kept_right != right:
        narrow(scratch, frame, word(scratch, cells + 1), kept_right)
    if not lock or kept_left != kept_right or count_bits(kept_left) != 2:
        return True
    set_word(scratch, masks, kept_left)
    set_word(scratch, masks + 1, kept_right)
    return lock_required(program, scratch, frame, kept_left, count_bits(kept_left))


@inner_kernel
def lock_required(program, scratch, frame, required, count):
    """A digit that the open cells must hold leaves the cells that see all its places there."""
    out_of_line()
    words = word(program, WORDS)
    peers = word(program, PEERS)
    cells = word(scratch, OPEN_CELLS)
    masks = word(scratch, OPEN_MASKS)
    while required:
        digit = required & -required
        required ^= digit
        for i in range(words):
            seen = cells_with(scratch, frame + 64 * i, digit)
            for j in range(count):
                if word(scratch, masks + j) & digit:
                    seen &= word(program, peers + word(scratch, cells + j) * words + i)
            while seen:
                cell = 64 * i + lowest_index(seen)
                seen &= seen - 1
                mask = short(scratch, frame + cell)
                if mask == digit:
                    add_score(scratch, cell, EMPTIED)
                    return False
                narrow(scratch, frame, cell, mask & ~digit)
    return True
