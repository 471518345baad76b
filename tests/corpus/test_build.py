"""What a build yields, whatever happens on the way; in this process, so that it is exact."""

import json

import duckdb
import polars as pl
import pyarrow.dataset
import pytest

from pipeline.config import load_corpus_config
from pipeline.corpus.describe import describe_plan
from pipeline.corpus.status import describe_status
from pipeline.errors import PartialError, UsageError


def test_a_corpus_has_its_size_and_no_two_rows_alike(toy):
    corpus = toy()
    outcome = corpus.build()
    rows = corpus.scan()
    assert (outcome.built, outcome.manifest.status, len(rows)) == (True, "done", 600)
    assert rows["fingerprint"].n_unique() == 600
    assert rows["puzzle_id"].to_list() == [f.hex() for f in rows["fingerprint"]]
    assert (rows["solution"].str.reverse() == rows["text"]).all()
    assert outcome.manifest.value["counts"]["classes"] == rows["solution_class"].n_unique()
    assert len(outcome.manifest.value["rounds"]) > 1  # the toy makes duplicates: rounds follow


def test_every_candidate_is_a_row_or_rejected_with_a_reason(toy):
    corpus = toy()
    manifest = corpus.build().manifest.value
    thrown = pl.read_parquet(corpus.layout.rejected(manifest["run_id"]))
    rows = corpus.scan().select("round", "shard", "index")
    both = pl.concat([rows, thrown.select("round", "shard", "index")])
    expected = {
        (round_["number"], round_["first"] + i, index)
        for round_ in manifest["rounds"]
        for i in range(round_["shards"])
        for index in range(
            round_["candidates"] // round_["shards"] + (i < round_["candidates"] % round_["shards"])
        )
    }
    assert len(both) == len(expected) == manifest["counts"]["candidates"]
    assert set(both.rows()) == expected
    counted = dict(thrown["reason"].value_counts().rows())
    assert counted == manifest["rejects"]
    assert set(counted) == {"palindrome", "duplicate", "surplus"}


def test_what_stands_is_the_first_of_each_and_the_surplus_is_the_last(toy):
    corpus = toy()
    run_id = corpus.build().manifest.run_id
    order = ["round", "shard", "index"]
    rows = corpus.scan().select(*order, "puzzle_id")
    thrown = pl.read_parquet(corpus.layout.rejected(run_id))
    first = {row["puzzle_id"]: tuple(row[o] for o in order) for row in rows.to_dicts()}
    duplicates = thrown.filter(reason="duplicate").to_dicts()
    assert duplicates
    surplus_ids = set(thrown.filter(reason="surplus")["puzzle_id"])
    for row in duplicates:
        if row["puzzle_id"] not in surplus_ids:
            assert first[row["puzzle_id"]] < tuple(row[o] for o in order)
    surplus = thrown.filter(reason="surplus").select(order).rows()
    assert surplus
    assert max(rows.select(order).rows()) < min(surplus)


def test_columns_load_the_same_in_polars_pyarrow_and_duckdb(toy):
    corpus = toy()
    corpus.build()
    ours = sorted(corpus.scan()["puzzle_id"])
    table = pyarrow.dataset.dataset(corpus.layout.puzzles, partitioning="hive").to_table()
    assert sorted(table["puzzle_id"].to_pylist()) == ours
    found = duckdb.sql(f"select puzzle_id, weights from '{corpus.layout.glob}' order by 1")
    assert [row[0] for row in found.fetchall()] == ours
    hive = pl.scan_parquet(corpus.layout.puzzles).collect()
    assert hive["run"].dtype == pl.String


def test_the_same_config_gives_the_same_bytes_and_another_seed_others(toy):
    one, two, other = toy("one"), toy("two"), toy("other", seed=8)
    for corpus in (one, two, other):
        corpus.build()
    assert one.files() == two.files()
    assert not set(one.scan()["text"]) >= set(other.scan()["text"])


