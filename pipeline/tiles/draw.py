"""Tile sets and fillings as text that a person can read."""

from collections.abc import Sequence

from pipeline.tiles.tile_set import Board, TileSet


def draw_tile(edges: Sequence[str], width: int) -> list[str]:
    """A tile as five lines: its labels at its edges."""
    north, east, south, west = edges
    inner = 2 * width + 3
    return [
        "+" + "-" * inner + "+",
        "|" + north.center(inner) + "|",
        "|" + west.ljust(inner - len(east)) + east + "|",
        "|" + south.center(inner) + "|",
        "+" + "-" * inner + "+",
    ]


def _side_by_side(tiles: Sequence[Sequence[str]], width: int) -> list[str]:
    return [
        "".join(lines) for lines in zip(*(draw_tile(tile, width) for tile in tiles), strict=True)
    ]


def draw_board(tile_set: TileSet, board: Board) -> str:
    """A (partial) filling, row by row."""
    width = max(map(len, tile_set.labels))
    shown = [
        [tile_set.labels[tile_set.edge(tile, turns, side)] for side in range(4)]
        for tile, turns in board
    ]
    columns = tile_set.columns
    lines = []
    for start in range(0, len(shown), columns):
        lines += _side_by_side(shown[start : start + columns], width)
    return "\n".join(lines)


def draw_set(tile_set: TileSet) -> str:
    """The tiles as they are given, a board's row of them a line, and the rules."""
    width = max(map(len, tile_set.labels))
    label = tile_set.labels.__getitem__
    head = f"{tile_set.rows} x {tile_set.columns} edge-matching tiles"
    lines = [f"{tile_set.title}: {head}" if tile_set.title else head]
    pairs = [
        label(a) if a == b else f"{label(a)}-{label(b)}"
        for a, b in enumerate(tile_set.mates)
        if b is not None and a <= b
    ]
    lines.append("matching: " + " ".join(pairs))
    if any(side is not None for side in tile_set.sides):
        shown = ("anything" if side is None else label(side) for side in tile_set.sides)
        lines.append("sides north, east, south, west show: " + ", ".join(shown))
    for start in range(0, tile_set.cells, tile_set.columns):
        tiles = tile_set.tiles[start : start + tile_set.columns]
        lines += _side_by_side([[label(edge) for edge in tile] for tile in tiles], width)
    return "\n".join(lines)
