"""The audit's graphs and the engine's fingerprints put the same rows together.

Rows of every corpus that is configured here, disguises of them, and near misses.
"""

import json
from itertools import pairwise
from pathlib import Path

import pyarrow as pa
import pytest

from pipeline.audit.graphs import Graph, NoGraphError, canonical_form, sudoku
from pipeline.config import load_corpus_config
from pipeline.family import ShardKey, load_family

CONFIGS = Path(__file__).parents[2] / "configs" / "corpora"
NAMES = [
    "classic", "x", "jigsaw", "killer-6x6", "killer-4x4", "killer-x", "thermometer",
    "jigsaw-killer-thermometer", "x-thermometer", "tiles-2x2", "tiles-3x3", "cubes-4",
]  # fmt: skip


def rows_of(name, wanted):
    """Rows of a configured corpus, without building it."""
    config = load_corpus_config(CONFIGS / f"{name}.toml")
    family, found, start = load_family(config.family), [], 0
    while sum(rows.num_rows for rows in found) < wanted:
        found.append(family.generate(config, ShardKey(5, 1, 0, 0), start, start + 8).rows)
        start += 8
    return family, pa.concat_tables(found).slice(0, wanted)


def partition(keys):
    first = {}
    return [first.setdefault(key, number) for number, key in enumerate(keys)]


def near_miss(row):
    """Nearly the row: one given more, two faces exchanged, a tile mirrored."""
    row = dict(row)
    if "givens" in row:
        cell = row["givens"].index(".")
        row["givens"] = row["givens"][:cell] + row["solution"][cell] + row["givens"][cell + 1 :]
    elif "cubes" in row:
        cube = row["cubes"][0]
        row["cubes"] = [cube[0] + cube[2] + cube[1] + cube[3:], *row["cubes"][1:]]
    else:
        first = row["tiles"][0]
        row["tiles"] = [[first[0], first[3], first[2], first[1]], *row["tiles"][1:]]
    return row


@pytest.mark.parametrize("name", NAMES)
def test_graphs_and_fingerprints_part_rows_alike(name):
    family, rows = rows_of(name, 8)
    near = [near_miss(row) for row in rows.to_pylist()]
    rows = pa.concat_tables([rows, pa.Table.from_pylist(near, rows.schema)])
    rows = pa.concat_tables([rows, family.disguise(rows, 1), family.disguise(rows, 2)])
    form = canonical_form(family.name)
    by_graph = partition(map(form, rows.to_pylist()))
    assert by_graph == partition(family.fingerprints(rows))
    assert by_graph[: rows.num_rows // 3] == by_graph[rows.num_rows // 3 : rows.num_rows // 3 * 2]
    assert len(set(by_graph)) >= 8


def row(rules, givens="." * 16):
    board = [{"rule": "rows"}, {"rule": "columns"}, {"rule": "boxes", "rows": 2, "columns": 2}]
    return {"size": 4, "givens": givens, "rules": json.dumps([*board, *rules])}


def same(first, second):
    form = canonical_form("sudoku")
    return form(first) == form(second)


def thermometers(*lists):
    return [{"rule": "thermometers", "thermometers": list(lists)}]


def kropki(white, black=()):
    return [{"rule": "kropki", "white": white, "black": list(black)}]


def test_drawn_rules_know_the_motions_of_the_square_and_the_complement():
    assert same(row(thermometers([0, 1, 2])), row(thermometers([15, 14, 13])))
    assert same(row(thermometers([0, 1, 2])), row(thermometers([2, 1, 0])))
    assert not same(row(thermometers([0, 1, 2])), row(thermometers([4, 5, 6])))
    assert not same(row(thermometers([0, 1], [1, 2])), row(thermometers([0, 1, 2])))
    assert same(row(kropki([[0, 1]]), "1..." * 4), row(kropki([[3, 2]]), "...4" * 4))
    assert not same(row(kropki([], [[0, 1]]), "1..." * 4), row(kropki([], [[3, 2]]), "...4" * 4))


def test_digits_that_no_rule_reads_have_no_names():
    first, second = "12" + "." * 14, "34" + "." * 14
    assert same(row([], first), row([], second))
    loose = [{"rule": "killer", "cages": [{"cells": [0, 1]}]}]
    tight = [{"rule": "killer", "cages": [{"cells": [0, 1], "total": 5}]}]
    assert same(row(loose, first), row(loose, second))
    assert not same(row(tight, first), row(tight, "13" + "." * 14))


def test_regions_that_are_boxes_are_boxes():
    jigsaw = {"rule": "jigsaw", "regions": "1122112233443344"}
    rules = json.dumps([{"rule": "rows"}, {"rule": "columns"}, jigsaw])
    givens = "1.2." + "." * 12
    assert same(row([], givens), row([], givens) | {"rules": rules})


def test_an_unknown_rule_has_no_graph():
    with pytest.raises(NoGraphError, match="no graph for the rule 'sandwich'"):
        canonical_form("sudoku")(row([{"rule": "sandwich"}]))


def test_every_rule_of_the_judge_has_a_graph():
    from pipeline.judges.rule_lists import READERS

    assert set(READERS) == set(sudoku.PAINTERS)


def test_forms_do_not_depend_on_the_order_of_vertices_and_colours_count():
    def path(*colours):
        graph = Graph()
        ends = [graph.vertex(colour) for colour in colours]
        graph.edges += pairwise(ends)
        return graph.form()

    assert path("a", "b", "c") == path("c", "b", "a")
    assert path("a", "b", "b") != path("b", "a", "b")
