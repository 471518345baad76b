"""A family that makes millions of rows quickly, from whole arrays; for memory and for speed."""

from typing import Literal

import numpy as np
import pyarrow as pa
from toy_family import FAMILY as TOY

from pipeline.config import CorpusConfig
from pipeline.family import Batch

TEXT = 90
"""Characters a row, as many as a sudoku has cells or so."""


class BulkConfig(CorpusConfig):
    family: Literal["bulk"]


def mix(z):
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


class BulkFamily(type(TOY)):
    name = "bulk"
    config_model = BulkConfig

    def schema(self):
        left_out = ("solution", "minimal", "weights")
        return pa.schema([field for field in super().schema() if field.name not in left_out])

    def notes(self, config):
        return ["rows of nothing in particular"]

    def generate(self, config, key, start, stop):
        """One candidate in fifty has the fingerprint of the one before it."""
        index = np.arange(start, stop, dtype=np.uint64)
        source = np.where(index % np.uint64(50) == 49, index - np.uint64(1), index)
        state = np.random.SeedSequence(key.words(1)).generate_state(2, np.uint64)
        high, low = mix(source ^ state[0]), mix(source + state[1])
        keys = np.stack([high, low], axis=1)
        letters = np.ascontiguousarray(
            (np.repeat(keys, 6, axis=1).view(np.uint8)[:, :TEXT] & 7) + 97
        )
        count = stop - start
        offsets = np.arange(0, TEXT * count + 1, TEXT, dtype=np.int32)
        text = pa.StringArray.from_buffers(count, pa.py_buffer(offsets), pa.py_buffer(letters))
        binary = pa.Array.from_buffers(pa.binary(16), count, [None, pa.py_buffer(keys)])
        one = pa.repeat(pa.scalar(1, pa.int64()), count)
        columns = {
            "index": pa.array(index.astype(np.int64)),
            "fingerprint": binary,
            "symmetry_group": pa.repeat(pa.scalar("none"), count),
            "solution_class": binary,
            "variant": pa.repeat(pa.scalar("bulk"), count),
            "solution_count": one,
            "proof_nodes": one,
            "seed_grid": text,
            "mutations": pa.nulls(count, pa.string()),
            "text": text,
        }
        none = pa.table({"index": pa.array([], pa.int64()), "reason": pa.array([], pa.string()),
                         "detail": pa.array([], pa.string())})  # fmt: skip
        schema = self.schema()
        return Batch(pa.table([columns[n] for n in schema.names], schema=schema), none)


FAMILY = BulkFamily()
