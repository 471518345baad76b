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

from pipeline.kernels.registers import (
    bare_kernel,
    bit_count,
    inner_kernel,
    load16,
    load_word,
    nibbles,
    nonzero,
    shuffle,
    splat16,
    store16,
    store_word,
    trailing_zeros,
    zero_lanes,
)
from pipeline.sudoku.canonical.grids import minlex_grids
from pipeline.sudoku.canonical.lines import (
    LANES,
    LINE_BYTES,
    checked_boards,
    fill_lines,
    has_repeat,
    write_row,
)
from pipeline.sudoku.canonical.loose_columns import FREE, loose_columns

STATE = 64  # bytes: column order, names of digits, lanes of columns, and a word of the rest
FIRST_CAPACITY = 4096  # states; few puzzles need more than a hundred, the most seen 27,864
ABSENT = 15  # an unused lane, whose content is zero

# By the places that hold new digits (bit 8 - p): their ranks from place 0 on, one-based.
NEW_PLACES = ((np.arange(512)[:, None] >> np.arange(16)) & 1).astype(np.uint8)
RANKS = (NEW_PLACES[:, ::-1].cumsum(axis=1)[:, ::-1] * NEW_PLACES).astype(np.uint8).reshape(-1)
SIDE = np.array([0x1FF << line // 9 * 9 for line in range(18)])
BAND = np.array([7 << line // 3 * 3 for line in range(18)])
REVERSED = np.where(LANES < 9, 8 - LANES, ABSENT).astype(np.uint8)


class Work(NamedTuple):
    """What the kernels here work in, for one thread: the board's lines, where its digits
    stand in them, the states of two levels (uint8[64 * capacity]), and what may come next."""

    lines: NDArray[np.uint8]
    positions: NDArray[np.uint8]
    states: NDArray[np.uint8]
    following: NDArray[np.uint8]
    infos: NDArray[np.int64]
    origins: NDArray[np.int64]


def scratch(capacity: int = FIRST_CAPACITY) -> Work:
    """A fresh work space for so many states a level."""
    lines, positions = np.zeros(LINE_BYTES, np.uint8), np.zeros(LINE_BYTES, np.uint8)
    states, following = (np.zeros(STATE * capacity, np.uint8) for _ in range(2))
    infos, origins = (np.zeros(6 * capacity + 18, np.int64) for _ in range(2))
    return Work(lines, positions, states, following, infos, origins)


@inner_kernel
def fill_positions(lines, side, positions):
    """By line and digit, for the rows (``side`` 0) or columns (1): the column (row) where the
    digit stands, or ABSENT (also for digit 0)."""
    for line in range(9 * side, 9 * side + 9):
        store16(positions, 16 * line, splat16(ABSENT))
        for column in range(9):
            positions[16 * line + lines[16 * line + column]] = column
        positions[16 * line] = ABSENT


@inner_kernel
def without_repeats(lines, empty):
    """``lines`` (a mask) with only the first of its empty lines in every band."""
    if lines & empty == 0:
        return lines
    kept = lines & ~empty
    for band in range(6):
        empties = lines & empty & (np.int64(7) << 3 * band)
        kept |= empties & -empties
    return kept


@inner_kernel
def smear(pattern):
    """All bits from the highest of ``pattern`` down."""
    pattern |= pattern >> 1
    pattern |= pattern >> 2
    pattern |= pattern >> 4
    return pattern | pattern >> 8


@inner_kernel
def after_opening(line, unused):
    """The lines left, with the other two of its band apart, when ``line`` opens a band."""
    return (unused & SIDE[line] & ~BAND[line]) | (BAND[line] & ~(np.int64(1) << line)) << 18


@inner_kernel
def write_state(states, number, order, names, lanes, rest):
    """Write one state: its column order, names of digits, lanes of columns, and the rest
    (lines of bands not begun, lines left in this band << 18, structure << 36, number of
    names << 41)."""
    base = STATE * number
    store16(states, base, order)
    store16(states, base + 16, names)
    store16(states, base + 32, lanes)
    store_word(states, base + 48, np.uint64(rest))


@inner_kernel
def list_openers(work, info_table):
    """What may come first: the lines with the least pattern, in ``work.infos`` and
    ``work.origins``. Returns their number, that pattern and a mask of the empty lines."""
    best, kept, empty = np.int64(512), np.int64(0), np.int64(0)
    reverse = load16(REVERSED, 0)
    for line in range(18):
        occupied = ~zero_lanes(shuffle(load16(work.lines, 16 * line), reverse)) & 511
        info = np.int64(info_table[512 * FREE + occupied])
        pattern = info & 511
        empty |= np.int64(pattern == 0) << line
        kept = np.int64(0) if pattern < best else kept
        work.infos[kept], work.origins[kept] = info, line
        kept += pattern <= best
        best = min(best, pattern)
    return kept, best, empty


@inner_kernel
def first_row(work, states, table):
    """The least first row, the states after it and a mask of the empty lines; as ``next_row``."""
    info_table, lists, orders, inverses = table
    candidates, pattern, empty = list_openers(work, info_table)
    if work.origins[0] < 9:
        fill_positions(work.lines, 0, work.positions)
    if work.origins[candidates - 1] >= 9:
        fill_positions(work.lines, 1, work.positions)
    new = load16(RANKS, 16 * pattern)
    reverse = load16(REVERSED, 0)
    count = 0
    for candidate in range(candidates):
        info, line = work.infos[candidate], work.origins[candidate]
        if pattern == 0 and without_repeats(empty, empty) >> line & 1 == 0:
            continue
        positions = load16(work.positions, 16 * line)
        rest = after_opening(line, np.int64(0x3FFFF)) | (info >> 9 & 31) << 36
        rest |= bit_count(pattern) << 41
        run = np.int64(lists[info >> 14])
        first, many = run >> 11, run & 0x7FF
        if count + many > states.size // STATE:
            return np.int64(0), -1, empty
        for entry in range(first, first + many):
            # Before the first row lane 8 - p held column p.
            order = shuffle(reverse, load16(orders, 16 * entry))
            lanes = shuffle(load16(inverses, 16 * entry), reverse)
            write_state(states, count, order, shuffle(new, shuffle(lanes, positions)), lanes, rest)
            count += 1
    return np.int64(nibbles(new)), count, empty


@inner_kernel
def list_candidates(work, states, opens, count, empty, info_table):
    """What may come next: the lines that follow each state, without those that leave fewer
    empty places in front than another one does. Writes ``work.infos`` (entries of the table)
    and ``work.origins`` (32 x state + line); returns their number and a bound for patterns.

    Once digits have names, a lesser pattern need not make a lesser row: only more empty
    places in front do.
    """
    ceiling, kept = np.int64(511), np.int64(0)
    for state in range(count):
        order = load16(states, STATE * state)
        rest = np.int64(load_word(states, STATE * state + 48))
        structure = rest >> 36 & 31
        lines = without_repeats((rest if opens else rest >> 18) & 0x3FFFF, empty)
        while lines:
            line = trailing_zeros(lines)
            lines &= lines - 1
            cells = shuffle(load16(work.lines, 16 * line), order)
            info = np.int64(info_table[512 * structure + (~zero_lanes(cells) & 511)])
            work.infos[kept], work.origins[kept] = info, 32 * state + line
            kept += (info & 511) <= ceiling
            ceiling = min(ceiling, smear(info & 511))
    return kept, ceiling


@inner_kernel
def next_row(work, states, following, opens, count, empty, table):
    """The least row that can follow ``count`` states, and the states after it.

    Returns the packed row and their number, which is -1 if ``following`` is too small.
    """
    info_table, lists, orders, inverses = table
    candidates, ceiling = list_candidates(work, states, opens, count, empty, info_table)
    room = following.size // STATE - 1
    best, kept = np.int64(1) << 40, np.int64(0)
    for candidate in range(candidates):
        info, origin = work.infos[candidate], work.origins[candidate]
        pattern = info & 511
        if pattern > ceiling:
            continue
        base, line = (origin >> 5) * STATE, origin & 31
        order, names = load16(states, base), load16(states, base + 16)
        lanes, rest = load16(states, base + 32), np.int64(load_word(states, base + 48))
        cells, positions = load16(work.lines, 16 * line), load16(work.positions, 16 * line)
        named = rest >> 41
        if opens:
            left = after_opening(line, rest & 0x3FFFF)
        else:
            left = rest & 0xFFFFFFFFF & ~(np.int64(1) << (line + 18))
        left |= (info >> 9 & 31) << 36
        run = np.int64(lists[info >> 14])
        for entry in range(run >> 11, (run >> 11) + (run & 0x7FF)):
            order_now = shuffle(order, load16(orders, 16 * entry))
            lanes_now = shuffle(load16(inverses, 16 * entry), lanes)
            old = shuffle(names, shuffle(cells, order_now))
            fresh = zero_lanes(old) & pattern
            ranks = load16(RANKS, 16 * fresh)
            new = (ranks + splat16(named)) & nonzero(ranks)
            word = np.int64(nibbles(old | new))
            if word < best:
                kept = np.int64(0)
            if kept > room:
                return best, -1
            # Written in any case: a branch that cannot be foreseen costs more.
            names_now = names | shuffle(new, shuffle(lanes_now, positions))
            rest_now = left | (named + bit_count(fresh)) << 41
            write_state(following, kept, order_now, names_now, lanes_now, rest_now)
            kept += word <= best
            best = min(best, word)
    return best, kept


@inner_kernel
def minlex_puzzle(cells, work, table, form):
    """Write the row-minlex form of one board; returns the most states of any level, 0 if the
    buffers are too small, or -1 if a line holds a digit twice."""
    fill_lines(cells, work.lines)
    if has_repeat(work.lines):
        return -1
    states, following = work.states, work.following
    word, count, empty = first_row(work, states, table)
    most = count
    for row in range(1, 9):
        if count < 0:
            return 0
        write_row(word, form, row - 1)
        word, count = next_row(work, states, following, row % 3 == 0, count, empty, table)
        most = max(most, count)
        states, following = following, states
    if count < 0:
        return 0
    write_row(word, form, 8)
    return most


@bare_kernel
def _minlex_puzzles(puzzles, which, work, table, forms, most):
    for i in which:
        most[i] = minlex_puzzle(puzzles[i], work, table, forms[i])


def minlex_puzzles(puzzles: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The row-minlex form of every puzzle: the least of its images, read row by row with 0
    for empty, under the 2 x 6^8 x 9! symmetries.

    ``puzzles`` and the result are uint8[n, 81]. Any number of solutions and of givens will
    do; ``ValueError`` if a digit stands twice in a row or column, or in a box of a full grid.
    """
    puzzles = checked_boards(puzzles)
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
