"""What a build tells while it goes on; the command line turns it into bars or log lines."""

from typing import Any, Protocol


class Observer(Protocol):
    """Somebody who watches a build."""

    def event(self, name: str, /, **facts: Any) -> None:
        """Something that happens once: a few words and plain facts."""
        ...

    def warning(self, name: str, /, **facts: Any) -> None:
        """Something that a person should look at."""
        ...

    def begin(self, stage: str, total: int, unit: str) -> None:
        """A stage begins that will count up to ``total``."""
        ...

    def advance(self, amount: int, *, resumed: bool = False) -> None:
        """So much more of the stage is done; ``resumed``: it was found done already."""
        ...

    def end(self) -> None:
        """The stage is over."""
        ...


class Silence:
    """An observer that tells nobody."""

    def event(self, name: str, /, **facts: Any) -> None:
        """Ignore it."""

    def warning(self, name: str, /, **facts: Any) -> None:
        """Ignore it."""

    def begin(self, stage: str, total: int, unit: str) -> None:
        """Ignore it."""

    def advance(self, amount: int, *, resumed: bool = False) -> None:
        """Ignore it."""

    def end(self) -> None:
        """Ignore it."""
