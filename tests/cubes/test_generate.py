"""What the generator makes: right, repeatable, and drawn without favour."""

from collections import Counter
from pathlib import Path
from random import Random

import numpy as np
import pyarrow.compute as pc
import pytest
from pydantic import ValidationError

from pipeline.config import load_corpus_config
from pipeline.cubes.columns import SCHEMA
from pipeline.cubes.cube_set import MIRROR, TURNS, CubeSet, turned
from pipeline.cubes.engine import candidates, graph
from pipeline.cubes.family import CLASSES, FAMILY
from pipeline.cubes.generate import generate
from pipeline.cubes.settings import CubesConfig
from pipeline.cubes.symmetry import keys
from pipeline.family import ShardKey, load_family
from pipeline.judges.cubes import faults
from pipeline.kernels.random import stream_key

CONFIGS = Path(__file__).parents[2] / "configs" / "corpora"
KEY = ShardKey(seed=5, run=1, round=0, shard=3)


def config(n, one_solution="by sight", size=10):
    tables = {"count": n, "one_solution": one_solution}
    return CubesConfig(name="cubes", family="cubes", size=size, seed=5, cubes=tables)


def test_the_family_is_found_by_its_name():
    assert load_family("cubes") is FAMILY


@pytest.mark.parametrize("name", ["cubes-4", "cubes-4-by-state", "cubes-5", "cubes-6"])
def test_the_configs_are_valid_and_promise_what_exists(name):
    settings = load_corpus_config(CONFIGS / f"{name}.toml")
    assert settings.name == name
    assert not any("partial" in note for note in FAMILY.notes(settings))
    assert any(f"{settings.cubes.count} cubes" in note for note in FAMILY.notes(settings))


def test_more_classes_than_exist_are_announced():
    notes = FAMILY.notes(config(4, "by state", size=5000))
    assert any("1,907" in note for note in notes)
    assert any("partial" in note for note in notes)


def test_two_cubes_have_no_set_with_one_solution_by_state():
    with pytest.raises(ValidationError, match=r"cubes\.count = 2"):
        config(2, "by state")


@pytest.mark.parametrize("one_solution", ["by sight", "by state"])
@pytest.mark.parametrize("n", [3, 4, 5, 6])
def test_the_judge_finds_no_fault_with_any_row(n, one_solution):
    batch = generate(config(n, one_solution), KEY, 0, 1500)
    rows = batch.rows.to_pylist()
    assert len(rows) > 10
    for row in rows[:60]:
        assert faults(row) == []
        assert row["solution_count"] == 1
        if one_solution == "by state":
            assert (row["solutions_raw"], row["disjoint_pairs"]) == (8, 1)


@pytest.mark.parametrize("n", [7, 8])
def test_large_sets(n):
    batch = generate(config(n, "by state"), KEY, 0, 60)
    rows = batch.rows.to_pylist()
    assert rows
    assert faults(rows[0]) == []


def test_every_candidate_is_a_row_or_is_rejected_with_a_reason():
    batch = generate(config(4), KEY, 100, 1100)
    assert batch.rows.schema.equals(SCHEMA, check_metadata=True)
    made = batch.rows["index"].to_pylist() + batch.rejected["index"].to_pylist()
    assert sorted(made) == list(range(100, 1100))
    reasons = Counter(batch.rejected["reason"].to_pylist())
    assert set(reasons) == {
        "two cubes are alike",
        "more than one solution",
        "thinned out: has more solved states than others",
    }
    details = batch.rejected.filter(pc.field("reason") == "more than one solution")["detail"]
    assert all(not detail.startswith(("0 ", "1 ")) for detail in details.to_pylist())


def test_a_candidate_depends_on_key_and_index_alone():
    settings = config(5)
    whole = generate(settings, KEY, 0, 900)
    part = generate(settings, KEY, 300, 600)
    inside = (pc.field("index") >= 300) & (pc.field("index") < 600)
    assert part.rows.equals(whole.rows.filter(inside))
    assert part.rejected.equals(whole.rejected.filter(inside))
    other = generate(settings, ShardKey(5, 1, 0, 4), 0, 900)
    assert not set(other.rows["fingerprint"].to_pylist()) & set(
        whole.rows["fingerprint"].to_pylist()
    )


def test_disguised_rows_are_right_and_keep_their_fingerprints():
    rows = generate(config(4), KEY, 0, 2000).rows
    disguised = FAMILY.disguise(rows, seed=7)
    assert disguised.schema.equals(rows.schema)
    assert FAMILY.fingerprints(disguised) == rows["fingerprint"].to_pylist()
    assert FAMILY.fingerprints(rows) == rows["fingerprint"].to_pylist()
    assert not set(FAMILY.text_keys(rows)) & set(FAMILY.text_keys(disguised))
    for row in disguised.to_pylist()[:30]:
        assert faults(row) == []
    assert FAMILY.question(rows.to_pylist()[0]).puzzle.cubes == tuple(rows["cubes"][0].as_py())


# --- the draw is uniform among all writings ---------------------------------------------


def writings(cubes):
    """In how many ways the class of a set can be written: places, turns, images, names."""
    ways = [TURNS[0], MIRROR]
    images = [
        {turned(turned(cube, way), turn) for way in ways for turn in TURNS} for cube in cubes.cubes
    ]
    orders = set()
    random = Random(0)
    letters = list(cubes.colours)
    for _ in range(400):  # far more than the 2! 2! or 3! 3! arrangements
        naming = str.maketrans(cubes.colours, "".join(random.sample(letters, len(letters))))
        order = random.sample(range(len(cubes.cubes)), len(cubes.cubes))
        orders.add(tuple(min(cube.translate(naming) for cube in images[i]) for i in order))
    total = len(orders)
    for image in images:
        total *= len(image)
    return total


def draw(n, single_cycles, count):
    """(class key, kept or only thinned out) of each candidate with one solution; sets by key."""
    sets = np.empty((count, n, 6), dtype=np.uint8)
    towers = np.empty_like(sets)
    status = np.empty(count, dtype=np.uint8)
    counts = np.empty((count, candidates.TRIES + 1), dtype=np.int64)
    candidates.make_candidates(
        stream_key((2026, n)), 0, single_cycles, towers, sets, status, counts
    )
    one = (status == candidates.KEPT) | (status == candidates.THINNED)
    classes = keys(sets[one])
    by_key = dict(zip(classes, sets[one], strict=True))
    return classes, status[one] == candidates.KEPT, by_key


def chi_square(classes, by_key):
    """How far the classes are from shares in proportion to their writings."""
    ways = {
        key: writings(CubeSet.of("".join("ABCDEFGH"[c] for c in cube) for cube in faces))
        for key, faces in by_key.items()
    }
    seen = Counter(classes)
    expected = {key: len(classes) * way / sum(ways.values()) for key, way in ways.items()}
    return sum((seen[key] - e) ** 2 / e for key, e in expected.items())


@pytest.mark.parametrize(("n", "single_cycles"), [(2, False), (3, True)])
def test_classes_come_up_as_often_as_they_can_be_written(n, single_cycles):
    classes, kept, by_key = draw(n, single_cycles, 150_000)
    known = CLASSES["by state" if single_cycles else "by sight", n]
    assert len(by_key) == known
    fair = [key for key, keep in zip(classes, kept, strict=True) if keep]
    assert chi_square(fair, by_key) < 26.1  # one in a thousand for 8 degrees of freedom
    if not single_cycles:  # without the thinning it is far off
        assert chi_square(classes, by_key) > 100


def test_kernel_constants_agree():
    assert candidates.ONE_STATE == 8
    assert graph.COUNTS == candidates.TRIES
