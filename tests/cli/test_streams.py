"""Standard streams as they come: closed, full, of another encoding; and terminals left in order."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
COMMAND = f"{sys.executable} -m pipeline"

BARS = """
from pipeline.cli.watch import watching
with watching() as observer:
    observer.begin("first", 2, "parts")
    observer.advance(2)
    observer.end()
    print("an answer")
    observer.begin("second", 2, "parts")
    observer.advance(1)
    raise SystemExit(3)
"""


def shell(line, **environment):
    return subprocess.run(
        ["sh", "-c", line],
        input=PUZZLE,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("arguments", ["show", "check", "corpus plan configs/corpora/classic.toml"])
def test_an_answer_that_finds_no_room_has_its_own_exit_code(arguments):
    done = shell(f"{COMMAND} {arguments} > /dev/full")
    assert done.returncode == 74
    assert "standard output could not be written: No space left on device" in done.stderr
    assert "Traceback" not in done.stderr


def test_closed_streams_are_empty_ones():
    done = shell(f"{COMMAND} show <&-")
    assert done.returncode == 2
    assert done.stderr == "puzzlemint: no puzzle in the input\n"
    assert shell(f"{COMMAND} show 2>&-").returncode == 0
    assert shell(f"{COMMAND} show >&-").returncode == 0


def test_what_an_encoding_lacks_is_escaped():
    done = shell(f"{COMMAND} show", PYTHONIOENCODING="ascii")
    assert done.returncode == 0, done.stderr
    assert r"\u2502 5 3 . \u2502" in done.stdout


def test_bars_leave_the_terminal_as_it_was_and_what_was_printed_between(on_terminal):
    code, seen, _ = on_terminal([sys.executable, "-c", BARS], env={"COLUMNS": "100"})
    assert code == 3
    assert b"2/2" in seen
    assert b"1/2" in seen
    hidden, shown = b"\x1b[?25l", b"\x1b[?25h"
    assert seen.count(hidden) == seen.count(shown) == 2
    assert seen.rindex(shown) > seen.rindex(hidden)
    cursor_up = b"\x1b[1A"
    assert cursor_up not in seen
