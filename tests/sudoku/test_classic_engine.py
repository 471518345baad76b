"""The classic kernel against its plain-Python reference, and its answers in odd cases."""

import json
import os
import subprocess
import sys
from itertools import islice

import numpy as np
import pytest

from pipeline.kernels.random import stream_key
from pipeline.sudoku.engine import classic_reference as reference_solver
from pipeline.sudoku.engine.classic import VERDICTS, count_solutions, fill, solve
from pipeline.sudoku.engine.classic_carve import carve

# Puzzles quoted from the reference data, with the guesses that a count to two takes.
QUOTED = {
    "000000000000000001000002030000003020001040000005000060030000004070080009620007000": 1,
    "003000000000780100009023400204005008300600014060000070500007006600040000000000037": 0,
    "400030000000600800000000001000050090080000600070200000000102700503000040900000000": 48,
    "980700600750040000003008070500007030009400000000020100300000001090005080005200006": 58,
    "000000008003000400090020060000079000000061200060502070008000500010000020405000003": 68,
    "980700600750400000003080070500008200030090080000004001300050090070001006000000002": 41,
}


def grids(*texts):
    return np.array([[int(c) for c in text.replace(".", "0")] for text in texts], np.uint8)


def name(codes):
    return [VERDICTS[code] for code in codes]


def is_grid(cells):
    """Does every digit stand in every row, column and box?"""
    units = reference_solver.UNITS
    return all({int(cells[cell]) for cell in unit} == set(range(1, 10)) for unit in units)


@pytest.fixture(scope="module")
def questions():
    """Random puzzles with none, one and several solutions, and what the reference says."""
    random = np.random.default_rng(20240229)
    puzzles = []
    for grid in fill(stream_key([1]), 0, 30):
        for givens in (22, 26, 30, 40):
            puzzle = np.where(random.permutation(81) < givens, grid, 0).astype(np.uint8)
            if givens > 26:  # a wrong digit: mostly no solution, now and then some
                puzzle[random.integers(81)] = random.integers(1, 10)
            puzzles.append(puzzle)
    return np.array(puzzles), [reference_solver.verdict(p.tolist()) for p in puzzles]


def test_verdicts_are_the_references(questions):
    puzzles, verdicts = questions
    assert set(verdicts) == {"none", "unique", "multiple"}
    assert name(count_solutions(puzzles).verdicts) == verdicts


def test_solutions_are_the_references(questions):
    puzzles, _ = questions
    limit = 20
    solved = solve(puzzles, limit)
    for puzzle, count, found in zip(puzzles, solved.counts, solved.solutions, strict=True):
        expected = {
            tuple(s) for s in islice(reference_solver.solutions(puzzle.tolist()), limit + 1)
        }
        assert count == min(len(expected), limit)
        assert len({tuple(s) for s in found[:count].tolist()}) == count
        assert not found[count:].any()
        for solution in found[:count]:
            assert is_grid(solution)
            assert ((puzzle == 0) | (puzzle == solution)).all()
        if len(expected) <= limit:
            assert {tuple(s) for s in found[:count].tolist()} == expected


def test_more_solutions_are_counted_up_to_any_limit():
    # Four digits taken out of a grid can go back in many ways.
    grid = fill(stream_key([2]), 0, 1)[0]
    puzzle = np.where(np.isin(grid, (1, 2, 3, 4)), 0, grid).astype(np.uint8)
    expected = len(list(reference_solver.solutions(puzzle.tolist())))
    assert expected > 20
    assert count_solutions(puzzle[None], limit=10**9).counts[0] == expected
    assert count_solutions(puzzle[None], limit=expected - 1).counts[0] == expected - 1


def test_the_empty_grid():
    empty = np.zeros((1, 81), np.uint8)
    assert name(count_solutions(empty).verdicts) == ["multiple"]
    solved = solve(empty, limit=50)
    assert solved.counts[0] == len({tuple(s) for s in solved.solutions[0].tolist()}) == 50
    assert all(is_grid(solution) for solution in solved.solutions[0])


def test_a_full_grid_is_its_own_solution():
    full = fill(stream_key([3]), 0, 20)
    counted = solve(full, limit=2)
    assert name(counted.verdicts) == ["unique"] * 20
    assert (counted.nodes == 1).all()
    assert (counted.solutions[:, 0] == full).all()
    full[:, 40] = full[:, 40] % 9 + 1
    assert name(count_solutions(full).verdicts) == ["none"] * 20


