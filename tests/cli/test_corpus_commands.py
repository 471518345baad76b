"""``puzzlemint corpus``: help, plan, status, and failures as a person sees them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TOYS = Path(__file__).parents[1] / "corpus" / "toys"
CONFIG = (
    'name = "toy"\nfamily = "toy"\nsize = 200\nseed = 7\n[shards]\ncandidates = 50\nbuckets = 2\n'
)


@pytest.fixture
def config(tmp_path):
    path = tmp_path / "toy.toml"
    path.write_text(CONFIG)
    return path


def line(*arguments):
    return [sys.executable, str(TOYS / "toy_command.py"), "corpus", *map(str, arguments)]


def run(*arguments, cwd):
    environment = {**os.environ, "PYTHONPATH": str(TOYS)}
    done = subprocess.run(
        line(*arguments), capture_output=True, text=True, env=environment, cwd=cwd, check=False
    )
    return done.returncode, done.stdout, done.stderr


def test_plan_says_what_would_be_done_and_writes_nothing(config, tmp_path):
    code, out, err = run("plan", config, cwd=tmp_path)
    assert code == 0, err
    assert "due: run r0001-" in out
    assert "4 shards of up to 50 candidates" in out
    assert "palindromes are rejected" in out
    assert list(tmp_path.iterdir()) == [config]


def test_there_is_no_corpus_yet(config, tmp_path):
    for command in ("status", "verify"):
        code, out, err = run(command, config, cwd=tmp_path)
        assert (code, out) == (2, "")
        assert "there is no corpus" in err
    code, _, err = run("rebuild", "ab" * 16, cwd=tmp_path)
    assert code == 2
    assert "no such row" in err


def test_no_config_and_no_command(tmp_path):
    code, _, err = run("build", "none.toml", cwd=tmp_path)
    assert code == 2
    assert "none.toml: cannot be read: No such file or directory" in err
    assert run("bild", cwd=tmp_path)[0] == 2
    assert list(tmp_path.iterdir()) == []


def test_a_terminal_sees_a_bar_and_a_pipe_sees_json(config, tmp_path, on_terminal):
    """Standard error is the terminal; standard output holds the summary alone."""
    code, seen, out = on_terminal(
        line("build", config, "--workers", 1),
        env={"PYTHONPATH": str(TOYS), "COLUMNS": "120"},
        stdout=subprocess.PIPE,
        cwd=tmp_path,
        text=True,
    )
    assert code == 0, seen
    assert "200 of 200" in out
    assert b"candidates/s" in seen
    assert b"200/200" in seen
    assert b'"event"' not in seen
    code, out, err = run("status", config, cwd=tmp_path)
    assert code == 0, err
    assert "done, 200 rows" in out


def test_a_reader_that_goes_away_ends_the_command_in_silence(config, tmp_path):
    process = subprocess.Popen(
        line("plan", config), stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(TOYS), "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    process.stdout.close()
    told = process.stderr.read()
    process.stderr.close()
    assert process.wait() == 141
    assert told == b""
