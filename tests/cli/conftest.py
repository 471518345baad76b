"""What the tests of the command line share."""

import os
import pty
import subprocess

import pytest


@pytest.fixture
def on_terminal():
    """Run a command whose standard error is a terminal: code, what the terminal saw, output.

    Standard output goes to the terminal as well unless ``stdout`` says where.
    """

    def run(line, *, env, stdout=None, **settings):
        control, terminal = pty.openpty()
        process = subprocess.Popen(
            line,
            stdout=terminal if stdout is None else stdout,
            stderr=terminal,
            env={**os.environ, "TERM": "xterm", **env},
            **settings,
        )
        os.close(terminal)
        seen = b""
        while True:
            try:
                piece = os.read(control, 4096)
            except OSError:  # the other end is closed
                break
            if not piece:
                break
            seen += piece
        os.close(control)
        out, _ = process.communicate(timeout=60)
        return process.returncode, seen, out

    return run
