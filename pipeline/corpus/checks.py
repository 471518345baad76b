"""The checks of ``verify``, each a task on one file or a few rows. They read, nothing more.

Everything that a row claims is found again by other means: the solution, its uniqueness
and the minimality by the family's judge, which shares no code with the engine; the
fingerprint by computing it anew, also from a random image of the puzzle; the row itself by
generating it again from its seed, shard and index.
"""

import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from pipeline.corpus.columns import buckets, hex_array, key_bytes, splits
from pipeline.corpus.layout import run_number
from pipeline.corpus.merge import ROW_GROUP
from pipeline.corpus.plan import config_from_tables
from pipeline.corpus.schema import corpus_schema
from pipeline.corpus.store import file_hash
from pipeline.corpus.tasks import family_of
from pipeline.family import Family, ShardKey

JUDGES = {name: f"pipeline.judges.{name}" for name in ("sudoku", "tiles", "cubes")}
"""Family -> the module whose ``faults(row, uniqueness=..., minimality=...)`` judges its rows."""

DAMAGE = (OSError, ValueError, pa.ArrowException)
"""What reading a damaged Parquet file raises."""


@dataclass(frozen=True)
class Fault:
    """Something wrong: its name, where it is, and what was seen."""

    kind: str
    where: str
    detail: str


@dataclass(frozen=True)
class FileTask:
    """A file of rows to check, and how much of it.

    ``name`` is its path within the corpus, ``described`` what the manifest says of it,
    ``facts`` the manifest without the list of files. ``uniqueness`` and ``minimality``
    count the rows for which those are proved again.
    """

    root: str
    name: str
    described: dict[str, Any]
    facts: dict[str, Any]
    module: str
    judge: str
    uniqueness: int
    minimality: int
    seed: int


@dataclass
class Found:
    """What came of a file: the faults, rows looked at by kind of check, keys for comparing."""

    name: str
    faults: list[Fault]
    checked: dict[str, int]
    keys: NDArray[np.uint8]


def check_file(task: FileTask) -> Found:
    """Check a file of rows as a file, and then row by row."""
    found = Found(task.name, [], {}, np.empty((0, 16), np.uint8))
    path = Path(task.root) / task.name
    wholeness = check_bytes(path, task.name, task.described)
    found.faults += wholeness
    if any(fault.kind in ("missing file", "torn file") for fault in wholeness):
        return found
    family = family_of(task.module)
    try:
        with pq.ParquetFile(path) as file:
            if not file.schema_arrow.equals(corpus_schema(family)):
                found.faults.append(Fault("wrong schema", task.name, "other columns or types"))
                return found
            _check_rows(task, family, file, found)
    except DAMAGE as error:
        if not wholeness:  # else it is told already what is wrong with the bytes
            found.faults.append(Fault("torn file", task.name, str(error).splitlines()[0]))
    return found


def check_bytes(path: Path, name: str, described: dict[str, Any]) -> list[Fault]:
    """Is the file there, a whole Parquet file, and byte for byte what the manifest says?"""
    if not path.is_file():
        return [Fault("missing file", name, "the manifest lists it")]
    try:
        rows = pq.read_metadata(path).num_rows
    except DAMAGE as error:
        return [Fault("torn file", name, str(error).splitlines()[0])]
    if file_hash(path) != described["blake2b"]:
        return [Fault("changed byte", name, "its hash is not the one in the manifest")]
    if rows != described["rows"]:
        detail = f"{rows} rows, the manifest says {described['rows']}"
        return [Fault("wrong count", name, detail)]
    return []


def _check_rows(task: FileTask, family: Family, file: pq.ParquetFile, found: Found) -> None:
    total = file.metadata.num_rows
    dice = np.random.default_rng(task.seed)
    order = dice.permutation(total)
    for_uniqueness, for_minimality = np.zeros(total, bool), np.zeros(total, bool)
    for_uniqueness[order[: task.uniqueness]] = True
    for_minimality[order[: task.minimality]] = True
    faults = importlib.import_module(task.judge).faults
    keys, start = [found.keys], 0
    for batch in file.iter_batches(ROW_GROUP):
        rows = pa.Table.from_batches([batch])
        here = slice(start, start + rows.num_rows)
        found.faults += _check_columns(task, rows)
        fingerprints, wrong = _check_fingerprints(task, family, rows)
        found.faults += wrong
        by_text = task.facts["dedupe"] == "text"
        compared = _keys(family.text_keys(rows)) if by_text else fingerprints
        found.faults += _check_bucket(task, rows, compared)
        keys.append(compared)
        for row, unique, minimal in zip(
            rows.to_pylist(), for_uniqueness[here], for_minimality[here], strict=True
        ):
            for kind, detail in faults(row, uniqueness=bool(unique), minimality=bool(minimal)):
                found.faults.append(Fault(kind, row_name(row), detail))
        start += rows.num_rows
    found.keys = np.concatenate(keys)
    found.checked = {
        "rows": total,
        "uniqueness": int(for_uniqueness.sum()),
        "minimality": int(for_minimality.sum()),
    }


