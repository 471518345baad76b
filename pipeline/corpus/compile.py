"""Compiling kernels once, before the workers start, so that they load them from the cache."""

import time

from pipeline.corpus.observer import Observer
from pipeline.corpus.plan import config_hash, config_tables, engine_version
from pipeline.corpus.tasks import Job


def compile_kernels(job: Job, observer: Observer) -> None:
    """Compile what the job's config needs, unless a mark in the cache says it is done."""
    from pipeline.kernels.cache import active_directory

    digest = config_hash(config_tables(job.settings))[:16]
    mark = active_directory() / f"compiled-{engine_version(job.module)}-{digest}"
    if mark.exists():
        return
    observer.event("compiling kernels, once per version", cache=str(mark.parent))
    started = time.perf_counter()
    job.family.compile(job.settings)
    observer.event("kernels are ready", seconds=round(time.perf_counter() - started, 1))
    try:
        mark.touch()
    except OSError:  # a cache that cannot be written is told about already
        return
