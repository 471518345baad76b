"""Audit of edge-matching squares: MacMahon's 24, and a framed set with known placements."""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import pyarrow as pa

from pipeline.audit.facts import Facts
from pipeline.audit.model import Audit, AuditConfig, Claim, Finding, Findings, Part, claim
from pipeline.judges import tile_halves
from pipeline.judges import tiles as judge
from pipeline.tiles import solve
from pipeline.tiles.fixtures import brendan, macmahon
from pipeline.tiles.tile_set import TileSet, least_turn

COLOURS = "abc"
BORDER = "a"
SYMMETRIES = 8
"""Of MacMahon's boards that are no squares: two mirrors and what they make (4), and swapping
the colours that the border has not (2). None of the 8 but doing nothing keeps a filling: a
mirror or a half turn leaves no cell where it is, so the square of only the border's colour,
which every one of them leaves unchanged, would lie on two cells; and the swap alone turns the
square of one colour into the square of the other."""

MACMAHON_PARTS = 6
ROOTS = 1000
BRENDAN_PARTS = 16
BEGUN_CELLS = 4
MOST = 10**6

LOOK = "pipeline/judges/tile_halves.py, pipeline/tiles/solve.py"
LOOK_BRENDAN = "pipeline/judges/tiles.py, pipeline/tiles/solve.py; fillings are in states.parquet"

STATES = pa.schema(
    [
        pa.field("set", pa.string(), nullable=False),
        pa.field("tiles", pa.list_(pa.int64()), nullable=False),
        pa.field("turns", pa.list_(pa.int64()), nullable=False),
        pa.field("verdict", pa.string(), nullable=False),
        pa.field("broken", pa.string()),
    ]
)
"""One row a filling that the engine lists: tiles (numbers from 0) and quarter turns by cell,
``legal`` or ``illegal`` by the judge, and the rule that it breaks."""


class TilesSettings(AuditConfig):
    """Which of MacMahon's boards, and whether the long count of placements."""

    boards: tuple[Literal["4x6", "3x8", "2x12"], ...] = ("4x6", "3x8", "2x12")
    """Rows and columns."""
    brendan: bool = True
    """Also count all placements of brendan_06x06 (two minutes of plain Python)."""


