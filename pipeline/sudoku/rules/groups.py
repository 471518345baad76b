"""Rows, columns, boxes, diagonals, jigsaw regions: one shape, groups without repetition.

Each group has N cells and is a unit: every digit stands in it exactly once.
"""

from abc import abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Self

from pipeline.sudoku.board import (
    Board,
    Cells,
    Grid,
    box_groups,
    cell_name,
    cell_names,
    column_groups,
    is_connected,
    regions_from_text,
    regions_to_text,
    row_groups,
)
from pipeline.sudoku.propagators import Propagator, Unit
from pipeline.sudoku.rules.protocol import Mark, Rule
from pipeline.sudoku.rules.reading import Node
from pipeline.sudoku.symmetry import Symmetry


@dataclass(frozen=True)
class Groups(Rule):
    """What all rules made of units have in common; a subclass says which groups they are."""

    drawn: ClassVar[bool] = False
    group_name: ClassVar[str]
    """What one group is called in a message."""

    @abstractmethod
    def units(self) -> tuple[Cells, ...]:
        """The groups."""

    @cached_property
    def _groups_of_cell(self) -> dict[int, list[Cells]]:
        groups: dict[int, list[Cells]] = {cell: [] for cell in range(self.size**2)}
        for group in self.units():
            for cell in group:
                groups[cell].append(group)
        return groups

    def violation(self, grid: Grid) -> str | None:
        """A digit that stands twice in a group."""
        for group in self.units():
            place: dict[int, int] = {}
            for cell in group:
                digit = grid[cell]
                if digit and digit in place:
                    where = cell_names((place[digit], cell), self.size)
                    return f"digit {digit} stands twice in a {self.group_name}: {where}"
                place[digit] = cell
        return None

    def candidates(self, grid: Grid, cell: int) -> frozenset[int]:
        """The digits that stand in no other cell of the cell's groups."""
        groups = self._groups_of_cell[cell]
        return self.all_digits() - {grid[c] for group in groups for c in group if c != cell}

    def propagators(self) -> list[Propagator]:
        """A unit a group."""
        return [Unit(group) for group in self.units()]

    def image_groups(self, symmetry: Symmetry) -> set[Cells]:
        """Where the groups go, each in ascending order."""
        return {tuple(sorted(symmetry.image(group))) for group in self.units()}


@dataclass(frozen=True)
class Lines(Groups):
    """What rows and columns have in common: a transposition turns one into the other."""

    def transformed(self, symmetry: Symmetry) -> Rule | None:
        """Rows or columns again, or None where a line goes to no line."""
        image = self.image_groups(symmetry)
        for kind in (Rows, Columns):
            lines = kind(self.size)
            if image == set(lines.units()):
                return lines
        return None

    def to_json(self) -> dict[str, Any]:
        """There is nothing to set."""
        return {}

    @classmethod
    def from_json(cls, size: int, node: Node) -> Self:
        """There is nothing to set."""
        node.expect_keys({"rule"})
        return cls(size)


@dataclass(frozen=True)
class Rows(Lines):
    """Every digit once in each row."""

    name: ClassVar[str] = "rows"
    group_name: ClassVar[str] = "row"

    def units(self) -> tuple[Cells, ...]:
        """The rows."""
        return row_groups(self.size)


@dataclass(frozen=True)
class Columns(Lines):
    """Every digit once in each column."""

    name: ClassVar[str] = "columns"
    group_name: ClassVar[str] = "column"

    def units(self) -> tuple[Cells, ...]:
        """The columns."""
        return column_groups(self.size)


@dataclass(frozen=True)
class Boxes(Groups):
    """Every digit once in each box of ``rows`` x ``columns`` cells."""

    name: ClassVar[str] = "boxes"
    group_name: ClassVar[str] = "box"
    rows: int
    columns: int

    def units(self) -> tuple[Cells, ...]:
        """The boxes, band by band."""
        return box_groups(self.size, self.rows, self.columns)

    def transformed(self, symmetry: Symmetry) -> Rule | None:
        """Boxes of the same shape, or lying on their side, or None."""
        image = self.image_groups(symmetry)
        for rows, columns in ((self.rows, self.columns), (self.columns, self.rows)):
            boxes = Boxes(self.size, rows, columns)
            if image == set(boxes.units()):
                return boxes
        return None

    def faults(self) -> list[str]:
        """A shape that does not tile the board with groups of N cells."""
        if self.rows < 1 or self.rows * self.columns != self.size:
            shape = f"{self.rows} x {self.columns}"
            return [f"boxes of {shape} do not have {self.size} cells"]
        return []

    def marks(self) -> list[Mark]:
        """The borders of the boxes."""
        return [Mark("borders", box) for box in self.units()]

    def to_json(self) -> dict[str, Any]:
        """The shape of a box."""
        return {"rows": self.rows, "columns": self.columns}

    @classmethod
    def from_json(cls, size: int, node: Node) -> Self:
        """``rows`` and ``columns`` of a box."""
        node.expect_keys({"rule", "rows", "columns"})
        return cls(size, node["rows"].integer(), node["columns"].integer())


