"""Making one row again from what it carries: run, shard and index, and the run's manifest."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow.compute as pc
import pyarrow.parquet as pq

from pipeline.corpus.layout import Layout, bucket_file
from pipeline.corpus.manifest import Manifest, read_manifests, real_runs
from pipeline.corpus.plan import config_from_tables, engine_version
from pipeline.errors import UsageError
from pipeline.family import MODULES, ShardKey, load_family


def row_name(row: dict[str, Any]) -> str:
    """``run_id/shard/index``, which ``rebuild`` understands."""
    return f"{row['run_id']}/{row['shard']}/{row['index']}"


def difference(row: dict[str, Any], again: list[dict[str, Any]]) -> str:
    """How a row differs from what was generated in its place; empty where it does not."""
    if not again:
        return "its seed, shard and index make no puzzle"
    wrong = [name for name, value in again[0].items() if row[name] != value]
    return f"its seed, shard and index make another: {', '.join(wrong)}" if wrong else ""


@dataclass(frozen=True)
class Rebuilt:
    """A stored row, what was generated in its place, and how they differ (empty: equal)."""

    row: dict[str, Any]
    again: dict[str, Any] | None
    difference: str
    engine: str

    @property
    def same_engine(self) -> bool:
        """Did this engine make the stored row?"""
        return bool(self.row["engine_version"] == self.engine)


def rebuild(layouts: list[Layout], row_id: str) -> Rebuilt:
    """Find a row by its puzzle_id or ``run_id/shard/index`` and generate it again.

    ``UsageError`` where no corpus has it, or where several rows carry that puzzle_id.
    """
    _condition(row_id)  # says at once what is no id
    rows = [pair for layout in layouts for pair in _find(layout, row_id)]
    if not rows:
        where = ", ".join(str(layout.root) for layout in layouts) or "no corpus"
        raise UsageError(f"{row_id}: no such row in {where}")
    if len(rows) > 1:
        names = ", ".join(row_name(row) for _, row in rows)
        raise UsageError(f"{row_id}: several rows are this puzzle; name one of {names}")
    [(manifest, row)] = rows
    family = load_family(manifest.value["family"])
    config = config_from_tables(family, manifest.tables)
    key = ShardKey(row["seed"], manifest.number, row["round"], row["shard"])
    engine = engine_version(MODULES[row["family"]])
    again = family.generate(config, key, row["index"], row["index"] + 1).rows.to_pylist()
    return Rebuilt(row, again[0] if again else None, difference(row, again), engine)


def _find(layout: Layout, row_id: str) -> list[tuple[Manifest, dict[str, Any]]]:
    """The rows of that id in a corpus, each with its run's manifest."""
    run_id, _, place = row_id.partition("/")
    found = []
    for manifest in real_runs(read_manifests(layout)):
        if place and manifest.run_id != run_id:
            continue
        for path in _files(layout, manifest, row_id):
            table = pq.read_table(path, filters=_condition(row_id), partitioning=None)
            found += [(manifest, row) for row in table.to_pylist()]
    return found


def _files(layout: Layout, manifest: Manifest, row_id: str) -> list[Path]:
    """The files in which a row may stand: one, where its key says which bucket."""
    folder, count = layout.run(manifest.run_id), manifest.value["buckets"]
    if "/" in row_id or manifest.value["dedupe"] == "text":
        return sorted(folder.glob("*.parquet"))
    return [folder / bucket_file(int(row_id[:4], 16) * count >> 16)]


def _condition(row_id: str) -> Any:
    if re.fullmatch(r"[0-9a-fA-F]{32}", row_id):
        return pc.field("puzzle_id") == row_id.lower()
    if place := re.fullmatch(r"[^/]+/(\d{1,9})/(\d{1,18})", row_id, re.ASCII):
        return (pc.field("shard") == int(place[1])) & (pc.field("index") == int(place[2]))
    raise UsageError(f"{row_id}: not a puzzle_id (32 hex digits) nor run_id/shard/index")


def all_layouts(output: Path) -> list[Layout]:
    """Every corpus below an outputs folder."""
    found = sorted((output / "corpora").glob("*/puzzles"))
    return [Layout(path.parent.absolute()) for path in found]
