"""How the classic kernel holds a board: 27 candidate cells a digit and band, one a lane.

A *board* is a vector of 32 lanes of 32 bits. The lane of a digit in a band (three rows) holds
the cells of the band where the digit may still stand, nine bits a box and a bit to spare:

    bit 10 * box + 3 * row + column    (row and column in the box; bits 9, 19, 29 are *guards*)

Guards are zero between rounds; within one they take the carry of an addition, so that a box
is tested for emptiness by arithmetic. The digits 0 to 7 (written 1 to 8) fill eight lanes a
band; the last digit, the *ninth*, does not fit and has its three bands side by side, twice:

    lanes   0-7     8-15    16-23    24 25 26 27   28 29 30 31
    holds   band 0  band 1  band 2   bands 0 1 2 2 and again
    digit   0..7    0..7    0..7     8  8  8  8    8  8  8  8

That wastes little (a line of nine digits would leave seven lanes of sixteen idle), and the
ninth's first copy does the work of rows while the second does that of columns. The spare
lane of each quad repeats band 2, so that nothing has to be masked.
"""

from typing import NamedTuple

import numpy as np
from llvmlite import ir
from numba.core import types

from pipeline.kernels import kernel
from pipeline.kernels.vector import Vector, loader, splat, step, storer, vector

BOARD = vector(32)
EIGHT = vector(8)
BYTES = vector(32, 8)
EACH_BOX = 1 | 1 << 10 | 1 << 20  # the first bit of every box of a band
BOX = 0o777
CELLS = BOX * EACH_BOX  # all cells of a band
GUARDS = EACH_BOX << 9
LANES = 32

load_board = loader(BOARD)
store_board = storer(BOARD)
load_bytes = loader(BYTES)


def twice(*quad):
    """A constant for the eight lanes of the ninth: the quad, and again."""
    return [*quad, *quad]


class Planes(NamedTuple):
    """The four registers of a board: the eight digits in each band, and the ninth."""

    band0: Vector
    band1: Vector
    band2: Vector
    ninth: Vector

    @property
    def bands(self):
        """The three registers of the eight digits."""
        return self[:3]

    def board(self):
        """The registers as one vector of 32 lanes."""
        return self.band0.join(self.band1).join(self.band2.join(self.ninth))


def planes_of(board):
    """A board's four registers."""
    return Planes(*board.parts(8))


def gather(planes, combine):
    """Reduce over the nine digits: eight lanes, one a band as in the ninth (0 1 2 2 0 1 2 2).

    ``combine`` takes and returns a tuple of Vectors; the leaves are one-tuples of lanes. The
    three bands fold together, so that few lanes are wasted.
    """

    def fold(first, second, low, high):
        return combine(
            tuple(a.shuffle(low, b) for a, b in zip(first, second, strict=True)),
            tuple(a.shuffle(high, b) for a, b in zip(first, second, strict=True)),
        )

    low, high = (0, 8, 1, 9, 4, 12, 5, 13), (2, 10, 3, 11, 6, 14, 7, 15)
    bands01 = fold((planes.band0,), (planes.band1,), low, high)  # 0 1 0 1, and so on
    band2 = combine((planes.band2,), (planes.band2.shuffle((2, 3, 0, 1, 6, 7, 4, 5)),))
    low, high = (0, 1, 8, 8, 4, 5, 12, 12), (2, 3, 9, 9, 6, 7, 13, 13)
    quads = fold(bands01, band2, low, high)
    swapped = tuple(part.shuffle((4, 5, 6, 7, 0, 1, 2, 3)) for part in quads)
    return combine(combine(quads, swapped), (planes.ninth,))


def spread(bands):
    """The inverse of ``gather``: Planes in which every digit's lane holds its band's word."""
    return Planes._make([*(bands.shuffle([b] * 4 + [4 + b] * 4) for b in range(3)), bands])


def union(first, second):
    """A combiner for ``gather``: the cells that any digit has."""
    return (first[0] | second[0],)


def once_and_twice(first, second):
    """A combiner for ``gather``: the cells that at least one, at least two digits have."""
    both = first[0] & second[0]
    for part in (*first[1:], *second[1:]):
        both = both | part
    return (first[0] | second[0], both)


