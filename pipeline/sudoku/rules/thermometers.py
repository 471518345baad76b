"""Thermometers: digits increase strictly from the bulb to the tip."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar, Self

from pipeline.sudoku.board import Cells, Grid, cell_names
from pipeline.sudoku.propagators import Propagator
from pipeline.sudoku.rules.protocol import Mark, Rule, off_board, relation
from pipeline.sudoku.rules.reading import Node
from pipeline.sudoku.symmetry import Symmetry


@dataclass(frozen=True)
class Thermometers(Rule):
    """Chains of cells, the bulb first, along each of which the digits increase."""

    name: ClassVar[str] = "thermometers"
    thermometers: tuple[Cells, ...]

    def violation(self, grid: Grid) -> str | None:
        """A digit that leaves too little room below or above it on its thermometer."""
        for cells in self.thermometers:
            for position, cell in enumerate(cells):
                if grid[cell] and grid[cell] not in self._permitted(grid, cells, position):
                    where = cell_names(cells, self.size)
                    return f"digit {grid[cell]} does not fit on the thermometer at {where}"
        return None

    def _permitted(self, grid: Grid, cells: Cells, position: int) -> range:
        """What may stand at a position, counted from 0: at least p + 1 and at most
        N - (n - 1 - p) on n cells; and two cells k steps apart differ by at least k."""
        least, greatest = position + 1, self.size - (len(cells) - 1 - position)
        for other, cell in enumerate(cells):
            digit = grid[cell]
            if digit and other < position:
                least = max(least, digit + position - other)
            elif digit and other > position:
                greatest = min(greatest, digit - (other - position))
        return range(least, greatest + 1)

    def candidates(self, grid: Grid, cell: int) -> frozenset[int]:
        """The digits with enough room below and above on every thermometer of the cell."""
        result = self.all_digits()
        for cells in self.thermometers:
            if cell in cells:
                result &= set(self._permitted(grid, cells, cells.index(cell)))
        return result

    def propagators(self) -> list[Propagator]:
        """A chain of a < b."""
        return [
            relation(self.size, a, b, lambda x, y: x < y)
            for cells in self.thermometers
            for a, b in pairwise(cells)
        ]

    def transformed(self, symmetry: Symmetry) -> Rule | None:
        """The moved thermometers, each once; where d becomes N + 1 - d bulb and tip swap."""
        if not symmetry.is_rigid():
            return None
        if not symmetry.keeps_digits() and not symmetry.complements_digits():
            return None
        step = -1 if symmetry.complements_digits() else 1
        moved = [symmetry.image(cells)[::step] for cells in self.thermometers]
        return Thermometers(self.size, tuple(sorted(set(moved))))

    def faults(self) -> list[str]:
        """Thermometers off the board, too short or too long, crossing themselves or jumping.

        Two diagonal steps may cross between four cells: published puzzles do that.
        """
        faults: list[str] = []
        for cells in self.thermometers:
            named = f"the thermometer at {cell_names(cells, self.size)}"
            if not cells:
                faults.append("a thermometer has no cells")
            elif len(cells) < 2:
                faults.append(f"{named} has fewer than 2 cells")
            elif len(cells) > self.size:
                faults.append(f"{named} has more than {self.size} cells")
            if len(set(cells)) < len(cells):
                faults.append(f"{named} crosses itself: it has a cell twice")
            faults.extend(f"{fault} in {named}" for fault in off_board(cells, self.size))
            for a, b in pairwise(cells):
                if not self._touch(a, b):
                    step = cell_names((a, b), self.size)
                    faults.append(f"{named} jumps: {step} do not touch")
        return faults

    def _touch(self, a: int, b: int) -> bool:
        """Do two cells share an edge or a corner?"""
        (row_a, column_a), (row_b, column_b) = divmod(a, self.size), divmod(b, self.size)
        return max(abs(row_a - row_b), abs(column_a - column_b)) <= 1

    def marks(self) -> list[Mark]:
        """A bulb and a line from it."""
        return [Mark("bulb", cells) for cells in self.thermometers]

    def to_json(self) -> dict[str, Any]:
        """The cells of each thermometer, the bulb first."""
        return {"thermometers": [list(cells) for cells in self.thermometers]}

    @classmethod
    def from_json(cls, size: int, node: Node) -> Self:
        """``thermometers``: a list of lists of cells, the bulb first."""
        node.expect_keys({"rule", "thermometers"})
        return cls(size, tuple(item.integers() for item in node["thermometers"].items()))
