"""The law of leftovers: as many rows as regions, and what sticks out on either side."""

from pipeline.kernels import kernel
from pipeline.sudoku.engine.memory import FIRST, LAST, SPLIT, blame, group_field, narrow, short


@kernel
def _restrict(program, scratch, frame, first, last, permitted):
    for i in range(first, last):
        cell = short(program, i)
        mask = short(scratch, frame + cell)
        if mask & ~permitted and not narrow(program, scratch, frame, cell, mask & permitted):
            return False
    return True


@kernel
def same_digits(program, scratch, frame, group):
    """Both sides hold the same digits: a digit that one side lacks leaves the other."""
    first = group_field(program, group, FIRST)
    split = group_field(program, group, SPLIT)
    last = group_field(program, group, LAST)
    left = 0
    right = 0
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
