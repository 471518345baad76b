"""A fault of each kind is planted in a good corpus; ``verify`` must call it by its name."""

import importlib
import json
import os
from contextlib import nullcontext

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from filelock import FileLock

import pipeline.audit.corpora.planning
import pipeline.audit.corpora.rows
import pipeline.audit.corpora.verify
from pipeline.audit.corpora.planning import Sample, shares
from pipeline.audit.corpora.rows import check_slice
from pipeline.audit.corpora.verify import verify
from pipeline.audit.layout import AuditLayout
from pipeline.corpus.observer import Silence
from pipeline.corpus.store import describe_file
from pipeline.errors import InterruptError, LockedError, OutputError, UsageError


@pytest.fixture(autouse=True)
def _toy_judge(monkeypatch, toy):
    monkeypatch.setitem(pipeline.audit.corpora.rows.JUDGES, "toy", "toy_judge")
    monkeypatch.setattr(pipeline.audit.corpora.verify, "connect", pipeline.corpus.build.connect)


@pytest.fixture
def corpus(toy):
    made = toy(size=200, length=9, buckets=2)
    made.build()
    return made


def report_of(corpus, **sample):
    return verify(corpus.layout, corpus.output, Silence(), Sample(**sample))


def kinds(corpus):
    """The names of the faults; every one of them must fail a claim, too."""
    verification = report_of(corpus)
    assert verification.report.passed is not bool(verification.faults)
    return set(verification.faults)


def states_of(verification):
    return pl.read_parquet(verification.report.folder / "states.parquet")


def claims_of(verification):
    table = pl.read_parquet(verification.report.folder / "claims.parquet")
    return {row["claim"]: row for row in table.to_dicts()}


def failing(verification):
    return {claim for claim, row in claims_of(verification).items() if row["passed"] is False}


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
    assert not report.faults
    assert report.summary.checked == {
        "rows": 200, "uniqueness": 200, "minimality": 50, "rebuilt": 200, "isomorphism": 0,
    }  # fmt: skip
    text = "\n".join(report.lines())
    assert "isomorphism not run: no graph for the family toy" in text
    assert "minimality  50 of 200 rows (sampled, seed 0)" in text
    assert text.endswith("no fault found")


def test_corpora_of_two_runs_and_of_disguises_are_good(toy):
    corpus = toy("two", size=100, by="text", length=6)
    corpus.build()
    corpus.build(following=True)
    report = report_of(corpus)
    assert not report.faults
    assert report.summary.checked["rows"] == 200


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
    assert not report.faults
    assert report.report.passed
    assert report.summary.checked["rebuilt"] == 0
    assert "another engine made them" in "\n".join(report.lines())


@pytest.mark.parametrize(
    ("nonsense", "named"),
    [
        ({"text": None}, {"unreadable", "wrong seed"}),
        ({"text": "nothing"}, {"wrong digit", "wrong fingerprint", "wrong seed"}),
        ({"fingerprint": None}, {"wrong fingerprint", "wrong puzzle_id", "wrong seed"}),
        ({"fingerprint": bytes(16)}, {"wrong fingerprint", "wrong puzzle_id", "wrong seed"}),
        ({"puzzle_id": None}, {"wrong puzzle_id"}),
        ({"run_id": None}, {"wrong run_id"}),
        ({"seed": None}, {"wrong seed"}),
        ({"index": None}, {"wrong seed"}),
        ({"minimal": None}, {"wrong seed"}),
    ],
)
def test_nonsense_in_a_row_is_named_and_the_other_rows_are_judged(corpus, nonsense, named):
    rewrite(corpus, set_in(0, **nonsense))
    report = report_of(corpus)
    # where the row has another fingerprint, that may also lie in another bucket
    assert named <= set(report.faults) <= named | {"wrong bucket"}
    assert states_of(report)["verdict"].to_list().count("broken") == 1
    assert report.summary.checked["rows"] == 200


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"family": "chess"}, "family: found 'chess', which has no judge here"),
        ({"config": {"name": "toy"}}, "size: found nothing, allowed: an integer"),
    ],
)
def test_runs_that_this_version_does_not_know(corpus, change, message):
    path = corpus.layout.manifest(corpus.runs()[0].run_id)
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(UsageError, match=message) as caught:
        report_of(corpus)
    assert str(caught.value).startswith(str(path))


