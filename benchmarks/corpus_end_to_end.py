"""From a config to committed Parquet: how much of the time is puzzles, and where the rest goes.

The first rows are steps of the pipeline in one process, each measured alone, as processor
time: what a worker does for a row. The last is a real build on two worker processes by the
clock, kernels compiled before; on a machine that is busy otherwise only the first rows mean
something.
"""

import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa

from benchmarks import Row
from pipeline.config import CorpusConfig, load_corpus_config
from pipeline.corpus import merge, shards, write
from pipeline.corpus.build import build
from pipeline.corpus.observer import Silence
from pipeline.corpus.plan import Round, RunPlan, config_tables, engine_version
from pipeline.corpus.tasks import Job
from pipeline.family import MODULES, ShardKey

CONFIG = Path(__file__).parents[1] / "configs" / "corpora" / "classic.toml"
SHARDS = 4
ROWS_BUILT = 2_000_000


def table() -> list[Row]:
    """The rates of classic sudoku."""
    config = load_corpus_config(CONFIG)
    with tempfile.TemporaryDirectory(prefix="puzzlemint-bench-") as folder:
        steps = step_seconds(config, Path(folder) / "steps")
        alone, whole = steps["generate"], sum(steps.values())
        rows = [Row("generate alone", "rows", 1 / alone)]
        rows += [
            Row(name, "rows", 1 / seconds, remark=f"{seconds / whole:.0%} of a row's time")
            for name, seconds in steps.items()
            if name != "generate"
        ]
        rows.append(Row("all steps, one core", "rows", 1 / whole,
                        remark=f"{alone / whole:.2f} of generate alone"))  # fmt: skip
        clock, busy, starting = build_seconds(config, Path(folder) / "built")
        # the machine's speed may have changed meanwhile: alone means before and after
        alone = (alone + step_seconds(config, Path(folder) / "again")["generate"]) / 2
        remark = (
            f"{ROWS_BUILT * alone / clock / 2:.2f} of twice generate alone "
            f"({ROWS_BUILT * alone / (clock - starting) / 2:.2f} once workers stand): "
            f"{ROWS_BUILT:,} rows, {clock:.1f} s by the clock, {starting:.1f} s to start workers; "
            f"{busy:.1f} s of processor time, {ROWS_BUILT * alone / busy:.2f} of it generating"
        )
        return [*rows, Row("build on two workers", "rows", ROWS_BUILT / clock, remark=remark)]


def step_seconds(config: CorpusConfig, folder: Path) -> dict[str, float]:
    """Processor seconds a row of each step, in the order in which a row meets them."""
    pa.set_cpu_count(1)
    pa.set_io_thread_count(1)
    size, count = config.shards.candidates, config.shards.candidates * SHARDS
    config = config.model_copy(update={"size": count})
    plan = RunPlan(1, config_tables(config), engine_version(MODULES[config.family]))
    job = Job(MODULES[config.family], config.model_dump_json(), str(folder), plan.run_id,
              plan.engine)  # fmt: skip
    job.family.compile(config)
    rounds, buckets = [Round(0, 0, SHARDS, count)], range(config.shards.buckets)

    def seconds(work: Callable[[], Any]) -> float:
        started = time.process_time_ns()
        work()
        return (time.process_time_ns() - started) / 1e9 / count

    def each(function: Callable[[int], Any], numbers: range) -> Callable[[], Any]:
        return lambda: [function(number) for number in numbers]

    def generate(shard: int) -> Any:
        return [
            job.family.generate(config, ShardKey(config.seed, 1, 0, shard), start, stop)
            for start in range(0, size, shards.CHUNK)
            for stop in [min(start + shards.CHUNK, size)]
        ]

    made = seconds(each(generate, range(SHARDS)))
    staged = seconds(each(lambda s: shards.make_shard(job, 0, s, size), range(SHARDS)))
    return {
        "generate": made,
        "columns, staging": max(staged - made, 1e-9),
        "select": seconds(each(lambda b: merge.select_rows(job, rounds, b, (), ()), buckets)),
        "write Parquet": seconds(
            each(lambda b: write.write_bucket(job, rounds, b, (), None), buckets)
        ),
        "rejects, classes": seconds(
            lambda: (
                write.write_rejected(job, rounds, (), None),
                write.count_classes(job, 0, 1),
            )
        ),
    }


class Starting(Silence):
    """Notes when the first stage begins."""

    began = 0.0

    def begin(self, stage: str, total: int, unit: str) -> None:
        """The first call is the moment at which workers are there."""
        self.began = self.began or time.perf_counter()


def build_seconds(config: CorpusConfig, folder: Path) -> tuple[float, float, float]:
    """A build on two workers: seconds by the clock, processor seconds of all processes, and
    seconds by the clock until the workers stand."""
    shards = config.shards.model_copy(update={"candidates": ROWS_BUILT // 8})
    config = config.model_copy(update={"size": ROWS_BUILT, "shards": shards})
    watch, started, busy = Starting(), time.perf_counter(), processor_seconds()
    outcome = build(config, folder, watch, workers=2)
    return outcome.seconds, processor_seconds() - busy, watch.began - started


def processor_seconds() -> float:
    """Of this process and of its children that have ended."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)
