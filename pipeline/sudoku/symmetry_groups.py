"""Which symmetries a rule list has: found by asking its rules, never quoted.

A symmetry belongs to the group when every undrawn rule (rows, columns, boxes, diagonals...)
comes out as it was and every drawn rule survives, for then it is drawn elsewhere on the same
board. Two puzzles are the same up to symmetry when some element of the group makes one of the
other.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import permutations, product
from math import factorial

import numpy as np
from numpy.typing import NDArray

from pipeline.sudoku.board import Cells
from pipeline.sudoku.rules.groups import Boxes, Columns, Rows
from pipeline.sudoku.rules.protocol import Rule
from pipeline.sudoku.symmetry import (
    Symmetry,
    complement,
    identity,
    identity_digits,
    line_map,
    rigid_motions,
)

ANY, COMPLEMENT, FIXED = "any", "complement", "fixed"
"""What may become of digits: every permutation; d -> N + 1 - d; nothing."""

MOST_LISTED = 20_000
"""Larger groups of cell maps are known by their shape and never listed."""


@dataclass(frozen=True)
class Group:
    """The symmetries of a rule list: every cell map with every digit map.

    ``box`` is set where the cell maps are all those of a board with boxes of this shape and no
    other rule about cells, which may be too many to list.
    """

    size: int
    digits: str
    box: tuple[int, int] | None
    listed: tuple[Cells, ...]
    """The cell maps, the identity first; empty where there are more than ``MOST_LISTED``."""

    @property
    def cell_maps(self) -> int:
        """How many cell maps there are."""
        return len(self.listed) or count_line_maps(self.size, self.box)

    @property
    def name(self) -> str:
        """Such as ``96 x 9!``: the numbers of cell maps and of digit maps."""
        digits = {ANY: f"{self.size}!", COMPLEMENT: "2", FIXED: "1"}[self.digits]
        return f"{self.cell_maps} x {digits}"

    @property
    def order(self) -> int:
        """How many symmetries there are."""
        digits = {ANY: factorial(self.size), COMPLEMENT: 2, FIXED: 1}[self.digits]
        return self.cell_maps * digits

    @cached_property
    def sources(self) -> NDArray[np.uint16]:
        """uint16[maps, cells]: row g holds, for each cell of the image, where it comes from."""
        inverse = np.argsort(np.array(self.listed, np.int64), axis=1)
        return inverse.astype(np.uint16)

    def random(self, random: np.random.Generator) -> Symmetry:
        """A uniformly random element."""
        if self.listed:
            cells = self.listed[int(random.integers(len(self.listed)))]
        else:
            cells = random_line_map(self.size, self.box, random)
        digits = identity_digits(self.size)
        if self.digits == ANY:
            digits = (0, *(int(d) + 1 for d in random.permutation(self.size)))
        elif self.digits == COMPLEMENT and random.integers(2):
            digits = complement(self.size)
        return Symmetry(cells, digits)


def symmetry_group(rules: Sequence[Rule]) -> Group:
    """The group of a rule list."""
    size = rules[0].size
    undrawn = tuple(rule for rule in rules if not rule.drawn)
    digits = digit_maps(rules)
    if len(undrawn) == len(rules):
        box = plain_box(undrawn)
        if box is None:
            return Group(size, digits, None, _listed(undrawn))
        few = count_line_maps(size, box) <= MOST_LISTED
        return Group(size, digits, box, line_maps(size, box) if few else ())
    return Group(size, digits, None, _motions(undrawn, size))


def digit_maps(rules: Sequence[Rule]) -> str:
    """``ANY`` where no rule reads the values of digits, else ``COMPLEMENT`` or ``FIXED``."""
    size = rules[0].size
    cells = identity(size).cells
    swap = (0, 2, 1, *range(3, size + 1))
    turn = (0, *range(2, size + 1), 1)  # with the swap, this makes every permutation
    permitted = [
        all(rule.transformed(Symmetry(cells, digits)) is not None for rule in rules)
        for digits in (swap, turn, complement(size))
    ]
    if permitted[0] and permitted[1]:
        return ANY
    return COMPLEMENT if permitted[2] else FIXED


def plain_box(rules: Sequence[Rule]) -> tuple[int, int] | None:
    """The box shape of a list of exactly rows, columns, boxes; None for any other list."""
    boxes = [rule for rule in rules if isinstance(rule, Boxes)]
    kinds = {type(rule) for rule in rules}
    if len(rules) == 3 and kinds == {Rows, Columns, Boxes}:
        return boxes[0].rows, boxes[0].columns
    return None


def count_line_maps(size: int, box: tuple[int, int] | None) -> int:
    """Cell maps of a board with boxes: lines within bands, bands, and for square boxes the
    transposition."""
    rows, columns = box or (1, size)
    down = factorial(rows) ** columns * factorial(columns)
    across = factorial(columns) ** rows * factorial(rows)
    return int(down * across * (2 if rows == columns else 1))


@cache
def line_maps(size: int, box: tuple[int, int]) -> tuple[Cells, ...]:
    """All of them, the identity first."""
    height, width = box

    def orders(count: int, thick: int) -> list[list[int]]:
        inner = list(product(permutations(range(thick)), repeat=count))
        return [
            [
                band * thick + line
                for band, lines in zip(bands, inside, strict=True)
                for line in lines
            ]
            for bands in permutations(range(count))
            for inside in inner
        ]

    return tuple(
        line_map(rows, columns, transposed)
        for transposed in ((False, True) if height == width else (False,))
        for rows in orders(width, height)
        for columns in orders(height, width)
    )


def random_line_map(size: int, box: tuple[int, int] | None, random: np.random.Generator) -> Cells:
    """A uniformly random one of those."""
    height, width = box or (1, size)

    def lines(count: int, thick: int) -> list[int]:
        bands = random.permutation(count)
        return [int(band * thick + line) for band in bands for line in random.permutation(thick)]

    transposed = height == width and bool(random.integers(2))
    return line_map(lines(width, height), lines(height, width), transposed)


def _keeps(rules: Sequence[Rule], cells: Cells) -> bool:
    """Do the rules, taken together, come out as they were?"""
    if not rules:
        return True
    symmetry = Symmetry(cells, identity_digits(rules[0].size))
    images = [rule.transformed(symmetry) for rule in rules]
    return all(image in rules for image in images) and all(rule in images for rule in rules)


@cache
def _motions(rules: tuple[Rule, ...], size: int) -> tuple[Cells, ...]:
    """The motions of the square that keep a list of undrawn rules."""
    return tuple(cells for cells in rigid_motions(size) if _keeps(rules, cells))


@cache
def _listed(rules: tuple[Rule, ...]) -> tuple[Cells, ...]:
    """All cell maps, the identity first, that keep a list of undrawn rules.

    Every symmetry of rows and columns is a pair of line orders, perhaps after a
    transposition. Lines are placed one by one; a partial placement is given up as soon as two
    cells of which one knows the images do not share as many groups as before.
    """
    size = rules[0].size
    shared = np.zeros((size**2, size**2), np.int32)
    for rule in rules:
        for propagator in rule.propagators():
            cells = np.array(getattr(propagator, "cells", ()), np.int64)
            shared[np.ix_(cells, cells)] += 1
    found = []
    for transposed in (False, True):
        transpose = line_map(range(size), range(size), transposed)
        order = np.argsort(transpose)  # symmetric, and it says what is asked here
        for rows, columns in _line_orders(size, shared, shared[np.ix_(order, order)]):
            image = line_map(rows, columns, transposed)
            if _keeps(rules, image):
                found.append(image)
    return tuple(sorted(found))


def _line_orders(
    size: int, shared: NDArray[np.int32], before: NDArray[np.int32]
) -> Iterator[tuple[list[int], list[int]]]:
    """Row and column orders under which cells share as many groups as ``before``.

    Row i goes to ``rows[i]``, column j to ``columns[j]``.
    """

    def fits(rows: list[int], columns: list[int]) -> bool:
        known = [i * size + j for i in range(len(rows)) for j in range(len(columns))]
        images = [r * size + c for r in rows for c in columns]
        if not known:
            return True
        return bool(np.array_equal(before[np.ix_(known, known)], shared[np.ix_(images, images)]))

    def place(rows: list[int], columns: list[int]) -> Iterator[tuple[list[int], list[int]]]:
        if len(columns) == size:
            yield rows, columns
            return
        row_next = len(rows) == len(columns)
        used = rows if row_next else columns
        for line in range(size):
            if line in used:
                continue
            pair = ([*rows, line], columns) if row_next else (rows, [*columns, line])
            if fits(*pair):
                yield from place(*pair)

    yield from place([], [])
