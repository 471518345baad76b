"""Mutations as kernels: draw them, write them down, apply them to whole batches.

A mutation is a word; those of a grid are applied from left to right:

    Sab    swap stacks a and b (block columns)      a < b, both 0 .. 2
    Bab    swap bands a and b (block rows)
    cab    swap columns a and b of one stack        a < b, both 0 .. 8
    rab    swap rows a and b of one band
    T      transpose
    Dabcdefghi   relabel: digit 1 becomes a, 2 becomes b ... 9 becomes i

``pipeline.sudoku.generate.mutate.replay`` reads them in plain Python.
"""

import numpy as np

from pipeline.kernels import kernel
from pipeline.kernels.random import below, shuffle, start_stream

SWAP_STACKS, SWAP_BANDS, SWAP_COLUMNS, SWAP_ROWS = range(4)  # blocks first, columns even
LETTERS = b"SBcr"
BLANK, ZERO, LETTER_T, LETTER_D = b" 0TD"


@kernel
def _swap(lines, a, b, width):
    """Swap ``width`` lines from ``a`` on with those from ``b`` on."""
    for i in range(width):
        lines[a + i], lines[b + i] = lines[b + i], lines[a + i]


@kernel
def draw_mutations(key, first_index, kinds, steps, transpose, relabel, sources, digits, text, ends):
    """Draw the mutations of the mutants ``first_index ..``, one for each row of ``sources``.

    Each of the ``steps`` swaps is of a kind drawn from ``kinds`` (uint8[k], k >= 1 unless
    ``steps`` is 0) and of a pair of lines drawn uniformly. With ``transpose`` a coin decides
    whether T follows; with ``relabel`` a uniform relabelling comes last.

    Out: ``sources`` (uint8[n, 81]: the cell that moves to each cell), ``digits``
    (uint8[n, 10]: what each digit becomes, 0 stays 0), ``text`` (uint8[n, width], width at
    least 4 * steps + 12) and ``ends`` (int32[n]: bytes of ``text`` in use).
    """
    state = np.empty(4, np.uint64)
    rows = np.empty(9, np.int64)
    columns = np.empty(9, np.int64)
    labels = np.empty(9, np.uint8)
    for mutant in range(len(sources)):
        start_stream(state, key, first_index + mutant)
        end = 0
        for i in range(9):
            rows[i] = columns[i] = i
            labels[i] = i + 1
        for _ in range(steps):
            kind = kinds[below(state, len(kinds))]
            pair = below(state, 3)  # (0, 1), (0, 2) or (1, 2)
            a, b = pair // 2, 1 + (pair + 1) // 2
            lines = columns if kind % 2 == 0 else rows
            if kind <= SWAP_BANDS:
                _swap(lines, 3 * a, 3 * b, 3)
            else:
                block = 3 * below(state, 3)
                a, b = block + a, block + b
                _swap(lines, a, b, 1)
            text[mutant, end] = LETTERS[kind]
            text[mutant, end + 1] = ZERO + a
            text[mutant, end + 2] = ZERO + b
            text[mutant, end + 3] = BLANK
            end += 4
        turned = transpose and below(state, 2) == 1
        if turned:
            text[mutant, end] = LETTER_T
            text[mutant, end + 1] = BLANK
            end += 2
        if relabel:
            shuffle(state, labels, 9)
            text[mutant, end] = LETTER_D
            for i in range(9):
                text[mutant, end + 1 + i] = ZERO + labels[i]
            text[mutant, end + 10] = BLANK
            end += 11
        ends[mutant] = max(end - 1, 0)  # without the last blank
        digits[mutant, 0] = 0
        for i in range(9):
            digits[mutant, 1 + i] = labels[i]
        for r in range(9):
            for c in range(9):
                cell = 9 * rows[c] + columns[r] if turned else 9 * rows[r] + columns[c]
                sources[mutant, 9 * r + c] = cell


@kernel
def apply_mutations(boards, sources, digits, mutants):
    """``mutants[i]``: board ``i`` (uint8[n, 81], 0 is empty) moved and relabelled."""
    for i in range(len(boards)):
        for cell in range(81):
            mutants[i, cell] = digits[i, boards[i, sources[i, cell]]]