@pytest.mark.parametrize("unit", [*range(9), 9, 14, 17, 18, 22, 26])
def test_contradicting_givens_have_no_solution_and_are_found_at_once(unit):
    cells = reference_solver.UNITS[unit]
    puzzles = np.zeros((9, 81), np.uint8)
    for i, (a, b) in enumerate([(0, 1), (0, 4), (0, 8), (2, 3), (3, 5), (4, 7), (5, 6), (7, 8)]):
        puzzles[i, [cells[a], cells[b]]] = i + 1
    puzzles[8, [cells[1], cells[5]]] = 9
    counted = count_solutions(puzzles)
    assert name(counted.verdicts) == ["none"] * 9
    assert (counted.nodes == 1).all()


def test_a_spent_budget_is_undecided_and_never_unique():
    puzzles = grids(*QUOTED)
    guesses = np.array(list(QUOTED.values()))
    for budget in (1, 2, 10, *guesses[guesses > 0], *(guesses + 1)):
        counted = count_solutions(puzzles, budget=budget)
        enough = guesses + 1 <= budget
        assert (counted.decided == enough).all()
        assert name(counted.verdicts) == ["unique" if e else "undecided" for e in enough]
        assert (counted.nodes <= budget).all()


def test_one_solution_found_does_not_make_a_puzzle_unique():
    assert name(solve(grids(*QUOTED), limit=1).verdicts) == ["undecided"] * len(QUOTED)


def test_guesses_are_pinned():
    counted = count_solutions(grids(*QUOTED))
    assert dict(zip(QUOTED, (counted.nodes - 1).tolist(), strict=True)) == QUOTED


def test_bad_arguments_are_refused():
    with pytest.raises(ValueError, match="n, 81"):
        count_solutions(np.zeros(81, np.uint8))
    with pytest.raises(ValueError, match="cells must be 0"):
        count_solutions(np.full((1, 81), 10, np.uint8))
    with pytest.raises(ValueError, match="at least 1"):
        count_solutions(np.zeros((1, 81), np.uint8), limit=0)
    assert len(count_solutions(np.zeros((0, 81), np.uint8)).counts) == 0


def test_fill_makes_different_valid_grids_each_from_its_index_alone():
    key = stream_key([4, 5])
    all_of_them = fill(key, 0, 200)
    assert all(is_grid(grid) for grid in all_of_them)
    assert len({grid.tobytes() for grid in all_of_them}) == 200
    assert (fill(key, 150, 50) == all_of_them[150:]).all()
    assert not (fill(stream_key([4, 6]), 0, 200) == all_of_them).all(1).any()
    assert len(fill(key, 0, 0)) == 0


OTHER_PROCESSOR = """
import json
import numpy as np
from pipeline.kernels.random import stream_key
from pipeline.sudoku.engine.classic import fill, solve
from pipeline.sudoku.engine.classic_carve import carve
grids = fill(stream_key([6]), 0, 20)
carved = carve(grids, stream_key([7]), 0)
solved = solve(carved.puzzles, limit=2)
print(json.dumps([a.tolist() for a in (
    carved.puzzles, carved.proof_nodes, solved.nodes, solved.solutions)]))
"""


def test_another_processor_gives_the_same_answers_and_guesses(tmp_path):
    """One kernel for all machines: a narrower one has other instructions, not other answers."""
    environment = os.environ | {
        "XDG_CACHE_HOME": str(tmp_path), "NUMBA_CPU_NAME": "x86-64-v2", "NUMBA_CPU_FEATURES": ""
    }  # fmt: skip
    command = [sys.executable, "-c", OTHER_PROCESSOR]
    answer = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    puzzles, *rest = json.loads(answer.stdout)
    here = solve(np.array(puzzles, np.uint8), limit=2)
    assert rest == [here.nodes.tolist(), here.nodes.tolist(), here.solutions.tolist()]
    assert (fill(stream_key([6]), 0, 20) == np.array(rest[2], np.uint8)[:, 0]).all()
    assert (carve(here.solutions[:, 0], stream_key([7]), 0).puzzles == puzzles).all()
