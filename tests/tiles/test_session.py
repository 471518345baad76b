"""The game: the published replays, and random play against a model with its own state."""

from itertools import product
from random import Random

import pytest

from pipeline.tiles.fixtures import edge_match
from pipeline.tiles.session import KEYS, Session

CARDS = {  # north, east, south, west; the model's own copy
    "A": ("arc+", "wave+", "W", "N"),
    "B": ("leaf+", "arc-", "N", "E"),
    "C": ("W", "wave-", "star+", "S"),
    "D": ("leaf-", "E", "S", "star-"),
}
WON = ("A1", "B2", "C3", "D0")


def game():
    return Session(edge_match())


def put(session, placement, cell=None):
    """Select a card, turn it to a rotation, place it."""
    session.select(placement[0])
    session.turn(int(placement[1]) - session.turns["ABCD".index(placement[0])])
    session.place(cell)


def state(session):
    """All of a game but its message."""
    return (
        session.board, tuple(session.turns), session.selected, session.cursor,
        frozenset(session.errors), session.score, session.best,
    )  # fmt: skip


def test_the_legal_board_scores_a_thousand_at_its_end_and_not_before():
    session = game()
    for placement in WON:
        assert session.score == 0
        put(session, placement)
    assert (session.score, session.best, session.is_over) == (1000, 1000, True)


def test_an_error_counts_once_and_a_second_one_closes():
    session = game()
    put(session, "D0", 1)
    put(session, "D0", 1)
    assert (len(session.errors), session.is_over) == (1, False)
    put(session, "D1", 1)
    assert (len(session.errors), session.is_closed, session.score) == (2, True, 0)


def test_play_goes_on_after_one_error():
    session = game()
    put(session, "D0")
    for placement in WON:
        put(session, placement)
    assert (session.score, len(session.errors)) == (1000, 1)


def test_nothing_but_restart_does_anything_after_the_end():
    for ending in (WON, ("D0", "D1")):
        session = game()
        for placement in ending:
            put(session, placement)
        ended = state(session)
        for key in set(KEYS) - {"restart"}:
            session.press(key)
            assert state(session) == ended
        session.restart()
        assert (session.board, session.turns, session.score) == ((), [0] * 4, 0)
        assert (session.selected, session.errors, session.best) == (None, set(), ended[-1])


@pytest.mark.parametrize(
    ("card", "cell", "message"),
    [
        ("E", None, "no card E"),
        ("A", None, "A lies on the board already"),
        ("B", 0, "no cell 0"),
        ("B", 5, "no cell 5"),
        ("B", 1, "cell 1 is occupied"),
        ("B", 3, "cell 2 comes before cell 3"),
        (None, None, "no card is selected"),
    ],
)
def test_what_cannot_be_done_changes_nothing(card, cell, message):
    session = game()
    put(session, "A1")
    if card:
        session.select(card)
    before = state(session)
    if card in "EA" if card else False:
        session.select(card)
    else:
        session.place(cell)
    assert state(session) == before
    assert message in session.message


def test_keys():
    session = game()
    for key in ["right", "right", "left", "Enter", "E", "e", "Q"]:
        session.press(key)
    assert (session.selected, session.turns) == (1, [0, 1, 0, 0])
    session.press("up")
    assert session.cursor == 0
    session.press("left")
    assert session.cursor == 3


