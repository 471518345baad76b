"""A judge of boards with a border of one colour: counts fillings by meeting in the middle.

Vocabulary:

    square    a tile: its colours, one letter each, north, east, south, west; every colour
              lies against itself
    colour    the colour of the whole border of the board
    half      the left half of a full board
    seam      what a half shows on its east side, from top to bottom
    front     what the next tiles of a half must match: the south edge above the next cell
              (the colour, in the top row), then by row the east edge that was laid last
    laid      a set of squares: a number whose bit t stands for square t
    core      the cells that do not touch the border

The right half of a board, seen in a mirror beside it, is a left half: it shows the same seam,
and its squares are mirror images. So a filling is two halves with one seam, of which the second
consists of the mirror images of the squares that the first has not; it is enough to know how
many halves there are for every seam and every set of squares. They are laid column by column,
and halves in the making with the same front and the same squares are counted together. Seen
in a mirror below it, a filling with the seam w has the seam w read upwards, so of these two
only one is looked at.

A square without the colour can lie nowhere but in the core. That leaves few cells of the core
for squares that have it: a half with more of them there is given up. Squares that look the same
after a turn are laid once: fillings are counted by what they look like.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import product

Square = tuple[str, str, str, str]
Laid = dict[int, int]
"""Sets of squares, and the number of halves that consist of them."""


def turned(square: Square) -> Square:
    """The square after a quarter turn clockwise."""
    north, east, south, west = square
    return west, north, east, south


def looks(square: Square) -> set[Square]:
    """How a square looks after 0 to 3 quarter turns."""
    half = turned(turned(square))
    return {square, turned(square), half, turned(half)}


def all_squares(colours: str) -> list[Square]:
    """All squares with edges in these colours, one of each up to rotation."""
    every = product(colours, colours, colours, colours)
    return sorted({min(looks(square)) for square in every})


class Halves:
    """The halves of a board with an even number of columns, two or more rows."""

    def __init__(self, rows: int, columns: int, squares: Sequence[Square], colour: str) -> None:
        """Lay all columns of a half but the last.

        Raises ``ValueError`` if there is a square without its mirror image, or one twice.
        """
        self.rows, self.width, self.colour = rows, columns // 2, colour
        self.all = (1 << len(squares)) - 1
        self.colours = sorted({edge for square in squares for edge in square})
        self.plain = sum(1 << t for t, square in enumerate(squares) if colour not in square)
        """The squares without the colour of the border."""
        self.spare = (rows - 2) * (columns - 2) - self.plain.bit_count()
        """Cells of the core that are left for squares with that colour."""
        self.fitting: dict[tuple[str, str], list[tuple[int, str, str]]] = defaultdict(list)
        for t, square in enumerate(squares):
            for north, east, south, west in sorted(looks(square)):
                self.fitting[north, west].append((1 << t, east, south))
        self.mirror_pairs = _mirror_pairs(squares)
        self.states = 0
        """Pairs of a front and a set of squares that were formed so far."""
        self.begun: dict[str, Laid] = {colour * (rows + 1): {0: 1}}
        for column in range(self.width - 1):
            for row in range(rows):
                self.begun = self._laid_on(self.begun, row, column, self.colours)

    def seams(self) -> list[str]:
        """The seams that are not greater than themselves read upwards."""
        every = ("".join(edges) for edges in product(self.colours, repeat=self.rows))
        return [seam for seam in every if seam <= seam[::-1]]

    def count(self, seams: Sequence[str]) -> int:
        """The fillings of the whole board with these seams, and with these read upwards."""
        return self._count_below("", seams, self.begun)

    def _count_below(self, above: str, seams: Sequence[str], fronts: dict[str, Laid]) -> int:
        """The same for ``seams``, which all begin with ``above``, so far laid in ``fronts``."""
        row = len(above)
        if row == self.rows:
            return self._meeting(fronts.get(self.colour + above, {})) * (
                1 if above == above[::-1] else 2
            )
        found = 0
        for east in self.colours:
            these = [seam for seam in seams if seam.startswith(above + east)]
            if these:
                laid_on = self._laid_on(fronts, row, self.width - 1, [east])
                found += self._count_below(above + east, these, laid_on)
        return found

    def _meeting(self, halves: Laid) -> int:
        """Pairs of halves of one seam that make a full board."""
        return sum(
            ways * halves.get(self._mirrored(self.all ^ laid), 0) for laid, ways in halves.items()
        )

    def _mirrored(self, laid: int) -> int:
        """The set of the mirror images."""
        for one, other in self.mirror_pairs:
            if (laid & one == 0) != (laid & other == 0):
                laid ^= one | other
        return laid

    def _laid_on(
        self, fronts: dict[str, Laid], row: int, column: int, easts: Sequence[str]
    ) -> dict[str, Laid]:
        """All ways to lay one more square, which shows one of ``easts`` on its east side."""
        at_bottom = row == self.rows - 1
        after: dict[str, Laid] = defaultdict(lambda: defaultdict(int))
        for front, halves in fronts.items():
            for bit, east, south in self.fitting.get((front[0], front[1 + row]), ()):
                if east not in easts or (at_bottom and south != self.colour):
                    continue
                ways_on = after[south + front[1 : 1 + row] + east + front[2 + row :]]
                for laid, ways in halves.items():
                    if not laid & bit:
                        ways_on[laid | bit] += ways
        if 0 < row < self.rows - 1 and column > 0:
            cells = column * (self.rows - 2) - (self.rows - 2 - row)  # of the core, this one too
            after = {front: self._not_given_up(laid, cells) for front, laid in after.items()}
        self.states += sum(map(len, after.values()))
        return after

    def _not_given_up(self, halves: Laid, cells: int) -> Laid:
        """Without those that have too many squares with the border's colour in the core."""
        return {
            laid: ways
            for laid, ways in halves.items()
            if cells - (laid & self.plain).bit_count() <= self.spare
        }


def _mirror_pairs(squares: Sequence[Square]) -> list[tuple[int, int]]:
    """The squares that do not look like their mirror images, with these, as sets of one."""
    number = {min(looks(square)): t for t, square in enumerate(squares)}
    pairs = []
    for t, (north, east, south, west) in enumerate(squares):
        image = number.get(min(looks((north, west, south, east))))
        if image is None or len(number) < len(squares):
            raise ValueError("the squares are not, each once, those that a mirror shows")
        if t < image:
            pairs.append((1 << t, 1 << image))
    return pairs
