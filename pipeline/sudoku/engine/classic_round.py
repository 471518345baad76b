"""One round of classic deductions on a board (see ``classic_board``), in straight vector code.

A *minirow* is three cells of a row in one box, a *minicolumn* three cells of a column in one
box; their *flag* says that a digit has a candidate there. Per digit, the 27 minirow flags and
the 27 minicolumn flags are packed into a word each:

    rows:     bit 10 * box + 3 * row + band       for each band a 3x3 matrix, rows by boxes
    columns:  bit 10 * box + 3 * band + column    for each stack a 3x3 matrix, bands by columns

In such a matrix a digit stands exactly once in each line and once in each column of flags,
so a flag that lies on no perfect matching is impossible. Striking those out is the *closure*:
locked candidates in all directions at once.
"""

from typing import NamedTuple

from numba.core import types

from pipeline.kernels.vector import Vector, step
from pipeline.sudoku.engine.classic_board import (
    BOARD,
    CELLS,
    EACH_BOX,
    GUARDS,
    Planes,
    gather,
    once_and_twice,
    planes_of,
    spread,
    union,
)

ROWS = 0o111 * EACH_BOX  # the first cell of every minirow of a band
COLUMNS = 0o7 * EACH_BOX  # the first cell of every minicolumn
MINIROW, MINICOLUMN = 0o7, 0o111  # times a flag: its three cells


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


def share(quads, combine):
    """Combine the four lanes of each quad; all four hold the result."""
    for lanes in ((2, 3, 0, 1, 6, 7, 4, 5), (1, 0, 3, 2, 5, 4, 7, 6)):
        quads = combine(quads, tuple(part.shuffle(lanes) for part in quads))
    return quads


def gather_words(words, combine):
    """Reduce over the nine digits: rows x4, columns x4. ``combine`` is as for ``gather``."""
    low = words.rows.shuffle((0, 1, 2, 3, 8, 9, 10, 11), words.columns)
    high = words.rows.shuffle((4, 5, 6, 7, 12, 13, 14, 15), words.columns)
    return combine(share(combine((low,), (high,)), combine), (words.ninth,))


def _row_flags(cells):
    """Flags of the minirows, on their last cell: adding 3 to the other two carries into it."""
    others = (MINIROW >> 1) * ROWS
    return (((cells & others) + others) | cells) & ROWS << 2


def _column_flags(cells):
    """Flags of the minicolumns, on their first cell."""
    return (cells | cells >> 3 | cells >> 6) & COLUMNS


def _pile(first, second, third):
    """Three bands' minicolumn flags in one word."""
    return first | second << 3 | third << 6


def pack(planes):
    """Which minirows and minicolumns hold a candidate, as Words."""
    ninth = planes.ninth
    ninth = (ninth | ninth >> half(1, 3) | ninth >> half(2, 6)) & half(ROWS, COLUMNS)
    rows = [_row_flags(band) for band in planes.bands]
    return Words(
        rows[0] >> 2 | rows[1] >> 1 | rows[2],
        _pile(*(_column_flags(band) for band in planes.bands)),
        share((ninth << [0, 1, 2, 2, 0, 3, 6, 6],), union)[0],
    )


def cells_of(words):
    """Planes of the cells whose minirow and minicolumn are both flagged."""
    bands = [
        (words.rows >> b & ROWS) * MINIROW & (words.columns >> 3 * b & COLUMNS) * MINICOLUMN
        for b in range(3)
    ]
    ninth = words.ninth >> [0, 1, 2, 2, 0, 3, 6, 6] & half(ROWS, COLUMNS)
    ninth = ninth * half(MINIROW, MINICOLUMN)
    return Planes._make([*bands, ninth & ninth.shuffle((4, 5, 6, 7, 0, 1, 2, 3))])


def _next_line(word):
    """In the place of each line of a matrix (three bits of nine), the next one."""
    return word >> 3 & 0o077 * EACH_BOX | word << 6 & 0o700 * EACH_BOX


def _last_line(word):
    """In the place of each line of a matrix, the one before (that is, two on)."""
    return word >> 6 & 0o007 * EACH_BOX | word << 3 & 0o770 * EACH_BOX


def _next_box(word):
    """In the place of each box, the next one; rubbish above bit 29."""
    return word >> 10 | word << 20


def _next_column(word):
    """In the place of each column of a box, the next one."""
    return word >> 1 & 0o333 * EACH_BOX | word << 2 & 0o444 * EACH_BOX


def _next_of_ninth(word):
    """``_next_box`` of the rows, ``_next_column`` of the columns."""
    keep, wrap = half(-1, 0o333 * EACH_BOX), half(-1, 0o444 * EACH_BOX)
    return word >> half(10, 1) & keep | word << half(20, 2) & wrap


ACROSS = (_next_box, _next_column, _next_of_ninth)
"""For each register of Words: the function that turns its matrices by one column of flags."""


def _closure(word, across, after, before):
    """Keep the flags that lie on a perfect matching of their matrix.

    A flag does when the four flags outside its line and column hold a matching; ``after`` and
    ``before`` have the other two lines in the place of each. They are clean, so that turning
    boxes needs no mask (in the other order rubbish would leak, which leaves verdicts right
    and makes the search guess more).
    """
    return word & across(after & across(before) | before & across(after))


def closure(planes):
    """The flags of a board that are left by the closure of every matrix of every digit."""
    words = pack(planes)
    after, before = words.map(_next_line), words.map(_last_line)
    one, two, three = (_column_flags(band) for band in planes.bands)  # lines as they come
    after = after._replace(columns=_pile(two, three, one))
    before = before._replace(columns=_pile(three, one, two))
    return words.map(_closure, ACROSS, after, before)


def _boxes(guards):
    """All cells of the boxes whose guard is set."""
    return guards - (guards >> 9)


def _hidden_singles(cells):
    """The cells that are alone in their box."""
    others = cells & ((cells | GUARDS) - EACH_BOX)  # all but the lowest of every box
    return cells & _boxes(~(others + CELLS) & GUARDS)


def _boxes_with(cells):
    """All cells of the boxes in which a cell is set."""
    return _boxes((cells + CELLS) & GUARDS)


def each(function, *planes):
    """``function`` of the four registers of each of some Planes, beside each other."""
    return Planes._make([function(*parts) for parts in zip(*planes, strict=True)])


def _singles(planes):
    """Place hidden and naked singles; also which cells have any digit, and which several."""
    hidden = each(_hidden_singles, planes)
    unclaimed = spread(~gather(hidden, union)[0])
    filled, crowded = gather(planes, once_and_twice)
    naked = spread(filled & ~crowded)

    def place(own, hidden, unclaimed, naked):
        placed = own & naked
        return (own & unclaimed | hidden) & ~_boxes_with(placed) | placed

    return each(place, planes, hidden, unclaimed, naked), filled, crowded


@step(BOARD, types.boolean, types.boolean, types.boolean)
def one_round(board):
    """Place the singles, then strike out what the closures forbid.

    Returns the new board, whether anything changed, whether it is dead (a digit without a
    place, or a cell without a digit), and whether a cell was open (several digits) before.
    """
    planes, filled, crowded = _singles(planes_of(board))
    planes = each(lambda own, kept: own & kept, planes, cells_of(closure(planes)))
    least = planes.band0.least(planes.band1).least(planes.band2.least(planes.ninth))
    lost = least.equals(0) | (filled ^ CELLS)
    result = planes.board()
    return result, (result ^ board).any(), lost.any(), crowded.any()
