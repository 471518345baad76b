"""Random cube sets: solvable and not, plain and symmetric."""

from random import Random

import pytest

from pipeline.cubes.cube_set import TURNS, CubeSet, CubeSetError, turned

LETTERS = "RGBYWOPK"


def random_set(n: int, seed: int) -> CubeSet:
    """A set of n cubes of one of five kinds, among them planted ones and many loops."""
    random = Random(f"{n} {seed}")
    letters = LETTERS[:n]
    while True:
        front, back, left, right = (random.sample(letters, n) for _ in range(4))
        kind = random.randrange(5)
        if kind == 1:  # every front-back edge is a loop
            back = front
        if kind == 2:  # the two subgraphs look the same
            left, right = front, back
        hidden = [random.choices(letters, k=2) for _ in range(n)]
        if kind == 3:  # what is hidden is also shown
            hidden = [[front[i], back[i]] for i in range(n)]
        cubes = ["".join([*hidden[i], front[i], back[i], left[i], right[i]]) for i in range(n)]
        if kind == 4:  # nothing is planted
            cubes = ["".join(random.choices(letters, k=6)) for _ in range(n)]
        try:
            return CubeSet.of(turned(cube, random.choice(TURNS)) for cube in cubes)
        except CubeSetError:  # a colour is missing: draw again
            continue


@pytest.fixture(scope="session")
def random_sets():
    """``random_sets(n, count)``: the same sets every time."""
    return lambda n, count: [random_set(n, seed) for seed in range(count)]
