"""The groups that a program sweeps: what of a rule list is looked at, in which order."""

import numpy as np

from pipeline.kernels import inner_kernel
from pipeline.sudoku.engine.bits import count_bits, lowest_index
from pipeline.sudoku.engine.equations import size_of
from pipeline.sudoku.engine.memory import (
    APART,
    ARCS,
    CLIQUES,
    FIRST,
    LAST,
    LEFTOVERS,
    LINEAR,
    LOCK,
    REQUIRED,
    SPLIT,
    SUM,
    TOTAL,
    UNIT,
    UNIT_SET,
)

SHORT_SUM = 5  # cells of a sum that counts as cheap
SHORT_LINEAR = 4  # terms of a linear equation that counts as cheap
LONG = 7  # derived equations of more terms must say something about the empty board


@inner_kernel
def _all_differ(bits, peers):
    for word in range(bits.shape[0]):
        rest = bits[word]
        while rest:
            cell = 64 * word + lowest_index(rest)
            rest &= rest - 1
            for other in range(bits.shape[0]):
                own = 1 << (cell & 63) if other == cell >> 6 else 0
                if bits[other] & ~own & ~peers[cell, other]:
                    return False
    return True


@inner_kernel(_nrt=True)
def levels(equations, peers, digits):
    """For each equation the kind of group that keeps it, negative where it is long."""
    level = np.empty(equations.known[0], np.int64)
    for i in range(level.shape[0]):
        plus, minus = equations.plus[i], equations.minus[i]
        terms = size_of(plus) + size_of(minus)
        sets = size_of(minus) == 0 and terms <= digits and _all_differ(plus, peers)
        kind = SUM if sets else LINEAR
        level[i] = kind if terms <= (SHORT_SUM if sets else SHORT_LINEAR) else -kind
    return level


@inner_kernel
def _append(shorts, first, fill, bits, peers, work):
    """Write a cell set to a list of shorts, cliques of cells that must differ one by one.

    Returns the new end and, as bits from short ``first`` on, where cliques begin.
    ``work`` is int64[6, W].
    """
    cliques = fill & 0  # zero as int64, not as a literal, of which Numba makes a type
    rest, fitting = work[0], work[1]
    left = fill & 0
    for i in range(bits.shape[0]):
        rest[i] = bits[i]
        left |= bits[i]
    while left:
        cliques |= 1 << (fill - first)
        left = fill & 0
        for i in range(bits.shape[0]):
            fitting[i] = rest[i]
        for i in range(bits.shape[0]):
            while fitting[i]:
                cell = 64 * i + lowest_index(fitting[i])
                rest[i] ^= fitting[i] & -fitting[i]
                shorts[fill] = cell
                fill += 1
                for j in range(bits.shape[0]):
                    fitting[j] &= peers[cell, j]
            left |= rest[i]
    return fill, cliques


@inner_kernel
def _slack(digits, cliques, first, split, last, total):
    """How far an equation's total is from the least and the greatest that any digits reach."""
    over = total
    under = -total
    length = 0
    for i in range(first, last):
        length = 1 if cliques >> (i - first) & 1 else length + 1
        least, greatest = length, digits + 1 - length
        over -= least if i < split else -greatest
        under += greatest if i < split else -least
    return min(over, under)


@inner_kernel
def _most(kind, arc_first, unit_count, equations, leftovers):
    """How many there can be of a kind of group."""
    if kind == ARCS:
        return arc_first.shape[0] - 2
    if kind in (UNIT, LOCK):
        return unit_count
    return leftovers.known[0] if kind == LEFTOVERS else equations.known[0]


@inner_kernel
def _is_worth_it(digits, kind, level, is_derived, cliques, first, split, last, total):
    """Is a group of this kind the one for these cells, and does it say anything at all?

    Of a long equation some cells of which must differ, the bounds are found by cliques (APART);
    a long one that was derived is kept only if it tells something of the empty board.
    """
    some_differ = count_bits(cliques) < last - first
    if kind in (-LINEAR, APART) and some_differ != (kind == APART):
        return False
    if abs(kind) not in (SUM, LINEAR, APART) or not is_derived:
        return True
    is_long = last - first > LONG or (kind == APART and level == LINEAR)
    return not is_long or _slack(digits, cliques, first, split, last, total) < digits - 1


@inner_kernel(_nrt=True)
def list_groups(
    digits, peers, arc_first, unit_bits, unit_count, equations, given, leftovers, level, records,
    shorts, word_kind, word_first,
):  # fmt: skip
    """Fill group records and their cells, and which records each word of groups stands for.

    Cheapest kinds first, each from a word of its own. Returns how many records, shorts, words.
    """
    none = np.zeros(unit_bits.shape[1], np.int64)
    work = np.zeros((2, unit_bits.shape[1]), np.int64)
    count = 0
    fill = 0
    words = 0
    for kind in (ARCS, UNIT, SUM, LOCK, REQUIRED, LINEAR, LEFTOVERS, -SUM, -LINEAR, APART):
        begin = count
        amount = _most(kind, arc_first, unit_count, equations, leftovers)
        for i in range(amount):
            plus, minus, total = none, none, 0
            records[count, FIRST] = fill
            if kind == ARCS:
                if arc_first[i + 1] == arc_first[i]:
                    continue
                shorts[fill] = i
                fill += 1
            elif kind in (UNIT, LOCK):
                plus = unit_bits[i]
            elif kind == LEFTOVERS:
                plus, minus = leftovers.plus[i], leftovers.minus[i]
            elif (
                level[i] == kind
                or (kind == REQUIRED and level[i] == SUM)
                or (kind == APART and abs(level[i]) == LINEAR)
            ):
                plus, minus, total = equations.plus[i], equations.minus[i], equations.total[i]
            else:
                continue
            first = fill
            fill, cliques = _append(shorts, first, fill, plus, peers, work)
            records[count, SPLIT] = fill
            fill, more = _append(shorts, first, fill, minus, peers, work)
            cliques |= more
            split = records[count, SPLIT]
            if not _is_worth_it(
                digits, kind, level[i] if i < level.size else 0, i >= given, cliques, first, split,
                fill, total,
            ):  # fmt: skip
                fill = first
                continue
            records[count, CLIQUES] = cliques
            records[count, LAST] = fill
            records[count, TOTAL] = total
            records[count, UNIT_SET] = i * unit_bits.shape[1]
            count += 1
        for first in range(begin, count, 64):
            word_kind[words] = abs(kind)
            word_first[words] = first
            words += 1
    word_first[words] = count
    return count, fill, words


@inner_kernel(_nrt=True)
def groups_of_cells(cells, records, shorts, word_first, words):
    """Which groups each cell is in: int64[cells, words]."""
    groups = np.zeros((cells, words), np.int64)
    for i in range(words):
        for record in range(word_first[i], min(word_first[i] + 64, word_first[i + 1])):
            bit = 1 << (record - word_first[i])
            for j in range(records[record, FIRST], records[record, LAST]):
                groups[shorts[j], i] |= bit
    return groups
