"""The rule of 45 and the law of leftovers: what follows from a rule list as a whole.

Both compare whole units with what overlaps them. Units that do not meet form *families*
(rows, columns, boxes or regions, a diagonal); the unions looked at are those of up to
``MAX_UNION`` units of one family that hang together. All of it is plain geometry of cell
sets: nothing here knows which rule a set came from.
"""

from typing import NamedTuple

import numpy as np

from pipeline.kernels import inner_kernel
from pipeline.sudoku.engine.bits import count_bits, lowest_index

MAX_UNION = 4
MAX_TERMS = 9  # cells of a derived equation
MAX_RAW_TERMS = 18  # before known equations are subtracted
MAX_GAP = 12  # cells of the whole board's equation, of which there is one
MAX_LEFTOVER = 7  # cells of each side
MAX_EQUATIONS = 512
HASH_SLOTS = 2048


class Equations(NamedTuple):
    """Pairs of disjoint cell sets: digits of the first less those of the second are ``total``."""

    known: np.ndarray
    """int64[1]: how many there are."""
    plus: np.ndarray
    """int64[MAX_EQUATIONS, W]"""
    minus: np.ndarray
    """int64[MAX_EQUATIONS, W]"""
    total: np.ndarray
    """int64[MAX_EQUATIONS]"""
    slots: np.ndarray
    """int16[HASH_SLOTS]: 1 + an equation's number, at its hash; 0 is free."""


@inner_kernel(_nrt=True)
def no_equations(words):
    """An empty collection."""
    return Equations(
        np.zeros(1, np.int64),
        np.empty((MAX_EQUATIONS, words), np.int64),
        np.empty((MAX_EQUATIONS, words), np.int64),
        np.empty(MAX_EQUATIONS, np.int64),
        np.zeros(HASH_SLOTS, np.int16),
    )


@inner_kernel
def size_of(bits):
    """How many cells are in a set (int64[W])."""
    count = 0
    for word in range(bits.shape[0]):
        count += count_bits(bits[word])
    return count


@inner_kernel
def _hash(plus, minus):
    value = 0
    for word in range(plus.shape[0]):
        value = (value ^ plus[word]) * 0x2545F4914F6CDD1D
        value = (value ^ (value >> 29) ^ minus[word]) * 0x1B03738712FAD5C9
    return (value >> 40) & (HASH_SLOTS - 1)


@inner_kernel
def add_equation(equations, plus, minus, total):
    """Note an equation, if it is new and there is room. Sets are copied."""
    slot = _hash(plus, minus)
    while equations.slots[slot]:
        i = equations.slots[slot] - 1
        same = True
        for word in range(plus.shape[0]):
            same &= equations.plus[i, word] == plus[word]
            same &= equations.minus[i, word] == minus[word]
        if same and equations.total[i] == total:
            return
        slot = (slot + 1) & (HASH_SLOTS - 1)
    new = equations.known[0]
    if new == MAX_EQUATIONS:
        return
    for word in range(plus.shape[0]):
        equations.plus[new, word] = plus[word]
        equations.minus[new, word] = minus[word]
    equations.total[new] = total
    equations.slots[slot] = new + 1
    equations.known[0] = new + 1


@inner_kernel
def _reduce(equations, known, plus, minus, total):
    """Subtract from an equation the known ones that it contains; returns its total then."""
    for i in range(known):
        inside = True
        for word in range(plus.shape[0]):
            inside &= equations.plus[i, word] & ~plus[word] == 0
            inside &= equations.minus[i, word] & ~minus[word] == 0
        if inside:
            for word in range(plus.shape[0]):
                plus[word] &= ~equations.plus[i, word]
                minus[word] &= ~equations.minus[i, word]
            total -= equations.total[i]
    return total


@inner_kernel
def _offer(equations, plus, minus, total, most):
    """Add a derived equation in its simplest form, unless that is long or says nothing."""
    if size_of(plus) + size_of(minus) > MAX_RAW_TERMS:
        return
    total = _reduce(equations, equations.known[0], plus, minus, total)
    more, less = size_of(plus), size_of(minus)
    if more + less > most or (more + less == 0 and total == 0):
        return
    if less > more or (less == more and minus[0] > plus[0]):
        add_equation(equations, minus, plus, -total)
    else:
        add_equation(equations, plus, minus, total)


