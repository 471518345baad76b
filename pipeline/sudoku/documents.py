"""Puzzles as JSON on an input: documents one after the other, one a line or over many lines,
or one list of them. The format is ``json_format``'s.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, TextIO

from pipeline.family import Question, Unreadable
from pipeline.sudoku.json_format import FORMAT, puzzle_from_json
from pipeline.sudoku.lines import read_lines
from pipeline.sudoku.rules.reading import parse_json
from pipeline.text import bounded_lines

LONGEST = 4_000_000
"""Characters of one document; what is longer is no puzzle."""

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s\[\]{}:,"]+|[\[\]{}:,"]')
CLOSING = {"{": "}", "[": "]"}


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
        end = len(self.pending) if limit < 0 else min(limit, len(self.pending))
        line, self.pending = self.pending[:end], self.pending[end:]
        if line.endswith("\n") or len(line) == limit:
            return line
        return line + self.stream.readline(limit - len(line) if limit >= 0 else -1)


class Lines:
    """The lines of one document, which brackets tell apart from the next one's.

    A string never goes over a line's end, so that a line can be looked at by itself. Where a
    bracket or a quote has no partner the document is broken: of its lines only those are
    taken that cannot begin another one, and they are passed over.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self.parts: list[str] = []
        self.length = 0
        self.open: list[str] = []
        self.last = ""
        self.is_broken = False

    def takes(self, line: str) -> bool:
        """Can the line belong to this document, of which more is expected?"""
        if self.is_broken:
            return line[0] in " \t\r\n}]"
        before = ":" if self.open[-1] == "{" else "[,"
        return line[0] not in CLOSING or self.last in before

    def add(self, line: str) -> None:
        """Add a line."""
        if self.is_broken:
            return
        self.parts.append(line)
        self.length += len(line)
        self.is_broken = self.length > LONGEST
        for token in TOKEN.finditer(line):
            self.last = token.group()
            if self.last in CLOSING:
                self.open.append(self.last)
            elif self.last in ("}", "]"):
                if not self.open or CLOSING[self.open.pop()] != self.last:
                    self.is_broken = True
            elif self.last == '"':
                self.is_broken = True

    @property
    def is_complete(self) -> bool:
        """Have all brackets found their partners?"""
        return not self.open and not self.is_broken

    def questions(self) -> Iterator[Question | Unreadable]:
        """The puzzles of the document, or what is wrong with it."""
        if self.length > LONGEST:
            yield Unreadable(self.number, f"longer than {LONGEST:,} characters")
            return
        try:
            value = parse_json("".join(self.parts))
        except ValueError as failure:
            yield Unreadable(self.number, str(failure))
            return
        for i, document in enumerate(value if isinstance(value, list) else [value]):
            place = f"[{i}]" if isinstance(value, list) else ""
            yield _question(document, place, self.number)


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
    read = _read_documents if reader.peek().lstrip()[:1] in ("{", "[") else read_lines
    for item in read(reader):  # type: ignore[arg-type]  # they only call readline
        yield _shifted(item, blank)


def _shifted(item: Question | Unreadable, lines: int) -> Question | Unreadable:
    if not lines:
        return item
    if isinstance(item, Unreadable):
        return Unreadable(item.line + lines, item.message)
    return Question(item.line + lines, item.puzzle, item.text)


def _read_documents(stream: TextIO) -> Iterator[Question | Unreadable]:
    """Documents. What begins none is told like a broken one, and the next line is tried."""
    document: Lines | None = None
    for number, line in bounded_lines(stream, LONGEST):
        if document is not None and (line is None or not document.takes(line)):
            yield from document.questions()
            document = None
        if line is None:
            yield Unreadable(number, f"the line is longer than {LONGEST:,} characters")
            continue
        if document is None and not line.strip():
            continue
        document = document or Lines(number)
        document.add(line)
        if document.is_complete:
            yield from document.questions()
            document = None
    if document is not None:
        yield from document.questions()


def _question(document: Any, place: str, line: int) -> Question | Unreadable:
    try:
        puzzle = puzzle_from_json(document, place)
    except ValueError as failure:
        return Unreadable(line, str(failure).replace("\n", "; "))
    return Question(line, puzzle, json.dumps(document, separators=(",", ":")))
