"""Audit of the number of all grids: recounted, and held against the sampler's own weights."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from pipeline.audit.facts import Facts
from pipeline.audit.model import Audit, AuditConfig, Claim, Finding, Findings, Part, claim
from pipeline.judges import big_numbers as judge

LOOK_JUDGE = "pipeline/judges/big_numbers.py"
LOOK_ENGINE = "pipeline/sudoku/engine/uniform_tables.py"


class BigNumbersSettings(AuditConfig):
    """How the table of bands is cut."""

    at_once: Annotated[int, Field(ge=1, le=280)] = 20
    """Partitions of the second box that one part counts."""


def count_bands(start: int, stop: int) -> Finding:
    """Rows ``start .. stop-1`` of the table A(standard, q, r)."""
    partitions = judge.partitions()
    rows = []
    for second in partitions[start:stop]:
        counts = judge.count_bands(second)
        rows.append([counts[third] for third in partitions])
    return Finding({"rows": rows}, (stop - start) * len(partitions))


def ask_engine() -> Finding:
    """The same numbers as the sampler of uniform grids has them in its tables."""
    from pipeline.sudoku.engine.uniform_tables import uniform_tables

    tables = uniform_tables()
    first_boxes = len(judge.partitions()) * judge.COLUMN_ORDERS
    arrangements = sum(map(int, tables.arrangement_count))  # up to the order of a band's rows
    found = {
        "grids": first_boxes * 6**3 * int(tables.orbit_weight[-1]),
        "bands": first_boxes * 6 * arrangements,
        "classes": len(tables.orbit_scale),
    }
    return Finding(found, len(tables.arrangement_count))


def parts(settings: BigNumbersSettings) -> Sequence[Part]:
    """The table row by row, and the engine."""
    starts = range(0, 280, settings.at_once)
    return [
        *(
            Part(f"bands {start}", count_bands, (start, min(start + settings.at_once, 280)))
            for start in starts
        ),
        Part("engine", ask_engine),
    ]


def claims(settings: BigNumbersSettings, facts: Facts, findings: Findings) -> Sequence[Claim]:
    """Judge and engine come to the published numbers."""
    table = [row for found in findings.starting("bands ") for row in found.facts["rows"]]
    recount = judge.Recount(table)
    classes = recount.classes()
    below = {(q, r): recount.completions(q, r) for q, r, _ in classes}
    orders = 280 * judge.COLUMN_ORDERS
    grids = orders * sum(members * table[q][r] * below[q, r] for q, r, members in classes)
    engine, states = findings["engine"], findings.examined("bands ")
    return [
        claim("bands", facts["bands"], recount.all_bands(), states=states, look_at=LOOK_JUDGE),
        claim("classes of bands", facts["classes of bands"], len(classes),
              states=states, look_at=LOOK_JUDGE),
        claim("classes of bands that differ in how often they can be completed",
              facts["classes of bands"], len(set(below.values())),
              states=len(classes), look_at=LOOK_JUDGE),
        claim("grids", facts["grids"], grids, states=states, look_at=LOOK_JUDGE),
        claim("bands by the sampler's tables", facts["bands"], engine.facts["bands"],
              states=engine.examined, look_at=LOOK_ENGINE),
        claim("classes in the sampler's tables", facts["classes of bands"],
              engine.facts["classes"], states=engine.examined, look_at=LOOK_ENGINE),
        claim("grids by the sampler's weights", facts["grids"], engine.facts["grids"],
              states=engine.examined, look_at=LOOK_ENGINE),
    ]  # fmt: skip


def prepare(settings: BigNumbersSettings) -> None:
    """Compile the tables' kernels."""
    ask_engine()


AUDIT = Audit(
    name="big-numbers",
    title="6,670,903,752,021,072,936,960 grids, recounted",
    judge="pipeline.judges.big_numbers",
    engine="pipeline.sudoku.engine.uniform_tables",
    settings=BigNumbersSettings,
    parts=parts,
    claims=claims,
    prepare=prepare,
)
