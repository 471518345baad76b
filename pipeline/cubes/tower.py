"""From two disjoint 2-regular subgraphs to the towers that they stand for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from pipeline.cubes.cube_set import AXES, SIDES, TURNS, CubeSet, turned

Tower = tuple[str, ...]
"""The cubes as they stand, bottom cube first."""
Step = tuple[int, int, int]
"""(cube, face, opposite face): one edge of a walk, from the first colour to the second."""
Axes = tuple[int, ...]
"""The axis that a subgraph takes of each cube."""


@dataclass(frozen=True)
class Pair:
    """A solution as a graph: what is seen on front and back, and on left and right."""

    front_back: Axes
    left_right: Axes

    def hidden(self, cube: int) -> int:
        """The axis of a cube that the tower does not show."""
        return 3 - self.front_back[cube] - self.left_right[cube]


def cycles(cubes: CubeSet, axes: Axes) -> list[list[Step]]:
    """The components of a 2-regular subgraph, each as a walk round it."""
    waiting = [(i, *AXES[axis]) for i, axis in enumerate(axes)]
    walks = []
    while waiting:
        walk = [waiting.pop(0)]
        here = walk[0]
        while cubes.cubes[here[0]][here[2]] != cubes.cubes[walk[0][0]][walk[0][1]]:
            here = _next_step(cubes, waiting, here)
            walk.append(here)
        walks.append(walk)
    return walks


def _next_step(cubes: CubeSet, waiting: list[Step], here: Step) -> Step:
    """Take from ``waiting`` the edge that meets the colour at which a step ends."""
    colour = cubes.cubes[here[0]][here[2]]
    for place, (cube, face, opposite) in enumerate(waiting):
        if cubes.cubes[cube][face] == colour:
            del waiting[place]
            return cube, face, opposite
        if cubes.cubes[cube][opposite] == colour:
            del waiting[place]
            return cube, opposite, face
    raise ValueError("not a 2-regular subgraph")


def towers(cubes: CubeSet, pair: Pair) -> Iterator[Tower]:
    """All towers of a pair that look different, however they are turned round and over.

    Each walk may go either way; the first of each subgraph goes one way only, since the
    tower can be turned; a loop looks the same both ways.
    """
    front_back = list(_directions(cycles(cubes, pair.front_back)))
    left_right = list(_directions(cycles(cubes, pair.left_right)))
    for first, second in product(front_back, left_right):
        yield tuple(
            turned(cube, _turn(*first[i], *second[i])) for i, cube in enumerate(cubes.cubes)
        )


def _directions(walks: Sequence[Sequence[Step]]) -> Iterator[dict[int, tuple[int, int]]]:
    """For every choice of directions: cube -> (face, opposite face)."""
    loops = [walk for walk in walks if len(walk) == 1]
    longer = [walk for walk in walks if len(walk) > 1]
    for reverse in product((False, True), repeat=max(0, len(longer) - 1)):
        faces = {cube: (face, opposite) for ((cube, face, opposite),) in loops}
        for walk, back in zip(longer, (False, *reverse), strict=False):
            for cube, face, opposite in walk:
                faces[cube] = (opposite, face) if back else (face, opposite)
        yield faces


_TURN_OF = {tuple(turn[side] for side in SIDES): turn for turn in TURNS}


def _turn(front: int, back: int, left: int, right: int) -> tuple[int, ...]:
    """The one turn that puts these faces on the four sides."""
    return _TURN_OF[front, back, left, right]


def sides(tower: Tower) -> tuple[str, ...]:
    """The colours on front, back, left and right, bottom cube first."""
    return tuple("".join(cube[side] for cube in tower) for side in SIDES)
