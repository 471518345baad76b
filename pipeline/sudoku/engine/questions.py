"""The questions that are asked of a compiled rule list: count, carve, another, fill.

All of them go through one entry, ``ask``: every kernel that is called from Python is
compiled together with all it calls, and so the search is compiled once, not once a question.
"""

import numpy as np

from pipeline.kernels import inner_kernel, kernel
from pipeline.kernels.random import shuffle, start_stream
from pipeline.sudoku.engine.memory import (
    BASE,
    CELLS,
    DIGITS,
    FRAMES,
    PLANES_FRESH,
    RANDOM,
    address_of,
    narrow,
    new_scratch,
    set_short,
    set_word,
    short,
    word,
)
from pipeline.sudoku.engine.search import give_up, load, propagate, search

# Questions.
SETTLE = 0  # finish the program: what the rules alone leave of the candidates
COUNT = 1  # each board: its solutions
FILL = 2  # each board: a random solution, by the stream of its index
CARVE = 3  # each board, as given: take givens away; ``solutions[i, 0]`` is its solution
OTHER = 4  # each board: a solution that is not ``solutions[i, 0]``, which it replaces


@kernel
def ask(program_memory, question, boards, solutions, limit, budget, target, key, first_index,
        counts, nodes, decided):  # fmt: skip
    """Ask a program one question about each of n boards (uint8[n, cells], 0 = empty).

    ``solutions``: uint8[n, some, cells]. ``limit``: solutions looked for: any
    (COUNT), 1 (FILL, CARVE) or 2 (OTHER). ``budget``:
    guesses a search. ``target``: givens to stop at, negative for as few as can be (CARVE).
    ``key`` (uint64[4]) and ``first_index`` name the random streams (FILL, CARVE). Fills
    ``counts`` (int64[n]: solutions found, or givens left), ``nodes`` (int64[n]: guesses) and
    ``decided`` (bool[n]: no search ran out of budget).
    """
    program = address_of(program_memory)
    scratch_memory = new_scratch(program)
    scratch = address_of(scratch_memory)
    stream = np.zeros(4, np.uint64)
    if question == SETTLE:
        _settle_base(program, scratch)
    for i in range(boards.shape[0]):
        if question in (FILL, CARVE):
            start_stream(stream, key, first_index + i)
        if question == CARVE:
            counts[i], nodes[i], decided[i] = _carve(
                program, scratch, stream, boards[i], solutions[i, 0], target, limit, budget
            )
            continue
        set_word(scratch, RANDOM, 1 if question == FILL else 0)
        counts[i], nodes[i], decided[i] = 0, 0, True
        if question == OTHER:
            counts[i], nodes[i], decided[i] = _find_other(
                program, scratch, stream, boards[i], solutions[i, 0], limit, budget
            )
        elif load(program, scratch, boards[i]):
            counts[i], nodes[i], decided[i] = search(
                program, scratch, stream, limit, budget, solutions[i]
            )
    scratch_memory[PLANES_FRESH] = 0  # a last use: the address alone does not keep it alive


@inner_kernel
def _settle_base(program, scratch):
    """What the rules alone leave of the candidates; all zero if that is nothing."""
    cells = word(program, CELLS)
    frame = word(scratch, FRAMES)
    for cell in range(cells):
        narrow(scratch, frame, cell, (1 << word(program, DIGITS)) - 1)
    if propagate(program, scratch, frame):
        for cell in range(cells):
            set_short(program, word(program, BASE) + cell, short(scratch, frame + cell))


@inner_kernel(_nrt=True)
def _carve(program, scratch, stream, givens, solution, target, limit, budget):
    """Remove givens in random order while the answer stays unique.

    A removal that the budget leaves undecided is not made. Returns (givens left, nodes, was
    every question decided).
    """
    order = np.empty(givens.shape[0], np.int64)
    none = np.empty((1, 0, givens.shape[0]), np.uint8)[0]
    left = 0
    for cell in range(givens.shape[0]):
        if givens[cell]:
            order[left] = cell
            left += 1
    shuffle(stream, order, left)
    nodes = 0
    undecided = 0
    for i in range(left):
        if left <= target:
            break
        cell = order[i]
        givens[cell] = 0
        found, spent, decided = 0, 0, True
        if load(program, scratch, givens) and _forbid(
            program, scratch, cell, np.int64(solution[cell])
        ):
            found, spent, decided = search(program, scratch, stream, limit, budget, none)
        nodes += spent
        if found or not decided:
            givens[cell] = solution[cell]
            undecided += not decided
        else:
            left -= 1
    return left, nodes, undecided == 0


@inner_kernel
def _forbid(program, scratch, cell, digit):
    """Take a digit from a cell of the loaded frame; False if that leaves nothing."""
    frame = word(scratch, FRAMES)
    mask = short(scratch, frame + cell)
    rest = mask & ~(1 << (digit - 1))
    if rest == 0:
        return give_up(program, scratch)
    if rest != mask:
        narrow(scratch, frame, cell, rest)
    return True


@inner_kernel(_nrt=True)
def _find_other(program, scratch, stream, givens, solution, limit, budget):
    """Look for a solution that is not ``solution`` and put it there.

    Returns (how many were found: 0 or 1, nodes, was the question decided).
    """
    if not load(program, scratch, givens):
        return 0, 0, True
    two = np.empty((1, 2, givens.shape[0]), np.uint8)[0]
    found, nodes, decided = search(program, scratch, stream, limit, budget, two)
    for i in range(found):
        differs = False
        for cell in range(givens.shape[0]):
            differs |= two[i, cell] != solution[cell]
        if differs:
            for cell in range(givens.shape[0]):
                solution[cell] = two[i, cell]
            return 1, nodes, True
    return 0, nodes, decided
