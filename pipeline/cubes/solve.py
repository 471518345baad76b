"""One set answered by the kernels: its counts, its pairs of subgraphs, its towers."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pipeline.cubes.cube_set import CubeSet
from pipeline.cubes.tower import Axes, Pair, Tower, sides, towers


@dataclass(frozen=True)
class Counts:
    """Solutions under named definitions, and the subgraphs that they come from."""

    two_regular_subgraphs: int
    disjoint_pairs: int
    """Unordered pairs of 2-regular subgraphs without a common edge."""
    raw: int
    """Among the 24^n states: every cube's turn counts, the order of the cubes is fixed."""
    up_to_tower_rotation: int
    """raw / 4."""
    up_to_rotation_and_flip: int
    """raw / 8: the tower may be turned over as well, its cubes put back in order."""
    visible: int
    """Towers that look different from the four sides."""
    by_sight: int
    """Of these, up to turning the tower round and over: this is what ``unique`` means."""


@dataclass(frozen=True)
class Solution:
    """What the graph method found out about a set."""

    cubes: CubeSet
    counts: Counts
    nodes: int
    codes: NDArray[np.uint32]
    """The 2-regular subgraphs, as the kernels write them."""

    def pairs(self) -> Iterator[Pair]:
        """The disjoint pairs of subgraphs."""
        n = len(self.cubes.cubes)
        every_cube = np.uint32(0x5555) & np.uint32((1 << 2 * n) - 1)
        for i, code in enumerate(self.codes):
            differ = self.codes[i + 1 :] ^ code
            apart = (differ | (differ >> np.uint32(1))) & every_cube == every_cube
            for other in self.codes[i + 1 :][apart]:
                yield Pair(_axes(int(code), n), _axes(int(other), n))

    def towers(self) -> Iterator[tuple[Pair, Tower]]:
        """The towers that look different up to turning them, each with a pair it comes from."""
        seen: set[tuple[tuple[str, ...], ...]] = set()
        for pair in self.pairs():
            shown = self._shown(pair)
            if shown in seen:
                continue
            seen.add(shown)
            before: set[tuple[str, ...]] = set()
            for tower in towers(self.cubes, pair):
                form = _standing(tower)
                if form not in before:
                    before.add(form)
                    yield pair, tower

    def _shown(self, pair: Pair) -> tuple[tuple[str, ...], ...]:
        """The colours that a pair shows on each cube, the lesser of its subgraphs first."""
        graphs = (pair.front_back, pair.left_right)
        return tuple(sorted(tuple(map(_edge, self.cubes.cubes, axes)) for axes in graphs))

    @cached_property
    def answer(self) -> str:
        """``none``, ``unique`` or ``multiple``, by sight."""
        return ("none", "unique", "multiple")[min(self.counts.by_sight, 2)]


def _edge(cube: str, axis: int) -> str:
    return "".join(sorted(cube[2 * axis : 2 * axis + 2]))


def _axes(code: int, n: int) -> Axes:
    return tuple(code >> 2 * cube & 3 for cube in range(n))


def _standing(tower: Tower) -> tuple[str, ...]:
    """The least look of a tower among the 8 ways it can stand."""
    front, back, left, right = sides(tower)
    pairs = ((front, back), (left, right))
    return min(
        (*first[::a], *second[::b])
        for first, second in (pairs, pairs[::-1])
        for a in (1, -1)
        for b in (1, -1)
    )


def solve(cubes: CubeSet, budget: int = 1_000_000) -> Solution | None:
    """Solve a set by the graph method; None if it needs more than ``budget`` nodes.

    A node is an edge looked at: a set of n cubes needs fewer than 3^(n+1) / 2 of them.
    """
    from pipeline.cubes.engine import graph

    faces = np.array(cubes.numbers, dtype=np.uint8)
    codes = np.empty(graph.MOST_CHOICES, dtype=np.uint32)
    parts = np.empty(graph.MOST_CHOICES, dtype=np.uint8)
    found, nodes = graph.find_subgraphs(faces, codes, parts, budget)
    if nodes > budget:
        return None
    pairs, raw, _, _ = graph.find_pairs(len(faces), codes, parts, found)
    visible, sight = graph.count_looks(faces, codes, parts, found)
    counts = Counts(
        int(found), int(pairs), int(raw), int(raw) // 4, int(raw) // 8, int(visible), int(sight)
    )
    return Solution(cubes, counts, int(nodes), codes[:found])


def count_tries(cubes: CubeSet) -> int:
    """The tries of a plain search that stacks the cubes one by one (``engine.stacking``)."""
    from pipeline.cubes.engine import stacking

    faces = np.array(cubes.numbers, dtype=np.uint8)
    return int(stacking.count_tries(faces, np.empty((len(faces), 24), dtype=np.uint32)))
