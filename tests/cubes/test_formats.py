"""Cube sets as text: what is read, what is refused and how that is said."""

import io
import json

import pytest

from pipeline.cubes.family import FAMILY
from pipeline.cubes.formats import LONGEST, looks_like_cubes, read_sets
from pipeline.family import Question, Unreadable

CRAZY_FOUR = ["RBGGBY", "YRRGYB", "BRYGYY", "YGGRRB"]
TEXT = " ".join(CRAZY_FOUR)


def read(text):
    return list(read_sets(io.StringIO(text)))


def texts(text):
    return [(item.line, item.text) for item in read(text) if isinstance(item, Question)]


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        "\n".join(CRAZY_FOUR),
        "\r\n".join(CRAZY_FOUR) + "\r\n",
        "  " + ", ".join(CRAZY_FOUR).lower() + "  # with a comment",
        ";".join(CRAZY_FOUR),
        json.dumps(CRAZY_FOUR),
        json.dumps({"name": "x # y", "cubes": CRAZY_FOUR}),
        json.dumps([{"cubes": CRAZY_FOUR}]),
        json.dumps({"faces": "top,bottom,front,back,left,right", "cubes": CRAZY_FOUR}, indent=1),
        json.dumps([CRAZY_FOUR], indent=4),
    ],
)
def test_all_ways_to_write_a_set(text):
    assert texts(text)[0][1] == TEXT
    assert len(read(text)) == 1
    assert looks_like_cubes(text)


def test_sets_stand_between_empty_lines_and_each_has_its_line():
    block = "\n".join(CRAZY_FOUR)
    text = f"# two blocks and two lines\n\n{block}\n\n\n{block}\n# end\n{TEXT}\n{TEXT}\n"
    assert [line for line, _ in texts(text)] == [3, 9, 14, 15]


def test_lines_in_a_json_list_are_those_of_its_items():
    text = json.dumps([{"cubes": CRAZY_FOUR}, {"cubes": CRAZY_FOUR}], indent=1)
    assert [line for line, _ in texts(text)] == [2, 10]


def test_json_lines_may_follow_each_other_and_plain_lines():
    text = f"{json.dumps(CRAZY_FOUR)}\n{json.dumps({'cubes': CRAZY_FOUR})}\n{TEXT}\n"
    assert [line for line, _ in texts(text)] == [1, 2, 3]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("RBGGBY YRRGY BRYGYY YGGRRB", 1, "cube 2 has 5 faces"),
        ("\n\nRBGGBY\nYRRGYB\nBRYGY\nYGGRRB", 3, "cube 3 has 5 faces"),
        ("RBGGBY YRRGYB BRYGYY YGGRRO", 1, "cube 4 brings in one too many, O"),
        ("RBGGBY 123456 BRYGYY YGGRRB", 1, "cube 2: the top face is '1'"),
        ('{"cubes": ["RBGGBY", 7]}', 1, "cube 2 is not a string"),
        ('{"cubes": "RBGGBY"}', 1, "no list of cubes"),
        ('{"faces": "front,back,top,bottom,left,right", "cubes": []}', 1, "faces must be in"),
        ('[{"cubes": ["RBGGBY"]}, 3]', 1, "set 1: a set has 2 to 8 cubes"),
        ("{", 1, "not JSON"),
        ("[[[[", 1, "not JSON"),
        ("[" * 100_000, 1, "not JSON"),
        ("RBGGBY\n" * 500, 1, "a set has 2 to 8 cubes"),
        ("R" * (LONGEST + 1), 1, "longer than 1,000,000"),
        ('[\n"' + '",\n"'.join(["RBGGBY"] * 120_000) + '"]', 1, "more than 1,000,000 characters"),
    ],
)
def test_bad_sets_are_told_by_line_and_cube(text, line, message):
    first = read(text)[0]
    assert isinstance(first, Unreadable)
    assert first.line == line
    assert message in first.message


@pytest.mark.parametrize(
    "bad", ["RBGGBY YRRGY", "{]", "x" * (LONGEST + 5), '{"cubes": 1}', "RBGGBY 7", "\u00e9" * 6]
)
def test_a_bad_set_does_not_stop_the_next(bad):
    items = read(f"{TEXT}\n{bad}\n\n{TEXT}\n")
    assert [type(item) for item in items] == [Question, Unreadable, Question]
    assert items[2].line == 4


def test_empty_input_holds_nothing():
    assert read("") == read("\n\n# nothing\n") == []


@pytest.mark.parametrize(
    "text",
    ["", "1" * 81, "." * 81, '{"givens": "1..."}', "4 4 16", "# only a comment", "A1 B2 C3 D0"],
)
def test_other_inputs_are_not_claimed(text):
    assert not looks_like_cubes(text)


def test_the_family_answers_what_it_reads():
    question = read(TEXT)[0]
    verdict = FAMILY.answer(question, limit=2, budget=1000)
    assert verdict.answer == "unique"
    assert len(verdict.solutions) == 1
    assert verdict.notes["up_to_rotation_and_flip"] == 1
    assert FAMILY.answer(question, limit=2, budget=10).answer == "undecided"
    assert "R-B" in FAMILY.show(question)
    assert len(FAMILY.fingerprint(question, "class")) == 32
    with pytest.raises(ValueError, match="no form 'minlex'"):
        FAMILY.fingerprint(question, "minlex")
