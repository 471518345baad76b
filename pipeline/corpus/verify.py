"""Verifying a corpus: every file against its manifest, every row against what it claims."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.corpus.checks import (
    DAMAGE,
    JUDGES,
    Fault,
    FileTask,
    Found,
    check_bytes,
    check_file,
    check_rebuilt,
    compare_pair,
)
from pipeline.corpus.cluster import Failed, Pool, connect
from pipeline.corpus.layout import FOUNDING_RUN, Layout
from pipeline.corpus.manifest import Manifest, read_manifests, real_runs
from pipeline.corpus.merge import first_of_each
from pipeline.corpus.observer import Observer
from pipeline.corpus.plan import engine_version
from pipeline.corpus.tasks import family_of
from pipeline.errors import PartialError
from pipeline.family import MODULES

SHOWN = 5
"""Examples that a report shows of each kind of fault."""


COMPARED = 1000
"""Pairs of rows with one key that are compared; nobody reads more."""


@dataclass(frozen=True)
class Sample:
    """Rows for which the costly checks are done; the seed says which."""

    uniqueness: int = 20_000
    minimality: int = 2_000
    rebuilt: int = 200
    seed: int = 0


@dataclass
class Report:
    """What a verification found."""

    layout: Layout
    sample: Sample
    runs: list[str]
    faults: list[Fault] = field(default_factory=list)
    checked: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        """The report as text: what was checked, and every kind of fault by its name."""
        rows = self.checked["rows"]
        lines = [f"verified {self.layout.root}: {rows:,} rows in {len(self.runs)} run(s)"]
        lines += [
            "  all rows    files and hashes, schema, solution, fingerprint (also of a random "
            "image), duplicates, split",
            *(
                f"  {name:<11} {self.checked[name]:,} of {rows:,} rows"
                + ("" if self.checked[name] >= rows else f" (sampled, seed {self.sample.seed})")
                for name in ("uniqueness", "minimality", "rebuilt")
            ),
            *(f"  note: {note}" for note in self.notes),
        ]
        for kind, count in Counter(fault.kind for fault in self.faults).most_common():
            lines.append(f"FAULT {kind}: {count:,}")
            examples = [fault for fault in self.faults if fault.kind == kind][:SHOWN]
            lines += [f"  {fault.where}: {fault.detail}" for fault in examples]
        return [*lines, "no fault found" if not self.faults else "the corpus is NOT what it claims"]


def verify(
    layout: Layout,
    observer: Observer,
    sample: Sample,
    *,
    workers: int | None = None,
    scheduler: str | None = None,
) -> Report:
    """Check a corpus; the report names every fault. Writes nothing."""
    manifests = read_manifests(layout)
    report = Report(layout, sample, [run.run_id for run in real_runs(manifests)])
    report.faults += _check_folders(layout, manifests)
    _compile(observer, report, manifests)
    modules = sorted({MODULES[run.value["family"]] for run in real_runs(manifests)})
    with connect(
        observer, workers=workers, scheduler=scheduler, folder=layout.root, modules=modules
    ) as pool:
        files = _check_files(pool, observer, report, manifests)
        report.faults += _check_duplicates(pool, report, files)
        report.faults += _check_rebuilt(pool, observer, report, manifests, files)
    return report


def _compile(observer: Observer, report: Report, manifests: list[Manifest]) -> None:
    """Compile the kernels of the checks on one row, before the workers do so all at once."""
    for run in real_runs(manifests):
        family = family_of(MODULES[run.value["family"]])
        for name, described in run.files.items():
            if name.startswith("puzzles/") and described["rows"]:
                observer.event("loading kernels (compiling them, once per version)")
                with suppress(*DAMAGE), pq.ParquetFile(report.layout.root / name) as file:
                    # a damaged file is told of by its check
                    row = pa.Table.from_batches([next(file.iter_batches(1))])
                    family.fingerprints(family.disguise(row, 0))
                    return


def _check_folders(layout: Layout, manifests: list[Manifest]) -> Iterator[Fault]:
    """Files and manifests must belong to each other; the few small files are checked here."""
    known = {name for manifest in manifests for name in manifest.files}
    runs = {manifest.run_id for manifest in manifests}
    for folder in sorted(layout.puzzles.iterdir()):
        run_id = folder.name.removeprefix("run=")
        if run_id not in runs:
            yield Fault("missing manifest", folder.name, "no whole manifest tells of this run")
        for path in sorted(folder.rglob("*")) if run_id in runs else ():
            name = path.relative_to(layout.root).as_posix()
            if name not in known:
                yield Fault("unknown file", name, "no manifest lists it")
    if FOUNDING_RUN not in runs:
        yield Fault("missing manifest", FOUNDING_RUN, "the founding run is not there")
    for manifest in manifests:
        for name, described in manifest.files.items():
            if manifest.run_id == FOUNDING_RUN or name.startswith("rejected/"):
                yield from check_bytes(layout.root / name, name, described)


def _shares(total: int, sizes: list[int]) -> list[int]:
    """A sample of ``total`` rows cut over files in proportion to their rows, all in all exact."""
    ends = np.cumsum([0, *sizes])
    total = min(total, int(ends[-1]))
    cuts = [total * int(end) // max(int(ends[-1]), 1) for end in ends]
    return [after - before for before, after in pairwise(cuts)]


def _check_files(
    pool: Pool, observer: Observer, report: Report, manifests: list[Manifest]
) -> list[Found]:
    named = [
        (manifest, name)
        for manifest in real_runs(manifests)
        for name in manifest.files
        if name.startswith("puzzles/")
    ]
    sizes = [manifest.files[name]["rows"] for manifest, name in named]
    uniqueness = _shares(report.sample.uniqueness, sizes)
    minimality = _shares(report.sample.minimality, sizes)
    tasks = []
    for number, (manifest, name) in enumerate(named):
        task = FileTask(
            root=str(report.layout.root),
            name=name,
            described=manifest.files[name],
            facts=_facts(manifest),
            module=MODULES[manifest.value["family"]],
            judge=JUDGES[manifest.value["family"]],
            uniqueness=uniqueness[number],
            minimality=minimality[number],
            seed=report.sample.seed + number,
        )
        tasks.append((number, (task,)))
    observer.begin("files", len(tasks), "files")
    found = {}
    for number, result in pool.run("verify", check_file, tasks):
        found[number] = _sure(result)
        report.checked.update(found[number].checked)
        observer.advance(1)
    observer.end()
    files = [found[number] for number in sorted(found)]
    report.faults += [fault for file in files for fault in file.faults]
    return files


def _facts(manifest: Manifest) -> dict[str, Any]:
    return {key: value for key, value in manifest.value.items() if key != "files"}


def _sure(result: Any) -> Any:
    if isinstance(result, Failed):
        raise PartialError(f"a check failed itself: {result.error}\n{result.traceback}")
    return result


def _check_duplicates(pool: Pool, report: Report, files: list[Found]) -> list[Fault]:
    """No key stands twice in the whole corpus, whatever bucket a row lies in."""
    empty = np.empty((0, 16), np.uint8)
    keys = np.concatenate([empty, *(file.keys for file in files)])
    again = np.flatnonzero(~first_of_each(empty, keys))
    starts = np.cumsum([0, *(len(file.keys) for file in files)])

    def place(position: int) -> tuple[str, int]:
        file = int(np.searchsorted(starts, position, side="right")) - 1
        return files[file].name, position - int(starts[file])

    if len(again) > COMPARED:
        report.notes.append(f"{len(again):,} rows repeat a key; {COMPARED:,} are compared")
    tasks = []
    for number, position in enumerate(again[:COMPARED].tolist()):
        first = int(np.flatnonzero((keys == keys[position]).all(axis=1))[0])
        names, positions = zip(place(first), place(position), strict=True)
        tasks.append((number, (str(report.layout.root), names, positions)))
    return [_sure(result) for _, result in pool.run("pair", compare_pair, tasks)]


def _check_rebuilt(
    pool: Pool,
    observer: Observer,
    report: Report,
    manifests: list[Manifest],
    files: list[Found],
) -> list[Fault]:
    """Sampled rows are generated again, where this is the engine that made them."""
    ours = {
        run.run_id: run
        for run in real_runs(manifests)
        if run.engine == engine_version(MODULES[run.value["family"]])
    }
    others = [run_id for run_id in report.runs if run_id not in ours]
    if others:
        report.notes.append(
            f"rows of {', '.join(others)} are not generated again: another engine made them"
        )
    whole = [file for file in files if file.checked and _run_of(file.name) in ours]
    shares = _shares(report.sample.rebuilt, [file.checked["rows"] for file in whole])
    dice, tasks = np.random.default_rng(report.sample.seed), []
    for number, (file, share) in enumerate(zip(whole, shares, strict=True)):
        manifest = ours[_run_of(file.name)]
        positions = np.sort(dice.permutation(file.checked["rows"])[:share]).tolist()
        module = MODULES[manifest.value["family"]]
        arguments = (module, _facts(manifest), file.name, str(report.layout.root), positions)
        tasks.append((number, arguments))
    observer.begin("rebuild", sum(shares), "rows")
    found = []
    for number, result in pool.run("rebuild", check_rebuilt, tasks):
        found += _sure(result)
        report.checked["rebuilt"] += shares[number]
        observer.advance(shares[number])
    observer.end()
    return found


def _run_of(name: str) -> str:
    return name.split("/")[1].removeprefix("run=")
