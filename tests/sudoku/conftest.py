"""Shared by the sudoku tests: the variants of the reference data, and random puzzles."""

import json
from functools import cache
from itertools import islice

import pytest
from hypothesis import HealthCheck, assume, settings
from hypothesis import strategies as st

from pipeline.sudoku.board import Board, neighbours, regions_from_text
from pipeline.sudoku.puzzle import Puzzle
from pipeline.sudoku.reference import solutions
from pipeline.sudoku.rules.anti_knight import AntiKnight
from pipeline.sudoku.rules.groups import Diagonals
from pipeline.sudoku.rules.killer import Cage, Killer
from pipeline.sudoku.rules.kropki import Kropki
from pipeline.sudoku.rules.thermometers import Thermometers
from pipeline.sudoku.rules.whispers import Whispers

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


LAYOUTS = {4: "1111222233343444", 6: "111112122222333444335644355664555666"}
BOARDS = {
    size: [
        *(Board.boxes(size, (r, size // r)) for r in (2, size // 2)),
        Board.jigsaw(size, regions_from_text(layout, size)),
    ]
    for size, layout in LAYOUTS.items()
}


@cache
def some_grids(board, diagonal):
    """The first 8 solutions of an empty board, with both diagonals where wanted."""
    rules = [Diagonals(board.size)] if diagonal else []
    return tuple(islice(solutions(Puzzle.on(board, rules)), 8))


@st.composite
def walks(draw, size, longest):
    """A walk of 2 to ``longest`` cells from neighbour to neighbour that meets none twice."""
    walk = [draw(st.integers(0, size * size - 1))]
    for _ in range(draw(st.integers(1, longest - 1))):
        ahead = [cell for cell in neighbours(walk[-1], size) if cell not in walk]
        if not ahead:
            break
        walk.append(draw(st.sampled_from(ahead)))
    return tuple(walk)


def increasing(walk, grid):
    """The walk up to where the digits of the grid no longer increase."""
    end = 1
    while end < len(walk) and grid[walk[end - 1]] < grid[walk[end]]:
        end += 1
    return walk[:end]


@st.composite
def drawn_rules(draw, size, grid):
    """Rules laid over a grid, each of which it mostly obeys."""
    rules = []
    slip = draw(st.sampled_from((0, 0, 0, 0, 0, 1)))
    if draw(st.booleans()):
        cages = []
        for walk in draw(st.lists(walks(size, 4), max_size=6)):
            cells = tuple({grid[cell]: cell for cell in walk}.values())
            total = sum(grid[cell] for cell in cells) + slip
            cages.append(Cage(cells, draw(st.sampled_from((total, total, total, None)))))
        rules.append(Killer(size, tuple(cages)))
    if draw(st.booleans()):
        laid = [increasing(w, grid) for w in draw(st.lists(walks(size, size), max_size=4))]
        if slip:
            laid = [cells[::-1] for cells in laid]
        rules.append(Thermometers(size, tuple(cells for cells in laid if len(cells) > 1)))
    if draw(st.integers(0, 3)) == 0:
        pairs = draw(st.lists(walks(size, 2), max_size=4))
        near = [p for p in pairs if abs(grid[p[0]] - grid[p[1]]) == 1]
        double = [p for p in pairs if grid[p[0]] in (2 * grid[p[1]], grid[p[1]] / 2)]
        rules.append(Kropki(size, tuple(near), tuple(double)))
    if draw(st.integers(0, 3)) == 0:
        pairs = draw(st.lists(walks(size, 2), max_size=4))
        far = [p for p in pairs if abs(grid[p[0]] - grid[p[1]]) >= size // 2]
        rules.append(Whispers(size, tuple(far), size // 2))
    return rules


@st.composite
def puzzles_over_grids(draw, size):
    """A random combination of rules on a small board, and the grid over which it was laid.

    The puzzle may have several solutions, few enough to be counted, or now and then none.
    """
    board = draw(st.sampled_from(BOARDS[size]))
    diagonal = draw(st.integers(0, 2)) == 0
    assume(some_grids(board, diagonal))
    grid = draw(st.sampled_from(some_grids(board, diagonal)))
    relabelled = draw(st.permutations(range(1, size + 1)))
    grid = tuple(relabelled[digit - 1] for digit in grid)
    rules = [Diagonals(size)] if diagonal else []
    rules += draw(drawn_rules(size, grid))
    if size == 4 and draw(st.integers(0, 7)) == 0:
        rules.append(AntiKnight(size))
    least = 0 if size == 4 else 8
    shown = set(draw(st.permutations(range(size * size)))[: draw(st.integers(least, least + 6))])
    givens = tuple(digit if cell in shown else 0 for cell, digit in enumerate(grid))
    puzzle = Puzzle.on(board, rules, givens)
    assume(not puzzle.faults())
    return puzzle, grid


settings.register_profile(
    "sudoku",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile("sudoku")


@pytest.fixture(scope="session")
def puzzles():
    """``puzzles(size)``: a hypothesis strategy for random rule lists and givens, 4x4 or 6x6.

    For ``data.draw`` inside a test, since test files import nothing from each other.
    """
    return lambda size: puzzles_over_grids(size).map(lambda pair: pair[0])


@pytest.fixture(scope="session")
def puzzles_with_grids():
    """As ``puzzles``, together with the grid, which is nearly always a solution."""
    return puzzles_over_grids
