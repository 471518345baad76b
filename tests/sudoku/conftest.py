"""Shared by the sudoku tests: the variants of the reference data as puzzles."""

import json

import pytest

from pipeline.sudoku.board import Board, regions_from_text
from pipeline.sudoku.puzzle import Puzzle
from pipeline.sudoku.rules.groups import Diagonals
from pipeline.sudoku.rules.killer import Cage, Killer
from pipeline.sudoku.rules.thermometers import Thermometers

SETS = ("tatham_solo", "dug_combinations", "hard_and_examples", "killers_some_not_unique")


def convert(entry):
    """A puzzle from one object of ``variants/*.json`` (the schema is in that folder's notes)."""
    size = entry["size"]
    regions = entry["regions"]
    board = Board.jigsaw(size, regions_from_text(regions, size)) if regions else Board.boxes(size)
    rules = []
    if entry["diag"]:
        names = {-1: "main", 1: "anti"}
        rules.append(Diagonals(size, tuple(names[d] for d in sorted(entry["diag"]))))
    if entry["cages"]:
        cages = (Cage(tuple(cells), total or None) for total, cells in entry["cages"])
        rules.append(Killer(size, tuple(cages)))
    if entry["thermos"]:
        rules.append(Thermometers(size, tuple(tuple(cells) for cells in entry["thermos"])))
    return Puzzle.on(board, rules, tuple(entry["givens"]))


@pytest.fixture(scope="session")
def variants(reference):
    """``variants(name)``: the (entry, puzzle) pairs of ``variants/<name>.json``."""

    def load(name):
        entries = json.loads((reference / "variants" / f"{name}.json").read_text())
        return [(entry, convert(entry)) for entry in entries]

    return load
