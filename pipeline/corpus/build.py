"""Building: which run is due, its rounds of shards, the merge, the commit."""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pipeline.config import CorpusConfig
from pipeline.corpus.cluster import Failed, Pool, connect
from pipeline.corpus.commit import commit, finish_moves, found_corpus
from pipeline.corpus.compile import compile_kernels
from pipeline.corpus.due import due_run
from pipeline.corpus.layout import Layout, bucket_file
from pipeline.corpus.manifest import Manifest, common_facts, read_manifests, real_runs
from pipeline.corpus.merge import Cut, find_cut, select_rows
from pipeline.corpus.observer import Observer
from pipeline.corpus.plan import Round, RunPlan, next_round
from pipeline.corpus.shards import make_shard
from pipeline.corpus.store import describe_file, make_folder, output_to, read_json, write_json
from pipeline.corpus.tasks import STAGE_SHARD, Job
from pipeline.corpus.write import add_measures, count_classes, write_bucket, write_rejected
from pipeline.errors import InterruptError, LockedError, PartialError
from pipeline.family import MODULES, ShardKey, load_family

CLASSES_AT_ONCE = 1_000_000
"""Rows whose solution classes one task counts: bounds its memory."""


@dataclass(frozen=True)
class Outcome:
    """What a build came to: the run's manifest, and whether this build made it."""

    manifest: Manifest
    built: bool
    seconds: float


def build(
    config: CorpusConfig,
    output: Path,
    observer: Observer,
    *,
    following: bool = False,
    accept_partial: bool = False,
    workers: int | None = None,
    scheduler: str | None = None,
) -> Outcome:
    """Build the run that is due: the unfinished one, else the first, else (``following``) the next.

    ``output`` is the outputs folder. Where nothing is due, the answer is the latest run and
    ``built`` is false. Raises ``UsageError``, ``LockedError``, ``OutputError``, or
    ``PartialError`` where shards were set aside (with ``accept_partial`` the run is
    committed without them, and its status is ``partial``).
    """
    started = time.perf_counter()
    layout = Layout((output / "corpora" / config.name).absolute())
    with _only_writer(layout):
        for run_id in finish_moves(layout):
            observer.event("finished the commit of an interrupted run", run=run_id)
            following = False  # that run was the one due
        found_corpus(layout, load_family(config.family), config)
        plan = due_run(layout, config, following=following)
        if isinstance(plan, Manifest):
            return Outcome(plan, built=False, seconds=time.perf_counter() - started)
        job = _start(layout, config, plan)
        if scheduler is None:
            compile_kernels(job, observer)
        try:
            with connect(
                observer,
                workers=workers,
                scheduler=scheduler,
                folder=layout.root,
                modules=[job.module],
            ) as pool:
                manifest = Run(job, plan, pool, observer, accept_partial).finish(started)
        except KeyboardInterrupt:
            raise InterruptError(
                f"interrupted: all finished shards of run {plan.run_id} are kept, the same command "
                "goes on from there"
            ) from None
        commit(layout, plan.run_id)
    return Outcome(manifest, built=True, seconds=time.perf_counter() - started)


@contextmanager
def _only_writer(layout: Layout) -> Iterator[None]:
    from filelock import FileLock, Timeout

    make_folder(layout.root)
    lock = FileLock(layout.lock)
    with output_to(layout.lock):
        try:
            lock.acquire(timeout=0)
        except Timeout:  # an OSError, but not one of the disk
            raise LockedError(f"{layout.root}: another build is writing to this corpus") from None
    try:
        yield
    finally:
        lock.release()


def _start(layout: Layout, config: CorpusConfig, plan: RunPlan) -> Job:
    staged = layout.staged(plan.run_id)
    if read_json(staged.plan) is None:
        begun = {**plan.as_json(), "started": datetime.now(UTC).isoformat(timespec="seconds")}
        write_json(staged.plan, staged.scratch, begun)
    return Job(
        module=MODULES[config.family],
        config=config.model_dump_json(),
        root=str(layout.root),
        run_id=plan.run_id,
        engine=plan.engine,
    )


