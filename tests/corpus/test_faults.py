"""Real faults: real processes, real signals, a real scheduler, a real file size limit."""

import contextlib
import os
import random
import resource
import signal
import socket
import subprocess
import sys
import threading
import time

import polars as pl
import psutil
import pytest
from toy_corpus import Toy

from pipeline.corpus.cluster import connect
from pipeline.corpus.observer import Silence
from pipeline.errors import UsageError

SETTINGS = {"size": 900, "candidates": 100}
pytestmark = pytest.mark.xdist_group("faults")


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """The corpus that every disturbed build must end in, built by one worker."""
    corpus = Toy(tmp_path_factory.mktemp("undisturbed"), dict(SETTINGS))
    code, out, err = corpus.run("--workers", 1)
    assert code == 0, err
    assert "900 of 900" in out
    return corpus


@pytest.fixture
def corpus(tmp_path):
    made = Toy(tmp_path, dict(SETTINGS))
    yield made
    made.kill_all()


def wait_for(condition, process=None, seconds=60):
    limit = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < limit, "it never happened"
        if process is not None:
            assert process.poll() is None, process.communicate()[1]
        time.sleep(0.02)


def shards_made(corpus):
    return len(list(corpus.layout.staging.glob("r0001-*/shards/*.json")))


def finish(process):
    out, err = process.communicate(timeout=120)
    return process.returncode, out, err


def check_whole(corpus, undisturbed):
    code, _, err = corpus.run()
    assert code == 0, err
    assert corpus.files() == undisturbed.files()


def workers_of(process):
    """The worker processes of a build."""
    below = psutil.Process(process.pid).children(recursive=True)
    return [child for child in below if "spawn_main" in " ".join(child.cmdline())]


def test_three_workers_make_the_same_rows_as_one(corpus, undisturbed):
    code, _, err = corpus.run("--workers", 3)
    assert code == 0, err
    assert corpus.files() == undisturbed.files()
    code, out, _ = corpus.run()
    assert code == 0
    assert out.startswith("nothing to do")


def test_a_worker_killed_costs_only_what_it_was_running(corpus, undisturbed):
    (corpus.control / "slow").write_text("0.4")
    process = corpus.start("--workers", 2)
    wait_for(lambda: shards_made(corpus) >= 2, process)
    workers_of(process)[0].kill()
    code, _, err = finish(process)
    assert code == 0, err
    assert "a worker died" in err
    assert corpus.files() == undisturbed.files()


def test_a_shard_that_kills_its_worker_every_time_is_set_aside(corpus, undisturbed):
    (corpus.control / "die-3").touch()
    code, _, err = corpus.run("--workers", 2)
    assert code == 3, err
    assert "1 of 9 shards failed every time" in err
    assert "KilledWorker" in err
    (corpus.control / "die-3").unlink()
    check_whole(corpus, undisturbed)


def test_a_shard_that_fails_always_ends_the_run_as_partial(corpus, undisturbed):
    (corpus.control / "fail-3").touch()
    code, _, err = corpus.run("--workers", 1)
    assert code == 3, err
    assert "set aside" in err
    assert "as it was told to" in (next(corpus.layout.staging.glob("r*/failed/*"))).read_text()
    assert shards_made(corpus) == 8
    code, out, _ = corpus.run(command="status")
    assert (code, "set aside: shard 3" in out) == (0, True)
    (corpus.control / "fail-3").unlink()
    check_whole(corpus, undisturbed)


@pytest.mark.parametrize("kind", ["SIGINT", "SIGTERM"])
def test_an_interrupted_build_says_so_and_goes_on(corpus, undisturbed, kind):
    (corpus.control / "slow").write_text("0.3")
    process = corpus.start("--workers", 2)
    wait_for(lambda: shards_made(corpus) >= 1, process)
    if kind == "SIGINT":  # a terminal sends it to the workers too
        os.killpg(process.pid, signal.SIGINT)
    else:
        process.terminate()
    code, _, err = finish(process)
    assert code == 130, err
    assert "interrupted" in err
    assert "Traceback" not in err
    assert 1 <= shards_made(corpus) < 9
    (corpus.control / "slow").unlink()
    check_whole(corpus, undisturbed)


class Reader(threading.Thread):
    """Scans the plain glob all the while; keeps what it ever saw that was wrong."""

    def __init__(self, corpus):
        super().__init__(daemon=True)
        self.corpus, self.going, self.wrong, self.scans, self.counts = corpus, True, [], 0, set()

    def run(self):
        seen = set()
        while self.going:
            time.sleep(0.01)
            if not self.corpus.layout.run("r0000").exists():
                continue
            try:
                rows = pl.scan_parquet(self.corpus.layout.glob).select("fingerprint").collect()
            except Exception as error:
                self.wrong.append(repr(error))
                continue
            now = set(rows["fingerprint"])
            if len(now) != len(rows):
                self.wrong.append("a duplicate")
            if seen - now:
                self.wrong.append("a row went away")
            seen, self.scans = now, self.scans + 1
            self.counts.add(len(now))

    def stop(self):
        self.going = False
        self.join(timeout=30)
        assert self.wrong == []
        assert self.scans > 0


def kill_again_and_again(corpus, undisturbed, times):
    """Kill the build at so many random moments, restart after each, and read all the while."""
    dice, reader = random.Random(times), Reader(corpus)
    reader.start()
    (corpus.control / "slow").write_text("0.2")
    kills = 0
    while kills < times:
        process = corpus.start("--workers", 2)
        begun = shards_made(corpus)
        if dice.random() < 0.7:  # let it come to its work; else it dies while starting up
            with contextlib.suppress(AssertionError):
                wait_for(lambda: shards_made(corpus) > begun or process.poll() is not None)  # noqa: B023
        time.sleep(dice.random() * 0.8)
        process.kill()
        process.communicate()
        kills += 1
    check_whole(corpus, undisturbed)
    reader.stop()
    assert reader.counts <= {0, 900}


