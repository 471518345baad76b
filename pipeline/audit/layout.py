"""Where an audit's reports lie: ``outputs/audits/<name>/<run>/``; staging beside them."""

from dataclasses import dataclass
from pathlib import Path

from pipeline.corpus.layout import run_name, run_number


@dataclass(frozen=True)
class AuditLayout:
    """The folder of one audit. Finished runs stand in it; ``.staging`` is work under way."""

    root: Path

    @property
    def lock(self) -> Path:
        """Held while a run is made."""
        return self.root / ".lock"

    def finished(self, run_id: str) -> Path:
        """The folder of a finished run."""
        return self.root / run_id

    def staged(self, run_id: str) -> Path:
        """The folder of a run under way; nothing in it is seen by a glob over the reports."""
        return self.root / ".staging" / run_id

    def unfinished(self) -> list[str]:
        """The runs in staging."""
        return _runs(self.root / ".staging")

    def finished_runs(self, digest: str) -> list[str]:
        """The finished runs of this digest, the latest last."""
        return [run_id for run_id in _runs(self.root) if run_id.endswith(f"-{digest}")]

    def run_to_do(self, digest: str) -> str:
        """The unfinished run of this digest, else the next run."""
        for run_id in self.unfinished():
            if run_id.endswith(f"-{digest}") and not self.finished(run_id).exists():
                return run_id
        last = max(map(run_number, _runs(self.root)), default=0)
        return run_name(last + 1, digest)


def _runs(folder: Path) -> list[str]:
    if not folder.is_dir():
        return []
    return sorted(entry.name for entry in folder.glob("r[0-9]*-*") if entry.is_dir())
