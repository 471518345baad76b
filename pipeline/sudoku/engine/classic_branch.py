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
from pipeline.sudoku.engine.classic_board import Planes, gather, lane_name, planes_of, twice
from pipeline.sudoku.engine.classic_round import BOX, MINICOLUMN, MINIROW, pack

ROW_WORD = MINICOLUMN * 0b1001001  # the nine flags of band 0 in a word of minirow flags
COLUMN_WORD = 0b111 * MINICOLUMN  # the nine flags of stack 0 in a word of minicolumn flags
DECIDED = 3  # flags of a decided digit: one a line of its matrix


def _flag_counts(words):
    """How many flags each digit has: Planes by bands, and Planes by stacks."""
    ninth = words.ninth & [
        *(ROW_WORD << b for b in range(3)), 0,
        *(COLUMN_WORD << 3 * s for s in range(3)), 0,
    ]  # fmt: skip
    counts = ninth.bit_counts()
    bands = [(words.rows & (ROW_WORD << b)).bit_counts() for b in range(3)]
    stacks = [(words.columns & (COLUMN_WORD << 3 * s)).bit_counts() for s in range(3)]
    return (
        Planes(*bands, counts.shuffle(twice(0, 1, 2, 3))),
        Planes(*stacks, counts.shuffle(twice(4, 5, 6, 7))),
    )


@step(types.uint32)
def branch_key(board):
    """The guess to make: bits 16-19 are the line (0-2 bands, 3-5 stacks), bits 0-3 the digit.

    The board must have an undecided digit.
    """
    some, _ = pack(planes_of(board))
    keys = []
    for counts in _flag_counts(some):
        total = gather(counts, lambda a, b: (a[0] + b[0],))[0]
        ranked = Planes(
            *(((band - (DECIDED + 1)) << 4) | range(8) for band in counts.bands),
            ((counts.ninth - (DECIDED + 1)) << 4) | 8,
        )
        digit = gather(ranked, lambda a, b: (a[0].least(b[0]),))[0]
        keys.append(((total - (9 * DECIDED + 1)) << 20) | digit)
    lines = [line << 16 for line in (0, 1, 2, 2, 3, 4, 5, 5)]
    least = keys[0].shuffle((0, 1, 2, 2, 12, 13, 14, 14), keys[1]) | lines
    for distance in (4, 2, 1):
        least = least.least(least.shuffle([(i + distance) % 8 for i in range(8)]))
    return least.lane(0)


@step(types.uint32)
def lane_of(board, lane):
    """The word in one lane of a board (``lane`` is an int64 below 32)."""
    return board.lane(lane)


@kernel
def branch(board, stream):
    """Where to guess: the lane's name, the cells to try there, and all cells of their box.

    The guess is right (the digit is nowhere else in that box) or wrong (it is not in those
    cells). Of the line's boxes the first with two flags is taken, else one with three, and
    of them the first; a ``stream`` (uint64[4], else uint64[0]) picks one at random.
    """
    key = np.int64(branch_key(board))
    line, digit = (key >> 16) & 15, key & 15
    fewest, lane, word, start, distance, group = 4, 0, 0, 0, 0, 0
    for box in range(3):
        band, stack = (line, box) if line < 3 else (box, line - 3)
        a_lane = lane_name(band, digit)
        a_word = np.int64(lane_of(board, a_lane)) & (BOX << 3 * stack)
        distance, group = (9, MINIROW) if line < 3 else (1, MINICOLUMN)
        flagged = 0
        for i in range(3):
            flagged += (a_word & (group << (3 * stack + i * distance))) != 0
        if 2 <= flagged < fewest:
            fewest, lane, word, start = flagged, a_lane, a_word, 3 * stack
    skip = below(stream, fewest) if stream.size else 0
    place = start
    while skip > 0 or not word & (group << place):
        skip -= (word & (group << place)) != 0
        place += distance
    return lane, word & (group << place), BOX << start
