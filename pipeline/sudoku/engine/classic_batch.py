"""The batch loops of the classic kernel; ``classic`` allocates for them and explains."""

import numpy as np

from pipeline.kernels import kernel
from pipeline.kernels.random import start_stream
from pipeline.sudoku.engine.classic_board import clash, either, read_puzzle, write_cells
from pipeline.sudoku.engine.classic_search import search

# Numba would compile the search anew for literal numbers.
ONE, NO_LIMIT = np.int64(1), np.int64(np.iinfo(np.int64).max)


@kernel
def count_batch(puzzles, limit, budget, frames, boards, counts, nodes, decided, solutions):
    """Search every puzzle; ``boards`` (uint32[k, 32]) holds one puzzle's first k solutions."""
    no_stream, cells = np.empty(0, np.uint64), puzzles.reshape(-1)
    for i in range(len(puzzles)):
        givens, empty = read_puzzle(cells, 81 * i)
        if clash(givens):
            counts[i], nodes[i], decided[i] = 0, 1, True
            continue
        counts[i], nodes[i], decided[i] = search(
            either(givens, empty), frames, limit, budget, no_stream, boards
        )
        for k in range(min(counts[i], len(boards))):
            write_cells(boards[k], solutions[i, k])


@kernel
def fill_batch(key, first_index, frames, boards, grids):
    """Fill every row of ``grids`` from its own stream."""
    stream = np.empty(4, np.uint64)
    _, empty = read_puzzle(grids.reshape(-1), 0)
    for i in range(len(grids)):
        start_stream(stream, key, first_index + i)
        search(empty, frames, ONE, NO_LIMIT, stream, boards)
        write_cells(boards[0], grids[i])
