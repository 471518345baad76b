"""From subgraphs to towers, on paper and on the command line."""

import json

import pytest
from typer.testing import CliRunner

from pipeline.cli.app import app
from pipeline.cubes import brute_force
from pipeline.cubes.draw import draw_set, draw_solution, explain_cube
from pipeline.cubes.known_sets import known_sets
from pipeline.cubes.solve import solve
from pipeline.cubes.tower import Pair, cycles
from pipeline.judges.cubes import first_fault, look, placements, stack_up

KNOWN = known_sets()
CRAZY_FOUR = KNOWN["crazy-four"].cubes


@pytest.mark.parametrize(("n", "count"), [(2, 30), (3, 60), (4, 60), (5, 10)])
def test_towers_are_all_the_solutions_that_look_different(random_sets, n, count):
    for cubes in random_sets(n, count):
        solution = solve(cubes)
        towers = [tower for _, tower in solution.towers()]
        for tower in towers:
            assert first_fault(tower) is None
            assert all(
                placed in placements(cube) for placed, cube in zip(tower, cubes.cubes, strict=True)
            )
        found = {brute_force.least_turned(look(tower)) for tower in towers}
        expected = {brute_force.least_turned(sides) for sides in stack_up(list(cubes.cubes)).looks}
        assert found == expected
        assert len(towers) == len(found) == solution.counts.by_sight


def test_a_pair_shows_the_axes_that_it_names():
    solution = solve(CRAZY_FOUR)
    pair, tower = next(solution.towers())
    for i, (cube, placed) in enumerate(zip(CRAZY_FOUR.cubes, tower, strict=True)):
        hidden = pair.hidden(i)
        assert sorted(placed[:2]) == sorted(cube[2 * hidden : 2 * hidden + 2])
        axis = pair.front_back[i]
        assert sorted(placed[2:4]) == sorted(cube[2 * axis : 2 * axis + 2])


def test_a_subgraph_that_is_not_two_regular_cannot_be_walked():
    with pytest.raises(ValueError, match="not a 2-regular subgraph"):
        cycles(CRAZY_FOUR, (0, 0, 0, 0))


def test_crazy_four_explained():
    pair, tower = next(solve(CRAZY_FOUR).towers())
    assert explain_cube(CRAZY_FOUR, pair, 0) == (
        "cube 1: edges R-B, G-G, B-Y; R-B and B-Y are shown, G-G is hidden"
    )
    drawn = draw_solution(CRAZY_FOUR, pair, tower)
    assert "front-back: R -1- B -2- Y -3- G -4- R" in drawn
    assert drawn.splitlines()[1].startswith("cube 1    R      B      B      Y")
    assert Pair((0, 0), (1, 2)).hidden(1) == 1


def test_a_set_unfolded():
    lines = draw_set(CRAZY_FOUR).splitlines()
    assert lines[1].split() == ["R", "Y", "B", "Y"]  # tops
    assert lines[2].split()[:4] == ["B", "G", "Y", "G"]  # left, front, right, back of cube 1


def run(text, *options):
    result = CliRunner().invoke(app, ["cubes", "solve", *options], input=text)
    return result.exit_code, result.output


def test_the_command_explains():
    code, output = run(str(CRAZY_FOUR), "--explain", "--as-worded")
    assert code == 0
    assert "one solution" in output
    assert "R-B and B-Y are shown, G-G is hidden" in output
    assert "331,776 states of the tower: 8; up to turning it round: 2; and over: 1" in output
    assert "subgraphs: 57; pairs of them without a common edge: 337" in output


def test_the_command_in_json():
    code, output = run(str(KNOWN["carteblanche"].cubes), "--json", "--limit", "9")
    record = json.loads(output)
    assert code == 1  # it has five solutions
    assert (record["raw"], record["by_sight"], len(record["towers"])) == (40, 5, 5)
    for tower in record["towers"]:
        assert first_fault(tuple(tower["tower"])) is None


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("", 2, "no cube set in the input"),
        ("RBGGBY YRRGY BRYGYY YGGRRB", 2, "line 1: cube 2 has 5 faces"),
        (str(KNOWN["counterexample"].cubes), 1, "no solution"),
    ],
)
def test_the_command_says_what_is_wrong(text, code, message):
    found, output = run(text)
    assert found == code
    assert message in output
