"""Chains laid over a finished grid: runs of neighbouring cells along which digits increase.

``chain_of`` (uint8[cells]) holds the number of each cell's chain from 1, 0 for none, and
``chain_at`` (uint8[cells]) its place on it from 0.
"""

import numpy as np

from pipeline.kernels import kernel
from pipeline.kernels.random import below

TRIES = 60
"""Starts that are tried for one chain before it is given up."""


@kernel
def lay_chains(stream, size, grid, count, least, most, diagonal, chain_of, chain_at):
    """Lay ``count`` chains of ``least`` to ``most`` cells that share none.

    With ``diagonal`` steps may go to any of eight neighbours, but never cross another step.
    Returns how many were laid; fewer than ``count`` where no place was found.
    """
    chain_of[:] = 0
    chain_at[:] = 0
    for chain in range(1, count + 1):
        laid = False
        for _ in range(TRIES):
            wanted = least + below(stream, most - least + 1)
            if _lay(stream, size, grid, chain, least, wanted, diagonal, chain_of, chain_at):
                laid = True
                break
        if not laid:
            return chain - 1
    return count


@kernel
def _lay(stream, size, grid, chain, least, wanted, diagonal, chain_of, chain_at):
    """Try one chain from a random cell; takes it back and returns False if it stays short."""
    path = np.empty(wanted, np.int64)
    path[0] = below(stream, size * size)
    if chain_of[path[0]] or grid[path[0]] > size - least + 1:
        return False
    chain_of[path[0]] = chain
    chain_at[path[0]] = 0
    length = 1
    while length < wanted:
        cell = _next_cell(stream, size, grid, path[length - 1], diagonal, chain_of, chain_at)
        if cell < 0:
            break
        path[length] = cell
        chain_of[cell] = chain
        chain_at[cell] = length
        length += 1
    if length >= least:
        return True
    for i in range(length):
        chain_of[path[i]] = 0
        chain_at[path[i]] = 0
    return False


@kernel
def _next_cell(stream, size, grid, cell, diagonal, chain_of, chain_at):
    """A random free neighbour with a greater digit, -1 where there is none."""
    row, column = cell // size, cell % size
    choices = 0
    chosen = -1
    for i in range(-1, 2):
        for j in range(-1, 2):
            slanted = i != 0 and j != 0
            inside = 0 <= row + i < size and 0 <= column + j < size
            if not inside or (slanted and not diagonal):
                continue
            other = (row + i) * size + column + j
            if chain_of[other] or grid[other] <= grid[cell]:
                continue
            if slanted and _linked(row * size + column + j, other - j, chain_of, chain_at):
                continue
            choices += 1
            if below(stream, choices) == 0:
                chosen = other
    return chosen


@kernel
def _linked(a, b, chain_of, chain_at):
    """Are the two cells neighbours on one chain?"""
    apart = np.int64(chain_at[a]) - np.int64(chain_at[b])
    return chain_of[a] != 0 and chain_of[a] == chain_of[b] and abs(apart) == 1
