"""A literal judge of edge-matching boards: plain Python, nothing of the engine.

Vocabulary:

    edge      what a side of a tile shows; any value that can be compared
    tile      four edges in the order north, east, south, west
    turn      a quarter turn clockwise
    mate      ``mate[a]`` is the edge that must lie against ``a``, or None: no edge may
    border    ``border[side]`` is the edge that this side of the board must show, or None
    laid      tiles as they lie on the board, turned, in reading order of the cells
    filling   a board full of tiles, each used once: [(tile number from 0, turns), ...]

``broken_rule`` checks a board, full or begun, and names the first rule that it breaks.
``fillings`` finds all boards, in reading order, by asking at each cell which tiles fit.
``faults`` judges a row of a corpus.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

Edge = Any
Tile = tuple[Edge, Edge, Edge, Edge]
Filling = list[tuple[int, int]]

ANY = object()
"""Where nothing is asked of an edge."""


class Rules(NamedTuple):
    """A board and what must match on it."""

    rows: int
    columns: int
    mate: dict[Edge, Edge]
    border: dict[str, Edge]


FREE = {"north": None, "east": None, "south": None, "west": None}


def turn(tile: Sequence[Edge], turns: int = 1) -> Tile:
    """The tile after quarter turns clockwise: what was west comes to the north, and so on."""
    north, east, south, west = tile
    for _ in range(turns):
        north, east, south, west = west, north, east, south
    return (north, east, south, west)


def broken_rule(rules: Rules, laid: Sequence[Sequence[Edge]]) -> str | None:
    """The first rule that the laid tiles break, in reading order; None if they break none."""
    for cell, (north, east, south, west) in enumerate(laid):
        row, column = cell // rules.columns, cell % rules.columns
        touching = {
            "north": (north, row == 0),
            "east": (east, column == rules.columns - 1),
            "south": (south, row == rules.rows - 1),
            "west": (west, column == 0),
        }
        for side, (edge, at_border) in touching.items():
            wanted = rules.border[side]
            if at_border and wanted is not None and edge != wanted:
                return f"cell {cell + 1}: the {side} border must show {wanted}, not {edge}"
            if not at_border and rules.mate.get(edge) is None:
                return f"cell {cell + 1}: {edge} on the {side} may not lie inside the board"
        if row > 0:
            above = laid[cell - rules.columns][2]
            if rules.mate.get(above) != north:
                return f"cell {cell + 1}: {north} on the north does not match {above} above it"
        if column > 0:
            before = laid[cell - 1][1]
            if rules.mate.get(before) != west:
                return f"cell {cell + 1}: {west} on the west does not match {before} beside it"
    return None


def fillings(
    rules: Rules,
    tiles: Sequence[Sequence[Edge]],
    placements: list[int] | None = None,
    *,
    begun: Filling | None = None,
    cells: int | None = None,
) -> Iterator[Filling]:
    """All fillings. ``placements``, if given, counts the tiles put down on each cell.

    ``begun`` lies on the first cells already, rightly, and is not counted. With ``cells`` only
    so many of the first cells are filled.
    """
    size = rules.rows * rules.columns
    last = (size if cells is None else cells) - 1
    counts = [0] * size if placements is None else placements
    known: dict[Any, list[tuple[int, int, Edge, Edge]]] = {}
    used = [False] * len(tiles)
    filling: Filling = []
    east_of = [None] * size
    south_of = [None] * size

    def wanted(cell: int) -> tuple[Edge, Edge, bool, bool]:
        """What the cell asks of the north and the west edge, and which borders it touches."""
        row, column = cell // rules.columns, cell % rules.columns
        north = rules.border["north"] if row == 0 else rules.mate[south_of[cell - rules.columns]]
        west = rules.border["west"] if column == 0 else rules.mate[east_of[cell - 1]]
        free_north = ANY if row == 0 and north is None else north
        free_west = ANY if column == 0 and west is None else west
        return free_north, free_west, column == rules.columns - 1, row == rules.rows - 1

    def place(cell: int) -> Iterator[Filling]:
        question = wanted(cell)
        if question not in known:
            known[question] = _fitting(rules, tiles, *question)
        for number, turns, east, south in known[question]:
            if used[number]:
                continue
            counts[cell] += 1
            filling.append((number, turns))
            if cell == last:
                yield list(filling)
            else:
                used[number] = True
                east_of[cell], south_of[cell] = east, south
                yield from place(cell + 1)
                used[number] = False
            filling.pop()

    for cell, (number, turns) in enumerate(begun or []):
        used[number] = True
        filling.append((number, turns))
        _, east_of[cell], south_of[cell], _ = turn(tiles[number], turns)
    yield from place(len(filling))


def _fitting(
    rules: Rules,
    tiles: Sequence[Sequence[Edge]],
    wanted_north: Edge,
    wanted_west: Edge,
    at_east: bool,
    at_south: bool,
) -> list[tuple[int, int, Edge, Edge]]:
    """The tiles and turns that fit such a cell: (tile, turns, east edge, south edge)."""
    found = []
    for number, tile in enumerate(tiles):
        for turns in range(4):
            north, east, south, west = turn(tile, turns)
            if wanted_north is not ANY and north != wanted_north:
                continue
            if wanted_west is not ANY and west != wanted_west:
                continue
            if not _may_end(rules, "east", east, at_east):
                continue
            if not _may_end(rules, "south", south, at_south):
                continue
            found.append((number, turns, east, south))
    return found


def _may_end(rules: Rules, side: str, edge: Edge, at_border: bool) -> bool:
    """May a tile show this edge on a side where the border, or another tile, is?"""
    if at_border:
        return rules.border[side] is None or rules.border[side] == edge
    return rules.mate.get(edge) is not None


def laid_tiles(tiles: Sequence[Sequence[Edge]], filling: Filling) -> list[Tile]:
    """The tiles of a filling as they lie on the board."""
    return [turn(tiles[number], turns) for number, turns in filling]


def turned_board(rules: Rules, laid: Sequence[Sequence[Edge]]) -> list[Tile]:
    """The whole board after a quarter turn clockwise (it has as many rows as columns)."""
    rows, columns = rules.rows, rules.columns
    new_columns = rows
    board: list[Tile] = [(None, None, None, None)] * len(laid)
    for cell, tile in enumerate(laid):
        row, column = cell // columns, cell % columns
        new_row, new_column = column, rows - 1 - row
        board[new_row * new_columns + new_column] = turn(tile)
    return board


def turns_of_board(rules: Rules) -> list[int]:
    """After which quarter turns the board and its border are the same again."""
    border = [rules.border[side] for side in ("north", "east", "south", "west")]
    kept = []
    for turns in range(4):
        if turns % 2 == 1 and rules.rows != rules.columns:
            continue
        if list(turn(border, turns)) == border:
            kept.append(turns)
    return kept


def rotations(rules: Rules, laid: Sequence[Sequence[Edge]]) -> set[tuple[Tile, ...]]:
    """How a full board looks after each turn that keeps the board and its border."""
    looks = set()
    board = [turn(tile, 0) for tile in laid]
    sizes = rules
    for turns in range(4):
        if turns in turns_of_board(rules):
            looks.add(tuple(board))
        board = turned_board(sizes, board)
        sizes = sizes._replace(rows=sizes.columns, columns=sizes.rows)
    return looks


def tries(placements: Sequence[int]) -> int:
    """4 (N - k) for every partial filling of k tiles, the empty one included."""
    size = len(placements)
    partial = [1, *placements[:-1]]
    return sum(4 * (size - k) * partial[k] for k in range(size))


def faults(
    row: dict[str, Any], *, uniqueness: bool = True, minimality: bool = True
) -> list[tuple[str, str]]:
    """What is wrong with a row of a tiles corpus: (name of the fault, what was seen).

    An empty list means that every claim of the row that is looked at here holds. The names
    are ``unreadable``, ``wrong solution``, ``wrong count``, ``no solution``, ``second solution``.
    ``uniqueness`` finds all fillings: about 10 ms for nine tiles, up to a second for more.
    ``minimality`` means nothing for tiles.
    """
    unreadable = _unreadable(row)
    if unreadable:
        return [("unreadable", unreadable)]
    sides = row["sides"] or [None] * 4
    rules = Rules(
        row["rows"],
        row["columns"],
        dict(enumerate(row["mates"])),
        dict(zip(("north", "east", "south", "west"), sides, strict=True)),
    )
    found = [*_wrong_tiles(rules, row), *_wrong_counts(row)]
    if uniqueness and not found:
        found += _uniqueness(rules, row)
    return found


def _unreadable(row: dict[str, Any]) -> str | None:
    tiles, mates, size = row["tiles"], row["mates"], row["rows"] * row["columns"]
    if len(tiles) != size:
        return f"{len(tiles)} tiles for {size} cells"
    for number, tile in enumerate(tiles):
        if len(tile) != 4 or not all(0 <= edge < len(mates) for edge in tile):
            return f"tile {number}: {tile}"
    for label, mate in enumerate(mates):
        if mate is not None and not (0 <= mate < len(mates) and mates[mate] == label):
            return f"label {label} has the mate {mate}, whose mate is another"
    if row["sides"] is not None and len(row["sides"]) != 4:
        return f"sides {row['sides']}"
    if len(row["solution"]) != size:
        return f"a solution of {len(row['solution'])} cells"
    return None


def _filling(row: dict[str, Any]) -> Filling:
    return [(cell["tile"], cell["turns"]) for cell in row["solution"]]


def _wrong_tiles(rules: Rules, row: dict[str, Any]) -> Iterator[tuple[str, str]]:
    filling = _filling(row)
    if sorted(number for number, _ in filling) != list(range(len(filling))):
        yield "wrong solution", "the solution does not use every tile once"
    elif any(not 0 <= turns < 4 for _, turns in filling):
        yield "wrong solution", "the solution has turns that are not 0 to 3"
    else:
        broken = broken_rule(rules, laid_tiles(row["tiles"], filling))
        if broken:
            yield "wrong solution", broken


def _wrong_counts(row: dict[str, Any]) -> Iterator[tuple[str, str]]:
    if row.get("solution_count", 1) != 1:
        yield "wrong count", f"solution_count is {row['solution_count']}"
    mates = row["mates"]
    shown = {edge for tile in row["tiles"] for edge in tile if mates[edge] is not None}
    patterns = len({min(edge, mates[edge]) for edge in shown})
    if row.get("patterns", patterns) != patterns:
        yield "wrong count", f"patterns is {row['patterns']}, the tiles show {patterns}"


def _uniqueness(rules: Rules, row: dict[str, Any]) -> Iterator[tuple[str, str]]:
    tiles = row["tiles"]
    known = rotations(rules, laid_tiles(tiles, _filling(row)))
    placements = [0] * len(tiles)
    raw = 0
    for filling in fillings(rules, tiles, placements):
        raw += 1
        if tuple(laid_tiles(tiles, filling)) not in known:
            yield "second solution", f"{filling} is no rotation of the given one"
            return
    if raw == 0:
        yield "no solution", "the search finds none"
        return
    for name, counted in (
        ("solutions_raw", raw),
        ("tries", tries(placements)),
        ("proof_nodes", sum(placements)),
    ):
        if row.get(name, counted) != counted:
            yield "wrong count", f"{name} is {row[name]}, the judge counts {counted}"