def judge_macmahon(board: str, part: int) -> Finding:
    """Fillings with some of the seams, by meeting in the middle."""
    rows, columns = map(int, board.split("x"))
    halves = tile_halves.Halves(rows, columns, tile_halves.all_squares(COLOURS), BORDER)
    seams = sorted(halves.seams())
    size = -(-len(seams) // MACMAHON_PARTS)
    found = halves.count(seams[part * size : (part + 1) * size])
    return Finding({"fillings": found}, halves.states)


def ask_macmahon(board: str, part: int) -> Finding:
    """Fillings that look different below some of the roots, by the engine.

    The board lies on its side, where its rows are short, and one of each two fillings that are
    half turns of each other is counted twice.
    """
    columns, rows = map(int, board.split("x"))
    tile_set = macmahon(rows, columns)
    allowed, turns = solve.one_of_each_rotation(tile_set)
    allowed &= solve.distinct_turns(tile_set)
    roots = [
        root
        for root in solve.split(tile_set, ROOTS)[0]
        if all(allowed[tile] >> turned & 1 for tile, turned in root)
    ]
    counts, finished = solve.placements(
        tile_set, allowed=allowed, roots=roots[part::MACMAHON_PARTS]
    )
    found = int(counts[-1]) * turns if finished else -1
    return Finding({"fillings": found}, int(counts.sum()))


def compare_squares() -> Finding:
    """The squares that the judge and the engine's set have in common, up to rotation."""
    tile_set = macmahon()
    ours = {
        min(tile_halves.looks((north, east, south, west)))
        for north, east, south, west in (
            tuple(tile_set.labels[edge] for edge in least_turn(tile)) for tile in tile_set.tiles
        )
    }
    judged = tile_halves.all_squares(COLOURS)
    return Finding({"squares": len(judged), "in common": len(ours & set(judged))}, len(judged))


def judge_brendan(part: int) -> Finding:
    """All fillings below some of the roots, and every placement on the way."""
    rules, tiles = _for_judge(brendan())
    counts = [0] * len(tiles)
    before = counts if part == 0 else None  # the placements of the roots count once
    roots = list(judge.fillings(rules, tiles, before, cells=BEGUN_CELLS))
    boards = [
        filling
        for root in roots[part::BRENDAN_PARTS]
        for filling in judge.fillings(rules, tiles, counts, begun=root)
    ]
    return Finding({"placements": sum(counts), "boards": boards}, sum(counts))


def ask_brendan() -> Finding:
    """The engine's counts, and its fillings as the judge sees them."""
    tile_set = brendan()
    count = solve.count(tile_set)
    rules, tiles = _for_judge(tile_set)
    listed, _, _ = solve.fillings(tile_set, MOST)
    broken = [judge.broken_rule(rules, judge.laid_tiles(tiles, list(board))) for board in listed]
    states = pa.table(
        {
            "set": ["brendan"] * len(listed),
            "tiles": [[tile for tile, _ in board] for board in listed],
            "turns": [[turns for _, turns in board] for board in listed],
            "verdict": ["illegal" if rule else "legal" for rule in broken],
            "broken": broken,
        },
        schema=STATES,
    )
    found = {
        "fillings": count.raw,
        "up to rotation": count.up_to_rotation,
        "placements": count.nodes,
        "listed": len(listed),
        "illegal": len(broken) - broken.count(None),
    }
    return Finding(found, count.nodes, states)


def _for_judge(tile_set: TileSet) -> tuple[judge.Rules, list[list[str]]]:
    """A set in the judge's words, by the labels as they are written."""
    label = tile_set.labels
    mates = {
        label[a]: None if mate is None else label[mate] for a, mate in enumerate(tile_set.mates)
    }
    sides = (None if side is None else label[side] for side in tile_set.sides)
    border = dict(zip(("north", "east", "south", "west"), sides, strict=True))
    tiles = [[label[edge] for edge in tile] for tile in tile_set.tiles]
    return judge.Rules(tile_set.rows, tile_set.columns, mates, border), tiles


def parts(settings: TilesSettings) -> Sequence[Part]:
    """Long ones first, so that no worker is left alone at the end."""
    pieces = [(board, part) for board in settings.boards for part in range(MACMAHON_PARTS)]
    long = range(BRENDAN_PARTS) if settings.brendan else []
    return [
        *(Part("engine {} {}".format(*piece), ask_macmahon, piece) for piece in pieces),
        *(Part(f"judge brendan {part}", judge_brendan, (part,)) for part in long),
        *(Part("judge {} {}".format(*piece), judge_macmahon, piece) for piece in pieces),
        *([Part("engine brendan", ask_brendan)] if settings.brendan else []),
        Part("squares", compare_squares),
    ]


def claims(settings: TilesSettings, facts: Facts, findings: Findings) -> Sequence[Claim]:
    """Judge and engine both count what is known."""
    squares = findings["squares"]
    stated = [
        claim("MacMahon's squares, by the judge", facts["macmahon: squares"],
              squares.facts["squares"], states=squares.examined, look_at=LOOK),
        claim("squares that judge and engine have in common", facts["macmahon: squares"],
              squares.facts["in common"], states=squares.examined,
              look_at="macmahon() in pipeline/tiles/fixtures.py"),
    ]  # fmt: skip
    for board in settings.boards:
        stated += _of_macmahon(board, facts, findings)
    if settings.brendan:
        stated += _of_brendan(facts, findings)
    return stated


def _of_macmahon(board: str, facts: Facts, findings: Findings) -> Iterator[Claim]:
    known = facts[f"macmahon {board}: fillings"]
    for who in ("judge", "engine"):
        prefix = f"{who} {board} "
        yield claim(
            f"fillings of {board} with MacMahon's squares and a border of one colour, by the {who}",
            known, findings.total("fillings", prefix),
            states=findings.examined(prefix), look_at=LOOK,
        )  # fmt: skip
    if board == "4x6":
        states = findings.examined("judge 4x6 ")
        number, rest = divmod(findings.total("fillings", "judge 4x6 "), SYMMETRIES)
        yield claim(
            "fillings of 4x6 up to mirrors, half turns and swapping the two other colours",
            facts["macmahon 4x6: up to symmetry"], number if not rest else f"{number} and {rest}/8",
            states=states, look_at=LOOK,
        )  # fmt: skip
        quoted = int(facts["macmahon 4x6: as often quoted"])
        yield claim(
            f"the number {quoted:,} that is often quoted is what the judge counts",
            facts["macmahon 4x6: the quoted number holds"], number == quoted and not rest,
            states=states, look_at=LOOK,
        )  # fmt: skip


def _of_brendan(facts: Facts, findings: Findings) -> Iterator[Claim]:
    engine = findings["engine brendan"]
    prefix = "judge brendan "
    boards = [board for found in findings.starting(prefix) for board in found.facts["boards"]]
    judged = {
        "fillings": len(boards),
        "up to rotation": _up_to_rotation(boards),
        "placements": findings.total("placements", prefix),
    }
    for name, number in judged.items():
        yield claim(f"brendan_06x06, {name}, by the judge", facts[f"brendan: {name}"], number,
                    states=findings.examined(prefix), look_at=LOOK_BRENDAN)  # fmt: skip
        yield claim(f"brendan_06x06, {name}, by the engine", facts[f"brendan: {name}"],
                    engine.facts[name], states=engine.examined, look_at=LOOK_BRENDAN)  # fmt: skip
    yield claim("fillings that the engine lists", facts["brendan: fillings"],
                engine.facts["listed"], states=engine.examined, look_at=LOOK_BRENDAN)  # fmt: skip
    yield claim("fillings that the engine lists and the judge finds illegal", None,
                engine.facts["illegal"], expected=0, states=engine.facts["listed"],
                look_at="states.parquet: filter verdict == 'illegal'")  # fmt: skip


def _up_to_rotation(boards: Sequence[Sequence[Any]]) -> int:
    """How many of the fillings are no rotations of each other, by the judge's own turns."""
    rules, tiles = _for_judge(brendan())
    laid = (judge.laid_tiles(tiles, [(tile, turns) for tile, turns in board]) for board in boards)
    return len({frozenset(judge.rotations(rules, board)) for board in laid})


def remarks(settings: TilesSettings, facts: Facts, findings: Findings) -> Sequence[str]:
    """MacMahon's number as it is quoted and as it is."""
    if "4x6" not in settings.boards:
        return []
    total = findings.total("fillings", "judge 4x6 ")
    quoted = facts["macmahon 4x6: as often quoted"]
    return [
        f"MacMahon's squares on 4x6: the judge counts {total:,} fillings with the border's colour "
        f"chosen, which is {SYMMETRIES} x {total / SYMMETRIES:,.10g}. Often quoted is "
        f"{int(quoted):,} ({quoted.source})."
    ]


def prepare(settings: TilesSettings) -> None:
    """Compile the engine."""
    ask_brendan()
    tile_set = macmahon(12, 2)
    roots = solve.split(tile_set, 1)[0][:1]
    solve.placements(tile_set, allowed=solve.distinct_turns(tile_set), roots=roots, budget=1)


AUDIT = Audit(
    name="tiles",
    title="Edge-matching squares: MacMahon's 24 and brendan_06x06",
    judge="pipeline.judges.tile_halves, pipeline.judges.tiles",
    engine="pipeline.tiles.solve",
    settings=TilesSettings,
    parts=parts,
    claims=claims,
    prepare=prepare,
    remarks=remarks,
)
