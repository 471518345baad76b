"""One round of classic deductions on a board (see ``classic_board``), in straight vector code.

A *minirow* is three cells of a row in one box, a *minicolumn* three cells of a column in one
box; their *flag* says that a digit has a candidate there. Per digit, the 27 minirow flags and
the 27 minicolumn flags are packed into a word each:

    rows:     bit 9 * row + 3 * box + band        for each band a 3x3 matrix, rows by boxes
    columns:  bit 9 * band + 3 * stack + column   for each stack a 3x3 matrix, bands by columns

In such a matrix a digit stands exactly once in each line and once in each column of flags,
so a flag that lies on no perfect matching is impossible. Striking those out is the *closure*:
locked candidates in all directions at once.
"""

from typing import NamedTuple

from numba.core import types

from pipeline.kernels.vector import Vector, step
from pipeline.sudoku.engine.classic_board import (
    BAND,
    BOARD,
    REAL,
    Planes,
    gather,
    once_and_twice,
    planes_of,
    spread,
    twice,
    union,
)

ROWS = sum(1 << 3 * i for i in range(9))  # the first cell of every minirow of a band
COLUMNS = sum(1 << i for i in range(9))  # the first row of a band
IDLE = twice(0, 0, 0, 1)  # keeps the ninth's unused lanes from looking empty
MINIROW, MINICOLUMN = 0b111, 1 | 1 << 9 | 1 << 18  # times a flag: its three cells
BOX = MINIROW * MINICOLUMN


class Words(NamedTuple):
    """Packed flags: the eight digits' rows and columns, and the ninth's rows x4, columns x4."""

    rows: Vector
    columns: Vector
    ninth: Vector

    def map(self, function, *others):
        """``function`` of the three registers of self and of others, beside each other."""
        return Words(*(function(*parts) for parts in zip(self, *others, strict=True)))


def half(rows, columns):
    """A constant for the ninth: rows in its first quad, columns in its second."""
    return [rows] * 4 + [columns] * 4


def _counts(a, b, c):
    """Is any of the three set, are at least two?"""
    return a | b | c, (a & b) | (c & (a | b))


def _pack_bands(bands, stride, mask):
    """Flags (any of three, at least two) of lines of three cells ``stride`` apart.

    The shifts are chosen so that each band's flags appear where the packed word wants them:
    bands lie one bit apart for minirows (whose cells do), nine for minicolumns.
    """
    packed = None
    for b, band in enumerate(bands):
        shifted = [band << -s * stride if s < 0 else band >> s * stride for s in range(-b, 3 - b)]
        flags = [count & (mask << b * stride) for count in _counts(*shifted)]
        packed = flags if packed is None else [p | f for p, f in zip(packed, flags, strict=True)]
    return packed


def _pack_ninth(ninth):
    """The same for the ninth: its first copy for minirows, its second for minicolumns."""

    def pack(flags):
        flags = (flags & half(ROWS, COLUMNS)) << [0, 1, 2, 0, 0, 9, 18, 0]
        flags = flags | flags.shuffle((2, 3, 0, 1, 6, 7, 4, 5))
        return flags | flags.shuffle((1, 0, 3, 2, 5, 4, 7, 6))

    return [pack(flags) for flags in _counts(ninth, ninth >> half(1, 9), ninth >> half(2, 18))]


def pack(planes):
    """The flags of a board: Words of "any candidate", Words of "at least two"."""
    rows = _pack_bands(planes.bands, 1, ROWS)
    columns = _pack_bands(planes.bands, 9, COLUMNS)
    ninth = _pack_ninth(planes.ninth)
    return [Words(*parts) for parts in zip(rows, columns, ninth, strict=True)]


def _unpack(words, b, rows_only=False):
    """The cells of band ``b`` (3: of the ninth) whose minirow and minicolumn are flagged."""
    if b == 3:
        flags = (words.ninth >> [0, 1, 2, 0, 0, 9, 18, 0]) & half(ROWS, COLUMNS)
        return flags * half(MINIROW, MINICOLUMN)
    rows = ((words.rows >> b) & ROWS) * MINIROW
    return rows if rows_only else rows & ((words.columns >> 9 * b) & COLUMNS) * MINICOLUMN


def cells_of(words):
    """Planes of the cells whose minirow and minicolumn are both flagged."""
    ninth = _unpack(words, 3)
    ninth = ninth & ninth.shuffle((4, 5, 6, 7, 0, 1, 2, 3))
    return Planes(*(_unpack(words, b) for b in range(3)), ninth)