def test_an_output_that_cannot_be_written(corpus):
    corpus.output.joinpath("audits").write_text("a file in the way")
    with pytest.raises(OutputError):
        report_of(corpus)


# --- the report -------------------------------------------------------------------------


def test_every_row_has_a_state_that_says_what_was_examined(corpus):
    report = report_of(corpus, minimality=50, rebuilt=30)
    states, rows = states_of(report), corpus.scan()
    assert states.select("uniqueness", "minimality", "rebuilt", "isomorphism").sum().row(0) == (
        200, 50, 30, 0,
    )  # fmt: skip
    assert set(states["verdict"]) == {"sound"}
    names = ["run_id", "shard", "index"]
    joined = rows.join(states, on=names, how="left", validate="1:1")
    assert joined.filter(pl.col("puzzle_id") == pl.col("puzzle_id_right")).height == 200


def test_claims_count_what_was_examined_and_what_was_not_is_not_claimed(corpus):
    report = report_of(corpus, minimality=50, rebuilt=0)
    claims = claims_of(report)
    unique = claims["by the judge, the solution is the only one"]
    assert (unique["states"], unique["observed"], unique["passed"]) == (200, "0 faults", True)
    assert claims["by the judge, minimal is true"]["states"] == 50
    rebuilt = claims["generated again from seed, shard and index, the row is equal"]
    assert (rebuilt["states"], rebuilt["passed"]) == (0, None)
    assert rebuilt["observed"] == "not run: no row was asked for"
    page = (report.report.folder / "report.md").read_text()
    assert "10 of 12 claims hold, 2 not run." in page
    assert "minimality  50 of 200 rows (sampled, seed 0)" in page


def test_what_the_judge_cannot_prove_here_is_said(corpus, monkeypatch):
    monkeypatch.setattr(
        importlib.import_module("toy_judge"), "method", lambda row: None, raising=False
    )
    report = report_of(corpus, uniqueness=150)
    unique = claims_of(report)["by the judge, the solution is the only one"]
    told = "not run: python-sat is not installed (the extra: audit)"
    assert (unique["states"], unique["passed"], unique["observed"]) == (0, None, told)
    assert "note: 200 rows are not proved: python-sat is not installed" in "\n".join(report.lines())
    assert not states_of(report)["uniqueness"].any()


def test_the_states_of_faulty_rows_name_the_first_fault(corpus):
    def change(rows):
        rows[3]["solution"] = "aaaaaaaaa"
        rows[5]["split"] = "none"
        return [*rows, rows[0]]

    rewrite(corpus, change)
    report = report_of(corpus)
    states = states_of(report)
    assert report.summary.checked["rows"] == states.height == 201
    broken = states.filter(pl.col("verdict") == "broken")
    assert sorted(broken["broken"]) == ["duplicate", "wrong digit", "wrong split"]
    assert failing(report) == {
        "by the judge, solutions, counts and drawings are right",
        "generated again from seed, shard and index, the row is equal",
        "splits go by solution class",
        "no two rows have one key",
    }
    assert "FAULT wrong digit: 1" in (report.report.folder / "report.md").read_text()


def test_a_file_that_cannot_be_read_has_no_states(corpus):
    path = the_file(corpus)
    path.write_bytes(path.read_bytes()[:-100])
    report = report_of(corpus)
    assert 0 < states_of(report).height < 200
    assert failing(report) == {
        "every file is there, whole, and byte for byte what its manifest says"
    }


