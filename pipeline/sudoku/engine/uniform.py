"""Exactly uniform complete grids: Felgenhauer and Jarvis's count run backwards.

Two exact integers (by rejection, no floating point) decide a grid. The first, below the
number of grids up to the symmetries used here, picks an orbit of first bands, an arrangement
of that band, a split in each stack, and arrangements of the bands that the splits make. The
second picks one of those symmetries: the names of the digits, the order of the stacks and of
the columns in each, and the order of the rows in each band.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random import next_word, start_stream
from pipeline.kernels.registers import bare_kernel, inner_kernel, load16, shuffle, splat16, store16
from pipeline.sudoku.engine.uniform_tables import PARTITIONS, SPLITS, uniform_tables

PERMUTATIONS = 362_880  # 9!
SYMMETRIES = PERMUTATIONS * 6 * 6**3 * 6**3
SYMMETRY_BITS = SYMMETRIES.bit_length()
TRIPLE_ORDERS = np.array(
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]], np.uint8
)


class Work(NamedTuple):
    """What the kernels here work in, for one thread.

    names: uint8[9], by digit 0-8 what it is called, 1-9. column_places: uint8[48], at
    16 stack + column the place 0-8 of that column; row_places: uint8[48], at 16 band + row
    nine times the place of that row. cells: uint8[144], at 16 box + digit the cell.
    """

    names: NDArray[np.uint8]
    column_places: NDArray[np.uint8]
    row_places: NDArray[np.uint8]
    cells: NDArray[np.uint8]


def scratch() -> Work:
    """A fresh work space."""
    return Work(*(np.zeros(size, np.uint8) for size in (9, 48, 48, 144)))


@inner_kernel
def draw_below(state, bound, shift):
    """A uniform integer below ``bound``: words without their low ``shift`` bits, the first
    that is small enough. int64."""
    while True:
        draw = np.int64(next_word(state) >> np.uint64(shift))
        if draw < bound:
            return draw


@inner_kernel
def last_not_above(ascending, value):
    """The greatest i with ``ascending[i] <= value``, by bisection; ``ascending[0]`` is 0."""
    low, high = 0, ascending.size
    while high - low > 1:
        middle = (low + high) >> 1
        if np.int64(ascending[middle]) <= value:
            low = middle
        else:
            high = middle
    return low


@inner_kernel
def pick_splits(tables, orbit, rest):
    """The splits of the three stacks, and what is left of ``rest`` (below a(T2) a(T3))."""
    parts, pair_weight = tables.parts[orbit], tables.pair_weight[orbit]
    relabel, count = tables.relabel, tables.arrangement_count
    pair = last_not_above(pair_weight, rest)
    rest -= np.int64(pair_weight[pair])
    s0, s1 = pair // SPLITS, pair % SPLITS
    second, third = relabel[parts[0, 0, s0]], relabel[parts[1, 0, s0]]
    row2 = np.int64(second[parts[0, 1, s1]]) * PARTITIONS
    row3 = np.int64(third[parts[1, 1, s1]]) * PARTITIONS
    s2 = 0
    while True:
        weight = np.int64(count[row2 + second[parts[0, 2, s2]]]) * np.int64(
            count[row3 + third[parts[1, 2, s2]]]
        )
        if rest < weight:
            return s0, s1, s2, rest
        rest -= weight
        s2 += 1


@inner_kernel
def fill_symmetry(draw, work):
    """Spread a number below SYMMETRIES over the names of the digits and the places of columns
    and rows."""
    outer = TRIPLE_ORDERS[draw % 6]
    draw //= 6
    for triple in range(3):
        inner = TRIPLE_ORDERS[draw % 6]
        draw //= 6
        for i in range(3):
            work.column_places[16 * triple + i] = 3 * outer[triple] + inner[i]
    for triple in range(3):
        inner = TRIPLE_ORDERS[draw % 6]
        draw //= 6
        for i in range(3):
            work.row_places[16 * triple + i] = 27 * triple + 9 * inner[i]
    left = np.int64(0x987654321)
    for i in range(9):
        place = 4 * (draw % (9 - i))
        draw //= 9 - i
        work.names[i] = left >> place & 15
        left = (left & ((np.int64(1) << place) - 1)) | (left >> (place + 4) << place)


@inner_kernel
def place_box(work, box, rows, columns):
    """The cells of the nine digits in one box (``rows`` and ``columns``: a lane a digit)."""
    band, stack = box // 3, box % 3
    row = shuffle(load16(work.row_places, 16 * band), rows)
    column = shuffle(load16(work.column_places, 16 * stack), columns)
    store16(work.cells, 16 * box, row + column)


@inner_kernel
def place_made_band(tables, orbit, splits, band, rest, work):
    """The second or third band (1, 2) as the splits make it: the triple's arrangement number
    ``rest`` mod their number a, carried over from its representative. Returns rest // a."""
    parts = tables.parts[orbit, band - 1]
    b0, b1, b2 = parts[0, splits[0]], parts[1, splits[1]], parts[2, splits[2]]
    pair = np.int64(tables.relabel[b0, b1]) * PARTITIONS + tables.relabel[b0, b2]
    image = shuffle(load16(tables.digit_image, 16 * pair), load16(tables.renaming, 16 * b0))
    count = np.int64(tables.arrangement_count[pair])
    start = 48 * (tables.first_arrangement[tables.orbit[pair]] + rest % count)
    for stack in range(3):
        base = 16 * ((orbit * 3 + stack) * (SPLITS + 1))
        column = load16(tables.columns, base + 16 * splits[stack])
        if band == 2:
            column = splat16(3) - load16(tables.columns, base + 16 * SPLITS) - column
        row = load16(tables.arrangements, start + 16 * tables.stack_image[pair, stack])
        place_box(work, 3 * band + stack, shuffle(row, image), column)
    return rest // count


