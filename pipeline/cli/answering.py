"""Answering every puzzle of an input: what all puzzle commands have in common.

Puzzles are asked in batches where the family can answer many together, one by one where a
person types them. What is printed is in the order of the input all the same.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Any

import typer

from pipeline.cli.console import error, is_terminal, print_line, stop
from pipeline.cli.inputs import opened, with_family
from pipeline.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from pipeline.family import Family, Question, Unreadable, Verdict

SOME_NOT, SOME_UNREADABLE = ExitCode.FAULT, ExitCode.USAGE

BATCH = 1024
SOLUTIONS = 65_536
"""Puzzles, and solutions, that are held at a time."""
PATIENCE = 3.0
"""Seconds without an answer before a person at a terminal is told why."""


@dataclass(frozen=True)
class Reply:
    """What is said about one puzzle: lines for a person, or a record for ``--json``."""

    lines: tuple[str, ...]
    record: dict[str, Any] = field(default_factory=dict)
    kind: str = "answered"
    """What the summary counts it as."""
    is_good: bool = True
    """False makes the command end with exit code 1."""
    remark: str = ""
    """Said on standard error beside the line number."""


Replies = Callable[["Family", "list[Question]"], "list[Reply]"]


def verdicts(
    family: "Family", questions: "list[Question]", limit: int, budget: int
) -> "list[Verdict]":
    """The verdicts of a batch."""
    from pipeline.family import Batching

    if isinstance(family, Batching):
        return family.answers(questions, limit=limit, budget=budget)
    return [family.answer(question, limit=limit, budget=budget) for question in questions]


def keys(family: "Family", questions: "list[Question]", form: str) -> "list[str | ValueError]":
    """The fingerprints of a batch, or why there is none."""
    from pipeline.family import Batching

    if form not in family.forms:
        raise UsageError(f"--form {form}: {family.name} has {', '.join(family.forms)}")
    if isinstance(family, Batching):
        return family.keys(questions, form)
    found: list[str | ValueError] = []
    for question in questions:
        try:
            found.append(family.fingerprint(question, form))
        except ValueError as failure:
            found.append(failure)
    return found


def answer_all(
    file: Path | None,
    name: str | None,
    replies: Replies,
    *,
    as_json: bool = False,
    summary: bool = False,
    batch: int = BATCH,
) -> None:
    """Answer every puzzle of the input, then end the command with the right exit code."""
    kinds: Counter[str] = Counter()
    unreadable = failed = 0
    with opened(file) as text:
        family, stream = with_family(text, name)
        typed = text.isatty()
        for item, reply in _replied(family, family.read(stream), replies, 1 if typed else batch):
            if reply is None:
                unreadable += 1
            else:
                kinds[reply.kind] += 1
                failed += not reply.is_good
            _print(item, reply, as_json)
    if not kinds and not unreadable:
        stop(SOME_UNREADABLE, "no puzzle in the input")
    if summary:
        error(_summary(kinds, unreadable))
    if unreadable or failed:
        raise typer.Exit(SOME_UNREADABLE if unreadable else SOME_NOT)


def _replied(
    family: "Family", items: "Iterable[Question | Unreadable]", replies: Replies, batch: int
) -> "Iterator[tuple[Question | Unreadable, Reply | None]]":
    """Each item of the input with its reply, in order; None for what is unreadable."""
    from pipeline.family import Question

    items = iter(items)
    while some := list(islice(items, batch)):
        questions = [item for item in some if isinstance(item, Question)]
        with _patience():
            answered = iter(replies(family, questions) if questions else [])
        for item in some:
            yield item, next(answered) if isinstance(item, Question) else None


@contextmanager
def _patience() -> Iterator[None]:
    """Tell a person who waits what may be going on."""
    said = "working (after an installation, kernels are compiled once: up to a minute)"
    timer = Timer(PATIENCE, error, [said])
    if is_terminal():
        timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _print(item: "Question | Unreadable", reply: Reply | None, as_json: bool) -> None:
    from pipeline.family import Unreadable

    remark = item.message if isinstance(item, Unreadable) else reply.remark if reply else ""
    if remark:
        error(f"line {item.line}: {remark}")
    if as_json:
        record = {"line": item.line} | ({"error": remark} if remark else {})
        if reply is not None and not isinstance(item, Unreadable):
            record |= {"puzzle": item.text, **reply.record}
        print_line(json.dumps(record))
    elif reply is not None:
        for line in reply.lines:
            print_line(line)


def _summary(kinds: Counter[str], unreadable: int) -> str:
    counts = [f"{count:,} {kind}" for kind, count in kinds.most_common()]
    if unreadable:
        counts.append(f"{unreadable:,} unreadable")
    total = sum(kinds.values()) + unreadable
    return f"{total:,} puzzle{'s' if total > 1 else ''}: {', '.join(counts)}"
