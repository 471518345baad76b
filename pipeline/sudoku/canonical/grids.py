"""Row-minlex forms of complete grids under all 2 x 6^8 x 9! symmetries, and automorphisms.

The least image of a grid begins with 123456789, so a choice of two rows a, b of one band (or
columns of one stack) to come first leaves only the column orders that make row b the least
second row: ``second_rows`` lists them. Of those the least third rows are kept; the order of
the other six rows is forced by their first digits. What is left are the transforms to the
minlex form, as many as the grid has automorphisms.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.registers import (
    bare_kernel,
    inner_kernel,
    least_lane,
    lesser,
    load16,
    nibbles,
    shuffle,
    splat16,
    trailing_zeros,
    zero_lanes,
)
from pipeline.sudoku.canonical.lines import (
    LINE_BYTES,
    checked_boards,
    fill_lines,
    is_latin,
    write_row,
)
from pipeline.sudoku.canonical.second_rows import CODE, pair_index, second_rows

MOST_TIES = 18 * 2 * 18  # 18 pairs of lines, two ways round, up to 18 column orders each
FIRST_LINE = np.array([3 * band + k for band in range(6) for k in (0, 0, 1)])
SECOND_LINE = np.array([3 * band + k for band in range(6) for k in (1, 2, 2)])
# For the test that a column and its image are not in one stack; unused lanes are always apart.
STACK_OF_CODE = np.array([1, 1, 1, 2, 2, 2, 0, 0, 0, *[3] * 7], np.uint8)
OWN_STACK = np.array([0, 0, 0, 1, 1, 1, 2, 2, 2, *[4] * 7], np.uint8)


class Work(NamedTuple):
    """What the kernels here work in, for one thread: the grid's lines, by line and digit the
    code of the column where the digit stands, of each pair of lines its index in
    ``second_rows`` and its rank, and the transforms that tie."""

    lines: NDArray[np.uint8]
    positions: NDArray[np.uint8]
    indices: NDArray[np.int64]
    ranks: NDArray[np.uint8]
    ties: NDArray[np.int64]


def scratch() -> Work:
    """A fresh work space."""
    positions = np.zeros(LINE_BYTES, np.uint8)
    positions[::16] = 15  # an empty lane leads to an empty lane
    indices, ranks = np.zeros(18, np.int64), np.full(32, 255, np.uint8)
    lines, ties = np.zeros(LINE_BYTES, np.uint8), np.zeros(MOST_TIES, np.int64)
    return Work(lines, positions, indices, ranks, ties)


@inner_kernel
def fill_grid(cells, work):
    """Write the lines and positions of a complete grid (uint8[81])."""
    fill_lines(cells, work.lines)
    for line in range(18):
        for column in range(9):
            work.positions[16 * line + work.lines[16 * line + column]] = CODE[column]


@inner_kernel
def place_line(lines, line, positions_a, order, labels):
    """A line, its columns in the given order and its digits renamed, as a packed word."""
    placed = shuffle(load16(lines, 16 * line), order)
    return np.int64(nibbles(shuffle(labels, shuffle(positions_a, placed))))


@inner_kernel
def sort3(a, b, c):
    """Three numbers in ascending order."""
    a, b = min(a, b), max(a, b)
    b, c = min(b, c), max(b, c)
    a, b = min(a, b), max(a, b)
    return a, b, c


@inner_kernel
def sort_bands(x, y):
    """Two bands of three packed lines in ascending order, lines and bands."""
    x, y = sort3(*x), sort3(*y)
    if x[0] < y[0]:
        return x + y
    return y + x


@inner_kernel
def third_line(a, b):
    """The line that makes a band with lines a and b."""
    return a // 3 * 9 + 3 - a - b  # the lines of band k have the sum 9 k + 3


@inner_kernel
def other_lines(a):
    """The first lines of the two bands that line ``a`` is not in."""
    base, band = a // 9 * 9, a % 9 // 3
    return base + 3 * ((band + 1) % 3), base + 3 * ((band + 2) % 3)


@inner_kernel
def rest_of_tie(work, table, number):
    """The packed rows 3-8 that a transform (see ``tie``) leads to."""
    lines, a, entry = work.lines, number & 31, number >> 10
    order, labels = load16(table.orders, 16 * entry), load16(table.labels, 16 * entry)
    p = load16(work.positions, 16 * a)
    x, y = other_lines(a)
    return sort_bands(
        (
            place_line(lines, x, p, order, labels),
            place_line(lines, x + 1, p, order, labels),
            place_line(lines, x + 2, p, order, labels),
        ),
        (
            place_line(lines, y, p, order, labels),
            place_line(lines, y + 1, p, order, labels),
            place_line(lines, y + 2, p, order, labels),
        ),
    )


@inner_kernel
def compare_rows(a, b):
    """Negative, zero or positive as the packed rows 3-8 ``a`` are less, equal or greater."""
    for row in range(5):
        if a[row] != b[row]:
            return a[row] - b[row]
    return a[5] - b[5]


@inner_kernel
def best_pairs(work, table):
    """The least rank of any pair of lines in a band, and a mask of the pairs that have it;
    the mask is 0 if the grid is not valid."""
    stack_of_code, own_stack = load16(STACK_OF_CODE, 0), load16(OWN_STACK, 0)
    apart = splat16(255)
    for pair in range(18):
        a, b = FIRST_LINE[pair], SECOND_LINE[pair]
        q = shuffle(load16(work.positions, 16 * a), load16(work.lines, 16 * b))
        apart = lesser(apart, shuffle(stack_of_code, q) ^ own_stack)
        index = pair_index(q, table.stack0, table.stack1, table.stack2)
        work.indices[pair] = index
        work.ranks[pair] = table.rank[index]
    if zero_lanes(apart) or not is_latin(work.lines):
        return np.int64(255), np.int64(0)
    low, high = load16(work.ranks, 0), load16(work.ranks, 16)
    best = least_lane(lesser(low, high))
    same = splat16(best)
    return best, (zero_lanes(low ^ same) | zero_lanes(high ^ same) << 16) & 0x3FFFF


@inner_kernel
def tie(a, b, entry):
    """A transform as one number: lines a, b come first, ``entry`` has the column order."""
    return np.int64(entry) << 10 | b << 5 | a


@inner_kernel
def third_rows(work, table, mask):
    """The least third row (packed) that the pairs in ``mask`` lead to; the transforms that
    do are written to ``work.ties``. Returns the row and their number."""
    third, count = np.int64(1) << 40, 0
    while mask:
        pair = trailing_zeros(mask)
        mask &= mask - 1
        one, other = FIRST_LINE[pair], SECOND_LINE[pair]
        c = third_line(one, other)
        index = work.indices[pair]
        for entry in range(table.first[index], table.first[index + 1]):
            a = one + table.turned[entry] * (other - one)
            order, labels = load16(table.orders, 16 * entry), load16(table.labels, 16 * entry)
            row = place_line(work.lines, c, load16(work.positions, 16 * a), order, labels)
            count = 0 if row < third else count
            work.ties[count] = tie(a, one + other - a, entry)
            count += row <= third
            third = min(third, row)
    return third, count


@inner_kernel
def least_transforms(work, table, rank, mask):
    """The transforms that lead to the minlex form, at least one.

    ``rank`` and ``mask``: see ``best_pairs``. Returns the number n of transforms and the
    packed rows 1 to 8 (row 0 is 123456789); ``work.ties[:n]`` are the transforms, see ``tie``.
    """
    third, count = third_rows(work, table, mask)
    second = table.rows[rank]
    rest = rest_of_tie(work, table, work.ties[0])
    kept = 1
    for number in range(1, count):
        rows = rest_of_tie(work, table, work.ties[number])
        sign = compare_rows(rows, rest)
        if sign < 0:
            rest, kept = rows, 0
        if sign <= 0:
            work.ties[kept] = work.ties[number]
            kept += 1
    return kept, (second, third, *rest)


@inner_kernel
def write_grid(rows, form):
    """Write a minlex form (uint8[81]) from its packed rows 1-8."""
    write_row(np.int64(0x123456789), form, 0)
    for row in range(8):
        write_row(rows[row], form, row + 1)


@bare_kernel
def _forms(grids, table, work, forms, counts):
    for i in range(grids.shape[0]):
        fill_grid(grids[i], work)
        rank, mask = best_pairs(work, table)
        if mask == 0:
            counts[i] = 0
            continue
        counts[i], rows = least_transforms(work, table, rank, mask)
        write_grid(rows, forms[i])


def refuse_invalid(counts: NDArray[np.int64]) -> None:
    """``ValueError`` if a grid turned out to be invalid (no transform leads to its form)."""
    if len(counts) and not counts.all():
        raise ValueError(f"grid {np.argmin(counts)}: a digit stands twice in a row, column or box")


def _forms_and_counts(
    grids: NDArray[np.uint8],
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    grids = checked_boards(grids, least=1)
    forms, counts = np.empty_like(grids), np.empty(len(grids), np.int64)
    _forms(grids, second_rows(), scratch(), forms, counts)
    refuse_invalid(counts)
    return forms, counts


def minlex_grids(grids: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The row-minlex form of every grid.

    ``grids`` and the result are uint8[n, 81], digits 1-9; ``ValueError`` if a grid is not
    complete and valid. Two grids are equivalent exactly when their forms are equal.
    """
    return _forms_and_counts(grids)[0]


def automorphisms(grids: NDArray[np.uint8]) -> NDArray[np.int64]:
    """How many of the 3,359,232 geometric symmetries, each with the relabelling that follows,
    leave each grid as it is: int64[n], at least 1 (the identity) and at most 648."""
    return _forms_and_counts(grids)[1]
