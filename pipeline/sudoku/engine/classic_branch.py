"""Where the classic search guesses: a minirow or minicolumn of a digit.

Of the three bands and three stacks the one with the fewest flags to spare is chosen, in it
the undecided digit with the fewest flags. The guess is that the digit stands in one of its
minirows (in a band) or minicolumns (in a stack).
"""

import numpy as np
from numba.core import types

from pipeline.kernels import kernel
from pipeline.kernels.random import below
from pipeline.kernels.vector import step
from pipeline.sudoku.engine.classic_board import BOX, lane_name, planes_of, union
from pipeline.sudoku.engine.classic_round import (
    MINICOLUMN,
    MINIROW,
    ROWS,
    Words,
    gather_words,
    pack,
    share,
)

DECIDED = 3  # flags of a decided digit in a band or stack: one a line of its matrix


def _flag_counts(words):
    """How many flags each digit has: Words with a byte for each band, for each stack."""
    rows = columns = words.rows.constant(0)
    for i in range(3):
        rows = rows | (words.rows & ROWS << i).bit_counts() << 8 * i
        columns = columns | (words.columns & BOX << 10 * i).bit_counts() << 8 * i
    bands, stacks = [ROWS << b for b in range(3)], [BOX << 10 * s for s in range(3)]
    ninth = (words.ninth & [*bands, 0, *stacks, 0]).bit_counts() << [0, 8, 16, 0] * 2
    return Words(rows, columns, share((ninth,), union)[0])


def _ranks(counts, digits):
    """A byte for each band or stack: the undecided digit with the fewest flags is least."""
    spare = counts.as_lanes(8) - (DECIDED + 1)  # of a decided digit: 255
    return (spare << 4).as_lanes(32) | [digit * 0x010101 for digit in digits]


def _add(first, second):
    return (first[0] + second[0],)


def _least_bytes(first, second):
    return (first[0].as_lanes(8).least(second[0].as_lanes(8)).as_lanes(32),)


@step(types.uint32)
def branch_key(board):
    """The guess to make: bits 0-3 are the line (bands 0-2, stacks 3-5), bits 4-7 the digit.

    The board must have an undecided digit.
    """
    counts = _flag_counts(pack(planes_of(board)))
    ranks = counts.map(_ranks, (range(8), range(8), [8] * 8))
    to_place = [0, 8, 16, 16] * 2  # the byte of each lane's line
    total = gather_words(counts, _add)[0] >> to_place
    spare = (total - 3 * DECIDED * 3 - 1) & 0xFF  # of a decided line: 255
    digit = gather_words(ranks, _least_bytes)[0] >> to_place & 0xFF
    least = spare << 12 | digit << 4 | [0, 1, 2, 2, 3, 4, 5, 5]
    for distance in (4, 2, 1):
        least = least.least(least.shuffle([(i + distance) % 8 for i in range(8)]))
    return least.lane(0)


@kernel(inline="always")
def _flagged(field, group, distance):
    """How many of a box's three minirows or minicolumns hold one of the ``field``'s cells."""
    first, second, third = group, group << distance, group << 2 * distance
    return np.int64(field & first != 0) + (field & second != 0) + (field & third != 0)


@kernel
def branch(key, frames, frame, stream):
    """Where to guess: the lane's name, the cells to try there, and all cells of their box.

    The guess is right (the digit is nowhere else in that box) or wrong (it is not in those
    cells). Of the line's boxes the first with two flags is taken, else one with three, and
    of them the first; a ``stream`` (uint64[4], else uint64[0]) picks one at random. The board
    stands in ``frames`` from ``frame`` on. There are few jumps here, since none of them
    could be foreseen.
    """
    line, digit = key & 15, key >> 4 & 15
    in_band = np.int64(line < 3)
    group = MINICOLUMN + in_band * (MINIROW - MINICOLUMN)
    distance = 1 + 2 * in_band
    best = np.int64(99)
    for i in range(3):
        band, stack = (line, i) if in_band else (i, line - 3)
        field = np.int64(frames[frame + lane_name(band, digit)]) >> 10 * stack & BOX
        flagged = _flagged(field, group, distance)
        best = min(best, ((flagged - 2) & 3) << 4 | i)  # a single flag is the worst
    band, stack = (line, best & 3) if in_band else (best & 3, line - 3)
    lane = lane_name(band, digit)
    field = np.int64(frames[frame + lane]) >> 10 * stack & BOX
    skip = below(stream, _flagged(field, group, distance)) if stream.size else 0
    if field & group == 0:
        group <<= distance
    while skip > 0:
        group <<= distance
        skip -= field & group != 0
    return lane, (field & group) << 10 * stack, BOX << 10 * stack
