"""``fingerprint --against``: has this puzzle been published before?

What is known is a file of puzzles in any format that the family reads, or a corpus (its
directory, or a Parquet file of it). A known puzzle is named by its title or its line, a
row of a corpus by its ``puzzle_id``.
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, cast

from pipeline.errors import UsageError

if TYPE_CHECKING:
    from pipeline.family import Family, Question

MOST_NAMES = 10
"""Names that are kept of one class."""


def known_names(family: "Family", known: Path, form: str) -> dict[str, list[str]]:
    """Fingerprint -> names of the known puzzles that have it.

    ``UsageError`` where something there is unreadable or has no fingerprint: to pass it over
    would call a known puzzle unknown.
    """
    names: dict[str, list[str]] = defaultdict(list)
    is_corpus = known.is_dir() or known.suffix == ".parquet"
    for key, name in _of_corpus(known, form) if is_corpus else _of_file(family, known, form):
        if len(names[key]) < MOST_NAMES:
            names[key].append(name)
    return names


def _of_file(family: "Family", known: Path, form: str) -> Iterator[tuple[str, str]]:
    from pipeline.cli.answering import BATCH, keys
    from pipeline.cli.inputs import opened
    from pipeline.family import Question

    with opened(known) as stream:
        items = family.read(stream)
        while some := list(islice(items, BATCH)):
            for item in some:
                if not isinstance(item, Question):
                    raise UsageError(f"{known}, line {item.line}: {item.message}")
            questions = cast("list[Question]", some)
            for item, key in zip(questions, keys(family, questions, form), strict=True):
                if isinstance(key, ValueError):
                    raise UsageError(f"{known}, line {item.line}: {key}")
                title = getattr(item.puzzle, "title", "")
                yield key, title or f"{known}, line {item.line}"


def _of_corpus(known: Path, form: str) -> Iterator[tuple[str, str]]:
    import polars as pl

    if form != "class":
        raise UsageError(f"--against a corpus compares classes; it has no --form {form}")
    pattern = known / "puzzles" / "**" / "*.parquet" if known.is_dir() else known
    try:
        rows = pl.scan_parquet(pattern).select("fingerprint", "puzzle_id").collect()
    except (pl.exceptions.PolarsError, OSError) as failure:
        raise UsageError(f"{known} is no corpus: {failure}") from None
    for key, puzzle in rows.iter_rows():
        yield key.hex(), puzzle
