"""Carving classic puzzles out of complete grids, whole batches at a time.

Givens are taken away in random order as long as the answer stays unique. Whether a given may
go is asked as "is there a solution in which this cell is not its digit?": one solution
settles it, nothing is counted. Givens that a symmetry ties together go together or stay.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.sudoku.engine.classic import BUDGET, checked_grids
from pipeline.sudoku.engine.classic_carve_batch import carve_batch
from pipeline.sudoku.engine.classic_search import make_frames

Cell = tuple[int, int]
"""Row and column, from 0."""

SYMMETRIES: dict[str, tuple[Callable[[int, int], Cell], ...]] = {
    "none": (),
    "rotate180": (lambda r, c: (8 - r, 8 - c),),
    "rotate90": (lambda r, c: (c, 8 - r),),
    "mirror-vertical": (lambda r, c: (r, 8 - c),),
    "mirror-horizontal": (lambda r, c: (8 - r, c),),
    "diagonal": (lambda r, c: (c, r),),
    "antidiagonal": (lambda r, c: (8 - c, 8 - r),),
    "full": (lambda r, c: (c, r), lambda r, c: (r, 8 - c)),
}
"""Symmetries of a pattern of givens by name, each as maps that generate it. A mirror is named
by its axis: ``mirror-vertical`` swaps left and right."""


def orbits(symmetry: str) -> NDArray[np.int64]:
    """The sets of cells that stay or go together, one a row, filled up with -1."""
    if symmetry not in SYMMETRIES:
        raise ValueError(f"symmetry must be one of {', '.join(SYMMETRIES)}, not {symmetry!r}")
    left, found = set(range(81)), []
    while left:
        orbit = [min(left)]
        for cell in orbit:  # grows while it is read
            for image in SYMMETRIES[symmetry]:
                row, column = image(*divmod(cell, 9))
                if 9 * row + column not in orbit:
                    orbit.append(9 * row + column)
        left -= set(orbit)
        found.append(orbit)
    width = max(map(len, found))
    return np.array([orbit + [-1] * (width - len(orbit)) for orbit in found], np.int64)


@dataclass(frozen=True)
class Carved:
    """n carved puzzles.

    ``puzzles`` (uint8[n, 81]), ``givens`` (int64: how many), ``proof_nodes`` (int64: nodes of
    the final count to two), ``minimal`` (bool: proved that not one given can go),
    ``verdicts`` (int8: of the final count; unique, or undecided where the budget ran out).
    """

    puzzles: NDArray[np.uint8]
    givens: NDArray[np.int64]
    proof_nodes: NDArray[np.int64]
    minimal: NDArray[np.bool_]
    verdicts: NDArray[np.int8]


def carve(
    grids: NDArray[np.uint8],
    key: NDArray[np.uint64],
    first_index: int,
    *,
    target_givens: int = 0,
    symmetry: str = "none",
    budget: int = BUDGET,
) -> Carved:
    """Carve a puzzle out of each complete grid.

    Row i depends on its grid, ``key`` (uint64[4]) and the index ``first_index + i`` alone.
    Givens go until no orbit of ``symmetry`` can go, or until another one would leave fewer
    than ``target_givens``. Each question may spend ``budget`` nodes; a given whose question
    runs out of them stays.
    """
    grids = checked_grids(grids)
    if not grids.all():
        raise ValueError("grids must be complete")
    puzzles = grids.copy()
    givens, proof_nodes = np.zeros((2, len(grids)), np.int64)
    minimal, verdicts = np.zeros(len(grids), np.bool_), np.zeros(len(grids), np.int8)
    sets = orbits(symmetry)
    sizes = (sets >= 0).sum(1)
    if len(grids):
        carve_batch(
            grids, key, first_index, target_givens, sets, sizes, budget, make_frames(),
            puzzles, givens, proof_nodes, minimal, verdicts,
        )  # fmt: skip
    return Carved(puzzles, givens, proof_nodes, minimal, verdicts)
