"""Kropki dots: white between consecutive digits, black where one is twice the other."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from pipeline.sudoku.board import Cells, Grid, cell_names, neighbours
from pipeline.sudoku.propagators import Propagator
from pipeline.sudoku.rules.protocol import Mark, Rule, cell_faults, relation
from pipeline.sudoku.rules.reading import Node
from pipeline.sudoku.symmetry import Symmetry


def consecutive(x: int, y: int) -> bool:
    """What a white dot says."""
    return abs(x - y) == 1


def doubled(x: int, y: int) -> bool:
    """What a black dot says."""
    return x == 2 * y or y == 2 * x


COLOURS = {"white": consecutive, "black": doubled}


@dataclass(frozen=True)
class Kropki(Rule):
    """Dots on the edges between two cells. That all dots are given is not part of it."""

    name: ClassVar[str] = "kropki"
    white: tuple[Cells, ...] = ()
    black: tuple[Cells, ...] = ()

    def _dots(self) -> Iterator[tuple[str, Cells]]:
        yield from (("white", dot) for dot in self.white)
        yield from (("black", dot) for dot in self.black)

    def violation(self, grid: Grid) -> str | None:
        """Two digits that do not fit their dot."""
        for colour, (a, b) in self._dots():
            if grid[a] and grid[b] and not COLOURS[colour](grid[a], grid[b]):
                where = cell_names((a, b), self.size)
                return f"{grid[a]} and {grid[b]} do not fit the {colour} dot at {where}"
        return None

    def candidates(self, grid: Grid, cell: int) -> frozenset[int]:
        """The digits that fit a digit beyond each dot of the cell."""
        result = self.all_digits()
        for colour, dot in self._dots():
            if cell in dot:
                other = grid[dot[1] if cell == dot[0] else dot[0]]
                beyond = {other} if other else self.all_digits()
                result = frozenset(x for x in result if any(COLOURS[colour](x, y) for y in beyond))
        return result

    def propagators(self) -> list[Propagator]:
        """A relation a dot."""
        return [relation(self.size, a, b, COLOURS[colour]) for colour, (a, b) in self._dots()]

    def transformed(self, symmetry: Symmetry) -> Rule | None:
        """The moved dots, each once; d -> N + 1 - d keeps white dots and breaks black ones."""
        if not symmetry.is_rigid():
            return None
        if not symmetry.keeps_digits() and (self.black or not symmetry.complements_digits()):
            return None
        white, black = (
            tuple(sorted({tuple(sorted(symmetry.image(dot))) for dot in dots}))
            for dots in (self.white, self.black)
        )
        return Kropki(self.size, white, black)

    def faults(self) -> list[str]:
        """Dots that are not between two cells which share an edge."""
        faults: list[str] = []
        for colour, dot in self._dots():
            named = f"the {colour} dot at {cell_names(dot, self.size)}"
            off = cell_faults(dot, self.size)
            faults.extend(f"{fault} in {named}" for fault in off)
            if len(dot) != 2:
                faults.append(f"{named} has {len(dot)} cells instead of 2")
            elif not off and dot[1] not in neighbours(dot[0], self.size):
                faults.append(f"{named} is not between cells that share an edge")
        return faults

    def marks(self) -> list[Mark]:
        """A dot on the edge."""
        return [Mark("dot", dot, colour) for colour, dot in self._dots()]

    def to_json(self) -> dict[str, Any]:
        """The pairs of cells beside the dots of each colour."""
        return {"white": [list(d) for d in self.white], "black": [list(d) for d in self.black]}

    @classmethod
    def from_json(cls, size: int, node: Node) -> Self:
        """``white`` and ``black``: lists of pairs of cells; either may be left out."""
        node.expect_keys({"rule"}, {"white", "black"})
        white, black = (
            tuple(item.integers() for item in node[colour].items()) if colour in node else ()
            for colour in ("white", "black")
        )
        return cls(size, white, black)