@inner_kernel
def compare_with_sums(equations, cages, totals, cage_count, union, union_total, most, work):
    """Equations of up to ``most`` terms between a union of units and the sums that meet it.

    Three of them: the cells that no sum inside the union covers (innies); the cells by
    which sums stick out (outies); and of every crossing sum whichever part is smaller.
    ``cages`` (int64[., W]) are pairwise disjoint; ``work`` is int64[6, W].
    """
    words = union.shape[0]
    innies, uncovered, outies, plus, minus, spare = (
        work[0], work[1], work[2], work[3], work[4], work[5]
    )  # fmt: skip
    for word in range(words):
        innies[word] = union[word]
        uncovered[word] = union[word]
        outies[word] = 0
        plus[word] = 0
        minus[word] = 0
    inside_total = 0
    crossing_total = 0
    mixed_total = 0
    for i in range(cage_count):
        inner = 0
        outer = 0
        for word in range(words):
            inner += count_bits(cages[i, word] & union[word])
            outer += count_bits(cages[i, word] & ~union[word])
        if inner == 0:
            continue
        for word in range(words):
            uncovered[word] &= ~cages[i, word]
        if outer == 0:
            inside_total += totals[i]
            for word in range(words):
                innies[word] &= ~cages[i, word]
            continue
        crossing_total += totals[i]
        if outer < inner:
            mixed_total += totals[i]
        for word in range(words):
            outies[word] |= cages[i, word] & ~union[word]
            if outer < inner:
                minus[word] |= cages[i, word] & ~union[word]
            else:
                plus[word] |= cages[i, word] & union[word]
    if inside_total == 0 and crossing_total == 0:
        return
    for word in range(words):
        plus[word] |= uncovered[word]
        spare[word] = 0
    rest = union_total - inside_total
    _offer(equations, plus, minus, rest - mixed_total, most)
    _offer(equations, innies, spare, rest, most)
    for word in range(words):
        spare[word] = 0
    _offer(equations, outies, uncovered, crossing_total - rest, most)


@inner_kernel
def hangs_together(chosen, touching):
    """Are the chosen members (a mask) connected under ``touching`` (int64 masks)?"""
    reached = chosen & -chosen
    fresh = reached
    while fresh:
        member = lowest_index(fresh)
        fresh &= fresh - 1
        new = touching[member] & chosen & ~reached
        reached |= new
        fresh |= new
    return reached == chosen


@inner_kernel
def list_unions(members, most, touching, bits, sizes, unions):
    """All connected unions of up to ``most`` of the members' cell sets.

    ``bits`` is int64[members, W]; writes how many members each union has to ``sizes`` and
    its cells to ``unions``; returns how many there are (as many as there is room for).
    """
    count = 0
    for amount in range(1, most + 1):
        for chosen in range(1, 1 << members):
            if count_bits(chosen) != amount or not hangs_together(chosen, touching):
                continue
            if count == unions.shape[0]:
                return count
            sizes[count] = amount
            for word in range(bits.shape[1]):
                union = 0
                rest = chosen
                while rest:
                    union |= bits[lowest_index(rest), word]
                    rest &= rest - 1
                unions[count, word] = union
            count += 1
    return count


@inner_kernel
def compare_unions(leftovers, sizes, unions, count, other_sizes, others, other_count, units,
                   work):  # fmt: skip
    """Note where equally many members of two families leave few cells over on each side."""
    words = unions.shape[1]
    left, right = work[0], work[1]
    for i in range(count):
        for j in range(other_count):
            if sizes[i] != other_sizes[j] or sizes[i] == 1:
                continue
            over = 0
            for word in range(words):
                over += count_bits(unions[i, word] & ~others[j, word])
            if over == 0 or over > MAX_LEFTOVER:
                continue
            for word in range(words):
                left[word] = unions[i, word] & ~others[j, word]
                right[word] = others[j, word] & ~unions[i, word]
            if _is_overlap(left, right, units):
                continue  # then it says no more than that digits are confined to an overlap
            if left[0] > right[0]:
                add_equation(leftovers, left, right, 0)
            else:
                add_equation(leftovers, right, left, 0)


@inner_kernel
def _is_overlap(left, right, units):
    """Are the sides what is left of two units (int64[., W]) outside their overlap?"""
    words = left.shape[0]
    for i in range(units.shape[0]):
        outside = 0
        for word in range(words):
            outside |= left[word] & ~units[i, word]
        if outside:
            continue
        for j in range(units.shape[0]):
            differs = 0
            for word in range(words):
                differs |= units[i, word] & ~units[j, word] ^ left[word]
                differs |= units[j, word] & ~units[i, word] ^ right[word]
            if differs == 0:
                return True
    return False
