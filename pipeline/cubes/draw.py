"""Cube sets, towers and subgraphs as text."""

from pipeline.cubes.cube_set import AXES, CubeSet
from pipeline.cubes.tower import Axes, Pair, Tower, cycles

NET = "   {0}   ", " {4} {2} {5} {3}", "   {1}   "
"""A cube unfolded: top; left, front, right, back; bottom."""


def edge(cube: str, axis: int) -> str:
    """The colours of two opposite faces, as ``R-B``."""
    return "-".join(cube[face] for face in AXES[axis])


def draw_set(cubes: CubeSet) -> str:
    """The cubes unfolded side by side, and the three edges of each."""
    width = 12
    numbers = [f"cube {number}" for number in range(1, len(cubes.cubes) + 1)]
    rows = [numbers, *([part.format(*cube) for cube in cubes.cubes] for part in NET)]
    lines = ["".join(cell.ljust(width) for cell in row).rstrip() for row in rows]
    edges = [
        "".join(edge(cube, axis).ljust(width) for cube in cubes.cubes).rstrip() for axis in range(3)
    ]
    return "\n".join([*lines, "", *edges])


def draw_tower(tower: Tower) -> str:
    """A line a cube, bottom cube first: what it shows, and what it hides."""
    lines = ["        front  back   left   right    (top-bottom)"]
    for number, cube in enumerate(tower, start=1):
        shown = "".join(f"{letter:<7}" for letter in cube[2:])
        lines.append(f"cube {number}    {shown}   {edge(cube, 0)}")
    return "\n".join(lines)


def draw_subgraph(cubes: CubeSet, axes: Axes) -> str:
    """The walks round a subgraph, as ``R -1- B -3- Y -2- R``: the cubes stand on the edges."""
    walks = []
    for walk in cycles(cubes, axes):
        first, face, _ = walk[0]
        walks.append(
            cubes.cubes[first][face]
            + "".join(f" -{cube + 1}- {cubes.cubes[cube][opposite]}" for cube, _, opposite in walk)
        )
    return "; ".join(walks)


def explain_cube(cubes: CubeSet, pair: Pair, cube: int) -> str:
    """Which axes of a cube the tower shows, and which it hides."""
    faces = cubes.cubes[cube]
    edges = ", ".join(edge(faces, axis) for axis in range(3))
    hidden = pair.hidden(cube)
    shown = " and ".join(edge(faces, axis) for axis in range(3) if axis != hidden)
    return f"cube {cube + 1}: edges {edges}; {shown} are shown, {edge(faces, hidden)} is hidden"


def draw_solution(cubes: CubeSet, pair: Pair, tower: Tower) -> str:
    """A tower and the two subgraphs that it was built from."""
    return "\n".join(
        [
            draw_tower(tower),
            "",
            f"front-back: {draw_subgraph(cubes, pair.front_back)}",
            f"left-right: {draw_subgraph(cubes, pair.left_right)}",
        ]
    )