def test_a_build_killed_at_random_moments_ends_in_the_same_corpus(corpus, undisturbed):
    kill_again_and_again(corpus, undisturbed, times=5)


@pytest.mark.slow
def test_a_build_killed_at_twenty_random_moments(corpus, undisturbed):
    corpus.settings["candidates"] = 30
    calm = Toy(corpus.folder / "calm", dict(corpus.settings))
    assert calm.run()[0] == 0
    kill_again_and_again(corpus, calm, times=20)


def test_two_builds_at_once(corpus):
    (corpus.control / "slow").write_text("0.5")
    first = corpus.start("--workers", 1)
    wait_for(lambda: shards_made(corpus) >= 1, first)
    code, _, err = corpus.run("--workers", 1)
    assert code == 75
    assert "another build is writing" in err
    assert first.poll() is None
    first.kill()
    first.communicate()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def dask(corpus):
    """A scheduler and two workers, each a process of its own: (address, scheduler)."""
    port = free_port()
    address = f"tcp://127.0.0.1:{port}"
    common = ["--no-dashboard", "--dashboard-address", ":0"]
    worker = ["worker", address, "--nthreads", "1", "--no-nanny", "--death-timeout", "10"]
    worker += ["--local-directory", str(corpus.folder / "dask"), "--preload", "toy_family"]
    lines = [["scheduler", "--host", "127.0.0.1", "--port", str(port)], worker, worker]
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{name}", *arguments, *common],
            env=corpus.environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for name, *arguments in lines
    ]
    try:
        yield address, processes[0]
    finally:
        for process in processes:
            process.kill()
            process.wait()


def test_a_scheduler_killed_and_restarted(corpus, undisturbed):
    (corpus.control / "slow").write_text("0.3")
    with dask(corpus) as (address, scheduler):
        process = corpus.start("--scheduler", address)
        wait_for(lambda: shards_made(corpus) >= 2, process)
        scheduler.kill()
        code, _, err = finish(process)
        assert code == 3, err
        assert "connection to the Dask scheduler is lost" in err
        assert "Traceback" not in err
    made = shards_made(corpus)
    assert 2 <= made < 9
    with dask(corpus) as (address, _):
        code, _, err = corpus.run("--scheduler", address)
        assert code == 0, err
    assert corpus.files() == undisturbed.files()


@pytest.mark.parametrize("delay", [0.4, 0.8, 1.2])
def test_an_interrupt_while_workers_start_is_told_and_no_more(corpus, delay):
    process = corpus.start("--workers", 2)
    wait_for(lambda: list(corpus.layout.staging.glob("r0001-*/plan.json")), process)
    time.sleep(delay)
    process.send_signal(signal.SIGTERM)
    code, _, err = finish(process)
    assert code == 130, err
    assert "interrupted: all finished shards of run r0001-" in err
    assert "Traceback" not in err


def test_two_builds_of_one_config_share_a_cluster(corpus, tmp_path, undisturbed):
    """Their tasks are of the same runs, shards and buckets, in two output folders."""
    other = Toy(tmp_path / "other", dict(SETTINGS))
    (corpus.control / "slow").write_text("0.2")
    with dask(corpus) as (address, _):
        processes = [each.start("--scheduler", address) for each in (corpus, other)]
        for process in processes:
            code, _, err = finish(process)
            assert code == 0, err
    assert corpus.files() == other.files() == undisturbed.files()


def test_a_scheduler_that_is_not_there(corpus):
    code, _, err = corpus.run("--scheduler", f"tcp://127.0.0.1:{free_port()}")
    assert code == 2
    assert "no Dask scheduler answers" in err


@pytest.mark.parametrize("address", ["nonsense", "pigeon://loft:1", "tcp://127.0.0.1"])
def test_what_is_no_address_is_told_at_once(tmp_path, address):
    with (
        pytest.raises(UsageError, match="not an address like tcp://host:8786"),
        connect(Silence(), scheduler=address, folder=tmp_path, modules=[]),
    ):
        pass


def test_workers_of_another_version_are_refused(corpus):
    with dask(corpus) as (address, _):
        code, _, err = corpus.run("--scheduler", address, environment={"TOY_ENGINE": "newer"})
    assert code == 2, err
    assert "has engine" in err


def limit_files_to(size):
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))


@pytest.mark.parametrize("size", [9_000, 15_000])
def test_no_space_is_told_and_nothing_is_half_written(corpus, undisturbed, size):
    """The limit stops the first file, or a shard in a worker."""
    code, _, err = corpus.run("--workers", 1, preexec_fn=limit_files_to(size))
    assert code == 74, err
    assert "could not be written: File too large" in err
    assert "Traceback" not in err
    left = list(corpus.layout.root.rglob("*.tmp"))  # by a worker that was ended in mid-write
    assert all(path.parent.name == "scratch" for path in left)
    check_whole(corpus, undisturbed)


def test_an_output_below_a_regular_file(corpus):
    corpus.output.write_text("in the way")
    code, _, err = corpus.run()
    assert code == 74
    assert "could not be written: Not a directory" in err


def test_a_config_with_errors_writes_nothing(corpus):
    corpus.settings.update(size=-1, buckets=1000)
    code, _, err = corpus.run()
    assert code == 2
    assert "size: found -1" in err
    assert "shards.buckets: found 1000, allowed: an integer from 1 to 256" in err
    assert not corpus.output.exists()
