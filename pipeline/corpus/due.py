"""Which run of a corpus is due: the unfinished one, the first, the next, or none."""

from pipeline.config import CorpusConfig
from pipeline.corpus.layout import Layout, run_number
from pipeline.corpus.manifest import Manifest, read_manifests, real_runs
from pipeline.corpus.plan import RunPlan, config_hash, config_tables, engine_version
from pipeline.corpus.store import read_json
from pipeline.errors import UsageError
from pipeline.family import MODULES


def staged_plans(layout: Layout) -> list[RunPlan]:
    """The runs under way, by number."""
    found = [read_json(path) for path in sorted(layout.staging.glob("r*/plan.json"))]
    plans = [RunPlan.from_json(value) for value in found if isinstance(value, dict)]
    return [plan for plan in plans if not layout.run(plan.run_id).is_dir()]


def due_run(layout: Layout, config: CorpusConfig, *, following: bool) -> RunPlan | Manifest:
    """The run to build, or the manifest of the latest one where none is due.

    ``UsageError`` where an unfinished run, or the corpus, was made with another config or
    engine.
    """
    tables, engine = config_tables(config), engine_version(MODULES[config.family])
    runs = real_runs(read_manifests(layout))
    for plan in staged_plans(layout):
        if plan == RunPlan(plan.number, tables, engine):
            return plan
        other = "engine version" if config_hash(plan.tables) == config_hash(tables) else "config"
        raise UsageError(
            f"{layout.root}: the unfinished run {plan.run_id} was started with another {other}"
            f" ({plan.engine if other != 'config' else 'see its plan.json'}; now {engine})\n"
            f"finish it with that, or give it up: rm -r {layout.staged(plan.run_id).root}"
        )
    if runs and not following:
        if config_hash(runs[-1].tables) == config_hash(tables):
            return runs[-1]
        changed = sorted(key for key in tables if tables[key] != runs[-1].tables.get(key))
        raise UsageError(
            f"{layout.root}: its latest run {runs[-1].run_id} was built with another config "
            f"(changed: {', '.join(changed)})\n"
            "add a run with the new config by --next, or give the config another name"
        )
    numbers = [
        run_number(folder.name.removeprefix("run=")) for folder in layout.puzzles.glob("run=*")
    ]
    return RunPlan(max(numbers, default=0) + 1, tables, engine)
