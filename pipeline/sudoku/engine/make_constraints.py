"""Constraints of a drawn puzzle: what the board asks, and what was drawn on it, flattened."""

import numpy as np

from pipeline.kernels import kernel
from pipeline.sudoku.engine.constraints import GIVEN_SUM, GIVEN_UNIT, Constraints


@kernel
def assemble(board, solution, regions, sums, chains, places):
    """The board's constraints, then what is drawn over ``solution`` (all uint8[cells]).

    ``regions``: groups of N cells; ``sums``: groups that add up to what the solution has
    there; ``chains`` and ``places``: runs of cells along which digits increase (see
    ``make_chains``). Groups are numbered from 1, 0 is none. The last of the board's relation
    tables must be ``x < y`` where there are chains.
    """
    cells = solution.shape[0]
    old = board.kind.shape[0]
    region_count, sum_count = np.int64(regions.max()), np.int64(sums.max())
    count = old + region_count + sum_count
    kind = np.empty(count, np.uint8)
    start = np.empty(count + 1, np.uint32)
    total = np.zeros(count, np.int64)
    members = np.empty(board.cells.shape[0] + 2 * cells, np.uint16)
    kind[:old] = board.kind
    start[: old + 1] = board.start
    total[:old] = board.total
    fill = board.cells.shape[0]
    members[:fill] = board.cells
    at = old
    for layer in range(2):
        labels = regions if layer == 0 else sums
        for number in range(1, (region_count if layer == 0 else sum_count) + 1):
            kind[at] = GIVEN_UNIT if layer == 0 else GIVEN_SUM
            for cell in range(cells):
                if labels[cell] == number:
                    members[fill] = cell
                    fill += 1
                    if layer:
                        total[at] += solution[cell]
            at += 1
            start[at] = fill
    relations = _link(board, chains, places)
    return Constraints(kind, start, members[:fill].copy(), total, relations, board.tables)


@kernel
def _link(board, chains, places):
    """The board's relations, and ``x < y`` for each step of a chain."""
    cells = chains.shape[0]
    old = board.relations.shape[0]
    relations = np.empty((old + cells, 3), np.uint16)
    relations[:old] = board.relations
    at = np.full((cells + 1) * 17, -1, np.int64)  # the cell of each (chain, place)
    for cell in range(cells):
        if chains[cell]:
            at[17 * np.int64(chains[cell]) + places[cell]] = cell
    count = old
    for slot in range(17, at.shape[0] - 1):
        if at[slot] >= 0 and at[slot + 1] >= 0:
            relations[count, 0] = at[slot]
            relations[count, 1] = at[slot + 1]
            relations[count, 2] = board.tables.shape[0] - 1
            count += 1
    return relations[:count].copy()
