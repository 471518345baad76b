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
from typer.testing import CliRunner

import pipeline.audit.corpora.verify
import pipeline.corpus.build
from pipeline.audit.corpora.planning import Sample
from pipeline.audit.corpora.verify import verify
from pipeline.audit.graphs import igraph_version
from pipeline.cli.app import app
from pipeline.corpus.layout import Layout
from pipeline.corpus.manifest import read_manifests, real_runs
from pipeline.corpus.observer import Silence
from pipeline.corpus.store import describe_file

CONFIG = """
name = "classic"
family = "sudoku"
size = {size}
seed = 20_250_701
[shards]
candidates = 40
buckets = 2
[grids]
source = "uniform"
[mutate]
per_seed = 1
steps = 6
[givens]
minimal = true
"""
SIZE = 120
pytestmark = pytest.mark.xdist_group("faults")


class Classic:
    """A small classic corpus and the command line."""

    def __init__(self, folder, size=SIZE):
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

    def run_here(self, *arguments):
        """Run in this process: cheaper. Where Dask is used, the fixture ``here`` is needed."""
        line = ["corpus", *map(str, arguments), "--output", str(self.folder / "outputs")]
        result = CliRunner().invoke(app, line)
        assert isinstance(result.exception, SystemExit | None), result.exception
        return result.exit_code, result.stdout, result.stderr

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
    assert f"{SIZE} of {SIZE}" in out
    return corpus


@pytest.fixture
def copy(built, tmp_path):
    shutil.copytree(built.folder, tmp_path / "copy")
    return Classic(tmp_path / "copy")


@pytest.fixture
def here(monkeypatch, inline):
    """No Dask: all tasks are done in this process."""
    monkeypatch.setattr(pipeline.corpus.build, "connect", inline)
    monkeypatch.setattr(pipeline.audit.corpora.verify, "connect", inline)


def test_a_row_is_made_again_from_the_command_line(built):
    row = built.scan().row(7, named=True)
    code, out, err = built.run_here("rebuild", row["puzzle_id"])
    assert (code, out.splitlines()[-1]) == (0, "equal to the stored row"), err
    assert f"givens: {row['givens']}" in out


def test_a_killed_build_goes_on_and_ends_in_the_same_files(built, tmp_path):
    corpus = Classic(tmp_path)
    process = corpus.start("build", corpus.config, "--workers", 1)
    wait_for(process, corpus.layout.staging, "r0001-*/shards/*.json")
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert len(corpus.scan()) == 0
    code, _, err = corpus.run("build", corpus.config)
    assert code == 0, err
    assert corpus.files() == built.files()


def wait_for(process, folder, pattern):
    limit = time.monotonic() + 120
    while not list(folder.glob(pattern)):
        assert process.poll() is None
        assert time.monotonic() < limit
        time.sleep(0.01)


@pytest.mark.usefixtures("here")
def test_the_next_run_adds_only_puzzles_that_were_not_there(copy):
    code, _, err = copy.run_here("build", "--next", copy.config)
    assert code == 0, err
    rows = copy.scan()
    assert len(rows) == rows["fingerprint"].n_unique() == 2 * SIZE
    assert rows["run_id"].n_unique() == 2


def test_a_verification_that_is_ended_twice_goes_on_and_believes_the_corpus(built):
    assert built.scan()["fingerprint"].n_unique() == len(built.scan()) == SIZE
    arguments = ("verify", built.config, "--minimality", 100, "--rebuilt", 40, "--workers", 1)
    audits = built.folder / "outputs" / "audits" / "corpus-classic"
    # the folders, the two files, and then the rows of each file are its parts
    for sent, code, seen in ((signal.SIGKILL, -9, "00000"), (signal.SIGINT, 130, "00003")):
        process = built.start(*arguments)
        wait_for(process, audits, f".staging/*/parts/{seen}.json")
        process.send_signal(sent)
        _, err = process.communicate(timeout=60)
        assert process.returncode == code, err
        assert not list(audits.glob("r*"))
    assert "all finished parts of audit corpus-classic are kept, the same command" in err
    code, out, err = built.run(*arguments)
    assert code == 0, err
    ended = [json.loads(line) for line in err.splitlines() if '"stage ends"' in line]
    assert 0 < ended[0]["resumed"] < ended[0]["done"] == SIZE
    assert f"minimality  100 of {SIZE} rows" in out
    assert f"rebuilt     40 of {SIZE} rows" in out
    assert f"isomorphism {SIZE} of {SIZE} rows" in out
    assert f"uniqueness of {SIZE} rows by singles and trying" in out
    [report] = audits.glob("r0001-*/report.md")
    assert str(report.relative_to(built.folder)) in out
    assert "**PASSED**: 12 of 12 claims hold." in report.read_text()
    states = pl.read_parquet(report.with_name("states.parquet"))
    assert (states.height, set(states["verdict"])) == (SIZE, {"sound"})


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
    twin["fingerprint"] = bytes([1]) * 16
    twin["puzzle_id"] = "01" * 16
    return [*rows, twin]


