"""The small-worlds audit holds on 4x4, and notices wrong engines, judges and figures."""

from random import Random

import numpy as np
import polars as pl
import pytest

import pipeline.audit.small_worlds as module
from pipeline.audit.facts import FOLDER, read_facts
from pipeline.audit.model import Findings
from pipeline.judges import small_sudoku as judge

FACTS = (FOLDER / "small-worlds.txt").read_text()
SMALL = module.SmallWorldsSettings(audit="small-worlds", largest=4)


def failed(claims):
    return [claim.text for claim in claims if not claim.passed]


@pytest.fixture(scope="module")
def found():
    """What all parts find, by name: examined once for all tests that plant one fault."""
    return {part.name: part.function(*part.arguments) for part in module.parts(SMALL)}


@pytest.fixture
def failing(tmp_path, found):
    """The claims that fail where these facts are stated and these parts found otherwise."""

    def run(facts=FACTS, **again):
        path = tmp_path / "facts.txt"
        path.write_text(facts)
        changed = {name.replace("_", " "): finding for name, finding in again.items()}
        findings = Findings({**found, **changed}, 0.0)
        return failed(module.claims(SMALL, read_facts(path), findings))

    return run


def test_every_claim_holds_on_4x4_and_every_layout_is_listed(examine):
    report = examine(module.AUDIT, FACTS, SMALL)
    assert failed(report.claims) == []
    page = (report.folder / "report.md").read_text()
    assert "13,579,680" in page
    assert "13,581,312" in page
    states = pl.read_parquet(report.folder / "states.parquet")
    assert states.height == 117
    assert states.filter(engine=0).height == 8


@pytest.mark.parametrize(
    ("fact", "claims"),
    [
        ("grids 4x4 | 288", 2),
        ("classes of grids 4x4 | 2", 2),
        ("proper puzzles 4x4 | 13579680", 2),
        ("proper puzzles 4x4 with 10 | 2204928", 2),
        ("classes of minimal puzzles 4x4 with 5 | 22", 2),
        ("layouts 4x4 | 117", 1),
        ("filled layouts 4x4 | 13872", 2),
        ("unfillable layouts 4x4 | 8", 2),
    ],
)
def test_an_expectation_changed_by_one_fails_for_judge_and_engine(failing, fact, claims):
    name, value = fact.split(" | ")
    assert f"\n{fact} |" in f"\n{FACTS}"
    changed = f"\n{FACTS}".replace(f"\n{fact} |", f"\n{name} | {int(value) + 1} |")
    assert len(failing(changed)) == claims


def test_the_printed_figure_would_be_noticed_if_it_held(failing):
    assert failing(FACTS.replace("printed | 13581312", "printed | 13579680")) == [
        "the printed number 13,579,680 of proper puzzles 4x4 is what the judge counts"
    ]


def test_an_engine_that_takes_one_puzzle_for_unique_is_caught(failing, monkeypatch):
    whole = module._is_unique

    def careless(puzzles):
        unique = whole(puzzles)
        unique[np.argmin(unique)] = True
        return unique

    monkeypatch.setattr(module, "_is_unique", careless)
    names = failing(engine_puzzles=module.ask_puzzles())
    assert "proper puzzles 4x4, by the engine" in names
    assert not any(name.endswith("by the judge") for name in names)


def test_an_engine_that_misses_a_fill_is_caught(failing, monkeypatch):
    whole = module._count
    monkeypatch.setattr(module, "_count", lambda rules, givens: max(0, whole(rules, givens) - 1))
    names = failing(layouts_4_0=module.compare_layouts(4, 0))
    assert names == [
        "filled layouts 4x4, by the engine",
        "layouts 4x4 whose fills by judge and engine differ",
    ]


def test_a_judge_that_forgets_a_move_is_caught(failing, monkeypatch):
    whole = judge.moves_of_cells
    monkeypatch.setattr(judge, "moves_of_cells", lambda size, box: whole(size, box)[:-1])
    names = failing(judge_puzzles=module.judge_puzzles())
    assert names == [
        "classes of minimal puzzles 4x4, by the judge",
        "classes of minimal puzzles 4x4 by number of givens, by the judge",
    ]


def test_a_judge_that_overlooks_a_grid_is_caught(failing, monkeypatch):
    whole = judge.grids
    monkeypatch.setattr(judge, "grids", lambda *about, **more: whole(*about, **more)[1:])
    again = {"judge_4": module.judge_grids(4), "judge_puzzles": module.judge_puzzles()}
    names = failing(**again)
    assert {"grids 4x4, by the judge", "proper puzzles 4x4, by the judge"} <= set(names)


def test_pattern_sets_say_what_trying_all_grids_says():
    grids = judge.grids(4, (2, 2))
    random = Random(1)
    for grid in random.sample(grids, 5):
        proper = judge.proper_patterns(grid, grids)
        minimal = judge.minimal_patterns(proper)
        for pattern in [random.randrange(1 << 16) for _ in range(300)]:
            assert proper >> pattern & 1 == is_proper(grid, pattern, grids)
            fewer = [pattern & ~(1 << cell) for cell in range(16) if pattern >> cell & 1]
            needed = not any(is_proper(grid, each, grids) for each in fewer)
            assert minimal >> pattern & 1 == (is_proper(grid, pattern, grids) and needed)


def is_proper(grid, pattern, grids):
    cells = [cell for cell in range(16) if pattern >> cell & 1]
    return sum(all(other[cell] == grid[cell] for cell in cells) for other in grids) == 1


def test_fills_are_those_of_plain_trying():
    latin = judge.grids(4, (1, 4))
    assert len(latin) == 576
    fills = judge.Fills(4)
    for layout in judge.layouts(4):
        regions = [[c for c in range(16) if layout[c] == mark] for mark in "abcd"]
        tried = sum(
            all(len({grid[cell] for cell in region}) == 4 for region in regions) for grid in latin
        )
        assert fills.count(layout) == tried
