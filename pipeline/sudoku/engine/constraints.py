"""A rule list as flat arrays, and what is read off it before anything is derived."""

from typing import NamedTuple

import numpy as np

from pipeline.kernels import inner_kernel

# Kinds of constraints in ``Constraints.kind``.
GIVEN_DISTINCT = 0
GIVEN_UNIT = 1
GIVEN_SUM = 2  # its cells are distinct
GIVEN_LOOSE_SUM = 3  # digits may repeat


class Constraints(NamedTuple):
    """A rule list before it is compiled."""

    kind: np.ndarray
    """uint8[c]: ``GIVEN_...``"""
    start: np.ndarray
    """uint32[c + 1]: where each constraint's run in ``cells`` begins."""
    cells: np.ndarray
    """uint16[...]"""
    total: np.ndarray
    """int64[c]: totals of sums, otherwise unused."""
    relations: np.ndarray
    """uint16[r, 3]: cells a and b, and a row of ``tables``."""
    tables: np.ndarray
    """uint16[t, N]: for each digit of a the digits of b that are allowed with it."""


@inner_kernel(_nrt=True)
def cell_sets(constraints, words):
    """Each constraint's cells as a bitset: int64[c, W]."""
    bits = np.zeros((constraints.kind.shape[0], words), np.int64)
    for i in range(bits.shape[0]):
        for j in range(constraints.start[i], constraints.start[i + 1]):
            cell = np.int64(constraints.cells[j])
            bits[i, cell >> 6] |= 1 << (cell & 63)
    return bits


@inner_kernel(_nrt=True)
def find_peers(digits, constraints, bits):
    """The cells that must differ from each: int64[cells, W]."""
    peers = np.zeros((digits * digits, bits.shape[1]), np.int64)
    for i in range(bits.shape[0]):
        if constraints.kind[i] == GIVEN_LOOSE_SUM:
            continue
        for j in range(constraints.start[i], constraints.start[i + 1]):
            for word in range(bits.shape[1]):
                peers[constraints.cells[j], word] |= bits[i, word]
    for i in range(constraints.relations.shape[0]):
        a, b, table = constraints.relations[i]
        equal = np.int64(0)
        for digit in range(digits):
            equal |= np.int64(constraints.tables[table, digit]) >> digit & 1
        if equal == 0:
            peers[a, b >> 6] |= 1 << (np.int64(b) & 63)
            peers[b, a >> 6] |= 1 << (np.int64(a) & 63)
    for cell in range(digits * digits):
        peers[cell, cell >> 6] &= ~(1 << (cell & 63))
    return peers


@inner_kernel(_nrt=True)
def supports(digits, tables):
    """Rows 2t and 2t + 1 of the result serve table t from a to b and from b to a."""
    result = np.zeros((2 * tables.shape[0], 512), np.uint16)
    for table in range(tables.shape[0]):
        for way in range(2):
            row = result[2 * table + way]
            for digit in range(digits):
                allowed = np.int64(0)
                for other in range(digits):
                    x, y = (digit, other) if way == 0 else (other, digit)
                    allowed |= (np.int64(tables[table, x]) >> y & 1) << other
                first = 256 * (digit >> 3)
                bit = 1 << (digit & 7)
                for mask in range(bit, 256, 2 * bit):
                    for low in range(bit):
                        row[first + mask + low] |= allowed
    return result


@inner_kernel(_nrt=True)
def list_arcs(digits, constraints):
    """Relations by the cell that they start from, both ways, but for plain inequality.

    Returns (first int64[cells + 1], arcs uint16[...]): pairs of the other cell and a row of
    ``supports``; a cell's pairs are ``arcs[first[cell] : first[cell + 1]]``.
    """
    relations, tables = constraints.relations, constraints.tables
    useful = np.zeros(tables.shape[0], np.bool_)
    for table in range(tables.shape[0]):
        for digit in range(digits):
            differs = ((1 << digits) - 1) ^ (1 << digit)
            useful[table] |= np.int64(tables[table, digit]) & ((1 << digits) - 1) != differs
    first = np.zeros(digits * digits + 2, np.int64)
    for i in range(relations.shape[0]):
        if useful[relations[i, 2]]:
            first[relations[i, 0] + 2] += 2
            first[relations[i, 1] + 2] += 2
    for cell in range(digits * digits + 1):
        first[cell + 1] += first[cell]
    arcs = np.empty(first[digits * digits + 1], np.uint16)
    for i in range(relations.shape[0]):
        if useful[relations[i, 2]]:
            for way in range(2):
                here = relations[i, way]
                place = first[here + 1]
                arcs[place] = relations[i, 1 - way]
                arcs[place + 1] = 2 * relations[i, 2] + way
                first[here + 1] = place + 2
    return first, arcs


@inner_kernel(_nrt=True)
def collect_units(digits, constraints, bits):
    """Constraints of N distinct cells, each once: (cells uint16[., N], bits, count)."""
    most = bits.shape[0]
    cells = np.empty((most, digits), np.uint16)
    sets = np.empty((most, bits.shape[1]), np.int64)
    count = 0
    for i in range(most):
        first, last = constraints.start[i], constraints.start[i + 1]
        if constraints.kind[i] == GIVEN_LOOSE_SUM or last - first != digits:
            continue
        known = False
        for j in range(count):
            same = True
            for word in range(bits.shape[1]):
                same &= sets[j, word] == bits[i, word]
            known |= same
        if not known:
            for j in range(digits):
                cells[count, j] = constraints.cells[first + j]
            for word in range(bits.shape[1]):
                sets[count, word] = bits[i, word]
            count += 1
    return cells, sets, count


@inner_kernel(_nrt=True)
def disjoint_sums(constraints, bits):
    """Sums that do not overlap, the first of those that do: (bits, totals, count)."""
    cages = np.empty((bits.shape[0], bits.shape[1]), np.int64)
    totals = np.empty(bits.shape[0], np.int64)
    taken = np.zeros(bits.shape[1], np.int64)
    count = 0
    for i in range(bits.shape[0]):
        if constraints.kind[i] < GIVEN_SUM:
            continue
        meets = 0
        for word in range(bits.shape[1]):
            meets |= taken[word] & bits[i, word]
        if meets == 0:
            for word in range(bits.shape[1]):
                cages[count, word] = bits[i, word]
                taken[word] |= bits[i, word]
            totals[count] = constraints.total[i]
            count += 1
    return cages, totals, count
