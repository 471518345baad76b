"""Which planted sets have one filling up to rotation: whole batches in one kernel each.

The three ways differ in speed alone: ``prove_small`` (up to 16 tiles, by ``quick``),
``prove_lanes`` (whatever fits 64 mask bits) and ``prove_plain`` (the rest).
"""

import numpy as np

from pipeline.kernels import kernel
from pipeline.tiles.engine import lanes, plain, quick, tables
from pipeline.tiles.engine.plant import merged_fillings, packed_look

ACCEPTED, EQUAL_TILES, MAY_LOOK_TURNED, SEVERAL, UNDECIDED, WRONG = range(6)
"""Verdicts. ``WRONG``: the full count contradicts the quick one, which is a defect."""


@kernel
def _screen(tiles, duplicates):
    """``ACCEPTED``, or why a set is refused before any search."""
    equal, odd = 0, 0
    for tile in range(tiles.shape[0]):
        look = packed_look(tiles, tile)
        copies = 0
        for other in range(tiles.shape[0]):
            copies += packed_look(tiles, other) == look
        equal += copies > 1
        odd += copies & 1
    if equal and not duplicates:
        return EQUAL_TILES
    # A filling that looks the same after a turn of the board needs its tiles in equal pairs.
    if tiles.shape[0] > 1 and odd <= 1:
        return MAY_LOOK_TURNED
    return ACCEPTED


@kernel
def _conclude(counts, finished, wanted):
    """The verdict of a full count."""
    if counts[counts.shape[0] - 1] > wanted:
        return SEVERAL
    if not finished:
        return UNDECIDED
    return ACCEPTED if counts[counts.shape[0] - 1] == wanted else WRONG


@kernel
def count_rows(tiles, mates, sides, rows, columns, allowed, bits, words, head, roots, scratch,
               budget, limit, counts):  # fmt: skip
    """The full count in row order (``lanes``), all in given scratch; False if it was stopped."""
    for cell in range(counts.shape[0]):
        counts[cell] = 0
    if not tables.build(tiles, mates, sides, allowed, bits, words, head):
        return False
    number, depth = lanes.expand(rows, columns, head, 16, scratch, roots, counts)
    return lanes.count_from(
        words, head, rows, columns, roots, number, depth, budget, limit, scratch, counts
    )


@kernel
def prove_small(
    tiles, mates, sides, rows, columns, rotations, duplicates, budget, counts, verdicts
):
    """Fill ``verdicts`` (int64[n]) and, for accepted sets, ``counts`` (int64[n, N]).

    ``rotations`` is how many rotations of the board there are (1, 2 or 4). The question is
    asked with the middle tile's turns cut to one of each orbit where the board is an odd
    square; the count in row order follows for the accepted sets alone.
    """
    count = rows * columns
    words = np.empty(quick.quick_words(mates.shape[0]), np.int64)
    quick.plan(rows, columns, mates.shape[0], words)
    is_odd_square = rows == columns and rows & 1
    turns = (1 << (4 // rotations)) - 1 if is_odd_square else 15
    allowed = np.full(count, 15, np.int64)
    bits, head = np.empty((count, 4), np.int64), np.empty(tables.HEAD_WORDS, np.int64)
    lane_tables = np.empty(tables.table_words(count, mates.shape[0]), np.int64)
    roots = np.empty((1024, count), np.uint8)
    scratch = np.empty(lanes.LANES * lanes.lane_words(rows, columns), np.int64)
    for index in range(tiles.shape[0]):
        verdicts[index] = _screen(tiles[index], duplicates)
        if verdicts[index] != ACCEPTED:
            continue
        merged = merged_fillings(tiles[index])
        wanted = merged if is_odd_square else merged * rotations
        quick.prepare(tiles[index], mates, sides, allowed, rows, columns, words)
        found, spent = quick.count(words, count, mates.shape[0], turns, budget, wanted + 1)
        if found > wanted:
            verdicts[index] = SEVERAL
            continue
        if spent >= budget:
            verdicts[index] = UNDECIDED
            continue
        finished = count_rows(
            tiles[index], mates, sides, rows, columns, allowed, bits, lane_tables, head, roots,
            scratch, budget, merged * rotations + 1, counts[index],
        )  # fmt: skip
        verdicts[index] = _conclude(counts[index], finished, merged * rotations)


@kernel
def prove_lanes(
    tiles, mates, sides, rows, columns, rotations, duplicates, budget, counts, verdicts
):
    """``prove_small`` for boards of any size whose sets fit 64 mask bits."""
    count = rows * columns
    allowed = np.full(count, 15, np.int64)
    bits, head = np.empty((count, 4), np.int64), np.empty(tables.HEAD_WORDS, np.int64)
    lane_tables = np.empty(tables.table_words(count, mates.shape[0]), np.int64)
    roots = np.empty((1024, count), np.uint8)
    scratch = np.empty(lanes.LANES * lanes.lane_words(rows, columns), np.int64)
    for index in range(tiles.shape[0]):
        verdicts[index] = _screen(tiles[index], duplicates)
        if verdicts[index] != ACCEPTED:
            continue
        wanted = merged_fillings(tiles[index]) * rotations
        finished = count_rows(
            tiles[index], mates, sides, rows, columns, allowed, bits, lane_tables, head, roots,
            scratch, budget, wanted + 1, counts[index],
        )  # fmt: skip
        verdicts[index] = _conclude(counts[index], finished, wanted)


@kernel
def prove_plain(
    tiles, mates, sides, rows, columns, rotations, duplicates, budget, counts, verdicts
):
    """``prove_small`` for boards of any size."""
    count, needs = rows * columns, mates.shape[0] + 1
    allowed, twin = np.full(count, 15, np.int64), np.full(count, -1, np.int64)
    starts = np.empty(4 * needs * needs + 1, np.int32)
    tile_of, turn_of = np.empty(64 * count, np.int16), np.empty(64 * count, np.int16)
    root, boards = np.zeros((1, 0, 2), np.int16), np.zeros((0, count, 2), np.int16)
    fixed = np.zeros(0, np.int64)
    for index in range(tiles.shape[0]):
        verdicts[index] = _screen(tiles[index], duplicates)
        if verdicts[index] != ACCEPTED:
            continue
        wanted = merged_fillings(tiles[index]) * rotations
        plain.list_candidates(tiles[index], mates, sides, allowed, starts, tile_of, turn_of)
        for cell in range(count):
            counts[index, cell] = 0
        found = plain.search(
            tiles[index], mates, sides, rows, columns, starts, tile_of, turn_of, twin, budget,
            wanted + 1, root, counts[index], boards, fixed,
        )  # fmt: skip
        verdicts[index] = _conclude(counts[index], found >= 0, wanted)
