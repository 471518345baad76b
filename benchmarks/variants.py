"""Variants: the general engine on the published puzzles, many givens a rule list and asked once.

The peer is Interactive-Sudoku-Solver (JavaScript, https://github.com/sigh/Interactive-Sudoku-Solver,
run by node). Its times come from outside, measured on the same machine: the file named by
``PUZZLEMINT_PEER_ISS_TIMES`` holds a JSON list of objects with ``id``, ``solve_ms`` (searching
for a second solution) and ``setup_ms`` (from its text form to a solver).

Rates are 1 / median time over the puzzles of a set. *solve* is the search alone, many boards a
call; *once* is one puzzle alone: the rule list compiled from propagators, then one search.
Ratios are of medians; the remark has the ratio on the set's worst puzzle, and the last rows are
the worst puzzles of all sets. Puzzles whose peer's times are not given are left out of a set where
others have them.
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
LONG = 0.02  # seconds a turn after which one turn of one board is enough
FILES = ("dug_combinations", "tatham_solo", "hard_and_examples", "killers_some_not_unique")


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


def set_name(file: str, entry: dict[str, Any]) -> str:
    """What a puzzle is counted with: a set of ``dug_combinations``, or a kind of another file."""
    if file == "dug_combinations":
        return "dug " + str(entry["set"]).removeprefix("dug_")
    if file == "killers_some_not_unique":
        return "easy killers"
    kind = "solo" if file == "tatham_solo" else "hard"
    marks = (("X", "diag"), ("J", "regions"), ("K", "cages"), ("T", "thermos"))
    letters = "".join(letter for letter, key in marks if entry[key])
    return f"{kind} {letters or 'C'} {entry['size']}x{entry['size']}"


def measure(entry: dict[str, Any]) -> tuple[float, float]:
    """(solve, once) in milliseconds."""
    items = propagators(entry)
    board = np.array(entry["givens"], np.uint8)
    rules = compile_rules(entry["size"], items)
    solve = milliseconds(lambda: rules.count(board))
    if solve < LONG * 1e3:
        boards = np.repeat(board[None], COPIES, axis=0)
        solve = min(solve, milliseconds(lambda: rules.count(boards)) / COPIES)
    return solve, milliseconds(lambda: compile_rules(entry["size"], items).count(board))


def read_sets() -> dict[str, list[dict[str, Any]]]:
    """The puzzles of all files by set."""
    sets: dict[str, list[dict[str, Any]]] = {}
    for name in FILES:
        path = reference_file(f"variants/{name}.json")
        for entry in json.loads(path.read_text()) if path else []:
            sets.setdefault(set_name(name, entry), []).append(entry)
    return sets


def compare(name: str, mine: list[float], others: list[float], puzzles: int) -> Row:
    """The row of a set: all times in milliseconds, the peer's none where there are none."""
    median = statistics.median(mine)
    remark = f"{puzzles} puzzles, median {median:.4f} ms, slowest {max(mine):.3f}"
    if not others:
        return Row(name, "puzzles", 1e3 / median, remark=remark)
    worst = min(theirs / ours for ours, theirs in zip(mine, others, strict=True))
    remark += f"; worst {worst:.2f}x"
    return Row(name, "puzzles", 1e3 / median, "ISS", 1e3 / statistics.median(others), remark)


def table() -> list[Row]:
    """Two rows a set, one for each way of asking, and the worst puzzle of all for each way."""
    sets = read_sets()
    theirs = peer_times()
    rows = []
    worst: dict[str, tuple[float, Row]] = {}
    for name, entries in sets.items():
        known = [entry for entry in entries if "solve_ms" in theirs.get(entry["id"], {})] or entries
        if not rows:
            measure(known[0])  # compiles the kernels
        ours = [measure(entry) for entry in known]
        for way, column in (("solve", 0), ("once", 1)):
            mine = [times[column] for times in ours]
            peers = [theirs[entry["id"]] for entry in known if entry["id"] in theirs]
            others = [p["solve_ms"] + (p["setup_ms"] if column else 0) for p in peers]
            rows.append(compare(f"{name}: {way}", mine, others, len(known)))
            for entry, a, b in zip(known, mine, others, strict=False):
                title = f"{way}, worst of all: {entry['id']}"
                row = Row(title, "puzzles", 1e3 / a, "ISS", 1e3 / b, f"{a:.3f} ms for {b:.3f}")
                worst[way] = min(worst.get(way, (b / a, row)), (b / a, row), key=lambda x: x[0])
    return rows + [row for _, row in worst.values()]
