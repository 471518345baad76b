"""``puzzlemint audit``: exhaustive proofs, written as reports. Heavy imports stand inside."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.cli.console import ExitCode, command, error, flush, print_line

if TYPE_CHECKING:
    from pipeline.audit.report import Report


@command
def audit(
    names: Annotated[
        list[str], typer.Argument(help="all, quick, names of audits, or TOML files with settings.")
    ],
    *,
    output: Annotated[Path, typer.Option(help="The outputs folder.")] = Path("outputs"),
    configs: Annotated[
        Path, typer.Option(help="Where <name>.toml is looked for; else the defaults hold.")
    ] = Path("configs/audits"),
    facts: Annotated[
        Path | None, typer.Option(help="Expectations from another folder than the package's.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Local worker processes (default: one a core).")
    ] = None,
    scheduler: Annotated[
        str | None, typer.Option(help="An existing Dask scheduler, tcp://host:port.")
    ] = None,
) -> None:
    """Examine claims by judges that share no code with the engine; exit 1 if one fails."""
    from pipeline.audit.facts import FOLDER
    from pipeline.audit.run import run_audit
    from pipeline.audit.settings import requests
    from pipeline.cli.watch import watching
    from pipeline.corpus.cluster import connect
    from pipeline.corpus.store import make_folder

    wanted = requests(names, configs, facts or FOLDER)
    make_folder(output / "audits")
    failed = []
    with watching() as observer:
        observer.event("getting ready: what is new of the kernels is compiled once")
        for request in wanted:
            request.audit.prepare(request.settings)
        with connect(
            observer,
            workers=workers,
            scheduler=scheduler,
            folder=output.absolute(),
            modules=[request.module for request in wanted],
        ) as pool:
            for request in wanted:
                report = run_audit(request, output, pool, observer)
                _print_report(report)
                failed += [] if report.passed else [report]
    if failed:
        error(f"audits that failed: {', '.join(report.audit.name for report in failed)}")
        raise typer.Exit(ExitCode.FAULT)


def _print_report(report: "Report") -> None:
    """The table of claims, and for each that fails what to look at."""
    print_line(f"{report.audit.name}: {report.audit.title} ({report.seconds:.1f} s)")
    for claim in report.claims:
        print_line(
            f"  {claim.mark:<7} {claim.text}: {_short(claim.observed)}  [{claim.states:,} states]"
        )
    for claim in report.failed:
        print_line(f"  expected {_short(claim.expected)}, observed {_short(claim.observed)}")
        print_line(f"  look at: {claim.look_at}")
    print_line(f"  report: {report.folder / 'report.md'}")
    flush()  # the next one may take minutes


def _short(value: str, most: int = 60) -> str:
    return value if len(value) <= most else value[: most - 3] + "..."
