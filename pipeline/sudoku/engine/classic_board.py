"""How the classic kernel holds a board: 27 candidate cells a digit and band, one a lane.

A *board* is a vector of 32 lanes of 32 bits. The lane of a digit in a band of three rows
holds the cells of the band where the digit may still stand: bit 9 * row + column, 27 bits.
The digits 0 to 7 (written 1 to 8) fill eight lanes a band; the last digit, here called the
*ninth*, does not fit and has its three bands side by side, twice:

    lanes   0-7     8-15    16-23    24 25 26 -  28 29 30 -
    holds   band 0  band 1  band 2   the ninth's bands, and again
    digit   0..7    0..7    0..7     8  8  8     8  8  8

That wastes little (a line of nine digits would leave seven lanes of sixteen idle), and the
ninth's second copy does the work of columns while the first does that of rows. Lanes 27 and
31 are always zero.
"""

from typing import NamedTuple

import numpy as np
from llvmlite import ir

from pipeline.kernels import kernel
from pipeline.kernels.vector import Vector, loader, splat, step, storer, vector

BOARD = vector(32)
EIGHT = vector(8)
BYTES = vector(32, 8)
BAND = (1 << 27) - 1  # all cells of a band
LANES = 32
QUAD = (0, 1, 2, 3)

load_board = loader(BOARD)
store_board = storer(BOARD)
load_bytes = loader(BYTES)


def twice(*quad):
    """A constant for the eight lanes of the ninth: the quad, and again."""
    return [*quad, *quad]


REAL = twice(BAND, BAND, BAND, 0)  # all cells of the ninth's lanes


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
    """Reduce over the nine digits: eight lanes, b0 b1 b2 0 b0 b1 b2 0, one a band.

    ``combine`` takes and returns a tuple of Vectors; the leaves are one-tuples of lanes.
    Unused lanes are zero. The three bands fold together, so that no step is wasted.
    """
    zero = planes.band0.constant(0)

    def fold(first, second, low, high):
        return combine(
            tuple(a.shuffle(low, b) for a, b in zip(first, second, strict=True)),
            tuple(a.shuffle(high, b) for a, b in zip(first, second, strict=True)),
        )

    low32, high32 = (0, 8, 1, 9, 4, 12, 5, 13), (2, 10, 3, 11, 6, 14, 7, 15)
    low64, high64 = (0, 1, 8, 9, 4, 5, 12, 13), (2, 3, 10, 11, 6, 7, 14, 15)
    bands01 = fold((planes.band0,), (planes.band1,), low32, high32)
    band2 = fold((planes.band2,), (zero,), low32, high32)
    quads = fold(bands01, band2, low64, high64)
    swapped = tuple(part.shuffle((4, 5, 6, 7, 0, 1, 2, 3)) for part in quads)
    return combine(combine(quads, swapped), (planes.ninth,))


def spread(bands):
    """The inverse of ``gather``: Planes in which every digit's lane holds its band's word."""
    return Planes(*(bands.shuffle([b] * 4 + [4 + b] * 4) for b in range(3)), bands)


def union(first, second):
    """A combiner for ``gather``: the cells that any digit has."""
    return (first[0] | second[0],)


def once_and_twice(first, second):
    """A combiner for ``gather``: the cells that at least one, at least two digits have."""
    both = first[0] & second[0]
    for part in (*first[1:], *second[1:]):
        both = both | part
    return (first[0] | second[0], both)


def _digit_cells(builder, cells, digit, skipped):
    """Where bytes equal ``digit``: 27 bits from byte ``skipped`` on, as an LLVM i32."""
    same = builder.icmp_unsigned("==", cells.value, cells.constant(digit).value)
    word = builder.bitcast(same, ir.IntType(32))
    return builder.and_(builder.lshr(word, word.type(skipped)), word.type(BAND))


@step(BOARD)
def _givens(builder, band0, band1, band2):
    """The givens alone, from bytes 0 to 31, 27 to 58 and 49 to 80 of a puzzle."""
    words = [
        [_digit_cells(builder, band, digit, skipped) for digit in range(1, 10)]
        for band, skipped in ((band0, 0), (band1, 0), (band2, 5))
    ]
    ninth = [word[8] for word in words] + [ir.IntType(32)(0)]
    value = ir.Constant(BOARD.llvm, ir.Undefined)
    for i, word in enumerate(words[0][:8] + words[1][:8] + words[2][:8] + ninth + ninth):
        value = builder.insert_element(value, word, ir.IntType(32)(i))
    return Vector(builder, value)


@kernel
def givens_board(puzzles, row):
    """The givens of one row of uint8[n, 81] (0 for empty), each in its lane and no others."""
    start, cells = 81 * row, puzzles.reshape(-1)
    return _givens(
        load_bytes(cells, start), load_bytes(cells, start + 27), load_bytes(cells, start + 49)
    )


@kernel
def write_cells(board, cells):
    """Write the digits of a solved board, as ``store_board`` left it, to uint8[81]."""
    for lane in range(27):
        band, digit = (lane // 8, lane % 8) if lane < 24 else (lane - 24, 8)
        for cell in range(27):
            if board[lane] >> np.uint32(cell) & np.uint32(1):
                cells[27 * band + cell] = digit + 1


@step(BOARD)
def open_board(givens):
    """The board of those givens: they alone in their cells, all else everywhere."""
    planes = planes_of(givens)
    (taken,) = gather(planes, union)
    free = [~plane & BAND for plane in spread(taken).bands]
    return Planes(
        *(plane | cells for plane, cells in zip(planes.bands, free, strict=True)),
        planes.ninth | (~taken & REAL),
    ).board()


LANE_NAMES = (*range(24), *twice(24, 25, 26, 27))  # both copies of the ninth have one name
LANE_BANDS = (*[0] * 8, *[1] * 8, *[2] * 8, *twice(0, 1, 2, 3))


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


@kernel
def lane_name(band, digit):
    """The lane of a digit (0 to 8) in a band."""
    return 24 + band if digit == 8 else 8 * band + digit


@step(BOARD)
def without(board, cells):
    """``board`` without those candidates."""
    return board & ~cells


@step(BOARD)
def either(board, cells):
    """The candidates of both."""
    return board | cells
