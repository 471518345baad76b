"""Tasks on Dask: a window of futures on a local cluster or on one that is there already.

Results are small receipts; all data lies in files. So a worker that dies costs the tasks
it was running, and a scheduler that dies costs a restart of the build.
"""

import atexit
import logging
import os
import re
import signal
import tempfile
import traceback
import uuid
from asyncio import CancelledError
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from threading import Event
from typing import Any

from pipeline.corpus.observer import Observer
from pipeline.corpus.plan import engine_version
from pipeline.errors import PartialError, PuzzlemintError, UsageError

WINDOW = 3
"""Tasks in flight for each thread: enough that none waits, few enough to lose."""

RETRIES = 2
"""A task is tried this many times more before it is set aside."""

LOST = object()

KEEP_MEMORY = {
    "MALLOC_TRIM_THRESHOLD_": 1 << 26,
    "MALLOC_MMAP_THRESHOLD_": 1 << 25,
    "ARROW_DEFAULT_MEMORY_POOL": "system",
}
"""Bytes; and one allocator for all. What a task frees the next one asks for, as they are alike;
Dask's own setting gives back every 64 kB, and the system spent a tenth of the time clearing the
same pages again and again."""

SETTINGS = {
    "distributed.scheduler.allowed-failures": RETRIES,
    "distributed.worker.profile.enabled": False,  # it samples a hundred times a second
    "distributed.admin.tick.interval": "1s",  # of 20 ms in five servers, which took 5% of two cores
    "distributed.admin.tick.limit": "60s",
    "distributed.scheduler.active-memory-manager.start": False,  # results are receipts
    "distributed.scheduler.work-stealing-interval": "1s",
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.admin.system-monitor.gil.enabled": False,
    "distributed.nanny.pre-spawn-environ": KEEP_MEMORY,
}
"""Dask's own, for the scheduler and the workers that we start: no dashboard is watched."""

SILENT = logging.CRITICAL + 10

PATIENCE = 60
"""Seconds to wait for a worker when there is none."""

THREADS = ("OMP", "MKL", "OPENBLAS", "NUMBA", "NUMEXPR")
ONE_THREAD = {f"{library}_NUM_THREADS": "1" for library in THREADS}
ONE_THREAD |= {"POLARS_MAX_THREADS": "1", "ARROW_IO_THREADS": "1"}
"""A worker is one thread; libraries that start more would only fight for the core."""


@dataclass(frozen=True)
class Failed:
    """A task that failed every time: the error in a line, and the last traceback."""

    error: str
    traceback: str
    killed: bool = False
    """It was on a worker each time that one died: its doing, or that of a task beside it."""


