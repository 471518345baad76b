"""Classic 9x9 puzzles in batches: seed grids, mutations, carving, fingerprints, columns.

Every candidate of a shard has a seed number and depends on the config, the shard's key and
its own index alone. Rows stay arrays from the first grid to the last column.
"""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pipeline.family import Batch, ShardKey
from pipeline.kernels.random import stream_key
from pipeline.sudoku.canonical.classes import GROUP, class_fingerprints
from pipeline.sudoku.columns import (
    SCHEMA,
    constant_column,
    key_column,
    ragged_column,
    text_column,
)
from pipeline.sudoku.engine.classic import count_solutions, fill
from pipeline.sudoku.engine.classic_carve import Carved, carve, orbits
from pipeline.sudoku.engine.classic_search import UNIQUE
from pipeline.sudoku.engine.uniform import uniform_grids
from pipeline.sudoku.generate import mutate
from pipeline.sudoku.json_format import rules_to_text
from pipeline.sudoku.lines import empty_classic
from pipeline.sudoku.settings import SudokuConfig

Boards = NDArray[np.uint8]

SEED_GRIDS, MUTATIONS, CARVING, POPULATION = 1, 2, 3, 4
"""Stages: each draws from streams of its own."""

UNDECIDED = "undecided: the budget ran out"
OFF_TARGET = "target not reached: no more givens can go"


@dataclass(frozen=True)
class Seeds:
    """The seeds of some candidates: distinct grids, and which of them each candidate has.

    ``key`` and ``first``: what the puzzles of seeds are carved with, where seeds are carved.
    """

    grids: Boards
    of_candidate: NDArray[np.int64]
    key: NDArray[np.uint64]
    first: int


@dataclass(frozen=True)
class Candidates:
    """n candidates; all arrays have n rows."""

    seed_grids: Boards
    mutations: mutate.Mutations
    solutions: Boards
    carved: Carved


def generate(config: SudokuConfig, key: ShardKey, start: int, stop: int) -> Batch:
    """Make the candidates ``start .. stop-1`` of a shard."""
    made = candidates(config, key, start, stop)
    index = np.arange(start, stop)
    undecided = made.carved.verdicts != UNIQUE
    if config.givens.target is None:
        # Without a pattern, carving to the end proves every given needed unless a budget ran out.
        unproved = ~made.carved.minimal if config.givens.symmetry == "none" else False
        undecided, off_target = undecided | unproved, np.zeros(len(index), np.bool_)
    else:
        most = config.givens.target + orbits(config.givens.symmetry).shape[1] - 1
        off_target = ~undecided & (made.carved.givens > most)
    kept = ~(undecided | off_target)
    counters = {"candidates": len(index), "givens": int(made.carved.givens[kept].sum())}
    rejected = _rejected(index, {UNDECIDED: undecided, OFF_TARGET: off_target})
    return Batch(_rows(made, index, kept), rejected, counters)


def candidates(config: SudokuConfig, key: ShardKey, start: int, stop: int) -> Candidates:
    """The puzzles of candidates ``start .. stop-1``, before any is rejected."""
    seeds, mutations, solutions = mutants(config, key, start, stop)
    if config.mutate.what == "grids":
        carved = _carve(config, solutions, stream_key(key.words(CARVING)), start)
    else:
        originals = _carve(config, seeds.grids, seeds.key, seeds.first)
        carved = _disguised(config, originals, seeds.of_candidate, mutations)
    return Candidates(seeds.grids[seeds.of_candidate], mutations, solutions, carved)


def mutants(
    config: SudokuConfig, key: ShardKey, start: int, stop: int
) -> tuple[Seeds, mutate.Mutations, Boards]:
    """The seeds of candidates ``start .. stop-1``, their mutations, and the grids after them."""
    settings = config.mutate
    seeds = seed_grids(config, key, start, stop)
    mutations = mutate.draw(
        stream_key(key.words(MUTATIONS)), start, stop - start, kinds=settings.moves,
        steps=settings.steps, transpose=settings.transpose, relabel=settings.relabel,
    )  # fmt: skip
    return seeds, mutations, mutations.applied(seeds.grids[seeds.of_candidate])


