"""A literal judge of what block and line swaps make of a sudoku grid.

Vocabulary:

    grid    81 digits as text, row by row
    band    three rows that boxes lie in; a stack is three columns likewise
    order   where each of nine lines comes from: bands (or stacks) change places, and
            lines change places inside them. There are 6 x 6^3 = 1,296 orders
    image   a grid whose rows and whose columns were put in an order: 6^8 of them

Swaps, done one after the other, reach exactly the orders, so all images are formed here by
going through the orders and no swap is ever carried out.
"""

from collections.abc import Iterator
from itertools import permutations, product

Order = tuple[int, ...]


def orders() -> list[Order]:
    """All orders of nine lines; the first is the one that changes nothing."""
    found = []
    for blocks in permutations(range(3)):
        for inside in product(permutations(range(3)), repeat=3):
            found.append(
                tuple(
                    3 * block + line for block, lines in zip(blocks, inside, strict=True)
                    for line in lines
                )
            )  # fmt: skip
    return found


def transposed(grid: str) -> str:
    """Rows become columns."""
    return "".join(grid[column::9] for column in range(9))


def images(grid: str, row_orders: list[Order]) -> Iterator[str]:
    """The images by these row orders and all column orders, row order by row order."""
    rows = [grid[9 * row : 9 * row + 9] for row in range(9)]
    moved = [["".join(row[column] for column in order) for row in rows] for order in orders()]
    for row_order in row_orders:
        for lines in moved:
            yield "".join([lines[row] for row in row_order])


def broken_house(grid: str) -> str | None:
    """The first row, column or box that lacks a digit; None if the grid is valid."""
    for number in range(9):
        box = 27 * (number // 3) + 3 * (number % 3)
        if len(set(grid[9 * number : 9 * number + 9])) < 9:
            return f"row {number + 1}"
        if len(set(grid[number::9])) < 9:
            return f"column {number + 1}"
        if len({*grid[box : box + 3], *grid[box + 9 : box + 12], *grid[box + 18 : box + 21]}) < 9:
            return f"box {number + 1}"
    return None
