"""The eighteen lines of a 9x9 board: what all canonical forms start from.

Line l is row l for l < 9 and column l - 9 from 9 on, so that lines 3 k, 3 k + 1 and 3 k + 2
make a band (or a stack). A line takes 16 bytes of a ``lines`` buffer, uint8[18 * 16]: byte c
is its c-th cell, and the bytes from 9 on are zero.

A line that is put into a column order is *reversed*: lane 8 - p holds what goes to place p.
Packed four bits a lane into one word (``registers.nibbles``), such lines compare like the
strings that they stand for.
"""

import numpy as np

from pipeline.kernels.registers import (
    bare_kernel,
    fixed_shuffle,
    from_nibbles,
    interleave,
    load16,
    low_word,
    splat16,
    store16,
    store_word,
)

LINES = 18
LINE_BYTES = 16 * LINES

first_nine = fixed_shuffle(*range(9), *[16] * 7)
last_nine = fixed_shuffle(*range(7, 16), *[16] * 7)
# A column of eight cells in the lower or upper half of a, and lane k of b as the ninth.
lower_with = [fixed_shuffle(*range(8), 16 + k, *[25] * 7) for k in range(9)]
upper_with = [fixed_shuffle(*range(8, 16), 16 + k, *[25] * 7) for k in range(9)]
reverse_nine = fixed_shuffle(*range(8, -1, -1), *[16] * 7)

bytes_low, bytes_high = interleave(1, 0), interleave(1, 1)
pairs_low, pairs_high = interleave(2, 0), interleave(2, 1)
quads_low, quads_high = interleave(4, 0), interleave(4, 1)


@bare_kernel
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


@bare_kernel
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


@bare_kernel
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


@bare_kernel
def fill_lines(cells, lines):
    """Write the rows and columns of a board (uint8[81]) into ``lines``."""
    rows = load_rows(cells)
    store_lines(lines, 0, rows)
    store_lines(lines, 9, transpose(rows))


@bare_kernel
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
