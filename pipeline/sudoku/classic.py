"""Questions about classic puzzles that are already there: single ones, and rows of a corpus."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pipeline.family import Verdict
from pipeline.kernels.random import stream_key
from pipeline.sudoku.canonical.classes import class_fingerprints
from pipeline.sudoku.canonical.disguise import random_images
from pipeline.sudoku.canonical.puzzles import minlex_puzzles
from pipeline.sudoku.columns import boards, constant_column, text_column
from pipeline.sudoku.engine.classic import VERDICTS, solve
from pipeline.sudoku.engine.classic_search import UNIQUE
from pipeline.sudoku.puzzle import Puzzle

CELLS = 81
DISGUISES = 5
"""The stage of the random symmetries of ``disguised``."""


def answers(puzzles: Sequence[Puzzle], limit: int, budget: int) -> list[Verdict]:
    """Up to ``limit`` solutions of each; the verdict is sought (a limit of 2) even for one.

    Notes: ``count``, the solutions found; ``reason``, where givens contradict each other.
    """
    found = solve(_boards(puzzles), max(limit, 2), budget)
    verdicts = []
    for i, puzzle in enumerate(puzzles):
        count, verdict = int(found.counts[i]), VERDICTS[found.verdicts[i]]
        notes: dict[str, object] = {"count": count}
        if verdict == "none" and (faults := puzzle.faults()):
            notes["reason"] = "; ".join(faults)
        solutions = tuple(map(_text, found.solutions[i, : min(count, limit)]))
        verdicts.append(Verdict(verdict, int(found.nodes[i]), solutions, notes))
    return verdicts


def class_keys(puzzles: Sequence[Puzzle], budget: int) -> list[str | ValueError]:
    """The class fingerprint in hex, or an error where the puzzle is not proved unique."""
    boards_ = _boards(puzzles)
    found = solve(boards_, 2, budget)
    keys: list[str | ValueError] = [_no_class_key(verdict) for verdict in found.verdicts]
    unique = np.flatnonzero(found.verdicts == UNIQUE)
    fingerprints, _ = class_fingerprints(boards_[unique], found.solutions[unique, 0])
    for i, fingerprint in zip(unique, fingerprints, strict=True):
        keys[i] = fingerprint.tobytes().hex()
    return keys


def _no_class_key(verdict: int) -> ValueError:
    solutions = {"none": "no solution", "multiple": "several solutions"}.get(
        VERDICTS[verdict], "an unknown number of solutions (the budget ran out)"
    )
    return ValueError(
        f"the class key is of puzzles with one solution, this has {solutions}; "
        "--form minlex takes any puzzle"
    )


def minlex(puzzles: Sequence[Puzzle]) -> list[str]:
    """The row-minlex strings as published lists have them, ``0`` for empty."""
    return [_text(form, empty="0") for form in minlex_puzzles(_boards(puzzles))]


def _boards(puzzles: Sequence[Puzzle]) -> NDArray[np.uint8]:
    return np.array([puzzle.givens for puzzle in puzzles], np.uint8).reshape(-1, CELLS)


def _text(grid: NDArray[np.uint8], empty: str = ".") -> str:
    return (grid + np.uint8(ord("0"))).tobytes().decode().replace("0", empty)


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
