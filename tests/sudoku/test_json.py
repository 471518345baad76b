"""The JSON format: round trips, rows of a corpus, refusals with their place."""

import copy
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.sudoku.board import Board, to_text
from pipeline.sudoku.json_format import (
    puzzle_from_json,
    puzzle_from_row,
    puzzle_to_json,
    rules_to_text,
)
from pipeline.sudoku.puzzle import Puzzle, PuzzleError
from pipeline.sudoku.rules.groups import Diagonals
from pipeline.sudoku.rules.killer import Cage, Killer
from pipeline.sudoku.rules.reading import ReadingError
from pipeline.sudoku.rules.thermometers import Thermometers


@pytest.mark.parametrize("size", [4, 6])
@given(data=st.data())
def test_round_trip(puzzles_with_grids, size, data):
    puzzle, grid = data.draw(puzzles_with_grids(size))
    document = json.loads(json.dumps(puzzle_to_json(puzzle, grid)))
    assert puzzle_from_json(document) == puzzle
    row = {"size": size, "givens": to_text(puzzle.givens), "rules": rules_to_text(puzzle.rules)}
    assert puzzle_from_row(row) == puzzle


@pytest.mark.reference
def test_the_reference_variants_survive_a_round_trip(variants):
    for name in ("dug_combinations", "hard_and_examples"):
        for _, puzzle in variants(name):
            assert puzzle_from_json(json.loads(json.dumps(puzzle_to_json(puzzle)))) == puzzle


RULES = [Diagonals(9), Killer(9, (Cage((0, 1), 3),)), Thermometers(9, ((2, 3),))]
DOCUMENT = puzzle_to_json(Puzzle.on(Board.boxes(9), RULES))


def changed(path, value):
    """A copy of the document with one value replaced (or, at a new key, added)."""
    document = copy.deepcopy(DOCUMENT)
    target = document
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = value
    return document


REFUSALS = [
    (("format",), "sudoku", "format: expected 'puzzlemint-sudoku', found 'sudoku'"),
    (("version",), 2, "version: expected 1, found 2"),
    (("version",), True, "version: expected a whole number, found True"),
    (("size",), 3, "size: expected 4 .. 16, found 3"),
    (("colour",), 3, "puzzle: unknown key 'colour'"),
    (("givens",), "..", "givens: expected 81 characters, found 2"),
    (("givens",), "x" + "." * 80, "givens: character 'X' at r1c1 is no digit"),
    (("solution",), "..", "solution: expected 81 characters, found 2"),
    (("rules",), {}, "rules: expected a list"),
    (("rules", 0), "rows", "rules[0]: expected an object with a key 'rule'"),
    (("rules", 0, "rule"), "kniller", "rules[0].rule: unknown rule 'kniller' (known: rows"),
    (("rules", 0, "depth"), 1, "rules[0]: unknown key 'depth' (known: rule)"),
    (("rules", 2, "rows"), "3", "rules[2].rows: expected a whole number, found '3'"),
    (("rules", 3, "which"), ["up"], "rules[3].which[0]: expected main or anti, found 'up'"),
    (("rules", 4, "cages", 0, "sum"), 3, "rules[4].cages[0]: unknown key 'sum'"),
    (("rules", 4, "cages", 0), [0, 1], "rules[4].cages[0]: expected an object"),
    (("rules", 4, "cages", 0, "cells"), [0, 1.5], "rules[4].cages[0].cells[1]: expected a whole"),
    (("rules", 5, "thermometers"), [3], "rules[5].thermometers[0]: expected a list"),
]


@pytest.mark.parametrize(("path", "value", "message"), REFUSALS)
def test_what_is_unknown_is_refused_with_its_place(path, value, message):
    with pytest.raises(ReadingError) as error:
        puzzle_from_json(changed(path, value))
    assert str(error.value).startswith(message)


def test_missing_keys_and_impossible_puzzles():
    with pytest.raises(ReadingError, match="puzzle: key 'givens' is missing"):
        puzzle_from_json({k: v for k, v in DOCUMENT.items() if k != "givens"})
    with pytest.raises(ReadingError, match="lines\\[3\\]: expected an object"):
        puzzle_from_json([], place="lines[3]")
    with pytest.raises(PuzzleError, match=r"killer: cell 99 is off the board .* r1c1 r12c1"):
        puzzle_from_json(changed(("rules", 4, "cages", 0, "cells"), [0, 99]))
    with pytest.raises(ReadingError, match="rules: no JSON"):
        puzzle_from_row({"size": 9, "givens": "." * 81, "rules": "["})


def test_letters_above_nine_and_both_signs_for_empty():
    puzzle = Puzzle.on(Board.boxes(16), [], (16, 0, 10) + (0,) * 253)
    document = puzzle_to_json(puzzle)
    assert document["givens"].startswith("G.A.")
    document["givens"] = "g0a" + "0" * 253
    assert puzzle_from_json(document) == puzzle
