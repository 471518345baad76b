"""Facts with sources: what is known, and from where, outside this program.

A file holds one fact a line, ``name | value | source``; ``#`` begins a comment. Audits take
their expectations from here and from nowhere else, so that a reader sees all of them at
once and a changed figure makes the audit fail.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pipeline.errors import UsageError

FOLDER = Path(__file__).parent / "facts"
"""The facts that come with the package, a file for each audit."""


@dataclass(frozen=True)
class Fact:
    """One known value and who says so. Integers are written with or without commas;
    ``UsageError`` where one is asked for and something else stands there."""

    name: str
    value: str
    source: str

    def __int__(self) -> int:
        try:
            return int(self.value.replace(",", ""))
        except ValueError:
            raise UsageError(f"fact {self.name!r}: {self.value!r} is no whole number") from None


class Facts:
    """The facts of one file, by name."""

    def __init__(self, path: Path, facts: dict[str, Fact]) -> None:
        self.path = path
        self._facts = facts

    def __getitem__(self, name: str) -> Fact:
        if name not in self._facts:
            raise UsageError(f"{self.path}: there is no fact named {name!r}")
        return self._facts[name]

    def __iter__(self) -> Iterator[Fact]:
        return iter(self._facts.values())

    def starting(self, prefix: str) -> dict[str, Fact]:
        """Facts whose names begin so, by the rest of their names, in the file's order."""
        return {
            name.removeprefix(prefix): fact
            for name, fact in self._facts.items()
            if name.startswith(prefix)
        }


def read_facts(path: Path) -> Facts:
    """Read a file of facts; ``UsageError`` names the line that is none."""
    facts: dict[str, Fact] = {}
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: not a text file in UTF-8: {error}") from error
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith("#"):
            continue
        parts = [part.strip() for part in line.split("|", 2)]
        if len(parts) != 3 or not all(parts):
            raise UsageError(
                f"{path}, line {number}: expected 'name | value | source', not {line!r}"
            )
        if parts[0] in facts:
            raise UsageError(f"{path}, line {number}: {parts[0]!r} stands twice")
        facts[parts[0]] = Fact(*parts)
    return Facts(path, facts)
