"""The kernels against the plain-Python reference, on random sets of every kind."""

from random import Random

import numpy as np
import pytest

from pipeline.tiles import reference, solve
from pipeline.tiles.engine import quick, tables
from pipeline.tiles.fixtures import brendan, quadromino
from pipeline.tiles.tile_set import TileSet

MOST_PLACEMENTS = 3_000  # what the reference counts in a moment


@pytest.fixture(scope="module")
def sets(plant) -> list[TileSet]:
    random = Random(20)
    drawn = (plant(random) for _ in range(400))
    return [s for s in drawn if solve.count(s, MOST_PLACEMENTS).nodes < MOST_PLACEMENTS][:120]


def test_there_are_sets_of_every_kind(sets):
    assert len(sets) == 120
    assert {(s.rows, s.columns) for s in sets} >= {(1, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2)}
    assert {len(s.rotations) for s in sets} == {1, 2, 4}
    assert any(reference.has_rotation_fixed_shape(s) and s.cells > 1 for s in sets)


def test_placements_on_each_cell(sets):
    for tile_set in sets:
        expected = reference.placements(tile_set)
        assert list(solve.placements(tile_set)[0]) == expected
        counts, found, _ = solve._plain(tile_set, solve.all_turns(tile_set))
        assert (list(counts), found) == (expected, expected[-1])


def test_three_counts(sets):
    for tile_set in sets:
        counted = solve.count(tile_set)
        expected = reference.three_counts(tile_set)
        assert (counted.raw, counted.distinct, counted.up_to_rotation) == expected
        assert solve.count_raw(tile_set) == (expected[0], True)


def test_distinct_fillings_are_listed_once(sets):
    for tile_set in sets:
        listed, _, complete = solve.fillings(tile_set, 10_000)
        looks = {reference.look(tile_set, board) for board in listed}
        assert complete
        assert looks == {reference.look(tile_set, b) for b in reference.fillings(tile_set)}
        assert len(looks) == len(listed)


def test_parts_make_the_whole(sets):
    for tile_set in (s for s in sets if s.cells > 1):
        roots, counts = solve.split(tile_set, 5)
        for part in (roots[::2], roots[1::2]):
            counts += np.array(solve.count_from(tile_set, part) or 0)
        assert list(counts) == reference.placements(tile_set)


def test_quick_count_is_the_raw_count(sets):
    for tile_set in sets:
        tiles, mates, sides = tile_set.arrays
        rows, columns = tile_set.rows, tile_set.columns
        words = np.zeros(quick.quick_words(len(mates)), np.int64)
        quick.plan(rows, columns, len(mates), words)
        turns = solve.all_turns(tile_set)
        quick.prepare(tiles, mates, sides, turns, rows, columns, words)
        found, _ = quick.count(words, tile_set.cells, len(mates), 15, 2**62, 2**62)
        assert found == reference.placements(tile_set)[-1]


@pytest.mark.parametrize("shape", [(1, 1), (1, 4), (4, 1), (3, 3), (4, 4), (2, 5), (3, 5)])
def test_the_growing_rectangle_meets_every_cell_once(shape):
    cells = np.zeros(shape[0] * shape[1], np.int64)
    quick.growth(*shape, cells)
    assert sorted(cells) == list(range(len(cells)))
    row, column = divmod(int(cells[0]), shape[1])
    assert (row, column) == (shape[0] // 2, shape[1] // 2)


def test_placements_are_pinned():
    """A leaked bit could leave the answers right and multiply the work."""
    counts, finished = solve.placements(quadromino().to_edges())
    assert finished
    assert list(counts) == [36, 256, 1640, 8496, 17440, 31680, 86976, 76032, 43008]


def test_what_memory_held_before_does_not_matter(sets):
    """Row 0 of the tables is that of empty records: garbage there could lead out of them."""
    for tile_set in (s for s in sets if s.cells > 1):
        tiles, mates, sides = tile_set.arrays
        size = tables.table_words(len(tiles), len(mates))
        head, bits = np.zeros(tables.HEAD_WORDS, np.int64), np.zeros((len(tiles), 4), np.int64)
        words = [np.full(size, filler, np.int64) for filler in (0, -1)]
        for one in words:
            tables.build(tiles, mates, sides, solve.all_turns(tile_set), bits, one, head)
        first, last = head[tables.ROWS] - head[tables.CLEAR], tables.ROW_WORDS
        rows = [one[first // 8 : first // 8 + last] for one in words]
        assert not rows[0].any()
        assert not rows[1].any()


def test_a_budget_ends_the_count_and_says_so():
    tile_set = brendan()
    counted = solve.count(tile_set, budget=100_000)
    assert not counted.finished
    assert 100_000 <= counted.nodes < 110_000
    assert counted.up_to_rotation is None
    verdict = solve.verdict(tile_set, limit=2, budget=1_000)
    assert verdict.answer == "undecided"
    assert solve.count(tile_set, budget=100_000) == counted


def test_two_unlike_fillings_within_the_budget_prove_multiple():
    verdict = solve.verdict(brendan(), limit=2, budget=1_000_000)
    assert verdict.answer == "multiple"
    assert verdict.notes.keys() == {"at_least_raw"}
    assert len(set(verdict.solutions)) == 2


def test_more_than_64_bits_take_the_plain_way(plant):
    tile_set = plant(Random(3), shapes=((5, 5),), patterns=(9,), kinds=("free",))
    assert solve.lane_tables(tile_set, solve.all_turns(tile_set)) is None
    board, _, _ = solve.fillings(tile_set, 1, budget=2_000_000)
    assert len(board) == 1
    for cell in range(25):
        assert reference.fits(tile_set, board[0][:cell], *board[0][cell])


def test_sixteen_by_sixteen_boards_are_searched(plant):
    tile_set = plant(Random(4), shapes=((16, 16),), patterns=(22,), kinds=("framed",))
    counted = solve.count(tile_set, budget=200_000)
    assert counted.nodes == 200_000
    assert np.count_nonzero(counted.placements) > 32  # it is in the third row at least
