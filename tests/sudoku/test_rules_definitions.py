"""Each rule on examples worked out by hand, and what it says about bad settings."""

import csv

import pytest

from pipeline.sudoku.board import Board, regions_from_text
from pipeline.sudoku.puzzle import Puzzle
from pipeline.sudoku.rules.anti_knight import AntiKnight
from pipeline.sudoku.rules.groups import Boxes, Diagonals, Jigsaw
from pipeline.sudoku.rules.killer import Cage, Killer, cage_combinations
from pipeline.sudoku.rules.kropki import Kropki
from pipeline.sudoku.rules.thermometers import Thermometers
from pipeline.sudoku.rules.whispers import Whispers
from pipeline.sudoku.symmetry import Symmetry, complement, identity, rigid_motions


def grid(size, **digits):
    """A grid with some digits, such as ``r1c1=5``."""
    cells = [0] * size * size
    for name, digit in digits.items():
        row, column = name[1:].split("c")
        cells[(int(row) - 1) * size + int(column) - 1] = digit
    return cells


def test_a_killer_cell_may_take_what_keeps_the_total_in_reach():
    killer = Killer(9, (Cage((0, 1, 2), 7),))  # 1 2 4 is the only set
    assert killer.candidates(grid(9), 0) == {1, 2, 3, 4}
    assert killer.candidates(grid(9, r1c2=4), 0) == {1, 2}
    assert killer.candidates(grid(9, r1c2=4, r1c3=2), 0) == {1}
    assert not killer.is_valid(grid(9, r1c2=6))
    assert not killer.is_valid(grid(9, r1c2=2, r1c3=2))
    assert killer.candidates(grid(9), 80) == set(range(1, 10))


def test_least_and_greatest_totals_use_digits_that_the_cage_does_not_have_yet():
    killer = Killer(9, (Cage((0, 1, 2), 6),))
    assert killer.candidates(grid(9, r1c1=1), 1) == {2, 3}  # 1 + 4 + 1 is not to be had
    assert not killer.is_valid(grid(9, r1c1=1, r1c2=4))


def test_a_thermometer_cell_has_room_below_and_above():
    thermometer = Thermometers(9, ((0, 1, 2, 3),))
    assert thermometer.candidates(grid(9), 0) == set(range(1, 7))
    assert thermometer.candidates(grid(9), 2) == set(range(3, 9))
    assert thermometer.candidates(grid(9, r1c1=5), 3) == {8, 9}
    assert not thermometer.is_valid(grid(9, r1c1=4, r1c4=6))  # three steps, two digits
    assert thermometer.is_valid(grid(9, r1c1=4, r1c4=7))


def test_diagonals_knights_dots_and_whispers():
    assert not Diagonals(9).is_valid(grid(9, r1c1=5, r9c9=5))
    assert Diagonals(9, ("anti",)).is_valid(grid(9, r1c1=5, r9c9=5))
    assert not AntiKnight(9).is_valid(grid(9, r1c1=5, r2c3=5))
    assert AntiKnight(9).candidates(grid(9, r1c1=5), 11) == set(range(1, 10)) - {5}
    dots = Kropki(9, white=((0, 1),), black=((1, 2),))
    assert dots.candidates(grid(9, r1c1=3), 1) == {2, 4}
    assert dots.candidates(grid(9), 1) == {1, 2, 3, 4, 6, 8}
    whispers = Whispers(9, ((0, 1, 2),))
    assert whispers.candidates(grid(9), 1) == {1, 2, 3, 4, 6, 7, 8, 9}
    assert whispers.candidates(grid(9, r1c1=7), 1) == {1, 2}


def test_totals_and_thermometers_under_the_complement():
    upside_down = Symmetry(identity(9).cells, complement(9))
    killer = Killer(9, (Cage((0, 1, 2), 7), Cage((5, 6), None)))
    assert killer.transformed(upside_down).cages[0].total == 3 * 10 - 7
    assert Thermometers(9, ((0, 1, 2),)).transformed(upside_down).thermometers == ((2, 1, 0),)
    assert Kropki(9, white=((0, 1),)).transformed(upside_down) is not None
    assert Kropki(9, black=((0, 1),)).transformed(upside_down) is None