def row_name(row: dict[str, Any]) -> str:
    """``run_id/shard/index``, which ``rebuild`` understands."""
    return f"{row['run_id']}/{row['shard']}/{row['index']}"


def _named(rows: pa.Table, mask: NDArray[np.bool_]) -> Iterator[dict[str, Any]]:
    """The rows of a mask with what names them."""
    columns = ["run_id", "shard", "index", "puzzle_id", "seed", "split", "engine_version"]
    yield from rows.filter(pa.array(mask)).select(columns).to_pylist()


def _check_columns(task: FileTask, rows: pa.Table) -> list[Fault]:
    """The columns that follow from the manifest or from other columns."""
    facts, config = task.facts, config_from_tables(family_of(task.module), task.facts["config"])
    expected = {
        "run_id": facts["run_id"],
        "engine_version": facts["engine_version"],
        "family": facts["family"],
        "seed": config.seed,
        "puzzle_id": hex_array(key_bytes(rows.column("fingerprint"))),
        "split": splits(key_bytes(rows.column("solution_class")), config.split),
    }
    return [
        Fault(f"wrong {name}", row_name(row), str(row.get(name, "")))
        for name, values in expected.items()
        for wrong in [pc.fill_null(pc.not_equal(rows.column(name), values), True)]
        for row in _named(rows, wrong.to_numpy())
    ]


def _keys(keys: list[bytes]) -> NDArray[np.uint8]:
    return np.frombuffer(b"".join(keys), np.uint8).reshape(-1, 16)


def _check_fingerprints(
    task: FileTask, family: Family, rows: pa.Table
) -> tuple[NDArray[np.uint8], list[Fault]]:
    """The fingerprints computed anew; faults where they are not the stored ones, or where a
    random image of the puzzle has another."""
    computed = _keys(family.fingerprints(rows))
    stored = key_bytes(rows.column("fingerprint"))
    image = _keys(family.fingerprints(family.disguise(rows, task.seed)))
    kinds = {"wrong fingerprint": stored, "fingerprint varies": image}
    faults = [
        Fault(kind, row_name(row), f"the puzzle has {new.tobytes().hex()}")
        for kind, other in kinds.items()
        for wrong in [(computed != other).any(axis=1)]
        for row, new in zip(_named(rows, wrong), computed[wrong], strict=True)
    ]
    return computed, faults


def _check_bucket(task: FileTask, rows: pa.Table, keys: NDArray[np.uint8]) -> list[Fault]:
    bucket = int(Path(task.name).stem.partition("=")[2], 16)
    wrong = buckets(keys, task.facts["buckets"]) != bucket
    return [Fault("wrong bucket", row_name(row), task.name) for row in _named(rows, wrong)]


def check_rebuilt(
    module: str, facts: dict[str, Any], name: str, root: str, positions: list[int]
) -> list[Fault]:
    """Generate the rows at these positions of a file again; each must be equal to what stands."""
    family = family_of(module)
    config = config_from_tables(family, facts["config"])
    rows = pq.read_table(Path(root) / name).take(pa.array(positions))
    found = []
    for row in rows.to_pylist():
        key = ShardKey(row["seed"], run_number(facts["run_id"]), row["round"], row["shard"])
        again = family.generate(config, key, row["index"], row["index"] + 1).rows.to_pylist()
        if detail := difference(row, again):
            found.append(Fault("wrong seed", row_name(row), detail))
    return found


def difference(row: dict[str, Any], again: list[dict[str, Any]]) -> str:
    """How a row differs from what was generated in its place; empty where it does not."""
    if not again:
        return "its seed, shard and index make no puzzle"
    wrong = [name for name, value in again[0].items() if row[name] != value]
    return f"its seed, shard and index make another: {', '.join(wrong)}" if wrong else ""


def compare_pair(root: str, names: tuple[str, str], positions: tuple[int, int]) -> Fault:
    """Why two rows have one key: the same puzzle as written, or one in disguise."""
    first, second = (
        pq.read_table(Path(root) / name).slice(position, 1).to_pylist()[0]
        for name, position in zip(names, positions, strict=True)
    )
    ignored = {"run_id", "round", "shard", "index", "seed", "engine_version", "puzzle_id",
               "fingerprint", "seed_grid", "mutations", "proof_nodes"}  # fmt: skip
    same = all(first[name] == second[name] for name in first if name not in ignored)
    kind = "duplicate" if same else "disguised duplicate"
    return Fault(kind, row_name(second), f"is the puzzle of {row_name(first)}")
