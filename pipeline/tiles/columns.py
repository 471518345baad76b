"""The columns of tiles corpora, and rows as tile sets."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pipeline.tiles.tile_set import Board, TileSet

EDGES = pa.list_(pa.uint16())
TILES = pa.list_(EDGES)
LAID = pa.list_(pa.struct([("tile", pa.uint16()), ("turns", pa.uint8())]))


def _column(name: str, kind: pa.DataType, description: str = "") -> pa.Field:
    return pa.field(name, kind, metadata={"description": description} if description else None)


SCHEMA = pa.schema(
    [
        _column("index", pa.int64()),
        _column("fingerprint", pa.binary(16)),
        _column("solution_class", pa.binary(16), "equal to fingerprint: a set has one filling"),
        _column("symmetry_group", pa.string()),
        _column("variant", pa.string()),
        _column("solution_count", pa.int64(), "fillings up to rotation of the board; proved"),
        _column("proof_nodes", pa.int64(), "tiles placed in row order by the full count"),
        _column("seed_grid", pa.string(), "null for tiles"),
        _column("mutations", pa.string(), "null for tiles"),
        _column("rows", pa.uint8(), "of the board"),
        _column("columns", pa.uint8(), "of the board"),
        _column("patterns", pa.uint16(), "patterns that the set's tiles show"),
        _column("tiles", TILES, "each tile's labels north, east, south, west"),
        _column("mates", EDGES, "by label: the label it matches; null for the frame"),
        _column("sides", EDGES, "what the board's sides N, E, S, W must show; null: anything"),
        _column("solution", LAID, "by cell in row order: tile (from 0), clockwise quarter turns"),
        _column("solutions_raw", pa.int64(), "fillings with all tiles and rotations told apart"),
        _column("tries", pa.int64(), "difficulty: turned tiles tried by a search in row order"),
    ]
)
REJECTED = pa.schema([("index", pa.int64()), ("reason", pa.string()), ("detail", pa.string())])


def lists(values: NDArray[np.int64], kind: pa.DataType) -> pa.ListArray:
    """An integer array [n, k] as a column of n lists of k."""
    count, width = values.shape
    ends = pa.array(np.arange(0, count * width + 1, width, dtype=np.int32))
    return pa.ListArray.from_arrays(ends, pa.array(values.reshape(-1)).cast(kind.value_type))


def tiles_column(tiles: NDArray[np.int64]) -> pa.ListArray:
    """Tiles int64[n, N, 4] as a column."""
    count, size, _ = tiles.shape
    ends = pa.array(np.arange(0, count * size + 1, size, dtype=np.int32))
    return pa.ListArray.from_arrays(ends, lists(tiles.reshape(-1, 4), EDGES))


def boards_column(boards: NDArray[np.int16]) -> pa.ListArray:
    """Fillings int16[n, N, 2] as a column."""
    count, size, _ = boards.shape
    ends = pa.array(np.arange(0, count * size + 1, size, dtype=np.int32))
    cells = [pa.array(boards[:, :, part].reshape(-1)) for part in (0, 1)]
    laid = pa.StructArray.from_arrays(
        [cells[0].cast(pa.uint16()), cells[1].cast(pa.uint8())], fields=list(LAID.value_type)
    )
    return pa.ListArray.from_arrays(ends, laid)


def repeated(value: list[int | None] | None, count: int) -> pa.Array:
    """A column of one list, or of nulls."""
    return pa.nulls(count, EDGES) if value is None else pa.repeat(pa.scalar(value, EDGES), count)


def tile_set_of(row: Mapping[str, Any]) -> TileSet:
    """The tile set of a row (a dict as ``to_pylist`` gives it)."""
    north, east, south, west = row["sides"] or (None, None, None, None)
    tiles = tuple((n, e, s, w) for n, e, s, w in row["tiles"])
    return TileSet(
        row["rows"], row["columns"], tiles, tuple(row["mates"]), (north, east, south, west)
    )


def board_of(row: Mapping[str, Any]) -> Board:
    """The filling of a row."""
    return tuple((cell["tile"], cell["turns"]) for cell in row["solution"])
