"""Class keys: the canonical form of a puzzle whose one solution is known.

The solution is brought to its minlex form, the puzzle goes along, and of all the transforms
that lead there (as many as the solution has automorphisms) the one that makes the least
puzzle is kept. Exact only if the solution is the puzzle's only one.
"""

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.blake2b import digest_rows
from pipeline.kernels.registers import (
    bare_kernel,
    inner_kernel,
    load16,
    nibbles,
    shuffle,
    zero_lanes,
)
from pipeline.sudoku.canonical.grids import (
    best_pairs,
    fill_grid,
    least_transforms,
    other_lines,
    refuse_invalid,
    scratch,
    sort_bands,
    third_line,
    write_grid,
)
from pipeline.sudoku.canonical.lines import LINE_BYTES, checked_boards, fill_lines, write_row
from pipeline.sudoku.canonical.second_rows import second_rows

VERSION = 1
GROUP = "classic9x9"
PREFIX = bytes([VERSION]) + GROUP.encode()

# By pattern (bit 8 - p for place p): all ones in the four bits of each place that it holds.
FILLED = np.array([sum(15 << 4 * bit for bit in range(9) if p >> bit & 1) for p in range(512)])


@inner_kernel
def _pattern(givens, line, order):
    """Which places of a line hold givens under a column order: bit 8 - p for place p."""
    return ~zero_lanes(shuffle(load16(givens, 16 * line), order)) & 511


@inner_kernel
def _marked(lines, givens, line, positions_a, order, labels):
    """A packed line of the solution, and behind it (in the low nine bits) its pattern."""
    placed = shuffle(labels, shuffle(positions_a, shuffle(load16(lines, 16 * line), order)))
    return np.int64(nibbles(placed)) << 9 | _pattern(givens, line, order)


@inner_kernel
def _patterns(work, givens, table, number):
    """The patterns of rows 0-8 of the puzzle under one transform (see ``grids.tie``)."""
    lines, a, b, entry = work.lines, number & 31, number >> 5 & 31, number >> 10
    order, labels = load16(table.orders, 16 * entry), load16(table.labels, 16 * entry)
    p = load16(work.positions, 16 * a)
    x, y = other_lines(a)
    rest = sort_bands(
        (
            _marked(lines, givens, x, p, order, labels),
            _marked(lines, givens, x + 1, p, order, labels),
            _marked(lines, givens, x + 2, p, order, labels),
        ),
        (
            _marked(lines, givens, y, p, order, labels),
            _marked(lines, givens, y + 1, p, order, labels),
            _marked(lines, givens, y + 2, p, order, labels),
        ),
    )
    return (
        _pattern(givens, a, order),
        _pattern(givens, b, order),
        _pattern(givens, third_line(a, b), order),
        rest[0] & 511,
        rest[1] & 511,
        rest[2] & 511,
        rest[3] & 511,
        rest[4] & 511,
        rest[5] & 511,
    )


@inner_kernel
def _is_less(a, b):
    """Does pattern ``a`` make the lesser puzzle (an empty cell is less than any digit)?"""
    for row in range(8):
        if a[row] != b[row]:
            return a[row] < b[row]
    return a[8] < b[8]


@inner_kernel
def _write_puzzle(rows, patterns, form):
    """Write a puzzle from the packed rows 1-8 of its solution and its patterns."""
    write_row(np.int64(0x123456789) & FILLED[patterns[0]], form, 0)
    for row in range(8):
        write_row(rows[row] & FILLED[patterns[row + 1]], form, row + 1)


@bare_kernel
def _class_forms(puzzles, solutions, table, work, givens, forms, solution_forms, counts):
    for i in range(puzzles.shape[0]):
        fill_grid(solutions[i], work)
        rank, mask = best_pairs(work, table)
        if mask == 0:
            counts[i] = 0
            continue
        fill_lines(puzzles[i], givens)
        count, rows = least_transforms(work, table, rank, mask)
        counts[i] = count
        patterns = _patterns(work, givens, table, work.ties[0])
        for number in range(1, count):
            others = _patterns(work, givens, table, work.ties[number])
            if _is_less(others, patterns):
                patterns = others
        write_grid(rows, solution_forms[i])
        _write_puzzle(rows, patterns, forms[i])


def class_forms(
    puzzles: NDArray[np.uint8], solutions: NDArray[np.uint8]
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The class form of every puzzle, and the row-minlex form of its solution.

    ``puzzles`` (0 for empty) and ``solutions`` are uint8[n, 81]; ``ValueError`` if a solution
    is not complete and valid. It must be its puzzle's only one (this is not checked). Two
    puzzles are equivalent under the 2 x 6^8 x 9! symmetries exactly when their class forms are
    equal. The class form is the least image of the puzzle among those whose solution is in
    minlex form; in general it is not the puzzle's own row-minlex form (for that see
    ``puzzles.minlex_puzzles``).
    """
    if puzzles.shape != solutions.shape:
        raise ValueError(f"{puzzles.shape} puzzles but {solutions.shape} solutions")
    puzzles, solutions = checked_boards(puzzles), checked_boards(solutions, least=1)
    forms, solution_forms = np.empty_like(puzzles), np.empty_like(solutions)
    givens = np.zeros(LINE_BYTES, np.uint8)
    counts = np.empty(len(puzzles), np.int64)
    _class_forms(
        puzzles, solutions, second_rows(), scratch(), givens, forms, solution_forms, counts
    )
    refuse_invalid(counts)
    return forms, solution_forms


def class_fingerprints(
    puzzles: NDArray[np.uint8], solutions: NDArray[np.uint8]
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Fingerprint and solution class of every puzzle: uint8[n, 16] each.

    They are BLAKE2b-128 of a version byte, the group's name and the form; arguments as in
    ``class_forms``. The two are of one kind: a full grid as a puzzle has its own class.
    """
    forms, solution_forms = class_forms(puzzles, solutions)
    return digest_rows(forms, PREFIX), digest_rows(solution_forms, PREFIX)
