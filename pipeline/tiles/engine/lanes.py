"""Counting all fillings of a board in row order, four subtrees at a time.

A *step* takes one tile off the candidates of the cell on top of a lane's stack, places it,
and pushes the next cell if any tile fits there; the stack holds only cells with candidates
left. Pushing and dropping are arithmetic, so no branch is mispredicted. A step is a long
chain of dependent loads: four lanes, stepped in turn, keep the processor busy meanwhile.

The placements are counted a cell as the popcount of each new mask, before they are made.
"""

import numpy as np

from pipeline.kernels import kernel
from pipeline.kernels.registers import inner_kernel
from pipeline.tiles.engine.tables import (
    CLEAR,
    EAST,
    NEEDS,
    NORTH,
    RECORDS,
    SOUTH,
    WEST,
)
from pipeline.tiles.engine.words import address_of, load16, load64, lowest, ones, store64

LANES = 4
CELL, FRAME = 32, 32
"""Bytes of a cell (what its tile needs of the southern neighbour, where the records of the
next cell's class begin, placements on the next cell) and of a frame (candidates, unused
bits, row of entries, cell)."""


@kernel
def lane_words(rows, columns):
    """int64 words of scratch for one lane: a row above the board, the cells, the frames."""
    cells = rows * columns
    return 4 * (columns + cells) + 4 * (cells + 2)


@inner_kernel
def class_of(cell, rows, columns):
    """Does the cell touch the east, the south side? 4 past the last cell."""
    if cell >= rows * columns:
        return 4
    kind = EAST if (cell + 1) % columns == 0 else 0
    return kind + (SOUTH if cell >= (rows - 1) * columns else 0)


@inner_kernel
def prepare_lane(lane, rows, columns, head):
    """Set up a lane's cells and return the address of cell 0."""
    area = 16 * head[NEEDS] * head[NEEDS]
    for column in range(columns):
        store64(lane + CELL * column, head[NORTH])
    first = lane + CELL * columns
    for cell in range(rows * columns):
        following = head[RECORDS] + area * class_of(cell + 1, rows, columns)
        store64(first + CELL * cell + 8, following)
        store64(first + CELL * cell + 16, 0)
    return first


@inner_kernel
def first_record(rows, columns, head):
    """The address of the record of cell 0."""
    area = 16 * head[NEEDS] * head[NEEDS]
    start = head[RECORDS] + area * class_of(0, rows, columns)
    return start + 8 * (head[NORTH] + head[WEST])


@inner_kernel
def step(top, back, clear):
    """One placement; returns the new top of the stack (below its bottom: nothing is left).

    ``back`` is the distance from a cell to the northern neighbour of the next cell.
    """
    candidates, unused = load64(top), load64(top + 8)
    row, cell = load64(top + 16), load64(top + 24)
    bit = lowest(candidates)
    rest = candidates & (candidates - 1)
    entry = row + 4 * bit
    unused &= load64(clear + 8 * bit)
    store64(cell, load16(entry + 2))  # before the next line: with one column it reads this
    record = load64(cell + 8) + 8 * (load16(entry) + load64(cell - back))
    fits = load64(record) & unused
    store64(cell + 16, load64(cell + 16) + ones(fits))
    store64(top, rest)
    top += FRAME * (rest != 0)
    store64(top, fits)
    store64(top + 8, unused)
    store64(top + 16, load64(record + 8))
    store64(top + 24, cell + CELL)
    return top - FRAME * (fits == 0)


@inner_kernel
def start_root(roots, number, depth, lane, rows, columns, head):
    """Place the ``depth`` tiles (bits) of a root and push the next cell; the top of the stack."""
    first = lane + CELL * columns
    frames = first + CELL * rows * columns
    record = first_record(rows, columns, head)
    unused = -1
    for at in range(depth):
        cell = first + CELL * at
        entry = load64(record + 8) + 4 * roots[number, at]
        unused &= load64(head[CLEAR] + 8 * roots[number, at])
        store64(cell, load16(entry + 2))
        above = load64(cell + CELL - CELL * columns)
        record = load64(cell + 8) + 8 * (load16(entry) + above)
    fits = load64(record) & unused
    store64(frames, fits)
    store64(frames + 8, unused)
    store64(frames + 16, load64(record + 8))
    store64(frames + 24, first + CELL * depth)
    return frames if fits != 0 else frames - FRAME


