"""Variants: the general engine on the dug combinations, many givens a rule list and asked once.

The peer is Interactive-Sudoku-Solver (JavaScript, https://github.com/sigh/Interactive-Sudoku-Solver,
run by node). Its times come from outside, measured on the same machine: the file named by
``PUZZLEMINT_PEER_ISS_TIMES`` holds a JSON list of objects with ``id``, ``solve_ms`` (searching
for a second solution) and ``setup_ms`` (from its text form to a solver).

Rates are 1 / median time over the puzzles of a set. *solve* is the search alone, many boards a
call; *once* is one puzzle alone: the rule list compiled from propagators, then one search.
"""

import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import Row, reference_file
from pipeline.sudoku.board import Board, regions_from_text
from pipeline.sudoku.engine.general import compile_rules
from pipeline.sudoku.propagators import Propagator
from pipeline.sudoku.puzzle import Puzzle
from pipeline.sudoku.rules.groups import Diagonals
from pipeline.sudoku.rules.killer import Cage, Killer
from pipeline.sudoku.rules.thermometers import Thermometers

COPIES = 8  # boards a call in *solve*
TURNS = 5
LONG = 0.05  # seconds a turn after which one turn is enough


def propagators(entry: dict[str, Any]) -> list[Propagator]:
    """The propagators of one object of ``variants/*.json``."""
    size = entry["size"]
    layout = entry["regions"]
    board = Board.jigsaw(size, regions_from_text(layout, size)) if layout else Board.boxes(size)
    rules: list[Any] = []
    if entry["diag"]:
        rules.append(Diagonals(size, ("main", "anti")))
    if entry["cages"]:
        cages = (Cage(tuple(cells), total or None) for total, cells in entry["cages"])
        rules.append(Killer(size, tuple(cages)))
    if entry["thermos"]:
        rules.append(Thermometers(size, tuple(tuple(cells) for cells in entry["thermos"])))
    puzzle = Puzzle.on(board, rules, tuple(entry["givens"]))
    return [item for rule in puzzle.rules for item in rule.propagators()]


def milliseconds(work: Callable[[], object]) -> float:
    """The least processor time of a few turns."""
    best = float("inf")
    for _ in range(TURNS):
        start = time.process_time_ns()
        work()
        best = min(best, (time.process_time_ns() - start) / 1e9)
        if best > LONG:
            break
    return best * 1e3


def peer_times() -> dict[str, dict[str, float]]:
    """The peer's times by puzzle, empty where none are given, which is said loudly."""
    path = os.environ.get("PUZZLEMINT_PEER_ISS_TIMES")
    if not path:
        print("PUZZLEMINT_PEER_ISS_TIMES is not set: that peer is NOT measured", file=sys.stderr)
        return {}
    return {row["id"]: row for row in json.loads(Path(path).read_text())}


def measure(entry: dict[str, Any]) -> tuple[float, float]:
    """(solve, once) in milliseconds."""
    items = propagators(entry)
    board = np.array(entry["givens"], np.uint8)
    boards = np.repeat(board[None], COPIES, axis=0)
    rules = compile_rules(entry["size"], items)
    solve = milliseconds(lambda: rules.count(boards)) / COPIES
    return solve, milliseconds(lambda: compile_rules(entry["size"], items).count(board))


def table() -> list[Row]:
    """One row a set and way of asking; the remark holds the medians and the worst ratio."""
    path = reference_file("variants/dug_combinations.json")
    if path is None:
        return []
    theirs = peer_times()
    sets: dict[str, list[dict[str, Any]]] = {}
    for entry in json.loads(path.read_text()):
        sets.setdefault(entry["set"].removeprefix("dug_"), []).append(entry)
    measure(sets["C"][0])  # compiles the kernels
    rows = []
    for name, entries in sets.items():
        ours = [measure(entry) for entry in entries]
        peers = [theirs[entry["id"]] for entry in entries if entry["id"] in theirs]
        for way, column in (("solve", 0), ("once", 1)):
            mine = [times[column] for times in ours]
            others = [p["solve_ms"] + (p["setup_ms"] if column else 0) for p in peers]
            median = statistics.median(mine)
            remark = f"median {median:.4f} ms, worst {max(mine):.3f}"
            rate = None
            if len(others) == len(mine):
                rate = 1e3 / statistics.median(others)
                least = min(theirs_ / mine_ for theirs_, mine_ in zip(others, mine, strict=True))
                remark += f"; on the worst puzzle {least:.2f}x"
            rows.append(Row(f"{name}: {way}", "puzzles", 1e3 / median, "ISS", rate, remark))
    return rows
