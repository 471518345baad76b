"""The guide ``docs/adding-a-rule.md`` is right: its example is built from the page and used.

And the claim behind it: the engine's files know no rule by name.
"""

import importlib.util
import json
import re
from pathlib import Path

import numpy as np
import pytest

import pipeline
from pipeline.family import ShardKey
from pipeline.sudoku.board import Board
from pipeline.sudoku.engine.general import compile_rules
from pipeline.sudoku.family import FAMILY
from pipeline.sudoku.json_format import puzzle_from_json, puzzle_to_json
from pipeline.sudoku.puzzle import PLAIN, Puzzle
from pipeline.sudoku.reference import solutions
from pipeline.sudoku.rules.registry import RULES
from pipeline.sudoku.settings import SudokuConfig

PACKAGE = Path(pipeline.__file__).parent
GUIDE = PACKAGE.parent / "docs" / "adding-a-rule.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def example(tmp_path, monkeypatch):
    """The class of the guide's example, built from the page and registered anew."""
    code = BLOCK.findall(GUIDE.read_text())[0]
    path = tmp_path / "built_from_the_guide.py"
    path.write_text(code)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(__import__("sys").modules, path.stem, module)
    spec.loader.exec_module(module)
    monkeypatch.setitem(RULES, "anti_knight", module.AntiKnight)
    return module.AntiKnight


def test_the_page_shows_the_file_that_is_used():
    shown = BLOCK.findall(GUIDE.read_text())[0]
    assert shown == (PACKAGE / "sudoku" / "rules" / "anti_knight.py").read_text()


def test_the_example_solves_as_the_reference_says(example):
    puzzle = Puzzle.on(Board.boxes(4), [example(4)])
    expected = set(solutions(puzzle))
    plain = set(solutions(Puzzle.on(Board.boxes(4))))
    assert expected < plain
    rules = compile_rules(4, puzzle.propagators())
    found = rules.solve(np.zeros((1, 16), np.uint8), limit=300)
    assert {tuple(grid) for grid in found.solutions[0, : found.counts[0]].tolist()} == expected


def test_the_example_is_read_written_and_generated(example):
    puzzle = Puzzle.on(Board.boxes(6), [example(6)])
    assert puzzle_from_json(json.loads(json.dumps(puzzle_to_json(puzzle)))) == puzzle
    settings = SudokuConfig.model_validate(
        {
            "name": "guide", "family": "sudoku", "size": 10, "seed": 1,
            "rules": ["rows", "columns", "boxes", "anti_knight"], "grids": {"source": "search"},
        }
    )  # fmt: skip
    rows = FAMILY.generate(settings, ShardKey(1, 1, 0, 0), 0, 1).rows
    assert rows.column("variant").to_pylist() == ["anti_knight"]


def test_the_engine_knows_no_rule_by_name():
    names = {*RULES, *(rule.__name__ for rule in RULES.values())}
    drawn = sorted(names - PLAIN - {"Rows", "Columns", "Boxes"})
    word = re.compile(r"\b(" + "|".join(drawn) + r")\b|rules\.(killer|thermometers|groups)")
    for path in sorted((PACKAGE / "sudoku" / "engine").glob("*.py")):
        assert not word.search(path.read_text()), path.name
