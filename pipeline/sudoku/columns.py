"""The columns of a sudoku row, and how whole arrays become columns and come back.

No Python object is made a row: text columns are one buffer of bytes and one of offsets.
"""

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]

CAGE = pa.struct([pa.field("cells", pa.list_(pa.uint16())), pa.field("total", pa.uint16())])

DESCRIBED = (
    ("index", pa.int64(), "the candidate within the shard"),
    ("fingerprint", pa.binary(16), "BLAKE2b-128 of the canonical form under symmetry_group"),
    ("solution_class", pa.binary(16), "canonical form of the solution alone, hashed"),
    ("symmetry_group", pa.string(), "the symmetries under which puzzles are one"),
    ("variant", pa.string(), "names of the rules, sorted, joined with +; classic for the plain"),
    ("solution_count", pa.int64(), "solutions of the puzzle, proved"),
    ("proof_nodes", pa.int64(), "search nodes that the proof of uniqueness took"),
    ("seed_grid", pa.string(), "the solution before the mutations"),
    (
        "mutations",
        pa.string(),
        "words applied to seed_grid from left to right: Sab Bab swap stacks, bands; cab rab swap "
        "columns, rows; T transposes; Dabcdefghi makes digit 1 a, 2 b, ...; lines count from 0",
    ),
    ("size", pa.int32(), "N: the board has N x N cells"),
    ("givens", pa.string(), "the puzzle, row by row; . is an empty cell, letters follow 9"),
    ("solution", pa.string(), "its one solution"),
    ("givens_count", pa.int32(), "how many givens; a coarse knob, no measure of difficulty"),
    ("minimal", pa.bool_(), "no given can go (proved); null without givens"),
    ("regions", pa.string(), "jigsaw regions, a symbol a region; null: boxes"),
    ("cages", pa.list_(CAGE), "cells (row by row from 0) and total of each cage; null: no cages"),
    ("thermometers", pa.list_(pa.list_(pa.uint16())), "cells from bulb to tip; null: none"),
    ("rules", pa.string(), "the whole rule list as JSON: with size and givens, the puzzle"),
    (
        "thermometers_needed",
        pa.list_(pa.bool_()),
        "for each: is the puzzle ambiguous without it? false is proved; what a few guesses leave "
        "undecided is true, so they are an upper bound",
    ),
    (
        "cages_needed",
        pa.int32(),
        "cages left after taking them away greedily, the first first, while the answer stays "
        "unique; what a few guesses leave undecided counts as needed: so many suffice, fewer may",
    ),
)

SCHEMA = pa.schema(
    [pa.field(name, kind, metadata={"description": text}) for name, kind, text in DESCRIBED]
)


def text_column(boards: Bytes) -> pa.Array:
    """Boards (uint8[n, cells], digits up to 9, 0 is empty) as strings, ``.`` for empty."""
    count, cells = boards.shape
    text = np.where(boards == 0, np.uint8(ord(".")), boards + np.uint8(ord("0")))
    offsets = np.arange(0, count * cells + 1, cells, dtype=np.int32)
    return _strings(offsets, text)


def ragged_column(text: Bytes, ends: NDArray[np.int32]) -> pa.Array:
    """Rows of ``text`` (uint8[n, width], ASCII) up to their ``ends`` as strings."""
    offsets = np.zeros(len(ends) + 1, np.int32)
    np.cumsum(ends, out=offsets[1:])
    used = np.arange(text.shape[1], dtype=np.int32) < ends[:, None]
    return _strings(offsets, text[used])


def _strings(offsets: NDArray[np.int32], text: Bytes) -> pa.Array:
    buffers = (pa.py_buffer(offsets), pa.py_buffer(np.ascontiguousarray(text)))
    return pa.StringArray.from_buffers(len(offsets) - 1, *buffers)


def key_column(keys: Bytes) -> pa.Array:
    """Keys (uint8[n, 16]) as fixed binaries."""
    buffer = pa.py_buffer(np.ascontiguousarray(keys))
    return pa.Array.from_buffers(pa.binary(16), len(keys), [None, buffer])


def constant_column(name: str, value: object, count: int) -> pa.Array:
    """The column ``name`` of ``SCHEMA`` with one value (None too) in all rows."""
    return pa.repeat(pa.scalar(value, SCHEMA.field(name).type), count)


def boards(column: pa.ChunkedArray | pa.Array, cells: int) -> Bytes:
    """The boards of a text column: uint8[n, cells], 0 is empty; the inverse of ``text_column``.

    ``ValueError`` unless every row has ``cells`` characters, digits or ``.``.
    """
    chunks = column.chunks if isinstance(column, pa.ChunkedArray) else [column]
    parts = [_chunk_boards(chunk.cast(pa.string()), cells) for chunk in chunks if len(chunk)]
    return np.concatenate(parts) if parts else np.empty((0, cells), np.uint8)


def _chunk_boards(chunk: pa.StringArray, cells: int) -> Bytes:
    _, offset_buffer, text_buffer = chunk.buffers()
    offsets = np.frombuffer(offset_buffer, np.int32)[chunk.offset : chunk.offset + len(chunk) + 1]
    if chunk.null_count or (np.diff(offsets) != cells).any():
        raise ValueError(f"a board does not have {cells} cells")
    text = np.frombuffer(text_buffer, np.uint8)[offsets[0] : offsets[-1]]
    digits = np.where(text == ord("."), np.uint8(0), text - np.uint8(ord("0")))
    if (digits > 9).any():
        raise ValueError("a board holds something that is no digit")
    return digits.reshape(-1, cells)
