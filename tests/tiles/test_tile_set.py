"""What a tile set is, which way things turn, and what is refused with which message."""

import pytest

from pipeline.tiles.fixtures import brendan, edge_match, quadromino
from pipeline.tiles.tile_set import TileSet, TileSetError, period, rotate_board, turned

MATES = {"a": "A", "b": "B"}
CARD = ("a", "b", "A", "B")


def test_a_clockwise_turn_moves_west_to_north():
    assert turned(("n", "e", "s", "w"), 1) == ("w", "n", "e", "s")
    assert turned(("n", "e", "s", "w"), -1) == ("e", "s", "w", "n")
    assert turned(("n", "e", "s", "w"), 4) == ("n", "e", "s", "w")


def test_a_turned_board_has_its_first_cell_in_the_north_east():
    board = tuple((tile, 0) for tile in range(4))
    assert rotate_board(edge_match(), board, 1) == ((2, 1), (0, 1), (3, 1), (1, 1))


@pytest.mark.parametrize(("tile", "expected"), [("aaaa", 1), ("abab", 2), ("abaa", 4), ("abba", 4)])
def test_period(tile, expected):
    assert period(tile) == expected


def test_rotations_are_those_that_the_sides_allow():
    assert edge_match().rotations == (0,)
    assert brendan().rotations == (0, 1, 2, 3)
    assert TileSet.of_names(1, 2, [CARD, CARD], MATES).rotations == (0, 2)
    assert TileSet.of_names(1, 2, [CARD, CARD], MATES, ["a", "b", "b", "b"]).rotations == (0,)


def test_merged_counts_equal_and_symmetric_tiles():
    assert quadromino().to_edges().merged == 256  # two of period 1, one of 2, three pairs


@pytest.mark.parametrize(
    ("tiles", "mates", "sides", "message"),
    [
        ([("a", "b", "A"), CARD], MATES, None, "tile 1 has 3 edges, not four"),
        ([CARD, ("a", "x", "A", "b")], MATES, None, "tile 2, east: no mate is declared for 'x'"),
        ([CARD], MATES, None, "1 tiles do not fit a board of 1 x 2 = 2 cells"),
        ([CARD] * 2, {"a": "A", "A": "b"}, None, "label 'A' has two mates: 'b' and 'a'"),
        ([CARD] * 2, MATES, ["F"] * 4, "tile 1 shows 'F' on no edge: no cell of the 1 x 2 board"),
        (
            [("F", "a", "F", "A"), ("F", "A", "F", "F")],
            MATES,
            ["F"] * 4,
            "tile 1 shows 'F' on north and south: no cell of the 1 x 2 board has sides like that",
        ),
    ],
)
def test_messages_name_the_tile_and_the_edge(tiles, mates, sides, message):
    with pytest.raises(TileSetError) as failure:
        TileSet.of_names(1, 2, tiles, mates, sides)
    assert str(failure.value).startswith(message)


def test_a_frame_with_one_corner_too_many_is_refused():
    corner, edge = ("F", "F", "a", "a"), ("F", "a", "a", "a")
    tiles = [corner] * 5 + [edge]
    with pytest.raises(TileSetError, match=r"5 tiles \(tile 1 is the first\) show 'F' on 2 edges"):
        TileSet.of_names(2, 3, tiles, {"a": "a"}, ["F"] * 4)


def test_a_label_may_be_an_empty_word():
    tile_set = TileSet.of_names(1, 1, [("", "a", "a", "a")], {"a": "a"}, ["", None, None, None])
    assert tile_set.labels[tile_set.sides[0]] == ""


def test_mates_must_be_mutual():
    with pytest.raises(TileSetError, match="'1' is the mate of '0', but its own mate is '2'"):
        TileSet(1, 1, ((0, 0, 0, 0),), (1, 2, 1))
