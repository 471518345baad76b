"""The ``puzzlemint`` command. Heavy modules are imported inside the commands."""

import signal
import sys


def main() -> None:
    """Run the command line. SIGTERM is taken like Ctrl-C from the first moment on."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        from pipeline.cli.app import app

        app()
    except KeyboardInterrupt:  # before or after the command itself, which has its own words
        sys.exit(128 + signal.SIGINT)
