"""Engine and reference solver on random rule lists: the same solutions, all of them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.sudoku.engine.general import compile_rules
from pipeline.sudoku.reference import BudgetSpentError, solutions, verdict
from pipeline.sudoku.variants import answer

MOST = 400


@pytest.mark.parametrize(("size", "examples"), [(4, 60), (6, 40)])
def test_both_find_all_solutions(puzzles, size, examples):
    counts = []

    @given(data=st.data())
    @settings(max_examples=examples)
    def check(data):
        puzzle = data.draw(puzzles(size))
        found = []
        try:
            for solution in solutions(puzzle, budget=300):
                found.append(solution)
        except BudgetSpentError:
            return  # too many for the reference to list in a moment
        givens = np.array(puzzle.givens, np.uint8)
        rules = compile_rules(size, puzzle.propagators())
        answer = rules.solve(givens, limit=MOST)
        assert answer.decided[0]
        assert answer.counts[0] == len(found)
        listed = answer.solutions[0, : len(found)].tolist()
        assert {tuple(grid) for grid in listed} == set(found)
        left = rules.candidates
        for solution in found:  # what the rules leave of an empty board holds every solution
            assert all(left[cell] >> (digit - 1) & 1 for cell, digit in enumerate(solution))
        counts.append(len(found))

    check()
    assert 1 in counts
    assert max(counts) > 10
    assert len(counts) > examples / 2


@given(data=st.data())
@settings(max_examples=30)
def test_verdicts_of_the_command_line_are_those_of_the_reference(puzzles, data):
    puzzle = data.draw(puzzles(4))
    assert answer(puzzle, limit=1, budget=10_000).answer == verdict(puzzle)
