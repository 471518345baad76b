"""The published sets: every count and every fingerprint that is known of them."""

import pytest

from pipeline.tiles import solve, symmetry
from pipeline.tiles.fixtures import brendan, quadromino
from pipeline.tiles.formats import of_framed_text
from pipeline.tiles.tile_set import TileSet, mirrored

pytestmark = pytest.mark.reference


def test_counts_and_tries_of_all_sets_with_known_ones(published):
    known = [(record, s) for record, s in published if record["expected"]["all_raw"] is not None]
    assert (len(published), len(known)) == (62, 61)
    for record, tile_set in known:
        counted = solve.count(tile_set)
        found = {
            "all_raw": counted.raw,
            "up_to_board_rotation": counted.up_to_rotation,
            "tries": counted.tries,
        }
        assert found == record["expected"], record["file"]


def test_published_fingerprints(published):
    known = [(record, s) for record, s in published if record["fingerprint"]]
    assert len(known) == 56
    for record, tile_set in known:
        assert symmetry.published_form(tile_set) == record["fingerprint"], record["file"]
        image = TileSet(
            tile_set.rows,
            tile_set.columns,
            tuple(map(mirrored, tile_set.tiles)),
            tile_set.mates,
        )
        assert symmetry.published_form(image) == record["fingerprint_mirror"], record["file"]


def test_our_fingerprints_join_what_the_published_ones_join(published):
    """Sets of equal published form are equal to us too, unless a lone mate tells them apart."""
    keys: dict[str, set[bytes]] = {}
    for record, tile_set in published:
        if record["fingerprint"]:
            either = min(record["fingerprint"], record["fingerprint_mirror"])
            keys.setdefault(either, set()).add(symmetry.fingerprint(tile_set))
    assert all(len(found) == 1 for found in keys.values())
    assert len(set.union(*keys.values())) == len(keys)


def test_quadromino_converted_is_the_published_set(published):
    shared = next(s for record, s in published if record["file"].startswith("Quadromino"))
    assert symmetry.fingerprint(quadromino().to_edges()) == symmetry.fingerprint(shared)


def test_tomy(reference):
    tile_set = of_framed_text((reference / "tiles/framed/tomy_4x4.txt").read_text())
    counted = solve.count(tile_set)
    assert (counted.raw, counted.distinct, counted.up_to_rotation) == (2560, 1280, 320)


def test_brendan_written_down_is_the_published_set(reference):
    shared = of_framed_text((reference / "tiles/framed/brendan_06x06.txt").read_text())
    assert sorted(shared.tiles) == sorted(of_framed_tiles(brendan(), shared))
    assert symmetry.fingerprint(shared) == symmetry.fingerprint(brendan())


def of_framed_tiles(tile_set, like):
    """The tiles with the label numbers of another set that has the same names."""
    number = {name: index for index, name in enumerate(like.labels)}
    return [tuple(number[tile_set.labels[label]] for label in tile) for tile in tile_set.tiles]
