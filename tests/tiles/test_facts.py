"""Known counts, each with its source, against a full count of the sets written down here."""

from functools import cache
from pathlib import Path

import pytest

from pipeline.tiles import fixtures, solve

FACTS = Path(__file__).parents[1] / "facts" / "tiles.txt"
SETS = {
    "edge-match": fixtures.edge_match,
    "quadromino": lambda: fixtures.quadromino().to_edges(),
    "brendan": fixtures.brendan,
}


def facts():
    for line in FACTS.read_text().splitlines():
        if line and not line.startswith("#"):
            name, value, source = (part.strip() for part in line.split("|"))
            assert source
            yield pytest.param(*name.split(": "), int(value), id=name)


@cache
def counts(name):
    counted = solve.count(SETS[name]())
    return {
        "solutions_raw": counted.raw,
        "distinct": counted.distinct,
        "up_to_rotation": counted.up_to_rotation,
        "tries": counted.tries,
        "placements": counted.nodes,
    }


@pytest.mark.parametrize(("name", "count", "value"), list(facts()))
def test_fact(name, count, value):
    assert counts(name)[count] == value


def test_one_corner_fixed_and_times_four():
    assert solve.count_raw(fixtures.brendan()) == (260, True)


def test_macmahon_has_24_squares():
    assert len(fixtures.macmahon().tiles) == 24
