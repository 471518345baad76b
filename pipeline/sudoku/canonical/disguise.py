"""Random images of classic puzzles under the full group of 3,359,232 x 9! symmetries."""

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random import below, shuffle, start_stream
from pipeline.kernels.registers import bare_kernel, inner_kernel


@inner_kernel
def random_line_order(state, order, work):
    """A random order of nine lines, bands kept together: entry p goes to place p.

    ``order`` is uint8[9]; ``work`` is uint8[3].
    """
    for i in range(3):
        work[i] = i
    shuffle(state, work, 3)
    for band in range(3):
        for i in range(3):
            order[3 * band + i] = 3 * work[band] + i
        shuffle(state, order[3 * band :], 3)


@inner_kernel
def random_symmetry(state, cell_map, digit_map, work):
    """A uniformly random element of the group.

    ``cell_map`` (uint8[81]): the cell that goes to cell i; ``digit_map`` (uint8[10]): what a
    digit becomes, 0 stays 0; ``work`` is uint8[21].
    """
    rows, columns = work[:9], work[9:18]
    random_line_order(state, rows, work[18:])
    random_line_order(state, columns, work[18:])
    down, right = (1, 9) if below(state, 2) else (9, 1)  # columns become rows, or not
    for row in range(9):
        for column in range(9):
            cell_map[9 * row + column] = down * rows[row] + right * columns[column]
    for digit in range(10):
        digit_map[digit] = digit
    shuffle(state, digit_map[1:], 9)


@bare_kernel
def _random_images(boards, key, first_index, state, work, images, cell_maps, digit_maps):
    for i in range(boards.shape[1]):
        start_stream(state, key, first_index + i)
        random_symmetry(state, cell_maps[i], digit_maps[i], work)
        for k in range(boards.shape[0]):
            for cell in range(81):
                images[k, i, cell] = digit_maps[i, boards[k, i, cell_maps[i, cell]]]


def random_images(
    *boards: NDArray[np.uint8], key: NDArray[np.uint64], first_index: int = 0
) -> tuple[tuple[NDArray[np.uint8], ...], NDArray[np.uint8], NDArray[np.uint8]]:
    """One random symmetry a row, applied to that row of every array.

    ``boards``: one or more uint8[n, 81] (puzzles, their solutions...), 0 for empty; ``key`` as
    made by ``kernels.random.stream_key``; row i depends on (key, first_index + i) alone.
    Returns the images of each array, the cell maps uint8[n, 81] (the cell that went to cell
    i) and the digit maps uint8[n, 10].
    """
    stacked = np.stack(boards).astype(np.uint8, copy=False)
    count = stacked.shape[1]
    images = np.empty_like(stacked)
    cell_maps, digit_maps = np.empty((count, 81), np.uint8), np.empty((count, 10), np.uint8)
    state, work = np.empty(4, np.uint64), np.empty(21, np.uint8)
    _random_images(stacked, key, first_index, state, work, images, cell_maps, digit_maps)
    return tuple(images), cell_maps, digit_maps
