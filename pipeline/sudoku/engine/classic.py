"""Classic 9x9 sudoku at speed: solve, count and fill whole batches of grids.

Grids are rows of uint8[n, 81], row-major, digits 1 to 9 and 0 for an empty cell. A batch is
one call of one compiled function, which owns no memory and releases the GIL. Answers and
node counts are the same on every machine. ``classic_reference`` is the readable definition.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.sudoku.engine.classic_batch import count_batch, fill_batch
from pipeline.sudoku.engine.classic_search import (
    MULTIPLE,
    NONE,
    UNDECIDED,
    UNIQUE,
    make_frames,
)

VERDICTS = ("none", "unique", "multiple", "undecided")
"""Names of the verdict codes, in the order of the codes."""

BUDGET = 1_000_000
"""Nodes that a search may spend unless told otherwise; the hardest puzzles known need under
a thousand, an empty grid's first solutions fewer than a hundred."""

Grids = NDArray[np.uint8]


@dataclass(frozen=True)
class Counts:
    """Answers about n puzzles.

    ``counts`` (int64): solutions found, at most the limit. ``nodes`` (int64): the puzzle
    itself and one for every guess. ``decided`` (bool): the count is exact or reached the
    limit; otherwise the budget ran out. ``verdicts`` (int8): codes into ``VERDICTS``;
    with a limit of 1 a solution that was found leaves the verdict ``undecided``.
    """

    counts: NDArray[np.int64]
    nodes: NDArray[np.int64]
    decided: NDArray[np.bool_]
    verdicts: NDArray[np.int8]


@dataclass(frozen=True)
class Solved(Counts):
    """``Counts``, and ``solutions`` (uint8[n, limit, 81]), of which the first ``counts`` are
    valid and the rest zero."""

    solutions: NDArray[np.uint8]


def checked_grids(grids: Grids) -> Grids:
    """The grids as the kernels want them; ``ValueError`` where shape or values are wrong."""
    grids = np.ascontiguousarray(grids, np.uint8)
    if grids.ndim != 2 or grids.shape[1] != 81:
        raise ValueError(f"grids must be uint8[n, 81], not {grids.shape}")
    if grids.size and grids.max() > 9:
        raise ValueError("cells must be 0 (empty) to 9")
    return grids


def _verdicts(
    counts: NDArray[np.int64], decided: NDArray[np.bool_], limit: int
) -> NDArray[np.int8]:
    known_unique = decided & (counts == 1) & (limit > 1)
    return np.select(
        [counts >= 2, known_unique, decided & (counts == 0)],
        [np.int8(MULTIPLE), np.int8(UNIQUE), np.int8(NONE)],
        np.int8(UNDECIDED),
    )


def solve(puzzles: Grids, limit: int = 1, budget: int = BUDGET) -> Solved:
    """Find up to ``limit`` solutions of each puzzle, always in the same order."""
    puzzles = checked_grids(puzzles)
    solutions = np.zeros((len(puzzles), limit, 81), np.uint8)
    counts, nodes, decided = _search(puzzles, limit, budget, solutions)
    return Solved(counts, nodes, decided, _verdicts(counts, decided, limit), solutions)


def count_solutions(puzzles: Grids, limit: int = 2, budget: int = BUDGET) -> Counts:
    """Count the solutions of each puzzle up to ``limit``; 2 asks whether it is unique."""
    puzzles = checked_grids(puzzles)
    unwanted = np.zeros((len(puzzles), 0, 81), np.uint8)
    counts, nodes, decided = _search(puzzles, limit, budget, unwanted)
    return Counts(counts, nodes, decided, _verdicts(counts, decided, limit))


def _search(
    puzzles: Grids, limit: int, budget: int, solutions: Grids
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    if limit < 1 or budget < 1:
        raise ValueError("limit and budget must be at least 1")
    counts, nodes = np.zeros((2, len(puzzles)), np.int64)
    decided = np.zeros(len(puzzles), np.bool_)
    boards = np.zeros((solutions.shape[1], 32), np.uint32)
    if len(puzzles):
        count_batch(
            puzzles, limit, budget, make_frames(), boards, counts, nodes, decided, solutions
        )
    return counts, nodes, decided


def fill(key: NDArray[np.uint64], first_index: int, count: int) -> Grids:
    """Complete grids by randomised search: uint8[count, 81].

    Row i comes from the stream of ``key`` (uint64[4]) and index ``first_index + i`` alone.
    Every grid can come out, but not all equally often.
    """
    grids = np.zeros((count, 81), np.uint8)
    if count:
        fill_batch(key, first_index, make_frames(), np.zeros((1, 32), np.uint32), grids)
    return grids
