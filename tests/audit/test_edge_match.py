"""The edge-match audit holds, and notices weaker judges and changed expectations."""

import polars as pl
import pytest

import pipeline.audit.edge_match as module
from pipeline.audit.facts import FOLDER
from pipeline.judges import edge_match as judge

FACTS = (FOLDER / "edge-match.txt").read_text()


def failed(report):
    return [claim.text for claim in report.failed]


def test_every_claim_holds_and_every_board_is_listed(examine):
    report = examine(module.AUDIT, FACTS)
    assert failed(report) == []
    states = pl.read_parquet(report.folder / "states.parquet")
    assert states.height == 6144
    assert states.filter(verdict="legal").select("cards", "rotations").rows() == [
        (["A", "B", "C", "D"], [1, 2, 3, 0])
    ]
    assert set(states["broken"].unique()) == {None, "letter"}  # letters alone force the board


def test_an_expectation_changed_by_one_fails(examine):
    report = examine(module.AUDIT, FACTS.replace("| 6144 |", "| 6145 |"))
    assert failed(report) == ["boards judged"]


def without_inner_check(one, other):
    return None


def without_names(one, other):
    return None if one[-1] != other[-1] and one[-1] in "+-" else "sign"


def without_signs(one, other):
    return None if one[:-1] == other[:-1] else "pattern"


@pytest.mark.parametrize("cripple", [without_inner_check, without_names, without_signs])
def test_a_crippled_judge_is_caught(examine, monkeypatch, cripple):
    for name in ("all_boards", "survivors"):
        whole = getattr(judge, name)
        monkeypatch.setattr(
            judge,
            name,
            lambda cards=judge.CARDS, match=cripple, letters=True, whole=whole: whole(
                cards, match, letters
            ),
        )
    report = examine(module.AUDIT, FACTS)
    assert "changed signs, patterns and letters that leave a legal board" in failed(report)


def test_a_wrong_card_in_the_judge_is_caught(examine, monkeypatch):
    monkeypatch.setitem(judge.CARDS, "A", ("arc-", "wave+", "W", "N"))
    assert set(failed(examine(module.AUDIT, FACTS))) >= {
        "legal boards by the judge",
        "cards that the judge's own table and the fixture write alike",
    }
