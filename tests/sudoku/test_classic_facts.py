"""The classic kernel on whole lists of puzzles of which something is known."""

from pathlib import Path

import numpy as np
import pytest

from pipeline.sudoku.engine.classic import VERDICTS, count_solutions, solve

FACTS = [
    [part.strip() for part in line.split("|")]
    for line in (Path(__file__).parents[1] / "facts" / "classic.txt").read_text().splitlines()
    if not line.startswith("#")
]

# Guesses, summed over the list, of this kernel: a leaked bit leaves verdicts right and makes
# these grow. tdoku (https://github.com/t-dillon/tdoku) makes 5911, 6611, 13104 and 301153.
GUESSES = {
    "minimal_random.csv": 5905,
    "17_clue.csv": 6825,
    "magictour_top1465.txt": 13001,
    "hardest_1905.txt": 295385,
}


@pytest.fixture(scope="module")
def puzzle_list(reference):
    """``puzzle_list(file)``: the grids of a list (first column) as uint8[n, 81]."""

    def load(name):
        words = (reference / "classic" / name).read_text().replace(".", "0").split()
        cells = "".join(word[:81] for word in words if word[:81].isdecimal())
        return np.frombuffer(cells.encode(), np.uint8).reshape(-1, 81) - ord("0")

    return load


def without_each_given(puzzles):
    """Every puzzle that lacks one given of one of the puzzles, and which one that is."""
    owners, cells = np.nonzero(puzzles)
    fewer = puzzles[owners]
    fewer[np.arange(len(cells)), cells] = 0
    return fewer, owners


def count(puzzles, what):
    if what == "puzzles":
        return len(puzzles)
    if what in VERDICTS:
        return int((count_solutions(puzzles).verdicts == VERDICTS.index(what)).sum())
    assert what == "minimal"
    fewer, owners = without_each_given(puzzles)
    redundant = owners[count_solutions(fewer).counts < 2]
    return len(puzzles) - len(set(redundant.tolist()))


@pytest.mark.reference
@pytest.mark.parametrize(("name", "value", "source"), FACTS, ids=[fact[0] for fact in FACTS])
def test_known_counts(puzzle_list, name, value, source):
    assert source
    file, what = name.split(": ")
    assert count(puzzle_list(file), what) == int(value)


@pytest.mark.reference
@pytest.mark.parametrize("name", GUESSES)
def test_the_search_guesses_as_often_as_ever(puzzle_list, name):
    puzzles = puzzle_list(name)
    assert (count_solutions(puzzles).nodes - 1).sum() == GUESSES[name]


@pytest.mark.reference
def test_solutions_are_the_listed_ones(reference):
    lines = (reference / "classic" / "easy_with_solutions.csv").read_text().split()[1:]
    cells = np.array([[list(map(int, text)) for text in line.split(",")] for line in lines])
    assert (solve(cells[:, 0]).solutions[:, 0] == cells[:, 1]).all()
