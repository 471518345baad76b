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


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("following", [None, 2])
def test_a_broken_document_is_told_once_and_swallows_no_other(indent, following):
    """Cut off anywhere. Only where a value must come is the next document taken for it."""
    whole = json.dumps(DOCUMENTS[1], indent=indent)
    rest = "\n".join(json.dumps(document, indent=following) for document in DOCUMENTS)
    for cut in range(1, len(whole)):
        items = read(f"{whole[:cut]}\n{rest}\n")
        assert isinstance(items[0], Unreadable), whole[:cut]
        assert items[0].message.startswith("no JSON")
        puzzles = [item.puzzle for item in items[1:]]
        if puzzles != PUZZLES:
            assert puzzles == PUZZLES[1:]
            assert whole[:cut].rstrip().endswith((":", "[", ","))


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (json.dumps(DOCUMENTS[0]) * 2, "no JSON: Extra data"),
        (json.dumps(DOCUMENTS[0])[:-1] + "]", "no JSON"),
        (json.dumps(DOCUMENTS[0])[:-1] + ', "size": 9}', "key 'size' stands twice"),
        (json.dumps(DOCUMENTS[1]).replace('"total": 3', '"total": ' + "9" * 5000), "no JSON"),
        ("[" * 100_000 + '"', "no JSON"),
        ("[" + " " * 4_000_000 + "]", "the line is longer than 4,000,000 characters"),
        ("[\n" + "    \n" * 1_000_000 + "]", "longer than 4,000,000 characters"),
    ],
)
def test_what_is_no_document_is_told_with_its_reason(broken, message):
    items = read(f"{broken}\n{json.dumps(DOCUMENTS[1])}\n")
    assert [type(item) for item in items] == [Unreadable, Question]
    assert items[0].line == 1
    assert items[0].message.startswith(message)


def test_a_document_is_answered_before_the_next_one_comes():
    """Who types puzzles, or pipes them, waits for no line more."""

    class Slow(io.StringIO):
        lines = iter([json.dumps(DOCUMENTS[0]) + "\n"])

        def readline(self, size=-1):
            return next(self.lines)

    assert next(read_puzzles(Slow())).puzzle == PUZZLES[0]


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
