"""The files of a corpus against its manifests, and rows read from a place in a file."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.audit.corpora.tally import Fault, Tally
from pipeline.audit.model import Finding
from pipeline.corpus.layout import FOUNDING_RUN, Layout
from pipeline.corpus.manifest import read_manifests
from pipeline.corpus.schema import corpus_schema
from pipeline.corpus.store import file_hash
from pipeline.corpus.tasks import family_of

DAMAGE = (OSError, ValueError, pa.ArrowException)
"""What reading a damaged Parquet file raises."""


def state_of(path: Path) -> str:
    """Size and time of a file: what changes when somebody writes to it."""
    try:
        known = path.stat()
    except OSError:
        return "missing"
    return f"{known.st_size} {known.st_mtime_ns}"


def state_of_folders(layout: Layout) -> str:
    """A hash that changes when a file of the corpus comes, goes or is written to."""
    digest = hashlib.blake2b(digest_size=8)
    for folder in (layout.puzzles, layout.root / "rejected", layout.root / "runs"):
        for path in sorted(folder.rglob("*")):
            digest.update(f"{path} {state_of(path)}\n".encode())
    return digest.hexdigest()


def count_rows(path: Path) -> int | None:
    """The rows of a file by its footer; None where there is no whole file."""
    try:
        return int(pq.read_metadata(path).num_rows)
    except DAMAGE:
        return None


def read_rows(path: Path, start: int, stop: int) -> pa.Table:
    """Rows ``start .. stop-1`` of a file; only the row groups that hold them are read."""
    with pq.ParquetFile(path) as file:
        wanted: list[int] = []
        first = before = 0
        for group in range(file.num_row_groups):
            after = before + file.metadata.row_group(group).num_rows
            if before < stop and start < after:
                first = first if wanted else start - before
                wanted.append(group)
            before = after
        rows = file.read_row_groups(wanted, use_threads=False)
        # copied, so that columns are whole arrays as a family makes them
        return rows.take(pa.array(range(first, first + stop - start)))


def check_folders(root: str, state: str) -> Finding:
    """Files and manifests must belong to each other; the few small files are checked here.

    ``state`` only tells when this is to be done anew.
    """
    layout, tally = Layout(Path(root)), Tally()
    tally.add(*_strangers(layout))
    small = 0
    for manifest in read_manifests(layout):
        for name, described in manifest.files.items():
            if manifest.run_id == FOUNDING_RUN or name.startswith("rejected/"):
                small += 1
                tally.add(*check_bytes(layout.root / name, name, described))
    return Finding({"faults": tally.as_json()}, small)


def _strangers(layout: Layout) -> Iterator[Fault]:
    manifests = read_manifests(layout)
    known = {name for manifest in manifests for name in manifest.files}
    runs = {manifest.run_id for manifest in manifests}
    for folder in sorted(layout.puzzles.iterdir()):
        run_id = folder.name.removeprefix("run=")
        if run_id not in runs:
            told = "no whole manifest tells of this run"
            yield Fault("files", "missing manifest", folder.name, told)
        for path in sorted(folder.rglob("*")) if run_id in runs else ():
            name = path.relative_to(layout.root).as_posix()
            if name not in known:
                yield Fault("files", "unknown file", name, "no manifest lists it")
    if FOUNDING_RUN not in runs:
        yield Fault("files", "missing manifest", FOUNDING_RUN, "the founding run is not there")


def check_file(root: str, name: str, described: dict[str, Any], module: str, state: str) -> Finding:
    """A file of rows as a file: bytes and schema. ``state`` is as in ``check_folders``."""
    path, tally = Path(root) / name, Tally()
    tally.add(*check_bytes(path, name, described))
    if not {"missing file", "torn file"} & set(tally.kinds()):
        try:
            schema = pq.read_schema(path)
        except DAMAGE as error:
            tally.add(Fault("files", "torn file", name, str(error).splitlines()[0]))
        else:
            if not schema.equals(corpus_schema(family_of(module))):
                tally.add(Fault("schema", "wrong schema", name, "other columns or types"))
    return Finding({"file": name, "faults": tally.as_json()}, 1)


def check_bytes(path: Path, name: str, described: dict[str, Any]) -> list[Fault]:
    """Is the file there, a whole Parquet file, and byte for byte what the manifest says?"""
    if not path.is_file():
        return [Fault("files", "missing file", name, "the manifest lists it")]
    try:
        rows = pq.read_metadata(path).num_rows
    except DAMAGE as error:
        return [Fault("files", "torn file", name, str(error).splitlines()[0])]
    if file_hash(path) != described["blake2b"]:
        return [Fault("files", "changed byte", name, "its hash is not the one in the manifest")]
    if rows != described["rows"]:
        detail = f"{rows} rows, the manifest says {described['rows']}"
        return [Fault("files", "wrong count", name, detail)]
    return []
