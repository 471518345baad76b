"""Killer cages: the digits in a cage do not repeat and add up to its total."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any, ClassVar, Self

from pipeline.sudoku.board import Cells, Grid, cell_names
from pipeline.sudoku.propagators import Distinct, Propagator, Sum
from pipeline.sudoku.rules.protocol import Mark, Rule, cell_faults
from pipeline.sudoku.rules.reading import Node
from pipeline.sudoku.symmetry import Symmetry


@dataclass(frozen=True, slots=True)
class Cage:
    """Some cells and the total of their digits; None: only that no digit repeats.

    Cages may overlap, be unconnected or have a single cell.
    """

    cells: Cells
    total: int | None


@cache
def cage_combinations(size: int, cells: int, total: int) -> tuple[Cells, ...]:
    """The sets of ``cells`` different digits of 1 .. ``size`` that add up to ``total``."""
    return tuple(c for c in combinations(range(1, size + 1), cells) if sum(c) == total)


def reach(free: Sequence[int], cells: int) -> tuple[int, int] | None:
    """The least and the greatest total of ``cells`` different digits out of ``free``
    (ascending); None where there are not so many."""
    if cells > len(free):
        return None
    return sum(free[:cells]), sum(free[len(free) - cells :])


@dataclass(frozen=True)
class Killer(Rule):
    """Cages with totals."""

    name: ClassVar[str] = "killer"
    cages: tuple[Cage, ...]

    def violation(self, grid: Grid) -> str | None:
        """A digit twice in a cage, or a total that can no longer be met."""
        for cage in self.cages:
            digits = [grid[cell] for cell in cage.cells if grid[cell]]
            if len(set(digits)) < len(digits):
                return f"a digit stands twice in {self._named(cage)}"
            if not self._can_be_met(cage, digits):
                return f"the digits {digits} leave no way to meet the total of {self._named(cage)}"
        return None

    def _can_be_met(self, cage: Cage, digits: Sequence[int]) -> bool:
        """Can the empty cells bring these different digits to the total?"""
        if cage.total is None:
            return True
        bounds = reach(sorted(self.all_digits() - set(digits)), len(cage.cells) - len(digits))
        if bounds is None:
            return False
        rest = cage.total - sum(digits)
        return bounds[0] <= rest <= bounds[1]

    def candidates(self, grid: Grid, cell: int) -> frozenset[int]:
        """The digits that no other cell of the cage has and with which the least and the
        greatest total of its remaining cells still enclose what is missing."""
        result = self.all_digits()
        for cage in self.cages:
            if cell in cage.cells:
                others = [grid[other] for other in cage.cells if other != cell and grid[other]]
                result = frozenset(
                    digit
                    for digit in result.difference(others)
                    if self._can_be_met(cage, [*others, digit])
                )
        return result

    def propagators(self) -> list[Propagator]:
        """A sum for a cage with a total, else that its cells are distinct."""
        propagators: list[Propagator] = []
        for cage in self.cages:
            if cage.total is not None:
                propagators.append(Sum(cage.cells, cage.total))
            elif len(cage.cells) > 1:
                propagators.append(Distinct(cage.cells))
        return propagators

    def transformed(self, symmetry: Symmetry) -> Rule | None:
        """The moved cages, each once. Where all digits d become N + 1 - d, a total s of k cells
        becomes k (N + 1) - s; other digit maps are no symmetries unless no cage has a total."""
        if not symmetry.is_rigid():
            return None
        totals = any(cage.total is not None for cage in self.cages)
        if totals and not symmetry.keeps_digits() and not symmetry.complements_digits():
            return None
        complemented = totals and symmetry.complements_digits()
        cages = []
        for cage in self.cages:
            total = cage.total
            if total is not None and complemented:
                total = len(cage.cells) * (self.size + 1) - total
            cages.append(Cage(tuple(sorted(symmetry.image(cage.cells))), total))
        ordered = sorted(set(cages), key=lambda cage: (cage.cells, cage.total or 0))
        return Killer(self.size, tuple(ordered))

    def faults(self) -> list[str]:
        """Cages with cells off the board, with too many cells, or with totals out of reach."""
        faults: list[str] = []
        for cage in self.cages:
            named = self._named(cage)
            faults.extend(f"{fault} in {named}" for fault in cell_faults(cage.cells, self.size))
            bounds = reach(range(1, self.size + 1), len(cage.cells))
            if not cage.cells:
                faults.append("a cage has no cells")
            elif bounds is None:
                faults.append(f"{named} has more than {self.size} cells")
            elif cage.total is not None and not bounds[0] <= cage.total <= bounds[1]:
                faults.append(
                    f"the total {cage.total} is out of reach for {named}: "
                    f"{len(cage.cells)} different digits add up to {bounds[0]} .. {bounds[1]}"
                )
        return faults

    def _named(self, cage: Cage) -> str:
        return f"the cage at {cell_names(cage.cells, self.size)}"

    def marks(self) -> list[Mark]:
        """A dashed outline a cage, its total in the first cell."""
        return [
            Mark("outline", cage.cells, "" if cage.total is None else str(cage.total))
            for cage in self.cages
        ]

    def to_json(self) -> dict[str, Any]:
        """The cages; a cage without a total leaves it out."""
        return {
            "cages": [
                {"cells": list(cage.cells)} | ({} if cage.total is None else {"total": cage.total})
                for cage in self.cages
            ]
        }

    @classmethod
    def from_json(cls, size: int, node: Node) -> Self:
        """``cages``: a list of objects with ``cells`` and, unless it has none, ``total``."""
        node.expect_keys({"rule", "cages"})
        cages = []
        for item in node["cages"].items():
            item.expect_keys({"cells"}, {"total"})
            total = item["total"].integer() if "total" in item else None
            cages.append(Cage(item["cells"].integers(), total))
        return cls(size, tuple(cages))
