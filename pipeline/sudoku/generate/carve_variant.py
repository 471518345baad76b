"""Carving givens under any rule list: one by one, while the answer stays unique under all."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.sudoku.engine.general import UNDECIDED, UNIQUE, CompiledRules
from pipeline.sudoku.generate.drawing import Stream
from pipeline.sudoku.settings import Givens

Bytes = NDArray[np.uint8]


@dataclass(frozen=True)
class Carved:
    """Givens (uint8[cells]), the verdict and nodes of the final proof, and whether no given
    can go (None: there are none)."""

    givens: Bytes
    verdict: int
    nodes: int
    minimal: bool | None


def carve(
    rules: CompiledRules, solution: Bytes, wanted: Givens, budget: int, stream: Stream
) -> Carved:
    """Carve from the full solution, in the random order of the stream.

    Asks "is there a solution in which this cell is not its digit?". A removal that the budget
    leaves open is not made; with ``wanted.minimal`` the verdict is UNDECIDED then.
    """
    key, index = stream.key, stream.index
    cut = rules.carve(
        solution, key, index, target=wanted.target or 0, minimal=wanted.minimal, budget=budget
    )
    verdict, _, nodes = rules.exists_without(solution, cut.givens, budget)
    minimal = wanted.minimal
    if not wanted.minimal:  # stopped at the target: can more go?
        more = rules.carve(solution, key, index, minimal=True, budget=budget, givens=cut.givens)
        minimal = more.count == cut.count and more.decided
    elif verdict == UNIQUE and not cut.decided:
        verdict = UNDECIDED
    return Carved(cut.givens, verdict, nodes, minimal if cut.count else None)
