"""Puzzles as JSON on an input: one or many, on a line or over many, the bad ones told."""

import io
import json

import pytest

from pipeline.family import Question, Unreadable
from pipeline.sudoku.board import Board
from pipeline.sudoku.documents import looks_like_documents, read_puzzles
from pipeline.sudoku.family import FAMILY
from pipeline.sudoku.json_format import puzzle_to_json
from pipeline.sudoku.puzzle import Puzzle
from pipeline.sudoku.rules.groups import Diagonals
from pipeline.sudoku.rules.killer import Cage, Killer

PUZZLES = [
    Puzzle.on(Board.boxes(4), [Diagonals(4)]),
    Puzzle.on(Board.boxes(4), [Killer(4, (Cage((0, 1), 3),))]),
]
DOCUMENTS = [puzzle_to_json(puzzle) for puzzle in PUZZLES]


def read(text):
    return list(read_puzzles(io.StringIO(text)))


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(map(json.dumps, DOCUMENTS)),
        "\n\n" + "\n\n".join(json.dumps(d, indent=2) for d in DOCUMENTS) + "\n",
        json.dumps(DOCUMENTS),
        json.dumps(DOCUMENTS, indent=1),
    ],
)
def test_documents_a_line_over_lines_and_in_a_list(text):
    assert [item.puzzle for item in read(text)] == PUZZLES
    assert looks_like_documents(text)
    assert FAMILY.claims(text)


def test_a_bad_document_is_told_with_its_line_and_the_others_are_read():
    bad = DOCUMENTS[0] | {"colour": 1}
    text = "\n".join(
        [json.dumps(DOCUMENTS[0]), "nonsense", json.dumps(bad), json.dumps(DOCUMENTS[1])]
    )
    items = read(text)
    assert [type(item) for item in items] == [Question, Unreadable, Unreadable, Question]
    assert [item.line for item in items] == [1, 2, 3, 4]
    assert "no JSON" in items[1].message
    assert items[2].message.startswith("puzzle: unknown key 'colour'")


def test_a_document_that_never_ends_is_told():
    items = read('{"format": "puzzlemint-sudoku",\n"version": 1,\n')
    assert len(items) == 1
    assert "no JSON" in items[0].message


def test_a_puzzle_that_cannot_be_is_told_with_its_place():
    puzzle = Puzzle.on(Board.boxes(4), [Killer(4, (Cage((0, 1), 9),))])
    items = read(json.dumps([DOCUMENTS[0], puzzle_to_json(puzzle)]))
    assert "out of reach for the cage at r1c1 r1c2" in items[1].message


def test_lines_of_classic_puzzles_are_read_as_before():
    items = read("\n# a comment\n" + "." * 81 + "\n" + "1" * 80 + "\n")
    assert [(type(item), item.line) for item in items] == [(Question, 3), (Unreadable, 4)]


def test_variants_and_classic_puzzles_are_answered_in_the_order_of_the_input():
    questions = [*read(json.dumps(DOCUMENTS)), *read("." * 81)]
    mixed = [questions[0], questions[2], questions[1]]
    answers = FAMILY.answers(mixed, limit=3, budget=1000)
    assert [len(verdict.solutions[0]) for verdict in answers] == [16, 81, 16]
    assert all(verdict.answer == "multiple" for verdict in answers)
    errors = FAMILY.keys(mixed, "minlex")
    assert isinstance(errors[0], ValueError)
    assert errors[1] == "0" * 81
