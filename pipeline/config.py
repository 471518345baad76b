"""TOML -> validated models. A family extends ``CorpusConfig`` with its own tables."""

import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Name = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$")]


class Strict(BaseModel):
    """A table of the configuration: unknown keys are errors, values are not coerced."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Shards(Strict):
    """``[shards]``: how the work is cut."""

    candidates: Annotated[int, Field(ge=1, le=10_000_000)] = 20_000
    """Candidates a shard; a shard should take 5 to 30 seconds."""
    buckets: Annotated[int, Field(ge=1, le=256)] = 16
    """Files a run, by prefix of the key; fixed when a corpus is created."""
    max_rounds: Annotated[int, Field(ge=1, le=1000)] = 20
    """Rounds of shards before a run that has not reached ``size`` ends as partial."""


class Dedupe(Strict):
    """``[dedupe]``: which puzzles count as the same one."""

    by: Literal["fingerprint", "text"] = "fingerprint"


class Split(Strict):
    """``[split]``: shares of the solution classes, in thousandths; the rest is ``train``."""

    validation: Annotated[int, Field(ge=0, le=1000)] = 50
    test: Annotated[int, Field(ge=0, le=1000)] = 50


class CorpusConfig(Strict):
    """What every corpus config has; each family's model adds its own tables."""

    name: Name
    family: Literal["sudoku", "tiles", "cubes"]
    size: Annotated[int, Field(ge=1, le=10_000_000_000)]
    seed: Annotated[int, Field(ge=0, le=2**63 - 1)]
    licence: str = "CC0-1.0"
    shards: Shards = Shards()
    dedupe: Dedupe = Dedupe()
    split: Split = Split()


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file; errors are ``tomllib.TOMLDecodeError`` and ``OSError``."""
    with path.open("rb") as file:
        return tomllib.load(file)
