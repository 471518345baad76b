"""``solve``, ``check``, ``fingerprint``, ``show``: questions about puzzles, of any family.

Each command reads puzzles from a file or standard input, answers every one that can be
read, and says on standard error, with its line number, what is wrong with each other line.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pipeline.cli.answering import BATCH, SOLUTIONS, Reply, answer_all, keys, verdicts
from pipeline.cli.console import command
from pipeline.cli.pictures import pictures

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

    def reply(verdict: "Verdict") -> Reply:
        lines = verdict.solutions or (verdict.answer,)
        return _reply(verdict, lines, is_good=bool(verdict.solutions))

    def replies(family: "Family", questions: "list[Question]") -> list[Reply]:
        return [reply(verdict) for verdict in verdicts(family, questions, limit, budget)]

    batch = max(1, min(BATCH, SOLUTIONS // limit))
    answer_all(file, family, replies, as_json=as_json, batch=batch)


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

    def reply(question: "Question", verdict: "Verdict") -> Reply:
        line = f"{question.line}\t{verdict.answer}"
        return _reply(verdict, (line,), is_good=verdict.answer == "unique")

    def replies(family: "Family", questions: "list[Question]") -> list[Reply]:
        return list(map(reply, questions, verdicts(family, questions, limit, budget)))

    batch = max(1, min(BATCH, SOLUTIONS // limit))
    answer_all(file, family, replies, as_json=as_json, summary=True, batch=batch)


@command
def fingerprint(
    file: File = None,
    family: FamilyName = None,
    as_json: Json = False,
    form: Annotated[
        str,
        typer.Option(
            help="class: the same for all disguises of a puzzle; or minlex (sudoku), "
            "published (tiles), handed (cubes)."
        ),
    ] = "class",
    against: Annotated[
        Path | None,
        typer.Option(help="A file of puzzles, or a corpus: also name what is the same puzzle."),
    ] = None,
) -> None:
    """Print a key that all disguises share.

    Two keys are equal exactly when one puzzle is a symmetric image of the other. With
    --against, each key is followed by a tab and the names of the same puzzles there.

    Exit code 0: all have one; 1: some have not; 2: some lines are unreadable.
    """
    from pipeline.cli.against import known_names

    known: list[dict[str, list[str]]] = []

    def reply(key: "str | ValueError") -> Reply:
        if not isinstance(key, str):
            return Reply((), {}, "without a key", is_good=False, remark=str(key))
        if not known:
            return Reply((key,), {form: key})
        names = known[0].get(key, [])
        return Reply((f"{key}\t{', '.join(names) or 'not known'}",), {form: key, "known": names})

    def replies(family: "Family", questions: "list[Question]") -> list[Reply]:
        if against is not None and not known:
            known.append(known_names(family, against, form))
        return list(map(reply, keys(family, questions, form)))

    answer_all(file, family, replies, as_json=as_json)


@command
def show(
    file: File = None,
    family: FamilyName = None,
    as_json: Json = False,
    svg: Annotated[
        Path | None, typer.Option(help="A folder for pictures instead, line-<number>.svg each.")
    ] = None,
) -> None:
    """Draw puzzles as text, an empty line after each."""

    def replies(family: "Family", questions: "list[Question]") -> list[Reply]:
        if svg is not None:
            paths = map(str, pictures(family, questions, svg))
            return [Reply((path,), {"picture": path}) for path in paths]
        drawings = map(family.show, questions)
        return [Reply((drawing, ""), {"drawing": drawing}) for drawing in drawings]

    answer_all(file, family, replies, as_json=as_json)


def _reply(verdict: "Verdict", lines: tuple[str, ...], *, is_good: bool) -> Reply:
    record: dict[str, Any] = {
        "answer": verdict.answer,
        "solutions": list(verdict.solutions),
        "nodes": verdict.nodes,
        **verdict.notes,
    }
    remark = str(verdict.notes.get("reason", ""))
    return Reply(lines, record, verdict.answer, is_good, remark)
