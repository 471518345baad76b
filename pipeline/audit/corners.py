"""Audit of corner puzzles: the same boards by the corner rule, the edge rule and the engine."""

from collections.abc import Sequence
from random import Random
from typing import Annotated

from pydantic import Field

from pipeline.audit.facts import Facts
from pipeline.audit.model import Audit, AuditConfig, Claim, Finding, Findings, Found, Part, claim
from pipeline.judges import corners as corner_judge
from pipeline.judges import tiles as edge_judge
from pipeline.tiles import solve
from pipeline.tiles.corners import CornerSet, NotConvertibleError, paired_corners, summed_corners
from pipeline.tiles.fixtures import quadromino
from pipeline.tiles.tile_set import TileSet

PAIRS = {"a": "b", "b": "a", "c": "c"}
"""The pairing of the random sets: two symbols that ask for each other, one for itself."""

BOARDS = ((2, 2), (2, 3), (1, 4), (3, 2))
"""Rows and columns of the random sets, in turn."""

MOST = 10**7
AT_ONCE = 25
LOOK = "pipeline/tiles/corners.py, and the set in the part's receipt"


class CornersSettings(AuditConfig):
    """How many random sets are examined, of each kind."""

    random_sets: Annotated[int, Field(ge=1, le=10_000)] = 100
    seed: Annotated[int, Field(ge=0)] = 1
    quadromino: bool = True
    """Also lay out all boards of Quadromino (half a minute of plain Python)."""


def compare_quadromino() -> Finding:
    """All boards of Quadromino in the three ways, and their number up to rotation."""
    corners = quadromino()
    allowed = corner_judge.equal_rule(corners.symbols)
    boards = _by_corners(corners, allowed)
    edges = corners.to_edges()
    looks = {_look(corners, board) for board in boards}
    found = {
        "corner rule": len(boards),
        "edge rule same": boards == _by_edges(edges),
        "engine same": boards == _by_engine(edges),
        "different looks": len(looks),
        "up to rotation": len({min(_rotations(look, corners.rows)) for look in looks}),
    }
    return Finding(found, len(boards))


def compare_random(kind: str, seed: int, start: int, stop: int) -> Finding:
    """Random sets number ``start .. stop-1``: those whose boards are not the same three ways."""
    different, boards = [], 0
    for number in range(start, stop):
        corners = _random_set(kind, seed, number)
        allowed = (
            corner_judge.equal_rule(corners.symbols)
            if kind == "equal"
            else corner_judge.paired_rule(PAIRS)
        )
        expected = _by_corners(corners, allowed)
        edges = corners.to_edges()
        boards += len(expected)
        if not expected == _by_edges(edges) == _by_engine(edges):
            different.append([kind, number, *("".join(tile) for tile in corners.tiles)])
    return Finding({"different": different, "boards": boards}, boards)


def try_sum_rule() -> Finding:
    """Does a rule about the sum round a point convert?"""
    tiles = [list("0012"), list("1201"), list("2100"), list("0120")]
    try:
        CornerSet(2, 2, tiles, summed_corners("012", 4)).to_edges()
    except NotConvertibleError as refusal:
        return Finding({"converts": False, "reason": str(refusal)}, 1)
    return Finding({"converts": True, "reason": ""}, 1)


Boards = set[tuple[tuple[int, int], ...]]


def _by_corners(corners: CornerSet, allowed: set[corner_judge.Four]) -> Boards:
    found = corner_judge.fillings(corners.rows, corners.columns, allowed, corners.tiles)
    return {tuple(filling) for filling in found}


def _by_edges(edges: TileSet) -> Boards:
    """All boards by the literal judge of edges, on the labels as they are written."""
    label = edges.labels
    mates = {label[a]: None if mate is None else label[mate] for a, mate in enumerate(edges.mates)}
    rules = edge_judge.Rules(edges.rows, edges.columns, mates, dict(edge_judge.FREE))
    tiles = [[label[edge] for edge in tile] for tile in edges.tiles]
    return {tuple(filling) for filling in edge_judge.fillings(rules, tiles)}


def _by_engine(edges: TileSet) -> Boards:
    boards, _, finished = solve.fillings(edges, MOST, distinct=False)
    return set(boards) if finished else set()


def _look(corners: CornerSet, board: Sequence[tuple[int, int]]) -> tuple[corner_judge.Tile, ...]:
    return tuple(corner_judge.turn(corners.tiles[tile], turns) for tile, turns in board)


