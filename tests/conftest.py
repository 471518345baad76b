"""What all tests share: the reference data, the --slow option, the closing count."""

import os
from pathlib import Path

import pytest

REFERENCE = Path(
    os.environ.get("PUZZLEMINT_REFERENCE_DATA", Path(__file__).parents[2] / "shared" / "data")
)


def pytest_addoption(parser):
    parser.addoption("--slow", action="store_true", help="also run the tests that take minutes")


def pytest_collection_modifyitems(config, items):
    slow = pytest.mark.skip(reason="slow: run with --slow")
    absent = pytest.mark.skip(reason=f"REFERENCE DATA ABSENT: {REFERENCE}")
    for item in items:
        if "slow" in item.keywords and not config.getoption("--slow"):
            item.add_marker(slow)
        elif "reference" in item.keywords and not REFERENCE.is_dir():
            item.add_marker(absent)


@pytest.fixture(scope="session")
def reference() -> Path:
    """The folder of the reference data; only tests marked ``reference`` may ask for it."""
    return REFERENCE


def pytest_terminal_summary(terminalreporter):
    """Say loudly how much of the run stood on the reference data."""
    reports = [r for s in ("passed", "failed") for r in terminalreporter.stats.get(s, [])]
    used = sum(1 for r in reports if r.when == "call" and "reference" in r.keywords)
    skipped = [
        r for r in terminalreporter.stats.get("skipped", []) if "REFERENCE DATA" in str(r.longrepr)
    ]
    terminalreporter.write_line(
        f"reference data: {used} tests used it, {len(skipped)} were skipped without it"
        + (f" ({REFERENCE} is not there)" if skipped else f" ({REFERENCE})")
    )
