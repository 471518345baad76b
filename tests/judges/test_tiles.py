"""The judge of tile rows: it agrees with the engine, and every planted fault has its name."""

from copy import deepcopy

import pytest

from pipeline.config import read_toml
from pipeline.family import ShardKey, load_family
from pipeline.judges import tiles as judge


@pytest.fixture(scope="module")
def rows(request):
    family = load_family("tiles")
    tables = read_toml(request.config.rootpath / "configs" / "corpora" / "tiles-3x3.toml")
    config = family.config_model.model_validate(tables)
    return family.generate(config, ShardKey(5, 1, 0, 0), 0, 30).rows.to_pylist()


def names(row):
    return [name for name, _ in judge.faults(row)]


def test_sound_rows(rows):
    assert [judge.faults(row) for row in rows] == [[]] * len(rows)


def damaged(row, **changes):
    return deepcopy(row) | changes


def test_planted_faults(rows):
    row = rows[0]
    turned = deepcopy(row["solution"])
    turned[4]["turns"] = (turned[4]["turns"] + 1) % 4
    assert names(damaged(row, solution=turned)) == ["wrong solution"]
    twice = deepcopy(row["solution"])
    twice[1]["tile"] = twice[0]["tile"]
    assert names(damaged(row, solution=twice)) == ["wrong solution"]
    assert names(damaged(row, solution=row["solution"][:8])) == ["unreadable"]
    assert names(damaged(row, tiles=row["tiles"][:8])) == ["unreadable"]
    assert names(damaged(row, mates=[1, 0, 3, 2, 4, 4, 7, 6, 9, 8])) == ["unreadable"]
    assert names(damaged(row, tries=row["tries"] + 4)) == ["wrong count"]
    assert names(damaged(row, solutions_raw=8)) == ["wrong count"]
    assert names(damaged(row, solution_count=2)) == ["wrong count"]
    assert names(damaged(row, patterns=2)) == ["wrong count"]
    assert names(damaged(row, sides=[0, 0, 0, 0])) == ["wrong solution"]


def test_a_second_solution_is_found():
    """The first tile may touch the second with either of two edges."""
    tiles = [[0, 2, 0, 0], [0, 0, 0, 3]]
    row = {
        "rows": 1, "columns": 2, "tiles": tiles, "mates": [1, 0, 3, 2], "sides": None,
        "solution": [{"tile": 0, "turns": 0}, {"tile": 1, "turns": 0}],
    }  # fmt: skip
    assert names(row) == []
    row["tiles"] = [[0, 2, 2, 0], [0, 0, 0, 3]]
    assert names(row) == ["second solution"]


def test_rules_broken_are_told_in_reading_order():
    rules = judge.Rules(1, 2, {"a": "A", "A": "a"}, judge.FREE | {"north": "a"})
    assert judge.broken_rule(rules, [("a", "a", "A", "A"), ("a", "A", "a", "A")]) is None
    wrong = judge.broken_rule(rules, [("a", "a", "A", "A"), ("A", "A", "a", "a")])
    assert wrong == "cell 2: the north border must show a, not A"
    wrong = judge.broken_rule(rules, [("a", "a", "A", "A"), ("a", "A", "a", "a")])
    assert wrong == "cell 2: a on the west does not match a beside it"


def test_turns_of_the_board():
    square = judge.Rules(2, 2, {}, judge.FREE)
    assert judge.turns_of_board(square) == [0, 1, 2, 3]
    assert judge.turns_of_board(square._replace(columns=3)) == [0, 2]
    assert judge.turns_of_board(square._replace(border=judge.FREE | {"north": "N"})) == [0]