@dataclass
class Run:
    """A run being built."""

    job: Job
    plan: RunPlan
    pool: Pool
    observer: Observer
    accept_partial: bool
    rounds: list[tuple[Round, int]] = field(default_factory=list)
    kept: dict[int, int] = field(default_factory=dict)
    receipts: dict[int, dict[str, Any]] = field(default_factory=dict)
    aside: set[int] = field(default_factory=set)

    def finish(self, started: float) -> Manifest:
        """Do everything up to the commit; the manifest, which lies complete in staging."""
        job, staged = self.job, self.job.staged
        while round_ := next_round(job.settings, self.rounds):
            self._make_shards(round_)
            self._select(round_)
        rounds = [round_ for round_, _ in self.rounds]
        cut = find_cut(job, rounds, self.kept)
        without = tuple(sorted(self.aside))
        written = self._each_bucket("write", write_bucket, (rounds,), (without, cut))
        rejected = self._one("reject", write_rejected, rounds, without, cut)
        classes = self._count_classes(sum(bucket["rows"] for bucket in written))
        manifest = self._manifest(written, rejected, classes, cut, time.perf_counter() - started)
        write_json(staged.manifest, staged.scratch, manifest)
        return Manifest(manifest)

    def _make_shards(self, round_: Round) -> None:
        self.observer.begin(f"round {round_.number}", round_.candidates, "candidates")
        sizes = dict(round_.sizes())
        tasks = ((shard, (self.job, round_.number, shard, size)) for shard, size in sizes.items())
        for shard, receipt in self.pool.run(f"{self.plan.run_id}-shard", make_shard, tasks):
            if isinstance(receipt, Failed):
                self._set_aside(round_, shard, receipt)
            else:
                self.receipts[shard] = receipt
                self.job.staged.failure(shard).unlink(missing_ok=True)
                self.observer.advance(sizes[shard], resumed=receipt["resumed"])
        self.observer.end()
        if self.aside and not self.accept_partial:
            raise PartialError(
                f"{len(self.aside)} of {round_.shards} shards failed every time and were set "
                f"aside; their seeds and tracebacks: {self.job.staged.failed}\n"
                "the others are kept: run again to try those anew, or add --accept-partial to "
                "commit the run without them"
            )

    def _set_aside(self, round_: Round, shard: int, failed: Failed) -> None:
        self.aside.add(shard)
        key = ShardKey(self.job.settings.seed, self.plan.number, round_.number, shard)
        about = {
            "run_id": self.plan.run_id, "round": round_.number, "shard": shard,
            "candidates": dict(round_.sizes())[shard], "seed": key.seed,
            "key_words": list(key.words(STAGE_SHARD)), "engine_version": self.plan.engine,
            "error": failed.error, "traceback": failed.traceback,
        }  # fmt: skip
        staged = self.job.staged
        write_json(staged.failure(shard), staged.scratch, about)
        self.observer.warning("shard set aside", shard=shard, seed=key.seed, error=failed.error)

    def _select(self, round_: Round) -> None:
        rounds = [*(earlier for earlier, _ in self.rounds), round_]
        earlier = [run.run_id for run in real_runs(read_manifests(self.job.layout))]
        without = tuple(sorted(self.aside))
        kept: Counter[int] = Counter()
        for receipt in self._each_bucket(
            f"select-{round_.number}", select_rows, (rounds,), (without, tuple(earlier))
        ):
            kept.update({int(shard): rows for shard, rows in receipt["kept"].items()})
        self.kept.update(kept)
        self.rounds.append((round_, kept.total()))

    def _each_bucket(
        self, stage: str, function: Any, before: tuple[Any, ...], after: tuple[Any, ...]
    ) -> list[dict[str, Any]]:
        count = self.job.settings.shards.buckets
        self.observer.begin(stage.partition("-")[0], count, "buckets")
        tasks = ((b, (self.job, *before, b, *after)) for b in range(count))
        receipts = []
        for bucket, receipt in self.pool.run(f"{self.plan.run_id}-{stage}", function, tasks):
            receipts.append(self._sure(f"{stage} of bucket {bucket}", receipt))
            self.observer.advance(1, resumed=bool(receipt.get("resumed")))
        self.observer.end()
        return sorted(receipts, key=lambda receipt: int(receipt["bucket"]))

    def _one(self, stage: str, function: Any, *arguments: Any) -> Any:
        tasks = [(0, (self.job, *arguments))]
        [(_, result)] = self.pool.run(f"{self.plan.run_id}-{stage}", function, tasks)
        return self._sure(stage, result)

    def _sure(self, what: str, result: Any) -> Any:
        """The result; where a step of the merge fails there is nothing to set aside."""
        if isinstance(result, Failed):
            raise PartialError(
                f"{what} failed every time: {result.error}\n{result.traceback}\n"
                "all shards are kept: run again when the cause is gone"
            )
        return result

    def _count_classes(self, rows: int) -> int:
        parts = 1 + rows // CLASSES_AT_ONCE
        tasks = ((part, (self.job, part, parts)) for part in range(parts))
        return sum(
            self._sure("counting classes", count)
            for _, count in self.pool.run(f"{self.plan.run_id}-classes", count_classes, tasks)
        )

    def _manifest(
        self,
        written: list[dict[str, Any]],
        rejected: dict[str, Any],
        classes: int,
        cut: Cut | None,
        seconds: float,
    ) -> dict[str, Any]:
        """The manifest of the finished run."""
        job, run_id = self.job, self.plan.run_id
        rows = sum(bucket["rows"] for bucket in written)
        splits: Counter[str] = Counter()
        counters: Counter[str] = Counter()
        measured: dict[str, Any] = {}
        for bucket in written:
            splits.update(bucket["splits"])
            for name, measures in bucket["measured"].items():
                measured[name] = add_measures(measured.get(name), measures)
        for receipt in self.receipts.values():
            counters.update(receipt["counters"])
        files = {
            f"puzzles/run={run_id}/{bucket_file(bucket['bucket'])}": {
                "rows": bucket["rows"], **bucket["files"]["rows"]
            }
            for bucket in written
        }  # fmt: skip
        files[f"rejected/{run_id}.parquet"] = {
            "rows": sum(rejected["reasons"].values()), **describe_file(job.staged.rejected)
        }  # fmt: skip
        return {
            "run_id": run_id,
            "status": "partial" if self.aside or rows < job.settings.size else "done",
            **common_facts(self.plan.tables, self.plan.engine),
            "counts": {
                "rows": rows,
                "classes": classes,
                "candidates": sum(r["candidates"] for r in self.receipts.values()),
                "rejected": sum(rejected["reasons"].values()),
                "shards": len(self.receipts),
                "rounds": len(self.rounds),
            },
            "rejects": dict(Counter(rejected["reasons"]).most_common()),
            "splits": dict(splits.most_common()),
            "measured": measured,
            "counters": dict(counters),
            "rounds": [{**vars(r), "kept": kept} for r, kept in self.rounds],
            "cut": vars(cut) if cut else None,
            "set_aside": sorted(self.aside),
            "times": {
                "started": read_json(job.staged.plan)["started"],
                "finished": datetime.now(UTC).isoformat(timespec="seconds"),
                "last_build_seconds": round(seconds, 1),
                "generate_cpu_seconds": round(
                    sum(r["seconds"]["generate"] for r in self.receipts.values()), 1
                ),
            },
            "files": files,
        }
