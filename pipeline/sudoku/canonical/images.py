"""The least image of a solved puzzle under a listed group of cell maps."""

import numpy as np

from pipeline.kernels import kernel

KEEP, RELABEL, COMPLEMENT = 0, 1, 2
"""What may become of digits: nothing; any renaming (the least image numbers them in order of
first appearance); d -> N + 1 - d, tried beside the identity."""


@kernel
def _less(solution, givens, source, labels, rename, best):
    """Write the image into ``best`` (uint8[2, cells]: solution, then 1 for a given) if it is
    less than what is there. Returns -1 if it was less, 0 if equal, 1 if greater.

    ``labels`` (uint8[digits + 1]) renames digits; with ``rename`` it is filled on the way.
    """
    cells = solution.shape[0]
    less = False
    given = 0
    for layer in range(2):
        for cell in range(cells):
            origin = source[cell]
            if layer:
                value = np.uint8(givens[origin] != 0)
            else:
                digit = solution[origin]
                if rename and labels[digit] == 0:
                    given += 1
                    labels[digit] = given
                value = labels[digit]
            if not less:
                if value > best[layer, cell]:
                    return 1
                less = value < best[layer, cell]
            if less:
                best[layer, cell] = value
    return -1 if less else 0


@kernel
def least_images(givens, solutions, sources, digit_maps, best, ties):
    """The least image of each row, and which elements of the group lead to it.

    ``givens`` (0 for empty) and ``solutions`` are uint8[n, cells], ``sources`` uint16[G, cells]
    (where each cell of the image comes from). ``digit_maps`` is ``KEEP``, ``RELABEL`` or
    ``COMPLEMENT``. Fills ``best`` (uint8[n, 2, cells]: solutions, then 1 for a given; the
    solution is compared first) and ``ties`` (bool[n, 2, G]: by digit map, then cell map).
    """
    digits = int(np.sqrt(solutions.shape[1]))
    labels = np.zeros(digits + 1, np.uint8)
    ties[:] = False
    best[:] = 255
    for row in range(solutions.shape[0]):
        for flip in range(2 if digit_maps == COMPLEMENT else 1):
            for element in range(sources.shape[0]):
                for digit in range(1, digits + 1):
                    labels[digit] = digits + 1 - digit if flip else digit
                if digit_maps == RELABEL:
                    labels[:] = 0
                order = _less(solutions[row], givens[row], sources[element], labels,
                              digit_maps == RELABEL, best[row])  # fmt: skip
                if order < 0:
                    ties[row] = False
                if order <= 0:
                    ties[row, flip, element] = True
