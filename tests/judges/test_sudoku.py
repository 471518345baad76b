"""The plain-Python judge: it believes right rows, and names each planted fault."""

import csv
from itertools import islice, product

import pytest

from pipeline.judges.sudoku import UNITS, faults, solutions

GIVENS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
MINIMAL = "..3.........78.1....9.234..2.4..5..83..6...14.6.....7.5....7..66...4...........37"


def row(givens=GIVENS, solution=SOLUTION, **columns):
    return {"givens": givens, "solution": solution, "minimal": None} | columns


def with_cell(text, cell, character):
    return text[:cell] + character + text[cell + 1 :]


def test_a_right_row_has_no_fault():
    assert faults(row(givens_count=30, solution_count=1, minimal=False)) == []
    solution = next(solutions(MINIMAL))
    assert faults(row(MINIMAL, solution, givens_count=25, minimal=True)) == []


def swapped_pair(solution):
    """Two cells of a row exchanged: the row stays right, columns do not."""
    return solution[1] + solution[0] + solution[2:]


@pytest.mark.parametrize(
    ("fault", "planted"),
    [
        ("wrong digit", row(solution=with_cell(SOLUTION, 2, "5"))),
        ("wrong digit", row(solution=swapped_pair(SOLUTION))),
        ("wrong digit", row(givens=with_cell(GIVENS, 2, "9"))),
        ("no solution", row(givens=with_cell(GIVENS, 2, "9"))),
        ("second solution", row(givens=with_cell(MINIMAL, 2, "."), solution=None)),
        ("not minimal", row(minimal=True)),
        ("minimal after all", row(MINIMAL, None, minimal=False)),
        ("wrong count", row(givens_count=29)),
        ("wrong count", row(solution_count=2)),
        ("unreadable", row(givens=GIVENS[:-1])),
        ("unreadable", row(size=16)),
        ("unreadable", row(givens=with_cell(GIVENS, 2, "0"))),
        ("unknown rules", row(cages=[{"cells": [0, 1], "total": 8}])),
        ("wrong mutations", row(seed_grid=SOLUTION, mutations="r01")),
        ("wrong mutations", row(seed_grid=SOLUTION, mutations="x01")),
    ],
)
def test_a_planted_fault_is_named(fault, planted):
    if planted["solution"] is None:
        planted["solution"] = next(solutions(MINIMAL))
    assert fault in [name for name, _ in faults(planted)]


def test_a_wrong_solution_makes_no_second_one():
    """The givens alone say how many there are."""
    wrong = row(solution=swapped_pair(SOLUTION), minimal=None)
    assert {name for name, _ in faults(wrong)} == {"wrong digit"}


def test_flags_leave_the_dear_checks_out():
    two = row(givens="." * 81, minimal=True)
    assert [name for name, _ in faults(two)] == ["second solution"]
    assert faults(two, uniqueness=False, minimality=False) == []


def test_mutations_are_replayed_literally():
    lines = [SOLUTION[9 * r : 9 * r + 9] for r in range(9)]
    swapped_bands = "".join(lines[3:6] + lines[0:3] + lines[6:9])
    swapped_stacks = "".join(line[6:9] + line[3:6] + line[0:3] for line in lines)
    swapped_columns = "".join(line[0:7] + line[8] + line[7] for line in lines)
    transposed = "".join(SOLUTION[c::9] for c in range(9))
    relabelled = SOLUTION.translate(str.maketrans("123456789", "912345678"))
    for mutations, seed_grid in {
        "": SOLUTION,
        "B01": swapped_bands,
        "S02": swapped_stacks,
        "c78": swapped_columns,
        "r12": "".join(lines[i] for i in (0, 2, 1, 3, 4, 5, 6, 7, 8)),
        "T": transposed,
        "D234567891": relabelled,
    }.items():
        assert faults(row(seed_grid=seed_grid, mutations=mutations)) == []


def test_all_solutions_are_found_where_brute_force_can_look():
    """Without its 7s and 9s a grid leaves two orders in each row: 512 boards to look at."""
    givens = SOLUTION.replace("7", ".").replace("9", ".")
    boards = (
        "".join(
            givens[9 * r : 9 * r + 9].replace(".", first, 1).replace(".", second)
            for r, (first, second) in enumerate(orders)
        )
        for orders in product(("79", "97"), repeat=9)
    )
    right = {b for b in boards if all(len({b[c] for c in unit}) == 9 for unit in UNITS)}
    assert set(solutions(givens)) == right
    assert SOLUTION in right


def test_empty_board_and_contradictions():
    assert len(list(islice(solutions("." * 81), 50))) == 50
    assert list(solutions("11" + "." * 79)) == []
    assert list(solutions(GIVENS, forbidden=(2, 4))) == []
    assert list(solutions(GIVENS, forbidden=(2, 5))) == [SOLUTION]


@pytest.mark.reference
def test_published_puzzles(reference):
    with (reference / "classic" / "17_clue.csv").open() as file:
        unique = [r["puzzle"] for r in islice(csv.DictReader(file), 0, None, 400)]
    several = (reference / "classic" / "several_solutions.txt").read_text().split()[::50]
    with (reference / "classic" / "easy_with_solutions.csv").open() as file:
        solved = list(csv.DictReader(file))
    assert all(len(list(solutions(p.replace("0", ".")))) == 1 for p in unique)
    assert all(len(list(islice(solutions(p), 2))) == 2 for p in several)
    for r in solved:
        assert list(solutions(r["puzzle"].replace("0", "."))) == [r["solution"]]
