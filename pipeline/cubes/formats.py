"""Cube sets as text: lines of six letters, or JSON.

Lines: each word is a cube, six letters in the order top, bottom, front, back, left, right. A
line of several words is a set. Lines of one word make a set together, up to an empty line or
the end. JSON: a list of six-letter strings, or an object that holds one under ``cubes``
(other keys are not looked at, but ``faces``, if it is there, must name our order), or a list
of such; one value a line or one that runs over many lines. ``#`` begins a comment. Memory is
bounded whatever the input holds.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, TextIO

from pipeline.cubes.cube_set import FACES, CubeSet, CubeSetError
from pipeline.family import Question, Unreadable
from pipeline.text import bounded_lines

LONGEST = 1_000_000
"""Characters of a line, or of a JSON value over several lines, that are kept."""
MOST_WORDS = 100
"""Lines of one word that are kept of a set; far more than the 8 that can be right."""

WORD_END = re.compile(r"[\s,;]+")
LETTERS = re.compile(r"[A-Za-z]{2,12}(?:[\s,;]+[A-Za-z]{2,12})*")
JSON_SET = re.compile(r'\[\s*(?:\[\s*)?"[A-Za-z]{2,12}"')
JSON_BETWEEN = re.compile(r"[\s,]*")
JSON_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|[\[\]{}]')

Item = Question | Unreadable


def looks_like_cubes(text: str) -> bool:
    """Does the beginning of an input look like cube sets?"""
    for line in text.splitlines():
        bare = _bare(line)
        if bare.startswith(("[", "{")):
            return '"cubes"' in text or JSON_SET.match(text[text.index(bare[0]) :]) is not None
        if bare:
            return LETTERS.fullmatch(bare) is not None
    return False


def read_sets(stream: TextIO) -> Iterator[Item]:
    """The cube sets of a stream in order; a bad one is told and the next one is read."""
    words: list[str] = []
    began = 0
    lines = bounded_lines(stream, LONGEST)
    for number, line in lines:
        if line is None:
            yield Unreadable(number, f"the line is longer than {LONGEST:,} characters")
            continue
        bare = _bare(line)
        if bare and len(WORD_END.split(bare)) == 1 and bare[0] not in "[{":
            began = number if not words else began
            if len(words) < MOST_WORDS:
                words.append(bare)
            continue
        if words:
            yield _set(began, words)
            words = []
        if bare.startswith(("[", "{")):
            yield from _json_sets(number, line, lines)
        elif bare:
            yield _set(number, [word for word in WORD_END.split(bare) if word])
    if words:
        yield _set(began, words)


def _bare(line: str) -> str:
    """A line without comment, outer blanks and separators."""
    if line.lstrip().startswith(("[", "{")):  # in JSON a # may stand inside a string
        return line.strip()
    return line.partition("#")[0].strip().strip(",;").strip()


def _set(line: int, words: list[str]) -> Item:
    try:
        cubes = CubeSet.of(words)
    except CubeSetError as failure:
        return Unreadable(line, str(failure))
    return Question(line, cubes, str(cubes))


def _json_sets(number: int, first: str, lines: Iterator[tuple[int, str | None]]) -> Iterator[Item]:
    """The sets of the JSON value that begins on a line, read on until its brackets close."""
    text, depth = first, _depth(first)
    while depth > 0 and len(text) <= LONGEST:
        _, line = next(lines, (0, None))
        if line is None:
            break
        text += line
        depth += _depth(line)
    if len(text) > LONGEST:
        yield Unreadable(
            number, f"a JSON value of more than {LONGEST:,} characters; write one set a line"
        )
        return
    try:
        for place, (start, value) in enumerate(_json_values(text), start=1):
            where = f"set {place}: " if start else ""
            yield _json_set(number + text.count("\n", 0, start), where, value)
    except (ValueError, RecursionError) as failure:
        yield Unreadable(number, f"not JSON: {failure}")


def _json_values(text: str) -> Iterator[tuple[int, Any]]:
    """The sets in a JSON text and where they begin: the value itself, or a list's items."""
    value = json.loads(text)
    if not isinstance(value, list) or not value or isinstance(value[0], str):
        yield 0, value
        return
    place = text.index("[") + 1
    decoder = json.JSONDecoder()
    for _ in value:
        place = JSON_BETWEEN.match(text, place).end()  # type: ignore[union-attr]
        item, end = decoder.raw_decode(text, place)
        yield place, item
        place = end


def _depth(line: str) -> int:
    """How many more brackets a line of JSON opens than it closes."""
    tokens = JSON_TOKEN.findall(line)
    return sum((token in "[{") - (token in "]}") for token in tokens if len(token) == 1)


def _json_set(line: int, where: str, value: Any) -> Item:
    cubes = value.get("cubes") if isinstance(value, dict) else value
    if not isinstance(cubes, list):
        return Unreadable(line, f"{where}not a cube set: no list of cubes")
    for number, cube in enumerate(cubes, start=1):
        if not isinstance(cube, str):
            return Unreadable(line, f"{where}cube {number} is not a string of six letters")
    faces = value.get("faces") if isinstance(value, dict) else None
    named = faces.split(",") if isinstance(faces, str) else faces
    if named is not None and named != list(FACES):
        return Unreadable(line, f"{where}faces must be in the order {', '.join(FACES)}")
    item = _set(line, cubes)
    return Unreadable(line, where + item.message) if isinstance(item, Unreadable) else item
