"""Row-minlex forms of puzzles with any number of solutions.

The form is found row by row, breadth first. A *state* is one way to have made the rows so
far: which lines were used, in which order the columns stand (as far as that is settled, see
``loose_columns``), and what the digits are called. Every state is tried with every line that
may come next; the ways that make the least row are the states of the next level. All of them
are kept, so the result is exact; what they take is measured, and where a buffer is too small
the puzzle is done again with a larger one.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels import kernel
from pipeline.kernels.registers import (
    load16,
    load_word,
    nibbles,
    shuffle,
    splat16,
    store16,
    store_word,
    zero_lanes,
)
from pipeline.sudoku.canonical.grids import minlex_grids
from pipeline.sudoku.canonical.lines import LINE_BYTES, fill_lines, write_row
from pipeline.sudoku.canonical.loose_columns import FREE, loose_columns

STATE = 64  # bytes: column order, names of digits, lanes of columns, and a word of the rest
FIRST_CAPACITY = 4096  # states; few puzzles need more than a hundred, the most seen 27,864
ABSENT = 15  # an unused lane, whose content is zero

# By the places that hold new digits (bit 8 - p): their ranks from place 0 on, one-based, and
# all ones at the same lanes.
NEW_PLACES = ((np.arange(512)[:, None] >> np.arange(16)) & 1).astype(np.uint8)
RANKS = (NEW_PLACES[:, ::-1].cumsum(axis=1)[:, ::-1] * NEW_PLACES).astype(np.uint8).reshape(-1)
MASKS = (NEW_PLACES * 255).astype(np.uint8).reshape(-1)
COUNTS = NEW_PLACES.sum(axis=1).astype(np.int64)


class Work(NamedTuple):
    """What the kernels here work in, for one thread: the board's lines, where its digits
    stand in them, and the states of two levels (uint8[64 * capacity])."""

    lines: NDArray[np.uint8]
    positions: NDArray[np.uint8]
    states: NDArray[np.uint8]
    following: NDArray[np.uint8]


def scratch(capacity: int = FIRST_CAPACITY) -> Work:
    """A fresh work space for so many states a level."""
    lines, positions = np.zeros(LINE_BYTES, np.uint8), np.zeros(LINE_BYTES, np.uint8)
    return Work(lines, positions, *(np.zeros(STATE * capacity, np.uint8) for _ in range(2)))


@kernel
def fill_positions(lines, positions):
    """By line and digit: the column where the digit stands, or ABSENT. Returns a mask of the
    empty lines, or -1 if a line holds a digit twice."""
    positions[:] = ABSENT
    empty = np.int64(0)
    for line in range(18):
        seen = 0
        for column in range(9):
            digit = lines[16 * line + column]
            if digit:
                if seen >> digit & 1:
                    return np.int64(-1)
                seen |= 1 << digit
                positions[16 * line + digit] = column
        empty |= np.int64(seen == 0) << line
    return empty


@kernel
def first_state(states):
    """The state before the first row."""
    for lane in range(16):
        inside = lane < 9
        states[lane] = 8 - lane if inside else ABSENT  # order: lane 8 - p holds column p
        states[16 + lane] = 0  # names of digits
        states[32 + lane] = 8 - lane if inside else ABSENT  # lane of each column
    store_word(states, 48, np.uint64((np.int64(1) << 18) - 1 | np.int64(FREE) << 36))


@kernel
def without_repeats(lines, empty):
    """``lines`` (a mask) with only the first of its empty lines in every band."""
    kept = lines & ~empty
    for band in range(6):
        empties = lines & empty & (np.int64(7) << 3 * band)
        kept |= empties & -empties
    return kept


@kernel
def lines_after(line, opens_band, unused, in_band):
    """Which lines may follow: those of bands not begun, and those left in this band."""
    if opens_band:
        band = np.int64(7) << (line // 3 * 3)
        side = np.int64(0x1FF) << (line // 9 * 9)
        unused &= side & ~band
        in_band = band
    return unused, in_band & ~(np.int64(1) << line)


@kernel
def smear(pattern):
    """All bits from the highest of ``pattern`` down."""
    pattern |= pattern >> 1
    pattern |= pattern >> 2
    pattern |= pattern >> 4
    return pattern | pattern >> 8


@kernel
def next_row(work, states, following, row, count, empty, table):
    """The least row that can follow ``count`` states, and the states after it.

    Returns the packed row and their number, which is -1 if ``following`` is too small.
    """
    info_table, orders, inverses = table
    capacity = following.size // STATE
    best, ceiling, kept = np.int64(1) << 40, np.int64(511), 0
    for state in range(count):
        base = STATE * state
        order, names = load16(states, base), load16(states, base + 16)
        lanes, rest = load16(states, base + 32), np.int64(load_word(states, base + 48))
        unused, in_band = rest & 0x3FFFF, rest >> 18 & 0x3FFFF
        structure, named = rest >> 36 & 31, rest >> 41
        candidates = without_repeats(unused if row % 3 == 0 else in_band, empty)
        line = -1
        while candidates:
            line += 1
            if not candidates >> line & 1:
                continue
            candidates ^= np.int64(1) << line
            cells = shuffle(load16(work.lines, 16 * line), order)
            info = info_table[512 * structure + (~zero_lanes(cells) & 511)]
            pattern = info & 511
            # Once digits have names, a lesser pattern need not make a lesser row: only more
            # empty places in front do.
            if pattern > ceiling:
                continue
            first = info >> 25
            for entry in range(first, first + (info >> 14 & 0x7FF)):
                loose = load16(orders, 16 * entry)
                old = shuffle(names, shuffle(cells, loose))
                fresh = zero_lanes(old) & pattern
                new = (load16(RANKS, 16 * fresh) + splat16(named)) & load16(MASKS, 16 * fresh)
                word = np.int64(nibbles(old | new))
                if word > best:
                    continue
                if word < best:
                    best, ceiling, kept = word, smear(pattern), 0
                if kept == capacity:
                    return best, -1
                target = STATE * kept
                lanes_now = shuffle(load16(inverses, 16 * entry), lanes)
                places = shuffle(lanes_now, load16(work.positions, 16 * line))
                store16(following, target, shuffle(order, loose))
                store16(following, target + 16, names | shuffle(new, places))
                store16(following, target + 32, lanes_now)
                later, here = lines_after(line, row % 3 == 0, unused, in_band)
                store_word(
                    following,
                    target + 48,
                    np.uint64(
                        later | here << 18 | (info >> 9 & 31) << 36 | (named + COUNTS[fresh]) << 41
                    ),
                )
                kept += 1
    return best, kept


@kernel
def minlex_puzzle(cells, work, table, form):
    """Write the row-minlex form of one board; returns the most states of any level, 0 if the
    buffers are too small, or -1 if a line holds a digit twice."""
    fill_lines(cells, work.lines)
    empty = fill_positions(work.lines, work.positions)
    if empty < 0:
        return -1
    first_state(work.states)
    states, following = work.states, work.following
    count = most = 1
    for row in range(9):
        word, count = next_row(work, states, following, row, count, empty, table)
        if count < 0:
            return 0
        most = max(most, count)
        write_row(word, form, row)
        states, following = following, states
    return most


@kernel
def _minlex_puzzles(puzzles, which, work, table, forms, most):
    for i in which:
        most[i] = minlex_puzzle(puzzles[i], work, table, forms[i])


def minlex_puzzles(puzzles: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The row-minlex form of every puzzle: the least of its images, read row by row with 0
    for empty, under the 2 x 6^8 x 9! symmetries.

    ``puzzles`` and the result are uint8[n, 81]. Any number of solutions and of givens will
    do; ``ValueError`` if a digit stands twice in a row or column.
    """
    puzzles = np.ascontiguousarray(puzzles, np.uint8)
    forms, most = np.zeros_like(puzzles), np.zeros(len(puzzles), np.int64)
    full = (puzzles != 0).all(axis=1)
    which, capacity = np.flatnonzero(~full), FIRST_CAPACITY
    while len(which):
        _minlex_puzzles(puzzles, which, scratch(capacity), tuple(loose_columns()), forms, most)
        if (most[which] < 0).any():
            row = which[most[which] < 0][0]
            raise ValueError(f"puzzle {row}: a digit stands twice in a row or column")
        which, capacity = which[most[which] == 0], 8 * capacity
    if full.any():
        forms[full] = minlex_grids(puzzles[full])
    return forms
