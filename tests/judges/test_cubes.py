"""The literal judge of cubes: itself, and that it sees planted faults."""

import pytest

from pipeline.judges import cubes as judge

CRAZY_FOUR = ["RBGGBY", "YRRGYB", "BRYGYY", "YGGRRB"]
UNSOLVABLE = ["BGRRGY", "YRBGRY", "RBGYGB", "GBGYRR"]
ROW = {
    "cubes": CRAZY_FOUR,
    "colours": 4,
    "solution": ["GGRBBY", "RYBYGR", "YYYGRB", "BRGRYG"],
    "solution_count": 1,
    "solutions_raw": 8,
    "two_regular_subgraphs": 3,
    "disjoint_pairs": 1,
    "tries": 10968,
}


def test_a_cube_has_24_placements_and_keeps_opposite_faces():
    ways = judge.placements("TBFKLR")
    assert len(set(ways)) == len(ways) == 24
    for way in ways:
        pairs = {frozenset(way[i : i + 2]) for i in (0, 2, 4)}
        assert pairs == {frozenset("TB"), frozenset("FK"), frozenset("LR")}
    assert "BTFKLR" not in ways  # the mirror image is no placement


def test_the_first_fault_is_told_by_side_and_place():
    assert judge.first_fault(("..ABCD", "..BCDA", "..CDAB", "..DABC")) is None
    assert judge.first_fault(("..ABCD", "..BCDA", "..CDAB", "..DACC")) == ("left", 3)
    assert judge.first_fault(("..ABCD", "..ACDA", "..CDAB", "..DABC")) == ("front", 1)


@pytest.mark.parametrize("cubes", [CRAZY_FOUR, UNSOLVABLE, ["AABBAB", "ABABBA"], ["ABABCC"] * 3])
def test_three_ways_to_go_through_the_states_agree(cubes):
    literal = [tower for tower, fault in judge.states(cubes) if fault is None]
    stack = judge.stack_up(cubes)
    assert len(literal) == judge.count_states(cubes) == stack.good
    assert {judge.look(tower) for tower in literal} == stack.looks
    assert stack.states == 24 ** len(cubes)


def test_crazy_four_and_the_set_that_is_accepted_as_worded():
    assert judge.count_states(CRAZY_FOUR) == 8
    assert len(judge.stack_up(CRAZY_FOUR).solutions) == 1
    for cubes, good, worded in ((CRAZY_FOUR, (3, 1), (57, 337)), (UNSOLVABLE, (4, 0), (56, 312))):
        strict = judge.subgraphs(cubes)
        loose = judge.subgraphs(cubes, as_worded=True)
        assert (len(strict), judge.disjoint_pairs(strict)) == good
        assert (len(loose), judge.disjoint_pairs(loose)) == worded


def test_skipped_states_are_counted_where_a_branch_is_left():
    stack = judge.stack_up(CRAZY_FOUR)
    assert sum(stack.skipped.values()) + 8 == 24**4
    assert set(stack.skipped) == {2, 3, 4}


def test_a_tower_stands_in_eight_ways():
    sides = judge.look(("..ABCD", "..BCDA", "..CDAB", "..DABC"))
    assert len(set(judge.stands(sides))) == 8
    for way in judge.stands(sides):
        assert set(judge.stands(way)) == set(judge.stands(sides))


def test_a_right_row_has_no_fault():
    assert judge.faults(ROW) == []


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ({"cubes": [*CRAZY_FOUR[:3], "YGGRR"]}, "unreadable"),
        ({"cubes": None}, "unreadable"),
        ({"solution": CRAZY_FOUR}, "wrong solution"),
        ({"solution": ["GGRBBY", "RYBYGR", "YYYGRB", "BRGRGY"]}, "wrong solution"),
        ({"solution": ROW["solution"][:3]}, "wrong solution"),
        ({"colours": 5}, "wrong count"),
        ({"solutions_raw": 16}, "wrong count"),
        ({"solution_count": 2}, "wrong count"),
        ({"tries": 10967}, "wrong count"),
        ({"two_regular_subgraphs": 4}, "wrong count"),
        ({"disjoint_pairs": 0}, "wrong count"),
    ],
)
def test_a_planted_fault_is_named(change, name):
    found = judge.faults(ROW | change)
    assert found
    assert {fault for fault, _ in found} == {name}


def test_a_second_solution_is_named():
    cubes = ["GGROOW", "WWGRRO", "GROWWG", "RWWGGR"]  # Carteblanche: a tower as it is written
    row = ROW | {"cubes": cubes, "solution": cubes}
    assert [name for name, _ in judge.faults(row)] == ["second solution"]


def test_a_set_without_solution_is_named():
    names = [name for name, _ in judge.faults(ROW | {"cubes": UNSOLVABLE})]
    assert "no solution" in names


def test_cubes_that_are_alike_are_named():
    cubes = ["ABABCC", "CCABAB", "BCACAB"]  # the second is the first, turned
    names = [name for name, _ in judge.faults(ROW | {"cubes": cubes, "solution": cubes})]
    assert "cubes alike" in names


def test_without_uniqueness_the_counts_are_not_looked_at():
    assert judge.faults(ROW | {"tries": 0, "solutions_raw": 0}, uniqueness=False) == []
