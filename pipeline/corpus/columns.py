"""Columns made from whole arrays, never a Python object a row."""

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pipeline.config import Split

HEX = np.frombuffer(b"0123456789abcdef", np.uint8)
PAIRS = np.stack([np.repeat(HEX, 16), np.tile(HEX, 16)], axis=1)  # byte -> its two hex digits

Words = NDArray[np.uint64]


def key_bytes(column: pa.ChunkedArray | pa.Array) -> NDArray[np.uint8]:
    """A column of 16-byte keys as uint8[n, 16]; no key may be null."""
    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks()
    if isinstance(column, pa.ChunkedArray):  # some versions of pyarrow keep it chunked
        column = pa.concat_arrays(column.chunks) if column.num_chunks else pa.array([], column.type)
    if column.null_count:
        raise ValueError("a key is null")
    if not len(column):
        return np.empty((0, 16), np.uint8)
    whole = np.frombuffer(column.buffers()[1], np.uint8)
    return whole[16 * column.offset : 16 * (column.offset + len(column))].reshape(-1, 16)


def key_words(keys: NDArray[np.uint8]) -> tuple[Words, Words]:
    """The high and low halves of keys, so that comparing words compares keys."""
    words = np.ascontiguousarray(keys).view(">u8")
    return words[:, 0].astype(np.uint64), words[:, 1].astype(np.uint64)


def key_array(keys: NDArray[np.uint8]) -> pa.Array:
    """uint8[n, 16] as a column of 16-byte keys."""
    buffer = pa.py_buffer(np.ascontiguousarray(keys).tobytes())
    return pa.Array.from_buffers(pa.binary(16), len(keys), [None, buffer])


def hex_array(keys: NDArray[np.uint8]) -> pa.Array:
    """uint8[n, 16] as a column of 32 hex digits."""
    digits = PAIRS[keys].tobytes()
    offsets = np.arange(0, 32 * len(keys) + 1, 32, dtype=np.int32)
    return pa.StringArray.from_buffers(len(keys), pa.py_buffer(offsets), pa.py_buffer(digits))


def buckets(keys: NDArray[np.uint8], count: int) -> NDArray[np.int64]:
    """The bucket of each key: equal ranges of its first two bytes, ``count`` of them."""
    prefix = keys[:, 0].astype(np.int64) << 8 | keys[:, 1]
    return prefix * count >> 16


def splits(classes: NDArray[np.uint8], shares: Split) -> pa.Array:
    """``train``, ``validation`` or ``test`` for each solution class.

    It depends on the class and the shares alone, not on seed or corpus: corpora of equal
    shares can be joined and no class stands in two splits.
    """
    high, low = key_words(classes)
    thousandth = _mix(high ^ _mix(low)) % np.uint64(1000)
    code = np.where(thousandth < shares.test, 2, 0)
    code = np.where((thousandth >= shares.test) & (thousandth < shares.test + shares.validation),
                    1, code)  # fmt: skip
    names = pa.array(["train", "validation", "test"])
    return names.take(pa.array(code.astype(np.int8)))


def _mix(z: Words) -> Words:
    """SplitMix64's finaliser, so that the split is even whatever the classes look like."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))
