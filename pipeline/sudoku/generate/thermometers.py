"""Thermometers: laid over a finished grid, each step to a neighbour with a greater digit."""

import numpy as np
from numpy.typing import NDArray

from pipeline.sudoku.engine.make_chains import lay_chains
from pipeline.sudoku.generate.drawing import Drawing, DrawnRules, Stream
from pipeline.sudoku.generate.relaxed import Relaxed
from pipeline.sudoku.settings import Thermometers

Bytes = NDArray[np.uint8]


def draw_thermometers(
    size: int, settings: Thermometers, solution: Bytes, stream: Stream
) -> tuple[Bytes, Bytes] | None:
    """Thermometers over a solution: numbers from 1 and places from 0, uint8[cells] each; None
    where not all of them found room."""
    state = stream.state()
    numbers, places = np.zeros(size * size, np.uint8), np.zeros(size * size, np.uint8)
    laid = lay_chains(
        state, size, solution, settings.count, settings.min_length, settings.max_length,
        settings.diagonal_steps, numbers, places,
    )  # fmt: skip
    return (numbers, places) if laid == settings.count else None


def thermometers_needed(
    rules: DrawnRules, drawing: Drawing, solution: Bytes, givens: Bytes, budget: int
) -> list[bool]:
    """For each thermometer: is the puzzle ambiguous without it? What the budget leaves open
    counts as needed."""
    relaxed = Relaxed(rules, drawing, solution, givens, budget)
    laid = drawing.thermometers
    return [
        not relaxed.stays_unique(thermometers=np.where(laid == number, np.uint8(0), laid))
        for number in range(1, int(laid.max()) + 1)
    ]
