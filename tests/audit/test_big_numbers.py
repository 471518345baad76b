"""The big-numbers audit holds, and notices a wrong table."""

import pytest

import pipeline.audit.big_numbers as module
from pipeline.audit.facts import FOLDER
from pipeline.judges import big_numbers as judge

FACTS = (FOLDER / "big-numbers.txt").read_text()


@pytest.fixture(scope="module")
def table():
    """The judge's whole table: 10 seconds, so it is counted once."""
    return module.count_bands(0, 280).facts["rows"]


@pytest.fixture
def counted(monkeypatch, table):
    """Let the audit's parts take their rows from the table that is counted already."""

    def use(rows):
        monkeypatch.setattr(
            module, "count_bands", lambda start, stop: module.Finding({"rows": rows}, 280 * 280)
        )
        return module.BigNumbersSettings(audit="big-numbers", at_once=280)

    return use


def failed(report):
    return [claim.text for claim in report.failed]


def test_every_claim_holds(examine, table, counted):
    assert failed(examine(module.AUDIT, FACTS, counted(table))) == []


def test_one_band_too_many_is_caught(examine, table, counted):
    wrong = [list(row) for row in table]
    wrong[17][40] += 1
    assert {"bands", "grids"} <= set(failed(examine(module.AUDIT, FACTS, counted(wrong))))


def test_an_expectation_changed_by_one_fails(examine, table, counted):
    changed = FACTS.replace("072,936,960", "072,936,961")
    names = failed(examine(module.AUDIT, changed, counted(table)))
    assert names == ["grids", "grids by the sampler's weights"]


def test_the_count_of_a_band_by_trying_all_rows(table):
    """A(p, q, r) of the standard three times over: three boxes with the same columns."""
    [standard] = judge.partitions()[:1]
    sets = judge.settings(standard)
    literal = sum(
        all(a | b | c == judge.DIGITS for a, b, c in zip(x, y, z, strict=True))
        for x in sets
        for y in sets
        if not any(a & b for a, b in zip(x, y, strict=True))
        for z in sets
    )
    assert literal == table[0][0]
