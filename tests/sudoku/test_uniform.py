"""Exactly uniform grids: the count behind them, and what comes out."""

import itertools
import math
from pathlib import Path

import numpy as np
import pytest

from pipeline.kernels.random import stream_key
from pipeline.sudoku.canonical.grids import minlex_grids
from pipeline.sudoku.canonical.second_rows import second_rows
from pipeline.sudoku.engine.uniform import SYMMETRIES, uniform_grids
from pipeline.sudoku.engine.uniform_tables import (
    PARTITIONS,
    SPLITS,
    partitions,
    uniform_tables,
)

ALL_GRIDS = 6_670_903_752_021_072_936_960  # Felgenhauer and Jarvis (2006)
LIMIT = 40.0  # chi-square with 7 degrees of freedom exceeds it once in 800,000 times


def row_shares(facts):
    """What share of all classes has each second row (of all grids too, but for one in ten
    thousand: hardly any class has automorphisms)."""
    counts = np.array([facts[row] for row in rows_of_table()], np.float64)
    return counts / facts["classes"]


def rows_of_table():
    return [f"{word:09x}" for word in second_rows().rows]


def chi_square(grids, facts):
    """Of the second rows of the minlex forms against their shares: the seven most frequent
    rows and the rest together, 7 degrees of freedom."""
    seconds = minlex_grids(grids)[:, 9:18].astype(np.int64) @ 10 ** np.arange(8, -1, -1)
    ranks = np.searchsorted([int(row) for row in rows_of_table()], seconds)
    observed, shares = np.bincount(ranks, minlength=15), row_shares(facts)
    observed = np.append(observed[:7], observed[7:].sum())
    expected = np.append(shares[:7], shares[7:].sum()) * len(grids)
    return float(((observed - expected) ** 2 / expected).sum())


@pytest.fixture(scope="module")
def facts():
    lines = (Path(__file__).parents[1] / "facts" / "minlex_rows.txt").read_text().splitlines()
    cut = [line.split(" | ") for line in lines if line and not line.startswith("#")]
    return {name: int(value) for name, value, _source in cut}


def test_known_counts_of_second_rows(facts):
    """Fifteen second rows exist, and every class has one of the first fourteen."""
    assert rows_of_table() == [name for name in facts if name != "classes"]
    assert sum(facts[row] for row in rows_of_table()) == facts["classes"] == 5_472_730_538


def test_the_weights_add_up_to_all_grids():
    """44 orbits of first bands (with as many different numbers of completions), and with
    every choice of digits, columns and rows exactly the known number of grids."""
    tables = uniform_tables()
    completions = [int(weights[-1]) for weights in tables.pair_weight]
    assert len(completions) == len(set(completions)) == 44
    triples = np.bincount(tables.orbit)
    arrangements = np.diff(tables.first_arrangement)
    total = sum(
        int(size) * int(count) * weight
        for size, count, weight in zip(triples, arrangements, completions, strict=True)
    )
    assert total == int(tables.orbit_weight[-1])
    # 280 partitions for the first stack, 6^3 orders of columns, 6^3 orders of rows.
    assert total * PARTITIONS * 6**3 * 6**3 == ALL_GRIDS
    assert math.factorial(9) * 6 * 6**3 * 6**3 == SYMMETRIES


def test_bands_add_up():
    """Arrangements of all triples of partitions are the 9! 56 6^6 bands."""
    tables = uniform_tables()
    pairs = int(tables.arrangement_count.astype(np.int64).sum())
    bands = pairs * 6 * PARTITIONS * 6**3
    assert bands == math.factorial(9) * SPLITS * 6**6


def count_arrangements(triple):
    """The arrangements of a triple of partitions, by trying the digits one after another."""
    orders = list(itertools.permutations(range(3)))

    def extend(digit, used):
        if digit == 9:
            return 1
        total = 0
        for order in orders:
            places = {(stack, triple[stack][digit], order[stack]) for stack in range(3)}
            if not places & used:
                total += extend(digit + 1, used | places)
        return total

    return extend(0, frozenset())


def test_arrangement_counts_by_brute_force():
    tables, columns = uniform_tables(), partitions().tolist()
    for pair in np.random.default_rng(1).integers(0, PARTITIONS**2, 12).tolist():
        b, c = divmod(pair, PARTITIONS)
        count = count_arrangements([columns[0], columns[b], columns[c]])
        assert count == 6 * int(tables.arrangement_count[pair])


def test_grids_are_valid_and_different():
    grids = uniform_grids(stream_key([1]), 0, 20_000).reshape(-1, 9, 9)
    boxes = grids.reshape(-1, 3, 3, 3, 3).transpose(0, 1, 3, 2, 4).reshape(-1, 9, 9)
    for units in (grids, grids.transpose(0, 2, 1), boxes):
        assert (np.sort(units, axis=2) == np.arange(1, 10)).all()
    assert len(np.unique(grids.reshape(-1, 81), axis=0)) == 20_000


def test_a_grid_depends_on_key_and_index_alone():
    key = stream_key([2, 3])
    grids = uniform_grids(key, 1000, 100)
    assert np.array_equal(uniform_grids(key, 1040, 7), grids[40:47])
    assert not np.array_equal(uniform_grids(stream_key([2, 4]), 1000, 100), grids)
    assert uniform_grids(key, 0, 0).shape == (0, 81)


def test_second_rows_are_as_frequent_as_in_all_grids(facts):
    assert chi_square(uniform_grids(stream_key([5]), 0, 100_000), facts) < LIMIT


def test_digits_are_evenly_spread():
    """Every digit in every cell, and the first two digits of the first row together."""
    grids = uniform_grids(stream_key([6]), 0, 72_000).astype(np.int64)
    counts = np.stack([np.bincount(cell, minlength=10)[1:] for cell in grids.T])
    by_cell = ((counts - 8000) ** 2 / 8000).sum(axis=1)
    assert by_cell.max() < 40  # 8 degrees of freedom, the worst of 81 cells
    pairs = np.bincount(9 * grids[:, 0] + grids[:, 1] - 10, minlength=81)
    pairs = pairs[np.arange(81) % 10 != 0]
    assert ((pairs - 1000) ** 2 / 1000).sum() < 140  # 71 degrees of freedom


@pytest.mark.reference
def test_a_biased_generator_is_recognised(reference, facts):
    text = (reference / "classic" / "biased_grids.txt").read_text().split()
    grids = np.array([[int(digit) for digit in line] for line in text], np.uint8)
    assert chi_square(grids, facts) > 5 * LIMIT
