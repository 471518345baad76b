"""What all commands share: exit codes, how failures are said, logs, and dying politely.

Nothing heavy is imported at module level: ``puzzlemint --help`` must answer at once.
"""

import functools
import os
import signal
import sys
from collections.abc import Callable
from typing import Any, NoReturn, ParamSpec, TextIO, TypeVar

import typer

from pipeline.errors import ExitCode, OutputError, PuzzlemintError

__all__ = ["ExitCode", "command", "error", "is_terminal", "logger", "print_line", "stop"]

BROKEN_PIPE = 128 + signal.SIGPIPE  # what a shell reports for any tool that loses its reader

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def command(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Decorate a command (below ``@app.command()``): failures become messages and exit codes.

    ``PuzzlemintError`` is printed and gives its own code; Ctrl-C (and SIGTERM, which ``main``
    turns into it) gives 130; a reader that went away (``| head``) ends the command in
    silence. Anything else is a defect and keeps its traceback.
    """

    @functools.wraps(function)
    def guarded(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        try:
            try:
                return function(*args, **kwargs)
            finally:
                flush()
        except PuzzlemintError as failure:
            stop(failure.exit_code, str(failure))
        except KeyboardInterrupt:
            stop(ExitCode.INTERRUPTED, "interrupted")
        except BrokenPipeError:
            _flush_nowhere(sys.stdout)
            raise typer.Exit(BROKEN_PIPE) from None

    return guarded


def _not_written(failure: OSError) -> NoReturn:
    """Tell a reader that went away from an answer that finds no room (``OutputError``)."""
    if isinstance(failure, BrokenPipeError):
        raise failure
    _flush_nowhere(sys.stdout)
    raise OutputError(f"standard output could not be written: {failure.strerror}") from None


def _flush_nowhere(stream: TextIO) -> None:
    """Give the interpreter, which flushes once more at exit, somewhere to flush to."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def error(message: str) -> None:
    """Print a message to standard error, marked as ours."""
    print(f"puzzlemint: {message}", file=sys.stderr, flush=True)


def stop(code: int, message: str) -> NoReturn:
    """Print the message to standard error and end the command with this exit code."""
    try:
        error(message)
    except BrokenPipeError:  # nobody reads our errors: the code still says it
        _flush_nowhere(sys.stderr)
    raise typer.Exit(code)


def print_line(text: str = "") -> None:
    """Print a line of the answer to standard output."""
    try:
        print(text)
    except OSError as failure:
        _not_written(failure)


def flush() -> None:
    """See to it that the answer so far is written."""
    try:
        sys.stdout.flush()
    except OSError as failure:
        _not_written(failure)


def is_terminal() -> bool:
    """Does a person watch standard error?"""
    return sys.stderr.isatty()


def logger() -> Any:
    """The structlog logger where nobody watches: one JSON object a line.

    Logs go to standard error; standard output carries only answers.
    """
    import structlog

    return structlog.wrap_logger(
        structlog.PrintLogger(sys.stderr),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(),
        ],
    )
