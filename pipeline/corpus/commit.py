"""Making a run visible: one rename, before which nothing and after which all of it is there.

The manifest and the rejected rows are complete and synced in staging before the rename and
are moved after it. Whoever finds the directory renamed and those still in staging finishes
the move; that is all a crash can leave behind.
"""

from typing import Any

from pipeline.config import CorpusConfig
from pipeline.corpus.card import write_card
from pipeline.corpus.layout import FOUNDING_RUN, Layout, bucket_file
from pipeline.corpus.manifest import check_told, common_facts, read_manifests
from pipeline.corpus.plan import config_tables, engine_version
from pipeline.corpus.schema import SCHEMA_VERSION, corpus_schema
from pipeline.corpus.store import (
    describe_file,
    make_folder,
    output_to,
    remove_tree,
    sync_folder,
    write_json,
    write_tables,
)
from pipeline.errors import UsageError
from pipeline.family import MODULES, Family


def found_corpus(layout: Layout, family: Family, config: CorpusConfig) -> None:
    """Make the corpus if it is not there: the run that holds the schema and no rows.

    ``UsageError`` where the corpus that stands there is of another kind, or not whole.
    """
    finish_moves(layout)
    check_told(layout)
    schema = corpus_schema(family)
    facts = common_facts(config_tables(config), engine_version(MODULES[config.family]))
    columns = {field.name: str(field.type) for field in schema}
    if layout.run(FOUNDING_RUN).is_dir():
        _check_kind(layout, facts, columns)
        return
    staged = layout.staged(FOUNDING_RUN)
    path = staged.puzzles / bucket_file(0)
    write_tables(path, staged.scratch, schema, [schema.empty_table()])
    name = f"puzzles/run={FOUNDING_RUN}/{bucket_file(0)}"
    manifest = {
        "run_id": FOUNDING_RUN,
        "status": "done",
        **facts,
        "columns": columns,
        "counts": {"rows": 0},
        "files": {name: {"rows": 0, **describe_file(path)}},
    }
    write_json(staged.manifest, staged.scratch, manifest)
    commit(layout, FOUNDING_RUN)


def _check_kind(layout: Layout, facts: dict[str, Any], columns: dict[str, str]) -> None:
    founding = read_manifests(layout)[0].value
    lines = [
        f"{layout.root}: the corpus was made with {key} {founding[key]}, the config or this "
        f"version of puzzlemint has {facts[key]}"
        for key in ("corpus", "family", "buckets", "dedupe", "split", "schema_version")
        if founding[key] != facts[key]
    ]
    if founding["schema_version"] == SCHEMA_VERSION and founding["columns"] != columns:
        changed = sorted(set(founding["columns"].items()) ^ set(columns.items()))
        lines.append(f"{layout.root}: other columns: {', '.join(sorted({n for n, _ in changed}))}")
    if lines:
        lines.append("give the config another name to build a new corpus beside it")
        raise UsageError("\n".join(lines))


def commit(layout: Layout, run_id: str) -> None:
    """Rename the run's staged directory into the corpus and move what belongs to it."""
    staged, target = layout.staged(run_id), layout.run(run_id)
    make_folder(layout.puzzles)
    sync_folder(staged.puzzles)
    sync_folder(staged.root)
    with output_to(target):
        staged.puzzles.rename(target)
    sync_folder(layout.puzzles)
    finish_move(layout, run_id)


def finish_move(layout: Layout, run_id: str) -> None:
    """Move the manifest and the rejected rows of a run whose directory was renamed."""
    staged = layout.staged(run_id)
    moves = (
        (staged.rejected, layout.rejected(run_id)),
        (staged.manifest, layout.manifest(run_id)),
    )
    for source, target in moves:
        if source.is_file():
            make_folder(target.parent)
            with output_to(target):
                source.replace(target)
            sync_folder(target.parent)
    write_card(layout)
    remove_tree(staged.root)


def finish_moves(layout: Layout) -> list[str]:
    """Finish what a crash right after a rename left undone; the runs that were concerned."""
    if not layout.staging.is_dir():
        return []
    found = [p.name for p in sorted(layout.staging.iterdir()) if layout.run(p.name).is_dir()]
    for run_id in found:
        finish_move(layout, run_id)
    return found
