"""What is drawn for one candidate, as arrays; and from arrays to rules and back to constraints.

A drawing numbers the cells of each kind of thing from 1 (0: not in any), so that kernels can
change it and a whole batch is a few arrays.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random import start_stream
from pipeline.sudoku.board import Cells
from pipeline.sudoku.engine.constraints import Constraints
from pipeline.sudoku.engine.equations import MAX_UNION
from pipeline.sudoku.engine.general import CompiledRules, compile_constraints, flatten
from pipeline.sudoku.engine.make_constraints import assemble
from pipeline.sudoku.rules.groups import Jigsaw
from pipeline.sudoku.rules.killer import Cage, Killer
from pipeline.sudoku.rules.protocol import Rule, relation
from pipeline.sudoku.rules.thermometers import Thermometers

Bytes = NDArray[np.uint8]


@dataclass(frozen=True)
class Stream:
    """The random stream of one candidate in one stage: the stage's key and the index."""

    key: NDArray[np.uint64]
    index: int

    def state(self) -> NDArray[np.uint64]:
        """Its state at the beginning, for kernels that draw from it."""
        state = np.empty(4, np.uint64)
        start_stream(state, self.key, self.index)
        return state


@dataclass(frozen=True)
class Drawing:
    """Numbers of regions, cages and thermometers: uint8[cells] each.

    ``places``: the place of a cell on its thermometer, from 0 at the bulb.
    """

    regions: Bytes
    cages: Bytes
    thermometers: Bytes
    places: Bytes

    @classmethod
    def empty(cls, cells: int) -> "Drawing":
        """Nothing drawn."""
        nothing = np.zeros(cells, np.uint8)
        return cls(nothing, nothing, nothing, nothing)

    def is_empty(self) -> bool:
        """Is nothing drawn at all?"""
        return not (self.regions.any() or self.cages.any() or self.thermometers.any())

    def rules(self, solution: Bytes, size: int) -> list[Rule]:
        """The rules that it draws, with the totals that the solution has."""
        rules: list[Rule] = []
        if self.regions.any():
            rules.append(Jigsaw(size, tuple(groups(self.regions))))
        if self.cages.any():
            cages = (Cage(c, sum(int(solution[i]) for i in c)) for c in groups(self.cages))
            rules.append(Killer(size, tuple(cages)))
        if self.thermometers.any():
            laid = groups(self.thermometers)
            ordered = (tuple(sorted(cells, key=self.places.__getitem__)) for cells in laid)
            rules.append(Thermometers(size, tuple(ordered)))
        return rules


def groups(numbers: Bytes) -> list[Cells]:
    """The cells of each number from 1 on, in ascending order."""
    found: list[list[int]] = [[] for _ in range(int(numbers.max()))]
    for cell, number in enumerate(numbers.tolist()):
        if number:
            found[number - 1].append(cell)
    return [tuple(cells) for cells in found]


class DrawnRules:
    """Compiles drawings on boards that share a list of undrawn rules."""

    def __init__(self, size: int, rules: Sequence[Rule]) -> None:
        self.size = size
        self.rules = tuple(rules)
        board = flatten(size, [p for rule in rules for p in rule.propagators()])
        increasing = np.array([relation(size, 0, 1, lambda x, y: x < y).allowed], np.uint16)
        self.board: Constraints = board._replace(tables=np.vstack([board.tables, increasing]))
        self.plain: CompiledRules = compile_constraints(size, self.board)

    def compile(
        self, drawing: Drawing, solution: Bytes, max_union: int = MAX_UNION
    ) -> CompiledRules:
        """The rules of the board and of the drawing; totals are those of ``solution``.

        ``max_union``: see ``compile_constraints``; the fewer questions a drawing is asked, the
        less is worth deriving from it.
        """
        if drawing.is_empty():
            return self.plain
        constraints = assemble(
            self.board,
            solution,
            drawing.regions,
            drawing.cages,
            drawing.thermometers,
            drawing.places,
        )
        return compile_constraints(self.size, constraints, max_union)
