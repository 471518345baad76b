"""Counting and listing the fillings of a tile set with the engine.

Three counts are told apart: ``raw`` (every tile and every rotation of the board told apart),
``distinct`` (fillings that look different; equal tiles, and turns of a symmetric tile,
merged) and ``up_to_rotation`` (a filling and its rotations merged too, as far as the board
and its sides allow rotations).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pipeline.family import Verdict
from pipeline.tiles import reference
from pipeline.tiles.engine import lanes, plain, tables
from pipeline.tiles.tile_set import (
    Board,
    TileSet,
    board_text,
    least_turn,
    period,
    rotate_board,
)

NO_LIMIT = 2**62
ROOTS_WANTED = 64
MOST_LABELS_OF_LANES = 180

Counts = NDArray[np.int64]
"""Placements on each cell in row order; on the last cell these are the fillings."""
Root = Board
"""A partial filling of the first cells, from which a part of the search starts."""

Run = Callable[[Callable[..., Any], Sequence[tuple[Any, ...]]], Iterable[Any]]
"""``run(function, tasks)`` calls the function with the arguments of each task, wherever it
likes, and gives the results in any order."""


@dataclass(frozen=True)
class Count:
    """What a full count found; ``finished`` is False where the budget ended it.

    Where it is not finished, ``raw`` and ``placements`` are lower bounds and the other
    counts are None.
    """

    raw: int
    distinct: int | None
    up_to_rotation: int | None
    placements: tuple[int, ...]
    finished: bool

    @property
    def nodes(self) -> int:
        """Tiles placed in all."""
        return sum(self.placements)

    @property
    def tries(self) -> int:
        """Turned tiles tried: the numerator of the published lists' difficulty."""
        return reference.tries(list(self.placements))

    @property
    def difficulty(self) -> float | None:
        """Tries a raw solution; None without one or without a finished count."""
        return self.tries / self.raw if self.raw and self.finished else None


def all_turns(tile_set: TileSet) -> NDArray[np.int64]:
    """Every tile in every orientation, as the kernels' ``allowed``."""
    return np.full(tile_set.cells, 0b1111, np.int64)


def distinct_turns(tile_set: TileSet) -> NDArray[np.int64]:
    """Each orientation of a symmetric tile once."""
    return np.array([(1 << period(tile)) - 1 for tile in tile_set.tiles], np.int64)


@dataclass(frozen=True)
class LaneTables:
    """The tables of ``engine.tables`` for one set; they hold addresses, so they stay here."""

    words: NDArray[np.int64]
    head: NDArray[np.int64]
    bits: NDArray[np.int64]


def lane_tables(tile_set: TileSet, allowed: NDArray[np.int64]) -> LaneTables | None:
    """The tables, or None for a set that does not fit 64 mask bits."""
    tiles, mates, sides = tile_set.arrays
    if len(mates) > MOST_LABELS_OF_LANES or tile_set.cells < 2:
        return None
    words = np.empty(tables.table_words(len(tiles), len(mates)), np.int64)
    head = np.zeros(tables.HEAD_WORDS, np.int64)
    bits = np.zeros((len(tiles), 4), np.int64)
    fits = tables.build(tiles, mates, sides, allowed, bits, words, head)
    return LaneTables(words, head, bits) if fits else None


def placements(
    tile_set: TileSet,
    *,
    budget: int = NO_LIMIT,
    limit: int = NO_LIMIT,
    allowed: NDArray[np.int64] | None = None,
    roots: Sequence[Root] | None = None,
) -> tuple[Counts, bool]:
    """Count the placements on each cell, all or those below ``roots`` (of one length).

    The second value is False where ``budget`` placements or ``limit`` fillings ended it.
    """
    allowed = all_turns(tile_set) if allowed is None else allowed
    prepared = lane_tables(tile_set, allowed)
    if prepared is None:
        counts, found, _ = _plain(tile_set, allowed, budget=budget, limit=limit, roots=roots)
        return counts, 0 <= found < limit
    counts = np.zeros(tile_set.cells, np.int64)
    rows, columns, head = tile_set.rows, tile_set.columns, prepared.head
    scratch = np.zeros(lanes.LANES * lanes.lane_words(rows, columns), np.int64)
    if roots is None:
        bits = np.zeros((64 * ROOTS_WANTED, tile_set.cells), np.uint8)
        number, depth = lanes.expand(rows, columns, head, ROOTS_WANTED, scratch, bits, counts)
    else:
        chosen = [[prepared.bits[tile, turns] for tile, turns in root] for root in roots]
        bits = np.array(chosen, np.uint8).reshape(len(roots), -1)
        number, depth = bits.shape
    finished = lanes.count_from(
        prepared.words, head, rows, columns, bits, number, depth, budget, limit, scratch, counts
    )
    return counts, bool(finished)


