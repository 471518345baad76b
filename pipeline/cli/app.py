"""The command tree. Groups are imported when they are used, heavy modules inside commands."""

import importlib
from typing import Any

import typer
from typer.core import TyperGroup

from pipeline.cli import audit, puzzles

GROUPS = {
    "corpus": "pipeline.cli.corpus",
    "tiles": "pipeline.cli.tiles",
    "cubes": "pipeline.cli.cubes",
}
"""Name of a group of commands -> the module whose ``app`` holds them. Each such module
imports nothing but typer and the console at its top, as all of them are asked for help."""


class LazyGroup(TyperGroup):
    """The top of the tree: its own commands, and groups that are imported by name."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Groups first, then the commands about puzzles."""
        return [*GROUPS, *super().list_commands(ctx)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command or group of that name, or None."""
        if cmd_name in GROUPS:
            group = typer.main.get_group(importlib.import_module(GROUPS[cmd_name]).app)
            group.name = cmd_name
            return group
        return super().get_command(ctx, cmd_name)


app = typer.Typer(
    name="puzzlemint",
    cls=LazyGroup,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,  # plain help starts at once and reads the same everywhere
    pretty_exceptions_enable=False,  # a defect keeps its plain traceback
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:
    if asked:
        from pipeline import __version__

        print(f"puzzlemint {__version__}")
        raise typer.Exit


@app.callback()
def main(
    version: bool = typer.Option(
        False, "--version", help="Print the version and stop.", callback=_version, is_eager=True
    ),
) -> None:
    """Make puzzle corpora, and prove what they say: sudoku, edge-matching tiles, cubes."""


for _command in (audit.audit, puzzles.solve, puzzles.check, puzzles.fingerprint, puzzles.show):
    app.command()(_command)
