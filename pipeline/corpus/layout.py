"""Where everything of a corpus lies. Paths only: nothing here touches the disk."""

from dataclasses import dataclass
from pathlib import Path

FOUNDING_RUN = "r0000"
"""The run that holds the schema and no rows, so that a reader's glob always finds a file."""


def run_name(number: int, digest: str) -> str:
    """The run_id: ``r<number>-<hash>``, which no reader can take for a number."""
    return f"r{number:04d}-{digest}"


def run_number(run_id: str) -> int:
    """The number in a run_id."""
    return int(run_id[1:].partition("-")[0])


@dataclass(frozen=True)
class StagedRun:
    """``staging/<run_id>``: a run under way. Nothing in it is seen by a plain glob."""

    root: Path

    @property
    def plan(self) -> Path:
        """What the run was started with."""
        return self.root / "plan.json"

    @property
    def scratch(self) -> Path:
        """Temporary files of all attempts; never inside the directory to be renamed."""
        return self.root / "scratch"

    @property
    def puzzles(self) -> Path:
        """The directory that one rename moves into the corpus."""
        return self.root / "puzzles"

    @property
    def rejected(self) -> Path:
        """What the run threw away, finished before the rename."""
        return self.root / "rejected.parquet"

    @property
    def manifest(self) -> Path:
        """The run's manifest, finished before the rename."""
        return self.root / "manifest.json"

    @property
    def failed(self) -> Path:
        """Shards set aside, one JSON file each."""
        return self.root / "failed"

    def rows(self, shard: int) -> Path:
        """The rows of a shard, an Arrow file with one record batch a bucket."""
        return self.root / "shards" / f"{shard:06d}.arrow"

    def rejects(self, shard: int) -> Path:
        """The rejected candidates of a shard."""
        return self.root / "shards" / f"{shard:06d}.rejected.parquet"

    def receipt(self, shard: int) -> Path:
        """What a shard made; written last, so that where it stands the shard is whole."""
        return self.root / "shards" / f"{shard:06d}.json"

    def selection(self, round_: int, bucket: int) -> Path:
        """The keys of a bucket in a round and which of them are kept: an Arrow file."""
        return self.root / "selected" / f"{round_:03d}-{bucket:02x}.arrow"

    def failure(self, shard: int) -> Path:
        """Why a shard was set aside: its seed and traceback."""
        return self.failed / f"{shard:06d}.json"


@dataclass(frozen=True)
class Layout:
    """``outputs/corpora/<name>``."""

    root: Path

    @property
    def puzzles(self) -> Path:
        """The rows: ``run=<run_id>/bucket=<xx>.parquet``; only complete, committed runs."""
        return self.root / "puzzles"

    @property
    def staging(self) -> Path:
        """Work in progress."""
        return self.root / "staging"

    @property
    def card(self) -> Path:
        """The dataset card."""
        return self.root / "README.md"

    @property
    def lock(self) -> Path:
        """Held by the one writer."""
        return self.root / ".lock"

    @property
    def glob(self) -> str:
        """What a reader scans."""
        return str(self.puzzles / "**" / "*.parquet")

    def run(self, run_id: str) -> Path:
        """The directory of a committed run."""
        return self.puzzles / f"run={run_id}"

    def rejected(self, run_id: str) -> Path:
        """What a committed run threw away, and why."""
        return self.root / "rejected" / f"{run_id}.parquet"

    def manifest(self, run_id: str) -> Path:
        """The manifest of a committed run."""
        return self.root / "runs" / f"{run_id}.json"

    def staged(self, run_id: str) -> StagedRun:
        """The staging folder of a run."""
        return StagedRun(self.staging / run_id)


def bucket_file(bucket: int) -> str:
    """The name of a bucket's file inside a run's directory."""
    return f"bucket={bucket:02x}.parquet"