def _plain(
    tile_set: TileSet,
    allowed: NDArray[np.int64],
    *,
    budget: int = NO_LIMIT,
    limit: int = NO_LIMIT,
    roots: Sequence[Root] | None = None,
    twin: Sequence[int] | None = None,
    keep: int = 0,
    fixed: NDArray[np.int64] | None = None,
) -> tuple[Counts, int, NDArray[np.int16]]:
    """``plain.search``: the placements, the fillings found (-1 - found at the budget), boards."""
    tiles, mates, sides = tile_set.arrays
    starts = np.zeros(4 * (len(mates) + 1) ** 2 + 1, np.int32)
    tile_of, turn_of = np.zeros((2, 64 * len(tiles)), np.int16)
    plain.list_candidates(tiles, mates, sides, allowed, starts, tile_of, turn_of)
    counts = np.zeros(tile_set.cells, np.int64)
    boards = np.zeros((keep, tile_set.cells, 2), np.int16)
    start = np.zeros((1, 0, 2), np.int16) if roots is None else np.array(roots, np.int16)
    found = plain.search(
        tiles, mates, sides, tile_set.rows, tile_set.columns, starts, tile_of, turn_of,
        np.full(len(tiles), -1, np.int64) if twin is None else np.array(twin, np.int64),
        budget, limit, start, counts, boards, np.zeros(0, np.int64) if fixed is None else fixed,
    )  # fmt: skip
    return counts, int(found), boards[: found if found >= 0 else -1 - found]


def fillings(
    tile_set: TileSet, limit: int, *, budget: int = NO_LIMIT, distinct: bool = True
) -> tuple[list[Board], int, bool]:
    """Up to ``limit`` fillings, those that look different or all; placements; finished?

    It is finished when there are no more; a board at the limit may have more.
    """
    counts, found, boards = _plain(
        tile_set,
        distinct_turns(tile_set) if distinct else all_turns(tile_set),
        budget=budget,
        limit=limit,
        twin=reference.twins(tile_set) if distinct else None,
        keep=limit,
    )
    listed = [tuple((int(tile), int(turns)) for tile, turns in board) for board in boards]
    return listed, int(counts.sum()), 0 <= found < limit


def _orbits(tile_set: TileSet, distinct: int, budget: int) -> int | None:
    """Fillings up to rotation (Burnside's lemma); None where the budget does not suffice."""
    turns = len(tile_set.rotations)
    if turns == 1 or not reference.has_rotation_fixed_shape(tile_set):
        return distinct // turns
    fixed = np.zeros(2, np.int64)
    _, found, _ = _plain(
        tile_set,
        distinct_turns(tile_set),
        budget=budget,
        twin=reference.twins(tile_set),
        fixed=fixed,
    )
    if found < 0:
        return None
    quarter, half = int(fixed[plain.QUARTER]), int(fixed[plain.HALF])
    return (distinct + half + (2 * quarter if turns == 4 else 0)) // turns


def summary(tile_set: TileSet, counts: Counts, finished: bool, budget: int = NO_LIMIT) -> Count:
    """The three counts from the placements on each cell."""
    raw = int(counts[-1])
    distinct = orbits = None
    if finished:
        distinct = raw // tile_set.merged
        orbits = _orbits(tile_set, distinct, budget)
    return Count(
        raw=raw,
        distinct=distinct,
        up_to_rotation=orbits,
        placements=tuple(map(int, counts)),
        finished=finished and orbits is not None,
    )


def count(tile_set: TileSet, budget: int = NO_LIMIT) -> Count:
    """Count all fillings, with at most about ``budget`` placements."""
    counts, finished = placements(tile_set, budget=budget)
    return summary(tile_set, counts, finished, budget)


def _is_alone(tile_set: TileSet, tile: int) -> bool:
    """Does the tile look like no other, and like no turn of itself?"""
    looks = [least_turn(other) for other in tile_set.tiles]
    return looks.count(looks[tile]) == 1 and period(tile_set.tiles[tile]) == 4


def pivot(tile_set: TileSet) -> int | None:
    """A tile whose turn tells the rotations of every filling apart, if there is one."""
    return next((tile for tile in range(tile_set.cells) if _is_alone(tile_set, tile)), None)