def _box_order(cells, skipped):
    """32 bytes in the order of a lane's bits, from a band's bytes after ``skipped`` others."""
    nothing = cells.lanes  # a lane of the second operand of the shuffle, all zero
    order = [nothing] * cells.lanes
    for cell in range(27):
        order[cell % 9 // 3 * 10 + cell // 9 * 3 + cell % 3] = skipped + cell
    return cells.shuffle(order, cells.constant(0))


def _bit_planes(cells):
    """The four bits of each digit: four words (LLVM i32) with one bit a byte of ``cells``."""
    return [(cells << 7 - i).flags() for i in range(4)]  # ``flags`` looks at the top bits


@step(BOARD, BOARD)
def _read(builder, band0, band1, band2):
    """The givens, each in its lane alone, and all digits in the empty cells.

    The bands are bytes 0 to 31, 27 to 58 and 49 to 80 of a puzzle.
    """
    words, empty, ninth = [], [], []
    for cells in (_box_order(band0, 0), _box_order(band1, 0), _box_order(band2, 5)):
        planes = [splat(builder, EIGHT, word) for word in _bit_planes(cells)]
        given = planes[0].constant(CELLS)
        for i, plane in enumerate(planes):
            given = given & (plane ^ [(digit >> i & 1) - 1 for digit in range(1, 9)])
        words.append(given)
        empty.append(~(planes[0] | planes[1] | planes[2] | planes[3]) & CELLS)
        ninth.append(planes[0] & planes[3])
    quad = [empty[0].constant(twice(*(-(b == band) for band in (0, 1, 2, 2)))) for b in range(3)]

    def beside(bands):
        return bands[0] & quad[0] | bands[1] & quad[1] | bands[2] & quad[2]

    givens = Planes._make([*words, beside(ninth)])
    return givens.board(), Planes._make([*empty, beside(empty)]).board()


@kernel(inline="always")
def read_puzzle(cells, start):
    """The 81 bytes (0 for empty) from ``start`` on as two boards: the givens, each in its
    lane and nowhere else, and all digits in the empty cells. Together they are the puzzle."""
    return _read(
        load_bytes(cells, start), load_bytes(cells, start + 27), load_bytes(cells, start + 49)
    )


@step(types.boolean)
def clash(givens):
    """Does a digit stand twice in a box? (Twice in a line is found by the first round.)"""
    return (givens & ((givens | GUARDS) - EACH_BOX)).any()


@kernel(inline="always")
def cell_bit(cell):
    """The bit of a cell (0 to 80) in the lanes of its band, ``cell // 27``."""
    row, column = cell // 9 % 3, cell % 9
    return np.int64(1) << (10 * (column // 3) + 3 * row + column % 3)


@kernel
def write_cells(board, cells):
    """Write the digits of a solved board, as ``store_board`` left it, to uint8[81]."""
    for cell in range(81):
        band, bit = cell // 27, cell_bit(cell)
        for digit in range(9):
            if np.int64(board[lane_name(band, digit)]) & bit:
                cells[cell] = digit + 1


@kernel(inline="always")
def lane_name(band, digit):
    """The lane of a digit (0 to 8) in a band."""
    return 24 + band if digit == 8 else 8 * band + digit


LANE_NAMES = (*range(24), *twice(24, 25, 26, 26))  # copies have one name
LANE_BANDS = (*[0] * 8, *[1] * 8, *[2] * 8, *twice(0, 1, 2, 2))


def _where(builder, names, wanted, cells):
    """``cells`` in the lanes whose name is ``wanted``, zero in the others."""
    wanted, cells = (
        splat(builder, BOARD, builder.trunc(x, ir.IntType(32))) for x in (wanted, cells)
    )
    return cells.constant(names).equals(wanted) & cells


@step(BOARD)
def in_lane(builder, lane, cells):
    """A board that is ``cells`` (int64) in the lane of that name and zero elsewhere."""
    return _where(builder, LANE_NAMES, lane, cells)


@step(BOARD)
def in_band(builder, band, cells):
    """A board in which all digits have ``cells`` (int64) of a band, and nothing elsewhere."""
    return _where(builder, LANE_BANDS, band, cells)


@step(BOARD)
def without(board, cells):
    """``board`` without those candidates."""
    return board & ~cells


@step(BOARD)
def either(board, cells):
    """The candidates of both."""
    return board | cells
