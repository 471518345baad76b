"""Memory is bounded by buckets and shards, whatever the size of the corpus."""

import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pyarrow.dataset
import pytest
from toy_corpus import TOYS

CONFIG = 'name = "bulk"\nfamily = "bulk"\nsize = {size}\nseed = 3\n[shards]\ncandidates = {shard}\n'


def peaks(process):
    """The greatest resident memory of each process of a build, in MB, until it ends."""
    seen = {}
    while process.poll() is None:
        try:
            parent = psutil.Process(process.pid)
            for one in (parent, *parent.children(recursive=True)):
                seen[one.pid] = max(seen.get(one.pid, 0), one.memory_info().rss / 1e6)
        except psutil.NoSuchProcess:
            continue
        time.sleep(0.05)
    return seen


@pytest.mark.parametrize(
    ("size", "shard"),
    [
        (300_000, 100_000),
        pytest.param(20_000_000, 200_000, marks=[pytest.mark.slow, pytest.mark.timeout(3000)]),
    ],
)
def test_no_process_grows_beyond_its_bound(tmp_path, size, shard):
    config = tmp_path / "bulk.toml"
    config.write_text(CONFIG.format(size=size, shard=shard))
    line = [sys.executable, TOYS / "toy_command.py", "corpus", "build", config, "--workers", 2]
    process = subprocess.Popen(
        [*map(str, line), "--output", str(tmp_path)],
        env={**os.environ, "PYTHONPATH": str(TOYS)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    memory = peaks(process)
    assert process.returncode == 0, process.communicate()[1]
    process.communicate()
    print({pid: round(peak) for pid, peak in memory.items()}, round(sum(memory.values())))
    assert max(memory.values()) < 600
    assert sum(memory.values()) < 1000  # of all processes, were all peaks at one time
    folder = Path(tmp_path) / "corpora" / "bulk" / "puzzles"
    assert pyarrow.dataset.dataset(folder).count_rows() == size
