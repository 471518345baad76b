"""Random regions: a walk among the partitions of the board into connected groups of N cells.

A step exchanges two cells of different groups where both groups stay connected. Steps are
accepted such that all partitions are equally likely in the long run (Metropolis-Hastings);
a short walk stays near where it began.
"""

import numpy as np

from pipeline.kernels import kernel
from pipeline.kernels.random import below


@kernel
def list_neighbours(size):
    """(int16[cells, 4], int64[cells]): the cells that share an edge with each, and how many."""
    near = np.full((size * size, 4), -1, np.int16)
    count = np.zeros(size * size, np.int64)
    for cell in range(size * size):
        row, column = cell // size, cell % size
        for step in range(4):
            i = row + (step == 1) - (step == 0)
            j = column + (step == 3) - (step == 2)
            if 0 <= i < size and 0 <= j < size:
                near[cell, count[cell]] = i * size + j
                count[cell] += 1
    return near, count


@kernel
def count_inside(near, near_count, region_of, cell, region):
    """How many neighbours of ``cell`` lie in ``region``."""
    inside = 0
    for i in range(near_count[cell]):
        inside += region_of[near[cell, i]] == region
    return inside


@kernel
def is_connected(near, near_count, region_of, start, amount, queue, seen):
    """Can all ``amount`` cells of the region of ``start`` be reached from it?

    ``queue`` (int16[cells]) and ``seen`` (bool[cells], all False, left so) are scratch.
    """
    region = region_of[start]
    queue[0] = start
    seen[start] = True
    reached = 1
    done = 0
    while done < reached:
        cell = queue[done]
        done += 1
        for i in range(near_count[cell]):
            other = near[cell, i]
            if region_of[other] == region and not seen[other]:
                seen[other] = True
                queue[reached] = other
                reached += 1
    for i in range(reached):
        seen[queue[i]] = False
    return reached == amount


@kernel
def exchange(stream, size, near, near_count, region_of, queue, seen):
    """Try one step: exchange a cell with one of a neighbouring region. True if it was made."""
    a = below(stream, size * size)
    beside = near[a, below(stream, near_count[a])]
    region_a, region_b = region_of[a], region_of[beside]
    if region_a == region_b:
        return False
    wanted = below(stream, size)  # the cell's number within its region
    b = -1
    while wanted >= 0:
        b += 1
        wanted -= region_of[b] == region_b
    ahead = _ways(near, near_count, region_of, a, b)
    region_of[a], region_of[b] = region_b, region_a
    back = _ways(near, near_count, region_of, b, a)
    if (
        count_inside(near, near_count, region_of, a, region_b)
        and count_inside(near, near_count, region_of, b, region_a)
        and below(stream, 144) * ahead < 144 * back
        and is_connected(near, near_count, region_of, a, size, queue, seen)
        and is_connected(near, near_count, region_of, b, size, queue, seen)
    ):
        return True
    region_of[a], region_of[b] = region_a, region_b
    return False


@kernel
def _ways(near, near_count, region_of, a, b):
    """How likely it is that ``exchange`` proposes these two cells, in units of 1/144 (cells
    have 2, 3 or 4 neighbours), but for a factor that is the same for all pairs."""
    toward_b = 12 // near_count[a] * count_inside(near, near_count, region_of, a, region_of[b])
    toward_a = 12 // near_count[b] * count_inside(near, near_count, region_of, b, region_of[a])
    return toward_a + toward_b


@kernel
def walk_regions(stream, size, steps, region_of):
    """Change ``region_of`` (uint8[cells], the group of each cell) by ``steps`` tried steps.

    Returns how many were made.
    """
    near, near_count = list_neighbours(size)
    queue = np.empty(size * size, np.int16)
    seen = np.zeros(size * size, np.bool_)
    made = 0
    for _ in range(steps):
        made += exchange(stream, size, near, near_count, region_of, queue, seen)
    return made
