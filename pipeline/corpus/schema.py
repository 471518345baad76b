"""The columns of a corpus: those that every family has, and how the family's stand among them."""

import pyarrow as pa

from pipeline.family import Family

SCHEMA_VERSION = 1
"""Written into every manifest. A corpus of another version is refused, never added to."""

KEY = "dedupe_key"
"""In staging only, for ``[dedupe] by = "text"``: what makes two rows the same."""

BINARY = pa.binary(16)


def described(name: str, kind: pa.DataType, description: str) -> pa.Field:
    """A column whose meaning travels with it, in the metadata of its field."""
    return pa.field(name, kind, metadata={"description": description})


COMMON = {
    field.name: field
    for field in (
        described("puzzle_id", pa.string(), "the fingerprint in hex"),
        described("fingerprint", BINARY, "BLAKE2b-128 of the canonical form under symmetry_group"),
        described("symmetry_group", pa.string(), "the symmetries under which puzzles are one"),
        described("solution_class", BINARY, "canonical form of the solution alone, hashed"),
        described("family", pa.string(), "sudoku, tiles or cubes"),
        described("variant", pa.string(), "names of the rules, sorted, joined with +"),
        described("split", pa.string(), "train, validation or test, by solution_class"),
        described("solution_count", pa.int64(), "solutions of the puzzle, proved"),
        described("proof_nodes", pa.int64(), "search nodes that the proof of uniqueness took"),
        described("seed_grid", pa.string(), "the solution before the mutations"),
        described("mutations", pa.string(), "the steps from seed_grid to the solution"),
        described("engine_version", pa.string(), "package version + hash of all kernel sources"),
        described("run_id", pa.string(), "the run that made the row"),
        described("round", pa.int32(), "the round of the run, from 0"),
        described("shard", pa.int32(), "the shard, numbered through all rounds of the run"),
        described("index", pa.int64(), "the candidate within the shard"),
        described("seed", pa.int64(), "the seed of the config"),
    )
}
LEADING = ("puzzle_id", "fingerprint", "symmetry_group", "solution_class", "family", "variant",
           "split", "solution_count", "proof_nodes")  # fmt: skip
OURS = ("puzzle_id", "family", "split", "engine_version", "run_id", "round", "shard", "seed")
"""Columns that the corpus adds; all others come from the family."""

FREQUENT = ("symmetry_group", "family", "variant", "split", "solution_count", "engine_version",
            "run_id", "round", "shard", "seed")  # fmt: skip
"""Columns of few distinct values: Parquet keeps these as dictionaries."""

REJECTED = pa.schema(
    [
        described("run_id", pa.string(), "the run"),
        described("round", pa.int32(), "the round of the run"),
        described("shard", pa.int32(), "the shard"),
        described("index", pa.int64(), "the candidate within the shard"),
        described("reason", pa.string(), "the family's phrase, or duplicate, or surplus"),
        described("detail", pa.string(), "what the family adds to it"),
        described("puzzle_id", pa.string(), "of duplicates and surplus: the fingerprint in hex"),
    ]
)


def corpus_schema(family: Family) -> pa.Schema:
    """The one schema of every file under ``puzzles/``.

    A family may describe its columns in field metadata (``description``); for the common
    ones it need not.
    """
    theirs = family.schema()
    fields = {**COMMON, **{field.name: field for field in theirs}}
    fields |= {name: field.with_metadata(COMMON[name].metadata)
               for name, field in fields.items()
               if name in COMMON and not field.metadata}  # fmt: skip
    own = [field.name for field in theirs if field.name not in COMMON]
    trailing = [name for name in COMMON if name not in LEADING]
    return pa.schema([fields[name] for name in (*LEADING, *own, *trailing)])


def staged_schema(schema: pa.Schema, dedupe: str) -> pa.Schema:
    """The schema of shard files: the key beside the row where it is not the fingerprint."""
    return schema.append(pa.field(KEY, BINARY)) if dedupe == "text" else schema


def key_column(dedupe: str) -> str:
    """The column of a shard file that says which rows are the same."""
    return KEY if dedupe == "text" else "fingerprint"


def dictionary_columns(schema: pa.Schema) -> list[str]:
    """The columns that are worth a Parquet dictionary; hashes and grids are not."""
    return [name for name in FREQUENT if name in schema.names]


def column_table(schema: pa.Schema) -> str:
    """The columns as a Markdown table: name, type, meaning."""
    lines = ["| column | type | meaning |", "|---|---|---|"]
    for field in schema:
        meaning = (field.metadata or {}).get(b"description", b"").decode()
        lines.append(f"| `{field.name}` | `{field.type}` | {meaning} |")
    return "\n".join(lines)