def row_cells_of(words):
    """Planes of the cells whose minirow is flagged."""
    ninth = _unpack(words, 3).shuffle((0, 1, 2, 3, 0, 1, 2, 3))
    return Planes(*(_unpack(words, b, rows_only=True) for b in range(3)), ninth)


def turn(word, by=1):
    """Line i + ``by`` of each matrix in the place of line i; rubbish above bit 26."""
    return (word >> 9 * by) | (word << 27 - 9 * by)


class Matrices(NamedTuple):
    """Where the columns of flags of a matrix lie: the first one's bits, and how far apart."""

    first: int
    stride: int

    def shifts(self):
        """How far away the next and the second next column are."""
        return self.stride, 2 * self.stride

    def masks(self):
        """All columns but the last, the last, the first, all but the first."""
        last = self.first << 2 * self.stride
        return BAND ^ last, last, self.first, BAND ^ self.first


ROW_MATRICES = Matrices(MINICOLUMN * 0b111, 3)
COLUMN_MATRICES = Matrices(ROWS, 1)


def _closure(word, shifts, masks):
    """Keep the flags that lie on a perfect matching of their matrix.

    A flag does when the four flags outside its line and column hold a matching. Columns are
    rotated cleanly, then lines: that order needs no mask on the latter (the other one would
    leak rubbish that leaves verdicts right and makes the search guess more).
    """
    (one, two), (not_last, last, first, not_first) = shifts, masks
    after = ((word >> one) & not_last) | ((word << two) & last)
    before = ((word >> two) & first) | ((word << one) & not_first)
    return word & turn((after & turn(before)) | (before & turn(after)))


def closure(words):
    """The closure of every matrix of every digit."""
    rows, columns = ROW_MATRICES, COLUMN_MATRICES
    return Words(
        _closure(words.rows, rows.shifts(), rows.masks()),
        _closure(words.columns, columns.shifts(), columns.masks()),
        _closure(
            words.ninth,
            [half(*pair) for pair in zip(rows.shifts(), columns.shifts(), strict=True)],
            [half(*pair) for pair in zip(rows.masks(), columns.masks(), strict=True)],
        ),
    )


def alone(word):
    """The flags that have no other flag in their column of the matrix."""
    return word & ~(turn(word) | turn(word, 2))


def hidden_singles(some, several):
    """Planes of the cells that are a digit's only place in their box.

    Such a cell's minirow is the only one of its box with a candidate, and holds just one.
    (What is alone in its row or column is alone in its box after the closure.)
    """
    rows = alone(some.rows) & ~several.rows
    ninth = alone(some.ninth) & ~several.ninth
    return row_cells_of(Words(rows, rows, ninth))


def _boxes_of(cells):
    """All cells of the boxes in which a cell is set (one a box; more is rubbish anyway)."""
    columns = cells | (cells >> 9) | (cells >> 18)
    # Adding 3 to a box's three column bits, of which at most one is set, carries into its
    # top bit exactly when one is set; the product then fills the box, two places too high.
    tops = (columns + 0b011011011) & 0b100100100
    return (tops * BOX) >> 2


def _each(function, *planes):
    return Planes(*(function(*parts) for parts in zip(*planes, strict=True)))


@step(BOARD, types.boolean, types.boolean, types.boolean)
def one_round(board):
    """Apply every deduction once, all from the same state.

    Returns the new board, whether anything changed, whether it is dead (a digit without a
    place, or a cell without a digit), and whether a cell was open (several digits) before.
    """
    planes = planes_of(board)
    some, several = pack(planes)
    hidden = _each(lambda cells, own: cells & own, hidden_singles(some, several), planes)
    claimed = spread(gather(hidden, union)[0])
    filled, crowded = gather(planes, once_and_twice)
    naked = spread(filled & ~crowded)
    kept = cells_of(closure(some))

    def apply(own, kept, hidden, claimed, naked):
        own = own & kept & (~claimed | hidden)
        placed = own & naked
        return own & (~_boxes_of(placed) | placed)

    after = _each(apply, planes, kept, hidden, claimed, naked)
    least = after.band0.least(after.band1).least(after.band2.least(after.ninth | IDLE))
    lost = least.equals(0) | (filled ^ REAL)
    result = after.board()
    return result, (result ^ board).any(), lost.any(), crowded.any()
