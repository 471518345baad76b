"""Audit of the rules' tables: cages and thermometers, by trying all digits."""

from collections.abc import Sequence
from itertools import combinations
from typing import Annotated

import pyarrow as pa
from pydantic import Field

from pipeline.audit.facts import Facts
from pipeline.audit.model import Audit, AuditConfig, Claim, Finding, Findings, Part, claim
from pipeline.judges import rule_tables as judge
from pipeline.sudoku.rules.killer import Cage, Killer, cage_combinations, reach
from pipeline.sudoku.rules.thermometers import Thermometers

LOOK_CAGES = "pipeline/sudoku/rules/killer.py; the differing states are in states.parquet"
LOOK_THERMOMETERS = "pipeline/sudoku/rules/thermometers.py; see states.parquet"

STATES = pa.schema(
    [
        pa.field("kind", pa.string(), nullable=False),
        pa.field("size", pa.int64(), nullable=False),
        pa.field("state", pa.string(), nullable=False),
        pa.field("judge", pa.string(), nullable=False),
        pa.field("rule", pa.string(), nullable=False),
        pa.field("verdict", pa.string(), nullable=False),
        pa.field("broken", pa.string()),
    ]
)
"""One row a question: what the judge and the rule answered, ``same`` or ``different``."""


class RuleTablesSettings(AuditConfig):
    """How far the brute force goes."""

    largest: Annotated[int, Field(ge=4, le=9)] = 9
    """Digits run from 1 to 4, 5, ... up to this."""
    filled_cells: Annotated[int, Field(ge=1, le=4)] = 4
    """Partly filled cages of up to so many cells."""


Answer = tuple[str, object, object]


def compare_sets(size: int) -> Finding:
    """The digit sets of every number of cells and every total that can be asked."""
    table = judge.digit_sets(size)
    answers: list[Answer] = []
    for cells in range(1, size + 1):
        for total in range(cells * size + 1):
            judged = sorted(table.get((cells, total), []))
            answers.append(
                (f"{cells} cells, total {total}", judged,
                 sorted(cage_combinations(size, cells, total)))
            )  # fmt: skip
    found = {"pairs": len(table), "sets": sum(map(len, table.values()))}
    return _compared("digit sets", size, answers, found)


def compare_reach(size: int, cells: int) -> Finding:
    """Least and greatest sums of every partly filled cage, and the digits that they leave."""
    answers: list[Answer] = []
    grid = [0] * (size * size)
    for placed in judge.partly_filled(size, cells):
        judged = judge.reach(size, cells, placed)
        free = [digit for digit in range(1, size + 1) if digit not in placed]
        bounds = reach(free, cells - len(placed))
        ours = bounds and (bounds[0] + sum(placed), bounds[1] + sum(placed))
        name = f"{cells} cells, placed {list(placed)}"
        answers.append((name, judged, ours))
        grid[:cells] = [*placed, *[0] * (cells - len(placed))]
        for total in range(*(judged[0] - 1, judged[1] + 2) if judged else (0, 0)):
            rule = Killer(size, (Cage(tuple(range(cells)), total),))
            kept = set(rule.candidates(grid, cells - 1))
            judged_kept = judge.enclosing_digits(size, cells, placed, total)
            answers.append((f"{name}, total {total}: digits", judged_kept, kept))
            lost = judge.cage_digits(size, cells, placed, total) - kept
            answers.append((f"{name}, total {total}: possible digits lost", set(), lost))
    return _compared("reach", size, answers, {})


def compare_thermometers(size: int, length: int) -> Finding:
    """What may stand at every position: nothing filled, one cell filled, two cells filled."""
    answers: list[Answer] = []
    cells = tuple(range(length))
    rule = Thermometers(size, (cells,))
    filled: list[dict[int, int]] = [{}]
    filled += [{p: d} for p in cells for d in range(1, size + 1)]
    filled += [
        {p: d, q: e}
        for p, q in combinations(cells, 2)
        for d in range(1, size + 1)
        for e in range(1, size + 1)
    ]
    for given in filled:
        judged = judge.thermometer_digits(size, length, given)
        if not judged[0]:
            continue  # such cells break the rule: there are no digits to compare
        grid = [0] * (size * size)
        for position, digit in given.items():
            grid[position] = digit
        ours = [set(rule.candidates(grid, position)) for position in cells]
        for position in cells:
            if position not in given:
                name = f"length {length}, filled {given}, position {position}"
                answers.append((name, judged[position], ours[position]))
    return _compared("thermometer", size, answers, {})


def _compared(kind: str, size: int, answers: list[Answer], found: dict[str, int]) -> Finding:
    same = [judged == ours for _, judged, ours in answers]
    columns = {
        "kind": [kind] * len(answers),
        "size": [size] * len(answers),
        "state": [name for name, _, _ in answers],
        "judge": [_text(judged) for _, judged, _ in answers],
        "rule": [_text(ours) for _, _, ours in answers],
        "verdict": ["same" if each else "different" for each in same],
        "broken": [None if each else kind for each in same],
    }
    states = pa.table(columns, schema=STATES)
    return Finding({**found, "different": same.count(False)}, len(answers), states)


def _text(answer: object) -> str:
    return str(sorted(answer)) if isinstance(answer, set) else str(answer)


def parts(settings: RuleTablesSettings) -> Sequence[Part]:
    """A part for each size and length."""
    sizes = range(4, settings.largest + 1)
    return [
        *(Part(f"sets {size}", compare_sets, (size,)) for size in sizes),
        *(
            Part(f"reach {size} {cells}", compare_reach, (size, cells))
            for size in reversed(sizes)
            for cells in range(1, settings.filled_cells + 1)
        ),
        *(
            Part(f"thermometer {size} {length}", compare_thermometers, (size, length))
            for size in sizes
            for length in range(2, size + 1)
        ),
    ]


def claims(settings: RuleTablesSettings, facts: Facts, findings: Findings) -> Sequence[Claim]:
    """The rules' tables are those of the brute force."""
    stated = []
    if settings.largest == 9:
        nine = findings["sets 9"]
        stated = [
            claim(f"{what} for digits 1 to 9", facts[f"{what} for digits 1 to 9"],
                  nine.facts[short], states=2**9, look_at="pipeline/judges/rule_tables.py")
            for what, short in (("pairs of size and total", "pairs"), ("digit sets", "sets"))
        ]  # fmt: skip
    kinds = {
        "sets ": ("digit sets of cages that differ from brute force", LOOK_CAGES),
        "reach ": ("sums and digits of partly filled cages that differ", LOOK_CAGES),
        "thermometer ": ("digits on thermometers that differ", LOOK_THERMOMETERS),
    }
    for prefix, (text, look) in kinds.items():
        stated.append(
            claim(text, None, findings.total("different", prefix), expected=0,
                  states=findings.examined(prefix), look_at=look)
        )  # fmt: skip
    return stated


AUDIT = Audit(
    name="rule-tables",
    title="Cages and thermometers: the rules' tables by brute force",
    judge="pipeline.judges.rule_tables",
    engine="pipeline.sudoku.rules.killer, pipeline.sudoku.rules.thermometers",
    settings=RuleTablesSettings,
    parts=parts,
    claims=claims,
)
