"""Plans and outcomes in words, for a person."""

from pathlib import Path

from pipeline.config import CorpusConfig, load_corpus_config
from pipeline.corpus.build import Outcome
from pipeline.corpus.cluster import cores
from pipeline.corpus.due import due_run
from pipeline.corpus.layout import Layout
from pipeline.corpus.manifest import Manifest, check_told, read_manifests, real_runs
from pipeline.corpus.plan import next_round
from pipeline.corpus.rebuild import Rebuilt, row_name
from pipeline.errors import UsageError
from pipeline.family import load_family


def find_layout(target: Path, output: Path) -> Layout:
    """The corpus of a config file or of a folder; ``UsageError`` where there is none."""
    if target.is_dir():
        layout = Layout(target.absolute())
    else:
        layout = Layout((output / "corpora" / load_corpus_config(target).name).absolute())
    if not layout.puzzles.is_dir():
        raise UsageError(f"{layout.root}: there is no corpus")
    return layout


def describe_plan(config: CorpusConfig, output: Path) -> list[str]:
    """What ``build`` would do; the sentences of the family about what can come out."""
    layout = Layout((output / "corpora" / config.name).absolute())
    check_told(layout)
    due = due_run(layout, config, following=False)
    lines = [f"corpus {config.name} ({config.family}) at {layout.root}"]
    runs = real_runs(read_manifests(layout))
    for run in runs:
        lines.append(f"  stands: run {run.run_id}, {run.rows:,} rows, {run.status}")
    if isinstance(due, Manifest):
        lines.append("  nothing is due; --next would add a run of puzzles that the corpus lacks")
    else:
        begun = layout.staged(due.run_id).plan.exists()
        lines.append(f"  due: run {due.run_id}{', which is begun' if begun else ''}")
    first = next_round(config, [])
    assert first is not None  # a size is at least 1 and a run has at least one round
    sizes = [size for _, size in first.sizes()]
    lines += [
        f"  rows: {config.size:,}, made distinct by {config.dedupe.by}",
        f"  first round: {first.shards:,} shards of up to {max(sizes):,} candidates; more "
        f"rounds (at most {config.shards.max_rounds}) until all rows are there",
        f"  files: {config.shards.buckets} buckets; seed {config.seed}; "
        f"workers by default {cores()}",
    ]
    return lines + [f"  {note}" for note in load_family(config.family).notes(config)]


def describe_outcome(outcome: Outcome, output: Path) -> list[str]:
    """The closing summary of a build."""
    manifest = outcome.manifest
    value, counts = manifest.value, manifest.value["counts"]
    layout = Layout(output / "corpora" / value["corpus"])
    if not outcome.built:
        return [
            f"nothing to do: run {manifest.run_id} is {manifest.status}, {manifest.rows:,} rows",
            f"  in {layout.run(manifest.run_id)}; --next adds a run of new puzzles",
        ]
    rejects = ", ".join(f"{reason} {count:,}" for reason, count in value["rejects"].items())
    lines = [
        f"run {manifest.run_id}: {manifest.status}",
        f"  rows        {counts['rows']:,} of {value['config']['size']:,}",
        f"  classes     {counts['classes']:,} solution classes",
        f"  rejected    {counts['rejected']:,} of {counts['candidates']:,} candidates"
        + (f": {rejects}" if rejects else ""),
        f"  rate        {counts['rows'] / outcome.seconds:,.0f} rows/s over all, "
        f"{outcome.seconds:.1f} s; {value['times']['generate_cpu_seconds']:.1f} s of CPU time "
        "to generate",
        f"  lies in     {layout.run(manifest.run_id)}",
    ]
    if value["set_aside"]:
        lines.append(f"  set aside   shards {', '.join(map(str, value['set_aside']))}")
    if manifest.status == "partial" and not value["set_aside"]:
        lines.append(f"  partial     {counts['rounds']} rounds gave no more rows (max_rounds)")
    return lines


def describe_rebuilt(rebuilt: Rebuilt) -> list[str]:
    """A row that was made again, and whether it is the stored one."""
    row = rebuilt.row
    lines = [f"{row['puzzle_id']}  {row_name(row)}  seed {row['seed']}"]
    if rebuilt.again:
        told = ("fingerprint", "solution_class", "index")
        lines += [f"  {name}: {value}" for name, value in rebuilt.again.items()
                  if name not in told and value is not None]  # fmt: skip
    if not rebuilt.difference:
        lines.append("equal to the stored row")
    else:
        lines.append(f"NOT equal to the stored row: {rebuilt.difference}")
    if not rebuilt.same_engine:
        lines.append(f"it was made by engine {row['engine_version']}, this is {rebuilt.engine}")
    return lines
