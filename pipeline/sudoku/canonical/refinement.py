"""Canonical forms of puzzles on boards whose groups are too large to list (8x8, 16x16...).

Lines and digits are sorted into classes by what they meet, again and again, until that tells
no more apart; where a class still has several members, each in turn is set before the others.
Every way to do so that ends with all in order gives an image, and the least one is the form.
Plain NumPy: some tenths of a second for a board of 16 x 16.
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
    forms = _forms(grid, shown, box, start)
    if box[0] == box[1]:
        forms += _forms(grid.T, shown.T, box, start)
    return min(forms)


def _forms(grid: Ints, shown: Ints, box: tuple[int, int], classes: Classes) -> list[bytes]:
    classes = _refined(grid, shown, box, classes)
    size = len(grid)
    if classes.count() == 3 * size:
        return [_image(grid, shown, box, classes)]
    parts = (classes.rows, classes.columns, classes.digits)
    which = next(i for i, part in enumerate(parts) if part.max() + 1 < size)
    part = parts[which]
    target = int(np.argmax(np.bincount(part) > 1))
    forms = []
    for member in np.flatnonzero(part == target):
        first = part + (part >= target)
        first[member] = target
        chosen = [*parts[:which], first, *parts[which + 1 :]]
        forms += _forms(grid, shown, box, Classes(*chosen))
    return [min(forms)]


def _refined(grid: Ints, shown: Ints, box: tuple[int, int], classes: Classes) -> Classes:
    """Tell classes apart until that tells no more apart."""
    size = len(grid)
    while True:
        before = classes.count()
        columns_and_digits = (classes.columns[None] * size + classes.digits[grid]) * 2 + shown
        rows = _ranked(classes.rows, np.sort(columns_and_digits, axis=1), box[0])
        rows_and_digits = (rows[:, None] * size + classes.digits[grid]) * 2 + shown
        columns = _ranked(classes.columns, np.sort(rows_and_digits.T, axis=1), box[1])
        places = ((rows[:, None] * size + columns[None]) * 2 + shown).ravel()
        by_digit = places[np.argsort(grid.ravel(), kind="stable")].reshape(size, size)
        digits = _ranked(classes.digits, np.sort(by_digit, axis=1), 1)
        classes = Classes(rows, columns, digits)
        if classes.count() == before:
            return classes


def _ranked(own: Ints, meets: Ints, thick: int) -> Ints:
    """New classes by the old one, by what is met, and by the classes of the same band."""
    band = np.repeat(np.sort(own.reshape(-1, thick), axis=1), thick, axis=0)
    _, rank = np.unique(np.column_stack([own, band, meets]), axis=0, return_inverse=True)
    return rank.reshape(-1)


def _image(grid: Ints, shown: Ints, box: tuple[int, int], classes: Classes) -> bytes:
    rows = _line_order(classes.rows, box[0])
    columns = _line_order(classes.columns, box[1])
    image = grid[rows][:, columns]
    label = np.empty(len(grid), np.int64)
    label[image[0]] = np.arange(len(grid))
    pattern = shown[rows][:, columns]
    return (label[image] + 1).astype(np.uint8).tobytes() + pattern.astype(np.uint8).tobytes()


def _line_order(line_class: Ints, thick: int) -> Ints:
    """Lines by class, those of a band together, bands by their first line."""
    bands = line_class.reshape(-1, thick)
    first = np.repeat(bands.min(axis=1), thick)
    return np.lexsort((line_class, first))
