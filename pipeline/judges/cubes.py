"""A literal judge of cube towers: plain Python, its own turns, nothing of the engine.

Vocabulary:

    cube       six letters: top, bottom, front, back, left, right
    placement  a cube as it is put on the stack: one of 24, as six letters again
    tower      one placement of every cube, bottom cube first
    side       what a tower shows on its front, back, left or right
    good       each side of the tower shows no colour twice (so it shows all of them)
    state      one choice of placements; there are 24^n, good and bad
    look       the four sides of a good tower; placements may differ and look the same
    stand      one of the 8 ways a tower can be set down: turned round (4), turned over (2)

``count_states`` forms all 24^n states. ``stack_up`` puts cube on cube and leaves a branch
as soon as a side shows a colour twice; it adds up the states that it left out, and with
those it saw they must come to 24^n. ``faults`` judges a whole row of a corpus.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Any

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SIDES = {"front": 2, "back": 3, "left": 4, "right": 5}

Tower = tuple[str, ...]
Look = tuple[str, str, str, str]


def spin(cube: str) -> str:
    """Turn a cube on the table: what was on the right comes to the front."""
    top, bottom, front, back, left, right = tuple(cube)
    return top + bottom + right + left + front + back


def roll(cube: str) -> str:
    """Roll a cube away: what was on the front comes to the top."""
    top, bottom, front, back, left, right = tuple(cube)
    return front + back + bottom + top + left + right


def placements(cube: str) -> list[str]:
    """The 24 placements of a cube, equal ones among them if its colours repeat."""
    ways = []
    rolled = cube
    for _ in range(4):  # four faces come to the top by rolling
        ways += _spun(rolled)
        rolled = roll(rolled)
    for sideways in (roll(spin(cube)), roll(spin(spin(spin(cube))))):  # and the other two
        ways += _spun(sideways)
    return ways


def _spun(cube: str) -> list[str]:
    return [cube, spin(cube), spin(spin(cube)), spin(spin(spin(cube)))]


def first_fault(tower: Tower) -> tuple[str, int] | None:
    """The first side that shows a colour twice, and the place of the cube that repeats it."""
    for side, face in SIDES.items():
        seen = ""
        for place, cube in enumerate(tower):
            if cube[face] in seen:
                return side, place
            seen += cube[face]
    return None


def look(tower: Tower) -> Look:
    """The four sides of a tower, bottom cube first."""
    front, back, left, right = ("".join(cube[face] for cube in tower) for face in SIDES.values())
    return front, back, left, right


def stands(sides: Look) -> list[Look]:
    """The look of a tower set down in all 8 ways, its cubes put back in order."""
    front, back, left, right = sides
    ways: list[Look] = []
    for _ in range(4):
        front, right, back, left = right, back, left, front
        ways.append((front, back, left, right))
        ways.append((front, back, right, left))  # turned over
    return ways


def states(cubes: list[str]) -> Iterator[tuple[Tower, tuple[str, int] | None]]:
    """All 24^n towers, each with its first fault, None if it is good."""
    for tower in product(*map(placements, cubes)):
        yield tower, first_fault(tower)


def count_states(cubes: list[str]) -> int:
    """How many of the 24^n towers are good. Every one of them is formed.

    A placement is a number with a digit for each colour on each side; a tower is good when
    the sum of its numbers has a 1 in every digit. Four cubes take 0.1 seconds, five 2.
    """
    colours = sorted(set("".join(cubes)))
    words = [[_number(placed, colours) for placed in placements(cube)] for cube in cubes]
    good = sum(16**digit for digit in range(4 * len(colours)))
    return sum(map(good.__eq__, map(sum, product(*words))))


def _number(placed: str, colours: list[str]) -> int:
    """A 1 in the base-16 digit of each colour that a placement shows, side by side."""
    digits = [
        len(colours) * side + colours.index(placed[face])
        for side, face in enumerate(SIDES.values())
    ]
    return sum(16**digit for digit in digits)


@dataclass
class Stack:
    """What came of stacking cube on cube in all ways."""

    good: int = 0
    """Good towers among the 24^n states."""
    looks: set[Look] = field(default_factory=set)
    """What they look like."""
    tries: int = 0
    """Placements tried."""
    skipped: dict[int, int] = field(default_factory=dict)
    """States left out, by the number of cubes that stood when a branch was left."""

    @property
    def states(self) -> int:
        """The states accounted for: 24^n, or this judge is wrong."""
        return self.good + sum(self.skipped.values())

    @property
    def solutions(self) -> set[Look]:
        """The looks, counting as one those of a tower set down in another way."""
        return {min(stands(sides)) for sides in self.looks}


def stack_up(cubes: list[str]) -> Stack:
    """Stack the cubes in their order, every placement of each, none that shows a fault."""
    stack = Stack()
    colours = sorted(set("".join(cubes)))
    words = [[(_bits(placed, colours), placed) for placed in placements(cube)] for cube in cubes]
    ways = [[bits for bits, _ in placed] for placed in words]
    _stack_on(ways, list(map(dict, words)), stack, 0, ())
    return stack


def _bits(placed: str, colours: list[str]) -> int:
    """A bit for each colour that a placement shows, side by side."""
    return sum(
        1 << (len(colours) * side + colours.index(placed[face]))
        for side, face in enumerate(SIDES.values())
    )


def _stack_on(
    ways: list[list[int]],
    named: list[dict[int, str]],
    stack: Stack,
    shown: int,
    below: tuple[int, ...],
) -> None:
    """Put the next cube on ``below``, which shows ``shown``, in all ways and go on.

    Placements are their bits; ``named`` has for each cube a placement of those bits.
    """
    height = len(below)
    if height == len(ways):
        stack.good += 1
        stack.looks.add(look(tuple(map(dict.__getitem__, named, below))))
        return
    fitting = [bits for bits in ways[height] if not bits & shown]
    stack.tries += 24
    if len(fitting) < 24:
        left_out = (24 - len(fitting)) * 24 ** (len(ways) - height - 1)
        stack.skipped[height + 1] = stack.skipped.get(height + 1, 0) + left_out
    for bits in fitting:
        _stack_on(ways, named, stack, shown | bits, (*below, bits))


def subgraphs(cubes: list[str], *, as_worded: bool = False) -> list[tuple[int, ...]]:
    """Choices of one pair of opposite faces a cube in which every colour is met twice.

    ``as_worded``: in which every colour is met at all, as the rule is often told.
    """
    colours = set("".join(cubes))
    found = []
    for choice in product((0, 2, 4), repeat=len(cubes)):
        ends = "".join(cube[face : face + 2] for cube, face in zip(cubes, choice, strict=True))
        if all(ends.count(c) == 2 or (as_worded and c in ends) for c in colours):
            found.append(choice)
    return found


def disjoint_pairs(choices: list[tuple[int, ...]]) -> int:
    """How many pairs of choices take no cube's faces twice."""
    return sum(
        all(a != b for a, b in zip(first, second, strict=True))
        for first, second in combinations(choices, 2)
    )


