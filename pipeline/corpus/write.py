"""Writing a run: its buckets once the last round is known, what it rejected, its classes.

Rows pass through one shard at a time: memory is bounded by the rows of a shard and by the
selection of a bucket.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from pipeline.corpus.columns import hex_array, key_bytes, key_words
from pipeline.corpus.layout import bucket_file
from pipeline.corpus.merge import (
    ROW_GROUP,
    SELECTION,
    Cut,
    first_of_each,
    read_selection,
    within,
)
from pipeline.corpus.plan import Round
from pipeline.corpus.schema import REJECTED, dictionary_columns
from pipeline.corpus.store import read_group, read_json, write_tables
from pipeline.corpus.tasks import Job, once


def write_bucket(
    job: Job, rounds: list[Round], bucket: int, without: tuple[int, ...], cut: Cut | None
) -> dict[str, Any]:
    """Write a bucket of the run, rows by (round, shard, index): the receipt.

    The receipt holds ``rows``, ``splits`` (name -> rows) and ``measured`` (integer column of
    the family -> sum, least, most).
    """
    path = job.staged.puzzles / bucket_file(bucket)
    selections = [
        read_json(job.staged.selection(r.number, bucket).with_suffix(".json"))["inputs"]
        for r in rounds
    ]
    inputs = [job.run_id, bucket, selections, [cut.shard, cut.index] if cut else None]
    receipt = job.staged.root / "written" / f"{bucket:02x}.json"

    def make() -> dict[str, Any]:
        tally = Tally(job)
        tables = tally.watch(_grouped(_kept_rows(job, rounds, bucket, without, cut)))
        write_tables(
            path, job.staged.scratch, job.schema, tables,
            dictionary=dictionary_columns(job.schema),
        )  # fmt: skip
        return {"bucket": bucket, **tally.as_json()}

    return once(receipt, job.staged.scratch, inputs, {"rows": path}, make)


def _kept_rows(
    job: Job, rounds: list[Round], bucket: int, without: tuple[int, ...], cut: Cut | None
) -> Iterator[pa.Table]:
    names = job.schema.names
    for round_ in rounds:
        selection = read_selection(job, round_, bucket, "shard", "index", "kept")
        mask = selection.column("kept").to_numpy() & within(selection, cut)
        start = 0
        for shard, _ in round_.sizes():
            if shard in without or (cut and shard > cut.shard):
                continue
            rows = read_group(job.staged.rows(shard), bucket, names)
            part = mask[start : start + rows.num_rows]
            start += rows.num_rows
            yield rows if part.all() else rows.filter(pa.array(part))


def _grouped(tables: Iterator[pa.Table]) -> Iterator[pa.Table]:
    """The same rows in tables of about ``ROW_GROUP`` rows; at least one, maybe empty."""
    waiting: list[pa.Table] = []
    count, yielded = 0, False
    for table in tables:
        waiting.append(table)
        count += table.num_rows
        if count >= ROW_GROUP:
            yield pa.concat_tables(waiting)
            waiting, count, yielded = [], 0, True
    if waiting and (count or not yielded):
        yield pa.concat_tables(waiting)


class Tally:
    """Counts rows while they pass: how many, by split, and sums of the integer columns."""

    def __init__(self, job: Job) -> None:
        self.columns = [
            field.name
            for field in job.family.schema()
            if pa.types.is_integer(field.type) and field.name != "index"
        ]
        self.rows = 0
        self.splits: Counter[str] = Counter()
        self.measured: dict[str, dict[str, int]] = {}

    def watch(self, tables: Iterator[pa.Table]) -> Iterator[pa.Table]:
        """Pass the tables on."""
        for table in tables:
            self.rows += table.num_rows
            for entry in pc.value_counts(table.column("split")).to_pylist():
                self.splits[entry["values"]] += entry["counts"]
            for name in self.columns if table.num_rows else ():
                self._measure(name, table.column(name))
            yield table

    def _measure(self, name: str, column: pa.ChunkedArray) -> None:
        if column.null_count == len(column):
            return
        extremes = pc.min_max(column).as_py()
        new = {"sum": pc.sum(column).as_py(), "count": len(column) - column.null_count}
        new |= {"least": extremes["min"], "most": extremes["max"]}
        self.measured[name] = add_measures(self.measured.get(name), new)

    def as_json(self) -> dict[str, Any]:
        """What the receipt says."""
        return {"rows": self.rows, "splits": dict(self.splits), "measured": self.measured}


def add_measures(one: dict[str, int] | None, other: dict[str, int]) -> dict[str, int]:
    """The sums, counts and extremes of two sets of rows together."""
    if one is None:
        return other
    return {
        "sum": one["sum"] + other["sum"],
        "count": one["count"] + other["count"],
        "least": min(one["least"], other["least"]),
        "most": max(one["most"], other["most"]),
    }


def write_rejected(
    job: Job, rounds: list[Round], without: tuple[int, ...], cut: Cut | None
) -> dict[str, Any]:
    """Write what the run threw away, and why; duplicates and surplus among it.

    The receipt holds ``reasons`` (reason -> count).
    """
    reasons: Counter[str] = Counter()

    def counted() -> Iterator[pa.Table]:
        for table in _rejected(job, rounds, without, cut):
            for entry in pc.value_counts(table.column("reason")).to_pylist():
                reasons[entry["values"]] += entry["counts"]
            yield table

    write_tables(
        job.staged.rejected, job.staged.scratch, REJECTED, _grouped(counted()),
        dictionary=["run_id", "round", "shard", "reason", "detail"],
    )  # fmt: skip
    return {"reasons": dict(reasons)}


def _rejected(
    job: Job, rounds: list[Round], without: tuple[int, ...], cut: Cut | None
) -> Iterator[pa.Table]:
    for round_ in rounds:
        for shard, _ in round_.sizes():
            if shard not in without:
                yield pq.read_table(job.staged.rejects(shard), schema=REJECTED)
        for bucket in range(job.settings.shards.buckets):
            selection = read_selection(job, round_, bucket, *SELECTION.names)
            kept = selection.column("kept").to_numpy()
            for reason, mask in ("duplicate", ~kept), ("surplus", kept & ~within(selection, cut)):
                yield _thrown(job, round_.number, reason, selection.filter(pa.array(mask)))


def _thrown(job: Job, round_: int, reason: str, rows: pa.Table) -> pa.Table:
    count = rows.num_rows
    by_text = job.settings.dedupe.by == "text"
    ids = pa.nulls(count, pa.string()) if by_text else hex_array(key_bytes(rows.column("key")))
    columns = {
        "run_id": pa.repeat(pa.scalar(job.run_id), count),
        "round": pa.repeat(pa.scalar(round_, pa.int32()), count),
        "shard": rows.column("shard"),
        "index": rows.column("index"),
        "reason": pa.repeat(pa.scalar(reason), count),
        "detail": pa.repeat(pa.scalar(""), count),
        "puzzle_id": ids,
    }
    return pa.table([columns[name] for name in REJECTED.names], schema=REJECTED)


def count_classes(job: Job, part: int, parts: int) -> int:
    """How many solution classes the staged run has among those of a part (by their hash)."""
    empty = np.empty((0, 16), np.uint8)
    mine = [empty]
    for path in sorted(job.staged.puzzles.glob("*.parquet")):
        with pq.ParquetFile(path) as file:
            for batch in file.iter_batches(ROW_GROUP, columns=["solution_class"]):
                keys = key_bytes(batch.column(0))
                _, low = key_words(keys)
                mine.append(keys[low % np.uint64(parts) == part])
    return int(first_of_each(empty, np.concatenate(mine)).sum())
