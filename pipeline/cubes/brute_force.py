"""All 24^n states of the tower, one by one: the check on the graph method.

This module knows nothing of graphs. A state gives each cube one of its 24 turns; it is a
solution if each of the four sides shows every colour once. Sides are sets of colours held
as bits, eight a side, so that a state is good when the union of its cubes' sides is full.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.cubes.cube_set import SIDES, TURNS, CubeSet, turned

Words = NDArray[np.uint32]


def side_words(cubes: CubeSet) -> Words:
    """uint32[n, 24]: what each cube in each turn shows, bit ``8 * side + colour``."""
    shown = np.array(cubes.numbers, dtype=np.uint32)[:, np.array(TURNS)][:, :, list(SIDES)]
    shifts = np.arange(0, 32, 8, dtype=np.uint32)
    words: Words = np.bitwise_or.reduce(np.uint32(1) << (shown + shifts), axis=2)
    return words


def _unions(words: Words) -> Words:
    """The unions of all ways to take one word of each row: uint32[24**rows], first row slowest."""
    unions = np.zeros(1, dtype=np.uint32)
    for row in words:
        unions = (unions[:, None] | row[None, :]).ravel()
    return unions


def solution_states(cubes: CubeSet) -> Iterator[tuple[int, ...]]:
    """The solutions, each as the indices into ``TURNS`` of its cubes, bottom cube first.

    Every one of the 24^n states is formed: six cubes take a fraction of a second, seven
    some seconds, eight minutes.
    """
    words = side_words(cubes)
    n = len(words)
    head = max(0, n - 4)  # blocks of 24^4 states fit the cache
    block = _unions(words[head:])
    side = np.uint32((1 << n) - 1)
    full = np.uint32(0x01010101) * side
    for turns, below in enumerate(_unions(words[:head])):
        for state in np.flatnonzero((block | below) == full):
            yield _digits(turns, head) + _digits(int(state), n - head)


def _digits(number: int, length: int) -> tuple[int, ...]:
    """The base-24 digits of a number, most significant first."""
    return tuple(number // 24**place % 24 for place in reversed(range(length)))


def tower(cubes: CubeSet, state: tuple[int, ...]) -> tuple[str, ...]:
    """The cubes turned as a state says."""
    return tuple(turned(c, TURNS[t]) for c, t in zip(cubes.cubes, state, strict=True))


Look = tuple[str, ...]
"""The colours on front, back, left and right, bottom cube first."""


def look(tower: tuple[str, ...]) -> Look:
    """What a tower shows on its four sides."""
    return tuple("".join(cube[side] for cube in tower) for side in SIDES)


def least_turned(sides: Look) -> Look:
    """The least look of a tower turned round and over: the same for all 8 ways it can stand.

    Turning it over, with the cubes put back in order, exchanges left and right.
    """
    front, back, left, right = sides
    ways = []
    for _ in range(4):
        front, right, back, left = right, back, left, front
        ways += [(front, back, left, right), (front, back, right, left)]
    return min(ways)


class Tally(NamedTuple):
    """Solutions counted three ways."""

    raw: int
    """Among the 24^n states."""
    visible: int
    """That look different from the four sides."""
    sight: int
    """That look different however the tower is turned round and over."""


def count(cubes: CubeSet) -> Tally:
    """Count the solutions.

    More states than looks come from cubes with equal colours on opposite faces, or on two
    pairs of them: they can be turned without a change that is seen.
    """
    raw = 0
    visible: set[Look] = set()
    for state in solution_states(cubes):
        raw += 1
        visible.add(look(tower(cubes, state)))
    return Tally(raw, len(visible), len(set(map(least_turned, visible))))
