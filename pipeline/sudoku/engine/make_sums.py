"""Groups of cells laid over a finished grid, for sums: grown, and cut where that is needed.

``label`` (uint8[cells]) holds the number of each cell's group from 1, 0 for no group. Groups
are connected, have at least two cells and no digit twice.
"""

import numpy as np

from pipeline.kernels import kernel
from pipeline.kernels.random import below, shuffle
from pipeline.sudoku.engine.make_regions import list_neighbours

MOST_CELLS = 16


@kernel
def grow_groups(stream, size, grid, most, covered, label):
    """Lay groups of 2 to ``most`` cells over ``grid`` until ``covered`` cells are in one.

    Fills ``label`` and returns the number of groups, or -1 where a cell was left over that no
    group beside it could take (then ``label`` means nothing).
    """
    near, near_count = list_neighbours(size)
    cells = size * size
    order = np.arange(cells)
    shuffle(stream, order, cells)
    label[:] = 0
    digits = np.zeros(cells + 1, np.int64)  # of each group, as a mask
    amount = np.zeros(cells + 1, np.int64)
    groups = 0
    taken = 0
    for cell in order:
        if taken >= covered:
            break
        if label[cell] == 0:
            groups += 1
            wanted = 2 + below(stream, most - 1)
            taken += _grow(stream, near, near_count, grid, cell, groups, wanted,
                           label, digits, amount)  # fmt: skip
    for cell in order:
        if label[cell] and amount[label[cell]] == 1 and not _join(
            stream, near, near_count, grid, cell, most, label, digits, amount
        ):  # fmt: skip
            return -1
    return number_groups(label)


@kernel
def _grow(stream, near, near_count, grid, cell, group, wanted, label, digits, amount):
    """Grow a group from ``cell`` by random neighbours without a group; returns its cells."""
    members = np.empty(MOST_CELLS, np.int64)
    members[0] = cell
    label[cell] = group
    digits[group] = 1 << grid[cell]
    count = 1
    while count < wanted:
        choices = 0
        chosen = -1
        for i in range(count):
            for j in range(near_count[members[i]]):
                other = near[members[i], j]
                if label[other] == 0 and digits[group] >> grid[other] & 1 == 0:
                    choices += 1
                    if below(stream, choices) == 0:
                        chosen = other
        if chosen < 0:
            break
        members[count] = chosen
        label[chosen] = group
        digits[group] |= 1 << grid[chosen]
        count += 1
    amount[group] = count
    return count


@kernel
def _join(stream, near, near_count, grid, cell, most, label, digits, amount):
    """Bring a group of one cell to two: join a group beside it that has room, or take a cell
    from one that can spare it. False where neither is possible."""
    own = label[cell]
    choices = 0
    chosen = 0
    for i in range(near_count[cell]):
        group = label[near[cell, i]]
        if group and amount[group] < most and digits[group] >> grid[cell] & 1 == 0:
            choices += 1
            if below(stream, choices) == 0:
                chosen = group
    if choices:
        label[cell] = chosen
        digits[chosen] |= 1 << grid[cell]
        amount[chosen] += 1
        amount[own] = 0
        return True
    for i in range(near_count[cell]):
        other = near[cell, i]
        group = label[other]
        if group and amount[group] > 2 and _stays_whole(near, near_count, other, label):
            label[other] = own
            digits[group] &= ~(1 << grid[other])
            digits[own] |= 1 << grid[other]
            amount[group] -= 1
            amount[own] = 2
            return True
    return False


@kernel
def _stays_whole(near, near_count, cell, label):
    """Is the cell's group connected without it?"""
    group = label[cell]
    members = np.empty(MOST_CELLS, np.int64)
    count = 0
    for other in range(label.shape[0]):
        if label[other] == group and other != cell:
            members[count] = other
            count += 1
    return is_whole(near, near_count, members, (1 << count) - 1)


