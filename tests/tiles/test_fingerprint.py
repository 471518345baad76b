"""Fingerprints: the same for every disguise, different for everything else."""

from collections import defaultdict
from random import Random

import igraph
import numpy as np
import pytest

from pipeline.tiles import solve, symmetry
from pipeline.tiles.fixtures import edge_match, quadromino
from pipeline.tiles.tile_set import TileSet, mirrored, turned

SHAPES = ((1, 2), (2, 2), (2, 3), (3, 2))
TILE, SLOT, ARC, HAND, PATTERN, ALONE, SIDE, NAMED = range(8)


def graph_key(tile_set: TileSet):
    """The canonical form of the set as a coloured graph: by igraph (BLISS), not by us.

    A tile is a ring of four slots. Each link of a ring is two arc nodes, one a hand: the two
    hands may change places all together (the mirror image of the whole), never for one tile.
    """
    colours, edges = [HAND, HAND], []

    def node(colour, *neighbours):
        colours.append(colour)
        edges.extend((len(colours) - 1, other) for other in neighbours)
        return len(colours) - 1

    def ring(slots):
        for first, second in zip(slots, slots[1:] + slots[:1], strict=True):
            tail = node(ARC, first, 0)
            node(ARC, second, 1, tail)

    asked = {side for side in tile_set.sides if side is not None}
    shown = asked.union(*tile_set.tiles)
    labels = {}
    for label, mate in enumerate(tile_set.mates):
        if not shown & {label, mate}:
            continue  # a pattern that nothing shows is no part of the puzzle
        kind = ALONE if mate == label else PATTERN
        if label in asked:
            several = sorted(tile_set.labels[one] for one in asked)
            kind = NAMED + 10 * several.index(tile_set.labels[label]) + (mate == label)
        labels[label] = node(kind)
    pairs = [(a, b) for a, b in enumerate(tile_set.mates) if a in labels and b is not None]
    edges += [(labels[a], labels[b]) for a, b in pairs if a < b]
    for tile in tile_set.tiles:
        middle = node(TILE)
        ring([node(SLOT, middle, labels[label]) for label in tile])
    lengths = (tile_set.columns, tile_set.rows) * 2
    ring(
        [
            node(1000 * (length + 1) + SIDE, *([] if side is None else [labels[side]]))
            for length, side in zip(lengths, tile_set.sides, strict=True)
        ]
    )
    graph = igraph.Graph(len(colours), edges)
    order = graph.canonical_permutation(color=np.unique(colours, return_inverse=True)[1].tolist())
    graph.vs["colour"] = colours
    graph = graph.permute_vertices(order)
    edges = sorted(tuple(sorted(edge)) for edge in graph.get_edgelist())
    return tuple(graph.vs["colour"]), tuple(edges)


def near_miss(tile_set: TileSet, random: Random) -> TileSet | None:
    """A small change that usually makes another puzzle; None if it makes none at all."""
    tiles = [list(tile) for tile in tile_set.tiles]
    one, other = random.randrange(len(tiles)), random.randrange(len(tiles))
    if random.random() < 0.5:
        tiles[one] = list(mirrored(tiles[one]))
    else:
        here, there = random.randrange(4), random.randrange(4)
        tiles[one][here], tiles[other][there] = tiles[other][there], tiles[one][here]
    try:
        return TileSet(
            tile_set.rows, tile_set.columns, tuple(map(tuple, tiles)), tile_set.mates,
            tile_set.sides, tile_set.labels,
        )  # fmt: skip
    except ValueError:
        return None


def laid(tile_set: TileSet):
    """Any board full of the set's tiles."""
    return tuple((tile, 0) for tile in range(tile_set.cells))


@pytest.fixture(scope="module")
def crowd(plant):
    """Sets of few patterns, disguises and near misses of them: many are the same puzzle."""
    random = Random(11)
    crowd = []
    while len(crowd) < 1_500:
        tile_set = plant(random, shapes=SHAPES, patterns=(1, 2))
        crowd.append(tile_set)
        crowd.append(symmetry.disguise(tile_set, laid(tile_set), random)[0])
        missed = near_miss(tile_set, random)
        crowd += [missed] if missed else []
    return crowd


def partition(keys):
    parts = defaultdict(list)
    for number, key in enumerate(keys):
        parts[key].append(number)
    return sorted(parts.values())


def test_same_classes_as_graph_canonisation(crowd):
    by_graph = partition(map(graph_key, crowd))
    assert len(by_graph) > 300
    assert max(map(len, by_graph)) > 5
    assert partition(map(symmetry.fingerprint, crowd)) == by_graph


def test_leaving_out_the_mirror_image_would_be_noticed(crowd):
    free = [s for s in crowd if s.sides == (None,) * 4 and s.rows == s.columns]
    assert partition(map(symmetry.published_form, free)) != partition(map(graph_key, free))