@dataclass(frozen=True)
class Pool:
    """A connected cluster.

    ``mark`` is in the key of every task: without it two builds of one config in two folders, on
    one cluster, would get each other's answers.
    """

    client: Any
    observer: Observer
    mark: str = field(default_factory=lambda: uuid.uuid4().hex[:8])

    def run(
        self, stage: str, function: Callable[..., Any], tasks: Iterable[tuple[int, tuple[Any, ...]]]
    ) -> Iterator[tuple[int, Any]]:
        """Call ``function(*arguments)`` for each (index, arguments): (index, result) as they end.

        A result is what the function returned, or ``Failed``. Foreseen failures
        (``PuzzlemintError``) are raised at once. The task's key is ``<stage>-<index>-<mark>``.
        """
        from distributed import as_completed

        waiting = iter(tasks)
        flight: dict[Any, tuple[int, tuple[Any, ...]]] = {}
        suspects: list[tuple[int, tuple[Any, ...]]] = []
        done = as_completed(loop=self.client.loop)

        def submit(index: int, arguments: tuple[Any, ...]) -> None:
            future = self.client.submit(
                function,
                *arguments,
                key=f"{stage}-{index}-{self.mark}",
                retries=RETRIES,
                pure=False,
            )
            flight[future] = index, arguments
            done.add(future)

        try:
            for task in islice(waiting, WINDOW * self.threads()):
                submit(*task)
            while flight:
                future = next(done)
                index, arguments = flight.pop(future)
                outcome = self._outcome(future)
                future.release()
                if outcome is LOST:  # its step is done or not: either way it is quickly told again
                    submit(index, arguments)
                    continue
                if isinstance(outcome, Failed) and outcome.killed:
                    suspects.append((index, arguments))
                else:
                    yield index, outcome
                for task in islice(waiting, 1):
                    submit(*task)
        finally:
            if flight:
                with suppress(Exception):  # the scheduler may be what failed
                    self.client.cancel(list(flight), force=True)
        for index, arguments in suspects:
            yield index, self._alone(f"{stage}-{index}-alone-{self.mark}", function, arguments)

    def _alone(self, key: str, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """Run a task with no other beside it: if workers die now, it is what kills them."""
        from distributed import as_completed

        outcome: Any = LOST
        while outcome is LOST:
            future = self.client.submit(function, *arguments, key=key, retries=RETRIES, pure=False)
            next(as_completed([future], loop=self.client.loop))
            outcome = self._outcome(future)
            future.release()
        return outcome

    def threads(self) -> int:
        """How many tasks the cluster runs at a time; waits for the first worker."""
        try:
            self.client.wait_for_workers(1, timeout=PATIENCE)
            count: int = sum(self.client.nthreads().values())
            return max(1, count)
        except (TimeoutError, OSError, ValueError) as error:
            raise PartialError(f"no worker came within {PATIENCE} seconds") from error

    def _outcome(self, future: Any) -> Any:
        """What a future came to; ``LOST`` where its answer died together with a worker."""
        try:
            if future.status == "finished":
                return future.result()
            if future.status == "error":
                return self._failure(future.exception(), future.traceback())
        except (OSError, CancelledError, TimeoutError):  # it was lost in this very moment
            pass
        try:
            if self.client.status == "running" and self.client.nthreads() is not None:
                return LOST
        except (OSError, CancelledError, TimeoutError):
            pass
        raise PartialError(
            "the connection to the Dask scheduler is lost\n"
            "all finished shards are kept: run the same command again to go on"
        )

    @staticmethod
    def _failure(error: BaseException, trace: Any) -> Failed:
        if isinstance(error, PuzzlemintError):
            raise error
        lines = traceback.format_exception(type(error), error, trace)
        kind = type(error).__name__
        return Failed(f"{kind}: {error}", "".join(lines), killed=kind == "KilledWorker")


def cores() -> int:
    """The cores that this process may use: fewer than the machine has in many a container."""
    from dask.system import CPU_COUNT

    return max(1, int(CPU_COUNT))


@contextmanager
def connect(
    observer: Observer,
    *,
    workers: int | None = None,
    scheduler: str | None = None,
    folder: Path,
    modules: Sequence[str],
) -> Iterator[Pool]:
    """A cluster: ``workers`` local processes (default: one a core), or the one at ``scheduler``.

    ``folder`` is the output, which every worker of an existing cluster must see; ``modules``
    are those whose engine version must be the same there (a family's, an audit's).
    ``UsageError`` where the scheduler does not answer or its workers are of another version.
    """
    import dask
    import distributed

    _hush(distributed)
    with (
        dask.config.set(SETTINGS),
        _existing(scheduler) if scheduler else _local(workers or cores()) as client,
    ):
        pool = Pool(client, observer)
        if scheduler:
            observer.event("connected", scheduler=scheduler, threads=pool.threads())
            _check_workers(client, folder, modules)
        over = Event()
        client.subscribe_topic("all", partial(_tell_of_deaths, observer, over))
        try:
            yield pool
        finally:
            over.set()


@contextmanager
def _existing(scheduler: str) -> Iterator[Any]:
    from distributed import Client
    from distributed.comm.registry import backends

    scheme, _, place = scheduler.partition("://")
    if scheme not in backends or not re.fullmatch(r".+:\d+", place):
        # said at once: a client that cannot read its address waits before it gives up
        raise UsageError(f"--scheduler {scheduler}: not an address like tcp://host:8786")
    try:
        client = Client(scheduler, timeout=10, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise UsageError(f"no Dask scheduler answers at {scheduler}: {error}") from error
    with _closing(client):
        yield client


@contextmanager
def _local(workers: int) -> Iterator[Any]:
    from distributed import Client, LocalCluster
    from distributed.deploy.spec import close_clusters

    # We close it ourselves; at exit Dask would say of one that was interrupted while it started,
    # by a traceback, that it cannot be closed.
    atexit.unregister(close_clusters)
    with tempfile.TemporaryDirectory(prefix="puzzlemint-", ignore_cleanup_errors=True) as folder:
        cluster = LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            dashboard_address=":0",
            memory_limit=None,
            silence_logs=SILENT,
            env=ONE_THREAD,
            preload=["pipeline.corpus.worker"],
            local_directory=folder,
        )
        with _closing(cluster), _closing(Client(cluster, set_as_default=False)) as client:
            try:
                yield client
            finally:
                _end_workers(cluster)


def _end_workers(cluster: Any) -> None:
    """End the worker processes at once: all that they made is in files, and Dask's own way
    of asking them takes seconds."""
    for nanny in list(cluster.workers.values()):
        with suppress(ProcessLookupError, AttributeError):  # it is dead already, or not there yet
            if nanny.pid:
                os.kill(nanny.pid, signal.SIGKILL)


@contextmanager
def _closing(closeable: Any) -> Iterator[Any]:
    try:
        yield closeable
    finally:
        # all results are files: there is nothing to lose, and an error here is of no interest
        with suppress(Exception):
            closeable.close(timeout=5)


def _hush(distributed: Any) -> None:
    """Keep the log lines of Dask, and of what it stands on, off the terminal: what matters is
    told by us, once."""
    names = [name for name in logging.root.manager.loggerDict if name.startswith("distributed")]
    for name in (distributed.__name__, *names, "asyncio", "tornado"):
        logging.getLogger(name).setLevel(SILENT)


def _tell_of_deaths(observer: Observer, over: Event, event: tuple[float, dict[str, Any]]) -> None:
    _, facts = event
    if over.is_set():  # it was us
        return
    if facts.get("action") == "remove-worker" and not facts.get("expected", True):
        running = sorted(map(str, facts.get("processing-tasks", ())))
        observer.warning("a worker died: its tasks go to others", tasks=running)


def probe(folder: str, modules: Sequence[str]) -> dict[str, Any]:
    """What a worker says of itself: its engine versions and whether it sees the output."""
    engines = ", ".join(engine_version(module) for module in modules)
    return {"engine": engines, "sees": Path(folder).is_dir()}


def _check_workers(client: Any, folder: Path, modules: Sequence[str]) -> None:
    ours, wrong = ", ".join(engine_version(module) for module in modules), []
    asked = client.run(probe, str(folder), list(modules), on_error="return")
    for worker, answer in asked.items():
        if isinstance(answer, BaseException):
            wrong.append(f"{worker}: cannot import puzzlemint: {answer}")
        elif answer["engine"] != ours:
            wrong.append(f"{worker}: has engine {answer['engine']}, this process has {ours}")
        elif not answer["sees"]:
            wrong.append(f"{worker}: does not see the folder {folder}")
    if wrong:
        raise UsageError("\n".join(["workers that cannot take part:", *wrong]))
