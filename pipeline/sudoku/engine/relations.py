"""Relations between two cells: a candidate needs a permitted partner in the other cell."""

from pipeline.kernels import inner_kernel
from pipeline.sudoku.engine.memory import (
    ARC_FIRST,
    EMPTIED,
    FIRST,
    INVOLVED,
    SUPPORTS,
    add_score,
    narrow,
    short,
    word,
)


@inner_kernel
def follow_arcs(program, scratch, frame, group):
    """Keep in the neighbours of a cell only what some candidate of the cell permits."""
    cell = short(program, word(program, group + FIRST))
    mask = short(scratch, frame + cell)
    supports = word(program, SUPPORTS)
    low = supports + (mask & 255)
    high = supports + 256 + (mask >> 8)
    first = word(program, ARC_FIRST) + cell
    for i in range(word(program, first), word(program, first + 1), 2):
        other = short(program, i)
        row = short(program, i + 1) * 512
        permitted = short(program, low + row) | short(program, high + row)
        before = short(scratch, frame + other)
        if before & ~permitted:
            if before & permitted == 0:
                add_score(scratch, other, EMPTIED)
                add_score(scratch, cell, INVOLVED)
                return False
            narrow(scratch, frame, other, before & permitted)
    return True
