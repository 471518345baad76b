"""What the classic kernel means, in plain Python: the same questions, the same answers.

Slow (some milliseconds a puzzle) and short enough to be believed. Puzzles are sequences of
81 integers, row-major, 0 for an empty cell.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

CELLS = range(81)
DIGITS = frozenset(range(1, 10))
ROWS = [[9 * row + column for column in range(9)] for row in range(9)]
COLUMNS = [[9 * row + column for row in range(9)] for column in range(9)]
BOXES = [
    [27 * (box // 3) + 3 * (box % 3) + 9 * row + column for row in range(3) for column in range(3)]
    for box in range(9)
]
UNITS = ROWS + COLUMNS + BOXES
PEERS = [{c for unit in UNITS if cell in unit for c in unit} - {cell} for cell in CELLS]

Candidates = list[frozenset[int]]
"""The digits that may still stand in each cell."""


def without(candidates: Candidates, cell: int, digit: int) -> bool:
    """Strike out a candidate and all that follows from it; False at a contradiction."""
    if digit not in candidates[cell]:
        return True
    candidates[cell] -= {digit}
    if not candidates[cell]:
        return False
    if len(candidates[cell]) == 1:
        (last,) = candidates[cell]
        if not all(without(candidates, peer, last) for peer in PEERS[cell]):
            return False
    for unit in UNITS:
        if cell in unit:
            places = [place for place in unit if digit in candidates[place]]
            if not places or (len(places) == 1 and not only(candidates, places[0], digit)):
                return False
    return True


def only(candidates: Candidates, cell: int, digit: int) -> bool:
    """Place a digit; False at a contradiction."""
    if digit not in candidates[cell]:
        return False
    return all(without(candidates, cell, other) for other in candidates[cell] - {digit})


def search(candidates: Candidates) -> Iterator[list[int]]:
    """All solutions within the candidates, each once."""
    open_cells = [cell for cell in CELLS if len(candidates[cell]) > 1]
    if not open_cells:
        yield [digit for (digit,) in candidates]
        return
    cell = min(open_cells, key=lambda cell: (len(candidates[cell]), cell))
    for digit in sorted(candidates[cell]):
        child = list(candidates)
        if only(child, cell, digit):
            yield from search(child)


def solutions(puzzle: Sequence[int]) -> Iterator[list[int]]:
    """All solutions of a puzzle, each once."""
    candidates: Candidates = [DIGITS] * 81
    if all(only(candidates, cell, puzzle[cell]) for cell in CELLS if puzzle[cell]):
        yield from search(candidates)


def verdict(puzzle: Sequence[int]) -> str:
    """``none``, ``unique`` or ``multiple``."""
    return ("none", "unique", "multiple")[len(list(islice(solutions(puzzle), 2)))]


def is_minimal(puzzle: Sequence[int]) -> bool:
    """Has the puzzle one solution, and several as soon as any given is taken away?"""
    fewer = ([*puzzle[:cell], 0, *puzzle[cell + 1 :]] for cell in CELLS if puzzle[cell])
    return verdict(puzzle) == "unique" and all(verdict(p) == "multiple" for p in fewer)
