"""Mutations: what is written down replays, and every kind does what its name says."""

from collections import Counter

import numpy as np
import pytest

from pipeline.judges.sudoku import BOXES, COLUMNS, ROWS
from pipeline.kernels.random import stream_key
from pipeline.sudoku.generate.mutate import KINDS, draw, replay

GRID = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
KEY = stream_key([1, 2, 3])


def board(text):
    return np.array([int(c) for c in text.replace(".", "0")], np.uint8)


def text(cells):
    return "".join(map(str, cells)).replace("0", ".")


def drawn(count, kinds=tuple(KINDS), steps=12, transpose=True, relabel=True, first=0, key=KEY):
    return draw(key, first, count, kinds=kinds, steps=steps, transpose=transpose, relabel=relabel)


def words(mutations):
    texts = zip(mutations.text, mutations.ends, strict=True)
    return [bytes(row[:end]).decode() for row, end in texts]


def test_the_text_of_a_mutation_replays_to_the_mutant():
    mutations = drawn(300)
    for start in (GRID, PUZZLE):
        mutants = mutations.applied(np.tile(board(start), (300, 1)))
        assert [text(m) for m in mutants] == [replay(start, w) for w in words(mutations)]


def test_mutants_of_a_grid_are_grids():
    for mutant in drawn(100).applied(np.tile(board(GRID), (100, 1))):
        assert all(len({mutant[c] for c in unit}) == 9 for unit in ROWS + COLUMNS + BOXES)


def test_a_mutation_depends_on_its_index_alone():
    whole, part = drawn(50), drawn(10, first=37)
    assert words(whole)[37:47] == words(part)
    assert (whole.sources[37:47] == part.sources).all()
    assert words(whole) != words(drawn(50, key=stream_key([1, 2, 4])))


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_alone(kind):
    """Of one kind of swap only its letter is drawn, all its pairs, about equally often."""
    letter = dict(zip(KINDS, "SBcr", strict=True))[kind]
    pairs = {"01", "02", "12"}
    if letter in "cr":
        pairs |= {"34", "35", "45", "67", "68", "78"}
    seen = Counter(words(drawn(9000, (kind,), steps=1, transpose=False, relabel=False)))
    assert set(seen) == {letter + pair for pair in pairs}
    expected = 9000 / len(pairs)
    assert sum((n - expected) ** 2 / expected for n in seen.values()) < 30


def test_transposition_is_a_coin_and_relabelling_uniform():
    seen = words(drawn(9000, steps=0))
    turned = sum(w.startswith("T ") for w in seen)
    assert abs(turned - 4500) < 250
    for place in range(9):
        counts = Counter(w[w.index("D") + 1 + place] for w in seen)
        assert sum((n - 1000) ** 2 / 1000 for n in counts.values()) < 35


def test_no_mutation_is_the_empty_text():
    mutations = drawn(3, kinds=(), steps=0, transpose=False, relabel=False)
    assert words(mutations) == ["", "", ""]
    assert text(mutations.applied(np.tile(board(PUZZLE), (3, 1)))[1]) == PUZZLE
    assert replay(PUZZLE, "") == PUZZLE


@pytest.mark.parametrize("word", ["X", "D12345678", "D112345678", "r0", "S012"])
def test_what_is_no_mutation_is_refused(word):
    with pytest.raises(ValueError, match="no mutation"):
        replay(GRID, word)
