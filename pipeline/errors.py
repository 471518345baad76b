"""Failures that a person or a scheduler can act upon, each with its exit code.

Anything else that escapes is a defect of ours and keeps its traceback.
"""

from enum import IntEnum


class ExitCode(IntEnum):
    """What a command returns; ``docs/operations.md`` lists them for schedulers."""

    DONE = 0
    FAULT = 1
    USAGE = 2
    PARTIAL = 3
    OUTPUT = 74
    LOCKED = 75
    INTERRUPTED = 130


class PuzzlemintError(Exception):
    """A foreseen failure: ``str(error)`` is the whole message, lines separated by newlines."""

    exit_code = ExitCode.USAGE


class UsageError(PuzzlemintError):
    """What was asked for cannot be done as asked: bad arguments, bad config, wrong versions."""


class FaultError(PuzzlemintError):
    """A check found something wrong."""

    exit_code = ExitCode.FAULT


class PartialError(PuzzlemintError):
    """The work stopped before its end; what is done is kept and a restart goes on."""

    exit_code = ExitCode.PARTIAL


class OutputError(PuzzlemintError):
    """A file or folder of the output could not be written."""

    exit_code = ExitCode.OUTPUT


class LockedError(PuzzlemintError):
    """Another process is writing to the same corpus."""

    exit_code = ExitCode.LOCKED


class InterruptError(PuzzlemintError):
    """Ctrl-C or SIGTERM, where more can be said than that."""

    exit_code = ExitCode.INTERRUPTED
