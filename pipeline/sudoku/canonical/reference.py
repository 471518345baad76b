"""Row-minlex forms by their definition, in plain Python: what the kernels are held against.

Nothing here is clever. Every order of the columns is tried, on the board and on its mirror
image, and under it every order of the rows, row by row, leaving those that are already worse
than the best image found so far.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Cells = Sequence[int]


@dataclass(frozen=True)
class Transform:
    """One symmetry: mirror at the main diagonal or not, then put rows and columns in order
    (entry i is what goes to place i), then rename the digits."""

    mirrored: bool
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    names: tuple[tuple[int, int], ...]

    def __call__(self, cells: Cells) -> tuple[int, ...]:
        """The image of a board; digits without a name must not occur."""
        names = {0: 0, **dict(self.names)}
        board = mirror(cells) if self.mirrored else cells
        return tuple(names[board[9 * row + column]] for row in self.rows for column in self.columns)


def mirror(cells: Cells) -> tuple[int, ...]:
    """The board with rows and columns exchanged."""
    return tuple(cells[9 * column + row] for row in range(9) for column in range(9))


def line_orders() -> Iterator[tuple[int, ...]]:
    """The 1,296 orders of nine lines that keep bands together."""
    triples = list(itertools.permutations(range(3)))
    for outer in triples:
        for inners in itertools.product(triples, repeat=3):
            yield tuple(3 * outer[p // 3] + inners[p // 3][p % 3] for p in range(9))


def _renamed(row: Cells, names: dict[int, int]) -> tuple[tuple[int, ...], dict[int, int]]:
    """The row with digits renamed; new digits get the next names from left to right."""
    names = dict(names)
    for digit in row:
        if digit and digit not in names:
            names[digit] = len(names) + 1
    return tuple(names[digit] if digit else 0 for digit in row), names


def _next_rows(used: tuple[int, ...]) -> list[int]:
    """The rows that may follow: the rest of a band begun, or those of bands not begun."""
    bands = {row // 3 for row in used}
    if len(used) % 3:
        return [row for row in range(9) if row // 3 == used[-1] // 3 and row not in used]
    return [row for row in range(9) if row // 3 not in bands]


def minlex_transforms(cells: Cells) -> tuple[tuple[int, ...], list[Transform]]:
    """The least image of a board (81 digits, 0 for empty), and every transform to it that
    differs in more than the order of equal rows."""
    best: list[tuple[int, ...]] = [(10,) * 9] * 9
    found: list[Transform] = []

    def extend(used: tuple[int, ...], names: dict[int, int]) -> None:
        place = len(used)
        if place == 9:
            found.append(Transform(mirrored, used, columns, tuple(sorted(names.items()))))
            return
        tried = set()
        for row in _next_rows(used):
            if (row // 3, rows[row]) in tried:
                continue
            tried.add((row // 3, rows[row]))
            image, longer = _renamed(rows[row], names)
            if image > best[place]:
                continue
            if image < best[place]:
                best[place:] = [image] + [(10,) * 9] * (8 - place)
                found.clear()
            extend((*used, row), longer)

    for mirrored in (False, True):
        board = mirror(cells) if mirrored else cells
        for columns in line_orders():
            rows = [tuple(board[9 * row + column] for column in columns) for row in range(9)]
            extend((), {})
    return tuple(digit for row in best for digit in row), found


def minlex(cells: Cells) -> tuple[int, ...]:
    """The least image of a board under the 3,359,232 x 9! symmetries, read row by row."""
    return minlex_transforms(cells)[0]


def class_form(puzzle: Cells, solution: Cells) -> tuple[int, ...]:
    """The least image of a puzzle among those whose solution is in minlex form."""
    _, transforms = minlex_transforms(solution)
    return min(transform(puzzle) for transform in transforms)
