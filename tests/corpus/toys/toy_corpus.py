"""A toy corpus, built in this process without Dask or in processes of its own."""

import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl

import pipeline.corpus.build
from pipeline.config import load_corpus_config
from pipeline.corpus.layout import Layout
from pipeline.corpus.manifest import read_manifests, real_runs
from pipeline.corpus.observer import Silence

TOYS = Path(__file__).parent

CONFIG = """
name = "{name}"
family = "toy"
size = {size}
seed = {seed}
[shards]
candidates = {candidates}
buckets = {buckets}
max_rounds = {max_rounds}
[dedupe]
by = "{by}"
[necklace]
length = {length}
{more}
"""
DEFAULTS = {
    "name": "toy", "size": 600, "seed": 7, "candidates": 60, "buckets": 4, "max_rounds": 20,
    "by": "fingerprint", "length": 7, "more": "",
}  # fmt: skip


@dataclass
class Toy:
    """A toy corpus in a folder of its own."""

    folder: Path
    settings: dict = field(default_factory=dict)
    started: list = field(default_factory=list)

    @property
    def config(self):
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / "toy.toml"
        path.write_text(CONFIG.format(**{**DEFAULTS, **self.settings}))
        return path

    @property
    def output(self):
        return self.folder / "outputs"

    @property
    def layout(self):
        return Layout(self.output / "corpora" / "toy")

    @property
    def control(self):
        folder = self.folder / "control"
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def build(self, **options):
        """Build in this process, without Dask."""
        config = load_corpus_config(self.config)
        return pipeline.corpus.build.build(config, self.output, Silence(), **options)

    def scan(self):
        return pl.scan_parquet(self.layout.glob).collect()

    def runs(self):
        return real_runs(read_manifests(self.layout))

    def files(self):
        """The hash of every file that holds rows, thrown away ones included."""
        return {n: f["blake2b"] for run in self.runs() for n, f in run.files.items()}

    def environment(self, **more):
        return {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(TOYS), os.environ.get("PYTHONPATH", "")]),
            "TOY_CONTROL": str(self.control),
            **more,
        }

    def start(self, *arguments, command="build", environment=None, **options):
        """Start ``puzzlemint corpus`` in a process (group) of its own."""
        line = [sys.executable, str(TOYS / "toy_command.py"), "corpus", command, str(self.config)]
        process = subprocess.Popen(
            [*line, "--output", str(self.output), *map(str, arguments)],
            env=self.environment(**(environment or {})),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            **options,
        )
        self.started.append(process)
        return process

    def kill_all(self):
        """End what a failed test may have left behind."""
        for process in self.started:
            process.kill()
            process.communicate()

    def run(self, *arguments, **options):
        """Run to the end: (exit code, standard output, standard error)."""
        process = self.start(*arguments, **options)
        out, err = process.communicate(timeout=120)
        return process.returncode, out, err
