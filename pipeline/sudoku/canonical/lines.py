"""The eighteen lines of a 9x9 board: what all canonical forms start from.

Line l is row l for l < 9 and column l - 9 from 9 on, so that lines 3 k, 3 k + 1 and 3 k + 2
make a band (or a stack). A line takes 16 bytes of a ``lines`` buffer, uint8[18 * 16]: byte c
is its c-th cell, and the bytes from 9 on are zero.

A line that is put into a column order is *reversed*: lane 8 - p holds what goes to place p.
Packed four bits a lane into one word (``registers.nibbles``), such lines compare like the
strings that they stand for.
"""

from pipeline.kernels import kernel

LINES = 18
LINE_BYTES = 16 * LINES


@kernel
def fill_lines(cells, lines):
    """Write the rows and columns of a board (uint8[81]) into ``lines``."""
    for row in range(9):
        for column in range(9):
            value = cells[9 * row + column]
            lines[16 * row + column] = value
            lines[16 * (9 + column) + row] = value


@kernel
def write_row(word, cells, row):
    """Write a packed line (place p in bits 4 (8 - p)) to row ``row`` of a board."""
    for place in range(9):
        cells[9 * row + place] = (word >> (4 * (8 - place))) & 15
