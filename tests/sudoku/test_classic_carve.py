"""Carving: what is left is unique, minimal where it says so, and symmetric where asked."""

import numpy as np
import pytest

from pipeline.kernels.random import stream_key
from pipeline.sudoku.engine import classic_reference as reference_solver
from pipeline.sudoku.engine.classic import UNDECIDED, UNIQUE, count_solutions, fill
from pipeline.sudoku.engine.classic_carve import SYMMETRIES, carve, orbits

KEY = stream_key([8, 9])
COUNT = 100


@pytest.fixture(scope="module")
def grids():
    return fill(stream_key([7]), 0, COUNT)


@pytest.fixture(scope="module")
def carved(grids):
    return carve(grids, KEY, 0)


def test_puzzles_keep_digits_of_their_grids_and_are_unique(grids, carved):
    puzzles = carved.puzzles
    assert ((puzzles == 0) | (puzzles == grids)).all()
    assert (carved.givens == (puzzles > 0).sum(1)).all()
    assert 23 < carved.givens.mean() < 26
    counted = count_solutions(puzzles)
    assert (counted.verdicts == UNIQUE).all()
    assert (carved.verdicts == UNIQUE).all()
    assert (carved.proof_nodes == counted.nodes).all()


def test_minimal_puzzles_are_minimal_in_the_eyes_of_the_reference(carved):
    assert carved.minimal.all()
    for puzzle in carved.puzzles[:5]:
        assert reference_solver.is_minimal(puzzle.tolist())


def test_a_row_depends_on_grid_key_and_index_alone(grids, carved):
    half = COUNT // 2
    assert (carve(grids[half:], KEY, half).puzzles == carved.puzzles[half:]).all()
    again = carve(grids, stream_key([8, 10]), 0)
    assert not (again.puzzles == carved.puzzles).all(1).any()


def test_target_givens(grids):
    for target in (30, 45):
        carved = carve(grids, KEY, 0, target_givens=target)
        assert (carved.givens == target).all()
        assert (count_solutions(carved.puzzles).verdicts == UNIQUE).all()
    barely = carve(grids, KEY, 0, target_givens=24)
    assert ((barely.givens == 24) | barely.minimal).all()
    for puzzle, minimal in list(zip(barely.puzzles, barely.minimal, strict=True))[:4]:
        assert reference_solver.is_minimal(puzzle.tolist()) == minimal


TURNS = {
    "rotate180": lambda grid: np.rot90(grid, 2),
    "rotate90": np.rot90,
    "mirror-vertical": np.fliplr,
    "mirror-horizontal": np.flipud,
    "diagonal": np.transpose,
    "antidiagonal": lambda grid: np.rot90(grid, 2).T,
}


@pytest.mark.parametrize("symmetry", [name for name in SYMMETRIES if name != "none"])
def test_symmetric_patterns(grids, symmetry):
    carved = carve(grids[:30], KEY, 0, symmetry=symmetry)
    assert (carved.verdicts == UNIQUE).all()
    turns = TURNS.values() if symmetry == "full" else [TURNS[symmetry]]
    sets = [[cell for cell in orbit if cell >= 0] for orbit in orbits(symmetry).tolist()]
    assert sorted(cell for orbit in sets for cell in orbit) == list(range(81))
    for puzzle, minimal in zip(carved.puzzles, carved.minimal, strict=True):
        pattern = (puzzle > 0).reshape(9, 9)
        assert all((turn(pattern) == pattern).all() for turn in turns)
        fewer = np.array([puzzle for orbit in sets if puzzle[orbit[0]]])
        for row, orbit in zip(fewer, (o for o in sets if puzzle[o[0]]), strict=True):
            row[orbit] = 0
        assert (count_solutions(fewer).counts == 2).all()  # no orbit can go
        single = np.repeat(puzzle[None], (puzzle > 0).sum(), 0)
        single[np.arange(len(single)), np.nonzero(puzzle)[0]] = 0
        assert minimal == (count_solutions(single).counts == 2).all()


def test_a_spent_budget_keeps_givens_and_is_said(grids):
    carved = carve(grids, KEY, 0, budget=1)
    assert carved.givens.mean() > 24.5
    assert set(carved.verdicts.tolist()) <= {UNIQUE, UNDECIDED}
    assert (carved.proof_nodes == 1).all()
    counted = count_solutions(carved.puzzles)
    assert (counted.verdicts == UNIQUE).all()
    assert ((carved.verdicts == UNIQUE) == (counted.nodes == 1)).all()
    assert not carved.minimal[carved.verdicts == UNDECIDED].any()


def test_bad_arguments_are_refused(grids):
    with pytest.raises(ValueError, match="complete"):
        carve(np.zeros((1, 81), np.uint8), KEY, 0)
    with pytest.raises(ValueError, match="symmetry must be one of none, rotate180"):
        carve(grids, KEY, 0, symmetry="rotate45")
    assert len(carve(grids[:0], KEY, 0).puzzles) == 0
