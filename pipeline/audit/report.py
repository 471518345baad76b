"""An audit's report: ``claims.parquet``, ``states.parquet`` and a page that a person reads."""

import platform
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from itertools import chain
from pathlib import Path

import pyarrow as pa

from pipeline.audit.model import Audit, Claim, Findings
from pipeline.corpus.store import write_tables, write_text

CLAIMS = pa.schema(
    [
        pa.field("audit", pa.string(), nullable=False),
        pa.field("run_id", pa.string(), nullable=False),
        pa.field("claim", pa.string(), nullable=False),
        pa.field("expected", pa.string(), nullable=False),
        pa.field("source", pa.string(), nullable=False),
        pa.field("observed", pa.string(), nullable=False),
        pa.field("states", pa.int64(), nullable=False),
        pa.field("passed", pa.bool_()),
        pa.field("judge", pa.string(), nullable=False),
        pa.field("engine", pa.string(), nullable=False),
        pa.field("seconds", pa.float64(), nullable=False),
        pa.field("engine_version", pa.string(), nullable=False),
        pa.field("versions", pa.string(), nullable=False),
        pa.field("finished", pa.string(), nullable=False),
    ]
)
"""Columns of ``claims.parquet``, one row a claim; numbers are decimal text, as some of them
fit no integer type. ``passed`` is null where nothing was examined, and ``observed`` says why.
``seconds`` is what the whole audit took."""


@dataclass(frozen=True)
class Report:
    """What one run of an audit came to."""

    audit: Audit
    run_id: str
    claims: Sequence[Claim]
    remarks: Sequence[str]
    seconds: float
    engine_version: str
    finished: str
    folder: Path
    findings: Findings

    @property
    def failed(self) -> list[Claim]:
        """The claims that do not hold. An audit that claims nothing has failed, too."""
        return [claim for claim in self.claims if claim.passed is False]

    @property
    def passed(self) -> bool:
        """Does everything hold that was examined, and was anything examined?"""
        return not self.failed and any(claim.passed for claim in self.claims)

    def table(self) -> pa.Table:
        """The rows of ``claims.parquet``."""
        audit, count = self.audit, len(self.claims)
        columns = {
            "audit": [audit.name] * count,
            "run_id": [self.run_id] * count,
            "claim": [claim.text for claim in self.claims],
            "expected": [claim.expected for claim in self.claims],
            "source": [claim.source for claim in self.claims],
            "observed": [claim.observed for claim in self.claims],
            "states": [claim.states for claim in self.claims],
            "passed": [claim.passed for claim in self.claims],
            "judge": [audit.judge] * count,
            "engine": [audit.engine] * count,
            "seconds": [round(self.seconds, 3)] * count,
            "engine_version": [self.engine_version] * count,
            "versions": [versions()] * count,
            "finished": [self.finished] * count,
        }
        return pa.table(columns, schema=CLAIMS)

    def page(self) -> str:
        """``report.md``."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        holding = sum(1 for claim in self.claims if claim.passed)
        yield f"# {self.audit.title}"
        yield ""
        verdict = "PASSED" if self.passed else "FAILED"
        skipped = len(self.claims) - holding - len(self.failed)
        yield f"**{verdict}**: {holding} of {len(self.claims)} claims hold" + (
            f", {skipped} not run." if skipped else "."
        )
        yield f"Run {self.run_id}, {self.finished}, {self.seconds:.1f} s."
        yield f"Engine {self.engine_version}; {versions()}."
        yield f"Judge: `{self.audit.judge}`. Judged: `{self.audit.engine}`."
        yield ""
        yield "| | claim | expected | observed | states examined |"
        yield "|---|---|---|---|---|"
        for claim in self.claims:
            mark = "**FAILED**" if claim.passed is False else claim.mark
            cells = (mark, claim.text, claim.expected, claim.observed, f"{claim.states:,}")
            yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
        for claim in self.failed:
            yield ""
            yield f"Look at: {claim.text}: {claim.look_at}"
        for remark in self.remarks:
            yield ""
            yield remark
        yield ""
        yield "## Sources of the expectations"
        yield ""
        for source in dict.fromkeys(claim.source for claim in self.claims):
            yield f"- {source}"


def versions() -> str:
    """The versions of what the findings stand on."""
    packages = " ".join(f"{name} {version(name)}" for name in ("numba", "numpy", "pyarrow"))
    return f"python {platform.python_version()} {packages}"


def write_report(report: Report, folder: Path, scratch: Path, states: Iterator[pa.Table]) -> None:
    """Write the report's files into a folder that is not seen yet. ``states`` are tables of one
    schema, each a row group, so that memory is bounded by the largest of them."""
    first = next(states, None)
    if first is not None:
        write_tables(folder / "states.parquet", scratch, first.schema, chain([first], states))
    write_tables(folder / "claims.parquet", scratch, CLAIMS, [report.table()])
    write_text(folder / "report.md", scratch, report.page())
