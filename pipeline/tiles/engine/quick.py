"""Is this small set's filling the only one? (Up to 16 tiles: four mask bits a tile.)

The count in row order is needed for the published definitions, but not for this question.
Here the board grows as a rectangle from its middle, so that nearly half of the cells have
two neighbours when they are filled, and a 3x3 set is settled in a seventh of the
placements. Bit ``4 * tile + turn`` is a tile in one orientation. For each side and need
there is the mask of the bits that show it there; a cell's candidates are the unused bits
that the side rules allow and that show what its (at most one) vertical and (at most one)
horizontal neighbour ask for. The step is that of ``lanes``.
"""

import numpy as np

from pipeline.kernels import kernel
from pipeline.kernels.registers import inner_kernel
from pipeline.tiles.engine.words import address_of, load8, load64, lowest, ones, store64

MOST_TILES = 16
MOST_LABELS = 254  # a need is one byte
NONE = MOST_TILES  # the place of "no neighbour", which asks for nothing
LANES = 4
PLACE = 64
"""Bytes of a place in the plan and of the tile put there in a lane: the same, so that one
pointer finds both. A place holds the byte that says what its vertical neighbour asks for
(as an offset in the lane), the masks for that side, the same for the horizontal one, the
allowed bits, and all bits set in the last place."""
FRAME = 32
SHOWS, CLEAR, PLAN, MASKS = 0, 64, 128, 128 + (MOST_TILES + 1) * PLACE // 8
"""Where the parts begin in the words: what each bit shows, what it clears, the plan, the masks."""
LANE_WORDS = (MOST_TILES + 1) * PLACE // 8 + (MOST_TILES + 2) * FRAME // 8


@kernel
def quick_words(label_count):
    """How many int64 words of scratch ``prepare`` and ``count`` need."""
    return MASKS + 4 * (label_count + 1) + LANES * LANE_WORDS


@kernel
def growth(rows, columns, cells):
    """Fill ``cells`` (int64[rows * columns]) as a rectangle grows from the middle."""
    top, left = rows // 2, columns // 2
    bottom, right = top, left
    cells[0] = top * columns + left
    number = 1
    while number < rows * columns:
        height, width = bottom - top + 1, right - left + 1
        if height < rows and (height <= width or width == columns):
            if top > 0 and (rows - 1 - bottom <= top):
                top -= 1
                line = top
            else:
                bottom += 1
                line = bottom
            for column in range(left, right + 1):
                cells[number] = line * columns + column
                number += 1
        else:
            if left > 0 and (columns - 1 - right <= left):
                left -= 1
                line = left
            else:
                right += 1
                line = right
            for row in range(top, bottom + 1):
                cells[number] = row * columns + line
                number += 1