def test_only_diagonals_onto_diagonals_and_boxes_onto_boxes():
    swap_first_rows = Symmetry(
        tuple((1 - c // 9 if c < 18 else c // 9) * 9 + c % 9 for c in range(81)),
        identity(9).digits,
    )
    assert Boxes(9, 3, 3).transformed(swap_first_rows) == Boxes(9, 3, 3)
    assert Diagonals(9).transformed(swap_first_rows) is None
    assert Killer(9, ()).transformed(swap_first_rows) is None
    turned = Symmetry(rigid_motions(6)[4], identity(6).digits)
    assert Boxes(6, 2, 3).transformed(turned) == Boxes(6, 3, 2)
    mirrored = Symmetry(rigid_motions(9)[1], identity(9).digits)
    assert Diagonals(9, ("main",)).transformed(mirrored) == Diagonals(9, ("anti",))


def test_regions_that_are_boxes_are_boxes():
    assert Board.jigsaw(4, regions_from_text("aabbaabbccddccdd", 4)) == Board.boxes(4)
    assert Board.jigsaw(6, regions_from_text("aaabbb" * 2 + "cccddd" * 2 + "eeefff" * 2, 6)).box


BAD_RULES = [
    (Boxes(9, 2, 4), "boxes: boxes of 2 x 4 do not have 9 cells"),
    (Diagonals(9, ("anti", "main")), "diagonals: diagonals are main, anti or both"),
    (Killer(9, (Cage((0, 81), 5),)), "killer: cell 81 is off the board of 9 x 9 in the cage at"),
    (Killer(9, (Cage((0, 0), 5),)), "killer: a cell is named twice in the cage at r1c1 r1c1"),
    (Killer(9, (Cage((), 5),)), "killer: a cage has no cells"),
    (Killer(9, (Cage(tuple(range(10)), 45),)), "has more than 9 cells"),
    (Killer(9, (Cage((0, 1), 18),)), "18 is out of reach for the cage at r1c1 r1c2"),
    (Thermometers(9, ((0,),)), "the thermometer at r1c1 has fewer than 2 cells"),
    (Thermometers(9, ((*range(9), 17),)), "has more than 9 cells"),
    (Thermometers(9, ((0, 1, 0),)), "the thermometer at r1c1 r1c2 r1c1 crosses itself"),
    (Thermometers(9, ((8, 9),)), "jumps: r1c9 r2c1 do not touch"),
    (Thermometers(9, ((80, 89),)), "thermometers: cell 89 is off the board"),
    (Kropki(9, white=((0, 10),)), "the white dot at r1c1 r2c2 is not between cells"),
    (Kropki(9, black=((0, 1, 2),)), "the black dot at r1c1 r1c2 r1c3 has 3 cells"),
    (Whispers(9, ((0, 1),), 9), "a difference of 9 is not within 1 .. 8"),
    (Whispers(9, ((0,),)), "the whisper at r1c1 has fewer than 2 cells"),
]


@pytest.mark.parametrize(("rule", "message"), BAD_RULES)
def test_bad_settings_are_named_with_their_rule_and_cells(rule, message):
    faults = Puzzle.on(Board.boxes(9), [rule]).faults()
    assert any(message in fault for fault in faults), faults


def test_bad_regions_are_named():
    assert "not connected" in Jigsaw(4, regions_from_text("aabbaabbccddcdcd", 4)).faults()[0]
    faults = Jigsaw(4, regions_from_text("aaabaabbccddccdd", 4)).faults()
    assert any("5 cells instead of 4" in fault for fault in faults)
    assert any("do not tile" in f for f in Jigsaw(4, ((0, 1, 2, 3),)).faults())


def test_a_rule_is_listed_once():
    """Two entries would be one more way to write a puzzle, and two kinds of one variant."""
    two = [Killer(9, (Cage((0, 1), 3),)), Killer(9, (Cage((9, 10), 5),))]
    faults = Puzzle.on(Board.boxes(9), two).faults()
    assert faults == ["killer: the rule is listed 2 times; one entry must say it all"]


def test_givens_that_break_a_rule_are_named():
    puzzle = Puzzle.on(Board.boxes(9), [], tuple(grid(9, r1c1=5, r1c9=5, r9c9=3)))
    assert puzzle.faults() == ["rows: digit 5 stands twice in a row: r1c1 r1c9"]
    killer = Puzzle.on(Board.boxes(9), [Killer(9, (Cage((0, 1), 3),))], tuple(grid(9, r1c1=5)))
    assert "killer: the digits [5] leave no way to meet the total" in killer.faults()[0]


def test_odd_but_published_cages_are_valid_input():
    odd = (Cage((0, 1), 3), Cage((1, 2), None), Cage((40, 80), 10), Cage((60,), 4))
    assert Puzzle.on(Board.boxes(9), [Killer(9, odd)]).faults() == []


def test_the_cage_table_has_129_totals_and_511_sets():
    totals = [(k, t) for k in range(1, 10) for t in range(46) if cage_combinations(9, k, t)]
    assert len(totals) == 129
    assert sum(len(cage_combinations(9, k, t)) for k, t in totals) == 511


@pytest.mark.reference
def test_the_published_cage_table(reference):
    with (reference / "variants" / "cage_combinations.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert rows
    for row in rows:
        sets = cage_combinations(int(row["n"]), int(row["cells"]), int(row["sum"]))
        assert len(sets) == int(row["digit_sets"])
