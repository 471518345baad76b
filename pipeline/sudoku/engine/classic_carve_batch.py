"""The loop that carves a batch of grids; ``classic_carve`` allocates for it and explains."""

import numpy as np

from pipeline.kernels import kernel
from pipeline.kernels.random import shuffle, start_stream
from pipeline.sudoku.engine.classic_board import (
    cell_bit,
    either,
    in_band,
    in_lane,
    lane_name,
    read_puzzle,
    without,
)
from pipeline.sudoku.engine.classic_search import MULTIPLE, UNDECIDED, search

ONE, TWO = np.int64(1), np.int64(2)  # for literals Numba would compile the search anew
CAN_GO, NEEDED, UNKNOWN = 0, 1, 2


@kernel(inline="always")
def _without_given(removed, cell):
    """``removed`` (all candidates of the cells that hold no given) and one cell more."""
    return either(removed, in_band(cell // 27, cell_bit(cell)))


@kernel(inline="always")
def _ask(grid, removed, cell, digit, frames, budget, no_stream, no_boards):
    """Without the given in ``cell``, among ``removed`` already: can the cell be anything else?

    ``grid``: the complete grid as a board. Returns CAN_GO, NEEDED or UNKNOWN.
    """
    its_digit = in_lane(lane_name(cell // 27, digit - 1), cell_bit(cell))
    board = without(either(grid, removed), its_digit)
    count, _, decided = search(board, frames, ONE, budget, no_stream, no_boards)
    return NEEDED if count else CAN_GO if decided else UNKNOWN


@kernel(inline="always")
def _ask_orbit(grid, removed, orbit, cells, frames, budget, no_stream, no_boards):
    """May all givens of an orbit go together? ``cells`` are the digits of the grid.

    Returns the answer and ``removed`` with the orbit. What is shown to have no other digit
    counts as a given for the rest of the orbit.
    """
    gone = removed
    for cell in orbit:
        if cell >= 0:
            gone = _without_given(gone, cell)
    shown = gone
    for cell in orbit:
        if cell < 0:
            continue
        answer = _ask(grid, shown, cell, cells[cell], frames, budget, no_stream, no_boards)
        if answer != CAN_GO:
            return answer, removed
        shown = without(shown, in_band(cell // 27, cell_bit(cell)))
    return CAN_GO, gone


@kernel(inline="always")
def _all_needed(grid, removed, needed, puzzle, frames, budget, no_stream, no_boards):
    """Is every given that is not ``needed`` for sure needed all the same?"""
    for cell in range(81):
        if puzzle[cell] and not needed[cell]:
            gone = _without_given(removed, cell)
            answer = _ask(grid, gone, cell, puzzle[cell], frames, budget, no_stream, no_boards)
            if answer != NEEDED:
                return False
    return True


@kernel
def carve_batch(
    grids, key, first_index, target, orbits, sizes, budget, frames,
    puzzles, givens, proof_nodes, minimal, verdicts,
):  # fmt: skip
    """Carve every grid in place (``puzzles`` comes in as a copy of ``grids``)."""
    stream, no_stream = np.empty(4, np.uint64), np.empty(0, np.uint64)
    flat = grids.reshape(-1)
    no_boards = np.empty((0, 32), np.uint32)
    order, needed = np.empty(len(orbits), np.int64), np.empty(81, np.bool_)
    for i in range(len(grids)):
        start_stream(stream, key, first_index + i)
        for place in range(len(orbits)):
            order[place] = place
        shuffle(stream, order, len(orbits))
        grid, _ = read_puzzle(flat, 81 * i)
        removed = without(grid, grid)
        needed[:] = False
        left = np.int64(81)
        for k in order:
            if left - sizes[k] < target:
                continue
            answer, removed = _ask_orbit(
                grid, removed, orbits[k], grids[i], frames, budget, no_stream, no_boards
            )
            if answer == CAN_GO:
                left -= sizes[k]
            for cell in orbits[k]:
                if cell >= 0:
                    if answer == CAN_GO:
                        puzzles[i, cell] = 0
                    needed[cell] = answer == NEEDED and sizes[k] == 1
        givens[i] = left
        count, proof_nodes[i], decided = search(
            either(grid, removed), frames, TWO, budget, no_stream, no_boards
        )
        verdicts[i] = MULTIPLE if count > 1 else count if decided else UNDECIDED
        minimal[i] = (
            decided
            and count == 1
            and _all_needed(grid, removed, needed, puzzles[i], frames, budget, no_stream, no_boards)
        )
