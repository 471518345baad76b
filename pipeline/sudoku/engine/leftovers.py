"""The law of leftovers: as many rows as regions, and what sticks out on either side."""

from pipeline.kernels import inner_kernel
from pipeline.sudoku.engine.memory import FIRST, LAST, SPLIT, blame, narrow, short, word


@inner_kernel
def _restrict(program, scratch, frame, first, last, permitted):
    possible = True
    for i in range(first, last):
        cell = short(program, i)
        mask = short(scratch, frame + cell)
        if mask & ~permitted:
            possible &= mask & permitted != 0
            narrow(scratch, frame, cell, mask & permitted)
    return possible


@inner_kernel
def same_digits(program, scratch, frame, group):
    """Both sides hold the same digits: a digit that one side lacks leaves the other."""
    first = word(program, group + FIRST)
    split = word(program, group + SPLIT)
    last = word(program, group + LAST)
    left = first & 0
    right = first & 0
    for i in range(first, split):
        left |= short(scratch, frame + short(program, i))
    for i in range(split, last):
        right |= short(scratch, frame + short(program, i))
    if left == right:
        return True
    if _restrict(program, scratch, frame, first, split, right) and _restrict(
        program, scratch, frame, split, last, left
    ):
        return True
    return blame(program, scratch, group)
