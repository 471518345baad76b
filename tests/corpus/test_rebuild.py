"""One row is made again from what it carries."""

import pytest

from pipeline.corpus.describe import describe_rebuilt
from pipeline.corpus.rebuild import all_layouts, rebuild
from pipeline.errors import UsageError


def test_any_row_is_made_again_by_either_name(toy):
    corpus = toy(size=150)
    corpus.build()
    corpus.build(following=True)
    layouts = all_layouts(corpus.output)
    for row in corpus.scan().sample(20, seed=1).to_dicts():
        names = [row["puzzle_id"], f"{row['run_id']}/{row['shard']}/{row['index']}"]
        for name in names:
            again = rebuild(layouts, name)
            assert again.difference == ""
            assert again.again["text"] == row["text"]
    assert describe_rebuilt(again)[-1] == "equal to the stored row"


def test_ids_that_are_none_and_rows_that_are_not_there(toy):
    corpus = toy(size=50)
    run_id = corpus.build().manifest.run_id
    layouts = all_layouts(corpus.output)
    for wrong in ("x", "12", "ab " * 16, f"{run_id}/a/b", f"{run_id}/1"):
        with pytest.raises(UsageError, match="not a puzzle_id"):
            rebuild(layouts, wrong)
    for absent in ("ab" * 16, f"{run_id}/0/999999"):
        with pytest.raises(UsageError, match="no such row"):
            rebuild(layouts, absent)


def test_a_disguise_is_named_by_its_place(toy):
    corpus = toy(size=300, by="text", length=6)
    corpus.build()
    rows = corpus.scan()
    twice = rows.filter(rows["puzzle_id"].is_duplicated()).sort("puzzle_id").to_dicts()[0]
    with pytest.raises(UsageError, match="several rows"):
        rebuild([corpus.layout], twice["puzzle_id"])
    name = f"{twice['run_id']}/{twice['shard']}/{twice['index']}"
    assert rebuild([corpus.layout], name).again["text"] == twice["text"]
