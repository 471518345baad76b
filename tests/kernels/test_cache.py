"""Damaged cache files and folders that cannot be written cost time, never an answer."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import numpy as np
from pipeline.kernels.random import below, start_stream, stream_key
state = np.zeros(4, np.uint64)
start_stream(state, stream_key([1, 2, 3]), 5)
print([int(below(state, 1000)) for _ in range(5)])
print(sum(below.stats.cache_hits.values()) + sum(start_stream.stats.cache_hits.values()))
"""
NO_HOME = """
import os, pwd
def unknown(number):
    raise KeyError(number)
pwd.getpwuid = unknown
del os.environ["HOME"], os.environ["XDG_CACHE_HOME"]
"""
CHILD = """
import os, subprocess, sys
from pipeline.kernels.cache import active_directory
print(active_directory(), flush=True)
if len(sys.argv) == 1:
    subprocess.run([sys.executable, sys.argv[0], "child"], check=True)
    print(len(list(active_directory().iterdir())))
"""


def run(cache, script=SCRIPT):
    environment = os.environ | {"XDG_CACHE_HOME": str(cache)}
    environment.pop("NUMBA_CACHE_DIR", None)
    environment.pop("PUZZLEMINT_PRIVATE_CACHE", None)
    done = subprocess.run(
        [sys.executable, script] if isinstance(script, Path) else [sys.executable, "-c", script],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines(), done.stderr


def test_cache_files_cut_short_are_compiled_again(tmp_path):
    (expected, hits), _ = run(tmp_path)
    assert hits == "0"
    assert run(tmp_path)[0] == [expected, "2"]
    files = sorted(path for path in tmp_path.rglob("*") if path.suffix in (".nbi", ".nbc"))
    assert {path.suffix for path in files} == {".nbi", ".nbc"}
    for cut in (lambda size: size // 2, lambda size: size - 1):
        for path in files:
            whole = path.read_bytes()
            path.write_bytes(whole[: cut(len(whole))])
        assert run(tmp_path)[0][0] == expected
        assert run(tmp_path)[0] == [expected, "2"]  # whole again


@pytest.mark.parametrize("kind", ["below a file", "read only"])
def test_no_writable_cache_is_told_and_does_not_matter(tmp_path, kind):
    if kind == "read only" and os.geteuid() == 0:
        pytest.skip("root may write everywhere")
    cache = tmp_path / "cache"
    if kind == "below a file":
        cache.write_text("in the way")
    else:
        cache.mkdir(mode=0o500)
    (expected, _), told = run(cache)
    assert "is not writable" in told
    assert expected == run(tmp_path / "other")[0][0]


def test_a_user_without_a_home_is_told_and_it_does_not_matter(tmp_path):
    (expected, _), told = run(tmp_path, NO_HOME + SCRIPT)
    assert "set XDG_CACHE_HOME to a writable directory" in told
    assert expected == run(tmp_path)[0][0]


def test_a_private_cache_is_shared_with_child_processes_and_goes_away(tmp_path):
    (tmp_path / "cache").write_text("in the way")
    script = tmp_path / "script.py"
    script.write_text(CHILD)
    (parent, child, _), told = run(tmp_path / "cache", script)
    assert parent == child
    assert told.count("is not writable") == 1
    assert not Path(parent).exists()
