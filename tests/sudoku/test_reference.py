"""The reference solver against plain enumeration, known counts and published puzzles."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.sudoku.board import Board, from_text, regions_from_text
from pipeline.sudoku.puzzle import Puzzle
from pipeline.sudoku.reference import BudgetSpentError, Solver, solutions, verdict
from pipeline.sudoku.rules.groups import Diagonals


@given(data=st.data())
@settings(max_examples=40)
def test_it_finds_exactly_what_trying_everything_finds(puzzles_with_grids, data):
    """All but six cells are given, so that trying everything is 4^6 grids."""
    puzzle, grid = data.draw(puzzles_with_grids(4))
    open_cells = data.draw(st.permutations(range(16)))[:6]
    givens = [0 if cell in open_cells else digit for cell, digit in enumerate(grid)]
    puzzle = Puzzle(4, puzzle.rules, tuple(givens))
    expected = set()
    for digits in product(range(1, 5), repeat=6):
        filled = list(givens)
        for cell, digit in zip(open_cells, digits, strict=True):
            filled[cell] = digit
        if all(rule.is_valid(filled) for rule in puzzle.rules):
            expected.add(tuple(filled))
    found = list(solutions(puzzle))
    assert len(found) == len(set(found))
    assert set(found) == expected


def test_known_counts_of_small_grids():
    assert sum(1 for _ in solutions(Puzzle.on(Board.boxes(4)))) == 288
    assert sum(1 for _ in solutions(Puzzle.on(Board.boxes(4), [Diagonals(4)]))) == 48
    layout = regions_from_text("aaaabbbbcccdcddd", 4)
    assert sum(1 for _ in solutions(Puzzle.on(Board.jigsaw(4, layout)))) == 192


def test_full_and_empty_and_contradicting_grids():
    full = from_text("1234341221434321", 4)
    assert list(solutions(Puzzle.on(Board.boxes(4), [], full))) == [full]
    assert verdict(Puzzle.on(Board.boxes(4))) == "multiple"
    assert verdict(Puzzle.on(Board.boxes(4), [], from_text("11" + "." * 14, 4))) == "none"
    assert verdict(Puzzle.on(Board.boxes(4), [], from_text("123.4..........4", 4))) == "none"


def test_a_spent_budget_is_said_and_never_an_answer():
    puzzle = Puzzle.on(Board.boxes(9))
    with pytest.raises(BudgetSpentError):
        list(solutions(puzzle, budget=5))
    assert verdict(puzzle, budget=5) == "undecided"
    solver = Solver(puzzle, budget=2)
    with pytest.raises(BudgetSpentError):
        next(solver.solutions())
    assert solver.nodes == 3


@pytest.mark.reference
def test_published_puzzles_of_every_kind_that_it_can_do_in_a_moment(variants):
    kinds = {}
    for entry, puzzle in variants("tatham_solo") + variants("dug_combinations"):
        kind = (puzzle.size, puzzle.variant)
        if puzzle.size <= 9 and kinds.get(kind, 0) < 2:
            kinds[kind] = kinds.get(kind, 0) + 1
            answer = verdict(puzzle, budget=12)
            assert answer in ("unique", "undecided"), entry["id"]
            if answer == "unique":
                kinds[kind] = 2
                assert list(solutions(puzzle)) == [tuple(entry["solution"])]
    assert len(kinds) >= 12
