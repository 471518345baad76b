"""A command ends when it is told to, even while a kernel searches."""

import json
import signal
import subprocess
import sys
import threading

import pytest

PATIENCE = 120
"""Seconds after which a command that does not end makes the test fail."""


@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_search_of_years(tmp_path, kind):
    file = tmp_path / "same.json"
    tiles = [list("aaaa")] * 7 + [list("aaab")] * 9 + [list("aabb")] * 9
    file.write_text(json.dumps({"rows": 5, "columns": 5, "mates": {"a": "a", "b": "b"},
                                "tiles": tiles}))  # fmt: skip
    words = ["check", str(file), "--budget", str(10**15)]
    process = subprocess.Popen(
        [sys.executable, "-m", "pipeline", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    timer = threading.Timer(6, process.send_signal, [kind])  # by then it searches
    timer.start()
    try:
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        timer.cancel()
        process.kill()
    assert process.returncode == 130
    assert (out, err) == ("", "puzzlemint: interrupted\n")
