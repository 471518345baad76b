"""What no row shows alone: keys that stand twice, and graphs that are isomorphic.

Both are read from what the slices kept, so that memory is bounded by a range of keys and by
the sample of graphs.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pipeline.audit.corpora.files import read_rows
from pipeline.audit.corpora.tally import Fault, Tally
from pipeline.audit.model import Finding
from pipeline.corpus.columns import buckets, key_bytes
from pipeline.corpus.merge import first_of_each
from pipeline.corpus.rebuild import row_name
from pipeline.corpus.store import read_group

KEYS_AT_ONCE = 1_000_000
"""Keys, about, that one part compares."""

COMPARED = 1000
"""Pairs of rows with one key that a part compares cell by cell; nobody reads more."""

BROKEN = pa.schema([("slice", pa.int32()), ("row", pa.int32()), ("broken", pa.string())])
"""Rows that were found broken only now: their place and the name of the fault."""

OF_THE_MAKING = {"run_id", "round", "shard", "index", "seed", "engine_version", "puzzle_id",
                 "fingerprint", "seed_grid", "mutations", "proof_nodes"}  # fmt: skip
"""Columns that are not the puzzle."""


@dataclass(frozen=True)
class Place:
    """A slice that was judged: what it kept (a file and its hash), and where its rows stand."""

    kept: str
    digest: str
    file: str
    start: int

    def read(self, *names: str) -> pa.Table:
        """These columns of what it kept."""
        return read_group(Path(self.kept), 0, list(names))

    def row(self, root: str, position: int) -> dict[str, Any]:
        """A row as it stands in the corpus."""
        start = self.start + position
        found: dict[str, Any] = read_rows(Path(root) / self.file, start, start + 1).to_pylist()[0]
        return found


Where = tuple[int, int]
"""The number of a slice, and a position in it."""


def find_repeats(root: str, places: Sequence[Place], number: int, ranges: int) -> Finding:
    """Which keys stand twice in the corpus, whatever bucket a row lies in.

    Looks at the keys of one of ``ranges`` equal ranges.
    """
    keys, where = _keys_of_range(places, number, ranges)
    again = np.flatnonzero(~first_of_each(keys[:0], keys))
    repeated = {keys[position].tobytes() for position in again.tolist()}
    first: dict[bytes, Where] = {}
    if repeated:
        for position in range(len(keys)):
            if (key := keys[position].tobytes()) in repeated:
                first.setdefault(key, _where(where, position))
    tally, broken = Tally(), []
    for count, position in enumerate(again.tolist()):
        here = _where(where, position)
        fault = Fault("keys", "duplicate", places[here[0]].file, "stands in the corpus already")
        if count < COMPARED:
            fault = _compare(root, places, first[keys[position].tobytes()], here)
        tally.add(fault)
        broken.append((*here, fault.kind))
    return Finding({"faults": tally.as_json()}, len(keys), _table(broken))


def _keys_of_range(
    places: Sequence[Place], number: int, ranges: int
) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    """The keys in a range, and for each the number of its slice and its position there."""
    keys, where = [np.empty((0, 16), np.uint8)], [np.empty((0, 2), np.int32)]
    for i, place in enumerate(places):
        column = place.read("key").column("key")
        positions = np.flatnonzero(column.is_valid().to_numpy())
        found = key_bytes(column.drop_null())
        inside = buckets(found, ranges) == number
        keys.append(found[inside])
        here = positions[inside].astype(np.int32)
        where.append(np.stack([np.full(len(here), i, np.int32), here], axis=1))
    return np.concatenate(keys), np.concatenate(where)


def _where(where: NDArray[np.int32], position: int) -> Where:
    number, row = where[position].tolist()
    return number, row


def _compare(root: str, places: Sequence[Place], first: Where, second: Where) -> Fault:
    """Why two rows have one key: the same puzzle as written, or one in disguise."""
    one, two = (places[number].row(root, position) for number, position in (first, second))
    same = all(one[name] == two[name] for name in one if name not in OF_THE_MAKING)
    kind = "duplicate" if same else "disguised duplicate"
    return Fault("keys", kind, row_name(two), f"is the puzzle of {row_name(one)}")


def compare_graphs(root: str, places: Sequence[Place], by_text: bool) -> Finding:
    """Do graphs and fingerprints put the sampled rows together in the same way?

    The fact ``isomorphic`` counts sampled rows that are an earlier one in disguise, which
    only a corpus of disguises (``by_text``) may have.
    """
    by_form: dict[bytes, tuple[bytes | None, Where]] = {}
    by_key: dict[bytes, tuple[bytes, Where]] = {}
    tally, broken, count, isomorphic = Tally(), [], 0, 0
    for form, key, here in _forms(places):
        count += 1
        known_key, first = by_form.setdefault(form, (key, here))
        known_form, other = by_key.setdefault(key, (form, here)) if key else (form, here)
        isomorphic += first != here
        kind = ""
        if first != here and key != known_key:
            kind, told = ("fingerprint varies" if by_text else "disguised duplicate"), first
        elif known_form != form:
            kind, told = "wrong fingerprint", other
        if kind:
            tally.add(_parted(root, places, kind, told, here))
            broken.append((*here, kind))
    found = {"faults": tally.as_json(), "isomorphic": isomorphic}
    return Finding(found, count, _table(broken))


def _forms(places: Sequence[Place]) -> Iterator[tuple[bytes, bytes | None, Where]]:
    """Form, fingerprint (None where there is none) and place of each row that has a form."""
    for number, place in enumerate(places):
        kept = place.read("form", "fingerprint")
        drawn = np.flatnonzero(kept.column("form").is_valid().to_numpy())
        chosen = kept.take(pa.array(drawn)).to_pylist()
        for position, row in zip(drawn.tolist(), chosen, strict=True):
            yield row["form"], row["fingerprint"], (number, position)


def _parted(root: str, places: Sequence[Place], kind: str, first: Where, second: Where) -> Fault:
    one, two = (row_name(places[number].row(root, i)) for number, i in (first, second))
    told = "is not" if kind == "wrong fingerprint" else "is"
    return Fault("isomorphism", kind, two, f"by graph canonisation it {told} the puzzle of {one}")


def _table(broken: list[tuple[int, int, str]]) -> pa.Table:
    columns = list(zip(*broken, strict=True)) if broken else [(), (), ()]
    return pa.table([pa.array(column, field.type) for column, field in
                     zip(columns, BROKEN, strict=True)], schema=BROKEN)  # fmt: skip