@inner_kernel
def place_first_band(tables, orbit, rest, work):
    """The first band: its representative's arrangement number ``rest`` mod their number."""
    first = tables.first_arrangement[orbit]
    start = 48 * (first + rest % (tables.first_arrangement[orbit + 1] - first))
    for stack in range(3):
        columns = load16(tables.columns, 16 * ((orbit * 3 + stack) * (SPLITS + 1) + SPLITS))
        place_box(work, stack, load16(tables.arrangements, start + 16 * stack), columns)


@inner_kernel
def draw_grid(state, tables, shift, work, grid):
    """One uniform grid into ``grid`` (uint8[81])."""
    rest = draw_below(state, np.int64(tables.orbit_weight[-1]), shift)
    orbit = last_not_above(tables.orbit_weight, rest)
    rest -= np.int64(tables.orbit_weight[orbit])
    scale = np.int64(tables.orbit_scale[orbit])
    fill_symmetry(draw_below(state, SYMMETRIES, 64 - SYMMETRY_BITS), work)
    place_first_band(tables, orbit, rest % scale, work)
    s0, s1, s2, rest = pick_splits(tables, orbit, rest // scale)
    rest = place_made_band(tables, orbit, (s0, s1, s2), 1, rest, work)
    place_made_band(tables, orbit, (s0, s1, s2), 2, rest, work)
    for box in range(9):
        for digit in range(9):
            grid[work.cells[16 * box + digit]] = work.names[digit]


@bare_kernel
def _uniform_grids(key, first_index, tables, shift, state, work, grids):
    for i in range(grids.shape[0]):
        start_stream(state, key, first_index + i)
        draw_grid(state, tables, shift, work, grids[i])


def uniform_grids(key: NDArray[np.uint64], first_index: int, count: int) -> NDArray[np.uint8]:
    """Complete grids, each of the 6,670,903,752,021,072,936,960 equally likely.

    ``key``: uint64[4] as made by ``kernels.random.stream_key``. The result is
    uint8[count, 81], digits 1-9; row i depends on (key, first_index + i) alone.
    """
    tables = uniform_tables()
    shift = 64 - int(tables.orbit_weight[-1]).bit_length()
    grids = np.empty((count, 81), np.uint8)
    _uniform_grids(key, first_index, tables, shift, np.empty(4, np.uint64), scratch(), grids)
    return grids
