"""Jigsaw regions: a walk among all partitions into connected groups of N cells."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from pipeline.sudoku.board import box_groups, default_box
from pipeline.sudoku.engine.make_regions import walk_regions
from pipeline.sudoku.generate.drawing import Stream


@cache
def _boxes(size: int) -> NDArray[np.uint8]:
    """The number of each cell's box, where walks begin."""
    numbers = np.empty(size * size, np.uint8)
    for number, cells in enumerate(box_groups(size, *default_box(size)), start=1):
        numbers[list(cells)] = number
    return numbers


def draw_regions(size: int, steps: int, stream: Stream) -> NDArray[np.uint8]:
    """Regions after ``steps`` tried exchanges from boxes: uint8[cells], numbered from 1.

    In the long run all layouts are equally likely; a few thousand steps on 9x9 leave little
    of the boxes.
    """
    state = stream.state()
    numbers = _boxes(size).copy()
    walk_regions(state, size, steps, numbers)
    return numbers
