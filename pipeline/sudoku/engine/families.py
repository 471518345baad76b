"""Units that do not meet form families: rows, columns, boxes or regions, a diagonal."""

import numpy as np

from pipeline.kernels import inner_kernel
from pipeline.sudoku.engine.bits import lowest_index


@inner_kernel
def _connected(bits, digits, work):
    """Do the cells hang together by their sides? ``work`` is int64[2, W]."""
    words = bits.shape[0]
    reached, fresh = work[0], work[1]
    left = 0
    for word in range(words):
        reached[word] = 0
        fresh[word] = 0
    for word in range(words):
        if bits[word]:
            fresh[word] = bits[word] & -bits[word]
            break
    growing = True
    while growing:
        growing = False
        for word in range(words):
            while fresh[word]:
                cell = 64 * word + lowest_index(fresh[word])
                fresh[word] &= fresh[word] - 1
                reached[cell >> 6] |= 1 << (cell & 63)
                column = cell % digits
                for step in range(4):
                    other = cell + (1, -1, digits, -digits)[step]
                    if (step == 0 and column == digits - 1) or (step == 1 and column == 0):
                        continue
                    if other < 0 or other >= digits * digits:
                        continue
                    bit = 1 << (other & 63)
                    if bits[other >> 6] & ~reached[other >> 6] & bit:
                        fresh[other >> 6] |= bit
                        growing = True
    for word in range(words):
        left |= bits[word] & ~reached[word]
    return left == 0


@inner_kernel
def _shape(cells, bits, digits, work):
    """0: a row, 1: a column, 2: any connected unit, 3: all others."""
    row = True
    column = True
    for cell in cells:
        row &= cell // digits == cells[0] // digits
        column &= cell % digits == cells[0] % digits
    if row:
        return 0
    if column:
        return 1
    return 2 if _connected(bits, digits, work) else 3


@inner_kernel(_nrt=True)
def assign_families(digits, unit_cells, unit_bits, unit_count):
    """Sort units into families of pairwise disjoint ones.

    ``unit_cells`` is uint16[., N], ``unit_bits`` int64[., W]. Returns ``(family, count)``:
    the number of each unit's family, and how many families there are.
    """
    words = unit_bits.shape[1]
    work = np.empty((2, words), np.int64)
    shape = np.empty(unit_count, np.int64)
    family = np.empty(unit_count, np.int64)
    covered = np.zeros((unit_count + 1, words), np.int64)
    for unit in range(unit_count):
        shape[unit] = _shape(unit_cells[unit], unit_bits[unit], digits, work)
    count = 0
    for wanted in range(4):
        first = count
        for unit in range(unit_count):
            if shape[unit] != wanted:
                continue
            chosen = first
            while chosen < count:
                meets = 0
                for word in range(words):
                    meets |= covered[chosen, word] & unit_bits[unit, word]
                if meets == 0:
                    break
                chosen += 1
            count = max(count, chosen + 1)
            family[unit] = chosen
            for word in range(words):
                covered[chosen, word] |= unit_bits[unit, word]
    return family, count


@inner_kernel
def touching_members(digits, member_of, touching):
    """Which members of a family have cells side by side.

    ``member_of`` (int64[cells]) is the member that holds each cell, or -1; fills
    ``touching`` (int64 masks of members).
    """
    for member in range(touching.shape[0]):
        touching[member] = 0
    for cell in range(digits * digits):
        here = member_of[cell]
        if here < 0:
            continue
        for step in range(2):
            if step == 0 and cell % digits == digits - 1:
                continue
            other = cell + (1 if step == 0 else digits)
            if other < digits * digits and member_of[other] >= 0 and member_of[other] != here:
                touching[here] |= 1 << member_of[other]
                touching[member_of[other]] |= 1 << here
