"""Propagation to the fixpoint, branching by conflict scores, and the search itself."""

import numpy as np

from pipeline.kernels import inner_kernel
from pipeline.kernels.random import below
from pipeline.sudoku.engine.apart import bound_apart
from pipeline.sudoku.engine.bits import WORD_BITS, count_bits, lowest_index, open_cells
from pipeline.sudoku.engine.leftovers import same_digits
from pipeline.sudoku.engine.linear import balance
from pipeline.sudoku.engine.memory import (
    APART,
    ARCS,
    BASE,
    BRANCHED,
    BRANCHES,
    CELLS,
    CHANGED,
    DIGITS,
    DIRTY,
    FAILURES,
    FRAME,
    FRAMES,
    GROUP_WORDS,
    LEFTOVERS,
    LINEAR,
    LOCK,
    PLANES,
    PLANES_FRESH,
    RANDOM,
    RECORD,
    REQUIRED,
    SCORES,
    SUM,
    TOUCHED,
    UNIT,
    UNIT_COUNT,
    UNIT_SETS,
    WEIGHTS,
    WORD_FIRST,
    WORD_KIND,
    WORDS,
    add_score,
    narrow,
    out_of_line,
    set_short,
    set_word,
    short,
    word,
)
from pipeline.sudoku.engine.relations import follow_arcs
from pipeline.sudoku.engine.sums import add_up
from pipeline.sudoku.engine.units import (
    confined_digits,
    hidden_singles,
    refresh_planes,
    settle_changes,
)

HALVE_AFTER = 16_384  # failures after which all conflict scores are halved

# How much a cell is worth branching on by its number of candidates (from 0), in 1024ths.
WORTH = np.array(
    [0, 0, 1024, 635, 450, 348, 284, 240, 208, 183, 164, 148, 136, 125, 116, 108, 101], np.int64
)


@inner_kernel
def _sweep(program, scratch, frame, kind, first, groups):
    """Apply those groups of a word that are in the set ``groups``; False: contradiction."""
    out_of_line()
    touched = word(scratch, TOUCHED)
    if kind == LOCK and word(program, UNIT_COUNT) <= WORD_BITS:  # then one word holds them all
        set_word(scratch, TOUCHED, 0)
    while groups:
        group = first + lowest_index(groups) * RECORD
        groups &= groups - 1
        alive = True
        if kind == UNIT:
            alive = hidden_singles(program, scratch, frame, group)
        elif kind == ARCS:
            alive = follow_arcs(program, scratch, frame, group)
        elif kind in (SUM, REQUIRED):
            alive = add_up(program, scratch, frame, group, kind == REQUIRED)
        elif kind == LOCK:
            alive = confined_digits(program, scratch, frame, group, touched)
        elif kind == LINEAR:
            alive = balance(program, scratch, frame, group)
        elif kind == APART:
            alive = bound_apart(program, scratch, frame, group)
        elif kind == LEFTOVERS:
            alive = same_digits(program, scratch, frame, group)
        if not alive:
            return False
    return True


@inner_kernel
def propagate(program, scratch, frame):
    """Apply all groups that a changed cell is in until nothing changes; False: contradiction.

    One word of groups, all of one kind, is swept before what changed is looked at.
    """
    out_of_line()
    dirty = word(scratch, DIRTY)
    width = word(program, GROUP_WORDS)
    while True:
        if not settle_changes(program, scratch, frame):
            return give_up(program, scratch)
        i = frame & 0
        while i < width and word(scratch, dirty + i) == 0:
            i += 1
        if i == width:
            return True
        groups = word(scratch, dirty + i)
        set_word(scratch, dirty + i, 0)
        kind = word(program, word(program, WORD_KIND) + i)
        first = word(program, word(program, WORD_FIRST) + i)
        if not _sweep(program, scratch, frame, kind, first, groups):
            return give_up(program, scratch)


