"""Watching a build: a bar with rate and time left on a terminal, log lines elsewhere."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pipeline.cli.console import is_terminal, logger

EVERY = 10.0
"""Seconds between log lines of progress where nobody watches."""


class LogLines:
    """An observer that writes log lines."""

    def __init__(self) -> None:
        self._stage, self._unit, self._total = "", "", 0
        self._done = self._found = 0
        self._started = self._told = 0.0

    def event(self, name: str, /, **facts: Any) -> None:
        """Log it."""
        logger().info(name, **facts)

    def warning(self, name: str, /, **facts: Any) -> None:
        """Log it as a warning."""
        logger().warning(name, **facts)

    def begin(self, stage: str, total: int, unit: str) -> None:
        """Log that the stage begins."""
        self._stage, self._unit, self._total = stage, unit, total
        self._done = self._found = 0
        self._started = self._told = time.monotonic()
        self.event("stage begins", stage=stage, **{unit: total})

    def advance(self, amount: int, *, resumed: bool = False) -> None:
        """Log progress now and then."""
        self._done += amount
        self._found += amount if resumed else 0
        if time.monotonic() - self._told > EVERY:
            self._told = time.monotonic()
            self.event("progress", stage=self._stage, **self._facts())

    def end(self) -> None:
        """Log that the stage is over, and its rate."""
        self.event("stage ends", stage=self._stage, **self._facts())

    def _facts(self) -> dict[str, Any]:
        made = self._done - self._found
        rate = made / max(time.monotonic() - self._started, 1e-9)
        facts: dict[str, Any] = {"done": self._done, "of": self._total, "resumed": self._found}
        facts["per_second"] = round(rate, 1)
        if made and self._done < self._total:
            facts["seconds_left"] = round((self._total - self._done) / rate)
        return facts


class Bars:
    """An observer that draws a progress bar a stage."""

    def __init__(self) -> None:
        from rich.console import Console

        self._console = Console(stderr=True)
        self._progress: Any = None
        self._task: Any = None
        self._unit = ""
        self._made, self._started = 0, 0.0

    def event(self, name: str, /, **facts: Any) -> None:
        """Print it above the bar."""
        self._console.print(_sentence(name, facts), highlight=False, markup=False)

    def warning(self, name: str, /, **facts: Any) -> None:
        """Print it above the bar, in colour."""
        self._console.print(_sentence(name, facts), style="yellow", highlight=False, markup=False)

    def begin(self, stage: str, total: int, unit: str) -> None:
        """Draw a new bar, by a display of its own: one that is started again draws over what
        was printed meanwhile."""
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )

        self.end()
        self._progress = Progress(
            TextColumn("{task.description:<12}"),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=self._console,
        )
        self._unit, self._made, self._started = unit, 0, time.monotonic()
        self._task = self._progress.add_task(stage, total=total, rate="")
        self._progress.start()

    def advance(self, amount: int, *, resumed: bool = False) -> None:
        """Move the bar and its rate."""
        self._made += 0 if resumed else amount
        rate = self._made / max(time.monotonic() - self._started, 1e-9)
        self._progress.update(
            self._task, advance=amount, rate=f"{rate:,.0f} {self._unit}/s" if self._made else ""
        )

    def end(self) -> None:
        """Leave the bar standing, whole or not."""
        if self._progress is not None:
            self._progress.stop()


def _sentence(name: str, facts: dict[str, Any]) -> str:
    return name + "".join(f"  {key}={value}" for key, value in facts.items())


@contextmanager
def watching() -> Iterator[LogLines | Bars]:
    """The observer that suits standard error; whatever happens, the terminal is left in order."""
    if not is_terminal():
        yield LogLines()
        return
    bars = Bars()
    try:
        yield bars
    finally:
        bars.end()
