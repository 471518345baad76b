"""What all tasks of a run share: who they work for, and how a step is done only once."""

import functools
import importlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from pipeline.config import CorpusConfig
from pipeline.corpus.layout import Layout, StagedRun, run_number
from pipeline.corpus.plan import config_hash, engine_version
from pipeline.corpus.schema import corpus_schema
from pipeline.corpus.store import describe_file, matches, read_json, write_json
from pipeline.errors import UsageError
from pipeline.family import Family

STAGE_SHARD = 1
"""The stage's word in the random key of a shard; other stages draw nothing."""


@dataclass(frozen=True)
class Job:
    """The run that a task belongs to; small, since it travels with every task.

    ``module`` is the module of the family, ``config`` the validated config as JSON,
    ``root`` the absolute folder of the corpus, which all workers must see.
    """

    module: str
    config: str
    root: str
    run_id: str
    engine: str

    @property
    def family(self) -> Family:
        """The family."""
        return family_of(self.module)

    @property
    def settings(self) -> CorpusConfig:
        """The config as the family's model."""
        return _settings(self.module, self.config)

    @property
    def schema(self) -> pa.Schema:
        """The schema of the rows."""
        return corpus_schema(self.family)

    @property
    def number(self) -> int:
        """The number of the run, which is in its random keys."""
        return run_number(self.run_id)

    @property
    def layout(self) -> Layout:
        """The corpus."""
        return Layout(Path(self.root))

    @property
    def staged(self) -> StagedRun:
        """The staging folder of the run."""
        return self.layout.staged(self.run_id)

    def check_engine(self) -> None:
        """``UsageError`` where this process would make other rows than the run's."""
        found = engine_version(self.module)
        if found != self.engine:
            raise UsageError(
                f"a worker has engine {found}, the run has {self.engine}: "
                "install the same version of puzzlemint and of numba on all workers"
            )


def family_of(module: str) -> Family:
    """The family that a module implements."""
    family: Family = importlib.import_module(module).FAMILY
    return family


@functools.lru_cache(maxsize=8)
def _settings(module: str, config: str) -> CorpusConfig:
    return family_of(module).config_model.model_validate_json(config)


def once(
    receipt: Path,
    scratch: Path,
    inputs: Any,
    files: dict[str, Path],
    make: Callable[[], dict[str, Any]],
) -> dict[str, Any]:
    """Do a step unless its receipt stands, tells of the same inputs, and its files are whole.

    ``make`` writes the files and returns what the receipt should say (JSON values). The
    receipt is written last. The answer is the receipt; ``resumed`` says if it stood already.
    """
    known = read_json(receipt)
    fingerprint = config_hash({"inputs": inputs})
    if (
        isinstance(known, dict)
        and known.get("inputs") == fingerprint
        and all(matches(path, known["files"][name]) for name, path in files.items())
    ):
        return known | {"resumed": True}
    made = make()
    made["files"] = {name: describe_file(path) for name, path in files.items()}
    made["inputs"] = fingerprint
    made = dict(json.loads(json.dumps(made)))  # a fresh receipt and one read back are equal
    write_json(receipt, scratch, made)
    return made | {"resumed": False}
