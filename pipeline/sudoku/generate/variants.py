"""Puzzles with any list of rules: board, solution, what is drawn over it, givens, proof.

A candidate is made in this order, each step drawing from a stream of its own: regions, a
solution, cages and thermometers over it, givens (or, without givens, repairs of the cages).
Rules that are not asked for leave their step out; there is no step for a combination.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pipeline.family import Batch, ShardKey
from pipeline.kernels.random import stream_key
from pipeline.sudoku.board import Board
from pipeline.sudoku.engine.general import MULTIPLE, UNDECIDED, UNIQUE
from pipeline.sudoku.generate import cages as cage_maker
from pipeline.sudoku.generate import classic
from pipeline.sudoku.generate import thermometers as thermometer_maker
from pipeline.sudoku.generate.carve_variant import carve
from pipeline.sudoku.generate.drawing import Drawing, DrawnRules, Stream, groups
from pipeline.sudoku.generate.regions import draw_regions
from pipeline.sudoku.rules.protocol import Rule
from pipeline.sudoku.rules.reading import Node
from pipeline.sudoku.rules.registry import RULES
from pipeline.sudoku.settings import DRAWN, SudokuConfig
from pipeline.sudoku.variant_rows import Row, table

Bytes = NDArray[np.uint8]

REGIONS, SOLUTION, CAGES, THERMOMETERS, REPAIRS, GIVENS = range(11, 17)
"""Stages; the numbers of the classic ones are lower."""

BOXES = "regions: they are boxes, or rows, or columns"
NOT_FILLED = "regions: no solution found within fill_nodes"
NO_GRID = "grid: no solution found within the budget"
NOT_COVERED = "cages: a cell was left over"
NO_ROOM = "thermometers: no room for all of them"
AMBIGUOUS = "more than one solution"
REJECTS = {MULTIPLE: AMBIGUOUS, UNDECIDED: classic.UNDECIDED}


class RejectedError(Exception):
    """A candidate that gave no puzzle; the message is the reason."""


@dataclass
class Candidate:
    """A candidate on its way; ``drawing`` and what follows grow step by step."""

    index: int
    seed_grid: Bytes
    mutations: str
    solution: Bytes
    drawing: Drawing
    givens: Bytes = field(default_factory=lambda: np.zeros(0, np.uint8))
    minimal: bool | None = None
    nodes: int = 0
    repairs: int = 0
    cages_needed: int | None = None
    thermometers_needed: list[bool] | None = None


def undrawn_rules(config: SudokuConfig) -> list[Rule]:
    """The rules of a config that need no drawing."""
    size, (rows, columns) = config.board.size, config.board.box_shape
    settings = {"boxes": {"rows": rows, "columns": columns}}
    return [
        RULES[name].from_json(size, Node({"rule": name, **settings.get(name, {})}, name))
        for name in config.rules
        if name not in DRAWN
    ]


@lru_cache(maxsize=8)
def drawn_rules(config: SudokuConfig) -> DrawnRules:
    """The compiled undrawn rules of a config."""
    return DrawnRules(config.board.size, undrawn_rules(config))


def generate(config: SudokuConfig, key: ShardKey, start: int, stop: int) -> Batch:
    """Make the candidates ``start .. stop-1`` of a shard."""
    made: list[Candidate] = []
    rejected: list[tuple[int, str]] = []
    counters: Counter[str] = Counter(candidates=stop - start)
    for index, begin in zip(range(start, stop), _beginnings(config, key, start, stop), strict=True):
        try:
            candidate = _finish(config, key, begin)
        except RejectedError as reason:
            rejected.append((index, str(reason)))
            continue
        made.append(candidate)
        counters["givens"] += int(np.count_nonzero(candidate.givens))
        counters["repairs"] += candidate.repairs
    columns = list(zip(*rejected, strict=True)) or [(), ()]
    refused = pa.table(
        {
            "index": pa.array(columns[0], pa.int64()),
            "reason": pa.array(columns[1], pa.string()),
            "detail": pa.array([""] * len(rejected), pa.string()),
        }
    )
    rows = table(undrawn_rules(config), [_row(config, candidate) for candidate in made])
    return Batch(rows, refused, dict(counters))


def _beginnings(
    config: SudokuConfig, key: ShardKey, start: int, stop: int
) -> Iterator[Candidate | RejectedError]:
    """Regions and solutions of the candidates."""
    if config.grids.source == "search":
        for index in range(start, stop):
            yield _searched(config, key, index)
        return
    seeds, mutations, solutions = classic.mutants(config, key, start, stop)
    nothing = Drawing.empty(config.board.size**2)
    for i, index in enumerate(range(start, stop)):
        words = mutations.text[i, : mutations.ends[i]].tobytes().decode()
        yield Candidate(index, seeds.grids[seeds.of_candidate[i]], words, solutions[i], nothing)


def _searched(config: SudokuConfig, key: ShardKey, index: int) -> Candidate | RejectedError:
    rules = drawn_rules(config)
    drawing = Drawing.empty(rules.size**2)
    nodes = config.budget.nodes
    if config.regions is not None:
        stream = _stream(key, REGIONS, index)
        drawing = replace(drawing, regions=draw_regions(rules.size, config.regions.steps, stream))
        if Board.jigsaw(rules.size, groups(drawing.regions)).box is not None:
            return RejectedError(BOXES)
        nodes = config.regions.fill_nodes
    nothing = drawing.cages
    stream = _stream(key, SOLUTION, index)
    fill = rules.compile(drawing, nothing).fill(stream.key, index, 1, budget=nodes)
    if not fill.found[0]:
        return RejectedError(NO_GRID if config.regions is None else NOT_FILLED)
    solution = fill.solutions[0]
    return Candidate(index, solution, "", solution, drawing)


def _finish(config: SudokuConfig, key: ShardKey, candidate: Candidate | RejectedError) -> Candidate:
    """Draw over the solution, carve or repair, prove; raises ``RejectedError``."""
    if isinstance(candidate, RejectedError):
        raise candidate
    _draw(config, key, candidate)
    rules, budget, index = drawn_rules(config), config.budget.nodes, candidate.index
    solution = candidate.solution
    if config.givens.minimal or config.givens.target:
        compiled = rules.compile(candidate.drawing, solution)
        carved = carve(compiled, solution, config.givens, budget, _stream(key, GIVENS, index))
        verdict, candidate.nodes = carved.verdict, carved.nodes
        candidate.givens, candidate.minimal = carved.givens, carved.minimal
    elif config.cages is not None:
        candidate.givens = np.zeros_like(solution)
        candidate.drawing, verdict, candidate.nodes, candidate.repairs = cage_maker.repair(
            rules, config.cages, candidate.drawing, solution, budget, _stream(key, REPAIRS, index)
        )
    else:
        candidate.givens = np.zeros_like(solution)
        compiled = rules.compile(candidate.drawing, solution)
        verdict, _, candidate.nodes = compiled.exists_without(solution, None, budget)
    if verdict != UNIQUE:
        raise RejectedError(REJECTS[verdict])
    target = config.givens.target
    if target is not None and np.count_nonzero(candidate.givens) > target:
        raise RejectedError(classic.OFF_TARGET)
    _find_needed(config, candidate)
    return candidate


def _draw(config: SudokuConfig, key: ShardKey, candidate: Candidate) -> None:
    size, solution, index = config.board.size, candidate.solution, candidate.index
    if config.thermometers is not None:
        stream = _stream(key, THERMOMETERS, index)
        laid = thermometer_maker.draw_thermometers(size, config.thermometers, solution, stream)
        if laid is None:
            raise RejectedError(NO_ROOM)
        candidate.drawing = replace(candidate.drawing, thermometers=laid[0], places=laid[1])
    if config.cages is not None:
        stream = _stream(key, CAGES, index)
        cages = cage_maker.draw_cages(size, config.cages, solution, stream)
        if cages is None:
            raise RejectedError(NOT_COVERED)
        candidate.drawing = replace(candidate.drawing, cages=cages)


def _find_needed(config: SudokuConfig, candidate: Candidate) -> None:
    cages, laid = config.cages, config.thermometers
    asked = (drawn_rules(config), candidate.drawing, candidate.solution, candidate.givens)
    if cages is not None and cages.needed:
        candidate.cages_needed = cage_maker.cages_needed(*asked, cages.needed_nodes)
    if laid is not None and laid.needed:
        needed = thermometer_maker.thermometers_needed(*asked, laid.needed_nodes)
        candidate.thermometers_needed = needed


def _stream(key: ShardKey, stage: int, index: int) -> Stream:
    return Stream(_stage_key(key, stage), index)


@lru_cache(maxsize=64)
def _stage_key(key: ShardKey, stage: int) -> NDArray[np.uint64]:
    return stream_key(key.words(stage))


def _row(config: SudokuConfig, candidate: Candidate) -> Row:
    drawn = candidate.drawing.rules(candidate.solution, config.board.size)
    return Row(
        candidate.index,
        tuple(drawn),
        candidate.givens,
        candidate.solution,
        candidate.seed_grid,
        candidate.mutations,
        candidate.nodes,
        candidate.minimal,
        candidate.cages_needed,
        candidate.thermometers_needed,
    )
