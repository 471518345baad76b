"""A puzzle as an SVG picture, made from the marks of its rules; needs the extra ``draw``.

A picture knows no rule: it knows the five kinds of ``Mark``.
"""

from collections.abc import Iterator
from typing import Any

import drawsvg

from pipeline.sudoku.board import SYMBOLS, Cells
from pipeline.sudoku.puzzle import Puzzle
from pipeline.sudoku.rules.protocol import Mark

CELL = 48
MARGIN = 6
INSET = 5
"""Pixels: the side of a cell, the rim, and how far inside its cells a dashed outline runs."""

SIDES = ((-1, 0), (1, 0), (0, -1), (0, 1))
LAYERS = ("line", "bulb", "grid", "borders", "outline", "dot", "digits")
"""What lies over what, from below."""


def draw_svg(puzzle: Puzzle) -> str:
    """The picture as the text of an SVG file."""
    side = puzzle.size * CELL
    picture = drawsvg.Drawing(side + 2 * MARGIN, side + 2 * MARGIN, origin=(-MARGIN, -MARGIN))
    picture.append(drawsvg.Rectangle(-MARGIN, -MARGIN, side + 2 * MARGIN, side + 2 * MARGIN,
                                     fill="white"))  # fmt: skip
    marks = [mark for rule in puzzle.rules for mark in rule.marks()]
    shapes: dict[str, list[Any]] = {layer: [] for layer in LAYERS}
    shapes["grid"] = list(_grid(puzzle.size))
    shapes["digits"] = list(_digits(puzzle))
    for mark in marks:
        shapes[mark.kind] += PAINTERS[mark.kind](mark, puzzle.size)
    for layer in LAYERS:
        for shape in shapes[layer]:
            picture.append(shape)
    return str(picture.as_svg())


def _centre(cell: int, size: int) -> tuple[float, float]:
    row, column = divmod(cell, size)
    return (column + 0.5) * CELL, (row + 0.5) * CELL


def _grid(size: int) -> Iterator[Any]:
    side = size * CELL
    for line in range(size + 1):
        style = {"stroke": "black", "stroke_width": 1 if 0 < line < size else 3}
        yield drawsvg.Line(0, line * CELL, side, line * CELL, **style)
        yield drawsvg.Line(line * CELL, 0, line * CELL, side, **style)


def _digits(puzzle: Puzzle) -> Iterator[Any]:
    for cell, digit in enumerate(puzzle.givens):
        if digit:
            x, y = _centre(cell, puzzle.size)
            # The baseline by hand: viewers differ about what centres text.
            yield drawsvg.Text(SYMBOLS[digit - 1], CELL * 0.6, x, y + CELL * 0.21,
                               text_anchor="middle", font_family="sans-serif")  # fmt: skip


def _edges(cells: Cells, size: int, inset: float) -> Iterator[tuple[float, float, float, float]]:
    """The outline of a group of cells as line segments, ``inset`` pixels inside."""
    places = {divmod(cell, size) for cell in cells}
    for row, column in sorted(places):
        for down, right in SIDES:
            if (row + down, column + right) in places:
                continue
            ends = []  # how far from the corners of the cell the line stops
            for step in ((-abs(right), -abs(down)), (abs(right), abs(down))):
                goes_on = (row + step[0], column + step[1]) in places
                turns_out = (row + step[0] + down, column + step[1] + right) in places
                ends.append((-inset if turns_out else 0) if goes_on else inset)
            x, y = column * CELL, row * CELL
            if down:
                level = y + inset if down < 0 else y + CELL - inset
                yield x + ends[0], level, x + CELL - ends[1], level
            else:
                level = x + inset if right < 0 else x + CELL - inset
                yield level, y + ends[0], level, y + CELL - ends[1]


def _borders(mark: Mark, size: int) -> Iterator[Any]:
    for edge in _edges(mark.cells, size, 0):
        yield drawsvg.Line(*edge, stroke="black", stroke_width=3, stroke_linecap="square")


def _outline(mark: Mark, size: int) -> Iterator[Any]:
    for edge in _edges(mark.cells, size, INSET):
        yield drawsvg.Line(*edge, stroke="#444", stroke_width=1, stroke_dasharray="3,3")
    if mark.text:
        row, column = divmod(min(mark.cells), size)
        x, y = column * CELL + INSET - 1, row * CELL + INSET + 8
        yield drawsvg.Rectangle(x - 1, y - 9, 7 * len(mark.text) + 2, 11, fill="white")
        yield drawsvg.Text(mark.text, 11, x, y, font_family="sans-serif")


def _line(mark: Mark, size: int) -> Iterator[Any]:
    points = [place for cell in mark.cells for place in _centre(cell, size)]
    width, colour = (2, "#88c") if mark.text == "diagonal" else (CELL / 4, "#ccc")
    yield drawsvg.Lines(*points, close=False, fill="none", stroke=colour, stroke_width=width,
                        stroke_linecap="round", stroke_linejoin="round")  # fmt: skip


def _bulb(mark: Mark, size: int) -> Iterator[Any]:
    yield from _line(mark, size)
    yield drawsvg.Circle(*_centre(mark.cells[0], size), CELL * 0.36, fill="#ccc")


def _dot(mark: Mark, size: int) -> Iterator[Any]:
    centres = [_centre(cell, size) for cell in mark.cells]
    x, y = (sum(place) / len(centres) for place in zip(*centres, strict=True))
    yield drawsvg.Circle(x, y, CELL / 8, fill=mark.text, stroke="black", stroke_width=1)


PAINTERS = {"borders": _borders, "outline": _outline, "line": _line, "bulb": _bulb, "dot": _dot}
