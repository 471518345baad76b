"""A run's manifest: all that made it, what came of it, and the hash of every file."""

import importlib.metadata
import platform
from dataclasses import dataclass
from typing import Any

from pipeline.corpus.layout import FOUNDING_RUN, Layout, run_number
from pipeline.corpus.schema import SCHEMA_VERSION
from pipeline.corpus.store import read_json
from pipeline.errors import UsageError

LIBRARIES = ("puzzlemint", "numba", "llvmlite", "numpy", "pyarrow", "dask", "distributed")


def versions() -> dict[str, str]:
    """The versions of Python and of the libraries that rows and files depend on."""
    found = {"python": platform.python_version()}
    for name in LIBRARIES:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:  # run from a source tree
            continue
    return found


@dataclass(frozen=True)
class Manifest:
    """A manifest as read; ``value`` is the whole JSON object."""

    value: dict[str, Any]

    @property
    def run_id(self) -> str:
        """The run."""
        return str(self.value["run_id"])

    @property
    def number(self) -> int:
        """The run's number."""
        return run_number(self.run_id)

    @property
    def status(self) -> str:
        """``done``, or ``partial`` where the run could not reach its size."""
        return str(self.value["status"])

    @property
    def engine(self) -> str:
        """The engine version that made the rows."""
        return str(self.value["engine_version"])

    @property
    def tables(self) -> dict[str, Any]:
        """The config, defaults written out."""
        return dict(self.value["config"])

    @property
    def rows(self) -> int:
        """Rows of the run."""
        return int(self.value["counts"]["rows"])

    @property
    def files(self) -> dict[str, dict[str, Any]]:
        """Path within the corpus -> rows, bytes, blake2b."""
        return dict(self.value["files"])


def read_manifests(layout: Layout) -> list[Manifest]:
    """The manifests of all committed runs by number, the founding run's first.

    One whose move was cut short (the rows are renamed, the manifest still lies in staging)
    is found there; and one that is moved in this very moment, at its end.
    """
    found = []
    for folder in sorted(layout.puzzles.glob("run=*")):
        run_id = folder.name.removeprefix("run=")
        moved, staged = layout.manifest(run_id), layout.staged(run_id).manifest
        value = read_json(moved) or read_json(staged) or read_json(moved)
        if isinstance(value, dict):
            found.append(Manifest(value))
    return sorted(found, key=lambda manifest: manifest.number)


def untold_runs(layout: Layout) -> list[str]:
    """The committed runs of which no whole manifest tells."""
    told = {manifest.run_id for manifest in read_manifests(layout)}
    names = (folder.name.removeprefix("run=") for folder in layout.puzzles.glob("run=*"))
    return sorted(name for name in names if name not in told)


def check_told(layout: Layout) -> None:
    """``UsageError`` where a manifest is lost: a new run would repeat what that run has."""
    untold = untold_runs(layout)
    if untold:
        raise UsageError(
            "\n".join(
                f"{layout.root}: no whole manifest tells of the rows of run {run_id}: bring back "
                f"{layout.manifest(run_id)}, or give them up: rm -r {layout.run(run_id)}"
                for run_id in untold
            )
        )


def real_runs(manifests: list[Manifest]) -> list[Manifest]:
    """Without the founding run, which has no rows."""
    return [manifest for manifest in manifests if manifest.run_id != FOUNDING_RUN]


def common_facts(tables: dict[str, Any], engine: str) -> dict[str, Any]:
    """What the manifest of the founding run and of every other one begin with."""
    return {
        "corpus": tables["name"],
        "family": tables["family"],
        "schema_version": SCHEMA_VERSION,
        "buckets": tables["shards"]["buckets"],
        "dedupe": tables["dedupe"]["by"],
        "split": tables["split"],
        "engine_version": engine,
        "versions": versions(),
        "config": tables,
    }