def _rotations(look: tuple[corner_judge.Tile, ...], size: int) -> list[tuple[str, ...]]:
    """The looks of a square board after 0 to 3 quarter turns clockwise."""
    looks = []
    for _ in range(4):
        looks.append(tuple("".join(tile) for tile in look))
        look = tuple(
            corner_judge.turn(look[(size - 1 - column) * size + row])
            for row in range(size)
            for column in range(size)
        )
    return looks


def _random_set(kind: str, seed: int, number: int) -> CornerSet:
    """A set cut from a board that obeys the rule, its tiles turned and shuffled."""
    random = Random(f"{kind} {seed} {number}")
    rows, columns = BOARDS[number % len(BOARDS)]
    partner = PAIRS if kind == "paired" else {symbol: symbol for symbol in PAIRS}
    points = [[random.choice("abc") for _ in range(columns + 1)] for _ in range(rows + 1)]
    tiles = []
    for row in range(rows):
        for column in range(columns):
            shown = [points[row][column], points[row][column + 1],
                     points[row + 1][column + 1], points[row + 1][column]]  # fmt: skip
            if (row + column) % 2:
                shown = [partner[symbol] for symbol in shown]
            turns = random.randrange(4)
            tiles.append(shown[turns:] + shown[:turns])
    random.shuffle(tiles)
    if kind == "equal":
        return CornerSet.equal(rows, columns, tiles)
    return CornerSet(rows, columns, tiles, paired_corners(PAIRS))


def parts(settings: CornersSettings) -> Sequence[Part]:
    """Quadromino, the random sets in batches, the sum rule."""
    starts = range(0, settings.random_sets, AT_ONCE)
    batches = [(start, min(start + AT_ONCE, settings.random_sets)) for start in starts]
    return [
        *([Part("quadromino", compare_quadromino)] if settings.quadromino else []),
        *(
            Part(f"{kind} {start}", compare_random, (kind, settings.seed, start, stop))
            for kind in ("equal", "paired")
            for start, stop in batches
        ),
        Part("sum", try_sum_rule),
    ]


def claims(settings: CornersSettings, facts: Facts, findings: Findings) -> Sequence[Claim]:
    """The three ways agree; the sum rule is refused."""
    stated = []
    for kind in ("equal", "paired"):
        found = findings.starting(f"{kind} ")
        different = [each for finding in found for each in finding.facts["different"]]
        stated.append(
            claim(
                f"of {settings.random_sets} random sets with {kind} corners, those with other "
                "boards by the edge rule or by the engine",
                None,
                len(different),
                expected=0,
                states=findings.examined(f"{kind} "),
                look_at=f"{different[:3]}: {LOOK}",
            )
        )
    if settings.quadromino:
        stated += _of_quadromino(facts, findings["quadromino"])
    refused = findings["sum"]
    stated.append(
        claim(
            "a rule about sums converts to edges",
            facts["the sum rule converts"],
            refused.facts["converts"],
            states=1,
            look_at=LOOK,
        )
    )
    return stated


def _of_quadromino(facts: Facts, found: Found) -> list[Claim]:
    count, states = found.facts["corner rule"], found.examined
    return [
        claim("boards of Quadromino by the corner rule", facts["quadromino: solutions"], count,
              states=states, look_at="pipeline/judges/corners.py"),
        claim("boards of Quadromino that look different", facts["quadromino: distinct"],
              found.facts["different looks"], states=states,
              look_at="pipeline/judges/corners.py"),
        claim("boards of Quadromino up to rotation", facts["quadromino: up to rotation"],
              found.facts["up to rotation"], states=states, look_at="pipeline/judges/corners.py"),
        claim("the edge rule allows the same boards of Quadromino", None,
              found.facts["edge rule same"], expected=True, states=states, look_at=LOOK),
        claim("the engine finds the same boards of Quadromino", None,
              found.facts["engine same"], expected=True, states=states, look_at=LOOK),
    ]  # fmt: skip


def remarks(settings: CornersSettings, facts: Facts, findings: Findings) -> Sequence[str]:
    """The reason that is given for the refusal."""
    return [f"The sum rule is refused: {findings['sum'].facts['reason']}"]


def prepare(settings: CornersSettings) -> None:
    """Compile the engine."""
    _by_engine(_random_set("equal", 0, 0).to_edges())


AUDIT = Audit(
    name="corners",
    title="Corner puzzles: the same boards by corners, by edges and by the engine",
    judge="pipeline.judges.corners, pipeline.judges.tiles",
    engine="pipeline.tiles.corners, pipeline.tiles.solve",
    settings=CornersSettings,
    parts=parts,
    claims=claims,
    prepare=prepare,
    remarks=remarks,
)