def test_slices_change_nothing(corpus, monkeypatch):
    rewrite(corpus, lambda rows: [*rows, rows[0]])
    whole = report_of(corpus, minimality=70)
    monkeypatch.setattr(pipeline.audit.corpora.planning, "LEAST", 7)
    cut = report_of(corpus, minimality=70)
    assert whole.faults == cut.faults == {"duplicate": 1}
    assert whole.summary.checked == cut.summary.checked
    names = ["run_id", "shard", "index", "puzzle_id", "verdict", "broken"]
    assert states_of(whole).select(names).equals(states_of(cut).select(names))


def test_keys_of_all_ranges_are_compared(corpus, monkeypatch):
    rewrite(corpus, lambda rows: [*rows, rows[0], rows[-1]])
    monkeypatch.setattr(pipeline.audit.corpora.verify, "KEYS_AT_ONCE", 20)
    report = report_of(corpus)
    assert report.faults == {"duplicate": 2}
    assert report.report.findings.examined("keys ") == 202
    assert len(report.report.findings.starting("keys ")) == 11


def test_shares_are_in_proportion_and_exact():
    assert shares(10, [50, 0, 30, 20]) == [5, 0, 3, 2]
    assert sum(shares(7, [3, 3, 3])) == 7
    assert shares(100, [3, 4]) == [3, 4]
    assert shares(5, []) == []


# --- resuming ---------------------------------------------------------------------------


class Interrupted:
    """A pool that is interrupted after some parts."""

    def __init__(self, pool, after):
        self.pool, self.after, self.ran = pool, after, []

    def run(self, stage, function, tasks):
        for index, arguments in tasks:
            if len(self.ran) == self.after:
                raise KeyboardInterrupt
            self.ran.append(arguments[1].name)
            yield from self.pool.run(stage, function, [(index, arguments)])


@pytest.fixture
def interrupted_after(corpus, monkeypatch, inline):
    """Verify, interrupted after so many parts; the names of those that were run."""
    monkeypatch.setattr(pipeline.audit.corpora.planning, "LEAST", 20)

    def run(after, **sample):
        with inline(Silence()) as pool:
            cut = Interrupted(pool, after)
        with monkeypatch.context() as patch:
            patch.setattr(
                pipeline.audit.corpora.verify, "connect", lambda *_, **options: nullcontext(cut)
            )
            with pytest.raises(InterruptError, match="the same command goes on from there"):
                report_of(corpus, **sample)
        return cut.ran

    return run


@pytest.fixture
def judged(monkeypatch):
    """The slices that were judged since."""
    seen = []

    def check(task):
        seen.append((task.name, task.start))
        return check_slice(task)

    monkeypatch.setattr(pipeline.audit.corpora.verify, "check_slice", check)
    return seen


def test_an_interrupted_verification_goes_on(corpus, interrupted_after, judged):
    interrupted_after(8)
    before = list(judged)
    assert len(before) == 5
    assert not list((corpus.output / "audits" / "corpus-toy").glob("r*"))
    report = report_of(corpus)
    assert not set(before) & set(judged[5:])
    assert len(set(judged)) == len(judged) == 11
    assert (states_of(report).height, report.report.passed) == (200, True)
    assert report.report.run_id.startswith("r0001-")


def test_another_sample_and_a_changed_file_begin_anew(corpus, interrupted_after, judged):
    interrupted_after(8)
    interrupted_after(8, seed=1)
    assert len(judged) == 10
    os.utime(the_file(corpus))  # as if somebody had written to it
    judged.clear()
    report_of(corpus, seed=1)
    assert len(judged) == 11


def test_a_finished_verification_is_done_anew_and_it_is_said(corpus, judged):
    heard = []

    class Listener(Silence):
        def event(self, name, /, **facts):
            heard.append((name, facts))

    for _ in range(2):
        verify(corpus.layout, corpus.output, Listener(), Sample())
    assert len(judged) == 2 * len(set(judged))
    [said] = [facts["run"] for name, facts in heard if name.startswith("verified before")]
    assert said.startswith("r0001-")


def test_two_verifications_at_once(corpus):
    layout = AuditLayout(corpus.output / "audits" / "corpus-toy")
    layout.root.mkdir(parents=True)
    with FileLock(layout.lock), pytest.raises(LockedError):
        report_of(corpus)
