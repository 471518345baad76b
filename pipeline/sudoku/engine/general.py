"""The general engine: any list of constraints, compiled once, asked many times.

    rules = compile_rules(9, propagators)
    rules.count(givens)                  # how many solutions has each of these boards?

The engine knows four kinds of propagator (``pipeline.sudoku.propagators``) and no rule's
name. Answers and node counts depend on the rule list and the givens alone: not on what was
asked before, not on the machine.
"""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pipeline.sudoku.engine import questions
from pipeline.sudoku.engine.compile import compile_arrays
from pipeline.sudoku.engine.constraints import (
    GIVEN_DISTINCT,
    GIVEN_LOOSE_SUM,
    GIVEN_SUM,
    GIVEN_UNIT,
    Constraints,
)
from pipeline.sudoku.engine.equations import MAX_UNION
from pipeline.sudoku.engine.memory import BASE, MAX_DIGITS
from pipeline.sudoku.engine.sums import digit_sets
from pipeline.sudoku.propagators import Propagator, Relation, Sum, Unit

NONE, UNIQUE, MULTIPLE, UNDECIDED = 0, 1, 2, 3
"""Verdict codes, as in the classic engine."""
ANSWERS = ("none", "unique", "multiple", "undecided")
NO_LIMIT = 2**62
DEFAULT_BUDGET = 10_000_000

Board = NDArray[np.uint8]

NO_KEY = np.zeros(4, np.uint64)


@dataclass(frozen=True)
class Counts:
    """Answers about n boards."""

    counts: NDArray[np.int64]
    """Solutions found, never more than the limit; exact where it is less and ``decided``."""
    nodes: NDArray[np.int64]
    """Guesses the search made."""
    decided: NDArray[np.bool_]
    """False where the budget ran out first: ``counts`` is then only a lower bound."""
    solutions: Board
    """uint8[n, some, cells]: the first solutions, as many as were asked for and found."""

    @property
    def verdicts(self) -> NDArray[np.int8]:
        """NONE, UNIQUE, MULTIPLE or UNDECIDED for each board (if the limit was at least 2)."""
        verdicts = np.minimum(self.counts, MULTIPLE).astype(np.int8)
        verdicts[~self.decided & (self.counts < MULTIPLE)] = UNDECIDED
        return verdicts


@dataclass(frozen=True)
class Carved:
    """What carving a solution left."""

    givens: Board
    """uint8[cells], 0 = empty; one solution under the rules, if the start had one."""
    count: int
    nodes: int
    decided: bool
    """False if a removal was not made because the budget ran out: then not surely minimal."""


@dataclass(frozen=True)
class Filled:
    """Random solutions."""

    solutions: Board
    """uint8[n, cells]; a row is only meaningful where ``found``."""
    found: NDArray[np.bool_]
    nodes: NDArray[np.int64]


class CompiledRules:
    """A compiled rule list. Safe to share between threads: it is never written."""

    def __init__(self, size: int, program: NDArray[np.int64]) -> None:
        """Finish and hold a program made by ``compile.compile_arrays``."""
        self.size = size
        self.cells = size * size
        self.program = program
        nothing = np.empty((0, self.cells), np.uint8)
        self._ask(questions.SETTLE, nothing, nothing[None], 0)

    @property
    def candidates(self) -> NDArray[np.uint16]:
        """uint16[cells]: masks of the digits that the rules leave on the empty board."""
        first = int(self.program[BASE])
        return self.program.view(np.uint16)[first : first + self.cells].copy()

    def count(
        self, givens: Board, limit: int = 2, budget: int = DEFAULT_BUDGET, keep: int = 0
    ) -> Counts:
        """Search each row of ``givens`` (uint8[n, cells] or [cells]) for up to ``limit`` solutions.

        ``budget`` is guesses a board. The first ``keep`` solutions of each are returned.
        """
        boards = self._boards(givens)
        solutions = np.zeros((len(boards), keep, self.cells), np.uint8)
        return self._ask(questions.COUNT, boards, solutions, budget, limit=limit)

    def solve(self, givens: Board, limit: int = 2, budget: int = DEFAULT_BUDGET) -> Counts:
        """``count`` with all solutions found kept (``limit`` of them: mind the memory)."""
        return self.count(givens, limit, budget, keep=limit)

    def carve(
        self,
        solution: Board,
        key: NDArray[np.uint64],
        index: int,
        *,
        target: int = 0,
        minimal: bool = False,
        budget: int = 10_000,
        givens: Board | None = None,
    ) -> Carved:
        """Take givens away in random order while the answer stays unique under all rules.

        ``solution``: uint8[cells], a solution of the rules. Starts from ``givens`` (by default
        all of it), which must have this one solution; stops at ``target`` givens, or with
        ``minimal`` only when every given has been tried. ``budget`` is guesses a question.
        """
        known = self._boards(solution)[:1].copy()
        left = known.copy() if givens is None else self._boards(givens)[:1].copy()
        stop = -1 if minimal else target
        answer = self._ask(
            questions.CARVE, left, known[None], budget, target=stop, key=key, index=index
        )
        return Carved(left[0], int(answer.counts[0]), int(answer.nodes[0]), bool(answer.decided[0]))

    def fill(
        self,
        key: NDArray[np.uint64],
        first_index: int,
        count: int,
        *,
        budget: int = 100_000,
        givens: Board | None = None,
    ) -> Filled:
        """Random solutions for streams ``first_index ..``, each within ``budget`` guesses.

        Not uniform: the search takes a random candidate of a cell with the fewest.
        """
        board = self._start(givens)
        solutions = np.zeros((count, 1, self.cells), np.uint8)
        boards = np.repeat(board, count, axis=0)
        answer = self._ask(
            questions.FILL, boards, solutions, budget, limit=1, key=key, index=first_index
        )
        return Filled(solutions[:, 0], answer.counts > 0, answer.nodes)

    def exists_without(
        self, solution: Board, givens: Board | None = None, budget: int = DEFAULT_BUDGET
    ) -> tuple[int, Board, int]:
        """Is there a solution other than ``solution``? (verdict, it, nodes).

        The verdict is UNIQUE (no other), MULTIPLE (here it is) or UNDECIDED.
        """
        other = self._boards(solution)[:1].copy()[None]
        answer = self._ask(questions.OTHER, self._start(givens), other, budget, limit=2)
        verdict = MULTIPLE if answer.counts[0] else UNIQUE if answer.decided[0] else UNDECIDED
        return verdict, other[0, 0], int(answer.nodes[0])

    def _ask(
        self,
        question: int,
        boards: Board,
        solutions: Board,
        budget: int,
        *,
        limit: int = 1,
        target: int = 0,
        key: NDArray[np.uint64] = NO_KEY,
        index: int = 0,
    ) -> Counts:
        n = len(boards)
        counts, nodes = np.empty(n, np.int64), np.empty(n, np.int64)
        decided = np.empty(n, np.bool_)
        questions.ask(
            self.program, question, boards, solutions, limit, budget, target, key, index,
            counts, nodes, decided,
        )  # fmt: skip
        return Counts(counts, nodes, decided, solutions)

    def _start(self, givens: Board | None) -> Board:
        return np.zeros((1, self.cells), np.uint8) if givens is None else self._boards(givens)

    def _boards(self, givens: Board) -> Board:
        boards: Board = np.ascontiguousarray(givens, np.uint8)
        if boards.ndim == 1:
            boards = boards[None]
        if boards.ndim != 2 or boards.shape[1] != self.cells:
            raise ValueError(f"expected rows of {self.cells} digits, not shape {givens.shape}")
        if boards.size and boards.max() > self.size:
            raise ValueError(f"a given is greater than {self.size}")
        return boards


