"""Row-minlex forms and automorphisms of complete grids; random images."""

import numpy as np
import pytest

from pipeline.kernels.random import stream_key
from pipeline.sudoku.canonical import reference
from pipeline.sudoku.canonical.disguise import random_images
from pipeline.sudoku.canonical.grids import automorphisms, minlex_grids
from pipeline.sudoku.canonical.second_rows import (
    column_orders,
    pair_permutations,
    second_rows,
)
from pipeline.sudoku.engine.uniform import uniform_grids

# The grid with the most automorphisms, 648 (E. Russell, F. Jarvis, 2006).
MOST_CANONICAL = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
# Grids that a shift of the rows maps to themselves, and a plain one.
CYCLIC = "123456789456789123789123456234567891567891234891234567345678912678912345912345678"
SYMMETRIC = [MOST_CANONICAL, CYCLIC]


def boards(texts):
    return np.array([[int(digit) for digit in text] for text in texts], np.uint8)


def images(grids, number, seed=1):
    repeated = np.repeat(grids, number, axis=0)
    return random_images(repeated, key=stream_key([seed]))[0][0].reshape(-1, number, 81)


def test_forms_and_automorphisms_equal_the_reference():
    grids = np.concatenate([boards(SYMMETRIC), uniform_grids(stream_key([2]), 0, 3)])
    grids = images(grids, 1)[:, 0]
    for grid, form, count in zip(grids, minlex_grids(grids), automorphisms(grids), strict=True):
        expected, transforms = reference.minlex_transforms(grid.tolist())
        assert tuple(form.tolist()) == expected
        assert count == len(transforms)


def test_the_most_canonical_grid_has_648_automorphisms():
    assert automorphisms(images(boards([MOST_CANONICAL]), 50)[0]).tolist() == [648] * 50


def test_forms_do_not_depend_on_the_image():
    grids = np.concatenate([boards(SYMMETRIC), uniform_grids(stream_key([3]), 0, 98)])
    forms = minlex_grids(grids)
    for image in images(grids, 40).transpose(1, 0, 2):
        assert np.array_equal(minlex_grids(image), forms)
        assert np.array_equal(automorphisms(image), automorphisms(grids))


def test_a_form_is_its_own_form_and_an_image_of_the_grid():
    grids = uniform_grids(stream_key([4]), 0, 500)
    forms = minlex_grids(grids)
    assert np.array_equal(minlex_grids(forms), forms)
    assert (forms[:, :9] == np.arange(1, 10)).all()
    assert len(np.unique(forms, axis=0)) == 500  # 5.5e9 classes: no two of 500 alike


def test_second_rows_by_their_definition():
    """Every pair permutation has its own index; a sample is held against all orders."""
    table = second_rows()
    pairs, orders = pair_permutations(), column_orders()
    assert (table.rank < 255).sum() == len(pairs) == 12_096
    inverses = np.argsort(orders, axis=1)
    rows = np.array([[int(d) for d in f"{word:09x}"] for word in table.rows])
    for q in pairs[::400]:
        both = [np.take_along_axis(inverses, p[orders], axis=1) + 1 for p in (q, np.argsort(q))]
        least = min(tuple(row.tolist()) for row in np.concatenate(both))
        ways = sum((row.tolist() == list(least)) for row in np.concatenate(both))
        index = index_in_python(q, table)
        assert tuple(rows[table.rank[index]].tolist()) == least
        assert table.first[index + 1] - table.first[index] == ways


def index_in_python(q, table):
    code = [(column + 6) % 9 for column in q.tolist()]
    return (
        int(table.stack0[code[0] + 6 * code[1] + 36 * code[2]])
        + int(table.stack1[code[3] - 3 + 6 * (code[4] - 3) + 36 * (code[5] - 3)])
        + int(table.stack2[code[6] + 16 * code[7]])
    )


def test_random_images_are_what_their_maps_say():
    grids = uniform_grids(stream_key([5]), 0, 200)
    puzzles = grids * (np.random.default_rng(5).random(grids.shape) < 0.3)
    key = stream_key([6])
    (shown, solved), cells, digits = random_images(puzzles, grids, key=key, first_index=7)
    for i in range(200):
        assert np.array_equal(digits[i][puzzles[i][cells[i]]], shown[i])
        assert np.array_equal(digits[i][grids[i][cells[i]]], solved[i])
        assert sorted(digits[i].tolist()) == list(range(10))
        assert digits[i][0] == 0
    later = random_images(puzzles[150:], key=key, first_index=157)[0][0]
    assert np.array_equal(later, shown[150:])


def test_random_images_are_spread_evenly():
    """One marked cell comes to all 81 places, one digit gets all nine names."""
    marked = np.zeros((81_000, 81), np.uint8)
    marked[:, 0] = 1
    (image,), _, digits = random_images(marked, key=stream_key([8]))
    places = np.bincount(np.argmax(image > 0, axis=1), minlength=81)
    assert ((places - 1000) ** 2 / 1000).sum() < 140  # 80 degrees of freedom
    names = np.bincount(digits[:, 1], minlength=10)[1:]
    assert ((names - 9000) ** 2 / 9000).sum() < 30  # 8 degrees of freedom


@pytest.mark.parametrize("count", [0, 1])
def test_few_grids(count):
    grids = uniform_grids(stream_key([9]), 0, count)
    assert minlex_grids(grids).shape == (count, 81)


def test_invalid_grids_are_refused():
    grids = uniform_grids(stream_key([10]), 0, 3)
    latin = np.array([[(row + column) % 9 + 1 for column in range(9)] for row in range(9)])
    twice = grids[2].copy()
    twice[0] = twice[1]
    for wrong, message in [
        (latin.reshape(81), "grid 2: a digit stands twice"),
        (twice, "grid 2: a digit stands twice"),
        (grids[2] * (np.arange(81) > 0), "cells must be 1 to 9"),
        (np.full(81, 200), "cells must be 1 to 9"),
    ]:
        with pytest.raises(ValueError, match=message):
            minlex_grids(np.concatenate([grids[:2], wrong[None].astype(np.uint8)]))
    with pytest.raises(ValueError, match="boards must be"):
        minlex_grids(grids[:, :80])
