"""A build that dies at any step that changes the disk, and is started again."""

import itertools
import random
from pathlib import Path

import pytest

import pipeline.corpus.store


class CrashError(BaseException):
    """The process dies here."""


class Fuse:
    """Counts the steps that change the disk and dies at the one it is set to."""

    def __init__(self, monkeypatch):
        self.left = None
        whole = pipeline.corpus.store.write_whole

        def write_whole(path, scratch, write):
            self.burn()
            whole(path, scratch, write)
            self.burn()

        monkeypatch.setattr(pipeline.corpus.store, "write_whole", write_whole)
        for name in ("rename", "replace"):
            monkeypatch.setattr(Path, name, self.around(getattr(Path, name)))

    def around(self, real):
        def moved(path, target):
            if path.suffix == ".tmp":  # the last act of write_whole
                return real(path, target)
            self.burn()
            done = real(path, target)
            self.burn()
            return done

        return moved

    def burn(self):
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                raise CrashError


SMALL = {"size": 30, "candidates": 20, "buckets": 2, "length": 6}


@pytest.fixture
def expected(toy):
    undisturbed = toy("undisturbed", **SMALL)
    undisturbed.build()
    return undisturbed.files()


def check_whole(corpus, expected):
    assert corpus.files() == expected
    assert [run.status for run in corpus.runs()] == ["done"]
    assert not list(corpus.layout.staging.glob("r*"))
    assert corpus.layout.card.exists()
    assert len(corpus.scan()) == 30


def test_a_crash_at_any_one_step_loses_and_doubles_nothing(toy, expected, monkeypatch):
    fuse = Fuse(monkeypatch)
    for step in itertools.count():
        corpus = toy(f"step-{step}", **SMALL)
        fuse.left = step
        try:
            corpus.build()
        except CrashError:
            fuse.left = None
            if corpus.layout.run("r0000").exists():
                assert len(corpus.scan()) in (0, 30)
            corpus.build()
            check_whole(corpus, expected)
        else:
            break
    assert step > 30


def test_crash_after_crash_ends_in_the_same_corpus(toy, expected, monkeypatch):
    fuse, dice, seen = Fuse(monkeypatch), random.Random(1), 0
    corpus = toy(**SMALL)
    for crashes in itertools.count():  # noqa: B007
        fuse.left = dice.randrange(8)
        try:
            corpus.build()
        except CrashError:
            if corpus.layout.run("r0000").exists():
                count = len(corpus.scan())
                assert count >= seen  # no row ever goes away
                seen = count
        else:
            break
    assert crashes > 10
    check_whole(corpus, expected)
