"""Random sets with a known filling: labels are drawn for every joint of a board, the tiles
are read off, shuffled and turned. One random stream a candidate (``kernels.random``).
"""

import numpy as np

from pipeline.kernels import kernel
from pipeline.kernels.random import below, shuffle, start_stream
from pipeline.kernels.registers import inner_kernel


@inner_kernel
def packed_look(tiles, tile):
    """A number that is equal for tiles that look the same after some turn."""
    least = 1 << 62
    for turn in range(4):
        look = 0
        for side in range(4):
            look = look << 15 | tiles[tile, (side - turn) & 3]
        least = min(least, look)
    return least


@inner_kernel
def merged_fillings(tiles):
    """How many fillings with all tiles and turns told apart look like each filling."""
    factor = 1
    for tile in range(tiles.shape[0]):
        look = packed_look(tiles, tile)
        copies = 1
        for earlier in range(tile):
            if packed_look(tiles, earlier) == look:
                copies += 1
        factor *= copies
        if tiles[tile, 0] == tiles[tile, 2] and tiles[tile, 1] == tiles[tile, 3]:
            factor *= 4 if tiles[tile, 0] == tiles[tile, 1] else 2
    return factor


@inner_kernel
def _draw_joint(state, first, patterns, signed):
    """The label that one side of a joint shows; its mate is ``joint_mate``'s."""
    return first + below(state, 2 * patterns if signed else patterns)


@inner_kernel
def _joint_mate(label, first, signed):
    """The mate: signed labels come in pairs from ``first`` on, unsigned ones mate themselves."""
    return first + ((label - first) ^ 1) if signed else label


@kernel
def plant(key, start, rows, columns, patterns, edge_patterns, signed, frame, tiles, boards):
    """Fill ``tiles`` (int64[n, N, 4]) and ``boards`` (int16[n, N, 2]: tile, turns; by cell).

    Candidate i has the stream of row ``start + i`` under ``key``. Joints between two cells
    at the border take ``edge_patterns`` patterns of their own, after the others, where these
    are not 0. ``frame`` is the label of the outer edges, -1: they are drawn like joints.
    """
    count = rows * columns
    state = np.empty(4, np.uint64)
    order = np.empty(count, np.int64)
    laid = np.empty((count, 4), np.int64)
    step = 2 if signed else 1
    for candidate in range(tiles.shape[0]):
        start_stream(state, key, start + candidate)
        for cell in range(count):
            row, column = cell // columns, cell % columns
            for side in range(4):
                outer = (
                    (side == 0 and row == 0)
                    or (side == 1 and column == columns - 1)
                    or (side == 2 and row == rows - 1)
                    or (side == 3 and column == 0)
                )
                along = edge_patterns > 0 and (
                    (side in (1, 3) and row in (0, rows - 1))
                    or (side in (0, 2) and column in (0, columns - 1))
                )
                first = step * patterns if along else 0
                if outer:
                    drawn = frame if frame >= 0 else _draw_joint(state, 0, patterns, signed)
                elif side == 0:
                    drawn = _joint_mate(laid[cell - columns, 2], first, signed)
                elif side == 3:
                    drawn = _joint_mate(laid[cell - 1, 1], first, signed)
                else:
                    drawn = _draw_joint(state, first, edge_patterns if along else patterns, signed)
                laid[cell, side] = drawn
            order[cell] = cell
        shuffle(state, order, count)
        for cell in range(count):
            tile, turns = order[cell], below(state, 4)
            boards[candidate, cell, 0], boards[candidate, cell, 1] = tile, turns
            for side in range(4):
                tiles[candidate, tile, side] = laid[cell, (side + turns) & 3]