@dataclass(frozen=True)
class Diagonals(Groups):
    """Every digit once in each of the named diagonals: ``main`` falls, ``anti`` rises."""

    name: ClassVar[str] = "diagonals"
    group_name: ClassVar[str] = "diagonal"
    which: tuple[str, ...] = ("main", "anti")

    def diagonal(self, which: str) -> Cells:
        """The cells of one diagonal, in ascending order."""
        step = self.size + 1 if which == "main" else self.size - 1
        start = 0 if which == "main" else self.size - 1
        return tuple(start + i * step for i in range(self.size))

    def units(self) -> tuple[Cells, ...]:
        """The diagonals."""
        return tuple(self.diagonal(which) for which in self.which)

    def transformed(self, symmetry: Symmetry) -> Rule | None:
        """The diagonals to which these go, or None where one goes to no diagonal."""
        image = self.image_groups(symmetry)
        which = tuple(name for name in ("main", "anti") if self.diagonal(name) in image)
        return Diagonals(self.size, which) if len(which) == len(self.which) else None

    def faults(self) -> list[str]:
        """Anything but ``main``, ``anti`` or both, in this order."""
        if self.which not in (("main",), ("anti",), ("main", "anti")):
            return [f"diagonals are main, anti or both, found {', '.join(self.which) or 'none'}"]
        return []

    def marks(self) -> list[Mark]:
        """A line along each diagonal."""
        return [Mark("line", cells, "diagonal") for cells in self.units()]

    def to_json(self) -> dict[str, Any]:
        """Which diagonals."""
        return {"which": list(self.which)}

    @classmethod
    def from_json(cls, size: int, node: Node) -> Self:
        """``which``: a list of ``main`` and ``anti``; both where it is left out."""
        node.expect_keys({"rule"}, {"which"})
        if "which" not in node:
            return cls(size)
        named = {item.text() for item in node["which"].items()}
        for item in node["which"].items():
            if item.text() not in ("main", "anti"):
                raise item.error(f"expected main or anti, found {item.value!r}")
        return cls(size, tuple(which for which in ("main", "anti") if which in named))


@dataclass(frozen=True)
class Jigsaw(Groups):
    """Every digit once in each region: connected groups of N cells that tile the board."""

    name: ClassVar[str] = "jigsaw"
    drawn: ClassVar[bool] = True
    group_name: ClassVar[str] = "region"
    regions: tuple[Cells, ...]

    def units(self) -> tuple[Cells, ...]:
        """The regions."""
        return self.regions

    def transformed(self, symmetry: Symmetry) -> Rule | None:
        """The moved regions; None for what is no motion of the square."""
        if not symmetry.is_rigid():
            return None
        return Jigsaw(self.size, tuple(sorted(self.image_groups(symmetry))))

    def faults(self) -> list[str]:
        """Regions of a wrong size, unconnected, or not tiling the board."""
        faults: list[str] = []
        for region in self.regions:
            names = cell_names(region, self.size)
            if len(region) != self.size:
                faults.append(f"a region has {len(region)} cells instead of {self.size}: {names}")
            elif not is_connected(region, self.size):
                faults.append(f"a region is not connected: {names}")
        cells = sorted(cell for region in self.regions for cell in region)
        if cells != list(range(self.size**2)):
            missing = sorted(set(range(self.size**2)) - set(cells))
            where = f" (none at {cell_name(missing[0], self.size)})" if missing else ""
            faults.append(f"the regions do not tile the board{where}")
        return faults

    def marks(self) -> list[Mark]:
        """The borders of the regions."""
        return [Mark("borders", region) for region in self.regions]

    def to_json(self) -> dict[str, Any]:
        """N*N symbols, one a region."""
        return {"regions": regions_to_text(self.regions, self.size)}

    @classmethod
    def from_json(cls, size: int, node: Node) -> Self:
        """``regions``: N*N characters, cells with the same character are one region."""
        node.expect_keys({"rule", "regions"})
        text = node["regions"].text()
        try:
            return cls(size, tuple(sorted(regions_from_text(text, size))))
        except ValueError as error:
            raise node["regions"].error(str(error)) from None


def board_rules(board: Board) -> list[Rule]:
    """Rows, columns, and the boxes or regions of a board."""
    size = board.size
    if board.box is not None:
        return [Rows(size), Columns(size), Boxes(size, *board.box)]
    return [Rows(size), Columns(size), Jigsaw(size, board.groups)]
