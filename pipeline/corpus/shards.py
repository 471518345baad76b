"""A shard: one Dask task that generates rows and stages them bucket by bucket."""

import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from pipeline.corpus.columns import buckets, hex_array, key_array, key_bytes, splits
from pipeline.corpus.schema import (
    KEY,
    OURS,
    REJECTED,
    key_column,
    staged_schema,
)
from pipeline.corpus.store import write_groups, write_tables
from pipeline.corpus.tasks import Job, once
from pipeline.family import Batch, ShardKey

CHUNK = 32_768
"""Candidates that a family is asked for at a time: bounds its working memory."""


def make_shard(job: Job, round_: int, shard: int, candidates: int) -> dict[str, Any]:
    """Make a shard, or find it made: the receipt.

    The receipt holds ``candidates``, ``rows``, ``rejects`` (reason -> count), ``counters``
    (the family's, summed) and ``seconds``: CPU time to ``generate``, elapsed for the ``shard``.
    """
    job.check_engine()
    staged = job.staged
    files = {"rows": staged.rows(shard), "rejects": staged.rejects(shard)}
    inputs = [job.run_id, job.engine, round_, shard, candidates]

    def make() -> dict[str, Any]:
        return _make(job, ShardKey(job.settings.seed, job.number, round_, shard), candidates)

    return once(staged.receipt(shard), staged.scratch, inputs, files, make)


def _make(job: Job, key: ShardKey, candidates: int) -> dict[str, Any]:
    started, busy = time.perf_counter(), time.thread_time()
    batches = [
        job.family.generate(job.settings, key, start, min(start + CHUNK, candidates))
        for start in range(0, candidates, CHUNK)
    ]
    generated = time.thread_time() - busy
    rejected = pa.concat_tables([batch.rejected for batch in batches])
    counters: Counter[str] = Counter()
    for batch in batches:
        counters.update(batch.counters)
    rows = pa.concat_tables([corpus_rows(job, key, batch) for batch in batches]).combine_chunks()
    write_rejects(job, key, rejected)
    write_rows(job, key.shard, rows)
    reasons = pc.value_counts(rejected.column("reason").combine_chunks())
    return {
        "round": key.round,
        "shard": key.shard,
        "candidates": candidates,
        "rows": rows.num_rows,
        "rejects": {str(r["values"]): int(r["counts"]) for r in reasons.to_pylist()},
        "counters": dict(counters),
        "seconds": {"generate": generated, "shard": time.perf_counter() - started},
    }


def corpus_rows(job: Job, key: ShardKey, batch: Batch) -> pa.Table:
    """A family's rows with the corpus's own columns, in the staged schema."""
    rows, count = batch.rows, batch.rows.num_rows
    expected = job.family.schema()
    if not rows.schema.equals(expected):
        raise TypeError(f"{job.family.name} made rows of another schema than it declares")
    settings = job.settings
    ours = {
        "puzzle_id": hex_array(key_bytes(rows.column("fingerprint"))),
        "family": pa.repeat(pa.scalar(settings.family), count),
        "split": splits(key_bytes(rows.column("solution_class")), settings.split),
        "engine_version": pa.repeat(pa.scalar(job.engine), count),
        "run_id": pa.repeat(pa.scalar(job.run_id), count),
        "round": pa.repeat(pa.scalar(key.round, pa.int32()), count),
        "shard": pa.repeat(pa.scalar(key.shard, pa.int32()), count),
        "seed": pa.repeat(pa.scalar(key.seed, pa.int64()), count),
    }
    if settings.dedupe.by == "text":
        keys = b"".join(job.family.text_keys(rows))
        ours[KEY] = key_array(np.frombuffer(keys, np.uint8).reshape(-1, 16))
    schema = staged_schema(job.schema, settings.dedupe.by)
    columns = [
        ours[name] if name in OURS or name == KEY else rows.column(name) for name in schema.names
    ]
    return pa.table(columns, schema=schema)


def write_rows(job: Job, shard: int, rows: pa.Table) -> None:
    """Stage the rows: record batch b holds those of bucket b, by index."""
    count = job.settings.shards.buckets
    where = buckets(key_bytes(rows.column(key_column(job.settings.dedupe.by))), count)
    order = np.argsort(where, kind="stable")
    ends = np.searchsorted(where[order], np.arange(count + 1))

    def groups() -> Iterator[pa.Table]:
        for bucket in range(count):
            yield rows.take(pa.array(order[ends[bucket] : ends[bucket + 1]]))

    write_groups(job.staged.rows(shard), job.staged.scratch, rows.schema, groups())


def write_rejects(job: Job, key: ShardKey, rejected: pa.Table) -> None:
    """Stage what a shard rejected, in the schema of ``rejected/<run_id>.parquet``."""
    count = rejected.num_rows
    columns = {
        "run_id": pa.repeat(pa.scalar(job.run_id), count),
        "round": pa.repeat(pa.scalar(key.round, pa.int32()), count),
        "shard": pa.repeat(pa.scalar(key.shard, pa.int32()), count),
        "index": rejected.column("index"),
        "reason": rejected.column("reason"),
        "detail": rejected.column("detail"),
        "puzzle_id": pa.nulls(count, pa.string()),
    }
    table = pa.table([columns[name] for name in REJECTED.names], schema=REJECTED)
    write_tables(job.staged.rejects(key.shard), job.staged.scratch, REJECTED, [table])
