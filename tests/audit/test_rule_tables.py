"""The rule-tables audit holds, and notices a table that is off."""

from dataclasses import replace

import polars as pl

import pipeline.audit.rule_tables as module
from pipeline.audit.facts import FOLDER

FACTS = (FOLDER / "rule-tables.txt").read_text()
SMALL = module.RuleTablesSettings(audit="rule-tables", largest=5, filled_cells=3)


def failed(report):
    return [claim.text for claim in report.failed]


def test_every_claim_holds_up_to_five_digits(examine):
    report = examine(module.AUDIT, FACTS, SMALL)
    assert failed(report) == []
    states = pl.read_parquet(report.folder / "states.parquet")
    assert states.height == sum(claim.states for claim in report.claims)
    bulb = states.filter(state="length 5, filled {}, position 0", size=5)
    assert bulb["rule"].to_list() == ["[1]"]


def test_the_published_counts_are_held_against_nine_digits(examine):
    sets = module.Part("sets 9", module.compare_sets, (9,))
    only = replace(module.AUDIT, parts=lambda settings: [sets])
    report = examine(only, FACTS)
    assert [claim.observed for claim in report.claims[:2]] == ["129", "511"]
    report = examine(only, FACTS.replace("| 129 |", "| 130 |"))
    assert failed(report) == ["pairs of size and total for digits 1 to 9"]


def test_a_missing_combination_is_caught(examine, monkeypatch):
    right = module.cage_combinations
    monkeypatch.setattr(module, "cage_combinations", lambda *asked: right(*asked)[1:])
    assert failed(examine(module.AUDIT, FACTS, SMALL)) == [
        "digit sets of cages that differ from brute force"
    ]


def test_a_bound_off_by_one_is_caught(examine, monkeypatch):
    class Loose(module.Thermometers):
        def candidates(self, grid, cell):
            return super().candidates(grid, cell) | {1}

    monkeypatch.setattr(module, "Thermometers", Loose)
    report = examine(module.AUDIT, FACTS, SMALL)
    assert failed(report) == ["digits on thermometers that differ"]
    states = pl.read_parquet(report.folder / "states.parquet")
    assert states.filter(verdict="different")["broken"].unique().to_list() == ["thermometer"]
