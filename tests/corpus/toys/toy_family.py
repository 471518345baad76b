"""A tiny puzzle family: a necklace of letters; its symmetries are the rotations.

It makes duplicates (few letters, short necklaces) and rejects (palindromes) on purpose.
A folder named by TOY_CONTROL makes it misbehave: a file ``slow`` holds seconds that a shard
takes, ``fail-<shard>`` makes a shard raise, ``die-<shard>`` makes it kill its process.
The engine version is the toy's own (TOY_ENGINE), so that tests can change it.
"""

import hashlib
import os
import signal
import time
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
import pyarrow as pa
from pydantic import Field

from pipeline.config import CorpusConfig, Strict
from pipeline.family import Batch
from pipeline.kernels import sources

_honest_hash = sources.sources_hash
sources.sources_hash = lambda file: (
    os.environ.get("TOY_ENGINE", "toy") if file.name == "toy_family.py" else _honest_hash(file)
)

GOLDEN = 0x9E3779B97F4A7C15
WORD = 2**64 - 1
BINARY = pa.binary(16)


class Necklace(Strict):
    length: Annotated[int, Field(ge=2, le=24)] = 12
    letters: Annotated[int, Field(ge=2, le=6)] = 4


class ToyConfig(CorpusConfig):
    family: Literal["toy"]
    necklace: Necklace = Necklace()


def mix(z):
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
    return z ^ (z >> 31)


def digest(text):
    return hashlib.blake2b(text.encode(), digest_size=16).digest()


def least_rotation(text):
    return min(text[i:] + text[:i] for i in range(len(text)))


def misbehave(shard):
    control = os.environ.get("TOY_CONTROL")
    if not control:
        return
    folder = Path(control)
    if (folder / "slow").exists():
        time.sleep(float((folder / "slow").read_text()))
    if (folder / f"fail-{shard}").exists():
        raise RuntimeError(f"the toy fails shard {shard} as it was told to")
    if (folder / f"die-{shard}").exists():
        os.kill(os.getpid(), signal.SIGKILL)


class ToyFamily:
    name = "toy"
    config_model = ToyConfig
    forms = ("class",)

    def schema(self):
        return pa.schema(
            [
                ("index", pa.int64()),
                ("fingerprint", BINARY),
                ("symmetry_group", pa.string()),
                ("solution_class", BINARY),
                ("variant", pa.string()),
                ("solution_count", pa.int64()),
                ("proof_nodes", pa.int64()),
                ("seed_grid", pa.string()),
                ("mutations", pa.string()),
                ("text", pa.string()),
                ("solution", pa.string()),
                ("minimal", pa.bool_()),
                ("weights", pa.list_(pa.uint16())),
            ]
        )

    def compile(self, config):
        return None

    def generate(self, config, key, start, stop):
        if start == 0:
            misbehave(key.shard)
        state = 0
        for word in key.words(1):
            state = mix((state + GOLDEN) ^ word)
        rows, rejected = [], []
        for index in range(start, stop):
            number, text = mix(state ^ mix(index + GOLDEN)), ""
            for _ in range(config.necklace.length):
                number, letter = divmod(number, config.necklace.letters)
                text += "abcdef"[letter]
            if text == text[::-1]:
                rejected.append({"index": index, "reason": "palindrome", "detail": text})
            else:
                rows.append(self.row(index, text))
        reject_schema = pa.schema(
            [("index", pa.int64()), ("reason", pa.string()), ("detail", pa.string())]
        )
        return Batch(
            pa.Table.from_pylist(rows, self.schema()),
            pa.Table.from_pylist(rejected, reject_schema),
            {"letters": (stop - start) * config.necklace.length},
        )

    def row(self, index, text):
        return {
            "index": index,
            "fingerprint": digest(least_rotation(text)),
            "symmetry_group": "rotations",
            "solution_class": digest("".join(sorted(text))),
            "variant": "necklace",
            "solution_count": 1,
            "proof_nodes": text.count("a"),
            "seed_grid": text,
            "mutations": None,
            "text": text,
            "solution": text[::-1],
            "minimal": True,
            "weights": [ord(c) for c in text],
        }

    def notes(self, config):
        return [f"necklaces of {config.necklace.length} letters; palindromes are rejected"]

    def text_keys(self, rows):
        return [digest(text) for text in rows.column("text").to_pylist()]

    def fingerprints(self, rows):
        return [digest(least_rotation(text)) for text in rows.column("text").to_pylist()]

    def disguise(self, rows, seed):
        steps = np.random.default_rng(seed).integers(0, 24, rows.num_rows)
        table = rows
        for name in ("text", "solution"):
            turned = []
            for text, step in zip(rows.column("text").to_pylist(), steps, strict=True):
                turn = int(step) % len(text)
                image = text[turn:] + text[:turn]
                turned.append(image if name == "text" else image[::-1])
            table = table.set_column(table.schema.get_field_index(name), name, pa.array(turned))
        return table


FAMILY = ToyFamily()