@kernel
def is_whole(near, near_count, members, part):
    """Are the cells ``members[i]`` with bit i in ``part`` connected? (No cell: True.)"""
    reached = part & -part
    while True:
        grown = reached
        for i in range(MOST_CELLS):
            if reached >> i & 1:
                for j in range(MOST_CELLS):
                    if part >> j & 1 and grown >> j & 1 == 0:
                        for k in range(near_count[members[i]]):
                            if near[members[i], k] == members[j]:
                                grown |= 1 << j
        if grown == reached:
            return reached == part
        reached = grown


@kernel
def number_groups(label):
    """Number the groups by their first cells, from 1; returns how many there are."""
    number = np.zeros(256, np.uint8)
    count = 0
    for cell in range(label.shape[0]):
        if label[cell]:
            if number[label[cell]] == 0:
                count += 1
                number[label[cell]] = count
            label[cell] = number[label[cell]]
    return count


@kernel
def cut_group(stream, size, solution, other, label):
    """Cut one group in two where a second solution differs, so that it is none any more.

    Of all cuts into connected parts of two or more cells whose totals the two solutions do
    not share, a random one is made. Returns the new number of groups, or 0 where none is
    possible.
    """
    near, near_count = list_neighbours(size)
    members = np.empty(MOST_CELLS, np.int64)
    best = np.empty(MOST_CELLS, np.int64)
    best_part = 0
    choices = 0
    groups = 0
    for cell in range(label.shape[0]):
        groups = max(groups, label[cell])
    for group in range(1, groups + 1):
        count = 0
        differs = False
        for cell in range(label.shape[0]):
            if label[cell] == group:
                members[count] = cell
                count += 1
                differs |= solution[cell] != other[cell]
        if count < 4 or not differs:
            continue
        for part in range(3, 1 << (count - 1)):  # the last cell is always in the other part
            if _separates(near, near_count, members, count, part, solution, other):
                choices += 1
                if below(stream, choices) == 0:
                    best[:] = members
                    best_part = part
    if choices == 0:
        return 0
    for i in range(MOST_CELLS):
        if best_part >> i & 1:
            label[best[i]] = groups + 1
    return number_groups(label)


@kernel
def move_cell(stream, size, most, solution, other, label):
    """Move a cell where a second solution differs to a group beside it, so that it is none.

    The group it leaves keeps two cells or more and stays connected; the group it joins has
    fewer than ``most`` cells and not its digit. Of all such moves a random one is made; False
    where there is none.
    """
    near, near_count = list_neighbours(size)
    amount = np.zeros(256, np.int64)
    digits = np.zeros(256, np.int64)
    for cell in range(label.shape[0]):
        amount[label[cell]] += 1
        digits[label[cell]] |= 1 << solution[cell]
    choices = 0
    moved = 0
    joined = 0
    for cell in range(label.shape[0]):
        group = label[cell]
        if group == 0 or amount[group] < 3 or solution[cell] == other[cell]:
            continue
        if not _stays_whole(near, near_count, cell, label):
            continue
        for i in range(near_count[cell]):
            beside = label[near[cell, i]]
            if beside == 0 or beside == group or amount[beside] >= most:  # noqa: PLR1714
                continue
            if digits[beside] >> solution[cell] & 1 == 0:
                choices += 1
                if below(stream, choices) == 0:
                    moved, joined = cell, beside
    if choices:
        label[moved] = joined
        number_groups(label)
    return choices > 0


@kernel
def _separates(near, near_count, members, count, part, solution, other):
    """Does this part of a group, cut off, have another total in the other solution?"""
    inside = 0
    change = np.int64(0)
    for i in range(count):
        if part >> i & 1:
            inside += 1
            change = change + np.int64(other[members[i]]) - np.int64(solution[members[i]])
    if change == 0 or inside < 2 or inside > count - 2:
        return False
    rest = ((1 << count) - 1) ^ part
    whole = is_whole(near, near_count, members, part)
    return whole and is_whole(near, near_count, members, rest)
