"""Classic puzzles as lines of 81 characters: ``1``-``9``, and ``.`` or ``0`` for empty.

The puzzle is the first field of a line; what follows a blank, a comma, a semicolon, a tab or
a ``#`` is not looked at, so lists that carry ratings or solutions can be read as they are.
Empty lines and lines that begin with ``#`` are passed over, and so is the carriage return of
CRLF. Memory is bounded whatever the input holds.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import TextIO

from pipeline.family import Question, Unreadable
from pipeline.sudoku.board import Board, from_text
from pipeline.sudoku.puzzle import Puzzle
from pipeline.text import bounded_lines

LONGEST = 4096
"""Characters of a line that are kept; a longer one is no puzzle."""

GRID = re.compile(r"[0-9.]{81}")
FIELD_END = re.compile(r"[\s,;#]")


def read_lines(stream: TextIO) -> Iterator[Question | Unreadable]:
    """The puzzles of a stream, in order; a bad line is told and the next one is read."""
    for number, line in bounded_lines(stream, LONGEST):
        if line is None:
            yield Unreadable(number, f"the line is longer than {LONGEST:,} characters")
            continue
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        text = first_field(line)
        try:
            yield Question(number, classic_puzzle(text), text)
        except ValueError as failure:
            yield Unreadable(number, str(failure))


def classic_puzzle(text: str) -> Puzzle:
    """The classic puzzle of 81 characters; ``ValueError`` says what is wrong and where.

    Givens may contradict each other: such a puzzle can be read, and has no solution.
    """
    empty = empty_classic()
    if GRID.fullmatch(text):  # nearly always, and seven times as fast
        givens = tuple(map(int, text.replace(".", "0")))
    else:
        givens = from_text(text, empty.size)
    return Puzzle(empty.size, empty.rules, givens)


@cache
def empty_classic() -> Puzzle:
    """The classic puzzle without givens."""
    return Puzzle.on(Board.boxes(9))


def first_field(line: str) -> str:
    """The puzzle's part of a line; empty for an empty line or a comment."""
    return FIELD_END.split(line.strip(), maxsplit=1)[0]


def looks_like_lines(text: str) -> bool:
    """Does some whole line of the text hold 81 characters of a classic puzzle?"""
    fields = map(first_field, text.splitlines())
    return any(GRID.fullmatch(field) for field in fields)
