"""How hard a set is for a plain search: cubes stacked one by one, each tried in all turns."""

import numpy as np

from pipeline.cubes.cube_set import SIDES, TURNS
from pipeline.kernels import kernel

TURN_TABLE = np.array(TURNS, dtype=np.uint8)
SIDE_FACES = np.array(SIDES, dtype=np.uint8)
# One turn for each axis that may stand upright: the other 21 are these with the whole tower
# turned round or over, which changes nothing in the search above.
UPRIGHT = np.array(
    [next(i for i, turn in enumerate(TURNS) if turn[0] // 2 == axis) for axis in range(3)],
    dtype=np.uint8,
)


@kernel
def side_words(faces, words):
    """Into ``words`` (uint32[n, 24]): what each cube shows in each turn, 8 bits a side."""
    for cube in range(faces.shape[0]):
        for turn in range(24):
            word = np.uint32(0)
            for side in range(4):
                colour = faces[cube, TURN_TABLE[turn, SIDE_FACES[side]]]
                word |= np.uint32(1) << np.uint32(8 * side + colour)
            words[cube, turn] = word


@kernel
def count_tries(faces, words):
    """The tries of a plain search for all solutions; ``words`` is room for uint32[n, 24].

    A try puts the next cube, in the order given, on the stack in one of its 24 turns; if a
    side then shows a colour twice it is taken off again. The first cube too is tried in all
    24 turns, although the symmetry of the tower would save 21 of them: so the number is
    ``24 * (1 + stacks of height 1 .. n-1 without a fault)``.
    """
    side_words(faces, words)
    n = faces.shape[0]
    used = np.zeros(9, np.uint32)  # used[d]: what the first d cubes show
    turns = np.zeros(9, np.int64)  # turns[d]: the next turn of cube d to try
    tries = 0
    for first in UPRIGHT:
        used[1] = words[0, first]
        cube = 1
        while cube > 0:
            if turns[cube] == 24:
                turns[cube] = 0
                cube -= 1
                continue
            word = words[cube, turns[cube]]
            turns[cube] += 1
            tries += 1
            if used[cube] & word == 0 and cube + 1 < n:
                used[cube + 1] = used[cube] | word
                cube += 1
    return 24 + 8 * tries
