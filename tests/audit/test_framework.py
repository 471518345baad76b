"""The frame of all audits, on one that counts even numbers."""

import polars as pl
import pyarrow as pa
import pytest

from pipeline.audit.facts import read_facts
from pipeline.audit.model import Audit, AuditConfig, Finding, Part, claim
from pipeline.errors import PartialError, UsageError

GOOD = "even numbers below 10 | 5 | counted on fingers\n"
CONTROL = {"divisor": 2}


class Settings(AuditConfig):
    below: int = 10


def count_even(start, stop):
    numbers = range(start, stop)
    broken = [None if n % CONTROL["divisor"] == 0 else f"{n} is odd" for n in numbers]
    states = pa.table(
        {"number": list(numbers), "verdict": [b is None for b in broken], "broken": broken},
        schema=pa.schema(
            [("number", pa.int64()), ("verdict", pa.bool_()), ("broken", pa.string())]
        ),
    )
    return Finding({"even": broken.count(None)}, len(numbers), states)


def parts(settings):
    half = settings.below // 2
    return [
        Part("lower", count_even, (0, half)),
        Part("upper", count_even, (half, settings.below)),
    ]


def claims(settings, facts, findings):
    yield claim(
        "even numbers", facts[f"even numbers below {settings.below}"], findings.total("even"),
        states=findings.examined(), look_at="the numbers in states.parquet",
    )  # fmt: skip


AUDIT = Audit("even", "Even numbers", "tests", "tests", Settings, parts, claims)


@pytest.fixture
def divisor(monkeypatch):
    return lambda value: monkeypatch.setitem(CONTROL, "divisor", value)


def test_a_run_leaves_claims_states_and_a_page(examine, tmp_path):
    report = examine(AUDIT, GOOD)
    assert report.passed
    claims_file = pl.read_parquet(tmp_path / "audits" / "even" / "*" / "claims.parquet")
    assert claims_file.select("expected", "observed", "states", "passed").row(0) == (
        "5", "5", 10, True,
    )  # fmt: skip
    states = pl.read_parquet(report.folder / "states.parquet")
    assert states.filter(pl.col("broken") == "7 is odd").height == 1
    page = (report.folder / "report.md").read_text()
    assert "PASSED" in page
    assert "counted on fingers" in page


def test_a_wrong_observation_fails_and_says_where_to_look(examine, divisor):
    divisor(3)
    report = examine(AUDIT, GOOD)
    assert not report.passed
    assert "Look at: even numbers: the numbers in states.parquet" in report.page()


def test_an_expectation_changed_by_one_fails(examine):
    assert not examine(AUDIT, GOOD.replace("| 5 |", "| 6 |")).passed


def test_an_audit_without_claims_does_not_pass(examine):
    silent = Audit("even", "Nothing", "tests", "tests", Settings, parts, lambda *_: [])
    assert not examine(silent, GOOD).passed


def test_runs_are_numbered_and_none_is_overwritten(examine, tmp_path):
    first, second = examine(AUDIT, GOOD), examine(AUDIT, GOOD)
    assert first.run_id.startswith("r0001-")
    assert second.run_id.startswith("r0002-")
    assert pl.read_parquet(tmp_path / "audits" / "*" / "*" / "claims.parquet").height == 2


def test_a_part_that_fails_ends_the_run_and_the_next_goes_on(examine, divisor, tmp_path):
    divisor(0)
    with pytest.raises(PartialError, match="part 'lower' of audit even failed every time"):
        examine(AUDIT, GOOD)
    assert not list((tmp_path / "audits" / "even").glob("*/claims.parquet"))
    divisor(2)
    assert examine(AUDIT, GOOD).run_id.startswith("r0001-")


def test_finished_parts_are_not_examined_again(examine, divisor):
    def stop_at_upper(start, stop):
        if start:
            CONTROL["divisor"] = 0
        return count_even(start, stop)

    stopping = Audit(
        "even", "Even", "tests", "tests", Settings,
        lambda s: [Part("lower", count_even, (0, 5)), Part("upper", stop_at_upper, (5, 10))],
        claims,
    )  # fmt: skip
    divisor(2)
    with pytest.raises(PartialError):
        examine(stopping, GOOD)
    divisor(3)  # were the lower half examined again, its count would now differ
    report = examine(AUDIT, GOOD)
    assert report.claims[0].observed == "5"  # 0 2 4 of the kept part, 6 9 of the new one


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a | 1\n", "line 1: expected 'name | value | source'"),
        ("a | 1 | x\n# note\na | 2 | y\n", "line 3: 'a' stands twice"),
    ],
)
def test_a_line_that_is_no_fact_is_named(tmp_path, text, message):
    path = tmp_path / "facts.txt"
    path.write_text(text)
    with pytest.raises(UsageError, match=message):
        read_facts(path)


def test_a_fact_that_is_missing_is_named(examine):
    with pytest.raises(UsageError, match="no fact named 'even numbers below 10'"):
        examine(AUDIT, "something else | 1 | nobody\n")


def test_a_fact_that_should_be_a_number_is_named(tmp_path):
    path = tmp_path / "facts.txt"
    path.write_text("grids | 28,200,960 | a table\nbands | many | hearsay\n")
    facts = read_facts(path)
    assert int(facts["grids"]) == 28_200_960
    with pytest.raises(UsageError, match="fact 'bands': 'many' is no whole number"):
        int(facts["bands"])


def test_facts_that_are_no_text_are_told(tmp_path):
    path = tmp_path / "facts.txt"
    path.write_bytes(b"\xff\xfe1\x00")
    with pytest.raises(UsageError, match="not a text file in UTF-8"):
        read_facts(path)
