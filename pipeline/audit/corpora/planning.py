"""What of a corpus is checked: settings, samples, and the slices into which rows are cut."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from pipeline.audit.corpora.files import count_rows, state_of
from pipeline.audit.corpora.rows import JUDGES, Slice
from pipeline.audit.graphs import igraph_version
from pipeline.audit.model import AuditConfig
from pipeline.config import Strict, validated
from pipeline.corpus.layout import Layout
from pipeline.corpus.manifest import Manifest, read_manifests, real_runs
from pipeline.corpus.plan import engine_version
from pipeline.errors import UsageError
from pipeline.family import MODULES, load_family
from pipeline.judges.rule_lists import solver_class

MOST, LEAST = 4096, 100
"""Rows of a slice. Proving uniqueness takes most of the time, so that a slice has ``LEAST``
rows for which it is proved, if that makes it no longer than ``MOST``."""

Count = Annotated[int, Field(ge=0)]


class Sample(Strict):
    """Rows for which the costly checks are done; the seed says which."""

    uniqueness: Count = 20_000
    minimality: Count = 2_000
    rebuilt: Count = 200
    isomorphism: Count = 1_000
    seed: Count = 0


class CorpusSettings(AuditConfig):
    """What determines a verification: the sample, the corpus, the code.

    ``corpus`` is its folder and ``manifests`` a hash of all its manifests; ``code`` is the
    version of each family's and judge's module, ``graphs`` that of igraph if it is there.
    ``solver``: is python-sat there?
    """

    corpus: str
    sample: Sample
    manifests: str
    code: dict[str, str]
    graphs: str | None
    solver: bool

    @property
    def layout(self) -> Layout:
        """The corpus."""
        return Layout(Path(self.corpus))


def settings_for(layout: Layout, name: str, sample: Sample) -> CorpusSettings:
    """The settings for a corpus as it stands now.

    ``UsageError`` where this version knows not the family or the config of a run.
    """
    manifests = read_manifests(layout)
    for run in real_runs(manifests):
        _check_version(layout.manifest(run.run_id), run)
    text = json.dumps([manifest.value for manifest in manifests], sort_keys=True)
    families = sorted({run.value["family"] for run in real_runs(manifests)})
    modules = [module for name in families for module in (MODULES[name], JUDGES[name])]
    return CorpusSettings(
        audit=name,
        corpus=str(layout.root),
        sample=sample,
        manifests=hashlib.blake2b(text.encode(), digest_size=16).hexdigest(),
        code={module: engine_version(module) for module in modules},
        graphs=igraph_version(),
        solver=solver_class() is not None,
    )


def _check_version(path: Path, run: Manifest) -> None:
    name = run.value["family"]
    if name not in JUDGES:
        raise UsageError(f"{path}: family: found {name!r}, which has no judge here")
    validated(path, run.tables, load_family(name).config_model)


def row_files(layout: Layout) -> Iterator[tuple[Manifest, str]]:
    """Every file of rows that a manifest lists."""
    for manifest in real_runs(read_manifests(layout)):
        for name in manifest.files:
            if name.startswith("puzzles/"):
                yield manifest, name


def made_by_others(settings: CorpusSettings) -> list[str]:
    """The runs whose rows this engine would not make again, being another."""
    return [
        run.run_id
        for run in real_runs(read_manifests(settings.layout))
        if run.engine != settings.code[MODULES[run.value["family"]]]
    ]


def slices(settings: CorpusSettings) -> list[Slice]:
    """The rows of all files, cut up; each slice with its share of the samples."""
    cuts = list(_cuts(settings))
    sizes = [stop - start for _, _, start, stop in cuts]
    sample, others = settings.sample, set(made_by_others(settings))
    ours = [
        0 if run.run_id in others else size
        for (run, _, _, _), size in zip(cuts, sizes, strict=True)
    ]
    drawn = sample.isomorphism if settings.graphs else 0
    counts = zip(
        shares(sample.uniqueness, sizes), shares(sample.minimality, sizes),
        shares(sample.rebuilt, ours), shares(drawn, sizes), strict=True,
    )  # fmt: skip
    return [
        Slice(
            settings.corpus, name, state_of(settings.layout.root / name), start, stop,
            _facts(run), MODULES[run.value["family"]], JUDGES[run.value["family"]],
            *of_each, seed=sample.seed + number,
        )
        for number, ((run, name, start, stop), of_each) in enumerate(zip(cuts, counts, strict=True))
    ]  # fmt: skip


def _cuts(settings: CorpusSettings) -> Iterator[tuple[Manifest, str, int, int]]:
    """Run, file, start and stop of each slice."""
    files = [
        (run, name, rows)
        for run, name in row_files(settings.layout)
        if (rows := count_rows(settings.layout.root / name))
    ]
    total = sum(rows for _, _, rows in files)
    most = LEAST * total // max(min(settings.sample.uniqueness, total), 1)
    length = min(max(most, LEAST), MOST)
    for run, name, rows in files:
        pieces = -(-rows // length)
        for start, stop in pairwise(rows * piece // pieces for piece in range(pieces + 1)):
            yield run, name, start, stop


def shares(total: int, sizes: Sequence[int]) -> list[int]:
    """A sample of ``total`` rows cut in proportion to these sizes, all in all exact."""
    ends = np.cumsum([0, *sizes])
    total = min(total, int(ends[-1]))
    cuts = [total * int(end) // max(int(ends[-1]), 1) for end in ends]
    return [after - before for before, after in pairwise(cuts)]


def _facts(manifest: Manifest) -> dict[str, Any]:
    """What a slice needs to know of its run."""
    names = ("run_id", "family", "engine_version", "dedupe", "buckets", "config")
    return {name: manifest.value[name] for name in names}
