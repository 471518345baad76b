"""The board: its size, its boxes or regions, how cells are numbered and named.

Cells are numbered row by row from 0 and named ``r1c1`` for people. Digits are 1 .. N and
written ``1`` .. ``9``, then ``A`` .. ``G``; an empty cell is 0 and written ``.``.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

SYMBOLS = "123456789ABCDEFG"
SIZES = range(4, len(SYMBOLS) + 1)

Cells = tuple[int, ...]
Grid = Sequence[int]
"""The digits of all cells in order, 0 where a cell is empty."""


def cell_name(cell: int, size: int) -> str:
    """``r1c1`` for cell 0: rows and columns are counted from 1."""
    return f"r{cell // size + 1}c{cell % size + 1}"


def cell_names(cells: Iterable[int], size: int) -> str:
    """The names of several cells, separated by blanks."""
    return " ".join(cell_name(cell, size) for cell in cells)


def to_text(grid: Grid) -> str:
    """The grid as one line of symbols, ``.`` for an empty cell."""
    return "".join("." if digit == 0 else SYMBOLS[digit - 1] for digit in grid)


def from_text(text: str, size: int) -> Cells:
    """The grid of N*N symbols; ``.`` and ``0`` are empty, letters may be small.

    Raises ``ValueError`` naming what is wrong and where.
    """
    if len(text) != size * size:
        raise ValueError(f"expected {size * size} characters, found {len(text)}")
    grid = []
    for cell, symbol in enumerate(text.upper()):
        digit = 0 if symbol in ".0" else SYMBOLS[:size].find(symbol) + 1
        if digit == 0 and symbol not in ".0":
            name = cell_name(cell, size)
            raise ValueError(f"character {symbol!r} at {name} is no digit of a board of {size}")
        grid.append(digit)
    return tuple(grid)


def row_groups(size: int) -> tuple[Cells, ...]:
    """The rows, from top to bottom."""
    return tuple(tuple(range(r * size, (r + 1) * size)) for r in range(size))


def column_groups(size: int) -> tuple[Cells, ...]:
    """The columns, from left to right."""
    return tuple(tuple(range(c, size * size, size)) for c in range(size))


def box_groups(size: int, rows: int, columns: int) -> tuple[Cells, ...]:
    """The boxes of ``rows`` x ``columns`` cells, band by band."""
    return tuple(
        tuple((top + i) * size + left + j for i in range(rows) for j in range(columns))
        for top in range(0, size, rows)
        for left in range(0, size, columns)
    )


def neighbours(cell: int, size: int) -> Cells:
    """The two to four cells that share an edge with ``cell``."""
    row, column = divmod(cell, size)
    steps = ((-1, 0), (0, -1), (0, 1), (1, 0))
    return tuple(
        (row + i) * size + column + j
        for i, j in steps
        if 0 <= row + i < size and 0 <= column + j < size
    )


def is_connected(cells: Iterable[int], size: int) -> bool:
    """Can one walk between any two of the cells over shared edges inside them?"""
    rest = set(cells)
    front = [rest.pop()] if rest else []
    while front:
        near = rest.intersection(neighbours(front.pop(), size))
        rest -= near
        front.extend(near)
    return not rest


def default_box(size: int) -> tuple[int, int]:
    """The box shape nearest to a square, lying: (2, 3) for 6, (3, 4) for 12, (1, 7) for 7."""
    rows = max(r for r in range(1, size + 1) if size % r == 0 and r * r <= size)
    return rows, size // rows


def regions_from_text(text: str, size: int) -> tuple[Cells, ...]:
    """Regions from N*N characters, one character a region, in order of first appearance.

    Raises ``ValueError`` where the length is wrong; sizes are the rule's business.
    """
    if len(text) != size * size:
        raise ValueError(f"expected {size * size} characters, found {len(text)}")
    groups: dict[str, list[int]] = {}
    for cell, mark in enumerate(text):
        groups.setdefault(mark, []).append(cell)
    return tuple(tuple(cells) for cells in groups.values())


def regions_to_text(regions: Sequence[Cells], size: int) -> str:
    """Regions as N*N symbols, numbered in order of first appearance."""
    region_of = {cell: region for region in regions for cell in region}
    order: dict[Cells, str] = {}
    for cell in range(size * size):
        order.setdefault(region_of[cell], SYMBOLS[len(order)])
    return "".join(order[region_of[cell]] for cell in range(size * size))


@dataclass(frozen=True, slots=True)
class Board:
    """A board of N x N cells with boxes of ``box`` = (rows, columns), or with ``regions``.

    Exactly one of the two is not None. Regions that are boxes are boxes: make boards with
    ``Board.boxes`` and ``Board.jigsaw``, which see to that.
    """

    size: int
    box: tuple[int, int] | None
    regions: tuple[Cells, ...] | None

    @classmethod
    def boxes(cls, size: int, box: tuple[int, int] | None = None) -> "Board":
        """A board with boxes; of ``default_box`` shape where none is given."""
        return cls(size, box or default_box(size), None)

    @classmethod
    def jigsaw(cls, size: int, regions: Iterable[Iterable[int]]) -> "Board":
        """A board with regions, in order of their first cells."""
        groups = tuple(sorted(tuple(sorted(region)) for region in regions))
        for rows in range(1, size + 1):
            if size % rows == 0 and groups == tuple(sorted(box_groups(size, rows, size // rows))):
                return cls(size, (rows, size // rows), None)
        return cls(size, None, groups)

    @property
    def groups(self) -> tuple[Cells, ...]:
        """The boxes or the regions."""
        if self.box is not None:
            return box_groups(self.size, *self.box)
        return self.regions or ()
