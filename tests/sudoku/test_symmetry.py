"""The groups of rule lists: their orders, that they are groups, what they do to puzzles."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.sudoku.board import Board, from_text
from pipeline.sudoku.puzzle import Puzzle
from pipeline.sudoku.reference import solutions
from pipeline.sudoku.rules.anti_knight import AntiKnight
from pipeline.sudoku.rules.groups import Diagonals, board_rules
from pipeline.sudoku.rules.killer import Cage, Killer
from pipeline.sudoku.rules.kropki import Kropki
from pipeline.sudoku.rules.thermometers import Thermometers
from pipeline.sudoku.symmetry import Symmetry, identity
from pipeline.sudoku.symmetry_groups import line_maps, symmetry_group

KILLER = Killer(9, (Cage((0, 1), 3),))
GROUPS = [
    (Board.boxes(4), [], "128 x 4!"),
    (Board.boxes(6), [], "3456 x 6!"),
    (Board.boxes(9), [], "3359232 x 9!"),
    (Board.boxes(4), [Diagonals(4)], "16 x 4!"),
    (Board.boxes(6), [Diagonals(6)], "8 x 6!"),
    (Board.boxes(9), [Diagonals(9)], "96 x 9!"),
    (Board.boxes(9), [AntiKnight(9)], "8 x 9!"),
    (Board.boxes(9), [KILLER], "8 x 2"),
    (Board.boxes(9), [KILLER, Diagonals(9)], "8 x 2"),
    (Board.boxes(9), [KILLER, Diagonals(9, ("main",))], "4 x 2"),
    (Board.boxes(9), [Killer(9, (Cage((0, 1), None),))], "8 x 9!"),
    (Board.boxes(6), [Killer(6, (Cage((0, 1), 3),))], "4 x 2"),
    (Board.boxes(9), [Kropki(9, white=((0, 1),))], "8 x 2"),
    (Board.boxes(9), [Kropki(9, black=((0, 1),))], "8 x 1"),
    (Board.boxes(9), [Thermometers(9, ((0, 1),))], "8 x 2"),
    (Board.jigsaw(4, [(0, 1, 2, 3), (4, 5, 8, 9), (6, 7, 10, 11), (12, 13, 14, 15)]), [], "8 x 4!"),
]


@pytest.mark.parametrize(("board", "rules", "name"), GROUPS)
def test_orders(board, rules, name):
    group = symmetry_group([*board_rules(board), *rules])
    assert group.name == name
    if group.listed:
        assert group.listed[0] == identity(board.size).cells
        assert len(set(group.listed)) == len(group.listed) == group.cell_maps


@pytest.mark.slow
def test_one_diagonal_has_2592_cell_maps():
    rules = [*board_rules(Board.boxes(9)), Diagonals(9, ("main",))]
    assert symmetry_group(rules).name == "2592 x 9!"


def test_96_keep_the_diagonals_but_192_the_seventeen_cells():
    """The maps that merely keep the cells of both diagonals are twice as many."""
    diagonals = Diagonals(9)
    cells = {cell for unit in diagonals.units() for cell in unit}
    group = symmetry_group([*board_rules(Board.boxes(9)), diagonals])
    middle = [0, 1, 2, 5, 4, 3, 6, 7, 8]  # rows 4 and 6 change places
    mixed = tuple(middle[cell // 9] * 9 + cell % 9 for cell in range(81))
    assert {mixed[cell] for cell in cells} == cells
    assert mixed not in group.listed
    columns_too = tuple(middle[cell // 9] * 9 + middle[cell % 9] for cell in range(81))
    assert columns_too in group.listed


@pytest.mark.parametrize("size", [4, 6])
def test_listed_maps_form_a_group(size):
    for extra in ([], [Diagonals(size)]):
        listed = symmetry_group([*board_rules(Board.boxes(size)), *extra]).listed
        maps = set(listed)
        for a in listed[:: max(1, len(listed) // 12)]:
            for b in listed[:: max(1, len(listed) // 12)]:
                product = Symmetry(a, identity(size).digits).then(
                    Symmetry(b, identity(size).digits)
                )
                assert product.cells in maps
                assert product.inverse().cells in maps


def test_lines_of_a_board_with_boxes_are_listed_once_each():
    assert len(set(line_maps(6, (2, 3)))) == 3456


@given(data=st.data())
@settings(max_examples=25)
def test_a_symmetry_takes_solutions_to_solutions(puzzles, data):
    puzzle = data.draw(puzzles(4))
    group = symmetry_group(puzzle.rules)
    symmetry = group.random(np.random.default_rng(data.draw(st.integers(0, 2**32))))
    image = puzzle.transformed(symmetry)
    assert image is not None
    assert not image.faults()
    found = set(solutions(image))
    assert found == {symmetry.apply(solution) for solution in solutions(puzzle)}
    undone = image.transformed(symmetry.inverse())
    assert set(solutions(undone)) == set(solutions(puzzle))


def test_then_and_inverse():
    group = symmetry_group(board_rules(Board.boxes(9)))
    random = np.random.default_rng(1)
    a, b = group.random(random), group.random(random)
    grid = tuple(int(d) for d in random.integers(0, 10, 81))
    assert a.then(b).apply(grid) == b.apply(a.apply(grid))
    assert a.then(a.inverse()) == identity(9)


def test_what_a_symmetry_does_to_a_puzzle():
    turn = Symmetry(identity(4).cells, (0, 2, 1, 3, 4))
    puzzle = Puzzle.on(Board.boxes(4), [], from_text("1...2...........", 4))
    assert puzzle.transformed(turn).givens == from_text("2...1...........", 4)
