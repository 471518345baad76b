"""The real thing: classic sudoku from a config to a verified corpus, through the command line."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import pipeline.corpus.verify
from pipeline.corpus.layout import Layout
from pipeline.corpus.manifest import read_manifests, real_runs
from pipeline.corpus.observer import Silence
from pipeline.corpus.store import describe_file
from pipeline.corpus.verify import Sample, verify

CONFIG = """
name = "classic"
family = "sudoku"
size = {size}
seed = 20_250_701
[shards]
candidates = 50
buckets = 2
[grids]
source = "uniform"
[mutate]
per_seed = 1
steps = 6
[givens]
minimal = true
"""
pytestmark = pytest.mark.xdist_group("faults")


class Classic:
    """A small classic corpus and the command line."""

    def __init__(self, folder, size=300):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.config = folder / "classic.toml"
        self.config.write_text(CONFIG.format(size=size))
        self.layout = Layout(folder / "outputs" / "corpora" / "classic")

    def start(self, *arguments):
        line = [sys.executable, "-m", "pipeline", "corpus", *map(str, arguments)]
        return subprocess.Popen(
            [*line, "--output", str(self.folder / "outputs")],
            cwd=Path(__file__).parents[2],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments):
        process = self.start(*arguments)
        out, err = process.communicate(timeout=280)
        return process.returncode, out, err

    def scan(self):
        return pl.scan_parquet(self.layout.glob).collect()

    def files(self):
        runs = real_runs(read_manifests(self.layout))
        return {n: f["blake2b"] for run in runs for n, f in run.files.items()}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    corpus = Classic(tmp_path_factory.mktemp("classic"))
    code, out, err = corpus.run("build", corpus.config)
    assert code == 0, err
    assert "300 of 300" in out
    return corpus


@pytest.fixture
def copy(built, tmp_path):
    shutil.copytree(built.folder, tmp_path / "copy")
    return Classic(tmp_path / "copy")


def test_the_corpus_is_what_it_claims(built):
    rows = built.scan()
    assert rows["fingerprint"].n_unique() == len(rows) == 300
    code, out, err = built.run("verify", built.config, "--minimality", 60, "--rebuilt", 40)
    assert code == 0, out + err
    assert "rebuilt     40 of 300 rows" in out


def test_a_row_is_made_again_from_the_command_line(built):
    row = built.scan().row(7, named=True)
    code, out, err = built.run("rebuild", row["puzzle_id"])
    assert (code, out.splitlines()[-1]) == (0, "equal to the stored row"), err
    assert f"givens: {row['givens']}" in out


def test_a_killed_build_goes_on_and_ends_in_the_same_files(built, tmp_path):
    corpus = Classic(tmp_path)
    process = corpus.start("build", corpus.config, "--workers", 1)
    limit = time.monotonic() + 120
    while not list(corpus.layout.staging.glob("r0001-*/shards/*.json")):
        assert process.poll() is None
        assert time.monotonic() < limit
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert len(corpus.scan()) == 0
    code, _, err = corpus.run("build", corpus.config)
    assert code == 0, err
    assert corpus.files() == built.files()


def test_the_next_run_adds_only_puzzles_that_were_not_there(copy):
    code, _, err = copy.run("build", "--next", copy.config)
    assert code == 0, err
    rows = copy.scan()
    assert len(rows) == rows["fingerprint"].n_unique() == 600
    assert rows["run_id"].n_unique() == 2


def plant(corpus, change):
    """Change the rows of one file and sign it again, as a faulty writer would."""
    [run] = real_runs(read_manifests(corpus.layout))
    path = corpus.layout.run(run.run_id) / "bucket=00.parquet"
    rows = pq.read_table(path, partitioning=None)
    pq.write_table(pa.Table.from_pylist(change(rows.to_pylist()), schema=rows.schema), path)
    name = path.relative_to(corpus.layout.root).as_posix()
    value = run.value
    value["files"][name] = {"rows": pq.read_metadata(path).num_rows, **describe_file(path)}
    corpus.layout.manifest(run.run_id).write_text(json.dumps(value))


def wrong_digit(rows):
    solution = rows[0]["solution"]
    rows[0]["solution"] = solution[1] + solution[0] + solution[2:]
    return rows


def second_solution(rows):
    """Every given of a minimal puzzle is needed: without one there are more solutions."""
    givens = rows[0]["givens"]
    cell = next(i for i, digit in enumerate(givens) if digit != ".")
    rows[0]["givens"] = givens[:cell] + "." + givens[cell + 1 :]
    rows[0]["givens_count"] -= 1
    return rows


def not_minimal(rows):
    """One more given than is needed."""
    row = rows[0]
    cell = row["givens"].index(".")
    row["givens"] = row["givens"][:cell] + row["solution"][cell] + row["givens"][cell + 1 :]
    row["givens_count"] += 1
    return rows


def disguised_duplicate(rows):
    """The first row with digits 1 and 2 exchanged, under a fingerprint of its own."""
    swap = str.maketrans("12", "21")
    twin = dict(rows[0])
    for name in ("givens", "solution"):
        twin[name] = twin[name].translate(swap)
    twin["fingerprint"] = bytes(16)
    twin["puzzle_id"] = "0" * 32
    return [*rows, twin]


def wrong_seed(rows):
    rows[0]["index"], rows[1]["index"] = rows[1]["index"], rows[0]["index"]
    rows[0]["shard"], rows[1]["shard"] = rows[1]["shard"], rows[0]["shard"]
    return rows


@pytest.mark.parametrize(
    ("change", "name", "minimality"),
    [
        (wrong_digit, "wrong digit", 0),
        (second_solution, "second solution", 0),
        (not_minimal, "not minimal", 300),
        (disguised_duplicate, "disguised duplicate", 0),
        (wrong_seed, "wrong seed", 0),
    ],
)
def test_a_planted_fault_is_called_by_its_name(copy, monkeypatch, inline, change, name, minimality):
    plant(copy, change)
    monkeypatch.setattr(pipeline.corpus.verify, "connect", inline)
    report = verify(copy.layout, Silence(), Sample(minimality=minimality, rebuilt=300))
    assert name in {fault.kind for fault in report.faults}
    assert any(line.startswith(f"FAULT {name}: ") for line in report.lines())


def test_the_command_fails_on_changed_bytes_and_cut_files(copy):
    [run] = real_runs(read_manifests(copy.layout))
    changed, torn = sorted(copy.layout.run(run.run_id).glob("*.parquet"))
    data = bytearray(changed.read_bytes())
    data[2000] ^= 1
    changed.write_bytes(data)
    os.truncate(torn, torn.stat().st_size // 2)
    code, out, err = copy.run("verify", copy.config, "--minimality", 0)
    assert code == 1, err
    assert "FAULT changed byte: 1" in out
    assert "FAULT torn file: 1" in out
    assert "NOT what it claims" in out
