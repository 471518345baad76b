"""Fingerprints of variants: the same for every disguise, different for all else.

The referee is igraph's graph canonisation (bliss): puzzles are turned into coloured graphs
whose isomorphisms are the symmetries of design section 5, and the partitions must agree.
"""

import random
from collections import defaultdict
from itertools import pairwise

import numpy as np
import pytest

from pipeline.kernels.random import stream_key
from pipeline.sudoku.board import Board, from_text, neighbours
from pipeline.sudoku.canonical.refinement import refined_form
from pipeline.sudoku.canonical.variants import fingerprints, group_of, solution_classes
from pipeline.sudoku.classic import class_keys
from pipeline.sudoku.engine.general import compile_rules
from pipeline.sudoku.lines import classic_puzzle
from pipeline.sudoku.puzzle import Puzzle
from pipeline.sudoku.reference import solutions
from pipeline.sudoku.rules.groups import Diagonals, Jigsaw, board_rules
from pipeline.sudoku.rules.killer import Cage, Killer
from pipeline.sudoku.rules.thermometers import Thermometers
from pipeline.sudoku.symmetry import Symmetry, complement, identity, rigid_motions
from pipeline.sudoku.symmetry_groups import symmetry_group
from pipeline.sudoku.variants import class_key


def key(puzzle, solution):
    return fingerprints([puzzle], np.array([solution], np.uint8))[0].tobytes()


def disguised(puzzle, solution, generator):
    symmetry = group_of(puzzle.rules).random(generator)
    return puzzle.transformed(symmetry), symmetry.apply(solution)


@pytest.mark.reference
def test_every_disguise_has_the_same_key_and_no_two_puzzles_share_one(variants):
    generator = np.random.default_rng(3)
    seen = {}
    for entry, puzzle in variants("dug_combinations") + variants("tatham_solo")[::6]:
        if puzzle.size > 9 or puzzle.variant == "classic":
            continue
        solution = tuple(entry["solution"])
        own = key(puzzle, solution)
        assert own not in seen, (entry["id"], seen[own])
        seen[own] = entry["id"]
        for _ in range(3):
            assert key(*disguised(puzzle, solution, generator)) == own, entry["id"]


def test_one_diagonal_is_the_mirror_image_of_the_other():
    grid = next(solutions(Puzzle.on(Board.boxes(4), [Diagonals(4, ("main",))])))
    puzzle = Puzzle.on(Board.boxes(4), [Diagonals(4, ("main",))], grid)
    mirror = Symmetry(rigid_motions(4)[1], identity(4).digits)
    assert puzzle.transformed(mirror).rules[-1].which == ("anti",)
    assert key(puzzle, grid) == key(puzzle.transformed(mirror), mirror.apply(grid))


def test_solution_classes_do_not_depend_on_the_variant_nor_on_the_disguise():
    board = Board.boxes(6)
    generator = np.random.default_rng(5)
    group = symmetry_group(board_rules(board))
    grids = []
    for _, grid in zip(range(4), solutions(Puzzle.on(board)), strict=False):
        grids += [group.random(generator).apply(grid) for _ in range(3)]
    keys = solution_classes([board] * 12, np.array(grids, np.uint8))
    assert all(len({bytes(k) for k in keys[i : i + 3]}) == 1 for i in range(0, 12, 3))


def test_both_ways_to_a_canonical_form_give_the_same_classes_of_4x4_and_6x6_grids():
    """Listing all symmetries and refinement know nothing of each other. There are 2 classes
    of 4x4 grids, and the 6x6 grids found first part alike."""
    board = Board.boxes(4)
    grids = np.array(list(solutions(Puzzle.on(board))), np.uint8)
    listed = solution_classes([board] * 288, grids)
    assert len(grids) == 288
    assert len({bytes(k) for k in listed}) == 2
    some = slice(0, 288, 36)
    refined = [refined_form(grid, grid, (2, 2)) for grid in grids[some]]
    pairs = set(zip(map(bytes, listed[some]), refined, strict=True))
    assert len(pairs) == len(set(refined)) == 2

    board = Board.boxes(6)
    group = symmetry_group(board_rules(board))
    generator = np.random.default_rng(8)
    grids = []
    for _, grid in zip(range(3), solutions(Puzzle.on(board)), strict=False):
        grids.append(group.random(generator).apply(grid))
    listed = solution_classes([board] * 3, np.array(grids, np.uint8))
    pairs = {
        (bytes(k), refined_form(np.array(g, np.uint8), np.array(g, np.uint8), (2, 3)))
        for k, g in zip(listed, grids, strict=True)
    }
    assert len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})


