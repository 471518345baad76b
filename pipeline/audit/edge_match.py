"""Audit of the 2x2 Edge Match board: all 6,144 boards, and that every rule is really read."""

from collections.abc import Sequence

import pyarrow as pa

from pipeline.audit.facts import Facts
from pipeline.audit.model import Audit, AuditConfig, Claim, Finding, Findings, Part, claim
from pipeline.judges import edge_match as judge
from pipeline.tiles.fixtures import edge_match as fixture
from pipeline.tiles.session import Session
from pipeline.tiles.solve import fillings
from pipeline.tiles.tile_set import board_text

STATES = pa.schema(
    [
        pa.field("cards", pa.list_(pa.string()), nullable=False),
        pa.field("rotations", pa.list_(pa.uint8()), nullable=False),
        pa.field("verdict", pa.string(), nullable=False),
        pa.field("broken", pa.string()),
        pa.field("where", pa.string()),
    ]
)
"""One row a board: cards and quarter turns by cell, ``legal`` or ``illegal``, the first rule
that is broken (``letter``, ``pattern``, ``sign``) and where."""

SCRIPTS = {
    "full board": ["A1", "B2", "C3", "D0"],
    "one error twice": ["D0", "D0"],
    "a second error": ["D0", "D0", "D1"],
}
"""The replay suite: cards and quarter turns as they are placed, one after the other."""


class EdgeMatchSettings(AuditConfig):
    """This audit has nothing to set: it looks at everything."""


def judge_boards() -> Finding:
    """Every board by the literal judge."""
    boards = list(judge.all_boards())
    states = pa.table(
        {
            "cards": [board.cards for board in boards],
            "rotations": [board.rotations for board in boards],
            "verdict": [board.verdict for board in boards],
            "broken": [board.rule for board in boards],
            "where": [board.where for board in boards],
        },
        schema=STATES,
    )
    legal = [board.name for board in boards if board.verdict == "legal"]
    return Finding({"legal": legal}, len(boards), states)


def judge_mutations() -> Finding:
    """The boards that survive without letters, and under each small change of the cards."""
    spoilt = {what: judge.survivors(cards) for what, cards in judge.mutations()}
    found = {
        "without letters": len(judge.survivors(letters=False)),
        "mutations": len(spoilt),
        "surviving": sorted(what for what, boards in spoilt.items() if boards),
    }
    return Finding(found, 6144 * (1 + len(spoilt)))


def ask_engine() -> Finding:
    """What the engine finds, and the faces of the cards that it was asked about."""
    cards = fixture()
    boards, placements, finished = fillings(cards, limit=100)
    faces = {
        name: [cards.labels[label] for label in tile]
        for name, tile in zip(cards.names, cards.tiles, strict=True)
    }
    found = [board_text(cards, board) for board in boards] if finished else ["not finished"]
    return Finding({"legal": found, "faces": faces}, placements)


def replay() -> Finding:
    """The replay suite, each script in a new game."""
    ended = {}
    for name, placements in SCRIPTS.items():
        game = Session(fixture())
        for placement in placements:
            game.select(placement[0])
            game.turn(int(placement[1]) - game.turns[game.tile_set.names.index(placement[0])])
            game.place()
        ended[name] = {
            "score": game.score, "errors": len(game.errors), "closed": game.is_closed
        }  # fmt: skip
    return Finding(ended, sum(map(len, SCRIPTS.values())))


def parts(settings: EdgeMatchSettings) -> Sequence[Part]:
    """The judge, the engine and the game, each on its own."""
    return [
        Part("judge", judge_boards),
        Part("mutations", judge_mutations),
        Part("engine", ask_engine),
        Part("replay", replay),
    ]


def claims(settings: EdgeMatchSettings, facts: Facts, findings: Findings) -> Sequence[Claim]:
    """What must hold."""
    judged, engine = findings["judge"], findings["engine"]
    mutated, games = findings["mutations"], findings["replay"].facts
    states = "states.parquet: filter verdict == 'legal', or broken by rule"
    cards = "CARDS in pipeline/judges/edge_match.py and edge_match() in pipeline/tiles/fixtures.py"
    game = "pipeline/tiles/session.py and the script in pipeline/audit/edge_match.py"
    own = {name: list(faces) for name, faces in judge.CARDS.items()}
    same = sum(engine.facts["faces"].get(name) == faces for name, faces in own.items())
    return [
        claim("boards judged", facts["boards"], judged.examined,
              states=judged.examined, look_at=states),
        claim("legal boards by the judge", facts["legal boards"], ", ".join(judged.facts["legal"]),
              states=judged.examined, look_at=states),
        claim("legal boards by the engine", facts["legal boards"],
              ", ".join(engine.facts["legal"]), states=judged.examined, look_at=cards),
        claim("cards that the judge's own table and the fixture write alike", None, same,
              expected=len(own), states=len(own), look_at=cards),
        claim("legal boards without the compass letters",
              facts["legal boards without compass letters"], mutated.facts["without letters"],
              states=judged.examined, look_at=cards),
        claim("changed signs, patterns and letters that leave a legal board",
              facts["mutations that leave a legal board"], len(mutated.facts["surviving"]),
              states=mutated.examined, look_at=", ".join(mutated.facts["surviving"]) or cards),
        claim("score of the full board", facts["score of a full board"],
              games["full board"]["score"], states=4, look_at=game),
        claim("errors counted when an illegal placement is repeated",
              facts["errors counted for D0 in cell 1 twice"], games["one error twice"]["errors"],
              states=2, look_at=game),
        claim("a second distinct error closes the game", facts["second distinct error closes"],
              games["a second error"]["closed"], states=3, look_at=game),
    ]  # fmt: skip


AUDIT = Audit(
    name="edge-match",
    title="Edge Match 2x2: all 6,144 boards",
    judge="pipeline.judges.edge_match",
    engine="pipeline.tiles.solve, pipeline.tiles.session",
    settings=EdgeMatchSettings,
    parts=parts,
    claims=claims,
)
