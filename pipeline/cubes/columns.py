"""The columns of cubes corpora, and letters for colour numbers."""

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

LETTERS = np.frombuffer(b"RGBYWOPK", dtype=np.uint8)
"""Red, green, blue, yellow, white, orange, purple, black: colours 0 to 7 of made sets."""

Sets = NDArray[np.uint8]
"""uint8[m, n, 6]: m sets of n cubes, colours numbered from 0."""

CUBES = pa.list_(pa.string())


def _column(name: str, kind: pa.DataType, description: str = "") -> pa.Field:
    return pa.field(name, kind, metadata={"description": description} if description else None)


SCHEMA = pa.schema(
    [
        _column("index", pa.int64()),
        _column("fingerprint", pa.binary(16)),
        _column(
            "solution_class",
            pa.binary(16),
            "equal to fingerprint: solutions alone fall into too few classes to split by",
        ),
        _column("symmetry_group", pa.string()),
        _column("variant", pa.string()),
        _column(
            "solution_count",
            pa.int64(),
            "towers that look different, up to turning the tower round and over; proved",
        ),
        _column("proof_nodes", pa.int64(), "edges looked at by the graph method"),
        _column("seed_grid", pa.string(), "null for cubes"),
        _column("mutations", pa.string(), "null for cubes"),
        _column("cubes", CUBES, "six letters each: top, bottom, front, back, left, right"),
        _column("colours", pa.uint8(), "colours in use, as many as cubes"),
        _column("solution", CUBES, "the same cubes as they stand in the tower, bottom first"),
        _column("solutions_raw", pa.int64(), "solutions among the 24^n states of the tower"),
        _column("two_regular_subgraphs", pa.int64(), "difficulty: subgraphs to choose from"),
        _column("disjoint_pairs", pa.int64(), "pairs of these that share no edge"),
        _column("tries", pa.int64(), "difficulty: tries of a search that stacks cube by cube"),
    ]
)
REJECTED = pa.schema([("index", pa.int64()), ("reason", pa.string()), ("detail", pa.string())])


def cube_column(sets: Sets) -> pa.ListArray:
    """Colour numbers as a column of lists of six-letter strings."""
    count, n, _ = sets.shape
    letters = LETTERS[sets].tobytes()
    string_ends = np.arange(0, 6 * count * n + 1, 6, dtype=np.int32)
    strings = pa.StringArray.from_buffers(
        count * n, pa.py_buffer(string_ends), pa.py_buffer(letters)
    )
    list_ends = pa.array(np.arange(0, count * n + 1, n, dtype=np.int32))
    return pa.ListArray.from_arrays(list_ends, strings)
