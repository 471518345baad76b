"""An edit in a module that a kernel only imports must not leave stale compiled code behind."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pipeline.kernels
from pipeline.kernels.sources import sources

KERNELS = Path(pipeline.kernels.__file__).parent

CALLEE = """
from pipeline.kernels import kernel

@kernel
def answer():
    return {answer}
"""
CALLER = """
from pipeline.kernels import kernel
from pipeline.callee import (
    answer,
)

@kernel
def ask():
    return answer() + 1
"""


def small_package(folder: Path) -> Path:
    """A package ``pipeline`` with our ``kernels`` and one kernel that calls another."""
    package = folder / "pipeline"
    shutil.copytree(KERNELS, package / "kernels")
    (package / "__init__.py").touch()
    (package / "caller.py").write_text(CALLER)
    (package / "callee.py").write_text(CALLEE.format(answer=41))
    return package


def ask(folder: Path) -> tuple[int, int]:
    """What the caller answers in a new process, and how often it was loaded, not compiled."""
    script = (
        "from pipeline.caller import ask; print(ask(), sum(ask.stats.cache_hits.values()), sep=',')"
    )
    environment = os.environ | {"XDG_CACHE_HOME": str(folder / "cache"), "PYTHONPATH": str(folder)}
    environment.pop("NUMBA_CACHE_DIR", None)
    run = subprocess.run(
        [sys.executable, "-c", script],
        env=environment, cwd=folder, capture_output=True, text=True, check=True,
    )  # fmt: skip
    value, hits = run.stdout.split(",")
    return int(value), int(hits)


def test_an_edit_in_an_imported_module_is_noticed(tmp_path):
    package = small_package(tmp_path)
    assert ask(tmp_path) == (42, 0)
    assert ask(tmp_path) == (42, 1)
    (package / "callee.py").write_text(CALLEE.format(answer=99))
    assert ask(tmp_path) == (100, 0)
    (package / "unrelated.py").write_text("nothing = 0\n")
    assert ask(tmp_path) == (100, 1)


def test_sources_follow_imports_of_every_spelling():
    random = KERNELS / "random.py"
    names = {path.name for path in sources(random)}
    assert {"random.py", "__init__.py", "cache.py", "decorator.py", "sources.py"} <= names
