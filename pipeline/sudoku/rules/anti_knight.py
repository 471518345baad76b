"""Anti-knight: cells that are a knight's move apart have different digits."""

from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Self

from pipeline.sudoku.board import Cells, Grid, cell_names
from pipeline.sudoku.propagators import Distinct, Propagator
from pipeline.sudoku.rules.protocol import Rule
from pipeline.sudoku.rules.reading import Node
from pipeline.sudoku.symmetry import Symmetry


@cache
def knight_moves(cell: int, size: int) -> Cells:
    """The cells that a knight reaches in one move."""
    row, column = divmod(cell, size)
    steps = [(i, j) for i in (-2, -1, 1, 2) for j in (-2, -1, 1, 2) if abs(i) != abs(j)]
    return tuple(
        (row + i) * size + column + j
        for i, j in steps
        if 0 <= row + i < size and 0 <= column + j < size
    )


@dataclass(frozen=True)
class AntiKnight(Rule):
    """No digit stands a knight's move away from itself."""

    name: ClassVar[str] = "anti_knight"
    drawn: ClassVar[bool] = False

    def _pairs(self) -> list[Cells]:
        cells = range(self.size**2)
        return [(a, b) for a in cells for b in knight_moves(a, self.size) if a < b]

    def violation(self, grid: Grid) -> str | None:
        """Two equal digits a knight's move apart."""
        for a, b in self._pairs():
            if grid[a] and grid[a] == grid[b]:
                where = cell_names((a, b), self.size)
                return f"digit {grid[a]} stands a knight's move apart: {where}"
        return None

    def candidates(self, grid: Grid, cell: int) -> frozenset[int]:
        """The digits that stand on no cell a knight's move away."""
        return self.all_digits() - {grid[other] for other in knight_moves(cell, self.size)}

    def propagators(self) -> list[Propagator]:
        """Two distinct cells a pair."""
        return [Distinct(pair) for pair in self._pairs()]

    def transformed(self, symmetry: Symmetry) -> Rule | None:
        """The same rule, for every digit map, where knight's moves stay knight's moves."""
        return self if symmetry.is_rigid() else None

    def to_json(self) -> dict[str, Any]:
        """There is nothing to set."""
        return {}

    @classmethod
    def from_json(cls, size: int, node: Node) -> Self:
        """There is nothing to set."""
        node.expect_keys({"rule"})
        return cls(size)