def one_of_each_rotation(tile_set: TileSet) -> tuple[NDArray[np.int64], int]:
    """Turns under which one filling of each orbit is left, and how many there are in an orbit.

    In a frame a corner tile goes to the first cell, and the others never lie there; on
    other boards one tile's turns are cut down.
    """
    allowed, turns = all_turns(tile_set), len(tile_set.rotations)
    chosen = pivot(tile_set)
    if chosen is None or turns == 1:
        return allowed, 1
    allowed[chosen] = (1 << (4 // turns)) - 1
    frame = tile_set.sides[0]
    if turns == 4 and tile_set.cells > 1 and frame is not None and tile_set.mates[frame] is None:
        corners = [
            (tile, turn)
            for tile in range(tile_set.cells)
            for turn in range(4)
            if tile_set.edge(tile, turn, 0) == tile_set.edge(tile, turn, 3) == frame
        ]
        tile_there = next((tile for tile, _ in corners if _is_alone(tile_set, tile)), None)
        if tile_there is not None:
            allowed = all_turns(tile_set)
            for tile, turn in corners:
                allowed[tile] = 1 << turn if tile == tile_there else 0b1111 & ~(1 << turn)
    return allowed, turns


def count_raw(tile_set: TileSet, budget: int = NO_LIMIT) -> tuple[int, bool]:
    """Only ``raw``: the fillings of one orbit each, times the rotations."""
    allowed, turns = one_of_each_rotation(tile_set)
    counts, finished = placements(tile_set, budget=budget, allowed=allowed)
    return int(counts[-1]) * turns, finished


def split(tile_set: TileSet, wanted: int) -> tuple[list[Root], Counts]:
    """At least ``wanted`` roots if there are so many, and the placements on the cells before.

    The search below each root is a task of its own, for ``count_from``; the sum of all
    tasks' placements and of those returned here is that of the whole search.
    """
    roots: list[Root] = [()]
    counts = np.zeros(tile_set.cells, np.int64)
    for cell in range(tile_set.cells - 1):
        roots = [
            (*root, (tile, turns))
            for root in roots
            for tile in range(tile_set.cells)
            if all(tile != placed for placed, _ in root)
            for turns in range(4)
            if reference.fits(tile_set, root, tile, turns)
        ]
        counts[cell] = len(roots)
        if len(roots) >= wanted or not roots:
            break
    return roots, counts


def count_from(tile_set: TileSet, roots: Sequence[Root]) -> list[int]:
    """The placements on each cell below some roots of one length (a task of a large count)."""
    return [int(number) for number in placements(tile_set, roots=roots)[0]] if roots else []


def count_by_parts(tile_set: TileSet, parts: int, run: Run) -> Count:
    """``count`` without a budget, cut by roots into up to ``parts`` tasks for ``run``."""
    roots, counts = split(tile_set, 8 * parts)
    tasks = [roots[start::parts] for start in range(min(parts, len(roots)))]
    for part in run(count_from, [(tile_set, task) for task in tasks]):
        counts += np.array(part, np.int64)
    return summary(tile_set, counts, finished=True)


def verdict(tile_set: TileSet, *, limit: int, budget: int) -> Verdict:
    """The answer about one set: is there a filling, and one only up to rotation?

    ``solutions`` are up to ``limit`` fillings of which no two look like each other or a
    rotation of each other. If the budget does not suffice for the count, two of them still
    prove ``multiple``.
    """
    counted = count(tile_set, budget)
    number = counted.up_to_rotation
    several, spent, complete = unlike(tile_set, 1 if number == 1 else max(2, limit), budget)
    if number is not None:
        answer = "none" if number == 0 else "unique" if number == 1 else "multiple"
    elif complete:
        answer = "none" if not several else "unique" if len(several) == 1 else "multiple"
    else:
        answer = "multiple" if len(several) > 1 else "undecided"
    notes = {
        "solutions_raw": counted.raw,
        "distinct": counted.distinct,
        "up_to_rotation": counted.up_to_rotation,
        "tries": counted.tries,
        "difficulty": counted.difficulty,
    }
    if not counted.finished:
        notes = {"at_least_raw": counted.raw}
    texts = tuple(board_text(tile_set, board) for board in several[:limit])
    return Verdict(answer, counted.nodes + spent, texts, notes)


def unlike(tile_set: TileSet, limit: int, budget: int) -> tuple[list[Board], int, bool]:
    """Up to ``limit`` fillings of which none is a rotation of another; placements; all?"""
    wanted = (limit - 1) * len(tile_set.rotations) + 1
    listed, spent, complete = fillings(tile_set, wanted, budget=budget)
    seen: set[tuple[int, ...]] = set()
    unlike = []
    for board in listed:
        if reference.look(tile_set, board) in seen:
            continue
        unlike.append(board)
        for turns in tile_set.rotations:
            seen.add(reference.look(tile_set, rotate_board(tile_set, board, turns)))
    return unlike[:limit], spent, complete
