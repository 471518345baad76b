"""Writing files so that each is there whole or not at all, whatever happens.

A file is written under a temporary name that no other attempt uses, synced, and renamed.
Every ``OSError`` on the way becomes an ``OutputError`` that names the file.
"""

import hashlib
import json
import os
import shutil
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.errors import OutputError


@contextmanager
def output_to(path: Path) -> Iterator[None]:
    """Turn an ``OSError`` into an ``OutputError`` about ``path``."""
    try:
        yield
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise OutputError(
            f"{path} could not be written: {reason}\n"
            "nothing is half-written; when the cause is gone, the same command goes on from here"
        ) from error


def make_folder(path: Path) -> None:
    """Make a folder and its parents if they are not there."""
    with output_to(path):
        path.mkdir(parents=True, exist_ok=True)


def sync_folder(path: Path) -> None:
    """Make renames inside a folder durable."""
    with output_to(path):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def write_whole(path: Path, scratch: Path, write: Callable[[IO[bytes]], None]) -> None:
    """Let ``write`` fill a file that appears at ``path`` only when it is complete and synced.

    ``scratch`` is a folder on the same file system for the temporary file.
    """
    with output_to(path):
        scratch.mkdir(parents=True, exist_ok=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = scratch / f"{path.name}.{uuid.uuid4().hex}.tmp"
        try:
            with temporary.open("wb") as file:
                write(file)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)


def write_json(path: Path, scratch: Path, value: Any) -> None:
    """A JSON file for people and programs: indented, keys as given."""
    text = json.dumps(value, indent=1, ensure_ascii=False) + "\n"
    write_whole(path, scratch, lambda file: _discard(file.write(text.encode())))


def write_text(path: Path, scratch: Path, text: str) -> None:
    """A text file in UTF-8."""
    write_whole(path, scratch, lambda file: _discard(file.write(text.encode())))


def _discard(_: object) -> None:
    return None


def write_tables(
    path: Path,
    scratch: Path,
    schema: pa.Schema,
    tables: Iterable[pa.Table],
    *,
    dictionary: list[str] | bool = True,
) -> None:
    """A Parquet file with one row group a table; the same tables give the same bytes."""

    def write(file: IO[bytes]) -> None:
        # a Python file, so that an error of the disk arrives as OSError with its number
        with pq.ParquetWriter(
            file, schema, compression="zstd", use_dictionary=dictionary
        ) as writer:
            for table in tables:
                writer.write_table(table, row_group_size=max(table.num_rows, 1))

    write_whole(path, scratch, write)


def write_groups(path: Path, scratch: Path, schema: pa.Schema, tables: Iterable[pa.Table]) -> None:
    """An Arrow file with one record batch a table: what stages hand to each other.

    It takes a fifth of the time of Parquet; only readers outside need Parquet.
    """
    options = pa.ipc.IpcWriteOptions(compression="lz4")

    def write(file: IO[bytes]) -> None:
        with pa.ipc.new_file(file, schema, options=options) as writer:
            for table in tables:
                whole = table.combine_chunks().to_batches()
                empty = pa.RecordBatch.from_pylist([], schema)
                writer.write_batch(whole[0] if whole else empty)

    write_whole(path, scratch, write)


def read_group(path: Path, number: int, names: list[str]) -> pa.Table:
    """These columns of one record batch of such a file."""
    with pa.memory_map(str(path)) as source:
        schema = pa.ipc.open_file(source).schema
        wanted = [schema.get_field_index(name) for name in names]
        options = pa.ipc.IpcReadOptions(included_fields=sorted(wanted), use_threads=False)
        batch = pa.ipc.open_file(source, options=options).get_batch(number)
        return pa.Table.from_batches([batch]).select(names)


def file_hash(path: Path) -> str:
    """BLAKE2b-128 of a file, in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=16)).hexdigest()


def describe_file(path: Path) -> dict[str, Any]:
    """``bytes`` and ``blake2b`` of a file, as manifests and receipts hold them."""
    return {"bytes": path.stat().st_size, "blake2b": file_hash(path)}


def matches(path: Path, description: dict[str, Any]) -> bool:
    """Is the file there, and exactly as described?"""
    try:
        return describe_file(path) == {key: description[key] for key in ("bytes", "blake2b")}
    except OSError:
        return False


def read_json(path: Path) -> Any:
    """The value of a JSON file, or None where there is no whole one."""
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError):
        return None


def remove_tree(path: Path) -> None:
    """Remove a folder; what is in the way of that is no error of the work done."""
    shutil.rmtree(path, ignore_errors=True)
