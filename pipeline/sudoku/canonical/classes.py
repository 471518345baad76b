"""Class keys: the canonical form of a puzzle whose one solution is known.

The solution is brought to its minlex form, the puzzle goes along, and of all the transforms
that lead there (as many as the solution has automorphisms) the one that makes the least
puzzle is kept. Exact only if the solution is the puzzle's only one.
"""

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels import kernel
from pipeline.kernels.blake2b import digest_rows
from pipeline.kernels.registers import load16, nibbles, shuffle, zero_lanes
from pipeline.sudoku.canonical.grids import (
    fill_positions,
    kernel_table,
    least_transforms,
    other_lines,
    scratch,
    sort_bands,
    write_grid,
)
from pipeline.sudoku.canonical.lines import LINE_BYTES, fill_lines

VERSION = 1
GROUP = "classic9x9"
PREFIX = bytes([VERSION]) + GROUP.encode()


@kernel
def _pattern(givens, line, order):
    """Which places of a line hold givens under a column order: bit 8 - p for place p."""
    return ~zero_lanes(shuffle(load16(givens, 16 * line), order)) & 511


@kernel
def _marked(lines, givens, line, positions_a, order, labels):
    """A packed line of the solution, and behind it (in the low nine bits) its pattern."""
    placed = shuffle(labels, shuffle(positions_a, shuffle(load16(lines, 16 * line), order)))
    return np.int64(nibbles(placed)) << 9 | _pattern(givens, line, order)


@kernel
def _pattern_of_tie(lines, givens, positions, table, tie):
    """The pattern of the givens under one transform: rows 0-4 and rows 5-8 as two numbers."""
    a, b, entry = tie[0], tie[1], tie[2]
    order, labels = load16(table[5], 16 * entry), load16(table[6], 16 * entry)
    p = load16(positions, 16 * a)
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
    c = a // 3 * 9 + 3 - a - b  # the three lines of a band k have the sum 9 k + 3
    top = _pattern(givens, a, order)
    for bits in (
        _pattern(givens, b, order),
        _pattern(givens, c, order),
        rest[0] & 511,
        rest[1] & 511,
    ):
        top = top << 9 | bits
    bottom = np.int64(0)
    for row in range(2, 6):
        bottom = bottom << 9 | rest[row] & 511
    return top, bottom


@kernel
def _keep_givens(form, top, bottom):
    """Empty the cells of ``form`` that the pattern does not hold."""
    for cell in range(45):
        form[cell] *= top >> (44 - cell) & 1
    for cell in range(36):
        form[45 + cell] *= bottom >> (35 - cell) & 1


@kernel
def _class_forms(puzzles, solutions, table, work, givens, forms, solution_forms):
    lines, positions, ties = work
    for i in range(puzzles.shape[0]):
        fill_lines(solutions[i], lines)
        fill_positions(lines, positions)
        fill_lines(puzzles[i], givens)
        count, rows = least_transforms(lines, positions, table, ties)
        write_grid(rows, solution_forms[i])
        top, bottom = _pattern_of_tie(lines, givens, positions, table, ties[0])
        for tie in range(1, count):
            t, b = _pattern_of_tie(lines, givens, positions, table, ties[tie])
            if t < top or (t == top and b < bottom):
                top, bottom = t, b
        forms[i] = solution_forms[i]
        _keep_givens(forms[i], top, bottom)


def class_forms(
    puzzles: NDArray[np.uint8], solutions: NDArray[np.uint8]
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The class form of every puzzle, and the row-minlex form of its solution.

    ``puzzles`` (0 for empty) and ``solutions`` are uint8[n, 81]; each solution must be its
    puzzle's only one (this is not checked). Two puzzles are equivalent under the 2 x 6^8 x 9!
    symmetries exactly when their class forms are equal. The class form is the least image of
    the puzzle among those whose solution is in minlex form; in general it is not the
    row-minlex form of the puzzle (for that see ``puzzles.minlex_puzzles``).
    """
    puzzles = np.ascontiguousarray(puzzles, np.uint8)
    solutions = np.ascontiguousarray(solutions, np.uint8)
    if puzzles.shape != solutions.shape:
        raise ValueError(f"{puzzles.shape} puzzles but {solutions.shape} solutions")
    forms, solution_forms = np.empty_like(puzzles), np.empty_like(solutions)
    givens = np.zeros(LINE_BYTES, np.uint8)
    _class_forms(puzzles, solutions, kernel_table(), scratch(), givens, forms, solution_forms)
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
