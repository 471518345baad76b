"""``tiles play``, ``tiles solve``, ``tiles convert``: what only the tiles family has."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pipeline.cli.console import command, error, print_line
from pipeline.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.tiles.tile_set import TileSet

app = typer.Typer(
    help="Edge-matching tiles: play, solve, convert.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.command()
@command
def play(
    script: Annotated[
        Path, typer.Argument(help="Keys, separated by blanks; - for standard input.")
    ],
) -> None:
    """Replay a game of Edge Match, key by key.

    The keys are: left, right, up, down (browse the tray), enter (select), q and e (turn
    against the clock, with it), p (place on the next cell), restart. # begins a comment.

    Exit code 0: replayed, whatever the score; 2: a word is no key.
    """
    from pipeline.tiles.fixtures import edge_match
    from pipeline.tiles.session import KEYS, Session

    words = []
    for number, line in enumerate(_text(script).splitlines(), start=1):
        for word in line.partition("#")[0].split():
            if word.lower() not in KEYS:
                raise UsageError(
                    f"{script}, line {number}: '{word}' is no key; {', '.join(KEYS)} are"
                )
            words.append(word)
    session = Session(edge_match())
    for word in words:
        session.press(word)
        print_line(word)
        print_line(session.describe())


@app.command()
@command
def solve(
    file: Annotated[
        Path | None, typer.Argument(help="Tile sets; the cards of Edge Match 2x2 without it.")
    ] = None,
    limit: Annotated[int, typer.Option(min=1, max=1_000_000, help="Boards to draw.")] = 1,
    budget: Annotated[int, typer.Option(min=1, help="Tiles placed, at most.")] = 1_000_000_000,
    workers: Annotated[int, typer.Option(min=1, help="Processes to count with, no budget.")] = 1,
) -> None:
    """Count the boards of tile sets under three definitions, and draw them.

    Exit code 0: all sets have a board; 1: some have none that was found; 2: some are unreadable.
    """
    from pipeline.tiles.draw import draw_board
    from pipeline.tiles.solve import count, count_by_parts, unlike

    worst = ExitCode.DONE
    for tile_set in _sets(file):
        if tile_set is None:
            worst = ExitCode.USAGE
            continue
        counted = count_by_parts(tile_set, workers) if workers > 1 else count(tile_set, budget)
        boards, _, _ = unlike(tile_set, limit, budget)
        for board in boards:
            print_line(" ".join(f"{tile_set.names[tile]}{turns}" for tile, turns in board))
            print_line(draw_board(tile_set, board))
        for line in _counts(counted):
            print_line(line)
        if not boards:
            worst = max(worst, ExitCode.FAULT)
    if worst:
        raise typer.Exit(worst)


@app.command()
@command
def convert(
    file: Annotated[Path | None, typer.Argument(help="Tile sets in any format.")] = None,
) -> None:
    """Write tile sets as JSON, one a line; corner puzzles become edge-matching ones.

    Exit code 0: all were converted; 2: some are unreadable or do not convert.
    """
    import json

    from pipeline.tiles.formats import to_json

    worst = ExitCode.DONE
    for tile_set in _sets(file):
        if tile_set is None:
            worst = ExitCode.USAGE
        else:
            print_line(json.dumps(to_json(tile_set)))
    if worst:
        raise typer.Exit(worst)


def _text(path: Path) -> str:
    from pipeline.cli.inputs import opened

    with opened(path) as stream:
        return stream.read()


def _sets(file: Path | None) -> "Iterator[TileSet | None]":
    """The sets of a file, None for an unreadable one; Edge Match where no file is named."""
    from pipeline.cli.inputs import opened
    from pipeline.family import Unreadable
    from pipeline.tiles.fixtures import edge_match
    from pipeline.tiles.formats import read_sets

    if file is None:
        yield edge_match()
        return
    is_empty = True
    with opened(file) as stream:
        for item in read_sets(stream):
            is_empty = False
            if isinstance(item, Unreadable):
                error(f"line {item.line}: {item.message}")
                yield None
            else:
                yield item.puzzle
    if is_empty:
        raise UsageError("no tile set in the input")


def _counts(counted: Any) -> list[str]:
    known = {
        "solutions_raw": counted.raw,
        "distinct": counted.distinct,
        "up_to_rotation": counted.up_to_rotation,
        "placements": counted.nodes,
        "tries": counted.tries,
        "difficulty": counted.difficulty,
    }
    if not counted.finished:
        known = {"solutions_raw, at least": counted.raw, "placements": counted.nodes}
    return [f"{name:16} {value:,}" for name, value in known.items() if value is not None]
