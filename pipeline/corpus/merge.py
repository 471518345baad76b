"""Merging: which staged rows are new, one Dask task a round and bucket, on keys alone.

Memory is bounded by the keys of a bucket: about 60 bytes a row, committed rows included.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from pipeline.corpus.columns import key_array, key_bytes, key_words
from pipeline.corpus.layout import bucket_file
from pipeline.corpus.plan import Round
from pipeline.corpus.schema import key_column
from pipeline.corpus.store import read_group, read_json, write_groups
from pipeline.corpus.tasks import Job, once

ROW_GROUP = 65_536
"""Rows of a row group in the files that readers see, about; also rows read at a time."""

SELECTION = pa.schema(
    [
        pa.field("shard", pa.int32()),
        pa.field("index", pa.int64()),
        pa.field("key", pa.binary(16)),
        pa.field("kept", pa.bool_()),
    ]
)


@dataclass(frozen=True)
class Cut:
    """The last row that the run keeps, by (shard, index); what comes after is surplus."""

    shard: int
    index: int


def select_rows(
    job: Job, rounds: list[Round], bucket: int, without: tuple[int, ...], runs: tuple[str, ...]
) -> dict[str, Any]:
    """Decide which rows of the last of ``rounds`` a bucket keeps: the receipt.

    Kept is the first row of each key by (shard, index), unless an earlier round or one of
    the committed ``runs`` has that key. ``without`` are shards set aside. The receipt's
    ``kept`` counts rows a shard, ``duplicates`` the others.
    """
    last = rounds[-1]
    shards = [shard for shard, _ in last.sizes() if shard not in without]
    made = [read_json(job.staged.receipt(shard))["files"]["rows"]["blake2b"] for shard in shards]
    earlier = [
        read_json(job.staged.selection(r.number, bucket).with_suffix(".json"))["inputs"]
        for r in rounds[:-1]
    ]
    path = job.staged.selection(last.number, bucket)
    inputs = [job.run_id, bucket, shards, made, earlier, list(runs)]

    def make() -> dict[str, Any]:
        return _select(job, rounds, bucket, shards, runs)

    receipt = path.with_suffix(".json")
    return once(receipt, job.staged.scratch, inputs, {"selection": path}, make)


def _select(
    job: Job, rounds: list[Round], bucket: int, shards: list[int], runs: tuple[str, ...]
) -> dict[str, Any]:
    name = key_column(job.settings.dedupe.by)
    keys, indices, counts = [np.empty((0, 16), np.uint8)], [np.empty(0, np.int64)], [0]
    for shard in shards:
        table = read_group(job.staged.rows(shard), bucket, [name, "index"])
        keys.append(key_bytes(table.column(name)))
        indices.append(table.column("index").to_numpy())
        counts.append(table.num_rows)
    staged = np.concatenate(keys)
    del keys
    known = [key_bytes(keys) for keys in _known_keys(job, rounds, bucket, runs)]
    kept = first_of_each(np.concatenate([np.empty((0, 16), np.uint8), *known]), staged)
    shard_column = np.repeat(np.array([-1, *shards], np.int32), counts)
    table = pa.table(
        [
            pa.array(shard_column),
            pa.array(np.concatenate(indices)),
            key_array(staged),
            pa.array(kept),
        ],
        schema=SELECTION,
    )
    path = job.staged.selection(rounds[-1].number, bucket)
    write_groups(path, job.staged.scratch, SELECTION, [table])
    numbers, amounts = np.unique(shard_column[kept], return_counts=True)
    return {
        "bucket": bucket,
        "kept": {str(n): int(a) for n, a in zip(numbers, amounts, strict=True)},
        "duplicates": int(len(kept) - kept.sum()),
    }


def _known_keys(
    job: Job, rounds: list[Round], bucket: int, runs: tuple[str, ...]
) -> Iterator[pa.ChunkedArray | pa.Array]:
    """The keys of this bucket in earlier rounds of this run and in the committed runs."""
    for earlier in rounds[:-1]:
        table = read_selection(job, earlier, bucket, "key", "kept")
        yield table.column("key").filter(table.column("kept"))
    for run_id in runs:
        with pq.ParquetFile(job.layout.run(run_id) / bucket_file(bucket)) as file:
            if job.settings.dedupe.by == "fingerprint":
                yield file.read(columns=["fingerprint"]).column("fingerprint")
                continue
            for batch in file.iter_batches(ROW_GROUP, columns=job.family.schema().names):
                rows = pa.Table.from_batches([batch])
                yield pa.array(job.family.text_keys(rows), pa.binary(16))


def first_of_each(known: NDArray[np.uint8], keys: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """For each key: does it stand neither in ``known`` nor earlier in ``keys``?"""
    high, low = key_words(np.concatenate([known, keys]) if len(known) else keys)
    order = np.lexsort((low, high))  # stable: among equals the earlier stands first
    first = np.ones(len(order), bool)
    high = high[order]
    first[1:] = high[1:] != high[:-1]
    del high
    low = low[order]
    first[1:] |= low[1:] != low[:-1]
    del low
    kept = np.zeros(len(order), bool)
    kept[order[first]] = True
    return kept[len(known) :]


def find_cut(job: Job, rounds: list[Round], kept: dict[int, int]) -> Cut | None:
    """Where the run ends so that it has exactly its size; None where nothing is surplus.

    ``kept`` are the rows that each shard keeps, over all buckets.
    """
    left = job.settings.size
    for shard in sorted(kept):
        if left <= kept[shard]:
            break
        left -= kept[shard]
    else:
        return None
    if left == kept[shard] and not any(later > shard for later in kept if kept[later]):
        return None
    round_ = next(r for r in rounds if r.first <= shard < r.first + r.shards)
    found = []
    for bucket in range(job.settings.shards.buckets):
        table = read_selection(job, round_, bucket, "shard", "index", "kept")
        mine = table.column("kept").to_numpy() & (table.column("shard").to_numpy() == shard)
        found.append(table.column("index").to_numpy()[mine])
    return Cut(shard, int(np.sort(np.concatenate(found))[left - 1]))


def read_selection(job: Job, round_: Round, bucket: int, *names: str) -> pa.Table:
    """These columns of what ``select_rows`` decided: all rows of a bucket in a round."""
    return read_group(job.staged.selection(round_.number, bucket), 0, list(names))


def within(table: pa.Table, cut: Cut | None) -> NDArray[np.bool_]:
    """The rows of a selection that are not past the cut."""
    if cut is None:
        return np.ones(table.num_rows, bool)
    shard, index = table.column("shard").to_numpy(), table.column("index").to_numpy()
    within: NDArray[np.bool_] = (shard < cut.shard) | ((shard == cut.shard) & (index <= cut.index))
    return within
