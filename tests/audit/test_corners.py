"""The corners audit holds on small boards, and notices wrong conversions and figures."""

import pytest

import pipeline.audit.corners as module
from pipeline.audit.facts import FOLDER
from pipeline.tiles.corners import CornerSet
from pipeline.tiles.tile_set import TileSet

FACTS = (FOLDER / "corners.txt").read_text()
SMALL = module.CornersSettings(audit="corners", random_sets=8, quadromino=False)


def failed(report):
    return [claim.text for claim in report.failed]


def test_every_claim_holds_on_small_boards(examine):
    report = examine(module.AUDIT, FACTS, SMALL)
    assert failed(report) == []
    assert sum(claim.states for claim in report.claims) > 100
    assert "does not determine its neighbour" in report.page()


def test_an_expectation_changed_fails(examine):
    changed = FACTS.replace("converts | False", "converts | True")
    assert failed(examine(module.AUDIT, changed, SMALL)) == ["a rule about sums converts to edges"]


def unmirrored(corners: CornerSet) -> TileSet:
    """A wrong conversion: the mate of ``ab`` is taken to be ``ab``."""
    right = CornerSet.to_edges(corners)
    label = right.labels
    tiles = [[label[edge] for edge in tile] for tile in right.tiles]
    return TileSet.of_names(right.rows, right.columns, tiles, {name: name for name in label})


@pytest.mark.parametrize("kind", ["equal", "paired"])
def test_a_wrong_conversion_is_caught(examine, monkeypatch, kind):

    class Wrong(CornerSet):
        def to_edges(self, title=""):
            return unmirrored(CornerSet(self.rows, self.columns, self.tiles, self.table))

    made = module._random_set

    def wrong_set(which, seed, number):
        corners = made(which, seed, number)
        if which != kind:
            return corners
        return Wrong(corners.rows, corners.columns, corners.tiles, corners.table)

    monkeypatch.setattr(module, "_random_set", wrong_set)
    [name] = failed(examine(module.AUDIT, FACTS, SMALL))
    assert f"random sets with {kind} corners" in name
