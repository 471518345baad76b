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
from pipeline.audit.model import Audit, AuditConfig, Findings, Kept, Part
from pipeline.audit.report import Report, write_report
from pipeline.corpus.cluster import Failed, Pool
from pipeline.corpus.observer import Observer
from pipeline.corpus.plan import engine_version
from pipeline.corpus.store import (
    output_to,
    remove_tree,
    sync_folder,
    write_groups,
    write_json,
)
from pipeline.corpus.tasks import once
from pipeline.errors import InterruptError, LockedError, PartialError


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
    ``PartialError`` where a part failed every time, ``InterruptError``.
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
        try:
            findings = _examine(request, layout.staged(run_id), pool, observer)
        except KeyboardInterrupt:
            raise InterruptError(
                f"interrupted: all finished parts of audit {request.audit.name} are kept, the same "
                "command goes on from there"
            ) from None
        claims = list(request.audit.claims(request.settings, request.facts, findings))
        remarks = list(request.audit.remarks(request.settings, request.facts, findings))
        report = Report(
            request.audit, run_id, claims, remarks, findings.seconds, request.engine,
            datetime.now(UTC).isoformat(timespec="seconds"), layout.finished(run_id), findings,
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
    """The findings of all parts, and of those that can be stated only then."""
    started = time.perf_counter()
    audit, settings = request.audit, request.settings
    stage = Stage(request, staged, pool, observer)
    kept = stage.run(audit.parts(settings), 0, audit.unit)
    kept |= stage.run(audit.then(settings, kept), len(kept), "parts")
    return Findings(kept, time.perf_counter() - started)


@dataclass(frozen=True)
class Stage:
    """Where parts are run and their findings kept."""

    request: Request
    staged: Path
    pool: Pool
    observer: Observer

    def run(self, parts: Sequence[Part], first: int, unit: str) -> dict[str, Kept]:
        """Run parts, numbered from ``first``; their findings by name, in their order."""
        if not parts:
            return {}
        numbered = dict(enumerate(parts, first))
        tasks = {i: Task(str(self.staged), i, self._inputs(part)) for i, part in numbered.items()}
        name, found = self.request.audit.name, {}
        self.observer.begin(name, sum(part.weight for part in parts), unit)
        for index, result in self.pool.run(
            f"audit-{name}-{self.request.digest}",
            examine_part,
            ((i, (tasks[i], part)) for i, part in numbered.items()),
        ):
            part = numbered[index]
            if isinstance(result, Failed):
                raise PartialError(
                    f"part {part.name!r} of audit {name} failed every time: "
                    f"{result.error}\n{result.traceback}\n"
                    "all finished parts are kept: run again when the cause is gone"
                )
            found[index] = _kept(tasks[index], result)
            self.observer.advance(part.weight, resumed=bool(result["resumed"]))
        self.observer.end()
        return {part.name: found[i] for i, part in numbered.items()}

    def _inputs(self, part: Part) -> str:
        return json.dumps([self.request.digest, part.name, part.arguments], default=str)


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


def _kept(task: Task, receipt: dict[str, Any]) -> Kept:
    return Kept(
        receipt["facts"], receipt["examined"], task.states, receipt["columns"],
        receipt["files"]["states"]["blake2b"],
    )  # fmt: skip


def _commit(report: Report, request: Request, layout: AuditLayout, findings: Findings) -> None:
    """Write everything in staging, then let one rename make it visible."""
    staged = layout.staged(report.run_id)
    done = staged / "done"
    remove_tree(done)
    states = request.audit.states(request.settings, findings)
    write_report(report, done, staged / "scratch", states)
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
