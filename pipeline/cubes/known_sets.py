"""The known cube sets of ``known_sets.toml``: facts with their sources, for tests and audits."""

import tomllib
from dataclasses import dataclass, field
from importlib.resources import files

from pipeline.cubes.cube_set import CubeSet


@dataclass(frozen=True)
class KnownSet:
    """A set, where it comes from, and what is known of it (count name -> value)."""

    name: str
    cubes: CubeSet
    source: str
    counts: dict[str, int] = field(default_factory=dict)
    same_as: str | None = None
    differs_from: str | None = None


def known_sets() -> dict[str, KnownSet]:
    """All known sets by name."""
    text = files("pipeline.cubes").joinpath("known_sets.toml").read_text(encoding="utf-8")
    sets = [_known(dict(table)) for table in tomllib.loads(text)["set"]]
    return {known.name: known for known in sets}


def _known(table: dict[str, str | list[str] | int]) -> KnownSet:
    texts = {key: value for key, value in table.items() if isinstance(value, str)}
    cubes = table["cubes"]
    if not isinstance(cubes, list):
        raise TypeError(f"{texts['name']}: cubes is not a list")
    counts = {key: value for key, value in table.items() if isinstance(value, int)}
    return KnownSet(cubes=CubeSet.of(cubes), counts=counts, **texts)
