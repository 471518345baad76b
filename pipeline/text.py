"""Lines of a stream that may hold anything: numbered, none longer than is allowed."""

from collections.abc import Iterator
from typing import TextIO


def bounded_lines(stream: TextIO, longest: int) -> Iterator[tuple[int, str | None]]:
    """Number (from 1) and text of each line, None for the text of one that is too long.

    A line has at most ``longest`` characters, its end not counted. Of a longer one never more
    than that is held at a time.
    """
    number = 0
    while line := stream.readline(longest + 1):
        number += 1
        if len(line) <= longest or line.endswith("\n"):
            yield number, line
            continue
        while not line.endswith("\n") and (line := stream.readline(longest)):
            pass  # the rest of the line, a piece at a time
        yield number, None
