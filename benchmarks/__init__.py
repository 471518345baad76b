"""Speed tables: ``python -m benchmarks`` (or ``make bench``) prints them all.

Every module of this package offers ``table() -> list[Row]``; nothing else is needed to be
printed. Times come from ``best_seconds``: processor time of one thread, the contestants
taking turns, the best of several turns each, so that a busy machine slows all of them alike.
A peer is a shared library that somebody built outside this repository; its path is given in
an environment variable (``peer``), and a table says so when it is missing.
"""

import ctypes
import os
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

REFERENCE = Path(
    os.environ.get("PUZZLEMINT_REFERENCE_DATA", Path(__file__).parents[2] / "shared" / "data")
)


@dataclass(frozen=True)
class Row:
    """One measurement: what was done, how fast we are, how fast the peer is if there is one.

    Rates are in ``unit`` a second on one core. ``remark`` is a short note (counts, settings).
    """

    name: str
    unit: str
    ours: float
    peer: str = ""
    theirs: float | None = None
    remark: str = ""

    @property
    def ratio(self) -> float | None:
        """How many times the peer's rate ours is."""
        return self.ours / self.theirs if self.theirs else None


def best_seconds(
    contestants: Mapping[str, Callable[[], object]], turns: int = 5
) -> dict[str, float]:
    """The least processor seconds of each contestant over ``turns`` interleaved turns.

    Each is called once before the clock starts, so that compilation is not counted.
    """
    for contestant in contestants.values():
        contestant()
    best = dict.fromkeys(contestants, float("inf"))
    for _ in range(turns):
        for name, contestant in contestants.items():
            start = time.process_time_ns()
            contestant()
            best[name] = min(best[name], (time.process_time_ns() - start) / 1e9)
    return best


def peer(variable: str) -> ctypes.CDLL | None:
    """The shared library whose path is in that environment variable, or None, said loudly."""
    path = os.environ.get(variable)
    if not path:
        print(f"{variable} is not set: that peer is NOT measured", file=sys.stderr)
        return None
    return ctypes.CDLL(path)


def reference_file(name: str) -> Path | None:
    """A file of the reference data, or None, said loudly, where it is absent."""
    path = REFERENCE / name
    if path.is_file():
        return path
    print(f"{path} is absent: what needs it is NOT measured", file=sys.stderr)
    return None
