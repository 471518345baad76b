"""The judge of any rule list: right puzzles pass, planted faults are named, and its two ways
to a verdict agree."""

import json
from itertools import islice

import pytest

from pipeline.judges import rule_lists, sudoku

SOLUTION = "1234341221434321"
RULES = [
    {"rule": "rows"},
    {"rule": "columns"},
    {"rule": "boxes", "rows": 2, "columns": 2},
    {"rule": "killer", "cages": [{"cells": [0, 1], "total": 3}, {"cells": [2, 3], "total": 7}]},
    {"rule": "thermometers", "thermometers": [[0, 1, 2, 3]]},
]


def row(rules=RULES, **changed):
    killer = next((r for r in rules if r["rule"] == "killer"), None)
    thermometers = next((r for r in rules if r["rule"] == "thermometers"), None)
    names = sorted({r["rule"] for r in rules} - {"rows", "columns", "boxes"})
    plain = {
        "size": 4,
        "givens": "............4..1" if len(rules) > 4 else SOLUTION,
        "solution": SOLUTION,
        "rules": json.dumps(rules),
        "variant": "+".join(names) or "classic",
        "regions": None,
        "cages": killer and killer["cages"],
        "thermometers": thermometers and thermometers["thermometers"],
        "minimal": None,
    }
    return plain | changed


def names(row, **wanted):
    return {name for name, _ in sudoku.faults(row, **wanted)}


def test_a_right_row_has_no_faults():
    assert sudoku.faults(row()) == []


CAGE = {"cells": [0, 1], "total": 3}


def with_rule(rule):
    return [*RULES[:3], rule]


@pytest.mark.parametrize(
    ("fault", "planted"),
    [
        ("wrong digit", row(solution="1243341221344321")),
        ("wrong digit", row(givens="....4...2.......")),
        ("wrong digit", row(with_rule({"rule": "killer", "cages": [CAGE | {"total": 4}]}))),
        ("wrong digit", row(with_rule({"rule": "thermometers", "thermometers": [[1, 0]]}))),
        ("wrong digit", row(with_rule({"rule": "kropki", "white": [[0, 2]], "black": []}))),
        ("wrong digit", row(with_rule({"rule": "kropki", "white": [], "black": [[1, 2]]}))),
        ("wrong digit", row(with_rule({"rule": "whispers", "lines": [[0, 1]], "difference": 2}))),
        ("wrong digit", row(with_rule({"rule": "anti_knight"}))),
        ("wrong digit", row(with_rule({"rule": "diagonals", "which": ["main"]}))),
        ("unknown rules", row(with_rule({"rule": "sandwich"}))),
        ("unknown rules", row(rules=[{"rule": "boxes"}])),
        ("unreadable", row(givens="...")),
        ("unreadable", row(size=2**31 - 1)),
        ("unreadable", row(size=None)),
        ("unreadable", row(givens="5" + "." * 15)),
        ("second solution", row(givens="." * 16)),
        ("not minimal", row(givens="....3.......4..1", minimal=True)),
        ("minimal after all", row(minimal=False)),
        ("wrong count", row(givens_count=5)),
        ("wrong count", row(solution_count=2)),
        ("wrong drawing", row(cages=[])),
        ("wrong drawing", row(thermometers=None)),
        ("wrong drawing", row(regions="aaaabbbbccccdddd")),
        ("wrong drawing", row(variant="killer")),
        ("wrong mutations", row(seed_grid=SOLUTION, mutations="x")),
    ],
)  # fmt: skip
def test_a_planted_fault_is_named(fault, planted):
    assert names(planted) == {fault}


def test_large_boards_need_a_solver(monkeypatch):
    nine = row() | {"size": 9}
    if rule_lists.solver_class():
        assert "CaDiCaL" in sudoku.method(nine)
    monkeypatch.setattr(rule_lists, "solver_class", lambda: None)
    assert sudoku.method(nine) is None
    assert sudoku.method(row()) == "plain trying"
    assert sudoku.method({"givens": "." * 81}) == "singles and trying"


