"""The classic search: rounds of deductions, then a guess, until enough solutions are found.

One call works through a whole batch of puzzles. A *node* is a board that was brought to rest
by deductions: the puzzle itself is the first, and every guess adds one, so that the number
of nodes is the number of guesses and one. Budgets count nodes, never seconds.
"""

import numpy as np

from pipeline.kernels import kernel
from pipeline.sudoku.engine.classic_board import (
    LANES,
    in_lane,
    load_board,
    store_board,
    without,
)
from pipeline.sudoku.engine.classic_branch import branch, branch_key
from pipeline.sudoku.engine.classic_round import one_round
from pipeline.sudoku.engine.classic_triples import rule_of_three

NONE, UNIQUE, MULTIPLE, UNDECIDED = 0, 1, 2, 3  # verdicts

# Every guess settles a minirow or a minicolumn of one of 81 pairs of digit and box.
DEPTH = 2 * 81 + 2


def make_frames():
    """The scratch of a search: uint32[DEPTH * 32], on a boundary of 64 bytes."""
    room = np.empty(DEPTH * LANES + 16, np.uint32)
    start = -room.ctypes.data % 64 // 4
    return room[start : start + DEPTH * LANES]


@kernel(inline="always")
def settle(board):
    """Deduce until nothing changes: the board, is it dead, is a cell still open."""
    while True:
        board, changed, dead, is_open = one_round(board)
        if dead:
            return board, True, True
        if changed:
            continue
        if not is_open:
            return board, False, False
        board, changed, dead = rule_of_three(board)
        if dead or not changed:
            return board, dead, True


@kernel
def search(board, frames, limit, budget, stream, solutions):
    """Count the solutions of ``board`` up to ``limit`` (at least 1) within ``budget`` nodes.

    Returns the count, the nodes spent, and whether the count is decided (it reached the limit
    or nothing is left to search). ``frames`` is scratch from ``make_frames``. The first
    ``len(solutions)`` solutions are written there as boards (uint32[:, 32]). ``stream`` makes
    the guesses random (uint64[4]; uint64[0] for the fixed order).
    """
    depth, count, nodes = 0, 0, 1
    while True:
        board, dead, is_open = settle(board)
        if not dead and is_open:
            if nodes >= budget:
                return count, nodes, False
            nodes += 1
            store_board(frames, depth * LANES, board)
            key = np.int64(branch_key(board))
            lane, cells, box = branch(key, frames, depth * LANES, stream)
            store_board(frames, depth * LANES, without(board, in_lane(lane, cells)))
            depth += 1
            board = without(board, in_lane(lane, box ^ cells))  # cells lie in the box
            continue
        if not dead:
            if count < len(solutions):
                store_board(solutions[count], 0, board)
            count += 1
            if count >= limit:
                return count, nodes, True
        if depth == 0:
            return count, nodes, True
        depth -= 1
        board = load_board(frames, depth * LANES)
