"""Puzzles in which corners must match, converted to edge-matching ones where that can be.

A corner tile has four symbols, clockwise from the north-west: NW, NE, SE, SW. A rule says
which symbols may meet round an inner point of the board. It converts when each symbol
admits exactly one neighbour across an edge: then the two symbols of an edge, read clockwise
as ``ab``, must lie against ``f(b)f(a)``, where ``f`` pairs a symbol with its neighbour. With
``f`` the identity all corners round a point are equal. Whether a rule converts is decided
from its table of allowed corner tuples, never assumed. On the rim of the board only two
corners meet at the end of a joint; they may do so if they stand side by side in an allowed
tuple, which is what "corners that meet are equal" says of the published puzzles.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Self

from pipeline.tiles.tile_set import TileSet, TileSetError

CORNERS = ("north-west", "north-east", "south-east", "south-west")
CornerTile = tuple[str, str, str, str]
Point = tuple[str, str, str, str]
"""Symbols round a point, clockwise from the tile in its north-west, each of one tile."""


class NotConvertibleError(TileSetError):
    """The rule cannot be said of edges alone; the message says why."""


def equal_corners(symbols: Iterable[str]) -> set[Point]:
    """The table of the rule that all corners round a point are equal."""
    return {(symbol,) * 4 for symbol in symbols}


def paired_corners(pairs: Mapping[str, str]) -> set[Point]:
    """The table of the rule that a corner's neighbours round a point are its partner.

    ``pairs`` is f; ``NotConvertibleError`` if f(f(x)) is not x for some symbol.
    """
    for symbol, partner in pairs.items():
        if pairs.get(partner) != symbol:
            raise NotConvertibleError(
                f"'{symbol}' asks for '{partner}' beside it, and '{partner}' for "
                f"'{pairs.get(partner)}': two tiles would each ask for something else"
            )
    return {(a, b, a, b) for a, b in pairs.items()}


def summed_corners(symbols: Iterable[str], total: int) -> set[Point]:
    """The table of the rule that the numbers round a point have this sum."""
    known = sorted(set(symbols))
    points = ((a, b, c, d) for a, b, c, d in product(known, repeat=4))
    return {point for point in points if sum(map(int, point)) == total}


def pairing(table: set[Point], symbols: Iterable[str]) -> dict[str, str]:
    """The f that a table of allowed tuples amounts to, for symbols that occur on tiles.

    ``NotConvertibleError`` where a corner does not determine its neighbour, or where the
    tuples are not exactly those in which each corner's neighbours are its partner.
    """
    partners: dict[str, set[str]] = {symbol: set() for symbol in symbols}
    for point in table:
        for place in range(4):
            here, beside = point[place], point[(place + 1) % 4]
            partners.setdefault(here, set()).add(beside)
            partners.setdefault(beside, set()).add(here)
    for symbol, neighbours in sorted(partners.items()):
        if len(neighbours) > 1:
            raise NotConvertibleError(
                f"a corner '{symbol}' does not determine its neighbour: beside it may lie "
                f"{', '.join(sorted(neighbours))}; what is prescribed is the point as a whole, "
                "which no rule for pairs of edges can say"
            )
    f = {symbol: next(iter(only)) for symbol, only in partners.items() if only}
    missing = {(a, b, a, b) for a, b in f.items()} - table
    if missing:
        raise NotConvertibleError(
            f"the corners {' '.join(min(missing))} fit each other edge by edge, but the table "
            "does not allow them round a point"
        )
    return f


class CornerSet:
    """Corner tiles, a board, and the table of what may meet round an inner point."""

    def __init__(
        self, rows: int, columns: int, tiles: Sequence[Sequence[str]], table: set[Point]
    ) -> None:
        for number, tile in enumerate(tiles, start=1):
            if len(tile) != 4:
                raise TileSetError(f"tile {number} has {len(tile)} corners, not four")
        self.rows, self.columns, self.table = rows, columns, table
        self.tiles = tuple((nw, ne, se, sw) for nw, ne, se, sw in tiles)

    @classmethod
    def equal(cls, rows: int, columns: int, tiles: Sequence[Sequence[str]]) -> Self:
        """The usual rule: where corners meet they are equal."""
        return cls(rows, columns, tiles, equal_corners(s for tile in tiles for s in tile))

    @property
    def symbols(self) -> list[str]:
        """The symbols on the tiles."""
        return sorted({symbol for tile in self.tiles for symbol in tile})

    def to_edges(self, title: str = "") -> TileSet:
        """The edge-matching set with the same fillings; ``NotConvertibleError`` says why not."""
        f = pairing(self.table, self.symbols)
        lonely = [symbol for symbol in self.symbols if symbol not in f]
        if lonely:
            raise NotConvertibleError(f"the table does not say what may lie beside '{lonely[0]}'")
        join = "" if all(len(symbol) == 1 for symbol in [*f, *f.values()]) else ","
        tiles = [
            (join.join((nw, ne)), join.join((ne, se)), join.join((se, sw)), join.join((sw, nw)))
            for nw, ne, se, sw in self.tiles
        ]
        ends = {
            (a, b) for tile in self.tiles for a, b in zip(tile, tile[1:] + tile[:1], strict=True)
        }
        mates = {join.join(edge): join.join((f[edge[1]], f[edge[0]])) for edge in sorted(ends)}
        return TileSet.of_names(self.rows, self.columns, tiles, mates, title=title)
