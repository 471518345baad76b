"""The literal judge of the 2x2 Edge Match board: every board, and the first rule it breaks.

Vocabulary:

    card      A, B, C or D; it shows a face on its north, east, south and west edge
    face      a letter of the compass, or the name of a pattern with a sign, such as ``arc+``
    rotation  quarter turns clockwise, 0 to 3: west comes to the north, north to the east,
              east to the south, south to the west
    cell      1 top left, 2 top right, 3 bottom left, 4 bottom right
    board     which card lies in each cell, and its rotation: 4! x 4^4 = 6,144 boards

The rules: each outer edge shows the letter of its side of the board; the two faces of each
inner edge show the same pattern with opposite signs. The cards are parameters, so that an
audit can change them and see that it matters.
"""

from collections.abc import Callable, Iterator
from itertools import permutations, product
from typing import NamedTuple

Faces = tuple[str, str, str, str]

CARDS: dict[str, Faces] = {
    "A": ("arc+", "wave+", "W", "N"),
    "B": ("leaf+", "arc-", "N", "E"),
    "C": ("W", "wave-", "star+", "S"),
    "D": ("leaf-", "E", "S", "star-"),
}
"""North, east, south, west of each card, unrotated."""

LEGAL = "A1 B2 C3 D0"
"""The one legal board as it was published."""

OUTER = {1: {"north": "N", "west": "W"}, 2: {"north": "N", "east": "E"},
         3: {"south": "S", "west": "W"}, 4: {"south": "S", "east": "E"}}  # fmt: skip
"""Which letter each outer edge of a cell must show."""

INNER = [(1, "east", 2, "west"), (1, "south", 3, "north"),
         (2, "south", 4, "north"), (3, "east", 4, "west")]  # fmt: skip
"""The four inner edges: a cell and its side, the neighbour and the side that touches."""

Match = Callable[[str, str], str | None]


class Board(NamedTuple):
    """One board and what is said about it."""

    cards: tuple[str, ...]
    rotations: tuple[int, ...]
    verdict: str
    """``legal`` or ``illegal``."""
    rule: str | None
    """The first rule broken: ``letter``, ``pattern`` or ``sign``; None if legal."""
    where: str | None
    """The cell and side (of an inner edge: both cells) where it is broken."""

    @property
    def name(self) -> str:
        """As it is written: ``A1 B2 C3 D0``."""
        pairs = zip(self.cards, self.rotations, strict=True)
        return " ".join(f"{card}{rotation}" for card, rotation in pairs)


def rotated(faces: Faces, rotation: int) -> dict[str, str]:
    """The faces by side after quarter turns clockwise."""
    north, east, south, west = faces
    for _ in range(rotation):
        north, east, south, west = west, north, east, south
    return {"north": north, "east": east, "south": south, "west": west}


def broken_match(one: str, other: str) -> str | None:
    """Why two faces may not touch: ``pattern``, ``sign``, or None if they may."""
    if one[-1] not in "+-" or other[-1] not in "+-" or one[:-1] != other[:-1]:
        return "pattern"
    return None if one[-1] != other[-1] else "sign"


def first_broken(
    cells: dict[int, dict[str, str]], match: Match = broken_match, letters: bool = True
) -> tuple[str, str] | None:
    """The first rule that a board breaks and where: outer edges first, then inner ones."""
    if letters:
        for cell, sides in OUTER.items():
            for side, letter in sides.items():
                if cells[cell][side] != letter:
                    return "letter", f"cell {cell} {side}"
    for cell, side, neighbour, facing in INNER:
        broken = match(cells[cell][side], cells[neighbour][facing])
        if broken:
            return broken, f"cell {cell} {side}, cell {neighbour} {facing}"
    return None


def all_boards(
    cards: dict[str, Faces] = CARDS, match: Match = broken_match, letters: bool = True
) -> Iterator[Board]:
    """Every board with its verdict. ``letters`` False leaves the compass letters out of the
    rules; ``match`` may be replaced to see that a weaker judge is caught."""
    for order in permutations(sorted(cards)):
        for rotations in product(range(4), repeat=4):
            cells = {
                cell: rotated(cards[card], rotation)
                for cell, card, rotation in zip((1, 2, 3, 4), order, rotations, strict=True)
            }
            broken = first_broken(cells, match, letters)
            rule, where = broken if broken else (None, None)
            yield Board(order, rotations, "illegal" if broken else "legal", rule, where)


def survivors(
    cards: dict[str, Faces] = CARDS, match: Match = broken_match, letters: bool = True
) -> list[str]:
    """The names of the legal boards."""
    return [board.name for board in all_boards(cards, match, letters) if board.verdict == "legal"]


def mutations(cards: dict[str, Faces] = CARDS) -> Iterator[tuple[str, dict[str, Faces]]]:
    """Every small change of the cards that must leave no legal board, with its description:
    one sign flipped, the pattern of one face renamed, one letter changed."""
    for card, faces in cards.items():
        for place, face in enumerate(faces):
            side = ("north", "east", "south", "west")[place]
            if face[-1] in "+-":
                flipped = face[:-1] + ("-" if face[-1] == "+" else "+")
                yield f"sign of {card} {side}", _with(cards, card, place, flipped)
                yield f"pattern of {card} {side}", _with(cards, card, place, "moon" + face[-1])
            else:
                for letter in "NESW":
                    if letter != face:
                        what = f"letter of {card} {side} to {letter}"
                        yield what, _with(cards, card, place, letter)


def _with(cards: dict[str, Faces], card: str, place: int, face: str) -> dict[str, Faces]:
    faces = list(cards[card])
    faces[place] = face
    north, east, south, west = faces
    return {**cards, card: (north, east, south, west)}
