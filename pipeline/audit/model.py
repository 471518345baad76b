"""What an audit is: parts that examine states, and claims about what they found.

An audit module defines its settings, its parts and its claims, and binds them in an
``AUDIT``. Parts are plain functions; each runs as one Dask task and its finding is kept in
a file, so that an audit that was interrupted goes on where it was.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import pyarrow as pa

from pipeline.audit.facts import Fact, Facts
from pipeline.config import Strict
from pipeline.corpus.store import read_group

NO_SOURCE = "no source outside this program"


class AuditConfig(Strict):
    """Settings of an audit (``configs/audits/*.toml``); each audit adds its own."""

    audit: str


@dataclass(frozen=True)
class Finding:
    """What one part found: named JSON values, and the states that it examined.

    ``examined`` counts them; ``states`` lists them where they can be listed, one row a state
    with at least ``verdict`` and ``broken`` (the first rule broken and where, or null).
    """

    facts: Mapping[str, Any]
    examined: int
    states: pa.Table | None = None


class Found(Protocol):
    """A finding as it is read: one just made, or one that is kept in a file."""

    @property
    def facts(self) -> Mapping[str, Any]:
        """Named JSON values."""
        ...

    @property
    def examined(self) -> int:
        """How many states were examined."""
        ...

    @property
    def states(self) -> pa.Table | None:
        """The states, if they are listed."""
        ...


@dataclass(frozen=True)
class Kept:
    """A finding whose states stay in ``file`` until they are asked for: all of an audit's
    states together need not fit into memory. ``digest`` is the hash of the file."""

    facts: Mapping[str, Any]
    examined: int
    file: Path
    columns: Sequence[str]
    digest: str

    @property
    def states(self) -> pa.Table | None:
        """The states, read anew each time."""
        return read_group(self.file, 0, list(self.columns)) if self.columns else None


@dataclass(frozen=True)
class Part:
    """A piece of an audit: a module-level function and its JSON-like arguments.

    ``weight`` is its share of the progress, in the audit's ``unit``.
    """

    name: str
    function: Callable[..., Finding]
    arguments: tuple[Any, ...] = ()
    weight: int = 1


@dataclass(frozen=True)
class Claim:
    """A statement that was examined. ``look_at`` says where to look when it does not hold.

    With ``ran`` false it was not examined, and ``observed`` says why: it neither holds nor fails.
    """

    text: str
    expected: str
    source: str
    observed: str
    states: int
    look_at: str
    ran: bool = True

    @property
    def passed(self) -> bool | None:
        """Was exactly the expected thing observed? None where nothing was examined."""
        return self.expected == self.observed if self.ran else None

    @property
    def mark(self) -> str:
        """``ok``, ``FAILED`` or ``not run``."""
        return {True: "ok", False: "FAILED", None: "not run"}[self.passed]


@dataclass(frozen=True)
class Findings:
    """All that an audit's parts found, by name, in the order of the parts."""

    by_name: Mapping[str, Found]
    seconds: float

    def __getitem__(self, name: str) -> Found:
        return self.by_name[name]

    def starting(self, prefix: str) -> list[Found]:
        """Findings of the parts whose names begin so."""
        return [found for name, found in self.by_name.items() if name.startswith(prefix)]

    def total(self, fact: str, prefix: str = "") -> int:
        """The sum of one named integer over the parts whose names begin so."""
        return sum(int(found.facts[fact]) for found in self.starting(prefix))

    def examined(self, prefix: str = "") -> int:
        """States examined by the parts whose names begin so."""
        return sum(found.examined for found in self.starting(prefix))


def _nothing(_: Any) -> None:
    return None


def _no_more_parts(settings: Any, kept: Mapping[str, Kept]) -> Sequence[Part]:
    return ()


def listed_states(settings: Any, findings: Findings) -> Iterator[pa.Table]:
    """The states that the parts listed, a table at a time; of the columns that one part lacks
    its rows have nulls."""
    schemas = [
        states.schema for found in findings.by_name.values() if (states := found.states) is not None
    ]
    if not schemas:
        return
    same = all(schema == schemas[0] for schema in schemas)
    whole = schemas[0] if same else pa.unify_schemas(schemas, promote_options="default")
    for found in findings.by_name.values():
        if (states := found.states) is not None:
            empty = whole.empty_table()
            yield states if same else pa.concat_tables([empty, states], promote_options="default")


@dataclass(frozen=True)
class Audit:
    """An audit. ``judge`` and ``engine`` name the modules that judged and were judged.

    ``prepare`` compiles the kernels that parts will need, before the workers start.
    ``then`` are parts about what the others found together; they run when those are finished.
    ``remarks`` may add paragraphs to the report. ``states`` makes the rows of
    ``states.parquet``, tables of one schema. ``unit`` is what the parts' weights count.
    """

    name: str
    title: str
    judge: str
    engine: str
    settings: type[AuditConfig]
    parts: Callable[[Any], Sequence[Part]]
    claims: Callable[[Any, Facts, Findings], Sequence[Claim]]
    prepare: Callable[[Any], None] = _nothing
    then: Callable[[Any, Mapping[str, Kept]], Sequence[Part]] = _no_more_parts
    states: Callable[[Any, Findings], Iterator[pa.Table]] = listed_states
    unit: str = "parts"
    remarks: Callable[[Any, Facts, Findings], Sequence[str]] = field(
        default=lambda settings, facts, findings: ()
    )


def claim(
    text: str, fact: Fact | None, observed: object, *, states: int, look_at: str,
    expected: object = None,
) -> Claim:  # fmt: skip
    """A claim whose expectation is a fact, or (``fact`` None) stated here without a source.

    Values are compared as text; integers are written without commas on both sides.
    """
    if fact is None:
        return Claim(text, _plain(expected), NO_SOURCE, _plain(observed), states, look_at)
    return Claim(text, _plain(fact.value), fact.source, _plain(observed), states, look_at)


def _plain(value: object) -> str:
    text = str(value)
    without = text.replace(",", "")
    return without if without.isdigit() else text
