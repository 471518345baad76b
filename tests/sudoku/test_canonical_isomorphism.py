"""Canonical forms against an independent judge of isomorphism.

A puzzle is made a coloured graph, and igraph's BLISS brings that to a canonical form. Forms of
ours and of the judge need not look alike, but must put the same puzzles together.
"""

import igraph
import numpy as np
import pytest

from pipeline.kernels.random import stream_key
from pipeline.sudoku.canonical import puzzles as puzzles_module
from pipeline.sudoku.canonical.classes import class_forms
from pipeline.sudoku.canonical.disguise import random_images
from pipeline.sudoku.canonical.loose_columns import FREE, loose_columns
from pipeline.sudoku.canonical.puzzles import minlex_puzzles
from pipeline.sudoku.engine.uniform import uniform_grids

MOST_CANONICAL = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
SIDE, BAND, LINE, DIGIT, GIVEN, MARKED = range(6)


def graph_form(cells, marked=None):
    """A canonical description of the puzzle's graph: the same for isomorphic puzzles only.

    Two sides (rows, columns), each joined to three bands, each joined to three lines; nine
    digits; and a vertex for every given, joined to its row, its column and its digit. Givens
    that are ``marked`` have a colour of their own.
    """
    colours = [SIDE] * 2 + [BAND] * 6 + [LINE] * 18 + [DIGIT] * 9
    edges = [(band // 3, 2 + band) for band in range(6)]
    edges += [(2 + line // 3, 8 + line) for line in range(18)]
    for cell in np.flatnonzero(cells).tolist():
        given = len(colours)
        colours.append(MARKED if marked is not None and marked[cell] else GIVEN)
        ends = 8 + cell // 9, 17 + cell % 9, 25 + int(cells[cell])
        edges += [(end, given) for end in ends]
    graph = igraph.Graph(len(colours), edges, vertex_attrs={"colour": colours})
    # The permutation alone is no form: what counts is the graph that it makes of this one.
    canonical = graph.permute_vertices(graph.canonical_permutation(color=colours))
    ends = sorted((min(edge), max(edge)) for edge in canonical.get_edgelist())
    return tuple(canonical.vs["colour"]), tuple(ends)


def partition(forms):
    """For every puzzle the first one that has the same form."""
    first = {}
    return [first.setdefault(form, number) for number, form in enumerate(forms)]


def as_texts(forms):
    return [form.tobytes() for form in forms]


def base_puzzles(number, seed):
    """Parts of random grids and of the grid with 648 automorphisms, of many sizes."""
    random = np.random.default_rng(seed)
    grids = uniform_grids(stream_key([seed]), 0, number)
    grids[::3] = [int(digit) for digit in MOST_CANONICAL]
    sizes = random.integers(2, 40, number)
    shown = np.argsort(random.random((number, 81)), axis=1) < sizes[:, None]
    return grids * shown.astype(np.uint8), grids


def moved_given(puzzle, random):
    """The puzzle with one given moved along its row, where the digit is free in the column."""
    board = puzzle.copy().reshape(9, 9)
    for row, column in random.permutation(np.argwhere(board)).tolist():
        for place in random.permutation(np.flatnonzero(board[row] == 0)).tolist():
            if board[row, column] not in board[:, place]:
                board[row, place], board[row, column] = board[row, column], 0
                return board.reshape(81)
    return board.reshape(81)


def other_given(puzzle, grid, random):
    """The puzzle with one given taken away and another of the same solution shown."""
    changed = puzzle.copy()
    changed[random.choice(np.flatnonzero(puzzle))] = 0
    cell = random.choice(np.flatnonzero(puzzle == 0))
    changed[cell] = grid[cell]
    return changed


@pytest.fixture(scope="module")
def any_puzzles():
    """1,400 puzzles: 350, each with a near miss, and both in disguise."""
    bases, _ = base_puzzles(350, 1)
    random = np.random.default_rng(2)
    near = np.array([moved_given(puzzle, random) for puzzle in bases])
    shown = np.concatenate([bases, near])
    disguised = random_images(shown, key=stream_key([3]))[0][0]
    return np.concatenate([shown, disguised])


@pytest.fixture(scope="module")
def judged(any_puzzles):
    return partition(map(graph_form, any_puzzles))


def test_the_judge_sees_disguises_and_near_misses(judged):
    assert judged[700:] == judged[:700]
    assert len(set(judged)) > 600


def test_minlex_forms_make_the_judges_classes(any_puzzles, judged):
    assert partition(as_texts(minlex_puzzles(any_puzzles))) == judged


def test_class_forms_make_the_judges_classes():
    """The judge gets the solution, with the puzzle's givens marked."""
    bases, grids = base_puzzles(250, 4)
    random = np.random.default_rng(5)
    near = [other_given(p, g, random) for p, g in zip(bases, grids, strict=True)]
    shown, solved = np.concatenate([bases, np.array(near)]), np.concatenate([grids, grids])
    key = stream_key([6])
    (disguised, images), _, _ = random_images(shown, solved, key=key)
    shown, solved = np.concatenate([shown, disguised]), np.concatenate([solved, images])
    ours = partition(as_texts(class_forms(shown, solved)[0]))
    assert ours == partition(graph_form(g, p) for p, g in zip(shown, solved, strict=True))
    assert ours[500:] == ours[:500]


def crippled_table(keep):
    """The table of column orders with only the first of an index's orders where ``keep`` says
    no: some exchange of columns is left out."""
    table = loose_columns()
    info, only_first = table.info.copy(), table.lists & ~0x7FF | 1
    for index in range(len(info)):
        if not keep(*divmod(index, 512)):
            info[index] += len(table.lists) << 14
    return table._replace(info=info, lists=np.concatenate([table.lists, only_first]))


@pytest.mark.parametrize(
    "keep",
    [
        pytest.param(lambda structure, _: structure != FREE, id="stacks in their first order"),
        pytest.param(lambda structure, _: structure == FREE, id="later columns in one order"),
        pytest.param(lambda _, occupied: occupied & 7 != 3, id="one exchange in one stack"),
    ],
)
def test_the_check_fails_when_a_relabelling_is_left_out(any_puzzles, judged, keep, monkeypatch):
    table = crippled_table(keep)
    monkeypatch.setattr(puzzles_module, "loose_columns", lambda: table)
    assert partition(as_texts(minlex_puzzles(any_puzzles))) != judged


def test_the_check_fails_when_digits_keep_their_names(any_puzzles, judged):
    """Digit 9 not exchanged with the others: its own count is told apart."""
    forms = zip(as_texts(minlex_puzzles(any_puzzles)), any_puzzles, strict=True)
    assert partition((form, int((cells == 9).sum())) for form, cells in forms) != judged
