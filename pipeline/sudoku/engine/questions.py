"""The questions that are asked of a compiled rule list: count, solve, carve, fill, another."""

import numpy as np

from pipeline.kernels import kernel
from pipeline.kernels.random import below, shuffle, start_stream
from pipeline.sudoku.engine.bits import count_bits
from pipeline.sudoku.engine.memory import (
    CELLS,
    FRAME,
    FRAMES,
    narrow,
    new_scratch,
    short,
    word,
)
from pipeline.sudoku.engine.search import (
    branch,
    give_up,
    load,
    propagate,
    read_solution,
    resume,
    search,
)

NONE, UNIQUE, MULTIPLE, UNDECIDED = 0, 1, 2, 3


@kernel
def count_each(program, givens, limit, budget, solutions, counts, nodes, decided):
    """Search each row of ``givens`` (uint8[n, cells]) for up to ``limit`` solutions.

    Fills ``counts``, ``nodes`` (int64[n]), ``decided`` (bool[n]) and as many ``solutions``
    (uint8[n, some, cells]) as it has room for.
    """
    scratch = new_scratch(program)
    for i in range(givens.shape[0]):
        counts[i], nodes[i], decided[i] = 0, 0, True
        if load(program, scratch, givens[i]):
            counts[i], nodes[i], decided[i] = search(program, scratch, limit, budget, solutions[i])


@kernel
def carve(program, solution, key, index, target, minimal, budget, givens):
    """Remove givens in random order while the answer stays unique.

    ``givens`` (uint8[cells]) starts as what may be removed and ends as what is left. Stops at
    ``target`` givens, or with ``minimal`` when none can go. A removal that the budget leaves
    undecided is not made. Returns (givens left, nodes, undecided questions).
    """
    scratch = new_scratch(program)
    stream = np.empty(4, np.uint64)
    start_stream(stream, key, index)
    none = np.empty((0, word(program, CELLS)), np.uint8)
    order = np.empty(word(program, CELLS), np.int64)
    left = 0
    for cell in range(word(program, CELLS)):
        if givens[cell]:
            order[left] = cell
            left += 1
    tries = left
    shuffle(stream, order, tries)
    nodes = 0
    undecided = 0
    for i in range(tries):
        if left <= target and not minimal:
            break
        cell = order[i]
        givens[cell] = 0
        found, spent, decided = _another(program, scratch, givens, cell, solution, budget, none)
        nodes += spent
        if found or not decided:
            givens[cell] = solution[cell]
            undecided += not decided
        else:
            left -= 1
    return left, nodes, undecided


@kernel
def _another(program, scratch, givens, cell, solution, budget, solutions):
    """Look for one solution in which ``cell`` does not hold the solution's digit."""
    if not load(program, scratch, givens):
        return 0, 0, True
    frame = word(scratch, FRAMES)
    mask = short(scratch, frame + cell)
    digit = 1 << (np.int64(solution[cell]) - 1)
    if mask & digit and not narrow(program, scratch, frame, cell, mask & ~digit):
        give_up(program, scratch)
        return 0, 0, True
    return search(program, scratch, 1, budget, solutions)


@kernel
def find_other(program, givens, solution, budget, other):
    """Look for a solution that is not ``solution`` and write it to ``other`` (uint8[cells]).

    Returns (was one found, nodes, was the question decided).
    """
    scratch = new_scratch(program)
    two = np.empty((2, word(program, CELLS)), np.uint8)
    if not load(program, scratch, givens):
        return False, 0, True
    found, nodes, decided = search(program, scratch, 2, budget, two)
    for i in range(found):
        if np.any(two[i] != solution):
            other[:] = two[i]
            return True, nodes, True
    return False, nodes, decided


@kernel
def fill(program, givens, key, index, budget, solution):
    """A random solution: fewest candidates first, ties and digits by the row's stream.

    Returns (found, nodes, decided). Not uniform among solutions.
    """
    scratch = new_scratch(program)
    stream = np.empty(4, np.uint64)
    start_stream(stream, key, index)
    if not load(program, scratch, givens):
        return False, 0, True
    nodes = 0
    depth = 0
    alive = propagate(program, scratch, word(scratch, FRAMES))
    while True:
        if alive:
            frame = word(scratch, FRAMES) + depth * word(program, FRAME)
            cell, digit = _random_pick(program, scratch, frame, stream)
            if digit == 0:
                read_solution(program, scratch, depth, solution)
                return True, nodes, True
            if nodes == budget:
                return False, nodes, False
            nodes += 1
            alive = branch(program, scratch, depth, cell, digit)
            depth += 1
            continue
        if depth == 0:
            return False, nodes, True
        depth -= 1
        alive = resume(program, scratch, depth)


@kernel
def _random_pick(program, scratch, frame, stream):
    """A random candidate of a random cell among those of the fewest candidates."""
    fewest = 64
    ties = 0
    chosen = 0
    for cell in range(word(program, CELLS)):
        count = count_bits(short(scratch, frame + cell))
        if count < 2 or count > fewest:
            continue
        if count < fewest:
            fewest = count
            ties = 0
        ties += 1
        if below(stream, ties) == 0:
            chosen = cell
    if ties == 0:
        return 0, 0
    mask = short(scratch, frame + chosen)
    for _ in range(below(stream, fewest)):
        mask &= mask - 1
    return chosen, mask & -mask


@kernel
def fill_each(program, givens, key, first_index, budget, solutions, found, nodes):
    """``fill`` for as many consecutive indexes as ``solutions`` has rows."""
    for i in range(solutions.shape[0]):
        found[i], nodes[i], _ = fill(program, givens, key, first_index + i, budget, solutions[i])
