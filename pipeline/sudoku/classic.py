"""Questions about classic puzzles that are already there: single ones, and rows of a corpus."""

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pipeline.family import Verdict
from pipeline.kernels.random import stream_key
from pipeline.sudoku.board import to_text
from pipeline.sudoku.canonical.classes import class_fingerprints
from pipeline.sudoku.canonical.disguise import random_images
from pipeline.sudoku.canonical.puzzles import minlex_puzzles
from pipeline.sudoku.columns import boards, constant_column, text_column
from pipeline.sudoku.engine.classic import UNIQUE, VERDICTS, solve
from pipeline.sudoku.puzzle import Puzzle

CELLS = 81
DISGUISES = 5
"""The stage of the random symmetries of ``disguised``."""


def answer(puzzle: Puzzle, limit: int, budget: int) -> Verdict:
    """Up to ``limit`` solutions; the verdict is sought (as for a limit of 2) even for one.

    Notes: ``count``, the solutions found; ``reason``, where givens contradict each other.
    """
    found = solve(_board(puzzle), max(limit, 2), budget)
    count, verdict = int(found.counts[0]), VERDICTS[found.verdicts[0]]
    notes: dict[str, object] = {"count": count}
    if verdict == "none" and (faults := puzzle.faults()):
        notes["reason"] = "; ".join(faults)
    solutions = [to_text(grid.tolist()) for grid in found.solutions[0, : min(count, limit)]]
    return Verdict(verdict, int(found.nodes[0]), tuple(solutions), notes)


def class_key(puzzle: Puzzle, budget: int) -> str:
    """The class fingerprint in hex; ``ValueError`` where the puzzle is not proved unique."""
    board = _board(puzzle)
    found = solve(board, 2, budget)
    if found.verdicts[0] != UNIQUE:
        solutions = {"none": "no solution", "multiple": "several solutions"}.get(
            VERDICTS[found.verdicts[0]], "an unknown number of solutions (budget)"
        )
        raise ValueError(
            f"the class key is of puzzles with one solution, this has {solutions}; "
            "--form minlex takes any puzzle"
        )
    fingerprints, _ = class_fingerprints(board, found.solutions[:, 0])
    return fingerprints[0].tobytes().hex()


def minlex(puzzle: Puzzle) -> str:
    """The row-minlex string as published lists have it, ``0`` for empty; any puzzle has one."""
    return to_text(minlex_puzzles(_board(puzzle))[0].tolist()).replace(".", "0")


def _board(puzzle: Puzzle) -> NDArray[np.uint8]:
    return np.array([puzzle.givens], np.uint8)


def fingerprints(rows: pa.Table) -> list[bytes]:
    """The fingerprint of each row, from its givens alone; zeros where they are not unique."""
    puzzles = boards(rows.column("givens"), CELLS)
    found = solve(puzzles, 2)
    keys = np.zeros((len(puzzles), 16), np.uint8)
    unique = found.verdicts == UNIQUE
    keys[unique], _ = class_fingerprints(puzzles[unique], found.solutions[unique, 0])
    return [key.tobytes() for key in keys]


def disguised(rows: pa.Table, seed: int) -> pa.Table:
    """Givens and solution of each row under a random symmetry; they have no mutations then."""
    pair = (boards(rows.column(name), CELLS) for name in ("givens", "solution"))
    images, _, _ = random_images(*pair, key=stream_key([seed, DISGUISES]))
    changed = {
        "givens": text_column(images[0]),
        "solution": text_column(images[1]),
        "seed_grid": constant_column("seed_grid", None, rows.num_rows),
        "mutations": constant_column("mutations", None, rows.num_rows),
    }
    for name, column in changed.items():
        place = rows.schema.get_field_index(name)
        rows = rows.set_column(place, rows.schema.field(place), column)
    return rows
