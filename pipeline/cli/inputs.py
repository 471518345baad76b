"""Where the puzzle commands read from: a file or standard input, of whichever family."""

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO, cast

from pipeline.errors import UsageError

if TYPE_CHECKING:
    from pipeline.family import Family

BEGINNING = 65_536
"""Characters of the input that are looked at to tell its family."""


@contextmanager
def opened(file: Path | None) -> Iterator[TextIO]:
    """The file, or standard input for None and ``-``, as text that never fails to decode."""
    if file is None or str(file) == "-":
        with io.TextIOWrapper(sys.stdin.buffer, "utf-8-sig", errors="replace") as stream:
            yield stream
        return
    try:
        stream = file.open(encoding="utf-8-sig", errors="replace")
    except OSError as failure:
        raise UsageError(f"{file}: {failure.strerror}") from None
    with stream:
        yield stream


def with_family(stream: TextIO, name: str | None) -> tuple["Family", TextIO]:
    """The family to read with, and a stream that still begins at the beginning.

    Without a name the families are asked in turn whose the beginning is. An input that none
    claims is read as sudoku, whose messages then say what is wrong.
    """
    from pipeline.family import MODULES, load_family

    if name is not None and name not in MODULES:
        raise UsageError(f"--family {name}: there are {', '.join(MODULES)}")
    # A person who types sees no answer before the beginning is read: there it is a line.
    beginning = stream.readline(BEGINNING) if stream.isatty() else stream.read(BEGINNING)
    some = beginning.lstrip("\ufffd")[:8]
    if "\0" * 4 in (some[::2], some[1::2]):
        raise UsageError("the input is UTF-16; only UTF-8 is read")
    if name is not None:
        return load_family(name), _replayed(beginning, stream)
    families = map(load_family, MODULES if beginning.strip() else ())
    claimed = (family for family in families if family.claims(beginning))
    return next(claimed, None) or load_family("sudoku"), _replayed(beginning, stream)


def _replayed(beginning: str, rest: TextIO) -> TextIO:
    return cast(TextIO, _Replayed(beginning, rest))


class _Replayed(io.TextIOBase):
    """A stream of which the beginning was already read."""

    def __init__(self, beginning: str, rest: TextIO) -> None:
        self._beginning = io.StringIO(beginning)
        self._rest = rest

    def readable(self) -> bool:
        return True

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        line = self._beginning.readline(-1 if size is None else size)
        wanted = -1 if size is None or size < 0 else size - len(line)
        if wanted == 0 or line.endswith("\n"):
            return line
        return line + self._rest.readline(wanted)

    def read(self, size: int | None = -1, /) -> str:
        text = self._beginning.read(size)
        wanted = -1 if size is None or size < 0 else size - len(text)
        return text if wanted == 0 else text + self._rest.read(wanted)