def wrong_seed(rows):
    rows[0]["index"], rows[1]["index"] = rows[1]["index"], rows[0]["index"]
    rows[0]["shard"], rows[1]["shard"] = rows[1]["shard"], rows[0]["shard"]
    return rows


@pytest.fixture
def verified(copy, here):
    """Verify the copy in this process: the verification, and its states."""

    def run(**sample):
        sample = Sample(**{"minimality": 0, "rebuilt": SIZE, "isomorphism": 0, **sample})
        verification = verify(copy.layout, copy.folder / "outputs", Silence(), sample)
        return verification, pl.read_parquet(verification.report.folder / "states.parquet")

    return run


@pytest.mark.parametrize(
    ("change", "name", "consequences", "minimality"),
    [
        (wrong_digit, "wrong digit", {"wrong mutations", "wrong seed"}, 0),
        (second_solution, "second solution", {"wrong fingerprint", "wrong seed"}, 0),
        (not_minimal, "not minimal", {"wrong fingerprint", "wrong bucket", "wrong seed"}, SIZE),
        (disguised_duplicate, "disguised duplicate", {"wrong fingerprint", "wrong seed",
                                                      "wrong mutations"}, 0),
        (wrong_seed, "wrong seed", set(), 0),
    ],
)  # fmt: skip
def test_a_planted_fault_is_called_by_its_name(
    copy, verified, change, name, consequences, minimality
):
    plant(copy, change)
    verification, states = verified(minimality=minimality)
    assert not verification.report.passed
    assert {name} <= set(verification.faults) <= {name} | consequences
    assert any(line.startswith(f"FAULT {name}: ") for line in verification.lines())
    broken = states.filter(pl.col("broken").is_not_null())
    assert set(broken["broken"]) <= {name} | consequences
    assert broken.height == (2 if change is wrong_seed else 1)


def test_the_states_of_a_fault_lead_to_the_row(copy, verified):
    plant(copy, second_solution)
    _, states = verified()
    rows = copy.scan().join(states, on=["run_id", "shard", "index"], validate="1:1")
    [broken] = rows.filter(pl.col("verdict") == "broken").to_dicts()
    assert broken["broken"] == "second solution"
    assert broken["givens_count"] == 81 - broken["givens"].count(".")


def test_a_duplicate_that_fingerprints_do_not_see_is_seen_by_its_graph(copy, verified, monkeypatch):
    """Were the engine's fingerprints wrong, they would be so here, too."""

    def stored(rows):
        return rows.column("fingerprint").to_pylist()

    monkeypatch.setattr("pipeline.sudoku.classic.fingerprints", stored)
    plant(copy, disguised_duplicate)
    verification, states = verified(isomorphism=1000, rebuilt=0, uniqueness=0)
    assert verification.faults["disguised duplicate"] == 1
    assert states["isomorphism"].sum() == SIZE + 1
    failed = [claim.text for claim in verification.report.failed]
    assert "no two rows are isomorphic by graph canonisation" in failed
    assert "no two rows have one key" not in failed
    assert "by graph canonisation it is the puzzle of" in "\n".join(verification.lines())


def test_a_fingerprint_that_two_puzzles_share_is_seen_by_their_graphs(verified, monkeypatch):
    def one_for_all(rows):
        return [b"x" * 16] * rows.num_rows

    monkeypatch.setattr("pipeline.sudoku.classic.fingerprints", one_for_all)
    verification, _ = verified(isomorphism=50, rebuilt=0, uniqueness=0)
    failed = [claim.text for claim in verification.report.failed]
    assert "no two rows are isomorphic by graph canonisation" in failed
    assert "by graph canonisation it is not the puzzle of" not in failed


def test_without_igraph_it_is_said_and_nothing_fails(verified, monkeypatch):
    monkeypatch.setitem(sys.modules, "igraph", None)
    assert igraph_version() is None
    verification, states = verified(isomorphism=1000, rebuilt=0, uniqueness=0)
    assert verification.report.passed
    assert not verification.faults
    assert states["isomorphism"].sum() == 0
    [claim] = [c for c in verification.report.claims if "isomorphic" in c.text]
    assert (claim.passed, claim.mark) == (None, "not run")
    assert "igraph is not installed" in claim.observed
    assert "isomorphism not run: python-igraph is not installed" in "\n".join(verification.lines())


@pytest.mark.usefixtures("here")
def test_the_command_fails_on_changed_bytes_and_cut_files(copy):
    [run] = real_runs(read_manifests(copy.layout))
    changed, torn = sorted(copy.layout.run(run.run_id).glob("*.parquet"))
    data = bytearray(changed.read_bytes())
    data[2000] ^= 1
    changed.write_bytes(data)
    os.truncate(torn, torn.stat().st_size // 2)
    code, out, err = copy.run_here("verify", copy.config, "--minimality", 0)
    assert code == 1, err
    assert "FAULT changed byte: 1" in out
    assert "FAULT torn file: 1" in out
    assert "NOT what it claims" in out
