"""The cookbook is executed, block by block, on a small corpus built and verified for it."""

import re
from contextlib import contextmanager
from pathlib import Path

import pytest

import pipeline.audit.corpora.verify
import pipeline.corpus.build
from pipeline.audit.corpora.planning import Sample
from pipeline.audit.facts import FOLDER
from pipeline.audit.run import run_audit
from pipeline.audit.settings import requests
from pipeline.corpus.layout import Layout
from pipeline.corpus.observer import Silence
from pipeline.sudoku.settings import SudokuConfig

DOCS = Path(__file__).parents[2] / "docs"
BLOCKS = re.findall(r"```python\n(.*?)```", (DOCS / "querying.md").read_text(), re.DOTALL)
CONFIG = {
    "name": "classic",
    "family": "sudoku",
    "size": 400,
    "seed": 1,
    "shards": {"buckets": 4},
    "mutate": {"per_seed": 4},
}


class Inline:
    """Does what the Dask pool does, in this process and in order."""

    def run(self, stage, function, tasks):
        for index, arguments in tasks:
            yield index, function(*arguments)


@contextmanager
def inline(observer, **options):
    yield Inline()


@pytest.fixture
def corpus(tmp_path, monkeypatch):
    monkeypatch.setattr(pipeline.corpus.build, "connect", inline)
    monkeypatch.chdir(tmp_path)
    config = SudokuConfig.model_validate(CONFIG)
    pipeline.corpus.build.build(config, Path("outputs"), Silence())


@pytest.fixture
def audits(corpus, monkeypatch):
    """Two verifications of the corpus, and an audit that lists its states."""
    monkeypatch.setattr(pipeline.audit.corpora.verify, "connect", inline)
    layout, outputs = Layout(Path("outputs/corpora/classic").absolute()), Path("outputs")
    for sample in (Sample(uniqueness=0, minimality=0, isomorphism=0), Sample(minimality=20)):
        pipeline.audit.corpora.verify.verify(layout, outputs, Silence(), sample)
    for request in requests(["edge-match"], Path("no configs"), FOLDER):
        run_audit(request, outputs, Inline(), Silence())


@pytest.mark.usefixtures("audits")
def test_every_block_of_the_cookbook_runs(capsys):
    namespace = {}
    for block in BLOCKS:
        exec(compile(block, "docs/querying.md", "exec"), namespace)
    assert len(BLOCKS) >= 15
    assert namespace["puzzles"].collect().height == 400
    assert Path("easy.txt").read_text().count("\n") == namespace["easy"].collect().height > 0
    assert namespace["last"].collect()["runs"].max() == 2
    assert namespace["boards"].collect().height == 6144
    assert namespace["verified"].collect()["verdict"].to_list() == ["sound"] * 400
    assert namespace["broken"].collect().is_empty()
    assert namespace["proved"].height == 20
    assert "┌───────┬───────┬───────┐" in capsys.readouterr().out
