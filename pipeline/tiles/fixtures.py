"""Sets that the audits and the tests need on any machine, written down with their sources."""

from pipeline.tiles.corners import CornerSet
from pipeline.tiles.tile_set import TileSet


def edge_match() -> TileSet:
    """The four cards of Edge Match 2x2.

    The published text gives the letters of the compass on the outer edges, the patterns
    arc, wave, leaf and star on the inner ones, opposite signs facing each other, and the
    card and turn of each cell of the one legal board. Which pattern lies on which inner
    edge, and which card has which sign, is not published: ``docs/tiles.md`` says what was
    chosen here.
    """
    patterns = ("arc", "wave", "leaf", "star")
    return TileSet.of_names(
        2,
        2,
        [
            ("arc+", "wave+", "W", "N"),
            ("leaf+", "arc-", "N", "E"),
            ("W", "wave-", "star+", "S"),
            ("leaf-", "E", "S", "star-"),
        ],
        {f"{pattern}+": f"{pattern}-" for pattern in patterns},
        ("N", "E", "S", "W"),
        names=("A", "B", "C", "D"),
        title="Edge Match 2x2",
    )


BRENDAN_06X06 = """
1122 1124 1133 1134 1272 1273 1292 1293 1294 1352 1362 1373
1374 1384 1453 1454 1462 1473 1482 1493 5586 5666 5699 5778
5789 5876 5886 5888 5967 5968 5987 5989 6768 6779 6789 6979
"""
"""Tiles N E S W of Brendan Owen's 6x6 test set for Eternity II solvers; 1 is the frame."""


def brendan() -> TileSet:
    """The framed 6x6 set with 260 fillings (65 up to rotation), 69,284,103 placements."""
    return TileSet.of_names(
        6,
        6,
        [list(tile) for tile in BRENDAN_06X06.split()],
        {label: label for label in "23456789"},
        ["1"] * 4,
        title="brendan_06x06",
    )


def macmahon(rows: int = 4, columns: int = 6) -> TileSet:
    """MacMahon's 24 squares in three colours, the border of the board all in one colour.

    All squares with edges in three colours, up to rotation (P. A. MacMahon, New
    Mathematical Pastimes, 1921). The colour of the border matches itself inside, too.
    """
    colours = "abc"
    looks = {
        min((n, e, s, w), (e, s, w, n), (s, w, n, e), (w, n, e, s))
        for n in colours
        for e in colours
        for s in colours
        for w in colours
    }
    return TileSet.of_names(
        rows,
        columns,
        sorted(looks),
        {colour: colour for colour in colours},
        ["a"] * 4,
        title="MacMahon's 24 squares",
    )


QUADROMINO = "0101 1100 1110 1000 0000 0110 1111 0010 0111"
"""Corners NW, NE, SE, SW of the nine tiles of Quadromino (Haba), 1 where there is a dot."""


def quadromino() -> CornerSet:
    """The corner puzzle with 43,008 solutions, 168 that look different, 42 up to rotation."""
    return CornerSet.equal(3, 3, [list(tile) for tile in QUADROMINO.split()])