@inner_kernel
def give_up(program, scratch):
    """Forget what was still to be done; False, for the caller to return."""
    out_of_line()
    for i in range(word(program, GROUP_WORDS)):
        set_word(scratch, word(scratch, DIRTY) + i, 0)
    for i in range(word(program, WORDS)):
        set_word(scratch, word(scratch, CHANGED) + i, 0)
    set_word(scratch, TOUCHED, 0)
    failures = word(scratch, FAILURES) + 1
    if failures == HALVE_AFTER:
        failures = 0
        first = word(scratch, SCORES)
        for i in range(first, first + word(program, CELLS)):
            set_word(scratch, i, max(1, word(scratch, i) >> 1))
    set_word(scratch, FAILURES, failures)
    return False


@inner_kernel
def pick(program, scratch, frame):
    """The cell and digit (as a mask) to branch on; the mask is 0 when every cell is single.

    The cell of the greatest score by number of candidates; but a digit with two places in a
    unit splits the board as well as a cell with two candidates.
    """
    out_of_line()
    scores = word(scratch, SCORES)
    best_cell = scores & 0  # zero as int64, not as a literal, of which Numba makes a type
    best_score = scores & 0
    best_count = 0
    for i in range(word(program, WORDS)):
        bits = open_cells(scratch, frame + 64 * i)
        while bits:
            cell = 64 * i + lowest_index(bits)
            bits &= bits - 1
            count = count_bits(short(scratch, frame + cell))
            score = word(scratch, scores + cell) * WORTH[count]
            if score > best_score:
                best_cell, best_score, best_count = cell, score, count
    if best_score == 0:
        return best_cell, best_score
    mask = short(scratch, frame + best_cell)
    if best_count == 2:
        return best_cell, mask & -mask
    return _pick_place(program, scratch, frame, best_cell, mask & -mask, best_score)


@inner_kernel
def _pick_place(program, scratch, frame, best_cell, best_digit, best_score):
    """A better choice among the digits with two places in some unit, if there is one."""
    if word(scratch, PLANES_FRESH) == 0:
        refresh_planes(program, scratch, frame)
    scores = word(scratch, SCORES)
    words = word(program, WORDS)
    plane = word(scratch, PLANES)
    for digit in range(word(program, DIGITS)):
        unit = word(program, UNIT_SETS)
        for _ in range(word(program, UNIT_COUNT)):
            places = 0
            for i in range(words):
                places += count_bits(word(scratch, plane + i) & word(program, unit + i))
            if places == 2:
                for i in range(words):
                    bits = word(scratch, plane + i) & word(program, unit + i)
                    while bits:
                        cell = 64 * i + lowest_index(bits)
                        bits &= bits - 1
                        score = word(scratch, scores + cell) * WORTH[2]
                        if score > best_score:
                            best_cell, best_score, best_digit = cell, score, 1 << digit
            unit += words
        plane += words
    return best_cell, best_digit


@inner_kernel
def pick_randomly(program, scratch, frame, stream):
    """A random candidate of a random cell among those with the fewest; mask 0 when solved."""
    out_of_line()
    fewest = 64
    ties = 0
    chosen = frame & 0
    for i in range(word(program, WORDS)):
        bits = open_cells(scratch, frame + 64 * i)
        while bits:
            cell = 64 * i + lowest_index(bits)
            bits &= bits - 1
            count = count_bits(short(scratch, frame + cell))
            if count > fewest:
                continue
            ties = 1 if count < fewest else ties + 1
            fewest = count
            if below(stream, ties) == 0:
                chosen = cell
    if ties == 0:
        return chosen, frame & 0
    mask = short(scratch, frame + chosen)
    for _ in range(below(stream, fewest)):
        mask &= mask - 1
    return chosen, mask & -mask


