"""How many classes of sets with one solution there are, by counting all of them.

Two ways that share only the counting of solutions. The first forms every set of different
cubes. The second builds sets around the solution: where 8 states solve a set its subgraphs
are two cycles through all colours; the first can be taken to be 0 1 .. n-1, its edges on
cubes 0 .. n-1, and every second cycle, handed to the cubes in every order, is combined with
all hidden edges.
"""

from itertools import combinations, combinations_with_replacement, permutations, product

import numpy as np
import pytest

from pipeline.cubes.engine import graph
from pipeline.cubes.family import CLASSES
from pipeline.cubes.symmetry import canonical_words


def kept(sets):
    """(sets with one solution by sight, which of them have one by state)."""
    counts = np.empty((len(sets), graph.COUNTS), dtype=np.int64)
    graph.count_sets(sets, counts)
    one = counts[:, graph.SIGHT] == 1
    return sets[one], counts[one, graph.RAW] == 8


def forms(sets):
    """The canonical forms of sets, as a set."""
    return {form.tobytes() for form in canonical_words(np.ascontiguousarray(sets))}


def every_set(n):
    """All sets of n different cubes in n colours, in blocks that share their first cubes."""
    edges = list(combinations_with_replacement(range(n), 2))
    cubes = np.array(
        [sum(three, ()) for three in combinations_with_replacement(edges, 3)], dtype=np.uint8
    )
    shown = np.array([sum(1 << c for c in set(cube.tolist())) for cube in cubes])
    last = min(n, 2)  # cubes that vary within a block
    for first in combinations(range(len(cubes)), n - last):
        rest = range(first[-1] + 1 if first else 0, len(cubes))
        chosen = np.array(list(combinations(rest, last)), dtype=np.int64).reshape(-1, last)
        seen = np.bitwise_or.reduce(shown[chosen], axis=1)
        for cube in first:
            seen |= shown[cube]
        chosen = chosen[seen == (1 << n) - 1]
        head = np.tile(np.array(first, dtype=np.int64), (len(chosen), 1))
        yield cubes[np.hstack([head, chosen])]


def count_all(n):
    """(classes by sight, classes by state)."""
    sight, state = set(), set()
    for sets in every_set(n):
        found, by_state = kept(sets)
        sight |= forms(found)
        state |= forms(found[by_state])
    return len(sight), len(state)


def count_around_solutions(n):
    """Classes by state."""
    edges = np.array(list(combinations_with_replacement(range(n), 2)), dtype=np.uint8)
    hidden = edges[np.array(list(product(range(len(edges)), repeat=n)))]
    found = set()
    for cycle in permutations(range(1, n)):
        if cycle[0] > cycle[-1]:
            continue  # the same cycle the other way round
        walk = (0, *cycle)
        for order in permutations(range(n)):
            sets = np.empty((len(hidden), n, 6), dtype=np.uint8)
            sets[:, :, :2] = hidden
            for cube, step in enumerate(order):
                sets[:, cube, 2:] = cube, (cube + 1) % n, walk[step], walk[(step + 1) % n]
            one, by_state = kept(sets)
            found |= forms(one[by_state])
    return len(found)


@pytest.mark.parametrize("n", [2, 3])
def test_all_classes_of_two_and_three_cubes(n):
    sight, state = count_all(n)
    assert sight == CLASSES["by sight", n]
    assert state == CLASSES.get(("by state", n), 0)


@pytest.mark.parametrize("n", [3, 4])
def test_all_classes_by_state_around_their_solutions(n):
    assert count_around_solutions(n) == CLASSES["by state", n]


@pytest.mark.slow
def test_all_classes_of_four_cubes():
    assert count_all(4) == (CLASSES["by sight", 4], CLASSES["by state", 4])
