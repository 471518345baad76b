"""Puzzles drawn as text."""

from pipeline.sudoku.board import Board, regions_from_text
from pipeline.sudoku.draw import draw_text
from pipeline.sudoku.lines import classic_puzzle
from pipeline.sudoku.puzzle import Puzzle
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