def seed_grids(config: SudokuConfig, key: ShardKey, start: int, stop: int) -> Seeds:
    """The seed grids of candidates ``start .. stop-1``.

    Uniform: each ``mutate.per_seed`` candidates in succession share a grid, which no other
    shard has. A population belongs to the seed of the config: all its shards and runs share
    it, and successive candidates take its grids in turn.
    """
    index = np.arange(start, stop)
    if config.grids.source == "population":
        size = config.grids.population
        words = ShardKey(config.seed, 0, 0, 0)
        grids = fill(stream_key(words.words(POPULATION)), 0, size)
        return Seeds(grids, index % size, stream_key(words.words(CARVING)), 0)
    number = index // config.mutate.per_seed
    first, count = int(number[0]), int(number[-1] - number[0]) + 1
    grids = uniform_grids(stream_key(key.words(SEED_GRIDS)), first, count)
    return Seeds(grids, number - first, stream_key(key.words(CARVING)), first)


def _carve(config: SudokuConfig, grids: Boards, key: NDArray[np.uint64], first: int) -> Carved:
    return carve(
        grids,
        key,
        first,
        target_givens=config.givens.target or 0,
        symmetry=config.givens.symmetry,
        budget=config.budget.nodes,
    )


def _disguised(
    config: SudokuConfig, originals: Carved, of: NDArray[np.int64], mutations: mutate.Mutations
) -> Carved:
    """The mutants of carved puzzles. They are unique and minimal as the originals are, but
    the proof is made again: it is the disguise whose nodes the row claims."""
    puzzles = mutations.applied(originals.puzzles[of])
    proof = count_solutions(puzzles, 2, config.budget.nodes)
    return Carved(puzzles, originals.givens[of], proof.nodes, originals.minimal[of], proof.verdicts)


def _rows(made: Candidates, index: NDArray[np.int64], kept: NDArray[np.bool_]) -> pa.Table:
    puzzles, solutions = made.carved.puzzles[kept], made.solutions[kept]
    fingerprints, solution_classes = class_fingerprints(puzzles, solutions)
    classic = empty_classic()
    columns = {
        "index": pa.array(index[kept]),
        "fingerprint": key_column(fingerprints),
        "solution_class": key_column(solution_classes),
        "proof_nodes": pa.array(made.carved.proof_nodes[kept]),
        "seed_grid": text_column(made.seed_grids[kept]),
        "mutations": ragged_column(made.mutations.text[kept], made.mutations.ends[kept]),
        "givens": text_column(puzzles),
        "solution": text_column(solutions),
        "givens_count": pa.array(made.carved.givens[kept].astype(np.int32)),
        "minimal": pa.array(made.carved.minimal[kept]),
    }
    constants = {
        "symmetry_group": GROUP,
        "variant": classic.variant,
        "solution_count": 1,
        "size": classic.size,
        "rules": rules_to_text(classic.rules),
    }
    for name in SCHEMA.names:
        if name not in columns:
            columns[name] = constant_column(name, constants.get(name), len(puzzles))
    return pa.table([columns[name] for name in SCHEMA.names], schema=SCHEMA)


def _rejected(index: NDArray[np.int64], reasons: dict[str, NDArray[np.bool_]]) -> pa.Table:
    """A row for each candidate with a reason, by index."""
    of = np.concatenate([np.flatnonzero(marked) for marked in reasons.values()])
    names = np.repeat(list(reasons), [int(marked.sum()) for marked in reasons.values()])
    order = np.argsort(of, kind="stable")
    return pa.table(
        {
            "index": pa.array(index[of[order]]),
            "reason": pa.array(names[order], pa.string()),
            "detail": pa.array([""] * len(of), pa.string()),
        }
    )
