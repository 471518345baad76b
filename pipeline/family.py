"""The one interface that a puzzle family implements, and where families are found.

The corpus, the audits and the command line know families only through this module; a
family knows none of them. All row data moves in Arrow tables built from whole arrays.
"""

import importlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TextIO, runtime_checkable

import pyarrow as pa

from pipeline.config import CorpusConfig

MODULES = {
    "sudoku": "pipeline.sudoku.family",
    "tiles": "pipeline.tiles.family",
    "cubes": "pipeline.cubes.family",
}


@dataclass(frozen=True)
class ShardKey:
    """Names a shard; with the config it determines every row of it."""

    seed: int
    run: int
    round: int
    shard: int

    def words(self, stage: int) -> tuple[int, ...]:
        """The integers from which ``kernels.random.stream_key`` makes a stage's key."""
        return (self.seed, self.run, self.round, stage, self.shard)


@dataclass(frozen=True)
class Batch:
    """What came of the candidates ``start .. stop-1`` of a shard.

    ``rows``: the family's columns (``Family.schema``), ordered by ``index``, at most one row
    a candidate. ``rejected``: one row a candidate that gave none, with ``index`` (int64),
    ``reason`` (string, a short fixed phrase) and ``detail`` (string, may be empty).
    ``index`` numbers the candidates of a shard from 0.
    """

    rows: pa.Table
    rejected: pa.Table
    counters: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Unreadable:
    """An input line that is no puzzle of this family: its number (from 1) and what is wrong."""

    line: int
    message: str


@dataclass(frozen=True)
class Question:
    """One puzzle from the input, as the family holds it, and the line where it began."""

    line: int
    puzzle: Any
    text: str


@dataclass(frozen=True)
class Verdict:
    """An answer about one puzzle.

    ``answer`` is ``unique``, ``multiple``, ``none`` or ``undecided`` (the budget ran out);
    ``nodes`` is what the search spent; ``solutions`` are in the family's text form, as many
    as were asked for; ``notes`` are named facts (counts under named definitions and so on).
    """

    answer: str
    nodes: int
    solutions: tuple[str, ...] = ()
    notes: dict[str, Any] = field(default_factory=dict)


class Family(Protocol):
    """A puzzle family. Implementations are modules' ``FAMILY`` objects without state."""

    name: str
    config_model: type[CorpusConfig]
    forms: tuple[str, ...]
    """Names accepted by ``fingerprint --form``; the first, ``class``, is the default."""

    def schema(self) -> pa.Schema:
        """Columns of ``Batch.rows``.

        Always among them: index (int64), fingerprint and solution_class
        (fixed_size_binary(16)), symmetry_group, variant (string), solution_count (int64),
        proof_nodes (int64), seed_grid (string or null), mutations (string or null).
        """
        ...

    def compile(self, config: CorpusConfig) -> None:
        """Compile (or load from the cache) every kernel that ``generate`` will use."""
        ...

    def generate(self, config: CorpusConfig, key: ShardKey, start: int, stop: int) -> Batch:
        """Make candidates ``start .. stop-1`` of a shard. Each depends on (config, key, index)
        alone, so that any sub-range gives the same rows."""
        ...

    def notes(self, config: CorpusConfig) -> list[str]:
        """Honest sentences for ``plan``: classes that can come out, bias, what it costs."""
        ...

    def text_keys(self, rows: pa.Table) -> list[bytes]:
        """16 bytes a row that are equal exactly when the puzzles are equal as written."""
        ...

    def fingerprints(self, rows: pa.Table) -> list[bytes]:
        """Recompute the fingerprint of each row from the puzzle that it holds."""
        ...

    def disguise(self, rows: pa.Table, seed: int) -> pa.Table:
        """Each row's puzzle under a random element of its symmetry group (solution too)."""
        ...

    def claims(self, text: str) -> bool:
        """Does the beginning of an input look like this family's puzzles?"""
        ...

    def read(self, stream: TextIO) -> Iterator[Question | Unreadable]:
        """Read puzzles from text, bounded in memory; a bad line never stops the others."""
        ...

    def question(self, row: dict[str, Any]) -> Question:
        """The puzzle of one corpus row."""
        ...

    def answer(self, question: Question, *, limit: int, budget: int) -> Verdict:
        """Search for up to ``limit`` solutions with at most ``budget`` nodes."""
        ...

    def fingerprint(self, question: Question, form: str) -> str:
        """The class key in hex, or another of ``forms``; ``ValueError`` says why not."""
        ...

    def show(self, question: Question) -> str:
        """The puzzle as text that a person can read."""
        ...


@runtime_checkable
class Batching(Protocol):
    """What a family has that answers many questions together faster than one by one."""

    def answers(self, questions: Sequence[Question], *, limit: int, budget: int) -> list[Verdict]:
        """``Family.answer`` of each question, in order."""
        ...

    def keys(self, questions: Sequence[Question], form: str) -> list[str | ValueError]:
        """``Family.fingerprint`` of each question, in order, or why it has none."""
        ...


@runtime_checkable
class Picturing(Protocol):
    """What a family has that draws pictures; they need the extra ``draw``."""

    def svg(self, question: Question) -> str:
        """The puzzle as the text of an SVG file; ``ImportError`` without the extra."""
        ...


def load_family(name: str) -> Family:
    """The family of that name; ``KeyError`` if there is none."""
    family: Family = importlib.import_module(MODULES[name]).FAMILY
    return family
