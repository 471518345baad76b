"""The general engine on the published variants, and on another kind of processor."""

import os
import subprocess
import sys

import numpy as np
import pytest

from pipeline.sudoku.engine.general import ANSWERS, UNDECIDED, UNIQUE, compile_rules

SETS = ("tatham_solo", "dug_combinations", "hard_and_examples", "killers_some_not_unique")
BUDGET = 2_000  # guesses within which all but the hardest are answered
HARD = {"hard_and_examples": 17, "dug_combinations": 10}  # how many may need more


def ask(entry, puzzle, budget):
    """(count, the answer in words, first solution, nodes)"""
    items = [item for rule in puzzle.rules for item in rule.propagators()]
    rules = compile_rules(puzzle.size, items)
    answer = rules.solve(np.array(puzzle.givens, np.uint8), 2, budget)
    return answer.verdicts[0], answer.solutions[0, 0], answer.nodes[0]


def right_verdict(entry):
    """2 for several solutions, 1 for one, by the reference data's own account."""
    return entry.get("solutions_upto2") or entry.get("solutions")


def check(entry, verdict, solution):
    expected = right_verdict(entry)
    if expected:
        assert ANSWERS[verdict] == ANSWERS[expected], entry["id"]
    known = entry["solution"]
    if verdict == UNIQUE and known and min(known) == 1:
        assert solution.tolist() == list(known), entry["id"]


@pytest.mark.reference
@pytest.mark.parametrize("name", SETS)
def test_published_puzzles_have_the_right_verdict(name, variants):
    undecided = 0
    for entry, puzzle in variants(name):
        verdict, solution, nodes = ask(entry, puzzle, BUDGET)
        if verdict == UNDECIDED:
            assert nodes == BUDGET
            undecided += 1
        else:
            check(entry, verdict, solution)
    assert undecided <= HARD.get(name, 0)


@pytest.mark.reference
@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", SETS)
def test_the_hardest_are_decided_with_time(name, variants):
    for entry, puzzle in variants(name):
        verdict, solution, _ = ask(entry, puzzle, 5_000_000)
        assert verdict != UNDECIDED, entry["id"]
        check(entry, verdict, solution)


PROBE = """
import numpy as np
from pipeline.sudoku.engine.general import compile_rules
from pipeline.sudoku.propagators import Relation, Sum, Unit
rows = [tuple(range(6 * r, 6 * r + 6)) for r in range(6)]
columns = [tuple(range(c, 36, 6)) for c in range(6)]
boxes = [tuple(6 * (r + i) + c + j for i in range(2) for j in range(3))
         for r in (0, 2, 4) for c in (0, 3)]
less = (62, 60, 56, 48, 32, 0)
rules = compile_rules(6, [*map(Unit, rows + columns + boxes), Sum((0, 1, 6), 12),
    Sum((20, 21, 27, 28), 14), Sum((35, 29), 5), Relation(3, 4, less), Relation(4, 10, less)])
answer = rules.count(np.zeros((1, 36), np.uint8), 3000)
filled = rules.fill(np.arange(4, dtype=np.uint64), 0, 3)
carved = rules.carve(filled.solutions[0], np.arange(4, dtype=np.uint64), 1, minimal=True)
print(rules.candidates.tolist(), answer.counts, answer.nodes, filled.solutions.tolist(),
      filled.nodes, carved.givens.tolist(), carved.nodes)
"""


@pytest.mark.timeout(600)
def test_another_processor_gives_the_same_answers_and_nodes(tmp_path):
    def run(**settings):
        environment = os.environ | settings
        command = [sys.executable, "-c", PROBE]
        return subprocess.run(command, env=environment, check=True, capture_output=True).stdout

    assert run() == run(NUMBA_CPU_NAME="x86-64-v2", NUMBA_CPU_FEATURES="")
