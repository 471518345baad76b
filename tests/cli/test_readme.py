"""What the README shows of the puzzle commands is what they print."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pipeline.cli.app import app

README = (Path(__file__).parents[2] / "README.md").read_text()
(SESSION,) = re.findall(r"```\n\$ cat puzzles.txt\n(.*?)```", README, re.DOTALL)
PUZZLES, *COMMANDS = re.split(r"^\$ ", SESSION, flags=re.MULTILINE)


def test_the_readme_begins_with_the_two_commands():
    first = README.index("```\nmake corpus ")
    assert first < README.index("\nmake test ") < README.index("## ")


@pytest.mark.parametrize("shown", COMMANDS, ids=lambda shown: shown.split()[1])
def test_the_session_is_real(shown, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("puzzles.txt").write_text(PUZZLES)
    line, _, expected = shown.partition("\n")
    name, *arguments = line.split()
    assert name == "puzzlemint"
    result = CliRunner().invoke(app, arguments)
    lines = expected.splitlines()
    said = [text for text in lines if text.startswith("puzzlemint: ")]
    printed = [text for text in lines if text not in said]
    if printed[-1] == "...":
        assert result.stdout.splitlines()[: len(printed) - 1] == printed[:-1]
    else:
        assert result.stdout.splitlines() == printed
        assert result.stderr.splitlines() == said


CUBES = (Path(__file__).parents[2] / "docs" / "cubes.md").read_text()
ECHOED = re.findall(r'```\n\$ echo "(.*?)" \| puzzlemint (.*?)\n(.*?)```', CUBES, re.DOTALL)


@pytest.mark.parametrize(("text", "arguments", "expected"), ECHOED)
def test_the_page_about_cubes_is_real(text, arguments, expected):
    result = CliRunner().invoke(app, arguments.split(), input=text + "\n")
    assert result.output == expected


def test_the_page_about_cubes_shows_something():
    assert len(ECHOED) == 2
