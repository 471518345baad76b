"""Pictures of puzzles as files."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.errors import OutputError, UsageError

if TYPE_CHECKING:
    from pipeline.family import Family, Question


def pictures(family: "Family", questions: "list[Question]", folder: Path) -> Iterator[Path]:
    """Write a picture of each puzzle and tell its path."""
    from pipeline.family import Picturing

    if not isinstance(family, Picturing):
        raise UsageError(f"--svg: {family.name} draws text only")
    for question in questions:
        path = folder / f"line-{question.line}.svg"
        try:
            picture = family.svg(question)
        except ModuleNotFoundError as failure:
            raise UsageError(
                f"--svg needs {failure.name}: pip install 'puzzlemint[draw]'"
            ) from None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path.write_text(picture, encoding="utf-8")
        except OSError as failure:
            raise OutputError(f"{path}: {failure.strerror}") from None
        yield path
