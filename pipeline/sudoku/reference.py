"""The reference solver: plain Python, the definition of what a solution is.

It asks each rule which digits a cell may take, intersects the answers, fills in cells that
have one digit left (naked singles) and digits that have one cell left in a unit (hidden
singles), and branches on the cell with the fewest candidates. It knows no rule by name.
"""

from collections.abc import Iterator

from pipeline.sudoku.board import Cells
from pipeline.sudoku.puzzle import Puzzle


class BudgetSpentError(Exception):
    """The search met its node budget before it was done."""


class Solver:
    """A search for solutions of one puzzle; ``nodes`` counts the grids it looked at."""

    def __init__(self, puzzle: Puzzle, budget: int | None = None) -> None:
        self.puzzle = puzzle
        self.budget = budget
        self.nodes = 0

    def candidates(self, grid: list[int], cell: int) -> frozenset[int]:
        """The digits that all rules permit in the cell."""
        answers = [rule.candidates(grid, cell) for rule in self.puzzle.rules]
        return frozenset.intersection(*answers)

    def is_valid(self, grid: list[int]) -> bool:
        """Do all rules permit the grid?"""
        return all(rule.is_valid(grid) for rule in self.puzzle.rules)

    def solutions(self) -> Iterator[Cells]:
        """All solutions, each once. Raises ``BudgetSpentError``."""
        if self.is_valid(list(self.puzzle.givens)):
            yield from self._search(list(self.puzzle.givens))

    def _search(self, grid: list[int]) -> Iterator[Cells]:
        self.nodes += 1
        if self.budget is not None and self.nodes > self.budget:
            raise BudgetSpentError
        options = self._propagate(grid)
        if options is None:
            return
        if not options:
            if self.is_valid(grid):
                yield tuple(grid)
            return
        cell = min(options, key=lambda cell: (len(options[cell]), cell))
        for digit in sorted(options[cell]):
            child = list(grid)
            child[cell] = digit
            yield from self._search(child)

    def _propagate(self, grid: list[int]) -> dict[int, frozenset[int]] | None:
        """Fill in singles until there are none: the candidates of the cells that are still
        empty, or None where a cell has none or a unit has no place for a digit."""
        while True:
            empty = [cell for cell, digit in enumerate(grid) if digit == 0]
            options = {cell: self.candidates(grid, cell) for cell in empty}
            if not all(options.values()):
                return None
            single = self._single(grid, options)
            if single is None:
                return options
            cell, digit = single
            if digit not in options.get(cell, ()):
                return None
            grid[cell] = digit

    def _single(
        self, grid: list[int], options: dict[int, frozenset[int]]
    ) -> tuple[int, int] | None:
        """A cell and the one digit that can stand there; a cell of -1 says that some digit
        has no place in some unit."""
        for cell, digits in options.items():
            if len(digits) == 1:
                return cell, min(digits)
        for unit in self.puzzle.units():
            standing = {grid[cell] for cell in unit}
            for digit in range(1, self.puzzle.size + 1):
                if digit not in standing:
                    places = [cell for cell in unit if digit in options.get(cell, ())]
                    if len(places) < 2:
                        return (places[0] if places else -1), digit
        return None


def solutions(puzzle: Puzzle, budget: int | None = None) -> Iterator[Cells]:
    """All solutions of a puzzle without faults, each once.

    Raises ``BudgetSpentError`` when more than ``budget`` grids had to be looked at.
    """
    return Solver(puzzle, budget).solutions()


def verdict(puzzle: Puzzle, budget: int | None = None) -> str:
    """``unique``, ``multiple``, ``none``, or ``undecided`` when the budget is spent."""
    found = 0
    try:
        for _ in solutions(puzzle, budget):
            found += 1
            if found == 2:
                return "multiple"
    except BudgetSpentError:
        return "undecided"
    return "unique" if found else "none"
