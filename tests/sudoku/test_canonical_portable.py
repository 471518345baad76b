"""The vector kernels compiled for an old processor: other instructions, the same answers."""

import os
import platform
import subprocess
import sys

import pytest

PROGRAM = """
import hashlib
import numpy as np
from pipeline.kernels.blake2b import digest_rows
from pipeline.kernels.random import stream_key
from pipeline.sudoku.canonical.classes import class_fingerprints
from pipeline.sudoku.canonical.grids import automorphisms
from pipeline.sudoku.canonical.puzzles import minlex_puzzles
from pipeline.sudoku.engine.uniform import uniform_grids

grids = uniform_grids(stream_key([1]), 0, 300)
sizes = np.arange(300)[:, None] % 81
shown = np.argsort(np.random.default_rng(1).random((300, 81)), axis=1) < sizes
puzzles = grids * shown.astype(np.uint8)
for part in (
    grids,
    *class_fingerprints(puzzles, grids),
    automorphisms(grids),
    minlex_puzzles(puzzles),
):
    print(hashlib.sha256(part.tobytes()).hexdigest())
"""


def answers(**environment):
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
        timeout=280,
    )
    return run.stdout.split()


@pytest.mark.skipif(platform.machine() != "x86_64", reason="names an x86 processor")
def test_an_old_processor_gives_the_same_answers():
    """Nocona (2004) has SSE3 and no byte shuffle; the features must be given too, or Numba
    adds those of the machine at hand."""
    here = answers()
    assert len(here) == 5
    assert answers(NUMBA_CPU_NAME="nocona", NUMBA_CPU_FEATURES="") == here
