"""Known counts, recounted by the general engine and the rule model."""

import csv
from math import factorial
from pathlib import Path

import numpy as np
import pytest

from pipeline.sudoku.board import Board, regions_from_text
from pipeline.sudoku.engine.general import NO_LIMIT, compile_rules
from pipeline.sudoku.puzzle import Puzzle
from pipeline.sudoku.rules.groups import Diagonals, board_rules
from pipeline.sudoku.rules.killer import cage_combinations
from pipeline.sudoku.symmetry_groups import symmetry_group

FACTS = [
    [part.strip() for part in line.split("|")]
    for line in (Path(__file__).parents[1] / "facts" / "variants.txt").read_text().splitlines()
    if not line.startswith("#")
]


def count_grids(board, diagonals=False):
    """All solutions of an empty board: those with 1 2 3 ... in the first row, N! times."""
    size = board.size
    puzzle = Puzzle.on(board, [Diagonals(size)] if diagonals else [])
    first_row = np.zeros((1, size * size), np.uint8)
    first_row[0, :size] = range(1, size + 1)
    found = compile_rules(size, puzzle.propagators()).count(first_row, NO_LIMIT)
    assert found.decided[0]
    return int(found.counts[0]) * factorial(size)


def layouts(reference, size):
    with (reference / "variants" / f"jigsaw_layouts_{size}x{size}.csv").open() as file:
        for row in csv.DictReader(file):
            yield row, Board.jigsaw(size, regions_from_text(row["layout"], size))


def cage_totals():
    return [(k, t) for k in range(1, 10) for t in range(46) if cage_combinations(9, k, t)]


def cell_maps(*which):
    return symmetry_group([*board_rules(Board.boxes(9)), Diagonals(9, which)]).cell_maps


COUNTS = {
    "grids 4x4": lambda: count_grids(Board.boxes(4)),
    "grids 4x4, both diagonals": lambda: count_grids(Board.boxes(4), diagonals=True),
    "grids 6x6, boxes 2x3": lambda: count_grids(Board.boxes(6)),
    "grids 6x6, boxes 2x3, both diagonals": lambda: count_grids(Board.boxes(6), diagonals=True),
    "cage sizes and totals, digits 1 to 9": lambda: len(cage_totals()),
    "cage digit sets, digits 1 to 9": lambda: sum(
        len(cage_combinations(9, *pair)) for pair in cage_totals()
    ),
    "cell maps that keep both diagonals, 9x9": lambda: cell_maps("main", "anti"),
    "cell maps that keep one diagonal, 9x9": lambda: cell_maps("main"),
}
SLOW = ("cell maps that keep one diagonal, 9x9",)
BY_LAYOUT = [fact for fact in FACTS if fact[0] not in COUNTS]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        pytest.param(name, value, marks=pytest.mark.slow if name in SLOW else (), id=name)
        for name, value, _ in FACTS
        if name in COUNTS
    ],
)
def test_known_count(name, value):
    assert COUNTS[name]() == int(value)


@pytest.mark.reference
@pytest.mark.parametrize("size", [4, 5])
def test_every_layout_has_its_fills(reference, size):
    """Layout by layout against the reference data, and in sum against the facts."""
    known = {name: int(value) for name, value, _ in BY_LAYOUT if f"{size}x{size}" in name}
    number = unfillable = fills = with_diagonals = 0
    for row, board in layouts(reference, size):
        plain = count_grids(board)
        crossed = count_grids(board, diagonals=True)
        assert plain == int(row["fills"]), row["layout"]
        assert crossed == int(row["fills_with_both_diagonals"]), row["layout"]
        number, unfillable = number + 1, unfillable + (plain == 0)
        fills, with_diagonals = fills + plain, with_diagonals + crossed
    shape = f"{size}x{size}"
    assert known == {
        f"layouts {shape}": number,
        f"layouts {shape} that cannot be filled": unfillable,
        f"filled jigsaws {shape}": fills,
        f"filled jigsaws {shape}, both diagonals": with_diagonals,
    }
