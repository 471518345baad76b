"""Puzzles drawn as text and as pictures."""

from xml.etree import ElementTree

from pipeline.sudoku.board import Board, regions_from_text
from pipeline.sudoku.draw import draw_text
from pipeline.sudoku.draw_svg import draw_svg
from pipeline.sudoku.lines import classic_puzzle
from pipeline.sudoku.puzzle import Puzzle
from pipeline.sudoku.rules.groups import Diagonals
from pipeline.sudoku.rules.killer import Cage, Killer
from pipeline.sudoku.rules.kropki import Kropki
from pipeline.sudoku.rules.thermometers import Thermometers

CLASSIC = """\
┌───────┬───────┬───────┐
│ 5 3 . │ . 7 . │ . . . │
│ 6 . . │ 1 9 5 │ . . . │
│ . 9 8 │ . . . │ . 6 . │
├───────┼───────┼───────┤
│ 8 . . │ . 6 . │ . . 3 │
│ 4 . . │ 8 . 3 │ . . 1 │
│ 7 . . │ . 2 . │ . . 6 │
├───────┼───────┼───────┤
│ . 6 . │ . . . │ 2 8 . │
│ . . . │ 4 1 9 │ . . 5 │
│ . . . │ . 8 . │ . 7 9 │
└───────┴───────┴───────┘"""

JIGSAW = """\
┌───────────┬───┐
│ .   .   . │ . │
│   ┌───────┤   │
│ . │ .   . │ . │
├───┤   ┌───┘   │
│ . │ . │ .   . │
│   │   ├───────┤
│ . │ . │ .   . │
└───┴───┴───────┘"""


def test_a_classic_puzzle():
    givens = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    assert draw_text(classic_puzzle(givens)) == CLASSIC


def test_regions_have_their_own_borders():
    regions = regions_from_text("1112133243224344", 4)
    assert draw_text(Puzzle.on(Board.jigsaw(4, regions))) == JIGSAW


def test_what_text_cannot_draw_is_listed():
    thermometers = Thermometers(4, ((0, 1, 5),))
    text = draw_text(Puzzle.on(Board.boxes(4), [thermometers]))
    assert text.splitlines()[-1] == "thermometers: r1c1 r1c2 r2c2"


def shapes(puzzle):
    """The picture's shapes by their XML name."""
    found = {}
    for element in ElementTree.fromstring(draw_svg(puzzle)).iter():
        found.setdefault(element.tag.rpartition("}")[2], []).append(element)
    return found


def paths(found, **attributes):
    """The straight lines of a picture that have these attributes, as sets of end points."""
    return [
        element.get("d")
        for element in found["path"]
        if all(element.get(name.replace("_", "-")) == value for name, value in attributes.items())
    ]


def test_a_picture_has_every_digit():
    givens = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    texts = [element.text for element in shapes(classic_puzzle(givens))["text"]]
    assert texts == [digit for digit in givens if digit != "."]


def test_cages_are_dashed_inside_their_cells_and_say_their_total():
    found = shapes(Puzzle.on(Board.boxes(4), [Killer(4, (Cage((0, 1, 4), 7),))]))
    assert [element.text for element in found["text"]] == ["7"]
    dashed = paths(found, stroke_dasharray="3,3")
    assert sorted(dashed) == sorted(
        [
            "M5,5 L48,5",  # the top, over both cells of row 1
            "M48,5 L91,5",
            "M91,5 L91,43",  # round the right cell
            "M43,43 L91,43",  # into the corner that is cut out
            "M43,43 L43,91",
            "M5,91 L43,91",  # round the lower cell
            "M5,48 L5,91",
            "M5,5 L5,48",
        ]
    )


def test_every_kind_of_mark_is_painted():
    rules = [Thermometers(4, ((0, 1),)), Diagonals(4), Kropki(4, white=((2, 3),), black=((8, 9),))]
    plain, marked = shapes(Puzzle.on(Board.boxes(4))), shapes(Puzzle.on(Board.boxes(4), rules))
    fills = [circle.get("fill") for circle in marked["circle"]]
    assert sorted(fills) == ["#ccc", "black", "white"]
    assert len(marked["path"]) == len(plain["path"]) + 3
