"""Cubes, their turns, and what is said about sets that are none."""

import pytest

from pipeline.cubes.cube_set import AXES, MIRROR, TURNS, CubeSet, CubeSetError, turned

CRAZY_FOUR = ("RBGGBY", "YRRGYB", "BRYGYY", "YGGRRB")


def parity(turn):
    """Is the permutation of axes and their ends an even one (a turn, no mirror image)?"""
    axes = [turn[2 * axis] // 2 for axis in range(3)]
    swaps = sum(axes[i] > axes[j] for i in range(3) for j in range(i + 1, 3))
    return (swaps + sum(turn[first] > turn[second] for first, second in AXES)) % 2 == 0


def test_the_turns_are_the_24_rotations():
    assert len(set(TURNS)) == 24
    assert all(parity(turn) for turn in TURNS)
    assert not parity(MIRROR)
    after = {tuple(first[face] for face in second) for first in TURNS for second in TURNS}
    assert after == set(TURNS)


def test_opposite_faces_stay_opposite():
    for turn in TURNS:
        images = {frozenset((turn[a], turn[b])) for a, b in AXES}
        assert images == {frozenset(axis) for axis in AXES}


def test_a_quarter_turn_read_off_a_real_cube():
    # spun on the table so that the left face comes to the front, the front goes right
    assert turned("TBFKLR", (0, 1, 4, 5, 3, 2)) == "TBLRKF"


def test_a_set_knows_its_colours():
    cubes = CubeSet.of(cube.lower() for cube in CRAZY_FOUR)
    assert cubes.cubes == CRAZY_FOUR
    assert cubes.colours == "BGRY"
    assert cubes.numbers[0] == (2, 0, 1, 1, 0, 3)


@pytest.mark.parametrize(
    ("cubes", "message"),
    [
        ("RBGGBY YRRGY BRYGYY YGGRRB", "cube 2 has 5 faces, not 6: 'YRRGY'"),
        ("RBGGBY YRRGYB BRYGYYB YGGRRB", "cube 3 has 7 faces, not 6: 'BRYGYYB'"),
        ("RBGGBY YRRGYB BRYG1Y YGGRRB", "cube 3: the left face is '1'; a colour is a letter"),
        ("RBGGBY YRRGYB BRYGÉY YGGRRB", "cube 3: the left face is 'É'"),
        ("RBGGBY YRRGYB BRYGYO YGGRRB", "4 colours, not 5 (B, G, O, R, Y): cube 3 brings in one"),
        ("RBGGBR GRRGGB BRBGRR GGGRRB", "4 colours, not 3: cubes 1 to 4 show only (B, G, R)"),
        ("RRRRRR", "2 to 8 cubes, this one has 1"),
        (" ".join(["ABCDEF"] * 9), "2 to 8 cubes, this one has 9: cube 9 is one too many"),
        ("", "2 to 8 cubes, this one has 0"),
    ],
)
def test_what_is_no_set_is_told_by_its_cube(cubes, message):
    with pytest.raises(CubeSetError) as failure:
        CubeSet.of(cubes.split())
    assert message in str(failure.value)
