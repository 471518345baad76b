"""German whispers: neighbours on a line differ by at least 5 (on a board of 9)."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar, Self

from pipeline.sudoku.board import Cells, Grid, cell_names
from pipeline.sudoku.propagators import Propagator
from pipeline.sudoku.rules.protocol import Mark, Rule, cell_faults, relation
from pipeline.sudoku.rules.reading import Node
from pipeline.sudoku.symmetry import Symmetry


@dataclass(frozen=True)
class Whispers(Rule):
    """Lines along which digits of neighbouring cells differ by at least ``difference``."""

    name: ClassVar[str] = "whispers"
    lines: tuple[Cells, ...]
    difference: int = 5

    def _steps(self) -> Iterator[tuple[int, int]]:
        for cells in self.lines:
            yield from pairwise(cells)

    def _permits(self, x: int, y: int) -> bool:
        return abs(x - y) >= self.difference

    def violation(self, grid: Grid) -> str | None:
        """Two neighbours on a line whose digits are too close."""
        for a, b in self._steps():
            if grid[a] and grid[b] and not self._permits(grid[a], grid[b]):
                where = cell_names((a, b), self.size)
                return f"{grid[a]} and {grid[b]} are too close on a whisper: {where}"
        return None

    def candidates(self, grid: Grid, cell: int) -> frozenset[int]:
        """The digits that are far enough from a digit of every neighbour on a line."""
        result = self.all_digits()
        for a, b in self._steps():
            if cell in (a, b):
                other = grid[b if cell == a else a]
                beyond = {other} if other else self.all_digits()
                result = frozenset(x for x in result if any(self._permits(x, y) for y in beyond))
        return result

    def propagators(self) -> list[Propagator]:
        """A relation a step."""
        return [relation(self.size, a, b, self._permits) for a, b in self._steps()]

    def transformed(self, symmetry: Symmetry) -> Rule | None:
        """The moved lines, each once and from its lesser end; d -> N + 1 - d keeps differences."""
        if not symmetry.is_rigid():
            return None
        if not symmetry.keeps_digits() and not symmetry.complements_digits():
            return None
        moved = [symmetry.image(cells) for cells in self.lines]
        return Whispers(
            self.size, tuple(sorted({min(line, line[::-1]) for line in moved})), self.difference
        )

    def faults(self) -> list[str]:
        """Lines off the board or too short, and a difference that no two digits have."""
        faults: list[str] = []
        if not 1 <= self.difference < self.size:
            faults.append(f"a difference of {self.difference} is not within 1 .. {self.size - 1}")
        for cells in self.lines:
            named = f"the whisper at {cell_names(cells, self.size)}"
            faults.extend(f"{fault} in {named}" for fault in cell_faults(cells, self.size))
            if len(cells) < 2:
                faults.append(f"{named} has fewer than 2 cells")
        return faults

    def marks(self) -> list[Mark]:
        """A line."""
        return [Mark("line", cells, "whisper") for cells in self.lines]

    def to_json(self) -> dict[str, Any]:
        """The lines and the least difference."""
        return {"lines": [list(cells) for cells in self.lines], "difference": self.difference}

    @classmethod
    def from_json(cls, size: int, node: Node) -> Self:
        """``lines``: lists of cells; ``difference``: 5 where it is left out."""
        node.expect_keys({"rule", "lines"}, {"difference"})
        lines = tuple(item.integers() for item in node["lines"].items())
        difference = node["difference"].integer() if "difference" in node else 5
        return cls(size, lines, difference)
