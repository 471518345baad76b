"""What an audit is: parts that examine states, and claims about what they found.

An audit module defines its settings, its parts and its claims, and binds them in an
``AUDIT``. Parts are plain functions; each runs as one Dask task and its finding is kept in
a file, so that an audit that was interrupted goes on where it was.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from pipeline.audit.facts import Fact, Facts
from pipeline.config import Strict

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


@dataclass(frozen=True)
class Part:
    """A piece of an audit: a module-level function and its JSON-like arguments."""

    name: str
    function: Callable[..., Finding]
    arguments: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Claim:
    """A statement that was examined. ``look_at`` says where to look when it does not hold."""

    text: str
    expected: str
    source: str
    observed: str
    states: int
    look_at: str

    @property
    def passed(self) -> bool:
        """Was exactly the expected thing observed?"""
        return self.expected == self.observed


@dataclass(frozen=True)
class Findings:
    """All that an audit's parts found, by name, in the order of the parts."""

    by_name: Mapping[str, Finding]
    seconds: float

    def __getitem__(self, name: str) -> Finding:
        return self.by_name[name]

    def starting(self, prefix: str) -> list[Finding]:
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


@dataclass(frozen=True)
class Audit:
    """An audit. ``judge`` and ``engine`` name the modules that judged and were judged.

    ``prepare`` compiles the kernels that parts will need, before the workers start.
    ``remarks`` may add paragraphs to the report.
    """

    name: str
    title: str
    judge: str
    engine: str
    settings: type[AuditConfig]
    parts: Callable[[Any], Sequence[Part]]
    claims: Callable[[Any, Facts, Findings], Sequence[Claim]]
    prepare: Callable[[Any], None] = _nothing
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
