"""``puzzlemint cubes``: what only cube sets have. Heavy imports stand inside."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pipeline.cli.console import ExitCode, command, error, print_line, stop

if TYPE_CHECKING:
    from pipeline.cubes.cube_set import CubeSet
    from pipeline.cubes.solve import Solution

app = typer.Typer(
    help="Instant Insanity: towers of cubes.", no_args_is_help=True, rich_markup_mode=None
)


@app.callback()
def main() -> None:
    """Instant Insanity: towers of cubes."""


@app.command()
@command
def solve(
    file: Annotated[
        Path | None, typer.Argument(help="Cube sets to read; standard input without it.")
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Say which axis of each cube is hidden, and count.")
    ] = False,
    as_worded: Annotated[
        bool,
        typer.Option("--as-worded", help="Also count what the popular wording would accept."),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a set.")] = False,
    limit: Annotated[int, typer.Option(min=1, help="Towers to show of each set.")] = 1,
) -> None:
    """Build the towers of cube sets by the graph method.

    Prints the tower, bottom cube first, and the two subgraphs it comes from.

    Exit code 0: all have one solution; 1: some have none or several; 2: some are unreadable.
    """
    from pipeline.cli.inputs import opened
    from pipeline.cubes.formats import read_sets
    from pipeline.cubes.solve import solve as solve_set
    from pipeline.family import Unreadable

    answers: list[str] = []
    unreadable = 0
    with opened(file) as stream:
        for item in read_sets(stream):
            if isinstance(item, Unreadable):
                unreadable += 1
                error(f"line {item.line}: {item.message}")
                if as_json:
                    print_line(json.dumps({"line": item.line, "error": item.message}))
                continue
            solution = solve_set(item.puzzle)
            assert solution is not None  # no set of 8 cubes comes near the default budget
            between = bool(answers) and not as_json
            answers.append(solution.answer)
            if as_json:
                record = {"line": item.line, **_record(solution, limit)}
                print_line(json.dumps(record | _worded_counts(item.puzzle, as_worded)))
                continue
            lines = _lines(solution, limit, explain)
            for line in [""] * between + lines + _worded_lines(item.puzzle, as_worded):
                print_line(line)
    if not answers and not unreadable:
        stop(ExitCode.USAGE, "no cube set in the input")
    if unreadable:
        raise typer.Exit(ExitCode.USAGE)
    if any(answer != "unique" for answer in answers):
        raise typer.Exit(ExitCode.FAULT)


def _lines(solution: "Solution", limit: int, explain: bool) -> list[str]:
    """A set's answer for a person."""
    from itertools import islice

    from pipeline.cubes.draw import draw_solution, explain_cube

    cubes, counts = solution.cubes, solution.counts
    lines = [f"{cubes}: {_headline(solution)}"]
    for pair, tower in islice(solution.towers(), limit):
        lines += ["", draw_solution(cubes, pair, tower)]
        if explain:
            lines += [explain_cube(cubes, pair, cube) for cube in range(len(cubes.cubes))]
    if explain:
        lines += [
            "",
            "subgraphs with one edge of each cube that meet every colour twice: "
            f"{counts.two_regular_subgraphs}; pairs of them without a common edge: "
            f"{counts.disjoint_pairs}",
            f"solutions among the {24 ** len(cubes.cubes):,} states of the tower: {counts.raw:,}; "
            f"up to turning it round: {counts.up_to_tower_rotation:,}; "
            f"and over: {counts.up_to_rotation_and_flip:,}; "
            f"of these look different: {counts.by_sight:,}",
        ]
    return lines


def _headline(solution: "Solution") -> str:
    sight = solution.counts.by_sight
    if sight == 0:
        return "no solution"
    return "one solution" if sight == 1 else f"{sight} solutions"


def _record(solution: "Solution", limit: int) -> dict[str, Any]:
    """A set's answer for a program."""
    from dataclasses import asdict
    from itertools import islice

    from pipeline.cubes.draw import draw_subgraph, edge

    cubes = solution.cubes
    towers = [
        {
            "tower": list(tower),
            "front_back": draw_subgraph(cubes, pair.front_back),
            "left_right": draw_subgraph(cubes, pair.left_right),
            "hidden": [edge(cube, pair.hidden(i)) for i, cube in enumerate(cubes.cubes)],
        }
        for pair, tower in islice(solution.towers(), limit)
    ]
    return {
        "cubes": list(cubes.cubes),
        "answer": solution.answer,
        "nodes": solution.nodes,
        **asdict(solution.counts),
        "towers": towers,
    }


def _worded_counts(cubes: "CubeSet", wanted: bool) -> dict[str, int]:
    """The counts without the degree condition, if they are wanted."""
    from pipeline.cubes.reference import count

    if not wanted:
        return {}
    counts = count(cubes, as_worded=True)
    return {"subgraphs_as_worded": counts.subgraphs, "disjoint_pairs_as_worded": counts.pairs}


def _worded_lines(cubes: "CubeSet", wanted: bool) -> list[str]:
    counts = _worded_counts(cubes, wanted)
    if not counts:
        return []
    return [
        "",
        "as often worded (all colours met, not each of them twice): subgraphs: "
        f"{counts['subgraphs_as_worded']:,}; pairs of them without a common edge: "
        f"{counts['disjoint_pairs_as_worded']:,}",
    ]
