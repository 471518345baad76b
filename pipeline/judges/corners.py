"""A literal judge of corner-matching boards: it knows the corner rule and nothing of edges.

Vocabulary:

    tile      four symbols at its corners: north-west, north-east, south-east, south-west
    turn      a quarter turn clockwise: south-west comes to the north-west, and so on
    point     where corners meet: four inside the board, two on its rim, one at its corners
    rule      what may meet. ``allowed`` is a set of four symbols round a point, clockwise from
              the tile in the north-west of it; on the rim two symbols may meet if they stand
              side by side, in that order, in an allowed four
    laid      tiles as they lie on the board, turned, in reading order of the cells

``broken_point`` checks a full board. ``fillings`` lays the tiles in all ways, in reading
order, and looks at every point as soon as its last tile lies.
"""

from collections.abc import Iterator, Sequence
from typing import Any

Symbol = Any
Tile = tuple[Symbol, Symbol, Symbol, Symbol]
Four = tuple[Symbol, Symbol, Symbol, Symbol]
Filling = list[tuple[int, int]]

NW, NE, SE, SW = range(4)


def turn(tile: Sequence[Symbol], turns: int = 1) -> Tile:
    """The tile after quarter turns clockwise."""
    north_west, north_east, south_east, south_west = tile
    for _ in range(turns):
        north_west, north_east, south_east, south_west = (
            south_west, north_west, north_east, south_east,
        )  # fmt: skip
    return (north_west, north_east, south_east, south_west)


def equal_rule(symbols: Sequence[Symbol]) -> set[Four]:
    """All corners round a point are equal."""
    return {(symbol, symbol, symbol, symbol) for symbol in symbols}


def paired_rule(partner: dict[Symbol, Symbol]) -> set[Four]:
    """Round a point each corner lies between two that show its partner."""
    return {(a, partner[a], a, partner[a]) for a in partner if partner[partner[a]] == a}


def sum_rule(symbols: Sequence[int], total: int) -> set[Four]:
    """The numbers round a point have a given sum."""
    fours = set()
    for a in symbols:
        for b in symbols:
            for c in symbols:
                for d in symbols:
                    if a + b + c + d == total:
                        fours.add((a, b, c, d))
    return fours


def _meeting(
    rows: int, columns: int, laid: Sequence[Sequence[Symbol]], row: int, column: int
) -> dict[str, Symbol]:
    """The symbols at the point in the north-west of a cell, by the place of their tile."""
    here = {}
    places = (("north-west", -1, -1, SE), ("north-east", -1, 0, SW),
              ("south-east", 0, 0, NW), ("south-west", 0, -1, NE))  # fmt: skip
    for name, down, across, corner in places:
        at_row, at_column = row + down, column + across
        if 0 <= at_row < rows and 0 <= at_column < columns:
            cell = at_row * columns + at_column
            if cell < len(laid):
                here[name] = laid[cell][corner]
    return here


CLOCKWISE = ("north-west", "north-east", "south-east", "south-west")


def point_is_allowed(allowed: set[Four], meeting: dict[str, Symbol]) -> bool:
    """May these symbols meet? All that stand side by side are looked at, and all four as one."""
    if len(meeting) == 4:
        return tuple(meeting[name] for name in CLOCKWISE) in allowed
    for place in range(4):
        first, second = CLOCKWISE[place], CLOCKWISE[(place + 1) % 4]
        if first in meeting and second in meeting:
            pair = (meeting[first], meeting[second])
            if not any((four[place], four[(place + 1) % 4]) == pair for four in allowed):
                return False
    return True


def broken_point(
    rows: int, columns: int, allowed: set[Four], laid: Sequence[Sequence[Symbol]]
) -> tuple[int, int] | None:
    """The first point (row, column, from 0, in reading order) where the rule is broken."""
    for row in range(rows + 1):
        for column in range(columns + 1):
            if not point_is_allowed(allowed, _meeting(rows, columns, laid, row, column)):
                return row, column
    return None


def fillings(
    rows: int, columns: int, allowed: set[Four], tiles: Sequence[Sequence[Symbol]]
) -> Iterator[Filling]:
    """All ways to lay every tile once so that no point breaks the rule."""
    size = rows * columns
    laid: list[Tile] = []
    filling: Filling = []

    def place(cell: int) -> Iterator[Filling]:
        if cell == size:
            yield list(filling)
            return
        row, column = cell // columns, cell % columns
        corners = [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]
        for number in range(size):
            if any(number == used for used, _ in filling):
                continue
            for turns in range(4):
                laid.append(turn(tiles[number], turns))
                filling.append((number, turns))
                if all(
                    point_is_allowed(allowed, _meeting(rows, columns, laid, *corner))
                    for corner in corners
                ):
                    yield from place(cell + 1)
                laid.pop()
                filling.pop()

    yield from place(0)
