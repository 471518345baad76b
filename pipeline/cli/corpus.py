"""``puzzlemint corpus``: plan, build, status, verify, rebuild. Heavy imports stand inside."""

from pathlib import Path
from typing import Annotated

import typer

from pipeline.cli.console import ExitCode, command, print_line

app = typer.Typer(help="Build corpora and check them.", no_args_is_help=True, rich_markup_mode=None)

Config = Annotated[Path, typer.Argument(help="A config file (configs/corpora/*.toml).")]
Target = Annotated[Path, typer.Argument(help="A config file, or the folder of a corpus.")]
Output = Annotated[Path, typer.Option(help="The outputs folder.")]
Workers = Annotated[
    int | None, typer.Option(min=1, help="Local worker processes (default: one a core).")
]
Scheduler = Annotated[str | None, typer.Option(help="An existing Dask scheduler, tcp://host:port.")]
OUTPUTS = Path("outputs")


@app.command()
@command
def plan(config: Config, output: Output = OUTPUTS) -> None:
    """Say what a build would do, and write nothing."""
    from pipeline.config import load_corpus_config
    from pipeline.corpus.describe import describe_plan

    for line in describe_plan(load_corpus_config(config), output):
        print_line(line)


@app.command()
@command
def build(
    config: Config,
    *,
    output: Output = OUTPUTS,
    following: Annotated[
        bool, typer.Option("--next", help="Add a run of puzzles that the corpus lacks.")
    ] = False,
    workers: Workers = None,
    scheduler: Scheduler = None,
    accept_partial: Annotated[
        bool, typer.Option(help="Commit the run even without shards that fail every time.")
    ] = False,
) -> None:
    """Build the corpus of a config, or go on with a build that was interrupted."""
    from pipeline.cli.watch import watching
    from pipeline.config import load_corpus_config
    from pipeline.corpus.build import build as build_corpus
    from pipeline.corpus.describe import describe_outcome

    settings = load_corpus_config(config)
    with watching() as observer:
        outcome = build_corpus(
            settings,
            output,
            observer,
            following=following,
            accept_partial=accept_partial,
            workers=workers,
            scheduler=scheduler,
        )
    for line in describe_outcome(outcome, output):
        print_line(line)
    if outcome.manifest.status == "partial":
        raise typer.Exit(ExitCode.PARTIAL)


@app.command()
@command
def status(target: Target, output: Output = OUTPUTS) -> None:
    """Say what stands in a corpus and what is under way."""
    from pipeline.corpus.describe import find_layout
    from pipeline.corpus.status import describe_status

    for line in describe_status(find_layout(target, output)):
        print_line(line)


@app.command()
@command
def verify(
    target: Target,
    *,
    output: Output = OUTPUTS,
    uniqueness: Annotated[
        int, typer.Option(min=0, help="Rows whose uniqueness is proved again.")
    ] = 20_000,
    minimality: Annotated[
        int, typer.Option(min=0, help="Rows whose minimality is proved again.")
    ] = 2_000,
    rebuilt: Annotated[int, typer.Option(min=0, help="Rows that are generated again.")] = 200,
    isomorphism: Annotated[
        int, typer.Option(min=0, help="Rows compared by graph canonisation (needs igraph).")
    ] = 1_000,
    seed: Annotated[int, typer.Option(min=0, help="Chooses the sampled rows.")] = 0,
    workers: Workers = None,
    scheduler: Scheduler = None,
) -> None:
    """Check every file and row of a corpus, or go on with a check that was interrupted.

    Writes a report below OUTPUT/audits; exit 1 if anything is not as it claims.
    """
    from pipeline.audit.corpora.planning import Sample
    from pipeline.audit.corpora.verify import verify as verify_corpus
    from pipeline.cli.watch import watching
    from pipeline.corpus.describe import find_layout

    sample = Sample(
        uniqueness=uniqueness,
        minimality=minimality,
        rebuilt=rebuilt,
        isomorphism=isomorphism,
        seed=seed,
    )
    layout = find_layout(target, output)
    with watching() as observer:
        verified = verify_corpus(
            layout, output, observer, sample, workers=workers, scheduler=scheduler
        )
    for line in verified.lines():
        print_line(line)
    print_line(f"report: {verified.report.folder / 'report.md'}")
    if not verified.report.passed:
        raise typer.Exit(ExitCode.FAULT)


@app.command()
@command
def rebuild(
    row_id: Annotated[str, typer.Argument(help="A puzzle_id, or run_id/shard/index.")],
    *,
    corpus: Annotated[
        Path | None, typer.Option(help="A config or corpus folder (default: all corpora).")
    ] = None,
    output: Output = OUTPUTS,
) -> None:
    """Make one row again from its seed, shard and index, and compare it."""
    from pipeline.corpus.describe import describe_rebuilt, find_layout
    from pipeline.corpus.rebuild import all_layouts
    from pipeline.corpus.rebuild import rebuild as rebuild_row

    layouts = [find_layout(corpus, output)] if corpus else all_layouts(output)
    again = rebuild_row(layouts, row_id)
    for line in describe_rebuilt(again):
        print_line(line)
    if again.difference:
        raise typer.Exit(ExitCode.FAULT)
