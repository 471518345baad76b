"""Questions about puzzles with any rule list: single ones, and rows of a corpus."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pipeline.family import Verdict
from pipeline.sudoku.board import to_text
from pipeline.sudoku.canonical import variants as canonical
from pipeline.sudoku.engine.general import (
    ANSWERS,
    DEFAULT_BUDGET,
    UNIQUE,
    CompiledRules,
    compile_rules,
)
from pipeline.sudoku.json_format import puzzle_from_row, rules_to_text
from pipeline.sudoku.puzzle import Puzzle
from pipeline.sudoku.rules.protocol import Rule
from pipeline.sudoku.variant_rows import drawn_columns

NO_KEY = {
    "none": "no solution",
    "multiple": "several solutions",
    "undecided": "an unknown number of solutions (the budget ran out)",
}


@lru_cache(maxsize=32)
def compiled(size: int, rules: tuple[Rule, ...]) -> CompiledRules:
    """The engine's program of a rule list; the last ones are remembered."""
    return compile_rules(size, [p for rule in rules for p in rule.propagators()])


def answer(puzzle: Puzzle, limit: int, budget: int) -> Verdict:
    """Up to ``limit`` solutions; the verdict is sought (a limit of 2) even for one.

    Notes: ``count``, the solutions found; ``reason``, where givens break a rule.
    """
    givens = np.array(puzzle.givens, np.uint8)
    limit_ = max(limit, 2)
    found = compiled(puzzle.size, puzzle.rules).count(givens, limit_, budget, keep=limit)
    count, name = int(found.counts[0]), ANSWERS[found.verdicts[0]]
    notes: dict[str, object] = {"count": count}
    if name == "none" and (faults := puzzle.faults()):
        notes["reason"] = "; ".join(faults)
    solutions = [to_text(grid) for grid in found.solutions[0, : min(count, limit)].tolist()]
    return Verdict(name, int(found.nodes[0]), tuple(solutions), notes)


def solved(puzzle: Puzzle, budget: int) -> tuple[str, NDArray[np.uint8]]:
    """The verdict and the first solution (uint8[cells]; zeros where there is none)."""
    givens = np.array(puzzle.givens, np.uint8)
    found = compiled(puzzle.size, puzzle.rules).count(givens, 2, budget, keep=1)
    return ANSWERS[found.verdicts[0]], found.solutions[0, 0]


def class_key(puzzle: Puzzle, budget: int) -> str | ValueError:
    """The class fingerprint in hex, or an error where the puzzle is not proved unique."""
    verdict, solution = solved(puzzle, budget)
    if verdict != ANSWERS[UNIQUE]:
        return ValueError(
            f"the class key is of puzzles with one solution, this has {NO_KEY[verdict]}"
        )
    puzzle = canonical.with_plain_boxes(puzzle)
    return str(canonical.fingerprints([puzzle], solution[None])[0].tobytes().hex())


def fingerprints(rows: pa.Table) -> list[bytes]:
    """The fingerprint of each row, from the puzzle alone; zeros where it is not unique."""
    keys = []
    for row in rows.select(["size", "rules", "givens"]).to_pylist():
        key = class_key(puzzle_from_row(row), DEFAULT_BUDGET)
        keys.append(bytes(16) if isinstance(key, ValueError) else bytes.fromhex(key))
    return keys


def disguised(rows: pa.Table, seed: int) -> pa.Table:
    """Each row's puzzle and solution under a random symmetry of its rules.

    What depends on the order in which things are drawn, or on how the row was made, is null.
    """
    records = rows.to_pylist()
    for number, record in enumerate(records):
        puzzle = puzzle_from_row(record)
        random = np.random.default_rng([seed, number])
        symmetry = canonical.group_of(puzzle.rules).random(random)
        image = puzzle.transformed(symmetry)
        assert image is not None  # every rule survives what is in the group
        solution = puzzle_from_row(record | {"givens": record["solution"]}).givens
        records[number] |= drawn_columns(image.rules, image.size) | {
            "givens": to_text(image.givens),
            "solution": to_text(symmetry.apply(solution)),
            "rules": rules_to_text(image.rules),
            "seed_grid": None,
            "mutations": None,
            "cages_needed": None,
            "thermometers_needed": None,
        }
    return pa.Table.from_pylist(records, rows.schema)


def answers(puzzles: Sequence[Puzzle], limit: int, budget: int) -> list[Verdict]:
    """``answer`` for each."""
    return [answer(puzzle, limit, budget) for puzzle in puzzles]