@inner_kernel
def load(program, scratch, givens):
    """The first frame: the base with the givens (uint8[cells], 0 = empty) put in.

    Starts a new search: conflict scores are the program's. False: there is no solution.
    """
    out_of_line()
    cells = word(program, CELLS)
    scores = word(scratch, SCORES)
    weights = word(program, WEIGHTS)
    for cell in range(cells):
        set_word(scratch, scores + cell, word(program, weights + cell))
    set_word(scratch, FAILURES, 0)
    frame = word(scratch, FRAMES)
    base = word(program, BASE)
    copy_frame(program, scratch, program, base, frame)
    if short(program, base) == 0:
        return False
    for cell in range(cells):
        if givens[cell]:
            before = short(scratch, frame + cell)
            mask = (1 << (np.int64(givens[cell]) - 1)) & before
            if mask == 0:
                return give_up(program, scratch)
            if mask != before:
                narrow(scratch, frame, cell, mask)
    return True


@inner_kernel
def copy_frame(program, scratch, source, origin, target):
    """Copy a frame from short ``origin`` of ``source`` to short ``target`` of ``scratch``."""
    for i in range(word(program, FRAME) >> 2):
        set_word(scratch, (target >> 2) + i, word(source, (origin >> 2) + i))


@inner_kernel
def branch(program, scratch, depth, cell, digit):
    """Copy the frame of ``depth`` to the next; there the cell is ``digit``, here it is not.

    Propagates the copy; False: contradiction.
    """
    frame = word(scratch, FRAMES) + depth * word(program, FRAME)
    child = frame + word(program, FRAME)
    copy_frame(program, scratch, scratch, frame, child)
    set_short(scratch, frame + cell, short(scratch, frame + cell) & ~digit)
    set_word(scratch, word(scratch, BRANCHES) + depth, cell | (digit << 32))
    set_word(scratch, PLANES_FRESH, 0)
    narrow(scratch, child, cell, digit)
    if propagate(program, scratch, child):
        return True
    add_score(scratch, cell, BRANCHED)
    return False


@inner_kernel
def resume(program, scratch, depth):
    """Go on with the frame of ``depth``, whose last branch is done; False: contradiction."""
    frame = word(scratch, FRAMES) + depth * word(program, FRAME)
    cell = word(scratch, word(scratch, BRANCHES) + depth)
    digit, cell = cell >> 32, cell & 0xFFFFFFFF
    narrow(scratch, frame, cell, short(scratch, frame + cell))
    set_word(scratch, TOUCHED, digit)
    set_word(scratch, PLANES_FRESH, 0)
    return propagate(program, scratch, frame)


@inner_kernel
def read_solution(program, scratch, depth, solution):
    """Write the digits of a solved frame to ``solution`` (uint8[cells])."""
    frame = word(scratch, FRAMES) + depth * word(program, FRAME)
    for cell in range(word(program, CELLS)):
        solution[cell] = lowest_index(short(scratch, frame + cell)) + 1


@inner_kernel
def search(program, scratch, stream, limit, budget, solutions):
    """Look for solutions of the loaded frame (``stream``: where branching is random).

    Stops after ``limit`` solutions, or when it would need more than ``budget`` guesses. The
    first solutions go to ``solutions`` (uint8[up to limit, cells]). Returns (solutions found,
    guesses, was the question decided: all found, or the limit reached).
    """
    out_of_line()
    found = 0
    guesses = 0
    depth = budget & 0
    set_word(scratch, PLANES_FRESH, 0)
    alive = propagate(program, scratch, word(scratch, FRAMES))
    while True:
        if alive:
            frame = word(scratch, FRAMES) + depth * word(program, FRAME)
            if word(scratch, RANDOM):
                cell, digit = pick_randomly(program, scratch, frame, stream)
            else:
                cell, digit = pick(program, scratch, frame)
            if digit:
                if guesses == budget:
                    return found, guesses, False
                guesses += 1
                alive = branch(program, scratch, depth, cell, digit)
                depth += 1
                continue
            if found < solutions.shape[0]:
                read_solution(program, scratch, depth, solutions[found])
            found += 1
            if found == limit:
                return found, guesses, True
        if depth == 0:
            return found, guesses, True
        depth -= 1
        alive = resume(program, scratch, depth)
