"""Killer cages: grown over a finished grid, and repaired until the sums alone decide."""

from dataclasses import replace
from math import ceil

import numpy as np
from numpy.typing import NDArray

from pipeline.sudoku.engine.general import MULTIPLE
from pipeline.sudoku.engine.make_sums import cut_group, grow_groups, move_cell
from pipeline.sudoku.generate.drawing import Drawing, DrawnRules, Stream
from pipeline.sudoku.generate.relaxed import Relaxed
from pipeline.sudoku.settings import Cages

Bytes = NDArray[np.uint8]

TO_REPAIR = 2
"""Units compared at once with cages (``DrawnRules.compile``): what made most rows a second."""


def draw_cages(size: int, settings: Cages, solution: Bytes, stream: Stream) -> Bytes | None:
    """Cages over a solution: uint8[cells], numbered from 1; None where a cell was left over.

    A neighbour joins a cage only if its digit is not in it; no cage has a single cell.
    """
    state = stream.state()
    cages = np.zeros(size * size, np.uint8)
    covered = ceil(settings.coverage * size * size)
    made = grow_groups(state, size, solution, settings.max_size, covered, cages)
    return cages if made > 0 else None


def repair(
    rules: DrawnRules, settings: Cages, drawing: Drawing, solution: Bytes, budget: int,
    stream: Stream,
) -> tuple[Drawing, int, int, int]:  # fmt: skip
    """Change cages until the puzzle without givens has one solution.

    Where a second solution differs, a cage is cut in two parts of two or more cells, or, if
    none can be cut, a cell goes over to the cage beside it. Returns the last drawing, its
    verdict (MULTIPLE where nothing could be done or ``settings.repairs`` are spent), the nodes
    of the last proof and the repairs made.
    """
    state = stream.state()
    cages = drawing.cages.copy()
    for repairs in range(settings.repairs + 1):
        drawing = replace(drawing, cages=cages)
        compiled = rules.compile(drawing, solution, TO_REPAIR)
        verdict, other, nodes = compiled.exists_without(solution, None, budget)
        if verdict != MULTIPLE or repairs == settings.repairs:
            break
        cages = cages.copy()
        cut = cut_group(state, rules.size, solution, other, cages)
        if not cut and not move_cell(state, rules.size, settings.max_size, solution, other, cages):
            break
    return drawing, verdict, nodes, repairs


def cages_needed(
    rules: DrawnRules, drawing: Drawing, solution: Bytes, givens: Bytes, budget: int
) -> int:
    """How many cages are left after taking them away, the first one first, each for good if
    the solution stays the only one. What the budget leaves open counts as needed."""
    relaxed = Relaxed(rules, drawing, solution, givens, budget)
    cages = drawing.cages.copy()
    left = 0
    for number in range(1, int(cages.max()) + 1):
        own = cages == number
        cages[own] = 0
        if not relaxed.stays_unique(cages=cages):
            cages[own] = number
            left += 1
    return left