@functools.cache
def sets_of(size: int) -> tuple[NDArray[np.int64], NDArray[np.uint16]]:
    """``sums.digit_sets(size)``, made once a process."""
    tables: tuple[NDArray[np.int64], NDArray[np.uint16]] = digit_sets(size)
    return tables


def flatten(size: int, propagators: Sequence[Propagator]) -> Constraints:
    """The propagators as flat arrays. ``ValueError`` if one does not fit the board."""
    kinds: list[int] = []
    lengths: list[int] = [0]
    cells: list[int] = []
    totals: list[int] = []
    relations: list[tuple[int, int, int]] = []
    tables: dict[tuple[int, ...], int] = {}
    for item in propagators:
        if isinstance(item, Relation):
            row = tables.setdefault(item.allowed, len(tables))
            relations.append((item.a, item.b, row))
            continue
        kind, total = GIVEN_DISTINCT, 0
        if isinstance(item, Unit):
            kind = GIVEN_UNIT
        elif isinstance(item, Sum):
            kind, total = GIVEN_SUM if item.distinct else GIVEN_LOOSE_SUM, item.total
        kinds.append(kind)
        totals.append(total)
        cells.extend(item.cells)
        lengths.append(len(cells))
    constraints = Constraints(
        np.array(kinds, np.uint8),
        np.array(lengths, np.uint32),
        np.array(cells, np.uint16),
        np.array(totals, np.int64),
        np.array(relations, np.uint16).reshape(-1, 3),
        np.array(list(tables), np.uint16).reshape(-1, size),
    )
    _check(size, constraints)
    return constraints


def _check(size: int, constraints: Constraints) -> None:
    cells: Any = (constraints.cells, constraints.relations[:, :2])
    if any(part.size and part.max() >= size * size for part in cells):
        raise ValueError(f"a propagator has a cell off the {size}x{size} board")
    lengths = np.diff(constraints.start)
    if np.any(lengths[constraints.kind < GIVEN_LOOSE_SUM] > size):
        raise ValueError(f"more than {size} distinct cells in one propagator")
    if np.any(lengths[constraints.kind == GIVEN_UNIT] != size):
        raise ValueError(f"a unit must have {size} cells")


def compile_rules(size: int, propagators: Sequence[Propagator]) -> CompiledRules:
    """Compile a rule list for a board of ``size`` x ``size`` cells (at most 16)."""
    if not 1 <= size <= MAX_DIGITS:
        raise ValueError(f"size must be 1 to {MAX_DIGITS}, not {size}")
    return compile_constraints(size, flatten(size, propagators))


def compile_constraints(
    size: int, constraints: Constraints, max_union: int = MAX_UNION
) -> CompiledRules:
    """The same from flat arrays, for callers that make many rule lists.

    ``max_union``: units that are compared at once with what meets them. Fewer compile faster
    and may need more guesses; answers are the same.
    """
    return CompiledRules(size, compile_arrays(size, constraints, *sets_of(size), max_union))
