"""The command line starts fast because it imports nothing heavy before it must."""

import subprocess
import sys

import pytest

HEAVY = {"numba", "numpy", "pyarrow", "polars", "dask", "distributed", "structlog"}

SCRIPT = """
import sys
sys.argv = ["puzzlemint", *{arguments!r}]
from pipeline.cli import main
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
print("IMPORTED", *sorted({heavy!r} & set(sys.modules)))
"""


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("--version",),
        ("solve", "--help"),
        ("check", "--help"),
        ("corpus", "--help"),
        ("corpus", "build", "--help"),
        ("audit", "--help"),
        ("tiles", "--help"),
        ("cubes", "--help"),
    ],
)
def test_help_imports_nothing_heavy(arguments):
    script = SCRIPT.format(arguments=arguments, heavy=HEAVY)
    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    assert result.stdout.splitlines()[-1] == "IMPORTED"


def test_help_lists_groups_and_commands():
    result = subprocess.run(
        [sys.executable, "-m", "pipeline", "--help"], capture_output=True, text=True, check=True
    )
    for name in ("corpus", "audit", "tiles", "cubes", "solve", "check", "fingerprint", "show"):
        assert f"\n  {name} " in result.stdout


def test_an_unknown_command_is_bad_usage():
    result = subprocess.run(
        [sys.executable, "-m", "pipeline", "mint"], capture_output=True, text=True, check=False
    )
    assert result.returncode == 2
    assert "mint" in result.stderr
