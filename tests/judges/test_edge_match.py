"""The literal judge of Edge Match: one board of 6,144, and it notices every small change."""

from collections import Counter

import pytest

from pipeline.judges import edge_match as judge
from pipeline.tiles import solve
from pipeline.tiles.fixtures import edge_match


def test_one_of_6144():
    boards = list(judge.all_boards())
    assert len(boards) == 6_144
    assert len({board.name for board in boards}) == 6_144
    assert Counter(board.verdict for board in boards) == {"legal": 1, "illegal": 6_143}
    assert judge.survivors() == [judge.LEGAL]


def test_the_engine_finds_the_same():
    verdict = solve.verdict(edge_match(), limit=5, budget=10_000)
    assert list(verdict.solutions) == judge.survivors()


def test_its_table_equals_the_fixture_card_for_card():
    fixture = edge_match()
    for name, tile in zip(fixture.names, fixture.tiles, strict=True):
        assert judge.CARDS[name] == tuple(fixture.labels[edge] for edge in tile)


def test_without_the_letters_four_rotations_survive():
    assert len(judge.survivors(letters=False)) == 4


@pytest.mark.parametrize(
    "cards", [pytest.param(cards, id=what) for what, cards in judge.mutations()]
)
def test_every_mutation_is_noticed(cards):
    assert judge.survivors(cards) == []


def pattern_unread(one, other):
    """Crippled: names ignored."""
    return None if one[-1] in "+-" and other[-1] in "+-" and one[-1] != other[-1] else "sign"


def sign_unread(one, other):
    """Crippled: signs ignored."""
    return None if one[-1] in "+-" and one[:-1] == other[:-1] else "pattern"


@pytest.mark.parametrize("match", [lambda one, other: None, pattern_unread, sign_unread])
def test_crippled_judges_are_caught_by_the_mutations(match):
    assert judge.survivors(match=match)
    assert any(judge.survivors(cards, match=match) for _, cards in judge.mutations())


def test_the_reference_file(reference_cards):
    assert {name: list(faces) for name, faces in judge.CARDS.items()} == reference_cards


@pytest.fixture
def reference_cards(reference):
    import json

    return json.loads((reference / "tiles" / "edge_match_2x2.json").read_text())["cards_NESW"]


test_the_reference_file = pytest.mark.reference(test_the_reference_file)
