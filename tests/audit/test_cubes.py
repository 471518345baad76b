"""The cubes audit holds on four cubes, and notices a wrong engine and a wrong figure."""

import pytest

import pipeline.audit.cubes as module
from pipeline.audit.facts import FOLDER

FACTS = (FOLDER / "cubes.txt").read_text()
SMALL = module.CubesSettings(audit="cubes", generated=3, most_cubes=4)


def failed(report):
    return [claim.text for claim in report.failed]


def test_every_claim_holds_for_four_cubes(examine):
    assert failed(examine(module.AUDIT, FACTS, SMALL)) == []


def test_an_engine_that_misses_a_solution_is_caught(examine, monkeypatch):
    monkeypatch.setattr(module, "_engine", lambda cubes: 7)
    names = failed(examine(module.AUDIT, FACTS, SMALL))
    assert "solutions of crazy-four by the graph method" in names
    assert any(name.startswith("of 3 generated sets") for name in names)


@pytest.mark.parametrize("fact", ["states of 4 cubes | 331776", "subgraphs_as_worded | 57"])
def test_an_expectation_changed_by_one_fails(examine, fact):
    name, value = fact.split(" | ")
    assert fact in FACTS
    changed = FACTS.replace(fact, f"{name} | {int(value) + 1}")
    assert failed(examine(module.AUDIT, changed, SMALL))