def test_what_is_not_asked_is_not_proved():
    assert names(row(givens="." * 16), uniqueness=False) == set()


@pytest.mark.parametrize("size", [4, 6])
def test_clauses_and_plain_trying_agree(size, reference_rows):
    """Verdicts and needs of small puzzles, many of them with several solutions."""
    pytest.importorskip("pysat")
    verdicts = []
    for entry in reference_rows(size):
        board = rule_lists.read_board(size, entry["rules"])
        for hidden in range(3):
            givens = list(entry["givens"])
            for cell in [c for c, digit in enumerate(givens) if digit][:hidden]:
                givens[cell] = 0
            by_sat = rule_lists.Referee(board, by_sat=True)
            plain = rule_lists.Referee(board, by_sat=False)
            other = by_sat.other_solution(givens, entry["solution"])
            assert (other is None) == (plain.other_solution(givens, entry["solution"]) is None)
            if other is not None:
                assert other in list(islice(rule_lists.solutions(board, givens), 5000))
            verdicts.append(other is None)
            for cell, digit in enumerate(givens):
                if digit:
                    assert by_sat.is_needed(givens, cell) == plain.is_needed(givens, cell)
    assert any(verdicts)
    assert not all(verdicts)


@pytest.fixture
def reference_rows():
    """Small puzzles with cages, thermometers, diagonals, dots, all laid over one grid."""
    grids = {4: SOLUTION, 6: "123456456123231564564231312645645312"}

    def rows(size):
        grid = [int(c) for c in grids[size]]
        height = 2
        base = [
            {"rule": "rows"},
            {"rule": "columns"},
            {"rule": "boxes", "rows": height, "columns": size // height},
        ]
        cells = range(size * size)
        right = [c for c in cells if c % size < size - 1]
        cages = [[c, c + 1] for c in right if c % 2 == 0]
        cages += [[c, c + size, c + size + 1] for c in right[: -size + 1] if c % 7 == 1]
        cages = [c for c in cages if len({grid[i] for i in c}) == len(c)]
        killer = {
            "rule": "killer",
            "cages": [{"cells": c, "total": sum(grid[i] for i in c)} for c in cages],
        }
        rising = [[c, c + 1] for c in right if grid[c] < grid[c + 1]]
        thermometers = {"rule": "thermometers", "thermometers": rising}
        down = [[c, c + size] for c in cells if c + size < size**2]
        white = [[a, b] for a, b in down if abs(grid[a] - grid[b]) == 1]
        kropki = {"rule": "kropki", "white": white, "black": []}
        for extra in ([killer], [thermometers], [killer, thermometers], [kropki]):
            for every in (3, 4):
                givens = [d if c % every == 0 else 0 for c, d in enumerate(grid)]
                yield {"rules": base + extra, "givens": givens, "solution": grid}

    return rows


@pytest.mark.reference
def test_published_puzzles_of_each_kind(reference):
    """By SAT: unique ones are, and those with several solutions are told."""
    pytest.importorskip("pysat")
    entries = json.loads((reference / "variants" / "killers_some_not_unique.json").read_text())
    told = set()
    for entry in entries[:6] + [e for e in entries if e.get("solutions_upto2") == 2][:4]:
        rules = [*RULES[:2], {"rule": "boxes", "rows": 3, "columns": 3}]
        cages = [
            {"cells": cells} | ({"total": total} if total else {})
            for total, cells in entry["cages"]
        ]
        board = rule_lists.read_board(9, [*rules, {"rule": "killer", "cages": cages}])
        referee = rule_lists.Referee(board)
        first = entry["solution"] or next(rule_lists.solutions(board, entry["givens"]))
        other = referee.other_solution(entry["givens"], first)
        assert (other is not None) == (entry["solutions_upto2"] == 2), entry["id"]
        told.add(other is None)
    assert told == {True, False}
