"""Symmetries: a map of cells and a map of digits, and which of them a rule list permits."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from pipeline.sudoku.board import Cells, Grid


@dataclass(frozen=True, slots=True)
class Symmetry:
    """Cell ``i`` goes to cell ``cells[i]`` and digit ``d`` becomes ``digits[d]``.

    ``digits`` has N + 1 entries and ``digits[0]`` is 0 (an empty cell stays empty).
    """

    cells: Cells
    digits: Cells

    @property
    def size(self) -> int:
        """N, the number of digits."""
        return len(self.digits) - 1

    def image(self, cells: Iterable[int]) -> Cells:
        """Where the cells go, in the same order."""
        return tuple(self.cells[cell] for cell in cells)

    def apply(self, grid: Grid) -> Cells:
        """The transformed grid."""
        moved = [0] * len(self.cells)
        for cell, digit in enumerate(grid):
            moved[self.cells[cell]] = self.digits[digit]
        return tuple(moved)

    def then(self, other: "Symmetry") -> "Symmetry":
        """First this one, then the other."""
        return Symmetry(other.image(self.cells), tuple(other.digits[d] for d in self.digits))

    def inverse(self) -> "Symmetry":
        """The symmetry that undoes this one."""
        return Symmetry(inverted(self.cells), inverted(self.digits))

    def keeps_digits(self) -> bool:
        """Is the digit map the identity?"""
        return self.digits == tuple(range(self.size + 1))

    def complements_digits(self) -> bool:
        """Is the digit map d -> N + 1 - d?"""
        return self.digits == complement(self.size)

    def is_rigid(self) -> bool:
        """Is the cell map one of the eight motions of the square?"""
        return self.cells in rigid_motions(self.size)


def inverted(permutation: Sequence[int]) -> Cells:
    """The inverse of a permutation of 0 .. n-1."""
    inverse = [0] * len(permutation)
    for source, target in enumerate(permutation):
        inverse[target] = source
    return tuple(inverse)


def identity_digits(size: int) -> Cells:
    """The digit map that changes nothing."""
    return tuple(range(size + 1))


def complement(size: int) -> Cells:
    """The digit map d -> N + 1 - d."""
    return (0, *range(size, 0, -1))


def identity(size: int) -> Symmetry:
    """The symmetry that changes nothing."""
    return Symmetry(tuple(range(size * size)), identity_digits(size))


def line_map(rows: Sequence[int], columns: Sequence[int], transposed: bool = False) -> Cells:
    """The cell map that sends row r to ``rows[r]`` and column c to ``columns[c]``, after
    a reflection in the main diagonal where ``transposed``."""
    size = len(rows)
    lines = [(r, c) for r in range(size) for c in range(size)]
    return tuple(
        rows[c] * size + columns[r] if transposed else rows[r] * size + columns[c] for r, c in lines
    )


@cache
def rigid_motions(size: int) -> tuple[Cells, ...]:
    """The cell maps of the eight motions of the square, the identity first."""
    ahead, back = range(size), range(size - 1, -1, -1)
    return tuple(
        line_map(rows, columns, transposed)
        for transposed in (False, True)
        for rows in (ahead, back)
        for columns in (ahead, back)
    )
