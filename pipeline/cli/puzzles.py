"""``solve``, ``check``, ``fingerprint``, ``show``: questions about puzzles, of any family.

Each command reads puzzles from a file or standard input, answers every one that can be
read, and says on standard error, with its line number, what is wrong with each other line.
"""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pipeline.cli.console import command, error, print_line, stop
from pipeline.cli.inputs import opened, with_family
from pipeline.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from pipeline.family import Family, Question, Verdict

File = Annotated[
    Path | None, typer.Argument(help="Puzzles to read; standard input without it.", metavar="FILE")
]
FamilyName = Annotated[
    str | None, typer.Option("--family", help="sudoku, tiles or cubes; else the input tells.")
]
Json = Annotated[bool, typer.Option("--json", help="Answer in JSON, one object a line.")]
Budget = Annotated[
    int, typer.Option(min=1, help="Search nodes a puzzle, after which it is undecided.")
]

SOME_NOT, SOME_UNREADABLE = ExitCode.FAULT, ExitCode.USAGE


@dataclass(frozen=True)
class Reply:
    """What is said about one puzzle: lines for a person, or a record for ``--json``."""

    lines: tuple[str, ...]
    record: dict[str, Any] = field(default_factory=dict)
    kind: str = "answered"
    """What the summary counts it as."""
    is_good: bool = True
    """False makes the command end with exit code 1."""


@command
def solve(
    file: File = None,
    family: FamilyName = None,
    as_json: Json = False,
    limit: Annotated[int, typer.Option(min=1, max=1_000_000, help="Solutions to give.")] = 1,
    budget: Budget = 10_000_000,
) -> None:
    """Solve puzzles, one answer a line.

    The answer is a solution, or `none`, or `undecided`.

    Exit code 0: all have a solution; 1: some have not; 2: some lines are unreadable.
    """

    def reply(family: "Family", question: "Question") -> Reply:
        verdict = family.answer(question, limit=limit, budget=budget)
        lines = verdict.solutions or (verdict.answer,)
        return Reply(lines, _record(verdict), verdict.answer, bool(verdict.solutions))

    _answer_all(file, family, as_json, reply)


@command
def check(
    file: File = None,
    family: FamilyName = None,
    as_json: Json = False,
    limit: Annotated[int, typer.Option(min=2, max=1_000_000, help="Count up to this many.")] = 2,
    budget: Budget = 10_000_000,
) -> None:
    """Count solutions: unique, multiple or none.

    Prints line number, tab, and `unique`, `multiple`, `none` or `undecided`.

    Exit code 0: all are unique; 1: some are not; 2: some lines are unreadable.
    """

    def reply(family: "Family", question: "Question") -> Reply:
        verdict = family.answer(question, limit=limit, budget=budget)
        line = f"{question.line}\t{verdict.answer}"
        return Reply((line,), _record(verdict), verdict.answer, verdict.answer == "unique")

    _answer_all(file, family, as_json, reply, summary=True)


@command
def fingerprint(
    file: File = None,
    family: FamilyName = None,
    as_json: Json = False,
    form: Annotated[
        str, typer.Option(help="class: the same for all disguises of a puzzle; sudoku: or minlex.")
    ] = "class",
) -> None:
    """Print a key that all disguises share.

    Two keys are equal exactly when one puzzle is a symmetric image of the other.

    Exit code 0: all have one; 1: some have not; 2: some lines are unreadable.
    """

    def reply(family: "Family", question: "Question") -> Reply:
        if form not in family.forms:
            raise UsageError(f"--form {form}: {family.name} has {', '.join(family.forms)}")
        try:
            key = family.fingerprint(question, form)
        except ValueError as failure:
            error(f"line {question.line}: {failure}")
            return Reply((), {"error": str(failure)}, "without a key", is_good=False)
        return Reply((key,), {form: key})

    _answer_all(file, family, as_json, reply)


@command
def show(file: File = None, family: FamilyName = None) -> None:
    """Draw puzzles as text."""
    shown: list[int] = []

    def reply(family: "Family", question: "Question") -> Reply:
        between = ("",) if shown else ()
        shown.append(question.line)
        return Reply((*between, family.show(question)))

    _answer_all(file, family, False, reply)


def _record(verdict: "Verdict") -> dict[str, Any]:
    return {
        "answer": verdict.answer,
        "solutions": list(verdict.solutions),
        "nodes": verdict.nodes,
        **verdict.notes,
    }


def _answer_all(
    file: Path | None,
    name: str | None,
    as_json: bool,
    reply: "Callable[[Family, Question], Reply]",
    *,
    summary: bool = False,
) -> None:
    """Answer every puzzle of the input, then end the command with the right exit code."""
    from pipeline.family import Unreadable

    kinds: Counter[str] = Counter()
    unreadable = failed = 0
    with opened(file) as text:
        family, stream = with_family(text, name)
        for item in family.read(stream):
            if isinstance(item, Unreadable):
                unreadable += 1
                error(f"line {item.line}: {item.message}")
                if as_json:
                    print_line(json.dumps({"line": item.line, "error": item.message}))
                continue
            answer = reply(family, item)
            if "reason" in answer.record:
                error(f"line {item.line}: {answer.record['reason']}")
            kinds[answer.kind] += 1
            failed += not answer.is_good
            record = {"line": item.line, "puzzle": item.text, **answer.record}
            for line in [json.dumps(record)] if as_json else answer.lines:
                print_line(line)
    if not kinds and not unreadable:
        stop(SOME_UNREADABLE, "no puzzle in the input")
    if summary:
        error(_summary(kinds, unreadable))
    if unreadable or failed:
        raise typer.Exit(SOME_UNREADABLE if unreadable else SOME_NOT)


def _summary(kinds: Counter[str], unreadable: int) -> str:
    counts = [f"{count:,} {kind}" for kind, count in kinds.most_common()]
    if unreadable:
        counts.append(f"{unreadable:,} unreadable")
    return f"{sum(kinds.values()) + unreadable:,} puzzles: {', '.join(counts)}"
