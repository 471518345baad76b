"""The plain way to fill a board of any size: a list of candidates a cell, a cursor a depth.

For each class of cell and each pair of needs (see ``tables``) there is a list of the
oriented tiles that fit; a cursor a cell walks down its list, past the tiles that are used.
No recursion. Slower than ``lanes`` but without a limit on bits, and it lists the boards.
"""

import numpy as np

from pipeline.kernels import kernel
from pipeline.kernels.registers import inner_kernel
from pipeline.tiles.engine.lanes import class_of
from pipeline.tiles.engine.tables import fits_class

QUARTER, HALF = 0, 1
"""Entries of ``fixed``: fillings that look the same after one, after two turns of the board."""


@kernel
def list_candidates(tiles, mates, sides, allowed, starts, tile_of, turn_of):
    """Fill the lists: record r's are ``starts[r] .. starts[r + 1] - 1`` of the others.

    ``starts`` is int32[4 * needs**2 + 1] with ``needs`` = labels + 1; ``tile_of`` and
    ``turn_of`` are int16[64 * N]. Lists are in order of tile, then turn.
    """
    needs = mates.shape[0] + 1
    free = 2 if sides[0] < 0 or sides[3] < 0 else 1
    for record in range(starts.shape[0]):
        starts[record] = 0
    for filling in range(2):
        if filling:  # counts become ends, which filling from the last to the first brings back
            for record in range(4 * needs * needs):
                starts[record + 1] += starts[record]
        for tile in range(tiles.shape[0] - 1, -1, -1):
            for turn in range(3, -1, -1):
                if not (allowed[tile] >> turn) & 1:
                    continue
                north, east = tiles[tile, -turn & 3], tiles[tile, (1 - turn) & 3]
                south, west = tiles[tile, (2 - turn) & 3], tiles[tile, (3 - turn) & 3]
                for kind in range(4):
                    if not fits_class(kind, east, south, mates, sides):
                        continue
                    for variant in range(free * free):
                        wanted_north = 0 if variant & 1 else north + 1
                        wanted_west = 0 if variant & 2 else west + 1
                        record = (kind * needs + wanted_north) * needs + wanted_west
                        if filling:
                            starts[record] -= 1
                            tile_of[starts[record]] = tile
                            turn_of[starts[record]] = turn
                        else:
                            starts[record] += 1


@inner_kernel
def _looks_turned(placed, tiles, rows, columns, turns):
    """Does the filling look the same after one turn (of a square board) or after two?"""
    for cell in range(rows * columns):
        other = rows * columns - 1 - cell
        if turns == 1:
            other = (cell % columns) * columns + rows - 1 - cell // columns
        for side in range(4):
            here = tiles[placed[cell, 0], (side - placed[cell, 1]) & 3]
            there = tiles[placed[other, 0], (side + turns - placed[other, 1]) & 3]
            if here != there:
                return False
    return True


@inner_kernel
def _open(cell, tiles, mates, sides, rows, columns, needs, starts, placed, cursor, end):
    """Put the cursor of a cell at the head of the list for what its neighbours show."""
    north, west = sides[0] + 1, sides[3] + 1
    if cell >= columns:
        above = cell - columns
        north = mates[tiles[placed[above, 0], (2 - placed[above, 1]) & 3]] + 1
    if cell % columns != 0:
        west = mates[tiles[placed[cell - 1, 0], (1 - placed[cell - 1, 1]) & 3]] + 1
    record = (class_of(cell, rows, columns) * needs + north) * needs + west
    cursor[cell], end[cell] = starts[record], starts[record + 1]


@kernel
def search(
    tiles, mates, sides, rows, columns, starts, tile_of, turn_of, twin, budget, limit, roots,
    counts, boards, fixed,
):  # fmt: skip
    """Fill the board in row order; the number of fillings found.

    ``twin`` (int64[N]): a tile may be placed only after its twin, -1 for none; with it, and
    lists without a symmetric tile's repeated turns, each look is found once. ``roots``
    (int16[n, depth, 2]): only the partial fillings below these, in turn (one of depth 0:
    all). ``counts`` (int64[cells]) gains the placements below the roots. The first fillings
    are written to ``boards`` (int16[n, cells, 2]: tile, turns); where ``fixed`` (int64[2])
    is not empty, fillings that look the same after turns of the board are counted. Stops at
    ``budget`` placements (then the answer is ``-1 - found``) or ``limit`` fillings.
    """
    cells, needs = rows * columns, mates.shape[0] + 1
    depth = roots.shape[1]
    spent = found = 0
    used = np.zeros(tiles.shape[0], np.bool_)
    placed = np.zeros((cells, 2), np.int16)
    cursor, end = np.zeros(cells, np.int64), np.zeros(cells, np.int64)
    for root in range(roots.shape[0]):
        for tile in range(used.shape[0]):
            used[tile] = False
        for at in range(depth):
            placed[at, 0], placed[at, 1] = roots[root, at, 0], roots[root, at, 1]
            used[placed[at, 0]] = True
        cell = depth
        _open(cell, tiles, mates, sides, rows, columns, needs, starts, placed, cursor, end)
        while cell >= depth:
            choice = cursor[cell]
            while choice < end[cell] and (
                used[tile_of[choice]]
                or (twin[tile_of[choice]] >= 0 and not used[twin[tile_of[choice]]])
            ):
                choice += 1
            if choice == end[cell]:
                cell -= 1
                if cell >= depth:
                    used[placed[cell, 0]] = False
                continue
            if spent == budget:
                return -1 - found
            spent += 1
            counts[cell] += 1
            cursor[cell] = choice + 1
            placed[cell, 0], placed[cell, 1] = tile_of[choice], turn_of[choice]
            if cell == cells - 1:
                if found < boards.shape[0]:
                    for at in range(cells):
                        boards[found, at, 0], boards[found, at, 1] = placed[at, 0], placed[at, 1]
                found += 1
                if fixed.shape[0] > 0:
                    fixed[HALF] += _looks_turned(placed, tiles, rows, columns, 2)
                    if rows == columns:
                        fixed[QUARTER] += _looks_turned(placed, tiles, rows, columns, 1)
                if found == limit:
                    return found
                continue
            used[tile_of[choice]] = True
            cell += 1
            _open(cell, tiles, mates, sides, rows, columns, needs, starts, placed, cursor, end)
    return found
