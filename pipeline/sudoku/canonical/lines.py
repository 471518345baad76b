"""The eighteen lines of a 9x9 board: what all canonical forms start from.

Line l is row l for l < 9 and column l - 9 from 9 on, so that lines 3 k, 3 k + 1 and 3 k + 2
make a band (or a stack). A line takes 16 bytes of a ``lines`` buffer, uint8[18 * 16]: byte c
is its c-th cell, and the bytes from 9 on are zero.

A line that is put into a column order is *reversed*: lane 8 - p holds what goes to place p.
Packed four bits a lane into one word (``registers.nibbles``), such lines compare like the
strings that they stand for.
"""

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.registers import (
    fixed_shuffle,
    from_nibbles,
    inner_kernel,
    interleave,
    load16,
    low_word,
    shuffle,
    splat16,
    store16,
    store_word,
    zero_lanes,
)

LINES = 18
LINE_BYTES = 16 * LINES

LANES = np.arange(16, dtype=np.uint8)
LOW_BITS = np.where((LANES > 0) & (LANES < 9), 1 << (LANES - 1) % 8, 0).astype(np.uint8)
HIGH_BITS = (LANES == 9).astype(np.uint8)

first_nine = fixed_shuffle(*range(9), *[16] * 7)
last_nine = fixed_shuffle(*range(7, 16), *[16] * 7)
# A column of eight cells in the lower or upper half of a, and lane k of b as the ninth.
lower_with = [fixed_shuffle(*range(8), 16 + k, *[25] * 7) for k in range(9)]
upper_with = [fixed_shuffle(*range(8, 16), 16 + k, *[25] * 7) for k in range(9)]
reverse_nine = fixed_shuffle(*range(8, -1, -1), *[16] * 7)

bytes_low, bytes_high = interleave(1, 0), interleave(1, 1)
pairs_low, pairs_high = interleave(2, 0), interleave(2, 1)
quads_low, quads_high = interleave(4, 0), interleave(4, 1)


@inner_kernel
def load_rows(cells):
    """The nine rows of a board (uint8[81]) as registers, zero from lane 9 on."""
    zero = splat16(0)
    return (
        first_nine(load16(cells, 0), zero),
        first_nine(load16(cells, 9), zero),
        first_nine(load16(cells, 18), zero),
        first_nine(load16(cells, 27), zero),
        first_nine(load16(cells, 36), zero),
        first_nine(load16(cells, 45), zero),
        first_nine(load16(cells, 54), zero),
        first_nine(load16(cells, 63), zero),
        last_nine(load16(cells, 65), zero),
    )


lower0, lower2, lower4, lower6, lower8 = lower_with[::2]
upper1, upper3, upper5, upper7 = upper_with[1::2]


@inner_kernel
def transpose(rows):
    """The nine columns of nine rows (registers that are zero from lane 9 on)."""
    r0, r1, r2, r3, r4, r5, r6, r7, r8 = rows
    a, b, c, d = bytes_low(r0, r1), bytes_low(r2, r3), bytes_low(r4, r5), bytes_low(r6, r7)
    ab, cd = pairs_low(a, b), pairs_low(c, d)
    c01, c23 = quads_low(ab, cd), quads_high(ab, cd)
    ab, cd = pairs_high(a, b), pairs_high(c, d)
    c45, c67 = quads_low(ab, cd), quads_high(ab, cd)
    a, b, c, d = bytes_high(r0, r1), bytes_high(r2, r3), bytes_high(r4, r5), bytes_high(r6, r7)
    c8 = quads_low(pairs_low(a, b), pairs_low(c, d))
    return (
        lower0(c01, r8),
        upper1(c01, r8),
        lower2(c23, r8),
        upper3(c23, r8),
        lower4(c45, r8),
        upper5(c45, r8),
        lower6(c67, r8),
        upper7(c67, r8),
        lower8(c8, r8),
    )


@inner_kernel
def store_lines(lines, first, registers):
    """Write nine registers as the lines from ``first`` on."""
    r0, r1, r2, r3, r4, r5, r6, r7, r8 = registers
    store16(lines, 16 * first, r0)
    store16(lines, 16 * first + 16, r1)
    store16(lines, 16 * first + 32, r2)
    store16(lines, 16 * first + 48, r3)
    store16(lines, 16 * first + 64, r4)
    store16(lines, 16 * first + 80, r5)
    store16(lines, 16 * first + 96, r6)
    store16(lines, 16 * first + 112, r7)
    store16(lines, 16 * first + 128, r8)


@inner_kernel
def fill_lines(cells, lines):
    """Write the rows and columns of a board (uint8[81]) into ``lines``."""
    rows = load_rows(cells)
    store_lines(lines, 0, rows)
    store_lines(lines, 9, transpose(rows))


@inner_kernel
def has_repeat(lines):
    """Does a digit stand twice in a row or column?"""
    low, high = load16(LOW_BITS, 0), load16(HIGH_BITS, 0)
    twice = splat16(0)
    for side in range(2):  # in lane k over the rows: column k, and the reverse
        seen_low = seen_high = splat16(0)
        for line in range(9 * side, 9 * side + 9):
            digits = load16(lines, 16 * line)
            bits_low, bits_high = shuffle(low, digits), shuffle(high, digits)
            twice = twice | (seen_low & bits_low) | (seen_high & bits_high)
            seen_low, seen_high = seen_low | bits_low, seen_high | bits_high
    return zero_lanes(twice) != 0xFFFF


@inner_kernel
def is_latin(lines):
    """Has every row and column of a board of digits 1-9 all nine of them?

    It has if digits 1-8 occur and the sum is 45.
    """
    low = load16(LOW_BITS, 0)
    seen_down = seen_across = sum_down = sum_across = splat16(0)
    for line in range(9):
        across, down = load16(lines, 16 * line), load16(lines, 144 + 16 * line)
        seen_down, sum_down = seen_down | shuffle(low, across), sum_down + across
        seen_across, sum_across = seen_across | shuffle(low, down), sum_across + down
    all_seen, all_sums = splat16(255), splat16(45)
    faults = (seen_down ^ all_seen) | (seen_across ^ all_seen)
    faults = faults | (sum_down ^ all_sums) | (sum_across ^ all_sums)
    return zero_lanes(faults) & 511 == 511


@inner_kernel
def write_row(word, cells, row):
    """Write a packed line (place p in bits 4 (8 - p)) to row ``row`` of a board.

    Rows must be written from the first to the last: up to seven bytes behind are spoilt.
    """
    line = reverse_nine(from_nibbles(np.uint64(word)), splat16(0))
    if row < 8:
        store16(cells, 9 * row, line)
    else:
        store_word(cells, 72, low_word(line))
        cells[80] = word & 15


def checked_boards(boards: NDArray[np.uint8], least: int = 0) -> NDArray[np.uint8]:
    """The boards as the kernels want them: uint8[n, 81], contiguous.

    ``ValueError`` if the shape is another, or a cell is not in ``least`` .. 9.
    """
    boards = np.ascontiguousarray(boards, np.uint8)
    if boards.ndim != 2 or boards.shape[1] != 81:
        raise ValueError(f"boards must be uint8[n, 81], not {boards.shape}")
    if boards.size and (boards.max() > 9 or boards.min() < least):
        raise ValueError(f"cells must be {least} to 9")
    return boards
