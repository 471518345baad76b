"""The variant generators: what they draw, what they prove, and that rows are what they claim."""

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from pydantic import ValidationError

from pipeline.config import read_toml
from pipeline.family import ShardKey
from pipeline.judges.sudoku import faults
from pipeline.kernels.random import start_stream, stream_key
from pipeline.sudoku.board import from_text, is_connected, neighbours, regions_from_text
from pipeline.sudoku.columns import SCHEMA
from pipeline.sudoku.engine.make_chains import lay_chains
from pipeline.sudoku.engine.make_regions import walk_regions
from pipeline.sudoku.engine.make_sums import cut_group, grow_groups, move_cell
from pipeline.sudoku.family import FAMILY
from pipeline.sudoku.generate import variants
from pipeline.sudoku.generate.drawing import groups
from pipeline.sudoku.json_format import puzzle_from_row
from pipeline.sudoku.settings import SudokuConfig

CONFIGS = Path(__file__).parents[2] / "configs" / "corpora"
NAMES = (
    "x", "jigsaw", "killer", "thermometer", "killer-x", "x-thermometer", "jigsaw-thermometer",
    "killer-x-thermometer", "jigsaw-killer-thermometer", "killer-6x6", "killer-4x4",
)  # fmt: skip
KEY = ShardKey(3, 1, 0, 0)


def config(name, **changed):
    return SudokuConfig.model_validate(read_toml(CONFIGS / f"{name}.toml") | changed)


