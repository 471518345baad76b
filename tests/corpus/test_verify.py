"""A fault of each kind is planted in a good corpus; ``verify`` must call it by its name."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import pipeline.corpus.checks
import pipeline.corpus.verify
from pipeline.corpus.observer import Silence
from pipeline.corpus.store import describe_file
from pipeline.corpus.verify import Sample, verify


@pytest.fixture(autouse=True)
def _toy_judge(monkeypatch, toy):
    monkeypatch.setitem(pipeline.corpus.checks.JUDGES, "toy", "toy_judge")
    monkeypatch.setattr(pipeline.corpus.verify, "connect", pipeline.corpus.build.connect)


@pytest.fixture
def corpus(toy):
    made = toy(size=200, length=9, buckets=2)
    made.build()
    return made


def report_of(corpus, **sample):
    return verify(corpus.layout, Silence(), Sample(**sample))


def kinds(corpus):
    return {fault.kind for fault in report_of(corpus).faults}


def the_file(corpus):
    return corpus.layout.run(corpus.runs()[0].run_id) / "bucket=00.parquet"


def rewrite(corpus, change):
    """Change the rows of a file and sign it again, as a faulty writer would."""
    path = the_file(corpus)
    rows = pq.read_table(path, partitioning=None)
    schema = rows.schema
    listed = change(rows.to_pylist()) or rows.to_pylist()
    pq.write_table(pa.Table.from_pylist(listed, schema=schema), path)
    manifest_path = corpus.layout.manifest(corpus.runs()[0].run_id)
    manifest = json.loads(manifest_path.read_text())
    name = path.relative_to(corpus.layout.root).as_posix()
    manifest["files"][name] = {"rows": len(listed), **describe_file(path)}
    manifest_path.write_text(json.dumps(manifest))


def set_in(position, **values):
    def change(rows):
        rows[position].update(values)
        return rows

    return change


def test_a_good_corpus_has_no_fault_and_the_report_says_what_was_looked_at(corpus):
    report = report_of(corpus, minimality=50)
    assert report.faults == []
    assert report.checked == {"rows": 200, "uniqueness": 200, "minimality": 50, "rebuilt": 200}
    text = "\n".join(report.lines())
    assert "minimality  50 of 200 rows (sampled, seed 0)" in text
    assert text.endswith("no fault found")


def test_corpora_of_two_runs_and_of_disguises_are_good(toy):
    corpus = toy("two", size=100, by="text", length=6)
    corpus.build()
    corpus.build(following=True)
    assert report_of(corpus).faults == []
    assert report_of(corpus).checked["rows"] == 200


def test_a_wrong_digit(corpus):
    rewrite(corpus, set_in(3, solution="aaaaaaaaa"))
    assert kinds(corpus) == {"wrong digit", "wrong seed"}  # generated again, it is another row


def test_what_the_judge_says_is_said(corpus):
    rewrite(corpus, set_in(3, text="zzzaaaaaa", solution="aaaaaazzz"))
    assert kinds(corpus) >= {"second solution", "not minimal", "wrong fingerprint"}


def test_a_duplicate(corpus):
    def change(rows):
        return [*rows, rows[0]]

    rewrite(corpus, change)
    assert kinds(corpus) == {"duplicate"}


def test_a_disguised_duplicate_with_a_false_fingerprint(corpus):
    def change(rows):
        text = rows[0]["text"][1:] + rows[0]["text"][0]
        false = bytes([0, 1, 2, 3] * 4)
        disguised = rows[0] | {"text": text, "solution": text[::-1], "puzzle_id": false.hex()}
        return [*rows, disguised | {"fingerprint": false}]

    rewrite(corpus, change)
    assert kinds(corpus) == {"disguised duplicate", "wrong fingerprint", "wrong seed"}


def test_a_torn_file(corpus):
    path = the_file(corpus)
    path.write_bytes(path.read_bytes()[:-100])
    assert kinds(corpus) == {"torn file"}


@pytest.mark.parametrize("where", [0.3, 0.6, 0.999])
def test_a_changed_byte(corpus, where):
    path = the_file(corpus)
    data = bytearray(path.read_bytes())
    data[int(len(data) * where) - 1] ^= 0x10
    path.write_bytes(data)
    assert kinds(corpus) & {"changed byte", "torn file"}


def test_a_missing_file(corpus):
    the_file(corpus).unlink()
    assert kinds(corpus) == {"missing file"}


def test_an_unknown_file(corpus):
    the_file(corpus).with_name("bucket=07.parquet").write_bytes(the_file(corpus).read_bytes())
    assert kinds(corpus) == {"unknown file"}


def test_a_wrong_seed(corpus):
    rewrite(corpus, set_in(3, seed=8))
    assert kinds(corpus) == {"wrong seed"}


def test_a_wrong_index(corpus):
    rewrite(corpus, set_in(3, index=1_000_000))
    assert kinds(corpus) == {"wrong seed"}


def test_a_wrong_split(corpus):
    def change(rows):
        rows[3]["split"] = "test" if rows[3]["split"] == "train" else "train"
        return rows

    rewrite(corpus, change)
    assert kinds(corpus) == {"wrong split"}


def test_a_puzzle_id_that_is_not_the_fingerprint(corpus):
    rewrite(corpus, set_in(3, puzzle_id="00" * 16))
    assert kinds(corpus) == {"wrong puzzle_id"}


def test_another_schema(corpus):
    path = the_file(corpus)
    rows = pq.read_table(path, partitioning=None)
    rows = rows.append_column("more", pa.array(range(rows.num_rows)))
    pq.write_table(rows, path)
    assert kinds(corpus) == {"changed byte", "wrong schema"}


def test_rows_of_another_engine_are_not_generated_again_and_it_is_said(corpus, monkeypatch):
    monkeypatch.setenv("TOY_ENGINE", "newer")
    report = report_of(corpus)
    assert report.faults == []
    assert report.checked["rebuilt"] == 0
    assert "another engine made them" in "\n".join(report.lines())
