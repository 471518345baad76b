"""The literal judge of corner boards."""

from itertools import permutations, product

from pipeline.judges import corners as judge

FOUR = [tuple(tile) for tile in ("0011", "0110", "1011", "0001")]


def by_trying_everything(rows, columns, allowed, tiles):
    """All boards that break the rule at no point, each laid in full before it is looked at."""
    for order in permutations(range(len(tiles))):
        for turns in product(range(4), repeat=len(tiles)):
            filling = list(zip(order, turns, strict=True))
            laid = [judge.turn(tiles[number], turn) for number, turn in filling]
            if judge.broken_point(rows, columns, allowed, laid) is None:
                yield filling


def test_search_and_trying_everything_agree():
    for allowed in (judge.equal_rule("01"), judge.paired_rule({"0": "1", "1": "0"})):
        for shape in ((2, 2), (1, 4)):
            listed = sorted(judge.fillings(*shape, allowed, FOUR))
            assert listed == sorted(by_trying_everything(*shape, allowed, FOUR))
            assert listed


def test_points_of_a_sum():
    allowed = judge.sum_rule((0, 1, 2), 4)
    assert (0, 2, 0, 2) in allowed
    assert (1, 1, 1, 1) in allowed
    assert (0, 0, 2, 1) not in allowed
    tile = (0, 0, 1, 0)  # its south-east corner lies at the middle of a 2 x 2 board
    laid = [judge.turn(tile, turns) for turns in (0, 1, 3, 2)]
    assert judge.broken_point(2, 2, allowed, laid) is None
    assert judge.broken_point(2, 2, judge.sum_rule((0, 1, 2), 5), laid) is not None


def test_a_turn_moves_the_south_west_to_the_north_west():
    assert judge.turn(("nw", "ne", "se", "sw")) == ("sw", "nw", "ne", "se")