class Model:
    """The published rules once more, from the cards alone."""

    def __init__(self):
        self.best = 0
        self.restart()

    def restart(self):
        self.laid, self.selected = [], None
        self.turns = dict.fromkeys("ABCD", 0)
        self.wrong = set()

    @property
    def score(self):
        return 1000 if len(self.laid) == 4 else 0

    @property
    def over(self):
        return len(self.laid) == 4 or len(self.wrong) == 2

    def faces(self, card, turns):
        north, east, south, west = CARDS[card]
        for _ in range(turns % 4):
            north, east, south, west = west, north, east, south
        return north, east, south, west

    def legal(self, card):
        cell = len(self.laid)
        north, east, south, west = self.faces(card, self.turns[card])
        shown = [self.faces(*placed) for placed in self.laid]
        opposite = {"+": "-", "-": "+"}

        def mates(one, other):
            return one[:-1] == other[:-1] and opposite.get(one[-1]) == other[-1]

        return (
            (north == "N" if cell < 2 else mates(north, shown[cell - 2][2]))
            and (south == "S" if cell > 1 else True)
            and (west == "W" if cell % 2 == 0 else mates(west, shown[cell - 1][1]))
            and (east == "E" if cell % 2 == 1 else True)
            # inward faces are patterns: a letter there can never be matched
            and not {east if cell % 2 == 0 else west, south if cell < 2 else north} & set("NESW")
        )

    def act(self, action, value):
        if action == "restart":
            self.restart()
        elif self.over:
            return
        elif action == "select":
            if value in CARDS and value not in [card for card, _ in self.laid]:
                self.selected = value
        elif self.selected is None:
            return
        elif action == "turn":
            self.turns[self.selected] = (self.turns[self.selected] + value) % 4
        elif value in (None, len(self.laid) + 1):
            if self.legal(self.selected):
                self.laid.append((self.selected, self.turns[self.selected]))
                self.selected = None
                self.best = max(self.best, self.score)
            else:
                self.wrong.add((self.selected, self.turns[self.selected], len(self.laid) + 1))


def moves(random):
    """Random actions, with good ones often enough for games to be won."""
    while True:
        kind = random.random()
        if kind < 0.02:
            yield "restart", None
        elif kind < 0.4:
            yield "select", random.choice("ABCDABCDZ")
        elif kind < 0.75:
            yield "turn", random.choice((-1, 1))
        else:
            yield "place", random.choice((None, None, None, 0, 1, 2, 3, 4, 5))


def test_random_play_never_breaks_the_rules():
    random = Random(1)
    session, model = game(), Model()
    seen = {"errors": 0, "laid": 0, "closed": 0, "won": 0}
    for (action, value), number in zip(moves(random), range(60_000), strict=False):
        if number % 97 == 0:  # now and then somebody plays well
            session.restart()
            model.restart()
            for card, turns in [(card[0], int(card[1])) for card in WON[: random.randrange(5)]]:
                for step in [("select", card), *[("turn", 1)] * turns, ("place", None)]:
                    getattr(session, step[0])(step[1])
                    model.act(*step)
        getattr(session, action)(*([] if action == "restart" else [value]))
        model.act(action, value)
        names = session.tile_set.names
        assert [(names[tile], turns) for tile, turns in session.board] == model.laid
        assert session.score == model.score
        assert session.best == model.best
        assert dict(zip(names, session.turns, strict=True)) == model.turns
        assert {(names[t], turn, cell) for t, turn, cell in session.errors} == model.wrong
        assert session.is_over == model.over
        assert (session.selected is None) == (model.selected is None)
        seen["errors"] += len(model.wrong) == 1
        seen["closed"] += len(model.wrong) == 2
        seen["laid"] += len(model.laid) > 0
        seen["won"] += model.score == 1000
    assert all(count > 100 for count in seen.values()), seen


def test_the_model_knows_one_board():
    found = []
    for turns in product(range(4), repeat=4):
        model = Model()
        for card, turn in zip("ABCD", turns, strict=True):
            model.act("select", card)
            model.act("turn", turn)
            model.act("place", None)
        found += [model.laid] if model.score else []
    assert found == [[(card[0], int(card[1])) for card in WON]]


def test_describe_shows_all_that_is_asked_for():
    session = game()
    session.select("B")
    session.turn(-1)
    text = session.describe()
    assert "B, turn 3 (270 degrees): north arc-, east N, south E, west leaf+" in text
    assert "1:- 2:- 3:- 4:-" in text
    assert "A [B] C D" in text
    assert "score     0   best 0" in text
