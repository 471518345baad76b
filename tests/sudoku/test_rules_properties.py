"""What every rule must do, asked of random rule lists: each rule by its own definition."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.sudoku.json_format import read_rule, rule_to_json
from pipeline.sudoku.propagators import Distinct, Relation, Sum, Unit
from pipeline.sudoku.rules.reading import Node
from pipeline.sudoku.symmetry import Symmetry, complement, identity_digits, rigid_motions


def holds(propagator, grid, size):
    """A propagator's meaning, read from its docstring."""
    match propagator:
        case Unit(cells):
            return sorted(grid[cell] for cell in cells) == list(range(1, size + 1))
        case Distinct(cells):
            return len({grid[cell] for cell in cells}) == len(cells)
        case Sum(cells, total, distinct):
            digits = [grid[cell] for cell in cells]
            return sum(digits) == total and (not distinct or len(set(digits)) == len(digits))
        case Relation(a, b, allowed):
            return bool(allowed[grid[a] - 1] >> (grid[b] - 1) & 1)


def partial_grids(size):
    digits = st.integers(0, size)
    return st.lists(digits, min_size=size * size, max_size=size * size).map(tuple)


def symmetries(size):
    digits = st.sampled_from((identity_digits(size), complement(size)))
    shuffled = st.permutations(range(1, size + 1)).map(lambda p: (0, *p))
    return st.builds(Symmetry, st.sampled_from(rigid_motions(size)), digits | shuffled)


@pytest.mark.parametrize("size", [4, 6])
@given(data=st.data())
def test_propagators_say_of_full_grids_what_the_rule_says(puzzles_with_grids, size, data):
    puzzle, grid = data.draw(puzzles_with_grids(size))
    grid = list(grid)
    for cell in data.draw(st.lists(st.integers(0, size * size - 1), max_size=2)):
        grid[cell] = data.draw(st.integers(1, size))
    for rule in puzzle.rules:
        assert rule.is_valid(grid) == all(holds(p, grid, size) for p in rule.propagators())


@given(data=st.data())
@settings(max_examples=200)
def test_no_candidate_of_a_completion_is_left_out(puzzles, data):
    """A rule may keep too much, never too little: with all but three cells of a full grid,
    what completes them to a grid that the rule permits is among the candidates."""
    puzzle = data.draw(puzzles(4))
    full = [max(digit, 1) for digit in data.draw(partial_grids(4))]
    open_cells = data.draw(st.permutations(range(16)))[:3]
    for rule in puzzle.rules:
        grid = list(full)
        for cell in open_cells:
            grid[cell] = 0
        candidates = [rule.candidates(grid, cell) for cell in open_cells]
        for digits in product(range(1, 5), repeat=3):
            filled = list(grid)
            for cell, digit in zip(open_cells, digits, strict=True):
                filled[cell] = digit
            if rule.is_valid(filled):
                assert rule.is_valid(grid)
                assert all(d in c for d, c in zip(digits, candidates, strict=True))


@given(data=st.data())
def test_the_last_empty_cell_has_exactly_the_digits_that_keep_the_grid_valid(puzzles, data):
    puzzle = data.draw(puzzles(4))
    full = [max(digit, 1) for digit in data.draw(partial_grids(4))]
    cell = data.draw(st.integers(0, 15))
    for rule in puzzle.rules:
        grid = [*full[:cell], 0, *full[cell + 1 :]]
        if not rule.is_valid(grid):
            continue
        valid = {d for d in range(1, 5) if rule.is_valid([*full[:cell], d, *full[cell + 1 :]])}
        assert rule.candidates(grid, cell) == valid
        assert rule.candidates(full, cell) == valid  # its own digit is left out of account


@pytest.mark.parametrize("size", [4, 6])
@given(data=st.data())
def test_a_transformed_rule_says_of_a_transformed_grid_what_the_rule_says(puzzles, size, data):
    puzzle = data.draw(puzzles(size))
    grid = data.draw(partial_grids(size))
    symmetry = data.draw(symmetries(size))
    for rule in puzzle.rules:
        image = rule.transformed(symmetry)
        if image is not None:
            assert not image.faults()
            assert image.is_valid(symmetry.apply(grid)) == rule.is_valid(grid)
            back = image.transformed(symmetry.inverse())
            assert back is not None
            assert back.transformed(symmetry) == image


@given(data=st.data())
def test_every_rule_survives_the_motions_of_the_square(puzzles, data):
    puzzle = data.draw(puzzles(6))
    for motion in rigid_motions(6):
        assert puzzle.transformed(Symmetry(motion, identity_digits(6))) is not None


@given(data=st.data())
def test_json_gives_every_rule_back(puzzles, data):
    puzzle = data.draw(puzzles(6))
    for rule in puzzle.rules:
        assert read_rule(Node(rule_to_json(rule), ""), 6) == rule