def test_rows_are_spread_over_buckets_by_key_and_the_number_is_kept(toy):
    corpus = toy()
    run_id = corpus.build().manifest.run_id
    for bucket in range(4):
        rows = pl.read_parquet(corpus.layout.run(run_id) / f"bucket={bucket:02x}.parquet")
        assert {f[0] // 64 for f in rows["fingerprint"]} == {bucket}
    corpus.settings["buckets"] = 8
    with pytest.raises(UsageError, match="buckets 4"):
        corpus.build(following=True)


def test_the_shares_of_the_splits_are_fixed_when_a_corpus_is_made(toy):
    corpus = toy(size=100)
    corpus.build()
    corpus.settings["more"] = "[split]\ntest = 300"
    with pytest.raises(UsageError, match="another name"):
        corpus.build(following=True)


def test_no_class_stands_in_two_splits(toy):
    corpus = toy()
    corpus.build()
    by_class = corpus.scan().group_by("solution_class").agg(pl.col("split").n_unique())
    assert by_class["split"].max() == 1
    assert set(corpus.scan()["split"]) == {"train", "validation", "test"}


def test_a_finished_run_is_not_built_again(toy):
    corpus = toy()
    corpus.build()
    before = corpus.files()
    outcome = corpus.build()
    assert not outcome.built
    assert corpus.files() == before


def test_the_next_run_has_its_full_size_of_new_puzzles(toy):
    corpus = toy(size=300)
    first = corpus.build().manifest
    second = corpus.build(following=True).manifest
    assert (first.number, second.number) == (1, 2)
    rows = corpus.scan()
    assert len(rows) == 600
    assert rows["fingerprint"].n_unique() == 600
    assert sorted(rows["run_id"].value_counts().rows()) == [
        (first.run_id, 300),
        (second.run_id, 300),
    ]


def test_a_spent_family_ends_partial_with_all_that_there_is(toy):
    corpus = toy(size=600, length=4, max_rounds=6)
    outcome = corpus.build()
    assert outcome.manifest.status == "partial"
    assert len(corpus.scan()) == 70 - 4  # 4 beads in 4 colours; alike ones are palindromes
    assert not corpus.build().built


def test_disguises_by_text_repeat_fingerprints_and_never_texts(toy):
    corpus = toy(by="text", size=400, length=6)
    corpus.build()
    corpus.build(following=True)
    rows = corpus.scan()
    assert len(rows) == 800
    assert rows["text"].n_unique() == 800 > rows["fingerprint"].n_unique()
    assert "dedupe_key" not in rows.columns
    assert "disguises" in corpus.layout.card.read_text()


def test_a_shard_that_always_fails_is_set_aside_and_made_when_it_can_be(toy):
    undisturbed = toy("undisturbed")
    undisturbed.build()
    corpus = toy()
    (corpus.control / "fail-3").touch()
    with pytest.raises(PartialError, match="1 of 10 shards"):
        corpus.build()
    staged = next(corpus.layout.staging.glob("r0001-*"))
    told = json.loads((staged / "failed" / "000003.json").read_text())
    assert told["seed"] == 7
    assert "as it was told to" in told["traceback"]
    assert len(list(staged.glob("shards/*.json"))) == 9  # the rest is done
    assert len(corpus.scan()) == 0
    (corpus.control / "fail-3").unlink()
    assert corpus.build().manifest.status == "done"
    assert corpus.files() == undisturbed.files()


def test_a_run_can_be_committed_without_its_failing_shards(toy):
    corpus = toy()
    (corpus.control / "fail-3").touch()
    manifest = corpus.build(accept_partial=True).manifest
    assert (manifest.status, manifest.value["set_aside"]) == ("partial", [3])
    assert len(corpus.scan()) == 600
    assert 3 not in corpus.scan()["shard"]


def test_an_unfinished_run_of_another_engine_is_not_resumed(toy, monkeypatch):
    corpus = toy()
    (corpus.control / "fail-3").touch()
    with pytest.raises(PartialError):
        corpus.build()
    (corpus.control / "fail-3").unlink()
    monkeypatch.setenv("TOY_ENGINE", "newer")
    with pytest.raises(UsageError, match=r"another engine version(.|\n)*rm -r"):
        corpus.build()


def test_another_config_needs_next_or_another_name(toy):
    corpus = toy(size=300)
    corpus.build()
    corpus.settings["size"] = 200
    with pytest.raises(UsageError, match=r"changed: size(.|\n)*--next"):
        corpus.build()
    corpus.build(following=True)
    assert len(corpus.scan()) == 500


@pytest.mark.parametrize("text", [None, "{", "[]"])
@pytest.mark.parametrize("number", [0, 1])
def test_nothing_is_added_where_a_manifest_is_lost(toy, number, text):
    corpus = toy(size=100)
    corpus.build()
    lost = next(corpus.layout.root.glob(f"runs/r000{number}*.json"))
    whole = lost.read_text()
    lost.unlink() if text is None else lost.write_text(text)
    for following in (False, True):
        with pytest.raises(UsageError, match=rf"run {lost.stem}: bring back .*{lost.name}"):
            corpus.build(following=following)
    with pytest.raises(UsageError, match=lost.stem):
        describe_plan(load_corpus_config(corpus.config), corpus.output)
    assert f"run {lost.stem}: no whole manifest" in "\n".join(describe_status(corpus.layout))
    lost.write_text(whole)
    assert not corpus.build().built
    assert len(corpus.scan()) == 100


def test_a_staged_file_cut_short_is_made_again(toy):
    undisturbed = toy("undisturbed")
    undisturbed.build()
    corpus = toy()
    (corpus.control / "fail-9").touch()
    with pytest.raises(PartialError):
        corpus.build()
    (corpus.control / "fail-9").unlink()
    staged = next(corpus.layout.staging.glob("r0001-*"))
    cut, torn, changed = (staged / "shards" / f"00000{i}.arrow" for i in (1, 2, 4))
    cut.write_bytes(cut.read_bytes()[:1000])
    torn.unlink()
    data = bytearray(changed.read_bytes())
    data[len(data) // 2] ^= 1
    changed.write_bytes(data)
    (staged / "shards" / "000005.json").write_text("{")
    corpus.build()
    assert corpus.files() == undisturbed.files()
