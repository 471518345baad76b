"""Audit of small sudoku worlds: all grids, puzzles and layouts, by the judge and the engine."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations
from typing import Annotated, Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pydantic import Field

from pipeline.audit.facts import Facts
from pipeline.audit.model import Audit, AuditConfig, Claim, Finding, Findings, Part, claim
from pipeline.judges import small_sudoku as judge
from pipeline.sudoku.board import Board, regions_from_text
from pipeline.sudoku.canonical.variants import fingerprints, solution_classes
from pipeline.sudoku.engine.general import CompiledRules, compile_rules
from pipeline.sudoku.puzzle import Puzzle
from pipeline.sudoku.rules.groups import Diagonals, board_rules
from pipeline.sudoku.rules.protocol import Rule

BOXES = {4: (2, 2), 6: (2, 3)}
PATTERNS = 1 << 16
ENOUGH = 10**12
"""More solutions, and more guesses, than any of these boards has."""

LAYOUTS_AT_ONCE = 500
LOOK = "pipeline/judges/small_sudoku.py, pipeline/sudoku/engine/general.py"
LOOK_CLASSES = "classes() in pipeline/judges/small_sudoku.py, pipeline/sudoku/canonical/variants.py"

STATES = pa.schema(
    [
        pa.field("size", pa.int64(), nullable=False),
        pa.field("layout", pa.string(), nullable=False),
        pa.field("judge", pa.int64(), nullable=False),
        pa.field("engine", pa.int64(), nullable=False),
        pa.field("verdict", pa.string(), nullable=False),
        pa.field("broken", pa.string()),
    ]
)
"""One row a jigsaw layout: its fills by the judge and by the engine, ``same`` or ``different``."""

Digits = NDArray[np.uint8]


class SmallWorldsSettings(AuditConfig):
    """How large a small world may be."""

    largest: Annotated[int, Field(ge=4, le=6)] = 6
    """4 examines the 4x4 boards, 5 the 5x5 layouts as well, 6 the 6x6 grids as well."""


def judge_grids(size: int) -> Finding:
    """Grids, those with both diagonals, and classes: from those with the first row 1 .. N."""
    found = judge.grids(size, BOXES[size], first_row=judge.DIGITS[:size])
    renamings = len(list(permutations(range(size))))
    moves = [judge.with_renaming(move, size) for move in judge.moves_of_cells(size, BOXES[size])]
    counts = {
        "grids": len(found) * renamings,
        "classes": len(judge.classes(found, moves)),
        "with both diagonals": len(judge.on_diagonals(size, found)) * renamings,
    }
    return Finding(counts, len(found))


def judge_puzzles() -> Finding:
    """Every pattern of givens of every 4x4 grid: proper ones, minimal ones and their classes."""
    grids = judge.grids(4, BOXES[4])
    proper: Counter[int] = Counter()
    minimal: list[str] = []
    for grid in grids:
        patterns = judge.proper_patterns(grid, grids)
        proper += judge.by_givens(patterns)
        minimal += judge.puzzles(grid, judge.minimal_patterns(patterns))
    moves = [*judge.moves_of_cells(4, BOXES[4]), *judge.moves_of_digits(4)]
    classes = [members[0] for members in judge.classes(minimal, moves)]
    return _puzzles_found(
        proper, Counter(map(_givens, minimal)), Counter(map(_givens, classes)),
        len(grids) * PATTERNS,
    )  # fmt: skip


def _givens(puzzle: str) -> int:
    return len(puzzle) - puzzle.count(".")


def _puzzles_found(
    proper: Counter[int], minimal: Counter[int], classes: Counter[int], examined: int
) -> Finding:
    """The three numbers by givens (as text: JSON has no other keys) and in all."""
    found: dict[str, Any] = {}
    for name, counts in (
        ("proper", proper), ("minimal", minimal), ("minimal classes", classes)
    ):  # fmt: skip
        found[name] = counts.total()
        found[f"{name} by givens"] = {str(k): counts[k] for k in sorted(counts)}
    return Finding(found, examined)


def ask_grids(size: int) -> Finding:
    """Grids with both diagonals, all; and the classes of the grids with the first row 1 .. N."""
    board = _board(size)
    first = np.zeros(size * size, np.uint8)
    first[:size] = range(1, size + 1)
    grids = _solutions(_compiled(size), first)
    crossed = compile_rules(size, _propagators([*board_rules(board), Diagonals(size)]))
    counts = {
        "classes": len(np.unique(solution_classes([board] * len(grids), grids), axis=0)),
        "with both diagonals": _count(crossed, np.zeros(size * size, np.uint8)),
    }
    return Finding(counts, len(grids))


def count_grids(size: int, corner: int) -> Finding:
    """All grids with one digit in the first cell, for each first row on its own."""
    rows = [row for row in permutations(range(1, size + 1)) if row[0] == corner]
    givens = np.zeros((len(rows), size * size), np.uint8)
    givens[:, :size] = rows
    grids = _count(_compiled(size), givens)
    return Finding({"grids": grids}, grids)


def ask_puzzles() -> Finding:
    """The same numbers as the judge's from one grid of each class, as its solver sees them.

    Grids of one class have equally many puzzles of each kind, so each count is multiplied
    by the size of its class.
    """
    grids = _solutions(_compiled(4), np.zeros(16, np.uint8))
    kinds = solution_classes([_board(4)] * len(grids), grids)
    _, first, sizes = np.unique(kinds, axis=0, return_index=True, return_counts=True)
    patterns = (np.arange(PATTERNS)[:, None] >> np.arange(16) & 1).astype(np.uint8)
    proper, minimal, classes = (Counter[int]() for _ in range(3))
    seen: set[bytes] = set()
    for grid, size in zip(grids[first], sizes.tolist(), strict=True):
        unique = _is_unique(patterns * grid)
        smallest = patterns[_is_minimal(unique)] * grid
        for givens in patterns[unique].sum(axis=1).tolist():
            proper[givens] += size
        puzzles = [Puzzle.on(_board(4), givens=row) for row in smallest.tolist()]
        keys = fingerprints(puzzles, np.repeat(grid[None], len(puzzles), axis=0))
        for row, key in zip(smallest, keys, strict=True):
            givens = int(np.count_nonzero(row))
            minimal[givens] += size
            classes[givens] += key.tobytes() not in seen
            seen.add(key.tobytes())
    return _puzzles_found(proper, minimal, classes, len(sizes) * PATTERNS)


def _is_unique(puzzles: Digits) -> NDArray[np.bool_]:
    """Which of the puzzles the engine finds to have exactly one solution."""
    answer = _compiled(4).count(puzzles, limit=2)
    unique: NDArray[np.bool_] = answer.decided & (answer.counts == 1)
    return unique


def _is_minimal(unique: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """By pattern: unique, and without each one of its givens not."""
    patterns = np.arange(PATTERNS)
    minimal = unique.copy()
    for cell in range(16):
        given = (patterns >> cell & 1).astype(bool)
        minimal &= ~(given & unique[patterns & ~(1 << cell)])
    return minimal


def compare_layouts(size: int, start: int) -> Finding:
    """The fills of the layouts from number ``start`` on, by both."""
    layouts = judge.layouts(size)
    chosen = layouts[start : start + LAYOUTS_AT_ONCE]
    fills = judge.Fills(size)
    judged = [fills.count(layout) for layout in chosen]
    counted = [_fills_by_engine(size, layout) for layout in chosen]
    same = [a == b for a, b in zip(judged, counted, strict=True)]
    columns = {
        "size": [size] * len(chosen),
        "layout": chosen,
        "judge": judged,
        "engine": counted,
        "verdict": ["same" if each else "different" for each in same],
        "broken": [None if each else "number of fills" for each in same],
    }
    found = {"layouts": len(chosen)}
    for who, numbers in (("judge", judged), ("engine", counted)):
        found[f"{who}: fills"], found[f"{who}: unfillable"] = sum(numbers), numbers.count(0)
    return Finding(found, sum(judged), pa.table(columns, schema=STATES))


def _fills_by_engine(size: int, layout: str) -> int:
    board = Board.jigsaw(size, regions_from_text(layout, size))
    rules = compile_rules(size, _propagators(board_rules(board)))
    return _count(rules, np.zeros(size * size, np.uint8))


def _board(size: int) -> Board:
    return Board(size, BOXES[size], None)


def _propagators(rules: Sequence[Rule]) -> list[Any]:
    return [each for rule in rules for each in rule.propagators()]


@cache
def _compiled(size: int) -> CompiledRules:
    return compile_rules(size, _propagators(board_rules(_board(size))))


def _count(rules: CompiledRules, givens: Digits) -> int:
    """Solutions of one board or of several in all; -1 where the engine gave up."""
    answer = rules.count(givens, limit=ENOUGH, budget=ENOUGH)
    return int(answer.counts.sum()) if answer.decided.all() else -1


def _solutions(rules: CompiledRules, givens: Digits) -> Digits:
    """All solutions of one board."""
    number = max(0, _count(rules, givens))
    found: Digits = rules.solve(givens, limit=number + 1, budget=ENOUGH).solutions[0][:number]
    return found


def parts(settings: SmallWorldsSettings) -> Sequence[Part]:
    """Long ones first, so that no worker is left alone at the end."""
    sizes = [size for size in (6, 4) if size <= settings.largest]
    layouts = [(5, start) for start in range(0, 4500, LAYOUTS_AT_ONCE)]
    layouts = [*(layouts if settings.largest >= 5 else []), (4, 0)]
    return [
        *(
            Part(f"grids {size} {corner}", count_grids, (size, corner))
            for size in sizes
            for corner in range(1, size + 1)
        ),
        *(Part(f"engine {size}", ask_grids, (size,)) for size in sizes),
        *(Part(f"layouts {size} {start}", compare_layouts, (size, start))
          for size, start in layouts),
        *(Part(f"judge {size}", judge_grids, (size,)) for size in sizes),
        Part("judge puzzles", judge_puzzles),
        Part("engine puzzles", ask_puzzles),
    ]  # fmt: skip


def claims(settings: SmallWorldsSettings, facts: Facts, findings: Findings) -> Sequence[Claim]:
    """Judge and engine both count what is known."""
    stated: list[Claim] = []
    for size in (4, 6):
        if size <= settings.largest:
            stated += _of_grids(size, facts, findings)
    stated += _of_puzzles(facts, findings)
    for size in (4, 5):
        if size <= settings.largest:
            stated += _of_layouts(size, facts, findings)
    return stated


def _of_grids(size: int, facts: Facts, findings: Findings) -> Iterator[Claim]:
    judged = findings[f"judge {size}"]
    asked = findings[f"engine {size}"].facts
    counted = {"grids": findings.total("grids", f"grids {size} "), **asked}
    names = {
        "grids": f"grids {size}x{size}",
        "classes": f"classes of grids {size}x{size}",
        "with both diagonals": f"grids {size}x{size} with both diagonals",
    }
    for short, name in names.items():
        look = LOOK_CLASSES if short == "classes" else LOOK
        for who, numbers in (("judge", judged.facts), ("engine", counted)):
            yield claim(f"{name}, by the {who}", facts[name], numbers[short],
                        states=judged.examined, look_at=look)  # fmt: skip


def _of_puzzles(facts: Facts, findings: Findings) -> Iterator[Claim]:
    names = {
        "proper": "proper puzzles 4x4",
        "minimal": "minimal puzzles 4x4",
        "minimal classes": "classes of minimal puzzles 4x4",
    }
    for who in ("judge", "engine"):
        found = findings[f"{who} puzzles"]
        for short, name in names.items():
            look = LOOK_CLASSES if short == "minimal classes" else LOOK
            yield claim(f"{name}, by the {who}", facts[name], found.facts[short],
                        states=found.examined, look_at=look)  # fmt: skip
            # One claim for the whole list, so that a count of givens nobody expects shows, too.
            known = facts.starting(f"{name} with ")
            yield Claim(
                f"{name} by number of givens, by the {who}",
                _list({givens: int(fact) for givens, fact in known.items()}),
                "; ".join(dict.fromkeys(fact.source for fact in known.values())),
                _list(found.facts[f"{short} by givens"]),
                found.examined,
                look,
            )
    printed = facts["proper puzzles 4x4, as printed"]
    judged = findings["judge puzzles"]
    yield claim(
        f"the printed number {int(printed):,} of proper puzzles 4x4 is what the judge counts",
        facts["the printed number of proper puzzles 4x4 holds"],
        judged.facts["proper"] == int(printed),
        states=judged.examined, look_at=LOOK,
    )  # fmt: skip


def _list(by_givens: dict[str, int]) -> str:
    return ", ".join(f"{givens}: {by_givens[givens]}" for givens in sorted(by_givens, key=int))


def _of_layouts(size: int, facts: Facts, findings: Findings) -> Iterator[Claim]:
    prefix, shape = f"layouts {size} ", f"{size}x{size}"
    states = findings.examined(prefix)
    look = f"states.parquet: filter size == {size}; {LOOK}"
    yield claim(f"jigsaw layouts {shape}, by the judge", facts[f"layouts {shape}"],
                findings.total("layouts", prefix), states=states, look_at=look)  # fmt: skip
    for short, name in (
        ("fills", f"filled layouts {shape}"), ("unfillable", f"unfillable layouts {shape}")
    ):  # fmt: skip
        for who in ("judge", "engine"):
            yield claim(f"{name}, by the {who}", facts[name],
                        findings.total(f"{who}: {short}", prefix),
                        states=states, look_at=look)  # fmt: skip
    different = [
        row["layout"]
        for found in findings.starting(prefix)
        if found.states is not None
        for row in found.states.to_pylist()
        if row["verdict"] != "same"
    ]
    yield claim(f"layouts {shape} whose fills by judge and engine differ", None, len(different),
                expected=0, states=states, look_at=f"{different[:3]}: {look}")  # fmt: skip


def remarks(settings: SmallWorldsSettings, facts: Facts, findings: Findings) -> Sequence[str]:
    """Both numbers of proper puzzles, the printed one and the one found."""
    printed = facts["proper puzzles 4x4, as printed"]
    judged = findings["judge puzzles"].facts["proper"]
    engine = findings["engine puzzles"].facts["proper"]
    return [
        f"Proper 4x4 puzzles: the judge counts {judged:,}, the engine {engine:,}; "
        f"{int(printed):,} is printed ({printed.source})."
    ]


def prepare(settings: SmallWorldsSettings) -> None:
    """Compile the engine and the canonical forms."""
    ask_puzzles()


AUDIT = Audit(
    name="small-worlds",
    title="Small sudoku worlds: all grids, puzzles and jigsaw layouts",
    judge="pipeline.judges.small_sudoku",
    engine="pipeline.sudoku.engine.general, pipeline.sudoku.canonical.variants",
    settings=SmallWorldsSettings,
    parts=parts,
    claims=claims,
    prepare=prepare,
    remarks=remarks,
)