def test_leaving_out_the_other_halves_would_be_noticed(crowd, monkeypatch):
    """Without swapping halves, the first label of a pattern would always be the capital."""

    def unswapped(tile_set):
        codes = symmetry_codes(tile_set)
        named = [label for label, mate in enumerate(tile_set.mates) if mate is not None]
        firsts = [label for label in named if label <= tile_set.mates[label]]
        for label in firsts:  # every second half is written in a name that is given
            if tile_set.mates[label] != label and codes[label] == symmetry.UNNAMED:
                codes[label] = symmetry.FIXED + 500
                codes[tile_set.mates[label]] = symmetry.FIXED + 501
        return codes

    symmetry_codes = symmetry.fixed_codes
    monkeypatch.setattr(symmetry, "fixed_codes", unswapped)
    assert partition(map(symmetry.fingerprint, crowd)) != partition(map(graph_key, crowd))


def test_a_disguised_filling_solves_the_disguised_set(plant):
    from pipeline.judges import tiles as judge

    random = Random(2)
    for _ in range(200):
        tile_set = plant(random)
        board = solve.fillings(tile_set, 1)[0][0]
        disguised, filling = symmetry.disguise(tile_set, board, random)
        assert symmetry.fingerprint(disguised) == symmetry.fingerprint(tile_set)
        rules = judge.Rules(
            disguised.rows,
            disguised.columns,
            dict(enumerate(disguised.mates)),
            dict(zip(("north", "east", "south", "west"), disguised.sides, strict=True)),
        )
        assert judge.broken_rule(rules, judge.laid_tiles(disguised.tiles, list(filling))) is None


def test_batches_have_the_same_fingerprints(plant):
    random = Random(6)
    first = plant(random, shapes=((2, 2),), patterns=(3,), kinds=("framed",))
    same_board = [first]
    while len(same_board) < 20:
        other = plant(random, shapes=((2, 2),), patterns=(3,), kinds=("framed",))
        if (other.mates, other.sides) == (first.mates, first.sides):
            same_board.append(other)
    tiles = np.stack([s.arrays[0] for s in same_board])
    assert symmetry.fingerprints(tiles, first) == list(map(symmetry.fingerprint, same_board))


def twins():
    """Nine tiles AAAA: A is its own mate, or its mate is on no tile."""
    return (
        TileSet.of_names(3, 3, ["AAAA"] * 9, {"A": "A"}),
        TileSet.of_names(3, 3, ["AAAA"] * 9, {"A": "B"}),
    )


def test_a_label_that_is_its_own_mate_is_not_one_whose_mate_is_on_no_tile():
    matching, lonely = twins()
    assert symmetry.published_form(matching) == symmetry.published_form(lonely)
    assert solve.count(matching, budget=10**5).raw > 0 == solve.count(lonely).raw
    assert symmetry.fingerprint(matching) != symmetry.fingerprint(lonely)


def test_the_size_of_the_board_belongs_to_the_form():
    tiles = quadromino().to_edges().tiles[:6]
    mates = quadromino().to_edges().mates
    tall, wide = TileSet(3, 2, tiles, mates), TileSet(2, 3, tiles, mates)
    long = TileSet(1, 6, tiles, mates)
    assert symmetry.fingerprint(tall) == symmetry.fingerprint(wide) != symmetry.fingerprint(long)


def test_side_labels_are_not_renamed_but_turn_with_the_board():
    original = edge_match()
    quarter = TileSet(
        2, 2, original.tiles, original.mates, turned(original.sides, 1), original.labels
    )
    assert symmetry.fingerprint(quarter) == symmetry.fingerprint(original)
    name = {"N": "S", "S": "N"}.get
    words = [[original.labels[edge] for edge in tile] for tile in original.tiles]
    exchanged = TileSet.of_names(
        2,
        2,
        [[name(word, word) for word in tile] for tile in words],
        {f"{pattern}+": f"{pattern}-" for pattern in ("arc", "wave", "leaf", "star")},
        ["N", "E", "S", "W"],
    )
    assert symmetry.fingerprint(exchanged) != symmetry.fingerprint(original)


def test_hopelessly_symmetric_sets_are_refused_not_guessed(monkeypatch):
    tiles = [(f"{n}a", f"{n}b", f"{n}c", f"{n}d") for n in range(36)]
    mates = {label: label.upper() for tile in tiles for label in tile}
    monkeypatch.setattr(symmetry, "FORM_BUDGET", 10_000)
    with pytest.raises(symmetry.TooSymmetricError, match="no least form within 10,000 tiles"):
        symmetry.fingerprint(TileSet.of_names(6, 6, tiles, mates))