def faults(
    row: dict[str, Any], *, uniqueness: bool = True, minimality: bool = True
) -> list[tuple[str, str]]:
    """What is wrong with a row of a cubes corpus: (name of the fault, what was seen).

    An empty list means that every claim of the row that is looked at here holds. The names
    are ``unreadable``, ``wrong solution``, ``wrong count``, ``cubes alike``, ``no solution``
    and ``second solution``. ``uniqueness`` stacks the cubes in all ways: about 1 ms for four
    cubes, 10 ms for six. Cubes claim no minimality, so ``minimality`` changes nothing.
    """
    cubes, tower = row.get("cubes"), row.get("solution")
    for name, value in (("cubes", cubes), ("solution", tower)):
        if fault := _unreadable(value):
            return [("unreadable", f"{name}: {fault}")]
    assert isinstance(cubes, list)
    assert isinstance(tower, list)
    found = [*_wrong_solution(cubes, tower), *_wrong_colours(row, cubes), *_alike(cubes)]
    if uniqueness:
        found += _uniqueness(row, cubes)
    return found


def _unreadable(cubes: Any) -> str:
    if not isinstance(cubes, list) or not 2 <= len(cubes) <= 8:
        return f"not a list of 2 to 8 cubes: {cubes!r}"
    for number, cube in enumerate(cubes, start=1):
        if not isinstance(cube, str) or len(cube) != 6 or not set(cube) <= set(LETTERS):
            return f"cube {number} is not six letters: {cube!r}"
    return ""


def _wrong_solution(cubes: list[str], tower: list[str]) -> Iterator[tuple[str, str]]:
    if len(tower) != len(cubes):
        yield "wrong solution", f"{len(cubes)} cubes, {len(tower)} in the tower"
        return
    for number, (cube, placed) in enumerate(zip(cubes, tower, strict=True), start=1):
        if placed not in placements(cube):
            yield "wrong solution", f"cube {number} is {cube}, in the tower it is {placed}"
    if fault := first_fault(tuple(tower)):
        side, place = fault
        yield "wrong solution", f"{side}: cube {place + 1} shows a colour a second time"


def _wrong_colours(row: dict[str, Any], cubes: list[str]) -> Iterator[tuple[str, str]]:
    seen = len(set("".join(cubes)))
    if not seen == len(cubes) == row.get("colours"):
        yield "wrong count", f"{len(cubes)} cubes, {seen} colours, colours = {row.get('colours')}"


def _alike(cubes: list[str]) -> Iterator[tuple[str, str]]:
    """Cubes that are the same, turned or in a mirror (top and bottom exchanged)."""
    forms: dict[str, int] = {}
    for number, cube in enumerate(cubes, start=1):
        mirrored = cube[1] + cube[0] + cube[2:]
        form = min(placements(cube) + placements(mirrored))
        if form in forms:
            yield "cubes alike", f"cube {forms[form]} and cube {number}"
        forms.setdefault(form, number)


def _uniqueness(row: dict[str, Any], cubes: list[str]) -> Iterator[tuple[str, str]]:
    stack = stack_up(cubes)
    if stack.states != 24 ** len(cubes):
        raise ArithmeticError(f"{stack.states} states accounted for, not 24^{len(cubes)}")
    solutions = sorted(stack.solutions)
    if not solutions:
        yield "no solution", " ".join(cubes)
    elif len(solutions) > 1:
        yield "second solution", f"front, back, left, right {solutions[0]} and {solutions[1]}"
    if len(solutions) != 1:  # the row's counts are then wrong as a matter of course
        return
    choices = subgraphs(cubes)
    counted = {
        "solution_count": len(solutions),
        "solutions_raw": stack.good,
        "tries": stack.tries,
        "two_regular_subgraphs": len(choices),
        "disjoint_pairs": disjoint_pairs(choices),
    }
    for name, count in counted.items():
        if row.get(name) != count:
            yield "wrong count", f"{name} is {row.get(name)}, counted {count}"
