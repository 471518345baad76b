"""The ``puzzlemint`` command. Heavy modules are imported inside the commands."""

import os
import sys

from pipeline.cli.interrupts import heed_interrupts
from pipeline.errors import ExitCode


def main() -> None:
    """Run the command line. Ctrl-C and SIGTERM count from the first moment on."""
    heed_interrupts()
    _prepare_streams()
    try:
        from pipeline.cli.app import app

        app()
    except KeyboardInterrupt:  # before or after the command itself, which has its own words
        sys.exit(ExitCode.INTERRUPTED)


def _prepare_streams() -> None:
    """Stand in for streams that were closed by who started us, and never fail to encode.

    What a terminal or a file cannot write (a drawn line in ASCII, half a character out of
    JSON) is escaped, as Python does on standard error by itself.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        elif mode == "w":
            stream.reconfigure(errors="backslashreplace")
