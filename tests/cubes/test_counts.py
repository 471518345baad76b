"""How many solutions: the graph method, brute force, and what is known from elsewhere."""

from pathlib import Path

import numpy as np
import pytest

from pipeline.cubes import brute_force, reference
from pipeline.cubes.cube_set import CubeSet
from pipeline.cubes.engine import graph, stacking
from pipeline.cubes.known_sets import known_sets
from pipeline.cubes.solve import count_tries, solve
from pipeline.judges import cubes as judge

KNOWN = known_sets()
FACTS = Path(__file__).parents[1] / "facts" / "cubes.txt"


def all_counts(cubes):
    """Every named count of a set, each by the program path that it belongs to."""
    solution = solve(cubes)
    worded = reference.count(cubes, as_worded=True)
    return {
        **vars(solution.counts),
        "subgraphs_as_worded": worded.subgraphs,
        "disjoint_pairs_as_worded": worded.pairs,
    }


@pytest.mark.parametrize("known", KNOWN.values(), ids=KNOWN.keys())
def test_known_sets_come_out_as_listed(known):
    found = all_counts(known.cubes)
    assert {name: found[name] for name in known.counts} == known.counts


@pytest.mark.parametrize("known", KNOWN.values(), ids=KNOWN.keys())
def test_known_sets_by_brute_force(known):
    tally = brute_force.count(known.cubes)
    counts = solve(known.cubes).counts
    assert tally == (counts.raw, counts.visible, counts.by_sight)
    assert known.counts["raw"] == tally.raw


@pytest.mark.reference
def test_the_packaged_sets_are_those_of_the_reference_data(reference):
    import json

    listed = json.loads((reference / "cubes" / "cube_sets.json").read_text())
    packaged = {known.cubes for known in KNOWN.values()}
    assert {CubeSet.of(entry["cubes"]) for entry in listed} == packaged
    renamed = {"visible_distinct": "visible"}
    for entry in listed:
        found = all_counts(CubeSet.of(entry["cubes"]))
        claims = {
            renamed.get(name, name): value
            for name, value in entry.items()
            if type(value) is int and name != "states"
        }
        assert {name: found[name] for name in claims} == claims, entry["name"]


def facts():
    """name | value | source, one claim a line."""
    for line in FACTS.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, value, source = (part.strip() for part in line.split("|"))
            yield pytest.param(name, int(value), source, id=name)


@pytest.mark.parametrize(("name", "value", "source"), list(facts()))
def test_facts(name, value, source):
    known, _, count = name.partition(": ")
    assert source
    assert all_counts(KNOWN[known].cubes)[count] == value


@pytest.mark.parametrize(("n", "count"), [(2, 60), (3, 120), (4, 60), (5, 12)])
def test_graph_method_against_brute_force_on_random_sets(random_sets, n, count):
    seen = set()
    for cubes in random_sets(n, count):
        tally = brute_force.count(cubes)
        slow = reference.count(cubes)
        counts = solve(cubes).counts
        assert slow.raw == counts.raw == tally.raw, cubes
        assert (slow.subgraphs, slow.pairs) == (counts.two_regular_subgraphs, counts.disjoint_pairs)
        assert (counts.visible, counts.by_sight) == (tally.visible, tally.sight), cubes
        seen.add(min(tally.sight, 2))
    assert seen == {0, 1, 2}  # solvable in one way, in several, and not


@pytest.mark.parametrize("n", range(2, 9))
def test_kernels_against_the_readable_graph_method(random_sets, n):
    sets = random_sets(n, 20 if n < 7 else 4)
    counts = np.empty((len(sets), graph.COUNTS), dtype=np.int64)
    graph.count_sets(np.array([cubes.numbers for cubes in sets], dtype=np.uint8), counts)
    for cubes, row in zip(sets, counts, strict=True):
        slow = reference.count(cubes)
        assert (slow.subgraphs, slow.pairs, slow.raw) == tuple(row[:3])
        assert (
            reference.count(cubes).up_to_rotation_and_flip
            == solve(cubes).counts.up_to_rotation_and_flip
        )


def test_raw_is_the_sum_over_pairs_of_ways_to_walk_them(random_sets):
    """raw = sum over unordered disjoint pairs of 2 x 2^kA x 2^kB, by literal stacking."""
    for cubes in random_sets(4, 40):
        edges = reference.edges_of(cubes)
        total = 0
        for pair in reference.disjoint_pairs(list(reference.subgraphs(cubes))):
            a, b = (
                reference.parts([edges[i][axis] for i, axis in enumerate(choice)], 4)
                for choice in pair
            )
            total += 2 * 2**a * 2**b
        assert total == judge.stack_up(list(cubes.cubes)).good


def test_nodes_are_pinned():
    """A search that looks at more edges is right and slower: this notices it."""
    nodes = {name: solve(known.cubes).nodes for name, known in KNOWN.items()}
    assert nodes["crazy-four"] == 63
    assert nodes["planted-six-seed-1"] == 270


def test_a_budget_that_runs_out_is_no_answer():
    cubes = KNOWN["crazy-four"].cubes
    assert solve(cubes, budget=62) is None
    assert solve(cubes, budget=63).answer == "unique"


def test_the_richest_set_of_all():
    """Eight cubes of one colour each: every state is a solution, and all look alike."""
    cubes = CubeSet.of(letter * 6 for letter in "ABCDEFGH")
    counts = solve(cubes).counts
    assert counts.raw == 24**8
    assert counts.two_regular_subgraphs == 3**8
    assert (counts.visible, counts.by_sight) == (1, 1)


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_tries_are_those_of_a_plain_search(random_sets, n):
    for cubes in random_sets(n, 10):
        assert count_tries(cubes) == judge.stack_up(list(cubes.cubes)).tries


def test_upright_turns_stand_for_all_others():
    """The three first turns of the stacking kernel meet each orbit of the tower's 8 turns."""
    words = np.empty((2, 24), dtype=np.uint32)
    faces = np.arange(12, dtype=np.uint8).reshape(2, 6) % 8
    faces[0] = range(6)
    stacking.side_words(faces, words)
    assert len({int(words[0, turn]) for turn in stacking.UPRIGHT}) == 3
