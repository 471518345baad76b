"""Running audits: parts as tasks, findings kept in files, claims drawn, one commit."""

import hashlib
import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pyarrow as pa

from pipeline.audit.facts import Facts
from pipeline.audit.layout import AuditLayout
from pipeline.audit.model import Audit, AuditConfig, Finding, Findings, Part
from pipeline.audit.report import Report, write_report
from pipeline.corpus.cluster import Failed, Pool
from pipeline.corpus.observer import Observer
from pipeline.corpus.plan import engine_version
from pipeline.corpus.store import (
    output_to,
    read_group,
    remove_tree,
    sync_folder,
    write_groups,
    write_json,
)
from pipeline.corpus.tasks import once
from pipeline.errors import LockedError, PartialError


@dataclass(frozen=True)
class Task:
    """Where one part's finding is kept; travels to the worker with the part."""

    staged: str
    index: int
    inputs: str

    @property
    def receipt(self) -> Path:
        """What the part found, without its states."""
        return Path(self.staged) / "parts" / f"{self.index:05d}.json"

    @property
    def states(self) -> Path:
        """The states that it examined, if it lists them."""
        return self.receipt.with_suffix(".arrow")


@dataclass(frozen=True)
class Request:
    """One audit to run: the audit, its settings and the facts that it is held against."""

    audit: Audit
    settings: AuditConfig
    facts: Facts

    @property
    def digest(self) -> str:
        """Names what determines the findings: settings and code, not the expectations."""
        text = json.dumps([self.audit.name, self.settings.model_dump(mode="json")], sort_keys=True)
        return hashlib.blake2b(f"{text} {self.engine}".encode(), digest_size=4).hexdigest()

    @property
    def module(self) -> str:
        """The module of the audit."""
        return self.audit.parts.__module__

    @property
    def engine(self) -> str:
        """The version of all code that the audit uses: its own, the judge's, the engine's."""
        return engine_version(self.module)


def run_audit(request: Request, output: Path, pool: Pool, observer: Observer) -> Report:
    """Run one audit, or go on with it where it was interrupted, and write its report.

    Raises ``LockedError`` where another process runs the same audit, ``OutputError``,
    ``PartialError`` where a part failed every time.
    """
    layout = AuditLayout((output / "audits" / request.audit.name).absolute())
    with _only_writer(layout):
        run_id = layout.run_to_do(request.digest)
        for other in layout.unfinished():
            if other != run_id:
                observer.warning(
                    "given up: an unfinished run of other settings or version", run=other
                )
                remove_tree(layout.staged(other))
        findings = _examine(request, layout.staged(run_id), pool, observer)
        claims = list(request.audit.claims(request.settings, request.facts, findings))
        remarks = list(request.audit.remarks(request.settings, request.facts, findings))
        report = Report(
            request.audit, run_id, claims, remarks, findings.seconds, request.engine,
            datetime.now(UTC).isoformat(timespec="seconds"), layout.finished(run_id),
        )  # fmt: skip
        _commit(report, request, layout, findings)
    return report


@contextmanager
def _only_writer(layout: AuditLayout) -> Iterator[None]:
    from filelock import FileLock, Timeout

    with output_to(layout.root):
        layout.root.mkdir(parents=True, exist_ok=True)
        lock = FileLock(layout.lock)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            raise LockedError(f"{layout.root}: the same audit is running") from None
    try:
        yield
    finally:
        lock.release()


def _examine(request: Request, staged: Path, pool: Pool, observer: Observer) -> Findings:
    started = time.perf_counter()
    parts = list(request.audit.parts(request.settings))
    tasks = [Task(str(staged), i, _inputs(request, part)) for i, part in enumerate(parts)]
    found: dict[int, Finding] = {}
    observer.begin(request.audit.name, len(parts), "parts")
    for index, result in pool.run(
        f"audit-{request.audit.name}-{request.digest}",
        examine_part,
        ((i, (task, part)) for i, (task, part) in enumerate(zip(tasks, parts, strict=True))),
    ):
        if isinstance(result, Failed):
            raise PartialError(
                f"part {parts[index].name!r} of audit {request.audit.name} failed every time: "
                f"{result.error}\n{result.traceback}\n"
                "all finished parts are kept: run again when the cause is gone"
            )
        found[index] = _finding(tasks[index], result)
        observer.advance(1, resumed=bool(result["resumed"]))
    observer.end()
    by_name = {part.name: found[i] for i, part in enumerate(parts)}
    spent = time.perf_counter() - started
    return Findings(by_name, spent)


def _inputs(request: Request, part: Part) -> str:
    return json.dumps([request.digest, part.name, part.arguments], default=str)


def examine_part(task: Task, part: Part) -> dict[str, Any]:
    """Run a part unless its finding stands already (a task; the answer is its receipt)."""
    scratch = Path(task.staged) / "scratch"

    def make() -> dict[str, Any]:
        started = time.perf_counter()
        finding = part.function(*part.arguments)
        states = pa.table({}) if finding.states is None else finding.states
        write_groups(task.states, scratch, states.schema, [states])
        return {
            "part": part.name,
            "facts": dict(finding.facts),
            "examined": finding.examined,
            "columns": states.column_names,
            "seconds": round(time.perf_counter() - started, 3),
        }

    return once(task.receipt, scratch, task.inputs, {"states": task.states}, make)


def _finding(task: Task, receipt: dict[str, Any]) -> Finding:
    states = read_group(task.states, 0, receipt["columns"]) if receipt["columns"] else None
    return Finding(receipt["facts"], receipt["examined"], states)


def _commit(report: Report, request: Request, layout: AuditLayout, findings: Findings) -> None:
    """Write everything in staging, then let one rename make it visible."""
    staged = layout.staged(report.run_id)
    done = staged / "done"
    remove_tree(done)
    tables = [found.states for found in findings.by_name.values() if found.states is not None]
    write_report(report, done, staged / "scratch", _together(tables))
    about = {
        "run_id": report.run_id,
        "settings": request.settings.model_dump(mode="json"),
        "facts": str(request.facts.path),
        "engine_version": report.engine_version,
        "finished": report.finished,
    }
    write_json(done / "run.json", staged / "scratch", about)
    sync_folder(done)
    with output_to(report.folder):
        done.rename(report.folder)
    sync_folder(layout.root)
    remove_tree(staged)


def _together(tables: Sequence[pa.Table]) -> Sequence[pa.Table]:
    """Tables of one schema: as they are where they have it, else with columns filled up."""
    if all(table.schema == tables[0].schema for table in tables):
        return tables
    return [pa.concat_tables(tables, promote_options="default")]
