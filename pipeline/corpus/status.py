"""What stands in a corpus and what is under way. Reads only."""

from pipeline.corpus.due import staged_plans
from pipeline.corpus.layout import Layout
from pipeline.corpus.manifest import read_manifests, real_runs, untold_runs
from pipeline.corpus.plan import RunPlan
from pipeline.corpus.store import read_json


def describe_status(layout: Layout) -> list[str]:
    """The committed runs, the unfinished ones, and shards set aside."""
    runs = real_runs(read_manifests(layout))
    lines = [f"corpus {layout.root.name} at {layout.root}: {sum(r.rows for r in runs):,} rows"]
    for run in runs:
        counts = run.value["counts"]
        lines.append(
            f"  run {run.run_id}: {run.status}, {run.rows:,} rows, {counts['classes']:,} solution "
            f"classes, engine {run.engine}, {run.value['times']['finished']}"
        )
        if not layout.manifest(run.run_id).exists():
            lines.append("    its commit was interrupted; the next build finishes it")
    lines += [
        f"  run {run_id}: no whole manifest tells of it; nothing can be built until it is back"
        for run_id in untold_runs(layout)
    ]
    for plan in staged_plans(layout):
        lines += _under_way(layout, plan)
    if len(lines) == 1:
        lines.append("  no run is finished or under way")
    return lines


def _under_way(layout: Layout, plan: RunPlan) -> list[str]:
    staged = layout.staged(plan.run_id)
    receipts = [read_json(path) for path in sorted((staged.root / "shards").glob("*.json"))]
    rows = sum(receipt["rows"] for receipt in receipts if receipt)
    lines = [
        f"  run {plan.run_id}: under way or interrupted, {len(receipts):,} shards with "
        f"{rows:,} rows made (before merging), engine {plan.engine}"
    ]
    for path in sorted(staged.failed.glob("*.json")):
        failure = read_json(path) or {}
        lines.append(
            f"    set aside: shard {failure.get('shard')}: {failure.get('error')} ({path})"
        )
    return lines