@kernel
def expand(rows, columns, head, wanted, lane, roots, counts):
    """Widen a shallow search, level by level, until there are ``wanted`` roots.

    ``roots`` (uint8[capacity, cells]) receives the bits of each; ``counts`` (int64[cells])
    the placements on each cell that was passed. ``lane`` is scratch of ``lane_words``.
    Returns (number of roots, depth). It stops before the last cell, and before a level
    that the capacity might not hold.
    """
    base = address_of(lane)
    prepare_lane(base, rows, columns, head)
    cells, capacity = rows * columns, roots.shape[0]
    bottom = base + CELL * (columns + cells)
    number = 1
    depth = 0
    while depth < cells - 1 and (depth == 0 or (0 < number < wanted and number * 64 <= capacity)):
        # The level is rewritten from its end: what is read moves to the other end first.
        kept = capacity - number
        for index in range(number - 1, -1, -1):
            for at in range(depth):
                roots[kept + index, at] = roots[index, at]
        number = 0
        for index in range(kept, capacity):
            top = start_root(roots, index, depth, base, rows, columns, head)
            candidates = load64(top) if top >= bottom else 0
            while candidates != 0:
                for at in range(depth):
                    roots[number, at] = roots[index, at]
                roots[number, depth] = lowest(candidates)
                number += 1
                candidates &= candidates - 1
        counts[depth] += number
        depth += 1
    return number, depth


@inner_kernel
def step_four(tops, bottom, stride, back, clear):
    """Step four lanes in turn until one is done or 256 rounds are; are all still busy?"""
    bottom0, bottom1 = bottom, bottom + stride
    bottom2, bottom3 = bottom + 2 * stride, bottom + 3 * stride
    top0, top1, top2, top3 = tops[0], tops[1], tops[2], tops[3]
    busy = True
    for _ in range(256):
        top0 = step(top0, back, clear)
        top1 = step(top1, back, clear)
        top2 = step(top2, back, clear)
        top3 = step(top3, back, clear)
        if (top0 - bottom0) | (top1 - bottom1) | (top2 - bottom2) | (top3 - bottom3) < 0:
            busy = False
            break
    tops[0], tops[1], tops[2], tops[3] = top0, top1, top2, top3
    return busy


@inner_kernel
def step_one(top, bottom, back, clear):
    """Step one lane until it is done or 1,024 steps are; the top of its stack."""
    for _ in range(1024):
        top = step(top, back, clear)
        if top < bottom:
            break
    return top


@inner_kernel
def _gather(base, stride, rows, columns, counts):
    """Add the lanes' placements to ``counts`` and clear them; the sum of all."""
    total = counts[0]
    for cell in range(rows * columns - 1):
        at = base + CELL * (columns + cell) + 16
        for lane in range(LANES):
            counts[cell + 1] += load64(at + stride * lane)
            store64(at + stride * lane, 0)
        total += counts[cell + 1]
    return total


@kernel
def count_from(words, head, rows, columns, roots, number, depth, budget, limit, lanes, counts):
    """Count the placements and fillings below the roots.

    ``words`` and ``head`` are of ``tables.build``; ``roots`` of ``expand``; ``lanes`` is
    int64[LANES * lane_words] of scratch. ``counts`` (int64[cells]) gains the placements on
    each cell; on the last one they are the fillings. Stops when the sum of ``counts`` has
    reached ``budget`` or the fillings ``limit``, within a few thousand placements; returns
    True if everything was counted.
    """
    base, stride = address_of(lanes), 8 * lane_words(rows, columns)
    bottom = base + CELL * (columns + rows * columns)
    back, clear = CELL * (columns - 1), head[CLEAR]
    tops = np.empty(LANES, np.int64)
    for lane in range(LANES):
        prepare_lane(base + stride * lane, rows, columns, head)
        tops[lane] = bottom + stride * lane - FRAME
    used = 0
    while True:
        idle = -1
        for lane in range(LANES):
            while tops[lane] < bottom + stride * lane and used < number:
                start = base + stride * lane
                tops[lane] = start_root(roots, used, depth, start, rows, columns, head)
                if tops[lane] >= bottom + stride * lane:
                    counts[depth] += ones(load64(tops[lane]))
                used += 1
            if tops[lane] < bottom + stride * lane:
                idle = lane
        if idle >= 0:
            break
        if step_four(tops, bottom, stride, back, clear):
            total = _gather(base, stride, rows, columns, counts)
            if total >= budget or counts[rows * columns - 1] >= limit:
                return False
    for lane in range(LANES):  # no roots are left: each lane to its end
        while tops[lane] >= bottom + stride * lane:
            tops[lane] = step_one(tops[lane], bottom + stride * lane, back, clear)
            if tops[lane] >= bottom + stride * lane:
                total = _gather(base, stride, rows, columns, counts)
                if total >= budget or counts[rows * columns - 1] >= limit:
                    return False
    _gather(base, stride, rows, columns, counts)
    return True
