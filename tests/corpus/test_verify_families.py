"""Every family's corpora are verified in the same way, and the same faults are named."""

import json
import tomllib
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import pipeline.audit.corpora.verify
import pipeline.corpus.build
from pipeline.audit.corpora.planning import Sample
from pipeline.audit.corpora.verify import verify
from pipeline.corpus.layout import Layout
from pipeline.corpus.manifest import read_manifests, real_runs
from pipeline.corpus.observer import Silence
from pipeline.corpus.store import describe_file
from pipeline.family import load_family

CONFIGS = Path(__file__).parents[2] / "configs" / "corpora"
SIZE = 16


@pytest.fixture(params=["killer-4x4", "tiles-2x2", "cubes-4"])
def built(request, tmp_path, monkeypatch, inline):
    """The folder of a small corpus in one file, and its family."""
    monkeypatch.setattr(pipeline.corpus.build, "connect", inline)
    monkeypatch.setattr(pipeline.audit.corpora.verify, "connect", inline)
    tables = tomllib.loads((CONFIGS / f"{request.param}.toml").read_text())
    tables |= {"size": SIZE, "shards": {"candidates": 100, "buckets": 1}}
    family = load_family(tables["family"])
    config = family.config_model.model_validate_json(json.dumps(tables))
    pipeline.corpus.build.build(config, tmp_path, Silence())
    return Layout(tmp_path / "corpora" / request.param), family


def plant(layout, change):
    """Change the rows and sign the file again, as a faulty writer would."""
    [run] = real_runs(read_manifests(layout))
    path = layout.run(run.run_id) / "bucket=00.parquet"
    rows = pq.read_table(path, partitioning=None)
    changed = change(rows)
    pq.write_table(pa.Table.from_pylist(changed, schema=rows.schema), path)
    name = path.relative_to(layout.root).as_posix()
    run.value["files"][name] = {"rows": len(changed), **describe_file(path)}
    layout.manifest(run.run_id).write_text(json.dumps(run.value))


def faults(layout, tmp_path):
    return set(verify(layout, tmp_path, Silence(), Sample()).faults)


def test_a_good_corpus_is_believed_and_all_of_it_was_examined(built, tmp_path):
    layout, _ = built
    verification = verify(layout, tmp_path, Silence(), Sample())
    assert not verification.faults
    checked = verification.summary.checked
    for name in ("rows", "uniqueness", "rebuilt", "isomorphism"):
        assert checked[name] == SIZE
    assert [claim.text for claim in verification.report.claims if claim.passed is None] == [
        "by the judge, minimal is true"
    ]
    assert "no row claims to be minimal" in "\n".join(verification.lines())


def test_a_disguised_duplicate(built, tmp_path):
    layout, family = built

    def change(rows):
        image = family.disguise(rows.take([0]), 5).to_pylist()[0]
        twin = rows.to_pylist()[0] | image
        false = {"fingerprint": bytes([1]) * 16, "puzzle_id": "01" * 16}
        return [*rows.to_pylist(), twin | false]

    plant(layout, change)
    consequences = {"wrong fingerprint", "wrong seed"}
    assert faults(layout, tmp_path) == {"disguised duplicate"} | consequences


def test_a_solution_of_another_puzzle(built, tmp_path):
    layout, _ = built

    def change(rows):
        rows = rows.to_pylist()
        rows[0]["solution"] = next(
            row["solution"] for row in rows if row["solution"] != rows[0]["solution"]
        )
        return rows

    plant(layout, change)
    named = faults(layout, tmp_path) - {"wrong seed", "wrong mutations"}
    assert named in ({"wrong digit"}, {"wrong solution"})


def test_a_wrong_seed(built, tmp_path):
    layout, _ = built

    def change(rows):
        first, second, *others = rows.to_pylist()
        names = ("shard", "index")
        places = [{name: row[name] for name in names} for row in (first, second)]
        return [first | places[1], second | places[0], *others]

    plant(layout, change)
    assert faults(layout, tmp_path) == {"wrong seed"}
