"""``tiles play``, ``tiles solve``, ``tiles convert``: what only the tiles family has."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pipeline.cli.console import command, error, print_line
from pipeline.errors import ExitCode, PartialError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pipeline.corpus.cluster import Pool
    from pipeline.tiles.solve import Count
    from pipeline.tiles.tile_set import TileSet

PARTS = 8
"""Parts of a large count for each process: they differ in length."""

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
    scheduler: Annotated[
        str | None, typer.Option(help="A Dask scheduler to count on, tcp://host:port; no budget.")
    ] = None,
) -> None:
    """Count the boards of tile sets under three definitions, and draw them.

    Exit code 0: all sets have a board; 1: some have none that was found; 2: some are unreadable.
    """
    from pipeline.tiles.draw import draw_board
    from pipeline.tiles.solve import count, unlike

    worst = ExitCode.DONE
    for tile_set in _sets(file):
        if tile_set is None:
            worst = ExitCode.USAGE
            continue
        alone = workers == 1 and scheduler is None
        counted = count(tile_set, budget) if alone else _count(tile_set, workers, scheduler)
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


def _count(tile_set: "TileSet", workers: int, scheduler: str | None) -> "Count":
    """Count on Dask, part by part below the roots of the search."""
    from functools import partial

    from pipeline.cli.watch import watching
    from pipeline.corpus.cluster import connect
    from pipeline.family import MODULES
    from pipeline.tiles.solve import count_by_parts

    with (
        watching() as observer,
        connect(
            observer,
            workers=workers,
            scheduler=scheduler,
            folder=Path(os.sep),  # nothing is written: a folder that every machine has
            modules=[MODULES["tiles"]],
        ) as pool,
    ):
        return count_by_parts(tile_set, PARTS * pool.threads(), partial(_run, pool))


def _run(
    pool: "Pool", function: "Callable[..., Any]", tasks: "Sequence[tuple[Any, ...]]"
) -> "Iterator[Any]":
    """The results of the tasks; an error if one fails however often it is tried."""
    from pipeline.corpus.cluster import Failed

    pool.observer.begin("count", len(tasks), "parts")
    for _, result in pool.run("count", function, enumerate(tasks)):
        if isinstance(result, Failed):
            raise PartialError(f"a part could not be counted: {result.error}")
        pool.observer.advance(1)
        yield result
    pool.observer.end()


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
