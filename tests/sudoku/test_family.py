"""The sudoku family's batches: right rows, made in any order, and honest about the rest."""

import numpy as np
import pyarrow as pa
import pytest
from pydantic import ValidationError

from pipeline.family import ShardKey
from pipeline.judges.sudoku import faults
from pipeline.sudoku.columns import SCHEMA, boards, ragged_column, text_column
from pipeline.sudoku.family import FAMILY
from pipeline.sudoku.generate import classic
from pipeline.sudoku.generate.mutate import replay
from pipeline.sudoku.settings import SudokuConfig

KEY = ShardKey(7, 1, 0, 0)
POPULATION = {"source": "population", "population": 10}
PUZZLES = {"dedupe": {"by": "text"}, "mutate": {"what": "puzzles", "per_seed": 50}}


def config(**tables):
    return SudokuConfig.model_validate(
        {"name": "test", "family": "sudoku", "size": 100, "seed": 7} | tables
    )


KINDS = {
    "uniform": config(mutate={"per_seed": 3}),
    "population": config(grids=POPULATION, mutate={"per_seed": 50, "transpose": False}),
    "plain": config(mutate={"steps": 0, "transpose": False, "relabel": False}),
    "puzzles": config(grids=POPULATION, **PUZZLES),
    "target": config(givens={"minimal": False, "target": 30}),
    "pattern": config(givens={"symmetry": "rotate180"}),
}


def generate(settings, start=0, stop=100, key=KEY):
    return FAMILY.generate(settings, key, start, stop)


@pytest.mark.parametrize("kind", KINDS)
def test_rows_are_what_they_claim(kind):
    batch = generate(KINDS[kind])
    assert batch.rows.schema.equals(SCHEMA)
    assert batch.rows.num_rows + batch.rejected.num_rows == 100
    rows = batch.rows.to_pylist()
    assert len(rows) > 50
    for number, row in enumerate(rows):
        assert faults(row, minimality=number % 20 == 0) == []
        assert replay(row["seed_grid"], row["mutations"]) == row["solution"]
    assert FAMILY.fingerprints(batch.rows) == batch.rows.column("fingerprint").to_pylist()


@pytest.mark.parametrize("kind", KINDS)
def test_any_part_of_a_shard_gives_the_same_rows(kind):
    whole = generate(KINDS[kind], 0, 60)
    parts = [generate(KINDS[kind], *span) for span in ((0, 25), (25, 26), (26, 60))]
    assert whole.rows.equals(pa.concat_tables([part.rows for part in parts]))
    assert whole.rejected.equals(pa.concat_tables([part.rejected for part in parts]))


@pytest.mark.parametrize("kind", ["uniform", "population"])
@pytest.mark.parametrize(
    "other", [ShardKey(7, 2, 0, 0), ShardKey(7, 1, 1, 0), ShardKey(7, 1, 0, 1)]
)
def test_other_runs_rounds_and_shards_give_other_puzzles(kind, other):
    mine, theirs = (
        set(generate(KINDS[kind], 0, 40, key).rows.column("fingerprint").to_pylist())
        for key in (KEY, other)
    )
    assert len(mine) == len(theirs) == 40
    assert not mine & theirs


def column(table, name):
    return table.column(name).to_pylist()


def test_uniform_seeds_are_shared_by_per_seed_candidates():
    rows = generate(KINDS["uniform"]).rows
    seeds = column(rows, "seed_grid")
    assert all(len(set(seeds[i : i + 3])) == 1 for i in range(0, 99, 3))
    assert len(set(seeds)) == 34
    assert len(set(column(rows, "solution_class"))) == 34


def test_a_population_is_the_same_in_every_shard_and_run():
    seeds = column(generate(KINDS["population"]).rows, "seed_grid")
    assert seeds[:10] == seeds[10:20] == seeds[90:]
    assert len(set(seeds)) == 10
    assert set(
        column(generate(KINDS["population"], key=ShardKey(7, 5, 2, 9)).rows, "seed_grid")
    ) == set(seeds)
    assert len(set(column(generate(KINDS["population"]).rows, "fingerprint"))) == 100


def test_disguises_repeat_fingerprints_and_not_texts():
    rows = generate(KINDS["puzzles"]).rows
    assert len(set(column(rows, "fingerprint"))) == 10
    assert len(set(FAMILY.text_keys(rows))) == 100


def test_minimal_is_the_default_and_judged():
    rows = generate(config(), 0, 30).rows.to_pylist()
    assert all(row["minimal"] for row in rows)
    assert all(faults(row) == [] for row in rows)