@pytest.mark.parametrize(
    ("size", "box"), [(8, (2, 4)), pytest.param(16, (4, 4), marks=pytest.mark.slow)]
)
@pytest.mark.timeout(900)
def test_refined_forms_of_large_boards_are_invariant(size, box):
    board = Board.boxes(size, box)
    group = symmetry_group(board_rules(board))
    assert not group.listed
    generator = np.random.default_rng(9)
    rows, columns = box
    cyclic = tuple(
        (columns * (r % rows) + r // rows + c) % size + 1 for r in range(size) for c in range(size)
    )
    assert not Puzzle.on(board, [], cyclic).faults()
    shown = generator.random(size * size) < 0.5  # breaks the grid's thousands of automorphisms
    givens = tuple(d if s else 0 for d, s in zip(cyclic, shown, strict=True))
    puzzle = Puzzle.on(board, [], givens)
    image, solution = disguised(puzzle, cyclic, generator)
    assert key(image, solution) == key(puzzle, cyclic)
    other = list(givens)
    other[next(i for i, d in enumerate(givens) if d)] = 0
    assert key(Puzzle.on(board, [], tuple(other)), cyclic) != key(puzzle, cyclic)


@pytest.mark.parametrize(
    ("size", "box"), [(8, (2, 4)), (10, (5, 2)), pytest.param(16, (4, 4), marks=pytest.mark.slow)]
)
def test_solutions_alone_of_large_boards_have_a_class(size, box):
    """Nothing but choices tells the lines of a full grid apart: it once took minutes."""
    board = Board.boxes(size, box)
    rules = board_rules(board)
    compiled = compile_rules(size, [p for rule in rules for p in rule.propagators()])
    grids = compiled.fill(stream_key([7]), 0, 2).solutions
    group = group_of(rules)
    generator = np.random.default_rng(11)
    images = [group.random(generator).apply(tuple(grid)) for grid in grids.tolist()]
    keys = solution_classes([board] * 4, np.array([*grids, *images], np.uint8))
    assert [bytes(key) for key in keys[2:]] == [bytes(key) for key in keys[:2]]
    assert bytes(keys[0]) != bytes(keys[1])


def test_refined_forms_tell_the_classes_of_6x6_grids_apart():
    """As the listed group does, for random grids, of which several are of one class."""
    board = Board.boxes(6)
    compiled = compile_rules(6, [p for rule in board_rules(board) for p in rule.propagators()])
    grids = compiled.fill(stream_key([8]), 0, 60).solutions
    listed = [bytes(key) for key in solution_classes([board] * 60, grids)]
    refined = [refined_form(grid, grid, (2, 3)) for grid in grids]
    classes = len(set(listed))
    assert 5 < classes < 49
    assert len(set(refined)) == len(set(zip(listed, refined, strict=True))) == classes


def coloured_graph(puzzle, kept_digits=True):
    """A graph whose isomorphisms are the symmetries of a puzzle with drawn rules: motions of
    the square; digits are colours where ``kept_digits``, else vertices."""
    size = puzzle.size
    colours = [("cell", puzzle.givens[c] if kept_digits else 0) for c in range(size * size)]
    edges = [(a, b) for a in range(size * size) for b in neighbours(a, size) if a < b]

    def vertex(colour, cells):
        colours.append(colour)
        edges.extend((len(colours) - 1, cell) for cell in cells)
        return len(colours) - 1

    for rule in puzzle.rules:
        if isinstance(rule, Killer):
            for cage in rule.cages:
                vertex(("cage", cage.total), cage.cells)
        elif isinstance(rule, Thermometers):
            for cells in rule.thermometers:
                for place, cell in enumerate(cells):
                    vertex(("thermometer", place), [cell])
                for a, b in pairwise(cells):
                    vertex(("step",), [a, b])
        else:
            for unit in rule.units():
                vertex((rule.name.replace("columns", "rows"),), unit)
    if not kept_digits:
        for digit in range(1, size + 1):
            vertex(("digit",), [c for c in range(size * size) if puzzle.givens[c] == digit])
    return colours, edges


def referee(puzzle):
    """The canonical graph, as something that can be compared."""
    igraph = pytest.importorskip("igraph")
    drawn_values = any(isinstance(rule, Killer | Thermometers) for rule in puzzle.rules)
    images = [puzzle]
    if drawn_values:
        flip = Symmetry(identity(puzzle.size).cells, complement(puzzle.size))
        images.append(puzzle.transformed(flip))
    forms = []
    for image in images:
        colours, edges = coloured_graph(image, kept_digits=drawn_values)
        if not drawn_values and not any(isinstance(rule, Jigsaw) for rule in image.rules):
            edges = [e for e in edges if max(e) >= puzzle.size**2]  # lines may be shuffled
        names = sorted(set(colours))
        numbers = [names.index(colour) for colour in colours]
        graph = igraph.Graph(len(colours), edges, vertex_attrs={"colour": colours})
        canonical = graph.permute_vertices(graph.canonical_permutation(color=numbers))
        ends = sorted(tuple(sorted(edge)) for edge in canonical.get_edgelist())
        forms.append((tuple(canonical.vs["colour"]), tuple(ends)))
    return min(forms)


@pytest.mark.reference
def test_the_partition_is_that_of_graph_canonisation(variants):
    """Puzzles, disguises and near misses (one given more; for drawn rules also an image
    under a shuffle of digits that is no symmetry)."""
    generator = np.random.default_rng(11)
    pool = []
    for entry, puzzle in variants("dug_combinations")[::2] + variants("tatham_solo")[::9]:
        if puzzle.size > 9 or puzzle.variant == "classic":
            continue
        solution = tuple(entry["solution"])
        pool.append((puzzle, solution))
        pool.append(disguised(puzzle, solution, generator))
        empty = [cell for cell, digit in enumerate(puzzle.givens) if digit == 0]
        more = list(puzzle.givens)
        cell = random.Random(entry["id"]).choice(empty)
        more[cell] = solution[cell]
        near = Puzzle(puzzle.size, puzzle.rules, tuple(more))
        pool.append((near, solution))
        pool.append(disguised(near, solution, generator))
    by_key, by_graph = defaultdict(set), defaultdict(set)
    for i, (puzzle, solution) in enumerate(pool):
        by_key[key(puzzle, solution)].add(i)
        by_graph[referee(puzzle)].add(i)
    assert len(pool) > 200
    assert sorted(map(sorted, by_key.values())) == sorted(map(sorted, by_graph.values()))
    assert len(by_key) == len(pool) // 2


def test_a_group_that_is_too_small_is_noticed():
    """The partition test can fail: without the complement two halves of an orbit part."""
    grid = from_text("1234341241232341", 4)
    puzzle = Puzzle.on(Board.boxes(4), [Thermometers(4, ((0, 1, 2),))], grid)
    flip = Symmetry(identity(4).cells, complement(4))
    group = group_of(puzzle.rules)
    crippled = type(group)(4, "fixed", None, group.listed)
    image, solution = puzzle.transformed(flip), flip.apply(grid)
    both = [
        fingerprints([p], np.array([s], np.uint8), crippled)[0].tobytes()
        for p, s in ((puzzle, grid), (image, solution))
    ]
    assert both[0] != both[1]
    assert key(puzzle, grid) == key(image, solution)


def test_however_a_puzzle_is_written_it_has_one_key():
    """Order of rules, cages and cells; a cage drawn twice; regions that are the boxes."""
    rows, columns, boxes = board_rules(Board.boxes(6, (2, 3)))
    regions = Jigsaw(6, tuple(reversed(boxes.units())))
    grid = next(solutions(Puzzle(6, (rows, columns, boxes), (0,) * 36)))
    cages = [Cage(c, sum(grid[cell] for cell in c)) for c in ((0, 1), (6, 12, 13), (20,))]
    laid = Thermometers(6, ((0, 1), (6, 7)))
    givens = (0, 0, *grid[2:])
    first = (rows, columns, boxes, Killer(6, tuple(cages)), laid)
    other = (
        Thermometers(6, ((6, 7), (0, 1), (6, 7))),
        Killer(6, (*(Cage(cage.cells[::-1], cage.total) for cage in cages[::-1]), cages[1])),
        columns, rows,
    )  # fmt: skip
    lists = [first, (*other, boxes), (*other, regions), (*other, regions, boxes)]
    keys = {class_key(Puzzle(6, rules, givens), 1000) for rules in lists}
    assert len(keys) == 1
    assert isinstance(keys.pop(), str)


def test_classic_puzzles_have_one_key_as_regions_too():
    text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    puzzle = classic_puzzle(text)
    rows, columns, boxes = puzzle.rules
    as_regions = Puzzle(9, (Jigsaw(9, boxes.units()), rows, columns), puzzle.givens)
    assert class_key(as_regions, 1000) == class_key(puzzle, 1000)
    assert [class_key(as_regions, 1000)] == class_keys([puzzle], 1000)
