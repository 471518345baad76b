"""What a local worker process does when it starts (Dask preloads this module)."""

import signal
from typing import Any

import pipeline.corpus.shards  # noqa: F401  (the first task need not wait for the import)


def dask_setup(worker: Any) -> None:
    """Leave Ctrl-C to the build: a terminal sends it to the workers too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
