"""Generators of variants: rows a second of every shipped config, beside what was aimed at.

One row is a finished corpus row: drawn, carved or repaired, proved, fingerprinted, as an Arrow
table. Candidates that were rejected cost time and count for nothing. A config that asks what
each cage or thermometer is needed for is measured with and without these questions.
"""

from functools import partial
from pathlib import Path
from typing import Any, cast

from benchmarks import Row, best_seconds
from pipeline.config import load_corpus_config
from pipeline.family import Batch, ShardKey
from pipeline.sudoku.family import FAMILY
from pipeline.sudoku.settings import SudokuConfig

CONFIGS = Path(__file__).parents[1] / "configs" / "corpora"
COMBINATIONS = 60
AIMS: dict[str, int | None] = {
    "x": 1000,
    "thermometer": 1000,
    "jigsaw": 300,
    "killer": 200,
    "killer-x": 100,
    "x-thermometer": COMBINATIONS,
    "jigsaw-thermometer": COMBINATIONS,
    "killer-x-thermometer": COMBINATIONS,
    "jigsaw-killer-thermometer": COMBINATIONS,
    "killer-6x6": None,
    "killer-4x4": None,
}
"""Rows a second that each should make on one core, None where none were named; a third of it
is the least that is accepted."""

SHARE = 5  # of a shard's candidates one in so many is made
TURNS = 3


def table() -> list[Row]:
    """One row a config, two where it asks what is needed."""
    return [row for name, aim in AIMS.items() for row in measure(name, aim)]


def measure(name: str, aim: int | None) -> list[Row]:
    """The rates of one config as it is, and without questions about needs if it asks any."""
    config = cast(SudokuConfig, load_corpus_config(CONFIGS / f"{name}.toml"))
    candidates = config.shards.candidates // SHARE
    ways = {name: config}
    if config.cages is not None or config.thermometers is not None:
        ways[f"{name}, needs not asked"] = without_needs(config)
    made: dict[str, Batch] = {}

    def make(way: str) -> None:
        key = ShardKey(config.seed, 1, 0, 0)
        made[way] = FAMILY.generate(ways[way], key, 0, candidates)

    seconds = best_seconds({way: partial(make, way) for way in ways}, TURNS)
    return [
        Row(way, "rows", made[way].rows.num_rows / seconds[way],
            remark=f"{made[way].rows.num_rows} of {candidates} candidates{against(aim)}")
        for way in ways
    ]  # fmt: skip


def against(aim: int | None) -> str:
    """What was aimed at, in words."""
    return "" if aim is None else f"; aim {aim:,}, least {-(-aim // 3):,}"


def without_needs(config: SudokuConfig) -> SudokuConfig:
    """The config with ``needed = false`` in all tables that have it."""
    changed: dict[str, Any] = {
        name: drawn.model_copy(update={"needed": False})
        for name in ("cages", "thermometers")
        if (drawn := getattr(config, name)) is not None
    }
    return config.model_copy(update=changed)
