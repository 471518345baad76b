"""Puzzles as JSON on an input: documents one after the other, one a line or over many lines,
or one list of them. The format is ``json_format``'s.
"""

import json
from collections.abc import Iterator
from typing import Any, TextIO

from pipeline.family import Question, Unreadable
from pipeline.sudoku.json_format import FORMAT, puzzle_from_json
from pipeline.sudoku.lines import read_lines

LONGEST = 4_000_000
"""Characters of one document; what is longer is no puzzle."""


class Reader:
    """A text stream of which the next line can be looked at before it is read."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.pending = ""

    def peek(self) -> str:
        """The next line (or its first ``LONGEST`` characters), which stays to be read."""
        self.pending = self.pending or self.stream.readline(LONGEST)
        return self.pending

    def readline(self, limit: int = -1) -> str:
        """As a text file's ``readline``."""
        if not self.pending:
            return self.stream.readline(limit)
        end = len(self.pending) if limit < 0 else min(limit, len(self.pending))
        line, self.pending = self.pending[:end], self.pending[end:]
        return line


def looks_like_documents(text: str) -> bool:
    """Does the beginning of an input look like JSON in this format?"""
    return text.lstrip()[:1] in ("{", "[") and f'"{FORMAT}"' in text


def read_puzzles(stream: TextIO) -> Iterator[Question | Unreadable]:
    """The puzzles of an input, documents or lines of 81 characters; a bad one is told, with
    its line, and the next one is read."""
    reader = Reader(stream)
    blank = 0
    while reader.peek() and not reader.peek().strip():
        reader.readline()
        blank += 1
    if reader.peek().lstrip()[:1] in ("{", "["):
        yield from _read_documents(reader, blank + 1)
        return
    for item in read_lines(reader):  # type: ignore[arg-type]  # it only calls readline
        yield _shifted(item, blank)


def _shifted(item: Question | Unreadable, lines: int) -> Question | Unreadable:
    if not lines:
        return item
    if isinstance(item, Unreadable):
        return Unreadable(item.line + lines, item.message)
    return Question(item.line + lines, item.puzzle, item.text)


def _read_documents(reader: Reader, number: int) -> Iterator[Question | Unreadable]:
    """Documents from line ``number`` on. A line that does not begin one ends nothing: it is
    told, and the next line is tried."""
    while line := reader.readline(LONGEST):
        begin, text = number, line
        number += 1
        if not line.strip():
            continue
        value, failure = _parsed(text)
        while failure and _is_open(text) and len(text) < LONGEST:
            line = reader.readline(LONGEST)
            if not line:
                break
            number += 1
            text += line
            if line.rstrip().endswith(("}", "]")):
                value, failure = _parsed(text)
        if failure:
            yield Unreadable(begin, f"no JSON: {failure}")
            continue
        documents = value if isinstance(value, list) else [value]
        for i, document in enumerate(documents):
            place = f"[{i}]" if isinstance(value, list) else ""
            yield _question(document, place, begin)


def _question(document: Any, place: str, line: int) -> Question | Unreadable:
    try:
        puzzle = puzzle_from_json(document, place)
    except ValueError as failure:
        return Unreadable(line, str(failure).replace("\n", "; "))
    return Question(line, puzzle, json.dumps(document, separators=(",", ":")))


def _parsed(text: str) -> tuple[Any, str]:
    """(value, ""), or (None, what is wrong)."""
    try:
        return json.loads(text), ""
    except (json.JSONDecodeError, RecursionError) as failure:
        return None, str(failure)


def _is_open(text: str) -> bool:
    """May more lines complete the document?"""
    return text.lstrip()[:1] in ("{", "[")
