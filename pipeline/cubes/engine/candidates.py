"""Candidates for a corpus: a solution is planted, then it must be the only one.

Two solutions are one if a tower can be turned round, or turned over, so that it looks like
the other from all four sides. Where every solution is to be one also as a turn of the cubes
(8 of the 24^n states and no more), both of its subgraphs are single cycles through all
colours, and only such are planted.

Every solved tower, hidden faces included, is equally likely to be planted. A set with many
solved states would come up more often, so it is kept with probability 8 / states: what is
kept is uniform among all writings of sets with one solution.
"""

import numpy as np

from pipeline.cubes.engine.canonical import cube_word
from pipeline.cubes.engine.graph import COUNTS, MOST_CHOICES, RAW, SIGHT, count_one
from pipeline.cubes.engine.stacking import TURN_TABLE, count_tries
from pipeline.kernels import kernel
from pipeline.kernels.random import below, shuffle, start_stream

TRIES = COUNTS
"""Column of the counts after those of ``engine.graph``."""
KEPT, ALIKE, SEVERAL, THINNED = range(4)
"""What became of a candidate: kept; two cubes are alike; more than one solution; left out
because it comes up too often."""
ONE_STATE = 8
"""The states that are one solution: the tower turned round (4) and over (2)."""


@kernel
def plant(state, single_cycles, tower, colours, places):
    """Fill ``tower`` (uint8[n, 6]) with a random solution.

    Front and back are two random orders of the colours, left and right likewise, top and
    bottom any colours. ``single_cycles``: front and back are rather the ends of the steps
    of a random cycle through all colours, handed to the cubes in random order.
    """
    n = tower.shape[0]
    for face in (2, 4):
        for i in range(n):
            colours[i] = i
            places[i] = i
        shuffle(state, colours, n)
        shuffle(state, places, n)
        for i in range(n):
            tower[places[i], face] = colours[i]
            following = colours[(i + 1) % n] if single_cycles else np.uint8(i)
            tower[places[i], face + 1] = following
    for cube in range(n):
        tower[cube, 0] = below(state, n)
        tower[cube, 1] = below(state, n)


@kernel
def turn_all(state, tower, faces):
    """Into ``faces``: the cubes of a tower, each in a random turn."""
    for cube in range(tower.shape[0]):
        turn = below(state, 24)
        for position in range(6):
            faces[cube, position] = tower[cube, TURN_TABLE[turn, position]]


@kernel
def has_twins(faces, names):
    """Is a cube equal to another after a turn or a mirror image? ``names[c]`` is c."""
    n = faces.shape[0]
    for cube in range(n):
        word = cube_word(faces, cube, names) >> np.uint32(2)
        for other in range(cube):
            if cube_word(faces, other, names) >> np.uint32(2) == word:
                return True
    return False


@kernel
def make_candidates(key, start, single_cycles, towers, sets, status, counts):
    """Make candidates ``start`` and following of the shard that ``key`` names.

    ``towers`` and ``sets`` (uint8[m, n, 6]) take the planted solutions and the same cubes
    turned at random, ``status`` (uint8[m]) what became of them, ``counts`` (int64[m, 7])
    the numbers of ``count_one`` and, if kept, the tries of a plain search. ``single_cycles``:
    keep only sets with 8 solved states.
    """
    codes = np.empty(MOST_CHOICES, np.uint32)
    parts = np.empty(MOST_CHOICES, np.uint8)
    words = np.empty((8, 24), np.uint32)
    colours = np.empty(8, np.uint8)
    places = np.empty(8, np.uint8)
    names = np.arange(8).astype(np.uint8)
    state = np.empty(4, np.uint64)
    for i in range(sets.shape[0]):
        start_stream(state, key, start + i)
        plant(state, single_cycles, towers[i], colours, places)
        turn_all(state, towers[i], sets[i])
        counts[i] = 0
        if has_twins(sets[i], names):
            status[i] = ALIKE
            continue
        count_one(sets[i], codes, parts, counts[i])
        if counts[i, SIGHT] != 1 or (single_cycles and counts[i, RAW] != ONE_STATE):
            status[i] = SEVERAL
        elif below(state, counts[i, RAW] // ONE_STATE) != 0:
            status[i] = THINNED
        else:
            status[i] = KEPT
            counts[i, TRIES] = count_tries(sets[i], words)
