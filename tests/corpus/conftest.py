"""The toy family, and builds without Dask where only the logic is asked about."""

import os
import sys
import traceback
from contextlib import contextmanager
from pathlib import Path

import pytest

import pipeline.corpus.build
import pipeline.family
from pipeline.corpus.cluster import Failed
from pipeline.errors import PuzzlemintError

sys.path.append(str(Path(__file__).parent / "toys"))  # for the tests here, and for workers


@pytest.fixture(autouse=True)
def _toy_family(monkeypatch):
    monkeypatch.setitem(pipeline.family.MODULES, "toy", "toy_family")


class InlinePool:
    """Does what the Dask pool does, in this process and in order."""

    def run(self, stage, function, tasks):
        for index, arguments in tasks:
            try:
                result = function(*arguments)
            except PuzzlemintError:
                raise
            except Exception as error:
                result = Failed(repr(error), traceback.format_exc())
            yield index, result


@contextmanager
def connect_inline(observer, **options):
    yield InlinePool()


@pytest.fixture
def inline():
    """Takes the place of ``cluster.connect``: no Dask, everything in this process."""
    return connect_inline


@pytest.fixture
def toy(tmp_path, monkeypatch):
    """A function that makes a toy corpus with these settings."""
    monkeypatch.setattr(pipeline.corpus.build, "connect", connect_inline)
    monkeypatch.setattr(
        os, "fsync", lambda descriptor: None
    )  # half the time, and nobody pulls a plug

    from toy_corpus import Toy

    def make(name="a", **settings):
        made = Toy(tmp_path / name, settings)
        monkeypatch.setenv("TOY_CONTROL", str(made.control))
        return made

    return make