def test_a_target_is_reached_or_the_candidate_rejected():
    batch = generate(KINDS["target"])
    assert set(column(batch.rows, "givens_count")) == {30}
    low = generate(config(givens={"minimal": False, "target": 22}))
    assert set(column(low.rows, "givens_count")) == {22}
    assert set(column(low.rejected, "reason")) == {classic.OFF_TARGET}
    assert sorted(column(low.rows, "index") + column(low.rejected, "index")) == list(range(100))


def test_a_pattern_has_its_symmetry_and_minimal_stays_the_strict_word():
    rows = generate(KINDS["pattern"]).rows.to_pylist()
    for row in rows:
        pattern = [c != "." for c in row["givens"]]
        assert pattern == pattern[::-1]
    # a pattern that cannot lose a pair of givens may well lose one: the column says so
    assert not all(row["minimal"] for row in rows)
    assert all(faults(row) == [] for row in rows[:10])


def test_what_a_budget_leaves_open_is_rejected_not_claimed():
    batch = generate(config(budget={"nodes": 8}))
    assert set(column(batch.rejected, "reason")) == {classic.UNDECIDED}
    assert 0 < batch.rows.num_rows < 100
    for row in batch.rows.to_pylist()[:10]:
        assert faults(row) == []


def test_disguises_of_rows_keep_their_fingerprints():
    rows = generate(config()).rows
    disguised = FAMILY.disguise(rows, seed=5)
    assert disguised.schema.equals(SCHEMA)
    assert FAMILY.fingerprints(disguised) == FAMILY.fingerprints(rows)
    assert not set(FAMILY.text_keys(disguised)) & set(FAMILY.text_keys(rows))
    assert all(faults(row, minimality=False) == [] for row in disguised.to_pylist())
    assert FAMILY.disguise(rows, seed=5).equals(disguised)


def test_a_fingerprint_needs_a_unique_puzzle():
    rows = generate(config(), 0, 2).rows
    place = SCHEMA.get_field_index("givens")
    empty = rows.set_column(place, SCHEMA.field(place), pa.array(["." * 81] * 2))
    assert FAMILY.fingerprints(empty) == [bytes(16)] * 2


def test_the_question_of_a_row_is_its_puzzle():
    for row in generate(config(), 0, 5).rows.to_pylist():
        question = FAMILY.question(row)
        verdict = FAMILY.answer(question, limit=1, budget=1000)
        assert verdict.answer == "unique"
        assert verdict.solutions == (row["solution"],)
        assert verdict.nodes == row["proof_nodes"]
        assert FAMILY.fingerprint(question, "class") == row["fingerprint"].hex()


def test_columns_are_arrays_and_come_back():
    digits = np.random.default_rng(1).integers(0, 10, (50, 81)).astype(np.uint8)
    text = text_column(digits)
    assert text[3].as_py() == "".join(map(str, digits[3])).replace("0", ".")
    assert (boards(text, 81) == digits).all()
    assert (boards(text.slice(7, 11), 81) == digits[7:18]).all()
    assert (boards(pa.chunked_array([text.slice(0, 20), text.slice(20)]), 81) == digits).all()
    assert boards(text.slice(0, 0), 81).shape == (0, 81)
    with pytest.raises(ValueError, match="81 cells"):
        boards(pa.array(["." * 81, "." * 80]), 81)
    with pytest.raises(ValueError, match="no digit"):
        boards(pa.array(["A" * 81]), 81)
    ragged = ragged_column(
        np.frombuffer(b"abcdefgh", np.uint8).reshape(2, 4), np.array([4, 1], np.int32)
    )
    assert ragged.to_pylist() == ["abcd", "e"]


@pytest.mark.parametrize(
    ("tables", "message"),
    [
        ({"mutate": {"what": "puzzles"}}, "dedupe.by = 'text'"),
        ({"grids": POPULATION}, "at most 10 rows, size is 100"),
        ({"givens": {"target": 30}}, "set minimal = false"),
        ({"givens": {"minimal": False}}, "needs a target"),
        ({"givens": {"minimal": False, "target": 16}}, "17"),
        ({"mutate": {"moves": []}}, "at least one kind of move"),
        ({"mutate": {"moves": ["digits"]}}, "block-columns"),
        ({"rules": ["rows", "columns"]}, "rules must"),
        ({"grid": {}}, "Extra inputs"),
    ],
)
def test_a_config_that_cannot_be_is_refused_with_its_reason(tables, message):
    with pytest.raises(ValidationError, match=message):
        config(**tables)


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("uniform", "exactly uniform"),
        ("uniform", "at most 34 solution classes"),
        ("population", "at most 10 solution classes"),
        ("puzzles", "disguises of 10 puzzles"),
        ("target", "about 30 a puzzle"),
        ("pattern", "symmetry rotate180"),
    ],
)
def test_notes_say_what_can_come_out(kind, sentence):
    assert any(sentence in note for note in FAMILY.notes(KINDS[kind]))
