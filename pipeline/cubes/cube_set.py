"""A cube set, and the 24 ways to turn a cube.

A cube is six letters, one a face, in the order of ``FACES``. A set is 2 to 8 cubes showing
as many colours as there are cubes. Its solution is a *tower*: the cubes, each turned some
way, stacked in order so that each of the four long sides shows every colour once.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from string import ascii_uppercase

FACES = ("top", "bottom", "front", "back", "left", "right")
SIDES = (2, 3, 4, 5)
"""The positions in ``FACES`` that a tower shows on its long sides."""
AXES = ((0, 1), (2, 3), (4, 5))
"""The three pairs of opposite faces."""
FEWEST, MOST = 2, 8

Turn = tuple[int, ...]
"""``turn[p]`` is the face that comes to stand in position ``p``."""

SPIN: Turn = (0, 1, 4, 5, 3, 2)
"""A quarter turn about the vertical axis: the left face comes to the front."""
TILT: Turn = (3, 2, 0, 1, 4, 5)
"""A quarter turn about the axis left-right: the top face comes to the front."""
MIRROR: Turn = (1, 0, 2, 3, 4, 5)
"""Top and bottom exchanged: a mirror image, which no turning of a cube can do."""


class CubeSetError(ValueError):
    """Not a cube set; the message names the cube."""


def turned(cube: str, turn: Turn) -> str:
    """The cube after a turn."""
    return "".join(cube[face] for face in turn)


def _all_turns() -> tuple[Turn, ...]:
    """The turns that follow from quarter turns about two axes, sorted, identity first."""
    found: set[Turn] = {(0, 1, 2, 3, 4, 5)}
    fresh = list(found)
    while fresh:
        turn = fresh.pop()
        for quarter in (SPIN, TILT):
            following = tuple(turn[face] for face in quarter)
            if following not in found:
                found.add(following)
                fresh.append(following)
    return tuple(sorted(found))


TURNS = _all_turns()
"""The 24 turns of a cube, identity first."""


@dataclass(frozen=True)
class CubeSet:
    """A checked set of cubes; ``CubeSetError`` says what is wrong and with which cube."""

    cubes: tuple[str, ...]

    def __post_init__(self) -> None:
        """Check every cube by itself, then the set."""
        for number, cube in enumerate(self.cubes, start=1):
            _check_cube(number, cube)
        if not FEWEST <= len(self.cubes) <= MOST:
            extra = f": cube {MOST + 1} is one too many" if len(self.cubes) > MOST else ""
            raise CubeSetError(
                f"a set has {FEWEST} to {MOST} cubes, this one has {len(self.cubes)}{extra}"
            )
        _check_colours(self.cubes)

    @classmethod
    def of(cls, cubes: Iterable[str]) -> "CubeSet":
        """The set of these cubes; letters may be of either case."""
        return cls(tuple(cube.upper() if cube.isascii() else cube for cube in cubes))

    @cached_property
    def colours(self) -> str:
        """The letters in use, in alphabetical order; colour number i is the i-th of them."""
        return "".join(sorted(set("".join(self.cubes))))

    @cached_property
    def numbers(self) -> tuple[tuple[int, ...], ...]:
        """The cubes with colours numbered from 0."""
        return tuple(tuple(map(self.colours.index, cube)) for cube in self.cubes)

    def __str__(self) -> str:
        """The cubes on one line."""
        return " ".join(self.cubes)


def _check_cube(number: int, cube: str) -> None:
    if len(cube) != len(FACES):
        written = cube if len(cube) <= 20 else cube[:20] + "..."
        raise CubeSetError(f"cube {number} has {len(cube)} faces, not 6: {written!r}")
    for face, letter in zip(FACES, cube, strict=True):
        if letter not in ascii_uppercase:
            raise CubeSetError(
                f"cube {number}: the {face} face is {letter!r}; a colour is a letter A to Z"
            )


def _check_colours(cubes: tuple[str, ...]) -> None:
    """As many colours as cubes; of too many, say which cube brings the first that is over."""
    seen: list[str] = []
    first_over = ""
    for number, cube in enumerate(cubes, start=1):
        for letter in cube:
            if letter in seen:
                continue
            seen.append(letter)
            if len(seen) == len(cubes) + 1:
                first_over = f": cube {number} brings in one too many, {letter}"
    if len(seen) != len(cubes):
        only = "" if first_over else f": cubes 1 to {len(cubes)} show only"
        raise CubeSetError(
            f"{len(cubes)} cubes need {len(cubes)} colours, not {len(seen)}"
            f"{only} ({', '.join(sorted(seen))}){first_over}"
        )
