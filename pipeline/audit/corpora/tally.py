"""Faults by name, as parts find them and as claims and the command line tell of them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

SHOWN = 5
"""Examples that are kept of each kind of fault."""


@dataclass(frozen=True)
class Fault:
    """Something wrong: the check that saw it, its name, where it is, and what was seen."""

    check: str
    kind: str
    where: str
    detail: str


@dataclass
class Tally:
    """How many faults of each kind, and the first few of them in words.

    Bounded, however broken a corpus is: which rows are broken stands in the states.
    """

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    examples: dict[str, list[Fault]] = field(default_factory=dict)

    def add(self, *faults: Fault) -> None:
        """Count these faults."""
        for fault in faults:
            self.counts[fault.check, fault.kind] += 1
            self._show(fault)

    def _show(self, fault: Fault) -> None:
        shown = self.examples.setdefault(fault.kind, [])
        if len(shown) < SHOWN:
            shown.append(fault)

    def of(self, check: str) -> int:
        """Faults that one check saw."""
        return sum(count for (seen_by, _), count in self.counts.items() if seen_by == check)

    def kinds(self) -> Counter[str]:
        """Faults by name, whichever check saw them."""
        kinds: Counter[str] = Counter()
        for (_, kind), count in self.counts.items():
            kinds[kind] += count
        return kinds

    def as_json(self) -> dict[str, Any]:
        """JSON values, as a part's finding holds them."""
        return {
            "counts": [[check, kind, count] for (check, kind), count in self.counts.items()],
            "examples": [list(vars(f).values()) for each in self.examples.values() for f in each],
        }

    @classmethod
    def together(cls, values: Iterable[Mapping[str, Any]]) -> "Tally":
        """All that parts told, added up in their order."""
        tally = cls()
        for value in values:
            for check, kind, count in value["counts"]:
                tally.counts[check, kind] += count
            for example in value["examples"]:
                tally._show(Fault(*example))
        return tally
