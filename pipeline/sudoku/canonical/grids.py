"""Row-minlex forms of complete grids under all 2 x 6^8 x 9! symmetries, and automorphisms.

The least image of a grid begins with 123456789, so a choice of two rows a, b of one band (or
columns of one stack) to come first leaves only the column orders that make row b the least
second row: ``second_rows`` lists them. Of those the least third rows are kept; the order of
the other six rows is forced by their first digits. What is left are the transforms to the
minlex form, as many as the grid has automorphisms.
"""

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels import kernel
from pipeline.kernels.registers import load16, nibbles, shuffle
from pipeline.sudoku.canonical.lines import LINE_BYTES, fill_lines, write_row
from pipeline.sudoku.canonical.second_rows import CODE, pair_index, second_rows

MOST_TIES = 18 * 2 * 18  # 36 pairs of rows, up to 18 column orders each
PAIRS = 36


def scratch() -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.int64]]:
    """What the kernels here work in, for one thread: lines, positions and ties."""
    positions = np.zeros(LINE_BYTES, np.uint8)
    positions[::16] = 15  # an empty lane leads to an empty lane
    return np.zeros(LINE_BYTES, np.uint8), positions, np.zeros((MOST_TIES, 3), np.int64)


@kernel
def fill_positions(lines, positions):
    """By line and digit: the code of the column where the digit stands."""
    for line in range(18):
        for column in range(9):
            positions[16 * line + lines[16 * line + column]] = CODE[column]


@kernel
def pair_lines(pair):
    """The lines a, b and the third line of their band, for a pair number below 36."""
    band, order = 3 * (pair // 6), pair % 6
    first, second = order // 2, (order // 2 + 1 + order % 2) % 3
    return band + first, band + second, band + 3 - first - second


@kernel
def place_line(lines, line, positions_a, order, labels):
    """A line, its columns in the given order and its digits renamed, as a packed word."""
    placed = shuffle(load16(lines, 16 * line), order)
    return np.int64(nibbles(shuffle(labels, shuffle(positions_a, placed))))


@kernel
def sort3(a, b, c):
    """Three numbers in ascending order."""
    a, b = min(a, b), max(a, b)
    b, c = min(b, c), max(b, c)
    a, b = min(a, b), max(a, b)
    return a, b, c


@kernel
def sort_bands(x, y):
    """Two bands of three packed lines in ascending order, lines and bands."""
    x, y = sort3(*x), sort3(*y)
    if x[0] < y[0]:
        return x + y
    return y + x


@kernel
def other_lines(a):
    """The first lines of the two bands that line ``a`` is not in."""
    base, band = a // 9 * 9, a % 9 // 3
    return base + 3 * ((band + 1) % 3), base + 3 * ((band + 2) % 3)


@kernel
def place_rest(lines, a, positions_a, order, labels):
    """The packed rows 3-8 that follow when the band of line ``a`` comes first."""
    x, y = other_lines(a)
    return sort_bands(
        (
            place_line(lines, x, positions_a, order, labels),
            place_line(lines, x + 1, positions_a, order, labels),
            place_line(lines, x + 2, positions_a, order, labels),
        ),
        (
            place_line(lines, y, positions_a, order, labels),
            place_line(lines, y + 1, positions_a, order, labels),
            place_line(lines, y + 2, positions_a, order, labels),
        ),
    )


@kernel
def compare_rows(a, b):
    """Negative, zero or positive as the packed rows 3-8 ``a`` are less, equal or greater."""
    for row in range(5):
        if a[row] != b[row]:
            return a[row] - b[row]
    return a[5] - b[5]


@kernel
def least_transforms(lines, positions, table, ties):
    """The transforms that lead to the minlex form, at least one.

    Returns their number n and the packed rows 1 to 8 (the first is 123456789); ``ties[:n]``
    holds for each the lines a, b that come first, and which entry of ``table`` gives the
    column order.
    """
    stack0, stack1, stack2, rank, first, orders, labels, _ = table
    best_rank = np.uint8(255)
    mask = np.int64(0)
    for pair in range(PAIRS):
        a, b, _ = pair_lines(pair)
        q = shuffle(load16(positions, 16 * a), load16(lines, 16 * b))
        r = rank[pair_index(q, stack0, stack1, stack2)]
        if r < best_rank:
            best_rank = r
            mask = np.int64(0)
        if r == best_rank:
            mask |= np.int64(1) << pair
    third = np.int64(1) << 62
    second = np.int64(0)
    count = 0
    for pair in range(PAIRS):
        if not mask >> pair & 1:
            continue
        a, b, c = pair_lines(pair)
        positions_a = load16(positions, 16 * a)
        index = pair_index(shuffle(positions_a, load16(lines, 16 * b)), stack0, stack1, stack2)
        for entry in range(first[index], first[index + 1]):
            order, label = load16(orders, 16 * entry), load16(labels, 16 * entry)
            row = place_line(lines, c, positions_a, order, label)
            if row < third:
                third = row
                second = place_line(lines, b, positions_a, order, label)
                count = 0
            if row == third:
                ties[count, 0], ties[count, 1], ties[count, 2] = a, b, entry
                count += 1
    rest = (third, third, third, third, third, third)
    kept = 0
    for tie in range(count):
        a, entry = ties[tie, 0], ties[tie, 2]
        order, label = load16(orders, 16 * entry), load16(labels, 16 * entry)
        rows = place_rest(lines, a, load16(positions, 16 * a), order, label)
        sign = compare_rows(rows, rest) if kept else np.int64(-1)
        if sign < 0:
            rest, kept = rows, 0
        if sign <= 0:
            ties[kept] = ties[tie]
            kept += 1
    return kept, (second, third, *rest)


@kernel
def write_grid(rows, form):
    """Write a minlex form (uint8[81]) from its packed rows 1-8."""
    write_row(np.int64(0x123456789), form, 0)
    for row in range(8):
        write_row(rows[row], form, row + 1)


@kernel
def _forms(grids, table, lines, positions, ties, forms, counts):
    for i in range(grids.shape[0]):
        fill_lines(grids[i], lines)
        fill_positions(lines, positions)
        counts[i], rows = least_transforms(lines, positions, table, ties)
        write_grid(rows, forms[i])


def kernel_table() -> tuple[NDArray[np.generic], ...]:
    """``second_rows()`` as the kernels take it: byte tables flat, for loads by offset."""
    table = second_rows()
    return (*table[:5], table.orders.reshape(-1), table.labels.reshape(-1), table.rows)


def _forms_and_counts(
    grids: NDArray[np.uint8],
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    grids = np.ascontiguousarray(grids, np.uint8)
    forms, counts = np.empty_like(grids), np.empty(len(grids), np.int64)
    _forms(grids, kernel_table(), *scratch(), forms, counts)
    return forms, counts


def minlex_grids(grids: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The row-minlex form of every grid.

    ``grids`` and the result are uint8[n, 81], digits 1-9; every grid must be complete and
    valid (this is not checked). Two grids are equivalent exactly when their forms are equal.
    """
    return _forms_and_counts(grids)[0]


def automorphisms(grids: NDArray[np.uint8]) -> NDArray[np.int64]:
    """How many of the 3,359,232 geometric symmetries, each with the relabelling that follows,
    leave each grid as it is: int64[n], at least 1 (the identity) and at most 648."""
    return _forms_and_counts(grids)[1]
