"""Lines of 81 characters: every bad line has its message, and stops no other."""

import io

import pytest

from pipeline.family import Question, Unreadable
from pipeline.sudoku.board import to_text
from pipeline.sudoku.lines import LONGEST, looks_like_lines, read_lines

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ZEROS = PUZZLE.replace(".", "0")


def read(text):
    return list(read_lines(io.StringIO(text, newline="")))


@pytest.mark.parametrize(
    "line",
    [
        PUZZLE,
        ZEROS,
        ZEROS[:40] + PUZZLE[40:],
        f"  {PUZZLE}  ",
        f"{PUZZLE},8.3,a rating",
        f"{PUZZLE}\tfields",
        f"{PUZZLE};{PUZZLE}",
        f"{PUZZLE} # the puzzle of many essays",
        f"{PUZZLE}# and so",
    ],
)
def test_all_ways_to_write_a_puzzle(line):
    for ending in ("", "\n", "\r\n"):
        (question,) = read(line + ending)
        assert to_text(question.puzzle.givens) == PUZZLE
        assert question.puzzle.variant == "classic"


def test_line_numbers_count_comments_and_empty_lines():
    items = read(f"# a list\n\n{PUZZLE}\r\n   \n#\n{PUZZLE[:-1]}\n{ZEROS}")
    assert [(type(item), item.line) for item in items] == [
        (Question, 3),
        (Unreadable, 6),
        (Question, 7),
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (PUZZLE[:-1], "expected 81 characters, found 80"),
        (PUZZLE + ".", "expected 81 characters, found 82"),
        (",", "expected 81 characters, found 0"),
        ("puzzle,solution", "expected 81 characters, found 6"),
        (PUZZLE[:4] + "x" + PUZZLE[5:], "'X' at r1c5"),
        (PUZZLE[:80] + "\0", r"'\x00' at r9c9"),
        ("." * (LONGEST + 1), "longer than 4,096"),
        ("." * 1_000_000, "longer than 4,096"),
    ],
)
def test_a_bad_line_is_told_and_stops_no_other(line, message):
    before, bad, after = read(f"{PUZZLE}\n{line}\n{PUZZLE}\n")
    assert message in bad.message
    assert (before.line, bad.line, after.line) == (1, 2, 3)
    assert read(line)[0].message == bad.message  # also as the last line, without an end


def test_an_endless_line_is_never_held():
    class Endless(io.TextIOBase):
        longest = left = 0

        def readline(self, size=-1):
            assert 0 < size <= 2 * LONGEST
            self.left += 1
            return "." * size if self.left < 50_000 else ""

    (item,) = read_lines(Endless())
    assert isinstance(item, Unreadable)


def test_contradicting_givens_can_be_read():
    (question,) = read("55" + "." * 79)
    assert question.puzzle.givens[:2] == (5, 5)


def test_what_looks_like_lines():
    assert looks_like_lines(f"# comment\nbroken\n{PUZZLE}")
    assert not looks_like_lines('{"format": "puzzlemint-sudoku"}')
    assert not looks_like_lines(PUZZLE[:-1])
    assert not looks_like_lines("")