@pytest.fixture(scope="module")
def batches():
    """Twelve candidates of every config."""
    return {name: FAMILY.generate(config(name), KEY, 0, 12) for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_rows_are_what_they_claim(batches, name):
    batch = batches[name]
    assert batch.rows.schema.equals(SCHEMA)
    assert batch.rows.num_rows + batch.rejected.num_rows == 12
    assert batch.rows.num_rows >= 5
    rows = batch.rows.to_pylist()
    for number, row in enumerate(rows):
        assert faults(row, uniqueness=number < 4, minimality=number < 2) == []
        puzzle = puzzle_from_row(row)
        assert puzzle.variant == row["variant"]
        solution = from_text(row["solution"], row["size"])
        assert all(rule.is_valid(solution) for rule in puzzle.rules)
    assert FAMILY.fingerprints(batch.rows) == batch.rows.column("fingerprint").to_pylist()


@pytest.mark.parametrize("name", NAMES)
def test_disguises_keep_their_fingerprints_and_are_puzzles(batches, name):
    rows = batches[name].rows
    disguised = FAMILY.disguise(rows, 1)
    assert disguised.schema.equals(SCHEMA)
    assert FAMILY.fingerprints(disguised) == rows.column("fingerprint").to_pylist()
    assert disguised.column("rules") != rows.column("rules") or name == "x"
    for row in disguised.to_pylist()[:3]:
        assert faults(row, minimality=False) == []


@pytest.mark.parametrize("name", ["jigsaw-killer-thermometer", "thermometer", "killer-4x4"])
def test_any_part_of_a_shard_gives_the_same_rows(batches, name):
    whole = batches[name]
    parts = [FAMILY.generate(config(name), KEY, *span) for span in ((0, 5), (5, 6), (6, 12))]
    assert whole.rows.equals(pa.concat_tables([part.rows for part in parts]))
    assert whole.rejected.equals(pa.concat_tables([part.rejected for part in parts]))


@pytest.mark.parametrize("name", ["jigsaw-thermometer", "killer"])
def test_another_run_gives_other_puzzles(batches, name):
    other = FAMILY.generate(config(name), ShardKey(3, 2, 0, 0), 0, 6)
    mine = set(batches[name].rows.column("solution_class").to_pylist())
    assert not mine & set(other.rows.column("solution_class").to_pylist())


def test_killers_have_no_givens_and_no_cage_of_one_cell(batches):
    for name in ("killer", "killer-x", "killer-6x6", "killer-x-thermometer"):
        for row in batches[name].rows.to_pylist():
            assert row["givens_count"] == 0
            assert row["minimal"] is None
            cells = [cell for cage in row["cages"] for cell in cage["cells"]]
            assert sorted(cells) == list(range(row["size"] ** 2))
            assert all(len(cage["cells"]) >= 2 for cage in row["cages"])
            assert all(is_connected(cage["cells"], row["size"]) for cage in row["cages"])
            assert 0 < row["cages_needed"] <= len(row["cages"])


def test_needed_thermometers_are_needed(batches):
    """Without one that is not needed, the puzzle stays unique; without one that is, the
    judge finds another solution (a budget might have hidden that, but not here)."""
    seen = Counter()
    for row in batches["thermometer"].rows.to_pylist()[:6]:
        assert len(row["thermometers_needed"]) == len(row["thermometers"]) == 4
        for number, needed in enumerate(row["thermometers_needed"]):
            rules = json.loads(row["rules"])
            rest = [t for i, t in enumerate(row["thermometers"]) if i != number]
            rules[-1]["thermometers"] = rest
            without = row | {"rules": json.dumps(rules), "thermometers": rest}
            found = {name for name, _ in faults(without, minimality=False)}
            assert found == ({"second solution"} if needed else set())
            seen[needed] += 1
    assert seen[True]


def test_cages_are_taken_away_as_the_column_says():
    """On 4x4 the budget leaves nothing open: the judge, asked cage by cage, counts as many."""
    rows = FAMILY.generate(config("killer-4x4"), KEY, 0, 30).rows.to_pylist()
    seen = Counter()
    for row in rows:
        kept = list(row["cages"])
        for cage in row["cages"]:
            rest = [other for other in kept if other is not cage]
            rules = json.loads(row["rules"])
            rules[-1]["cages"] = rest
            without = row | {"rules": json.dumps(rules), "cages": rest}
            if not faults(without, minimality=False):
                kept = rest
        assert row["cages_needed"] == len(kept)
        seen[len(kept)] += 1
    assert len(seen) > 1


@pytest.mark.parametrize("name", ["thermometer", "killer"])
def test_more_guesses_leave_fewer_needed(name):
    """What is undecided counts as needed, and the card says so."""
    table = "thermometers" if name == "thermometer" else "cages"
    few, many = (config(name, **{table: {"needed_nodes": nodes}}) for nodes in (0, 1000))
    bound, closer = (
        np.sum(FAMILY.generate(settings, KEY, 0, 12).rows.column(f"{table}_needed").to_pylist())
        for settings in (few, many)
    )
    assert 0 < closer < bound
    assert any(f"{table}_needed: asked with 0 guesses" in note for note in FAMILY.notes(few))


def test_a_target_of_givens_and_cages_with_givens():
    settings = config("thermometer", givens={"minimal": False, "target": 35})
    for row in FAMILY.generate(settings, KEY, 0, 6).rows.to_pylist():
        assert row["givens_count"] == 35
        assert faults(row) == []
    settings = config("killer", givens={"minimal": True}, cages={"max_size": 3, "coverage": 0.5})
    rows = FAMILY.generate(settings, KEY, 0, 4).rows.to_pylist()
    assert rows
    for row in rows:
        assert row["givens_count"] > 0
        assert row["minimal"] is True
        covered = sum(len(cage["cells"]) for cage in row["cages"])
        assert 41 <= covered < 60
        assert faults(row) == []


def test_rejects_name_their_reason():
    settings = config("x", grids={"source": "search"}, rules=["rows", "columns", "boxes",
                      "thermometers"], thermometers={"count": 1, "min_length": 2, "max_length": 3},
                      givens={"minimal": False, "target": 0})  # fmt: skip
    rejected = FAMILY.generate(settings, KEY, 0, 4).rejected
    assert rejected.column("reason").to_pylist() == [variants.AMBIGUOUS] * 4
    crowded = config("thermometer", thermometers={"count": 30, "min_length": 5, "max_length": 6})
    assert set(FAMILY.generate(crowded, KEY, 0, 3).rejected.column("reason").to_pylist()) == {
        variants.NO_ROOM
    }
    starved = config("jigsaw", regions={"fill_nodes": 1})
    assert set(FAMILY.generate(starved, KEY, 0, 3).rejected.column("reason").to_pylist()) == {
        variants.NOT_FILLED
    }
    small = config("x", rules=["rows", "columns", "boxes", "diagonals", "anti_knight"],
                   board={"size": 4, "box": [2, 2]})  # fmt: skip
    assert set(FAMILY.generate(small, KEY, 0, 3).rejected.column("reason").to_pylist()) == {
        variants.NO_GRID
    }


def test_regions_that_are_boxes_rows_or_columns_are_no_jigsaw():
    """Of the 117 layouts of a 4x4 board these are three. A puzzle with boxes is no jigsaw: its
    key would be another than that of the same puzzle in a corpus with boxes."""
    settings = config("jigsaw", board={"size": 4, "box": [2, 2]})
    batch = FAMILY.generate(settings, KEY, 0, 400)
    reasons = Counter(batch.rejected.column("reason").to_pylist())
    assert 2 <= reasons[variants.BOXES] <= 30
    assert not {"1122112233443344", "1111222233334444", "1234123412341234"} & set(
        batch.rows.column("regions").to_pylist()
    )


BAD_CONFIGS = [
    ({"rules": ["rows", "columns"]}, "either boxes or jigsaw"),
    ({"rules": ["rows", "columns", "boxes", "jigsaw"]}, "either boxes or jigsaw"),
    ({"rules": ["rows", "boxes"]}, "rows and columns"),
    ({"rules": ["rows", "columns", "boxes", "boxes"]}, "each rule once"),
    ({"rules": ["rows", "columns", "boxes", "kropki"]}, "no generator draws it"),
    ({"rules": ["rows", "columns", "boxes", "sandwich"]}, "unknown rule 'sandwich'"),
    ({"rules": ["rows", "columns", "boxes"], "cages": {}}, "needs the rule 'killer'"),
    ({"board": {"size": 6, "box": [3, 3]}}, "has not 6 cells"),
    ({"grids": {"source": "uniform"}}, "set grids.source = 'search'"),
    ({"mutate": {"steps": 3}}, "leave \\[mutate\\] out"),
    ({"givens": {"symmetry": "rotate180"}}, "for classic puzzles"),
    ({"givens": {"minimal": False, "target": 82}}, "expected 0 .. 81"),
]


@pytest.mark.parametrize(("tables", "message"), BAD_CONFIGS)
def test_a_config_that_cannot_be_is_refused_with_its_reason(tables, message):
    with pytest.raises(ValidationError, match=message):
        config("x", **tables)


def test_an_anti_knight_corpus_needs_a_config_only():
    """A rule without settings can be named in a config, whatever it is."""
    settings = config("x", rules=["rows", "columns", "boxes", "anti_knight"])
    rows = FAMILY.generate(settings, KEY, 0, 2).rows.to_pylist()
    assert [row["variant"] for row in rows] == ["anti_knight"] * 2
    assert all(faults(row) == [] for row in rows)


def stream(index, key=0):
    state = np.zeros(4, np.uint64)
    start_stream(state, stream_key([key]), index)
    return state


def layouts(size, steps, walks):
    found = Counter()
    start = np.repeat(np.arange(1, size + 1), size).astype(np.uint8)
    for index in range(walks):
        numbers = start.copy()
        walk_regions(stream(index), size, steps, numbers)
        text = "".join(map(str, numbers))
        found[regions_from_text(text, size)] += 1
    return found


def test_every_4x4_layout_is_reached_and_all_alike():
    """There are 117; in the long run all are equally likely (chi-square, 116 degrees)."""
    found = layouts(4, 1000, 4000)
    assert len(found) == 117
    assert all(is_connected(region, 4) for layout in found for region in layout)
    mean = 4000 / 117
    assert sum((count - mean) ** 2 / mean for count in found.values()) < 180


@pytest.mark.slow
def test_every_5x5_layout_is_reached():
    assert len(layouts(5, 1600, 60_000)) == 4006


def test_regions_are_connected_and_equal():
    for layout in layouts(9, 2000, 50):
        assert all(len(region) == 9 and is_connected(region, 9) for region in layout)


GRID = np.array([(3 * (r % 3) + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9)], np.uint8)


def test_grown_cages_cover_are_connected_and_repeat_no_digit():
    left_over = 0
    for index in range(200):
        labels = np.zeros(81, np.uint8)
        count = grow_groups(stream(index), 9, GRID, 5, 81, labels)
        if count < 0:
            left_over += 1
            continue
        cages = groups(labels)
        assert len(cages) == count
        assert all(cages)
        check_cages(cages, most=5)
    assert left_over < 20


def check_cages(cages, most):
    for cells in cages:
        assert 2 <= len(cells) <= most
        assert is_connected(cells, 9)
        assert len({GRID[cell] for cell in cells}) == len(cells)


@pytest.mark.parametrize("repair", ["cut", "move"])
def test_a_repair_excludes_the_second_solution(repair):
    """Swapping two digits in two columns is a second "solution" as far as cages can tell."""
    other = GRID.copy()
    other[[0, 1, 9, 10]] = GRID[[1, 0, 10, 9]]
    changed = 0
    for index in range(200):
        labels = np.zeros(81, np.uint8)
        if grow_groups(stream(index), 9, GRID, 5, 81, labels) < 0:
            continue
        if any(GRID[list(c)].sum() != other[list(c)].sum() for c in groups(labels)):
            continue  # it is none already
        if repair == "cut":
            made = cut_group(stream(index, 1), 9, GRID, other, labels) > 0
        else:
            made = move_cell(stream(index, 1), 9, 5, GRID, other, labels)
        if made:
            changed += 1
            check_cages(groups(labels), most=5)
            assert any(GRID[list(c)].sum() != other[list(c)].sum() for c in groups(labels))
    assert changed > 3


@pytest.mark.parametrize("diagonal", [False, True])
def test_laid_thermometers_rise_touch_and_do_not_cross(diagonal):
    slanted = 0
    for index in range(100):
        numbers, places = np.zeros(81, np.uint8), np.zeros(81, np.uint8)
        assert lay_chains(stream(index), 9, GRID, 5, 3, 6, diagonal, numbers, places) == 5
        corners = set()
        for cells in groups(numbers):
            path = sorted(cells, key=lambda cell: places[cell])
            assert 3 <= len(path) <= 6
            assert [int(places[cell]) for cell in path] == list(range(len(path)))
            for a, b in pairwise(path):
                assert GRID[a] < GRID[b]
                rows, columns = abs(a // 9 - b // 9), abs(a % 9 - b % 9)
                assert max(rows, columns) == 1
                if rows and columns:
                    corner = (a // 9 + b // 9, a % 9 + b % 9)
                    assert corner not in corners
                    corners.add(corner)
                    slanted += 1
                else:
                    assert b in neighbours(a, 9)
    assert bool(slanted) == diagonal
