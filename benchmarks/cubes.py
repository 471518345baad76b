"""Cube sets: counting solutions, fingerprints, and making sets, on random sets of n cubes.

The peer of the counting is the graph method in plain Python (``pipeline.cubes.reference``),
written to be read: the sets it needs 2 to 50 milliseconds for are counted by the kernel in
microseconds. Brute force over all 24^n states is measured up to five cubes.
"""

import numpy as np

from benchmarks import Row, best_seconds
from pipeline.cubes import brute_force, reference
from pipeline.cubes.columns import LETTERS, Sets
from pipeline.cubes.cube_set import CubeSet
from pipeline.cubes.engine import candidates, graph
from pipeline.cubes.symmetry import canonical_words
from pipeline.kernels.random import stream_key

SETS = 500
BRUTE_FORCE_UP_TO = 5


def planted_sets(n: int, single_cycles: bool) -> tuple[Sets, float]:
    """Random solvable sets of n cubes, and the share of them with one solution."""
    sets = np.empty((SETS, n, 6), dtype=np.uint8)
    status = np.empty(SETS, dtype=np.uint8)
    counts = np.empty((SETS, candidates.TRIES + 1), dtype=np.int64)
    key = stream_key((2026, n))
    candidates.make_candidates(key, 0, single_cycles, sets.copy(), sets, status, counts)
    return sets, float((status == candidates.KEPT).mean())


def as_cubes(faces: Sets) -> CubeSet:
    """One set of the array as the plain code takes it."""
    return CubeSet.of(LETTERS[cube].tobytes().decode() for cube in faces)


def count_rows(n: int, sets: Sets) -> list[Row]:
    """Counting: the kernel beside plain Python, and brute force."""
    counts = np.empty((len(sets), graph.COUNTS), dtype=np.int64)
    one = as_cubes(sets[0])
    contestants = {
        "kernel": lambda: graph.count_sets(sets, counts),
        "plain": lambda: reference.count(one),
    }
    if n <= BRUTE_FORCE_UP_TO:
        contestants["brute"] = lambda: brute_force.count(one)
    seconds = best_seconds(contestants)
    nodes = f"{counts[:, graph.NODES].mean():.0f} nodes a set"
    rate = len(sets) / seconds["kernel"]
    rows = [Row(f"{n} cubes, count", "sets", rate, "plain Python", 1 / seconds["plain"], nodes)]
    if "brute" in seconds:
        rows.append(
            Row(f"{n} cubes, 24^{n} states", "sets", 1 / seconds["brute"], remark="brute force")
        )
    return rows


def table() -> list[Row]:
    """Counting for 4 to 8 cubes; fingerprints and candidates for 4 to 6."""
    rows = []
    for n in range(4, 9):
        rows += count_rows(n, planted_sets(n, single_cycles=False)[0])
    for n in (4, 5, 6):
        sets, share = planted_sets(n, single_cycles=True)
        seconds = best_seconds(
            {
                "forms": lambda sets=sets: canonical_words(sets),  # type: ignore[misc]
                "make": lambda n=n: planted_sets(n, single_cycles=True),  # type: ignore[misc]
            }
        )
        rows.append(Row(f"{n} cubes, canonical form", "sets", len(sets) / seconds["forms"]))
        remark = f"{share:.1%} kept, one solution by state"
        rows.append(Row(f"{n} cubes, candidates", "sets", SETS / seconds["make"], remark=remark))
    return rows
