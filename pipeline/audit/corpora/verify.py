"""``puzzlemint corpus verify``: the audit of one corpus, from its folder to the report."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import pyarrow as pa

from pipeline.audit.corpora.files import (
    check_file,
    check_folders,
    read_rows,
    state_of,
    state_of_folders,
)
from pipeline.audit.corpora.planning import (
    CorpusSettings,
    Sample,
    row_files,
    settings_for,
    slices,
)
from pipeline.audit.corpora.rows import STATES, check_slice, verdicts
from pipeline.audit.corpora.summary import Summary
from pipeline.audit.corpora.together import KEYS_AT_ONCE, Place, compare_graphs, find_repeats
from pipeline.audit.facts import Facts
from pipeline.audit.layout import AuditLayout
from pipeline.audit.model import Audit, Claim, Finding, Findings, Kept, Part
from pipeline.audit.report import Report
from pipeline.audit.run import Request, run_audit
from pipeline.corpus.cluster import connect
from pipeline.corpus.layout import Layout
from pipeline.corpus.manifest import read_manifests, real_runs
from pipeline.corpus.observer import Observer
from pipeline.corpus.store import make_folder
from pipeline.corpus.tasks import family_of
from pipeline.family import MODULES


@dataclass(frozen=True)
class Verification:
    """A corpus that was verified: the audit's report, and what it comes to."""

    report: Report
    summary: Summary

    @property
    def faults(self) -> Mapping[str, int]:
        """How many faults of each name."""
        return self.summary.tally.kinds()

    def lines(self) -> list[str]:
        """The report as text: what was checked, and every kind of fault by its name."""
        return list(self.summary.lines())


def verify(
    layout: Layout,
    output: Path,
    observer: Observer,
    sample: Sample,
    *,
    workers: int | None = None,
    scheduler: str | None = None,
) -> Verification:
    """Check a corpus, or go on with a check that was interrupted, and write the report.

    It lies under ``output/audits/corpus-<name>``. Raises what ``run_audit`` raises.
    """
    make_folder(output / "audits")
    manifests = read_manifests(layout)
    name = f"corpus-{manifests[0].value['corpus'] if manifests else layout.root.name}"
    settings = settings_for(layout, name, sample)
    families = [module for module in settings.code if ".judges." not in module]
    audit = replace(
        AUDIT,
        name=name,
        title=f"Corpus {name.removeprefix('corpus-')}: every row against what it claims",
        judge=", ".join(module for module in settings.code if module not in families),
        engine=", ".join(families),
    )
    request = Request(audit, settings, Facts(layout.root / "runs", {}))
    if before := AuditLayout(output / "audits" / name).finished_runs(request.digest):
        observer.event("verified before, and now anew: files may change unseen", run=before[-1])
    _compile(settings, observer)
    with connect(
        observer,
        workers=workers,
        scheduler=scheduler,
        folder=layout.root,
        modules=[request.module, *settings.code],
    ) as pool:
        report = run_audit(request, output, pool, observer)
    return Verification(report, Summary(settings, report.findings))


def _compile(settings: CorpusSettings, observer: Observer) -> None:
    """Compile the kernels of the checks on one row, before the workers do so all at once."""
    for run, name in row_files(settings.layout):
        if run.files[name]["rows"]:
            family = family_of(MODULES[run.value["family"]])
            observer.event("loading kernels (compiling them, once per version)")
            with suppress(Exception):  # whatever is wrong with it is told of by its check
                family.fingerprints(
                    family.disguise(read_rows(settings.layout.root / name, 0, 1), 0)
                )
                return


def parts(settings: CorpusSettings) -> Sequence[Part]:
    """The folders, every file as a file, and the rows slice by slice."""
    root = settings.layout.root
    state = state_of_folders(settings.layout)
    planned = [Part("folders", check_folders, (settings.corpus, state), weight=0)]
    for run, name in row_files(settings.layout):
        module = MODULES[run.value["family"]]
        arguments = (settings.corpus, name, run.files[name], module, state_of(root / name))
        planned.append(Part(f"file {name}", check_file, arguments, weight=0))
    for task in slices(settings):
        rows = task.stop - task.start
        planned.append(Part(f"rows {task.name} {task.start}", check_slice, (task,), weight=rows))
    return planned


def then(settings: CorpusSettings, kept: Mapping[str, Kept]) -> Sequence[Part]:
    """Keys and graphs of all slices, compared with each other."""
    judged = _judged(kept)
    places = [
        Place(str(found.file), found.digest, found.facts["file"], found.facts["start"])
        for found in judged
    ]
    ranges = 1 + sum(found.examined for found in judged) // KEYS_AT_ONCE
    root = settings.corpus
    return [
        *(
            Part(f"keys {number}", find_repeats, (root, places, number, ranges))
            for number in range(ranges)
        ),
        Part("graphs", graphs, (root, places)),
    ]


def graphs(root: str, places: list[Place]) -> Finding:
    """The graphs of all slices, compared; and what kind of corpus it is."""
    runs = real_runs(read_manifests(Layout(Path(root))))
    by_text = any(run.value["dedupe"] == "text" for run in runs)
    found = compare_graphs(root, places, by_text)
    return replace(found, facts={**found.facts, "by text": by_text, "runs": len(runs)})


def _judged(kept: Mapping[str, Kept]) -> list[Kept]:
    """What the slices found that have states, in the order of the files."""
    return [found for name, found in kept.items() if name.startswith("rows ") and found.columns]


def claims(settings: CorpusSettings, facts: Facts, findings: Findings) -> Sequence[Claim]:
    """One claim a kind of check."""
    return list(Summary(settings, findings).claims())


def remarks(settings: CorpusSettings, facts: Facts, findings: Findings) -> Sequence[str]:
    """What was sampled, by which methods, and the faults by name with examples."""
    return ["\n".join(["```", *Summary(settings, findings).lines(), "```"])]


def states(settings: CorpusSettings, findings: Findings) -> Iterator[pa.Table]:
    """The rows of the corpus: what each slice found, and what was found of it only together
    with others."""
    later: dict[int, list[tuple[int, str]]] = {}
    for name, found in findings.by_name.items():
        if name == "graphs" or name.startswith("keys "):
            assert found.states is not None
            for row in found.states.to_pylist():
                later.setdefault(row["slice"], []).append((row["row"], row["broken"]))
    slices = (found.states for found in findings.starting("rows "))
    for number, table in enumerate(table for table in slices if table is not None):
        rows = table.select(STATES.names)
        if number in later:
            broken = rows.column("broken").to_pylist()
            for position, kind in later[number]:
                broken[position] = broken[position] or kind
            for column, values in verdicts(broken).items():
                place = STATES.get_field_index(column)
                rows = rows.set_column(place, STATES.field(place), values)
        yield rows.cast(STATES)


AUDIT = Audit(
    name="corpus",
    title="A corpus: every row against what it claims",
    judge="",
    engine="",
    settings=CorpusSettings,
    parts=parts,
    claims=claims,
    remarks=remarks,
    then=then,
    states=states,
    unit="rows",
)
"""Named anew for each corpus."""
