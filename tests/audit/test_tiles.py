"""The tiles audit holds on a board of its own and a small framed set, and notices faults."""

from dataclasses import replace
from math import prod
from random import Random

import polars as pl
import pytest

import pipeline.audit.tiles as module
from pipeline.audit.facts import FOLDER, read_facts
from pipeline.judges import tile_halves
from pipeline.judges import tiles as judge
from pipeline.tiles import solve
from pipeline.tiles.tile_set import TileSet

SMALL = module.TilesSettings(audit="tiles", boards=("2x12",))
FACTS = (
    (FOLDER / "tiles.txt")
    .read_text()
    .replace("fillings | 260", "fillings | 16")
    .replace("rotation | 65", "rotation | 4")
    .replace("placements | 69284103", "placements | 2588")
)
"""The facts of the small set instead of those of brendan_06x06."""


def failed(report):
    return [claim.text for claim in report.failed]


@pytest.fixture(autouse=True)
def small_set(monkeypatch):
    """25 tiles cut from a random framed board, in the place of the 36."""
    random = Random(36)
    across = [["1", *(random.choice("23456") for _ in range(4)), "1"] for _ in range(5)]
    down = [["1", *(random.choice("23456") for _ in range(4)), "1"] for _ in range(5)]
    tiles = [
        (down[column][row], across[row][column + 1], down[column][row + 1], across[row][column])
        for row in range(5)
        for column in range(5)
    ]
    random.shuffle(tiles)
    tile_set = TileSet.of_names(5, 5, tiles, {colour: colour for colour in "23456"}, ["1"] * 4)
    monkeypatch.setattr(module, "brendan", lambda: tile_set)
    monkeypatch.setattr(module, "MACMAHON_PARTS", 2)


def test_every_claim_holds_and_every_filling_is_listed(examine):
    report = examine(module.AUDIT, FACTS, SMALL)
    assert failed(report) == []
    states = pl.read_parquet(report.folder / "states.parquet")
    assert states.filter(verdict="legal").height == states.height == 16


@pytest.mark.parametrize(
    "fact", ["fillings | 16", "rotation | 4", "placements | 2588", "2x12: fillings | 0"]
)
def test_an_expectation_changed_by_one_fails_for_judge_and_engine(examine, fact):
    name, value = fact.split(" | ")
    assert fact in FACTS
    names = failed(examine(module.AUDIT, FACTS.replace(fact, f"{name} | {int(value) + 1}"), SMALL))
    assert any(name.endswith("by the judge") for name in names)
    assert any(name.endswith("by the engine") for name in names)


def test_an_engine_that_overlooks_a_placement_is_caught(examine, monkeypatch):
    whole = solve.count

    def careless(tile_set):
        count = whole(tile_set)
        return replace(count, placements=(count.placements[0] - 1, *count.placements[1:]))

    monkeypatch.setattr(solve, "count", careless)
    assert failed(examine(module.AUDIT, FACTS, SMALL)) == [
        "brendan_06x06, placements, by the engine"
    ]


def test_an_engine_that_lists_an_illegal_board_is_caught(examine, monkeypatch):
    whole = solve.fillings

    def turned(tile_set, limit):
        (first, *others), placements, finished = whole(tile_set, limit)
        (tile, turns), *rest = first
        return [((tile, (turns + 1) % 4), *rest), *others], placements, finished

    monkeypatch.setattr(solve, "fillings", turned)
    assert failed(examine(module.AUDIT, FACTS, SMALL)) == [
        "fillings that the engine lists and the judge finds illegal"
    ]


def test_a_judge_without_inner_matches_is_caught(examine, monkeypatch):
    monkeypatch.setattr(judge, "_may_end", lambda rules, side, edge, at_border: True)
    names = failed(examine(module.AUDIT, FACTS, SMALL))
    assert "brendan_06x06, placements, by the judge" in names


def test_a_square_that_the_judge_does_not_know_is_caught(examine, monkeypatch):
    squares = tile_halves.all_squares("abc")
    monkeypatch.setattr(tile_halves, "all_squares", lambda colours: squares[:-1])
    assert "squares that judge and engine have in common" in failed(
        examine(module.AUDIT, FACTS, SMALL)
    )


def findings(judged):
    """What the parts of 4x6 found, if the judge found so many."""
    return module.Findings(
        {
            "judge 4x6 0": module.Finding({"fillings": judged}, 1),
            "engine 4x6 0": module.Finding({"fillings": 106624}, 1),
        },
        0.0,
    )


def claims_of_4x6(tmp_path, judged):
    path = tmp_path / "facts.txt"
    path.write_text(FACTS)
    return list(module._of_macmahon("4x6", read_facts(path), findings(judged)))


def test_the_quoted_figure_would_be_noticed_if_it_held(tmp_path):
    assert all(claim.passed for claim in claims_of_4x6(tmp_path, 106624))
    quoted = claims_of_4x6(tmp_path, 8 * 12261)
    assert [claim.passed for claim in quoted] == [False, True, False, False]


def squares_cut_from_a_filling(random, rows, columns):
    """Squares that fill such a board and are, with each, its mirror image; None at first try."""
    pool = tile_halves.all_squares("abc")
    random.shuffle(pool)
    rules = judge.Rules(
        rows, columns, {edge: edge for edge in "abc"}, dict.fromkeys(judge.FREE, "a")
    )
    filling = next(judge.fillings(rules, pool), None)
    squares = [pool[number] for number, _ in filling or []]
    images = {min(tile_halves.looks((n, w, s, e))) for n, e, s, w in squares}
    return rules, squares if images == set(squares) else None


@pytest.mark.parametrize(("rows", "columns"), [(2, 4), (4, 2), (3, 4)])
def test_halves_count_what_plain_trying_counts(rows, columns):
    random = Random(f"{rows} {columns}")
    counts = []
    while len(counts) < 4:
        rules, squares = squares_cut_from_a_filling(random, rows, columns)
        if squares:
            halves = tile_halves.Halves(rows, columns, squares, "a")
            merged = prod(4 // len(tile_halves.looks(square)) for square in squares)
            counts.append(halves.count(halves.seams()))
            assert counts[-1] * merged == sum(1 for _ in judge.fillings(rules, squares))
    assert all(counts)


def test_halves_refuse_squares_without_their_mirror_images():
    squares = tile_halves.all_squares("abc")
    with pytest.raises(ValueError, match="mirror"):
        tile_halves.Halves(4, 6, [s for s in squares if s != ("a", "a", "b", "c")], "a")


def test_begun_boards_go_on_where_they_were_left():
    rules, tiles = module._for_judge(module.brendan())
    whole, pieces = [0] * 25, [0] * 25
    boards = list(judge.fillings(rules, tiles, whole))
    begun = list(judge.fillings(rules, tiles, pieces, cells=3))
    again = [b for each in begun for b in judge.fillings(rules, tiles, pieces, begun=each)]
    assert (again, pieces) == (boards, whole)
