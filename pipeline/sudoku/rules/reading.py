"""Reading JSON strictly: every error names the place, unknown keys are errors."""

import json
from collections.abc import Iterator, Set
from dataclasses import dataclass
from typing import Any


class ReadingError(ValueError):
    """Something in a JSON document is not as it must be; the message begins with its place."""


def parse_json(text: str) -> Any:
    """The value of a JSON text. Raises ``ReadingError`` for what is none, and where an object
    has a key twice."""
    try:
        return json.loads(text, object_pairs_hook=_each_key_once)
    except ReadingError:
        raise
    except (ValueError, RecursionError) as failure:
        raise ReadingError(f"no JSON: {failure}") from None


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ReadingError(f"key {twice!r} stands twice in an object")
    return members


@dataclass(frozen=True, slots=True)
class Node:
    """A value in a JSON document and the place where it stands, such as ``rules[3].cages``."""

    value: Any
    place: str

    def error(self, message: str) -> ReadingError:
        """An error about this value, to be raised."""
        return ReadingError(f"{self.place or 'puzzle'}: {message}")

    def expect_keys(self, required: Set[str], optional: Set[str] = frozenset()) -> None:
        """Refuse anything but an object with these keys."""
        if not isinstance(self.value, dict):
            raise self.error(f"expected an object, found {self.value!r:.60}")
        known = required | optional
        for key in self.value:
            if key not in known:
                raise self.error(f"unknown key {key!r} (known: {', '.join(sorted(known))})")
        for key in sorted(required - self.value.keys()):
            raise self.error(f"key {key!r} is missing")

    def __contains__(self, key: str) -> bool:
        return key in self.value

    def __getitem__(self, key: str) -> "Node":
        """The member of an object; call ``expect_keys`` first."""
        return Node(self.value[key], f"{self.place}.{key}".lstrip("."))

    def items(self) -> Iterator["Node"]:
        """The members of a list."""
        if not isinstance(self.value, list):
            raise self.error(f"expected a list, found {self.value!r:.60}")
        for i, item in enumerate(self.value):
            yield Node(item, f"{self.place}[{i}]")

    def integer(self) -> int:
        """A whole number (true and false are none)."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.error(f"expected a whole number, found {self.value!r:.60}")
        return self.value

    def text(self) -> str:
        """A string."""
        if not isinstance(self.value, str):
            raise self.error(f"expected a string, found {self.value!r:.60}")
        return self.value

    def integers(self) -> tuple[int, ...]:
        """A list of whole numbers, for instance cells."""
        return tuple(item.integer() for item in self.items())
