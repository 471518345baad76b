"""Candidates of a shard as Arrow tables: whole arrays from the kernel to the columns."""

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pipeline.family import Batch, ShardKey
from pipeline.kernels.random import stream_key
from pipeline.tiles.columns import (
    REJECTED,
    SCHEMA,
    boards_column,
    repeated,
    tiles_column,
)
from pipeline.tiles.engine import plant, prove, quick
from pipeline.tiles.settings import Tiles, TilesConfig
from pipeline.tiles.symmetry import GROUP, fingerprints
from pipeline.tiles.tile_set import TileSet

REASONS = {
    prove.EQUAL_TILES: "two tiles look the same",
    prove.MAY_LOOK_TURNED: "tiles in equal pairs: a filling may be its own rotation",
    prove.SEVERAL: "more than one solution",
    prove.UNDECIDED: "undecided within the budget",
}


def mates_of(tiles: Tiles) -> list[int | None]:
    """The mates of the labels of a corpus: pattern after pattern, then the frame."""
    patterns = tiles.patterns + tiles.edge_patterns
    mates: list[int | None] = [label ^ 1 for label in range(2 * patterns)]
    if not tiles.signed:
        mates = list(range(patterns))
    return [*mates, None] if tiles.framed else mates


def variant_of(tiles: Tiles) -> str:
    """Names of the rules, sorted, joined with ``+``."""
    names = ["edges", "signed" if tiles.signed else "unsigned"]
    return "+".join(sorted([*names, "framed"] if tiles.framed else names))


def generate(config: TilesConfig, key: ShardKey, start: int, stop: int) -> Batch:
    """Candidates ``start .. stop-1`` of a shard; ``Family.generate`` is the contract."""
    settings, count = config.tiles, stop - start
    cells = settings.rows * settings.columns
    mates = np.array([-1 if mate is None else mate for mate in mates_of(settings)], np.int64)
    frame = len(mates) - 1 if settings.framed else -1
    tiles = np.empty((count, cells, 4), np.int64)
    boards = np.empty((count, cells, 2), np.int16)
    plant.plant(
        stream_key(key.words(0)), start, settings.rows, settings.columns, settings.patterns,
        settings.edge_patterns, settings.signed, frame, tiles, boards,
    )  # fmt: skip
    counts, verdicts = _proved(settings, tiles, mates, np.full(4, frame, np.int64))
    index = np.arange(start, stop, dtype=np.int64)
    kept = verdicts == prove.ACCEPTED
    rows = _rows(settings, index[kept], tiles[kept], boards[kept], counts[kept])
    nodes = int(counts.sum())
    return Batch(rows, _rejected(index[~kept], verdicts[~kept]), {"nodes": nodes})


def _proved(
    settings: Tiles,
    tiles: NDArray[np.int64],
    mates: NDArray[np.int64],
    sides: NDArray[np.int64],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Placements on each cell (of the full counts) and verdicts of planted sets."""
    rows, columns = settings.rows, settings.columns
    rotations, budget = 4 if rows == columns else 2, settings.budget
    counts, verdicts = np.zeros(tiles.shape[:2], np.int64), np.empty(len(tiles), np.int64)
    prove.screen(tiles, settings.duplicates, verdicts)
    is_small = rows * columns <= quick.MOST_TILES
    if is_small:
        prove.ask_small(tiles, mates, sides, rows, columns, rotations, budget, verdicts)
    # A free board needs four mask bits a tile, a framed one up to 6x6 fewer than two.
    count = prove.count_lanes if is_small or settings.framed else prove.count_plain
    count(tiles, mates, sides, rows, columns, rotations, budget, counts, verdicts)
    if (verdicts == prove.WRONG).any():
        raise RuntimeError("two ways to count the fillings of a set disagree: this is a defect")
    return counts, verdicts


def _rows(
    settings: Tiles,
    index: NDArray[np.int64],
    tiles: NDArray[np.int64],
    boards: NDArray[np.int16],
    counts: NDArray[np.int64],
) -> pa.Table:
    count, cells, _ = tiles.shape
    mates = mates_of(settings)
    sides: list[int | None] | None = [len(mates) - 1] * 4 if settings.framed else None
    if count == 0:
        return SCHEMA.empty_table()
    classes = pa.array(fingerprints(tiles, _example(settings, tiles[0])), pa.binary(16))
    # Tries: 4 (N - k) for every partial filling of k tiles, and 4 N for the empty board.
    tries = 4 * cells + counts[:, :-1] @ (4 * (cells - np.arange(1, cells)))
    columns = {
        "index": index,
        "fingerprint": classes,
        "solution_class": classes,
        "symmetry_group": pa.repeat(GROUP, count),
        "variant": pa.repeat(variant_of(settings), count),
        "solution_count": np.ones(count, np.int64),
        "proof_nodes": counts.sum(axis=1),
        "seed_grid": pa.nulls(count, pa.string()),
        "mutations": pa.nulls(count, pa.string()),
        "rows": np.full(count, settings.rows, np.uint8),
        "columns": np.full(count, settings.columns, np.uint8),
        "patterns": _patterns(settings, tiles),
        "tiles": tiles_column(tiles),
        "mates": repeated(mates, count),
        "sides": repeated(sides, count),
        "solution": boards_column(boards),
        "solutions_raw": counts[:, -1],
        "tries": tries,
    }
    return pa.table([columns[name] for name in SCHEMA.names], schema=SCHEMA)


def _example(settings: Tiles, tiles: NDArray[np.int64]) -> TileSet:
    """One of the sets as an object: it stands for the board, mates and sides of all."""
    mates = mates_of(settings)
    side = len(mates) - 1 if settings.framed else None
    return TileSet(
        settings.rows,
        settings.columns,
        tuple((n, e, s, w) for n, e, s, w in tiles.tolist()),
        tuple(mates),
        (side, side, side, side),
    )


def _patterns(settings: Tiles, tiles: NDArray[np.int64]) -> NDArray[np.uint16]:
    """How many patterns the tiles of each set show."""
    pattern = tiles.reshape(len(tiles), -1) // (2 if settings.signed else 1)
    seen = np.zeros(len(tiles), np.uint16)
    for number in range(settings.patterns + settings.edge_patterns):
        seen += (pattern == number).any(axis=1)
    return seen


def _rejected(index: NDArray[np.int64], verdicts: NDArray[np.int64]) -> pa.Table:
    reasons = pa.array([REASONS.get(verdict, "") for verdict in range(prove.WRONG + 1)])
    detail = pa.repeat("", len(index))
    return pa.table([pa.array(index), reasons.take(pa.array(verdicts)), detail], schema=REJECTED)
