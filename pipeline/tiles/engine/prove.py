"""Which planted sets have one filling up to rotation: whole batches a kernel.

``screen`` refuses without any search, ``ask_small`` (up to 16 tiles, by ``quick``) refuses
most of the rest, and the full count in row order proves what is left: ``count_lanes`` for
what fits 64 mask bits, ``count_plain`` for any board. Each looks only at sets that are still
``ACCEPTED``, so that any of them may be left out but the count.
"""

import numpy as np

from pipeline.kernels import kernel
from pipeline.kernels.registers import inner_kernel
from pipeline.tiles.engine import lanes, plain, quick, tables
from pipeline.tiles.engine.plant import merged_fillings, packed_look

ACCEPTED, EQUAL_TILES, MAY_LOOK_TURNED, SEVERAL, UNDECIDED, WRONG = range(6)
"""Verdicts. ``WRONG``: the full count contradicts the quick one, which is a defect."""


@kernel
def screen(tiles, duplicates, verdicts):
    """Fill ``verdicts`` (int64[n]): ``ACCEPTED``, or why a set is refused without a search."""
    count = tiles.shape[1]
    for index in range(tiles.shape[0]):
        equal, odd = 0, 0
        for tile in range(count):
            look = packed_look(tiles[index], tile)
            copies = 0
            for other in range(count):
                copies += packed_look(tiles[index], other) == look
            equal += copies > 1
            odd += copies & 1
        verdicts[index] = ACCEPTED
        if equal and not duplicates:
            verdicts[index] = EQUAL_TILES
        elif count > 1 and odd <= 1:
            # A filling that looks the same after a turn needs its tiles in equal pairs.
            verdicts[index] = MAY_LOOK_TURNED


@kernel
def ask_small(tiles, mates, sides, rows, columns, rotations, budget, verdicts):
    """Refuse sets of up to 16 tiles with several fillings.

    ``rotations`` is how many rotations of the board there are (1, 2 or 4). On an odd square
    the middle tile is turned in one way of each orbit only.
    """
    count = rows * columns
    words = np.empty(quick.quick_words(mates.shape[0]), np.int64)
    quick.plan(rows, columns, mates.shape[0], words)
    is_odd_square = rows == columns and rows & 1
    turns = (1 << (4 // rotations)) - 1 if is_odd_square else 15
    allowed = np.full(count, 15, np.int64)
    for index in range(tiles.shape[0]):
        if verdicts[index] != ACCEPTED:
            continue
        wanted = merged_fillings(tiles[index]) * (1 if is_odd_square else rotations)
        quick.prepare(tiles[index], mates, sides, allowed, rows, columns, words)
        found, spent = quick.count(words, count, mates.shape[0], turns, budget, wanted + 1)
        if found > wanted:
            verdicts[index] = SEVERAL
        elif spent >= budget:
            verdicts[index] = UNDECIDED


@inner_kernel
def _conclude(fillings, finished, wanted):
    """The verdict of a full count."""
    if fillings > wanted:
        return SEVERAL
    if not finished:
        return UNDECIDED
    return ACCEPTED if fillings == wanted else WRONG


@kernel
def count_lanes(tiles, mates, sides, rows, columns, rotations, budget, counts, verdicts):
    """The full count of sets that fit 64 mask bits: ``counts`` (int64[n, N]), by cell."""
    size = rows * columns
    allowed = np.full(size, 15, np.int64)
    bits, head = np.empty((size, 4), np.int64), np.empty(tables.HEAD_WORDS, np.int64)
    words = np.empty(tables.table_words(size, mates.shape[0]), np.int64)
    roots = np.empty((1024, size), np.uint8)
    scratch = np.empty(lanes.LANES * lanes.lane_words(rows, columns), np.int64)
    for index in range(tiles.shape[0]):
        if verdicts[index] != ACCEPTED:
            continue
        for cell in range(size):
            counts[index, cell] = 0
        wanted = merged_fillings(tiles[index]) * rotations
        finished = tables.build(tiles[index], mates, sides, allowed, bits, words, head)
        if finished:
            number, depth = lanes.expand(rows, columns, head, 16, scratch, roots, counts[index])
            finished = lanes.count_from(
                words, head, rows, columns, roots, number, depth, budget, wanted + 1, scratch,
                counts[index],
            )  # fmt: skip
        verdicts[index] = _conclude(counts[index, size - 1], finished, wanted)


@kernel
def count_plain(tiles, mates, sides, rows, columns, rotations, budget, counts, verdicts):
    """``count_lanes`` for boards of any size."""
    size, needs = rows * columns, mates.shape[0] + 1
    allowed, twin = np.full(size, 15, np.int64), np.full(size, -1, np.int64)
    starts = np.empty(4 * needs * needs + 1, np.int32)
    tile_of, turn_of = np.empty(64 * size, np.int16), np.empty(64 * size, np.int16)
    root, boards = np.zeros((1, 0, 2), np.int16), np.zeros((0, size, 2), np.int16)
    fixed = np.zeros(0, np.int64)
    for index in range(tiles.shape[0]):
        if verdicts[index] != ACCEPTED:
            continue
        for cell in range(size):
            counts[index, cell] = 0
        wanted = merged_fillings(tiles[index]) * rotations
        plain.list_candidates(tiles[index], mates, sides, allowed, starts, tile_of, turn_of)
        found = plain.search(
            tiles[index], mates, sides, rows, columns, starts, tile_of, turn_of, twin, budget,
            wanted + 1, root, counts[index], boards, fixed,
        )  # fmt: skip
        verdicts[index] = _conclude(counts[index, size - 1], found >= 0, wanted)
