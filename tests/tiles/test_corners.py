"""Corner puzzles: the same boards before and after conversion, by judges that know one rule."""

from random import Random

import pytest

from pipeline.judges import corners as corner_judge
from pipeline.judges import tiles as edge_judge
from pipeline.tiles import solve
from pipeline.tiles.corners import (
    CornerSet,
    NotConvertibleError,
    equal_corners,
    paired_corners,
    summed_corners,
)
from pipeline.tiles.fixtures import quadromino

EQUAL = {"0": "0", "1": "1"}
BUTTERFLY = {"0": "1", "1": "0"}


def by_edges(tile_set):
    rules = edge_judge.Rules(
        tile_set.rows, tile_set.columns, dict(enumerate(tile_set.mates)), edge_judge.FREE
    )
    return [tuple(filling) for filling in edge_judge.fillings(rules, tile_set.tiles)]


def by_corners(corners):
    found = corner_judge.fillings(corners.rows, corners.columns, corners.table, corners.tiles)
    return [tuple(filling) for filling in found]


@pytest.mark.parametrize("pairs", [EQUAL, BUTTERFLY, {"0": "1", "1": "0", "2": "2"}])
@pytest.mark.parametrize("shape", [(1, 3), (2, 2), (1, 4)])
def test_the_same_boards_before_and_after(pairs, shape):
    random = Random(8)
    rows, columns = shape
    some = 0
    for _ in range(10):
        tiles = [random.choices(list(pairs), k=4) for _ in range(rows * columns)]
        corners = CornerSet(rows, columns, tiles, paired_corners(pairs))
        tile_set = corners.to_edges()
        listed = by_corners(corners)
        assert sorted(by_edges(tile_set)) == sorted(listed)
        assert solve.count(tile_set).raw == len(listed)
        some += bool(listed)
    assert some


def test_edges_are_read_clockwise_and_their_mates_backwards():
    tile_set = CornerSet(1, 1, ["0110"], equal_corners("01")).to_edges()
    words = [tile_set.labels[edge] for edge in tile_set.tiles[0]]
    assert words == ["01", "11", "10", "00"]
    mates = {tile_set.labels[a]: tile_set.labels[b] for a, b in enumerate(tile_set.mates)}
    assert mates == {"00": "00", "11": "11", "01": "10", "10": "01"}


def test_paired_edges():
    tile_set = CornerSet(1, 1, ["0110"], paired_corners(BUTTERFLY)).to_edges()
    mates = {tile_set.labels[a]: tile_set.labels[b] for a, b in enumerate(tile_set.mates)}
    assert mates == {"00": "11", "11": "00", "01": "01", "10": "10"}


def test_quadromino():
    counted = solve.count(quadromino().to_edges())
    assert (counted.raw, counted.distinct, counted.up_to_rotation) == (43_008, 168, 42)


def test_a_sum_round_a_point_is_refused_with_the_reason():
    tiles = ["0123", "0012", "1122", "0303"]
    corners = CornerSet(2, 2, tiles, summed_corners("0123", 6))
    with pytest.raises(NotConvertibleError, match="'0' does not determine its neighbour"):
        corners.to_edges()


def test_a_table_that_amounts_to_a_pairing_converts():
    """What is given as a table is decided on, not assumed: here the sum forces equality."""
    table = summed_corners("01", 0) | summed_corners("01", 4)
    corners = CornerSet(2, 2, ["0101", "0011", "0001", "0111"], table)
    assert corners.to_edges() == CornerSet.equal(2, 2, corners.tiles).to_edges()


def test_a_pairing_that_is_not_mutual_is_refused():
    with pytest.raises(NotConvertibleError, match="'0' asks for '1' beside it, and '1' for '2'"):
        paired_corners({"0": "1", "1": "2", "2": "0"})


def test_a_table_that_forbids_a_point_that_edges_allow_is_refused():
    table = paired_corners(BUTTERFLY) - {("1", "0", "1", "0")}
    with pytest.raises(NotConvertibleError, match="1 0 1 0 fit each other edge by edge, but"):
        CornerSet(1, 1, ["0101"], table).to_edges()


def test_a_symbol_without_a_neighbour_is_refused():
    with pytest.raises(NotConvertibleError, match="what may lie beside '2'"):
        CornerSet(1, 1, ["0012"], equal_corners("01")).to_edges()
