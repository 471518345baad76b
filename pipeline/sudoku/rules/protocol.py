"""What a rule is. A puzzle is a size, a list of rules and givens; nothing else exists.

To add a rule, write one file beside this one and name its class in ``registry.py``; the
guide is ``docs/adding-a-rule.md``.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from pipeline.sudoku.board import Cells, Grid
from pipeline.sudoku.propagators import Propagator, Relation
from pipeline.sudoku.rules.reading import Node
from pipeline.sudoku.symmetry import Symmetry


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing to draw: ``kind`` is ``borders`` (the outlines of groups of cells), ``line``
    (a stroke from cell to cell), ``bulb`` (a line that begins with a bulb), ``outline`` (a
    dashed line around the cells) or ``dot`` (between two cells; ``text`` is its colour)."""

    kind: str
    cells: Cells
    text: str = ""


@dataclass(frozen=True)
class Rule(ABC):
    """One rule on a board of ``size`` x ``size`` cells. Rules are immutable values.

    A rule is a filter, not a proof: it may permit what a search later refutes, but a grid
    that is complete and valid for all rules is a solution.
    """

    name: ClassVar[str]
    """The name in JSON, in the registry and in a corpus's ``variant``."""
    drawn: ClassVar[bool] = True
    """Is it drawn cell by cell? Then only the motions of the square keep the drawing, and
    shuffles of rows and columns are no symmetries of it."""

    size: int

    @abstractmethod
    def violation(self, grid: Grid) -> str | None:
        """Why the grid is not permitted, naming cells; None where it is, as far as the rule
        can see. Empty cells (0) break nothing, but what they can no longer meet does."""

    @abstractmethod
    def candidates(self, grid: Grid, cell: int) -> frozenset[int]:
        """The digits that the cell may take; its own digit is left out of account."""

    @abstractmethod
    def propagators(self) -> list[Propagator]:
        """What the engine must hold: together exactly what ``violation`` asks of full grids."""

    @abstractmethod
    def transformed(self, symmetry: Symmetry) -> "Rule | None":
        """The rule that holds after the symmetry; None where it does not preserve the rule.

        Whether it is None depends on the symmetry and on what kind of clues the rule has,
        never on where they lie: else the symmetries would not be a group.
        """

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """The rule's settings for JSON, without its name."""

    @classmethod
    @abstractmethod
    def from_json(cls, size: int, node: Node) -> Self:
        """The rule from an object as ``to_json`` makes it; ``ReadingError`` names the place."""

    def is_valid(self, grid: Grid) -> bool:
        """Is the grid permitted as far as the rule can see?"""
        return self.violation(grid) is None

    def units(self) -> tuple[Cells, ...]:
        """Groups of N cells in which every digit stands exactly once."""
        return ()

    def faults(self) -> list[str]:
        """What is wrong with the rule itself (cells off the board, totals out of reach...),
        each naming its cells; such a rule must not be asked anything else."""
        return []

    def marks(self) -> list[Mark]:
        """How the rule is drawn."""
        return []

    def all_digits(self) -> frozenset[int]:
        """1 .. N."""
        return frozenset(range(1, self.size + 1))


def relation(size: int, a: int, b: int, permits: Callable[[int, int], bool]) -> Relation:
    """The relation that allows digits x in ``a`` and y in ``b`` where ``permits(x, y)``."""
    digits = range(1, size + 1)
    masks = [sum(1 << (y - 1) for y in digits if permits(x, y)) for x in digits]
    return Relation(a, b, tuple(masks))


def off_board(cells: Sequence[int], size: int) -> list[str]:
    """A fault for each cell that is not on the board."""
    off = [cell for cell in cells if not 0 <= cell < size * size]
    return [f"cell {cell} is off the board of {size} x {size}" for cell in off]


def cell_faults(cells: Sequence[int], size: int) -> list[str]:
    """Cells that are off the board or named twice."""
    twice = ["a cell is named twice"] if len(set(cells)) < len(cells) else []
    return off_board(cells, size) + twice
