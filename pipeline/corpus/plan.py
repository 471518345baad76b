"""From a config to rounds of shards. A plan depends on the config and on what came out so far."""

import hashlib
import importlib
import inspect
import json
import math
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pipeline
from pipeline.config import CorpusConfig
from pipeline.corpus.layout import run_name
from pipeline.family import Family

LEAST_YIELD = 1 / 16_384
"""A round that kept nearly nothing does not make the next one endless."""
MOST_SHARDS = 16
"""Shards of a round when that is more than twice the size: families that keep a few candidates
in a hundred reach a small size in a few rounds."""


def engine_version(module: str) -> str:
    """What makes rows: the package's version, and a hash of the module's sources and of all
    that it imports. ``module`` is a family's, so that an edit in one family leaves the
    corpora of the others alone."""
    from pipeline.kernels import sources

    file = Path(inspect.getfile(importlib.import_module(module)))
    return f"{pipeline.__version__}+{sources.sources_hash(file)}"


def config_tables(config: CorpusConfig) -> dict[str, Any]:
    """The config as JSON values, defaults written out."""
    tables: dict[str, Any] = config.model_dump(mode="json")
    return tables


def config_from_tables(family: Family, tables: dict[str, Any]) -> CorpusConfig:
    """The config that ``config_tables`` was made from."""
    return family.config_model.model_validate_json(json.dumps(tables))


def config_hash(tables: dict[str, Any]) -> str:
    """A BLAKE2b-128 of the tables, in hex, whatever the order of their keys."""
    text = json.dumps(tables, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


@dataclass(frozen=True)
class RunPlan:
    """What determines a run: with it, every row of the run is determined."""

    number: int
    tables: dict[str, Any]
    engine: str

    @property
    def run_id(self) -> str:
        """``r<number>-<hash of config and engine version>``."""
        text = f"{config_hash(self.tables)} {self.engine}"
        return run_name(self.number, hashlib.blake2b(text.encode(), digest_size=4).hexdigest())

    def as_json(self) -> dict[str, Any]:
        """What ``plan.json`` holds."""
        return {"run_id": self.run_id, "config_hash": config_hash(self.tables), **asdict(self)}

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> "RunPlan":
        """The plan in a ``plan.json``."""
        return cls(value["number"], value["tables"], value["engine"])


@dataclass(frozen=True)
class Round:
    """One round: ``candidates`` cut into ``shards`` nearly equal shards from number ``first``."""

    number: int
    first: int
    shards: int
    candidates: int

    def sizes(self) -> list[tuple[int, int]]:
        """(shard, candidates) for each shard of the round."""
        base, more = divmod(self.candidates, self.shards)
        return [(self.first + i, base + (i < more)) for i in range(self.shards)]


def next_round(config: CorpusConfig, done: list[tuple[Round, int]]) -> Round | None:
    """The round after those ``done`` (with the rows that each kept); None when none is due.

    The first round tries as many candidates as rows are wanted; each later one as many as
    the yield of the last suggests, at most twice the size of the corpus or ``MOST_SHARDS``.
    """
    kept = sum(rows for _, rows in done)
    if kept >= config.size or len(done) >= config.shards.max_rounds:
        return None
    candidates = config.size
    if done:
        last, rows = done[-1]
        share = max(rows / last.candidates, LEAST_YIELD)
        most = max(2 * config.size, MOST_SHARDS * config.shards.candidates)
        candidates = min(math.ceil((config.size - kept) / share * 1.02) + 16, most)
    first = done[-1][0].first + done[-1][0].shards if done else 0
    return Round(len(done), first, -(-candidates // config.shards.candidates), candidates)
