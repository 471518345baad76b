"""Candidates of a shard as Arrow tables: whole arrays from the kernel to the columns."""

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from pipeline.cubes.columns import REJECTED, SCHEMA, Sets, cube_column
from pipeline.cubes.engine import candidates as engine
from pipeline.cubes.engine.graph import NODES, PAIRS, RAW, SIGHT, SUBGRAPHS
from pipeline.cubes.settings import CubesConfig
from pipeline.cubes.symmetry import GROUP, keys
from pipeline.family import Batch, ShardKey
from pipeline.kernels.random import stream_key

REASONS = (
    "",
    "two cubes are alike",
    "more than one solution",
    "thinned out: has more solved states than others",
)
"""By what became of a candidate, in the numbers of ``engine.candidates``."""

Counts = NDArray[np.int64]
"""int64[m, 7]: the columns of ``engine.graph`` and the tries."""


def generate(config: CubesConfig, key: ShardKey, start: int, stop: int) -> Batch:
    """Candidates ``start .. stop-1`` of a shard; ``Family.generate`` is the contract."""
    count, n = stop - start, config.cubes.count
    sets = np.empty((count, n, 6), dtype=np.uint8)
    towers = np.empty_like(sets)
    status = np.empty(count, dtype=np.uint8)
    counts = np.empty((count, engine.TRIES + 1), dtype=np.int64)
    single_cycles = config.cubes.one_solution == "by state"
    words = stream_key(key.words(0))
    engine.make_candidates(words, start, single_cycles, towers, sets, status, counts)
    index = np.arange(start, stop, dtype=np.int64)
    kept = status == engine.KEPT
    rows = _rows(index[kept], sets[kept], towers[kept], counts[kept])
    rejected = _rejected(index[~kept], status[~kept], counts[~kept])
    return Batch(rows, rejected, {"nodes": int(counts[:, NODES].sum())})


def _rows(index: NDArray[np.int64], sets: Sets, towers: Sets, counts: Counts) -> pa.Table:
    count, n, _ = sets.shape
    classes = pa.array(keys(sets), pa.binary(16))
    columns = {
        "index": index,
        "fingerprint": classes,
        "solution_class": classes,
        "symmetry_group": pa.repeat(GROUP, count),
        "variant": pa.repeat(f"{n}-cubes", count),
        "solution_count": counts[:, SIGHT],
        "proof_nodes": counts[:, NODES],
        "seed_grid": pa.nulls(count, pa.string()),
        "mutations": pa.nulls(count, pa.string()),
        "cubes": cube_column(sets),
        "colours": pa.repeat(pa.scalar(n, pa.uint8()), count),
        "solution": cube_column(towers),
        "solutions_raw": counts[:, RAW],
        "two_regular_subgraphs": counts[:, SUBGRAPHS],
        "disjoint_pairs": counts[:, PAIRS],
        "tries": counts[:, engine.TRIES],
    }
    return pa.table([columns[name] for name in SCHEMA.names], schema=SCHEMA)


def _rejected(index: NDArray[np.int64], status: NDArray[np.uint8], counts: Counts) -> pa.Table:
    """``detail`` says how many solutions there are by sight and by state, where counted."""
    looks = pc.cast(pa.array(counts[:, SIGHT]), pa.string())
    states = pc.cast(pa.array(counts[:, RAW]), pa.string())
    detail = pc.binary_join_element_wise(looks, " by sight, ", states, " by state", "")
    counted = pa.array(status != engine.ALIKE)
    reasons = pa.array(REASONS).take(pa.array(status))
    return pa.table([pa.array(index), reasons, pc.if_else(counted, detail, "")], schema=REJECTED)
