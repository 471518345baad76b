"""A literal judge of small sudoku worlds: every grid, puzzle and layout, in plain Python.

Vocabulary (cells are numbered in reading order from 0, digits are 1 .. N):

    grid       a full board as a string of digits in reading order, such as "1234341221434321"
    puzzle     the same with "." where a cell is empty
    pattern    which cells of a 4x4 board hold givens: a number whose bit c stands for cell c
    pattern set  many patterns as one long number: its bit p stands for the pattern p
    proper     a puzzle with exactly one solution
    minimal    a proper puzzle of which no given can be taken away
    move       a map of cells that keeps rows, columns and boxes: where each cell's digit
               comes from; or a renaming of digits
    class      all that moves make of one grid or puzzle
    layout     N connected regions of N cells each that tile the board, as a string of letters
    fill       a grid of a layout: every digit once in each row, column and region

Grids with any first row are as many as those with the first row 1 2 .. N, times N!: renaming
the digits carries the one kind into the other and back. So only the latter are listed where
there are many.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import permutations
from operator import itemgetter

Box = tuple[int, int]
Move = Callable[[str], str]

DIGITS = "123456789"


def grids(size: int, box: Box, first_row: str = "") -> list[str]:
    """All grids with boxes of ``box`` = (rows, columns); with one first row, if it is given.

    Boxes of one row say nothing that the rows do not say: (1, N) lists Latin squares.
    """
    rows = ["".join(row) for row in permutations(DIGITS[:size])]
    boxes_across = size // box[1]

    def seen(number: int, row: str) -> set[tuple[str, int, str]]:
        """What row ``number`` puts into columns and boxes."""
        placed = set()
        for column, digit in enumerate(row):
            placed.add(("column", column, digit))
            band = number // box[0]
            placed.add(("box", band * boxes_across + column // box[1], digit))
        return placed

    placed = [[(row, seen(number, row)) for row in rows] for number in range(size)]
    if first_row:
        placed[0] = [(row, puts) for row, puts in placed[0] if row == first_row]

    def below(number: int, left: list[list[tuple[str, set[tuple[str, int, str]]]]]) -> list[str]:
        """The lower parts of grids, from row ``number``, of rows that are ``left`` for each."""
        if number == size:
            return [""]
        found = []
        for row, puts in left[0]:
            fitting = [[(r, p) for r, p in choices if not p & puts] for choices in left[1:]]
            found += [row + rest for rest in below(number + 1, fitting)]
        return found

    return below(0, placed)


def on_diagonals(size: int, found: Iterable[str]) -> list[str]:
    """Those grids that have every digit once in each of both diagonals."""
    kept = []
    for grid in found:
        falling = {grid[step * size + step] for step in range(size)}
        rising = {grid[step * size + size - 1 - step] for step in range(size)}
        if len(falling) == len(rising) == size:
            kept.append(grid)
    return kept


def moves_of_cells(size: int, box: Box) -> list[Move]:
    """Moves of which all others are made: neighbouring lines and neighbouring bands swapped,
    and the board transposed where its boxes are square."""
    maps = [*_swaps_of_rows(size, box[0])]
    maps += [_transposed(size, swap) for swap in _swaps_of_rows(size, box[1])]
    if box[0] == box[1]:
        maps.append([column * size + row for row in range(size) for column in range(size)])
    return [_move(cells) for cells in maps]


def _swaps_of_rows(size: int, thick: int) -> Iterator[list[int]]:
    """Cell maps that swap neighbouring rows of one band, or neighbouring bands."""
    for row in range(size - 1):
        if row // thick == (row + 1) // thick:
            order = list(range(size))
            order[row], order[row + 1] = row + 1, row
            yield _of_rows(size, order)
    for top in range(0, size - thick, thick):
        order = list(range(size))
        order[top : top + 2 * thick] = [*order[top + thick : top + 2 * thick],
                                        *order[top : top + thick]]  # fmt: skip
        yield _of_rows(size, order)


def _of_rows(size: int, order: list[int]) -> list[int]:
    return [row * size + column for row in order for column in range(size)]


def _transposed(size: int, cells: list[int]) -> list[int]:
    """What a map of rows does, done to columns."""
    moved = [0] * len(cells)
    for place, source in enumerate(cells):
        turned_place = place % size * size + place // size
        moved[turned_place] = source % size * size + source // size
    return moved


def _move(cells: Sequence[int]) -> Move:
    take = itemgetter(*cells)
    return lambda board: "".join(take(board))


def moves_of_digits(size: int) -> list[Move]:
    """Renamings of which all others are made: neighbouring digits swapped."""
    return [_renaming(f"{d}{d + 1}", f"{d + 1}{d}") for d in range(1, size)]


def _renaming(old: str, new: str) -> Move:
    table = str.maketrans(old, new)
    return lambda board: board.translate(table)


def renamed(grid: str, size: int) -> str:
    """The grid with its digits renamed so that the first row is 1 2 .. N."""
    return _renaming(grid[:size], DIGITS[:size])(grid)


def with_renaming(move: Move, size: int) -> Move:
    """The move, then the renaming to the first row 1 2 .. N."""
    return lambda grid: renamed(move(grid), size)


def classes(boards: Iterable[str], moves: Sequence[Move]) -> list[list[str]]:
    """The boards by class: from one board all are visited that moves lead to, again and again."""
    left = dict.fromkeys(boards)
    found = []
    while left:
        start, _ = left.popitem()
        members, reached = [start], {start}
        for board in members:  # grows while it is walked
            for move in moves:
                image = move(board)
                if image not in reached:
                    reached.add(image)
                    members.append(image)
                    left.pop(image, None)
        found.append(members)
    return found


CELLS = 16
PATTERNS = 1 << CELLS
ALL = (1 << PATTERNS) - 1
WITHOUT = [ALL // ((1 << (1 << cell)) + 1) for cell in range(CELLS)]
"""Of each cell the set of the patterns that have no given there: runs of 2^cell ones, each
followed by a run of as many zeros."""


def proper_patterns(grid: str, others: Iterable[str]) -> int:
    """The pattern set of those givens of a 4x4 grid that no other grid has, too.

    If another grid agrees with this one on some cells, givens in these, or in fewer of them,
    do not tell the two apart.
    """
    improper = 0
    for other in others:
        if other != grid:
            agreed = sum(1 << cell for cell in range(CELLS) if grid[cell] == other[cell])
            improper |= 1 << agreed
    for cell in range(CELLS):
        improper |= (improper & ~WITHOUT[cell]) >> (1 << cell)  # and with this given removed
    return ALL & ~improper


def minimal_patterns(proper: int) -> int:
    """Those proper patterns that are proper no more without any one of their givens."""
    minimal = proper
    for cell in range(CELLS):
        proper_without_it = proper & WITHOUT[cell]
        minimal &= ~(proper_without_it << (1 << cell))
    return minimal


def by_givens(patterns: int) -> Counter[int]:
    """How many patterns of a set have how many givens."""
    of_count = [1]  # the set of the patterns with so many givens, on the first cells only
    for cell in range(CELLS):
        with_it = [0, *(chosen << (1 << cell) for chosen in of_count)]
        of_count = [a | b for a, b in zip([*of_count, 0], with_it, strict=True)]
    counts = ((count, (patterns & chosen).bit_count()) for count, chosen in enumerate(of_count))
    return Counter({count: number for count, number in counts if number})


def puzzles(grid: str, patterns: int) -> Iterator[str]:
    """The puzzles that these patterns make of a 4x4 grid."""
    bits = format(patterns, "b")[::-1]
    pattern = bits.find("1")
    while pattern >= 0:
        yield "".join(digit if pattern >> cell & 1 else "." for cell, digit in enumerate(grid))
        pattern = bits.find("1", pattern + 1)


def layouts(size: int) -> list[str]:
    """All layouts of a board: the first free cell is covered by every region that fits."""
    regions: dict[int, list[frozenset[int]]] = {cell: [] for cell in range(size * size)}
    for region in connected_sets(size):
        regions[min(region)].append(region)

    def covered(free: frozenset[int], chosen: list[frozenset[int]]) -> Iterator[str]:
        if not free:
            letters = {cell: "abcdefghi"[i] for i, cells in enumerate(chosen) for cell in cells}
            yield "".join(letters[cell] for cell in range(size * size))
            return
        for region in regions[min(free)]:
            if region <= free:
                yield from covered(free - region, [*chosen, region])

    return list(covered(frozenset(range(size * size)), []))


def connected_sets(size: int) -> set[frozenset[int]]:
    """All connected sets of N cells: sets of one cell, grown cell by cell."""
    found = {frozenset([cell]) for cell in range(size * size)}
    for _ in range(size - 1):
        found = {
            cells | {neighbour}
            for cells in found
            for cell in cells
            for neighbour in _neighbours(size, cell)
            if neighbour not in cells
        }
    return found


def _neighbours(size: int, cell: int) -> Iterator[int]:
    row, column = divmod(cell, size)
    for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        if 0 <= r < size and 0 <= c < size:
            yield r * size + c


class Fills:
    """Counts the fills of layouts: the Latin squares with all digits in every region."""

    def __init__(self, size: int) -> None:
        """List the Latin squares with the first row 1 2 .. N; each stands for N! fills."""
        self.size = size
        self.squares = grids(size, (1, size), first_row=DIGITS[:size])
        self.renamings = len(list(permutations(range(size))))
        self.known: dict[tuple[int, ...], frozenset[int]] = {}

    def count(self, layout: str) -> int:
        """How many fills the layout has."""
        kept = frozenset(range(len(self.squares)))
        for letter in sorted(set(layout)):
            kept &= self._with_all_digits(
                tuple(cell for cell, mark in enumerate(layout) if mark == letter)
            )
        return len(kept) * self.renamings

    def _with_all_digits(self, region: tuple[int, ...]) -> frozenset[int]:
        """The numbers of the squares in which the region holds every digit."""
        if region not in self.known:
            self.known[region] = frozenset(
                number
                for number, square in enumerate(self.squares)
                if len({square[cell] for cell in region}) == self.size
            )
        return self.known[region]
