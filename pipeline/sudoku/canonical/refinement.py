"""Canonical forms of puzzles on boards whose groups are too large to list (8x8, 16x16...).

Lines and digits are sorted into classes by what they meet, again and again, until that tells
no more apart; where a class still has several members, each in turn is set before the others,
and of these ways only those go on whose classes meet each other in the least way. Every way
that ends with all in order gives an image, and the least one is the form. Plain NumPy: some
milliseconds for a puzzle; for a solution alone, where only the third choice or so tells lines
apart, some hundredths of a second on 8 x 8 and a second on 16 x 16.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Classes:
    """The class of each row, column and digit: int64[N] each, classes numbered from 0."""

    rows: Ints
    columns: Ints
    digits: Ints

    def count(self) -> int:
        """How many classes there are in all."""
        return int(self.rows.max() + self.columns.max() + self.digits.max()) + 3


@dataclass(frozen=True)
class Way:
    """A grid (digits from 0) and which cells are shown: int64[N, N]; what is told apart."""

    grid: Ints
    shown: Ints
    classes: Classes


def refined_form(
    givens: NDArray[np.uint8], solution: NDArray[np.uint8], box: tuple[int, int]
) -> bytes:
    """The least image (solution, then 1 for a given) under bands, stacks, lines, digits and,
    for square boxes, the transposition.

    ``givens`` (0 for empty) and ``solution`` are uint8[N * N]; ``box`` is (rows, columns).
    """
    size = int(np.sqrt(len(solution)))
    grid = solution.reshape(size, size).astype(np.int64) - 1
    shown = (givens != 0).reshape(size, size).astype(np.int64)
    start = Classes(*(np.zeros(size, np.int64) for _ in range(3)))
    ways = [Way(grid, shown, start)]
    if box[0] == box[1]:
        ways.append(Way(grid.T, shown.T, start))
    while True:
        ways = _least([_refined(way, box) for way in ways])
        if ways[0].classes.count() == 3 * size:
            return min(_image(way, box) for way in ways)
        ways = [choice for way in ways for choice in _choices(way)]


def _least(refined: list[tuple[bytes, Way]]) -> list[Way]:
    """The ways with the least of the traces, which are the same for images of one puzzle."""
    least = min(trace for trace, _ in refined)
    return [way for trace, way in refined if trace == least]


def _choices(way: Way) -> list[Way]:
    """Each member of a class set before the others of it.

    The class is the first with several members, of lines or digits of which least are told
    apart: a row and a column tell more than two rows.
    """
    parts = (way.classes.rows, way.classes.columns, way.classes.digits)
    which = min(range(3), key=lambda i: int(parts[i].max()))
    part = parts[which]
    target = int(np.argmax(np.bincount(part) > 1))
    choices = []
    for member in np.flatnonzero(part == target):
        first = part + (part >= target)
        first[member] = target
        changed = [first if i == which else parts[i] for i in range(3)]
        choices.append(Way(way.grid, way.shown, Classes(*changed)))
    return choices


def _refined(way: Way, box: tuple[int, int]) -> tuple[bytes, Way]:
    """Tell classes apart until that tells no more apart. Returns what the classes meet in the
    end, too."""
    grid, shown, classes = way.grid, way.shown, way.classes
    size = len(grid)
    while True:
        before = classes.count()
        columns_and_digits = (classes.columns[None] * size + classes.digits[grid]) * 2 + shown
        rows, of_rows = _ranked(classes.rows, np.sort(columns_and_digits, axis=1), box[0])
        rows_and_digits = (rows[:, None] * size + classes.digits[grid]) * 2 + shown
        columns, of_columns = _ranked(classes.columns, np.sort(rows_and_digits.T, axis=1), box[1])
        places = ((rows[:, None] * size + columns[None]) * 2 + shown).ravel()
        by_digit = places[np.argsort(grid.ravel(), kind="stable")].reshape(size, size)
        digits, of_digits = _ranked(classes.digits, np.sort(by_digit, axis=1), 1)
        classes = Classes(rows, columns, digits)
        if classes.count() == before:
            return of_rows + of_columns + of_digits, Way(grid, shown, classes)


def _ranked(own: Ints, meets: Ints, thick: int) -> tuple[Ints, bytes]:
    """New classes by the old one, by what is met, and by the classes of the same band; and
    what distinguishes them, with how many members each has."""
    band = np.repeat(np.sort(own.reshape(-1, thick), axis=1), thick, axis=0)
    kinds, rank, members = np.unique(
        np.column_stack([own, band, meets]), axis=0, return_inverse=True, return_counts=True
    )
    return rank.reshape(-1), kinds.astype("<i8").tobytes() + members.astype("<i8").tobytes()


def _image(way: Way, box: tuple[int, int]) -> bytes:
    rows = _line_order(way.classes.rows, box[0])
    columns = _line_order(way.classes.columns, box[1])
    image = way.grid[rows][:, columns]
    label = np.empty(len(image), np.int64)
    label[image[0]] = np.arange(len(image))
    pattern = way.shown[rows][:, columns]
    return (label[image] + 1).astype(np.uint8).tobytes() + pattern.astype(np.uint8).tobytes()


def _line_order(line_class: Ints, thick: int) -> Ints:
    """Lines by class, those of a band together, bands by their first line."""
    bands = line_class.reshape(-1, thick)
    first = np.repeat(bands.min(axis=1), thick)
    return np.lexsort((line_class, first))
