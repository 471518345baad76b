"""Class keys of puzzles whose one solution is known."""

import csv
import hashlib

import numpy as np
import pytest

from pipeline.kernels.random import stream_key
from pipeline.sudoku.canonical import reference as literal
from pipeline.sudoku.canonical.classes import PREFIX, class_fingerprints, class_forms
from pipeline.sudoku.canonical.disguise import random_images
from pipeline.sudoku.canonical.grids import minlex_grids
from pipeline.sudoku.engine.classic import solve
from pipeline.sudoku.engine.uniform import uniform_grids

MOST_CANONICAL = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"


def board(text):
    return np.array([int(digit) if digit != "." else 0 for digit in text], np.uint8)


def some_grids(number, seed):
    """Grids, every other one the grid with 648 automorphisms."""
    grids = uniform_grids(stream_key([seed]), 0, number)
    grids[1::2] = board(MOST_CANONICAL)
    return random_images(grids, key=stream_key([seed, 1]))[0][0]


def some_puzzles(grids, seed):
    return grids * (np.random.default_rng(seed).random(grids.shape) < 0.3).astype(np.uint8)


def test_forms_equal_the_reference():
    grids = some_grids(4, 1)
    puzzles = some_puzzles(grids, 2)
    forms, solution_forms = class_forms(puzzles, grids)
    for i in range(4):
        expected, transforms = literal.minlex_transforms(grids[i].tolist())
        assert tuple(solution_forms[i].tolist()) == expected
        images = [transform(puzzles[i].tolist()) for transform in transforms]
        assert tuple(forms[i].tolist()) == min(images)


def test_forms_do_not_depend_on_the_image():
    grids = some_grids(400, 3)
    puzzles = some_puzzles(grids, 4)
    forms = class_forms(puzzles, grids)
    for seed in range(25):
        (shown, solved), _, _ = random_images(puzzles, grids, key=stream_key([5, seed]))
        for image, form in zip(class_forms(shown, solved), forms, strict=True):
            assert np.array_equal(image, form)


def test_a_form_is_the_puzzle_in_its_solutions_form():
    grids = some_grids(200, 6)
    puzzles = some_puzzles(grids, 7)
    forms, solution_forms = class_forms(puzzles, grids)
    assert np.array_equal(solution_forms, minlex_grids(grids))
    assert np.array_equal(forms, solution_forms * (forms > 0))
    assert np.array_equal((forms > 0).sum(axis=1), (puzzles > 0).sum(axis=1))


def test_fingerprints_are_named_hashes_of_the_forms():
    grids = some_grids(5, 8)
    puzzles = some_puzzles(grids, 9)
    assert PREFIX == b"\x01classic9x9"
    for keys, forms in zip(
        class_fingerprints(puzzles, grids), class_forms(puzzles, grids), strict=True
    ):
        for key, form in zip(keys, forms, strict=True):
            expected = hashlib.blake2b(PREFIX + form.tobytes(), digest_size=16).digest()
            assert key.tobytes() == expected


def test_arguments_must_match():
    with pytest.raises(ValueError, match="puzzles but"):
        class_forms(np.zeros((2, 81), np.uint8), np.zeros((3, 81), np.uint8))


@pytest.mark.reference
def test_known_classes(reference):
    """All 12,290 puzzles with 17 givens are of different classes, their solutions as listed."""
    with (reference / "classic" / "17_clue.csv").open() as file:
        rows = list(csv.DictReader(file))
    puzzles = np.array([board(row["puzzle"]) for row in rows])
    solved = solve(puzzles).solutions[:, 0]
    expected = np.array([board(row["solution_minlex"]) for row in rows])
    (shown, grids), _, _ = random_images(puzzles, solved, key=stream_key([10]))
    forms, solution_forms = class_forms(shown, grids)
    assert np.array_equal(solution_forms, expected)
    assert len(np.unique(class_fingerprints(shown, grids)[0], axis=0)) == len(rows) == 12_290
    assert np.array_equal(forms, class_forms(puzzles, solved)[0])
