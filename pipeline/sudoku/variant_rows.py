"""Corpus rows of puzzles with any rule list: made from puzzles, and turned back into them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pipeline.sudoku.board import regions_to_text, to_text
from pipeline.sudoku.canonical import variants as canonical
from pipeline.sudoku.columns import SCHEMA
from pipeline.sudoku.json_format import rules_to_text
from pipeline.sudoku.puzzle import Puzzle
from pipeline.sudoku.rules.groups import Jigsaw
from pipeline.sudoku.rules.killer import Killer
from pipeline.sudoku.rules.protocol import Rule
from pipeline.sudoku.rules.thermometers import Thermometers

Bytes = NDArray[np.uint8]


@dataclass(frozen=True)
class Row:
    """A puzzle proved unique, and how it came about; see ``columns`` for what each means."""

    index: int
    drawn: tuple[Rule, ...]
    givens: Bytes
    solution: Bytes
    seed_grid: Bytes
    mutations: str
    nodes: int
    minimal: bool | None
    cages_needed: int | None
    thermometers_needed: list[bool] | None


def table(undrawn: Sequence[Rule], rows: Sequence[Row]) -> pa.Table:
    """The rows as a table of ``columns.SCHEMA``; all have the same list of undrawn rules."""
    size = undrawn[0].size
    puzzles = [Puzzle(size, (*undrawn, *row.drawn), tuple(row.givens.tolist())) for row in rows]
    solutions = np.array([row.solution for row in rows], np.uint8).reshape(-1, size * size)
    group = canonical.group_of(puzzles[0].rules) if puzzles else None
    keys = canonical.fingerprints(puzzles, solutions, group)
    boards = [canonical.layout_board(puzzle.rules, size) for puzzle in puzzles]
    classes = canonical.solution_classes(boards, solutions)
    records = []
    for i, (row, puzzle) in enumerate(zip(rows, puzzles, strict=True)):
        givens = int(np.count_nonzero(row.givens))
        records.append(
            {
                "index": row.index,
                "fingerprint": keys[i].tobytes(),
                "solution_class": classes[i].tobytes(),
                "symmetry_group": canonical.group_name(puzzle.rules, group),
                "variant": puzzle.variant,
                "solution_count": 1,
                "proof_nodes": row.nodes,
                "seed_grid": to_text(row.seed_grid.tolist()),
                "mutations": row.mutations,
                "size": size,
                "givens": to_text(row.givens.tolist()),
                "solution": to_text(row.solution.tolist()),
                "givens_count": givens,
                "minimal": row.minimal if givens else None,
                **drawn_columns(puzzle.rules, size),
                "rules": rules_to_text(puzzle.rules),
                "thermometers_needed": row.thermometers_needed,
                "cages_needed": row.cages_needed,
            }
        )
    return pa.Table.from_pylist(records, SCHEMA)


def drawn_columns(rules: Sequence[Rule], size: int) -> dict[str, Any]:
    """The columns ``regions``, ``cages``, ``thermometers``: what is drawn, for queries.

    They repeat what ``rules`` says.
    """
    columns: dict[str, Any] = {"regions": None, "cages": None, "thermometers": None}
    for rule in rules:
        if isinstance(rule, Jigsaw):
            columns["regions"] = regions_to_text(rule.regions, size)
        elif isinstance(rule, Killer):
            columns["cages"] = [
                {"cells": list(cage.cells), "total": cage.total or 0} for cage in rule.cages
            ]
        elif isinstance(rule, Thermometers):
            columns["thermometers"] = [list(cells) for cells in rule.thermometers]
    return columns
