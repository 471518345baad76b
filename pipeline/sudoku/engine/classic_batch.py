"""The batch loops of the classic kernel; ``classic`` allocates for them and explains."""

import numpy as np

from pipeline.kernels import kernel
from pipeline.kernels.random import start_stream
from pipeline.sudoku.engine.classic_board import givens_board, open_board, write_cells
from pipeline.sudoku.engine.classic_search import search

NO_LIMIT = np.iinfo(np.int64).max


@kernel
def count_batch(puzzles, limit, budget, frames, boards, counts, nodes, decided, solutions):
    """Search every puzzle; ``boards`` (uint32[k, 32]) holds one puzzle's first k solutions."""
    no_stream = np.empty(0, np.uint64)
    for i in range(len(puzzles)):
        givens = givens_board(puzzles, i)
        counts[i], nodes[i], decided[i] = search(
            open_board(givens), frames, limit, budget, no_stream, boards
        )
        for k in range(min(counts[i], len(boards))):
            write_cells(boards[k], solutions[i, k])


@kernel
def fill_batch(key, first_index, frames, boards, grids):
    """Fill every row of ``grids`` from its own stream."""
    stream = np.empty(4, np.uint64)
    for i in range(len(grids)):
        start_stream(stream, key, first_index + i)
        givens = givens_board(grids, i)
        search(open_board(givens), frames, 1, NO_LIMIT, stream, boards)
        write_cells(boards[0], grids[i])
