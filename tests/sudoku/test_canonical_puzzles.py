"""Row-minlex forms of puzzles with any number of solutions."""

import csv

import numpy as np
import pytest

from pipeline.kernels.random import stream_key
from pipeline.sudoku.canonical import puzzles as module
from pipeline.sudoku.canonical import reference
from pipeline.sudoku.canonical.disguise import random_images
from pipeline.sudoku.canonical.grids import minlex_grids
from pipeline.sudoku.canonical.loose_columns import FREE, loose_columns
from pipeline.sudoku.canonical.puzzles import minlex_puzzles
from pipeline.sudoku.engine.uniform import uniform_grids

MOST_CANONICAL = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
SIZES = (0, 1, 2, 3, 4, 6, 8, 11, 14, 17, 20, 24, 28, 33, 39, 45, 52, 60, 68, 74, 77, 79, 80, 81)


def board(text):
    return np.array([int(digit) if digit != "." else 0 for digit in text], np.uint8)


def subsets(grid, sizes, seed):
    """For each size a random part of the grid."""
    random = np.random.default_rng(seed)
    parts = np.zeros((len(sizes), 81), np.uint8)
    for part, size in zip(parts, sizes, strict=True):
        shown = random.permutation(81)[:size]
        part[shown] = grid[shown]
    return parts


def inconsistent(number, seed):
    """Boards without a solution: random digits, no digit twice in a row or column."""
    random = np.random.default_rng(seed)
    found = np.zeros((number, 9, 9), np.uint8)
    for cells in found:
        for _ in range(30):
            row, column, digit = random.integers(0, 9, 3)
            if digit + 1 not in cells[row] and digit + 1 not in cells[:, column]:
                cells[row, column] = digit + 1
    return found.reshape(number, 81)


def mixed_boards():
    """Random and symmetric boards from empty to full, with one, several and no solutions."""
    grids = [*uniform_grids(stream_key([1]), 0, 2), board(MOST_CANONICAL)]
    boards = [subsets(grid, SIZES, seed) for seed, grid in enumerate(grids)]
    diagonal = np.diag(np.arange(1, 10)).astype(np.uint8).reshape(1, 81)
    pattern = (np.arange(81) // 9 % 3 == np.arange(81) % 9 % 3) * board(MOST_CANONICAL)
    return np.concatenate([*boards, inconsistent(20, 1), diagonal, pattern[None].astype(np.uint8)])


def test_forms_equal_the_reference():
    boards = random_images(mixed_boards()[5::9], key=stream_key([2]))[0][0]
    for cells, form in zip(boards, minlex_puzzles(boards), strict=True):
        assert tuple(form.tolist()) == reference.minlex(cells.tolist())


def test_forms_do_not_depend_on_the_image():
    boards = mixed_boards()
    forms = minlex_puzzles(boards)
    for seed in range(40):
        image = random_images(boards, key=stream_key([3, seed]))[0][0]
        assert np.array_equal(minlex_puzzles(image), forms)
    assert np.array_equal(minlex_puzzles(forms), forms)


def test_buffers_that_are_too_small_are_enlarged(monkeypatch):
    boards = mixed_boards()
    forms = minlex_puzzles(boards)
    monkeypatch.setattr(module, "FIRST_CAPACITY", 1)
    assert np.array_equal(minlex_puzzles(boards), forms)


def test_full_grids_by_both_methods():
    """The search for puzzles gives a full grid's form too, only slowly."""
    grids = np.concatenate([uniform_grids(stream_key([4]), 0, 3), board(MOST_CANONICAL)[None]])
    forms, most = np.zeros_like(grids), np.zeros(4, np.int64)
    work = module.scratch(1 << 16)
    module._minlex_puzzles(grids, np.arange(4), work, tuple(loose_columns()), forms, most)
    assert (most > 1000).all()
    assert np.array_equal(forms, minlex_grids(grids))
    assert np.array_equal(minlex_puzzles(grids), forms)


def test_a_digit_twice_in_a_line_is_refused():
    boards = np.zeros((3, 81), np.uint8)
    boards[1, [0, 5]] = 9
    with pytest.raises(ValueError, match="puzzle 1: a digit stands twice"):
        minlex_puzzles(boards)
    boards[1] = 0
    boards[2, [3, 75]] = 4
    with pytest.raises(ValueError, match="puzzle 2"):
        minlex_puzzles(boards)


def test_loose_columns_by_their_definition():
    table = loose_columns()
    info = table.info[512 * FREE + 0b100_000_010]
    assert info & 511 == 0b000_001_001  # the given columns come last, in their stacks
    assert info >> 9 & 31 == 9 * 2 + 3 * 1 + 1  # three, two and two columns are still loose
    assert table.lists[info >> 14] & 0x7FF == 2  # either stack with a given may be the second
    full = table.info[512 * FREE + 511]
    assert table.lists[full >> 14] & 0x7FF == 1296
    settled = table.info[:512]
    assert np.array_equal(settled & 511, np.arange(512))
    assert (table.lists[settled >> 14] & 0x7FF == 1).all()


@pytest.mark.reference
def test_known_minlex_forms(reference):
    """All 12,290 puzzles with 17 givens, and random images of them."""
    with (reference / "classic" / "17_clue.csv").open() as file:
        rows = list(csv.DictReader(file))
    boards = np.array([board(row["puzzle"]) for row in rows])
    expected = np.array([board(row["minlex"]) for row in rows])
    assert np.array_equal(minlex_puzzles(boards), expected)
    image = random_images(boards, key=stream_key([5]))[0][0]
    assert np.array_equal(minlex_puzzles(image), expected)