@kernel
def plan(rows, columns, label_count, words):
    """Write the plan for boards of one shape into the words; they must not move afterwards."""
    count = rows * columns
    cells = np.empty(count, np.int64)
    growth(rows, columns, cells)
    place_of = np.full(count, NONE, np.int64)
    masks = address_of(words) + 8 * MASKS
    for place in range(count):
        cell = cells[place]
        row, column = cell // columns, cell % columns
        at = PLAN + place * (PLACE // 8)
        above = place_of[cell - columns] if row > 0 else NONE
        below = place_of[cell + columns] if row < rows - 1 else NONE
        before = place_of[cell - 1] if column > 0 else NONE
        after = place_of[cell + 1] if column < columns - 1 else NONE
        # A neighbour's byte is that of the side on which it touches this cell.
        words[at] = PLACE * below if below != NONE else PLACE * above + 2
        words[at + 1] = masks + 8 * (2 if below != NONE else 0) * (label_count + 1)
        words[at + 2] = PLACE * after + 3 if after != NONE else PLACE * before + 1
        words[at + 3] = masks + 8 * (1 if after != NONE else 3) * (label_count + 1)
        words[at + 4] = -1
        words[at + 5] = -1 if place == count - 1 else 0
        words[at + 6] = cell
        place_of[cell] = place


@kernel
def prepare(tiles, mates, sides, allowed, rows, columns, words):
    """Write a set's masks into words that hold the plan of its board."""
    count, needs = tiles.shape[0], mates.shape[0] + 1
    for word in range(MASKS, MASKS + 4 * needs):
        words[word] = 0
    everything = 0
    for tile in range(count):
        clear = ~(15 << (4 * tile))
        for turn in range(4):
            bit = 4 * tile + turn
            words[CLEAR + bit] = clear
            if not (allowed[tile] >> turn) & 1:
                continue
            everything |= 1 << bit
            shows = 0
            for side in range(4):
                label = tiles[tile, (side - turn) & 3]
                words[MASKS + side * needs + label + 1] |= 1 << bit
                shows |= (mates[label] + 1) << (8 * side)
            words[SHOWS + bit] = shows
    alone = np.empty(4, np.int64)  # bits that show a label without a mate on that side
    for side in range(4):
        words[MASKS + side * needs] = everything
        alone[side] = 0
        for label in range(needs - 1):
            if mates[label] < 0:
                alone[side] |= words[MASKS + side * needs + label + 1]
    for place in range(count):
        at = PLAN + place * (PLACE // 8)
        row, column = words[at + 6] // columns, words[at + 6] % columns
        bits = everything
        for side in range(4):
            edge = row if side == 0 else column if side == 3 else rows - 1 - row
            edge = columns - 1 - column if side == 1 else edge
            if edge != 0:
                bits &= ~alone[side]
            elif sides[side] >= 0:
                bits &= words[MASKS + side * needs + sides[side] + 1]
        words[at + 4] = bits


@inner_kernel
def step(top, shows, clear, shift):
    """One placement: the new top of the stack, the fitting bits of the next place, its last mark.

    ``shift`` is the distance from the plan to the lane.
    """
    candidates, unused, place = load64(top), load64(top + 8), load64(top + 16)
    bit = lowest(candidates)
    rest = candidates & (candidates - 1)
    unused &= load64(clear + 8 * bit)
    store64(place + shift, load64(shows + 8 * bit))
    place += PLACE
    lane = load64(top + 24)
    vertical = load64(load64(place + 8) + 8 * load8(lane + load64(place)))
    horizontal = load64(load64(place + 24) + 8 * load8(lane + load64(place + 16)))
    fits = unused & load64(place + 32) & vertical & horizontal
    last = load64(place + 40)
    going = fits & ~last
    store64(top, rest)
    top += FRAME * (rest != 0)
    store64(top, going)
    store64(top + 8, unused)
    store64(top + 16, place)
    store64(top + 24, lane)
    return top - FRAME * (going == 0), ones(fits), ones(fits & last)


@kernel
def count(words, cells, label_count, turns, budget, limit):
    """(fillings, placements) of the prepared set, whose first tile is turned as ``turns`` says.

    ``turns``: bit t set if orientation t may stand on the first place. Stops when the
    fillings reach ``limit`` or the placements ``budget``, within a few hundred placements.
    """
    base = address_of(words)
    shows, clear, first = base + 8 * SHOWS, base + 8 * CLEAR, base + 8 * PLAN
    lanes = base + 8 * (MASKS + 4 * (label_count + 1))
    todo = load64(first + 32)
    for bit in range(4 * cells):
        if not (turns >> (bit & 3)) & 1:
            todo &= ~(1 << bit)
    placements = ones(todo)
    if cells == 1:
        return placements, placements
    bottom = lanes + PLACE * (MOST_TILES + 1)
    stride = 8 * LANE_WORDS
    for lane in range(LANES):
        store64(lanes + stride * lane + PLACE * NONE, 0)
    bottom0, bottom1 = bottom, bottom + stride
    bottom2, bottom3 = bottom + 2 * stride, bottom + 3 * stride
    top0, top1 = bottom0 - FRAME, bottom1 - FRAME
    top2, top3 = bottom2 - FRAME, bottom3 - FRAME
    fillings = 0
    while True:
        if top0 < bottom0 and todo != 0:
            top0, todo = _start(bottom0, todo, first, lanes)
        if top1 < bottom1 and todo != 0:
            top1, todo = _start(bottom1, todo, first, lanes + stride)
        if top2 < bottom2 and todo != 0:
            top2, todo = _start(bottom2, todo, first, lanes + 2 * stride)
        if top3 < bottom3 and todo != 0:
            top3, todo = _start(bottom3, todo, first, lanes + 3 * stride)
        if (top0 < bottom0) | (top1 < bottom1) | (top2 < bottom2) | (top3 < bottom3):
            break
        for _ in range(64):
            top0, more0, last0 = step(top0, shows, clear, lanes - first)
            top1, more1, last1 = step(top1, shows, clear, lanes - first + stride)
            top2, more2, last2 = step(top2, shows, clear, lanes - first + 2 * stride)
            top3, more3, last3 = step(top3, shows, clear, lanes - first + 3 * stride)
            placements += more0 + more1 + more2 + more3
            fillings += last0 + last1 + last2 + last3
            if (top0 - bottom0) | (top1 - bottom1) | (top2 - bottom2) | (top3 - bottom3) < 0:
                break
        if fillings >= limit or placements >= budget:
            return fillings, placements
    for lane in range(LANES):
        top = top0 if lane == 0 else top1 if lane == 1 else top2 if lane == 2 else top3
        end, shift = bottom + stride * lane, lanes - first + stride * lane
        while top >= end and fillings < limit and placements < budget:
            top, more, last = step(top, shows, clear, shift)
            placements += more
            fillings += last
    return fillings, placements


@inner_kernel
def _start(bottom, todo, first, lane):
    """Give a lane the lowest root; the top of its stack and the roots that are left."""
    store64(bottom, todo & -todo)
    store64(bottom + 8, -1)
    store64(bottom + 16, first)
    store64(bottom + 24, lane)
    return bottom, todo & (todo - 1)
