"""Felgenhauer and Jarvis's count of all sudoku grids, kept as tables to draw grids by.

B. Felgenhauer, F. Jarvis, Mathematics of Sudoku I (2006): there are
6,670,903,752,021,072,936,960 grids. The way they are counted here:

The digits of a band, looked at column by column, are a *triple of partitions*: in each of the
three stacks the nine digits fall into three columns of three. How the digits of a column
stand in it is an *arrangement* of the band, and their number depends on the triple alone.
Given the first band's triple, each stack can share out its columns' other digits between the
second and the third band in 56 ways (*splits*), independently of the other stacks. So

    grids = sum over first triples T1 and splits of a(T1) a(T2) a(T3),

with a(T) the number of arrangements of a triple. Renaming digits and reordering stacks and
columns carries triples into one another with all that belongs to them: only one
representative of each orbit is looked at.

Digits are 0-8 here. A partition of the digits is one of 280, with its columns in the order
of their least digits; the first of them is {012, 345, 678}, the *standard* partition.
Arrangements are counted up to the order of the three rows (a sixth of all).
"""

import functools
import itertools
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.registers import bare_kernel, inner_kernel

PARTITIONS = 280
SPLITS = 56
PAIRS = PARTITIONS * PARTITIONS


class UniformTables(NamedTuple):
    """What the sampler needs. A *pair* p = 280 b + c stands for the triple (standard, b, c).

    Tables of registers are flat, 16 bytes an entry, so that they can be loaded by offset.

    relabel: uint16[280, 280], [a, b] is b after the renaming that makes a standard.
    renaming: uint8[280 * 16], that renaming (lane d: what digit d becomes).
    orbit: uint8[78400], the orbit of a pair; ``arrangement_count``: uint16[78400], its a.
    digit_image: uint8[78400 * 16], stack_image: uint8[78400, 3]: a digit of the pair's triple
        is this digit, and a stack this stack, of its orbit's representative.
    first_arrangement: int64[orbits + 1], into ``arrangements``: uint8[m * 3 * 16], the row in
        which a digit stands in each stack of the orbit's representative.
    columns: uint8[orbits * 3 * 57 * 16], in stack s of the representative the column of each
        digit: [56] in the first band, [split] in the second.
    parts: uint16[orbits, 2, 3, 56], the partition that a split makes in band 2 and band 3.
    pair_weight: uint64[orbits, 56 * 56 + 1], cumulative completions by splits of stacks 0, 1.
    orbit_weight: uint64[orbits + 1], cumulative, all of it: grids / (280 6^3 6^3).
    orbit_scale: uint64[orbits], triples in the orbit x arrangements of one.
    """

    relabel: NDArray[np.uint16]
    renaming: NDArray[np.uint8]
    orbit: NDArray[np.uint8]
    arrangement_count: NDArray[np.uint16]
    digit_image: NDArray[np.uint8]
    stack_image: NDArray[np.uint8]
    first_arrangement: NDArray[np.int64]
    arrangements: NDArray[np.uint8]
    columns: NDArray[np.uint8]
    parts: NDArray[np.uint16]
    pair_weight: NDArray[np.uint64]
    orbit_weight: NDArray[np.uint64]
    orbit_scale: NDArray[np.uint64]


def partitions() -> NDArray[np.uint8]:
    """The 280 partitions of nine digits into three triples: uint8[280, 9], column by digit."""
    found = []
    for columns in itertools.product(range(3), repeat=9):
        first = [columns.index(column) if column in columns else 9 for column in range(3)]
        if sorted(columns) == [0, 0, 0, 1, 1, 1, 2, 2, 2] and first == sorted(first):
            found.append(columns)
    return np.array(found, np.uint8)


@bare_kernel
def _standard_code(columns):
    """A partition as a number base 3, its columns renamed in the order of appearance."""
    first = second = columns[0]
    for digit in range(1, 9):
        if columns[digit] != first:
            second = columns[digit]
            break
    code = 0
    for digit in range(9):
        column = columns[digit]
        code = 3 * code + (0 if column == first else 1 if column == second else 2)
    return code


@inner_kernel
def _image(index, columns, renaming, image, work):
    """The number of partition ``image`` after a renaming of the digits."""
    for digit in range(9):
        work[renaming[digit]] = columns[image, digit]
    return index[_standard_code(work)]


@bare_kernel
def _fill_relabel(index, columns, renaming, relabel, work):
    for a in range(PARTITIONS):
        for b in range(PARTITIONS):
            relabel[a, b] = _image(index, columns, renaming[a], b, work)


@bare_kernel
def _fill_orbits(index, columns, relabel, renaming, swaps, orbit, digits, stacks, queue, work):
    """Number the orbits of pairs; ``swaps``: renamings that generate the standard
    partition's symmetries. Returns how many orbits there are."""
    orbits = 0
    for start in range(PAIRS):
        if orbit[start] != 255:
            continue
        orbit[start] = orbits
        for digit in range(9):
            digits[start, digit] = digit
        for stack in range(3):
            stacks[start, stack] = stack
        queue[0] = start
        head, tail = 0, 1
        while head < tail:
            here = queue[head]
            head += 1
            b, c = here // PARTITIONS, here % PARTITIONS
            for step in range(swaps.shape[0] + 2):
                s0, s1, s2 = 0, 1, 2
                if step < swaps.shape[0]:
                    rename = swaps[step]
                    there = _image(index, columns, rename, b, work) * PARTITIONS + _image(
                        index, columns, rename, c, work
                    )
                elif step == swaps.shape[0]:
                    rename = renaming[0]
                    there = c * PARTITIONS + b
                    s1, s2 = 2, 1
                else:
                    rename = renaming[b]
                    there = np.int64(relabel[b, 0]) * PARTITIONS + relabel[b, c]
                    s0, s1 = 1, 0
                if orbit[there] != 255:
                    continue
                orbit[there] = orbits
                for digit in range(9):
                    digits[there, rename[digit]] = digits[here, digit]
                stacks[there, 0] = stacks[here, s0]
                stacks[there, 1] = stacks[here, s1]
                stacks[there, 2] = stacks[here, s2]
                queue[tail] = there
                tail += 1
        orbits += 1
    return orbits


@bare_kernel
def _fill_pair_weight(parts, relabel, count, pair_weight):
    """``pair_weight`` (uint64[57 * 56 + 1]) of one orbit; ``parts``: uint16[2, 3, 56]."""
    total = np.uint64(0)
    pair_weight[0] = 0
    for s0 in range(SPLITS):
        second, third = relabel[parts[0, 0, s0]], relabel[parts[1, 0, s0]]
        for s1 in range(SPLITS):
            row2 = np.int64(second[parts[0, 1, s1]]) * PARTITIONS
            row3 = np.int64(third[parts[1, 1, s1]]) * PARTITIONS
            for s2 in range(SPLITS):
                total += np.uint64(count[row2 + second[parts[0, 2, s2]]]) * np.uint64(
                    count[row3 + third[parts[1, 2, s2]]]
                )
            pair_weight[s0 * SPLITS + s1 + 1] = total


def _column_rows(columns: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """All 216 ways to stand the digits in three rows, column by column: uint8[216, 9]."""
    rows = np.zeros((216, 9), np.uint8)
    triples = itertools.product(itertools.permutations(range(3)), repeat=3)
    for i, triple in enumerate(triples):
        for column, order in enumerate(triple):
            rows[i, columns == column] = order
    return rows


def arrangements(columns: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The arrangements of a triple of partitions (uint8[3, 9]): uint8[a, 3, 9], the row of
    each digit in each stack; of each six that differ in the order of rows, one."""
    first, second = _column_rows(columns[0])[:36], _column_rows(columns[1])
    apart = (first[:, None] != second[None]).all(axis=2)
    i, j = np.nonzero(apart)
    rows = np.stack([first[i], second[j], 3 - first[i] - second[j]], axis=1)
    filled = [
        (np.where(columns[2] == column, 1 << rows[:, 2], 0).sum(axis=1) == 7) for column in range(3)
    ]
    return rows[np.all(filled, axis=0)]


def _splits() -> NDArray[np.uint8]:
    """The 56 ways to choose the second band's columns for the standard partition, in one
    stack: uint8[56, 9], the column of each digit."""
    choices = [[c for c in range(3) if c != digit // 3] for digit in range(9)]
    return np.array(
        [s for s in itertools.product(*choices) if all(s.count(c) == 3 for c in range(3))],
        np.uint8,
    )


def _partition_index(columns: NDArray[np.uint8]) -> NDArray[np.int16]:
    """The number of a partition by its standard code."""
    index = np.full(3**9, -1, np.int16)
    index[columns.astype(np.int64) @ 3 ** np.arange(8, -1, -1)] = np.arange(PARTITIONS)
    return index


def _renamings(columns: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """For every partition a renaming that makes it standard: uint8[280, 9]."""
    return np.argsort(np.argsort(columns, axis=1, kind="stable"), axis=1).astype(np.uint8)


def _pad(lanes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Nine lanes to sixteen, with zeros; flat."""
    padded = np.zeros((*lanes.shape[:-1], 16), np.uint8)
    padded[..., :9] = lanes
    return padded.reshape(-1)


def _swaps() -> NDArray[np.uint8]:
    """Renamings that generate the symmetries of the standard partition: uint8[4, 9]."""
    identity = np.arange(9, dtype=np.uint8)
    swaps = np.tile(identity, (4, 1))
    inside, blocks = [(0, 1), (1, 2)], [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    for swap, (a, b) in zip(swaps, inside, strict=False):
        swap[[a, b]] = b, a
    for swap, k in zip(swaps[2:], range(2), strict=True):
        swap[blocks[k] + blocks[k + 1]] = blocks[k + 1] + blocks[k]
    return swaps


@functools.cache
def uniform_tables() -> UniformTables:
    """The tables, computed at the first call."""
    columns = partitions()
    index, renaming = _partition_index(columns), _renamings(columns)
    relabel = np.zeros((PARTITIONS, PARTITIONS), np.uint16)
    work = np.zeros(9, np.uint8)
    _fill_relabel(index, columns, renaming, relabel, work)
    orbit = np.full(PAIRS, 255, np.uint8)
    digits, stacks = np.zeros((PAIRS, 16), np.uint8), np.zeros((PAIRS, 3), np.uint8)
    queue = np.zeros(PAIRS, np.int64)
    orbits = _fill_orbits(
        index, columns, relabel, renaming, _swaps(), orbit, digits, stacks, queue, work
    )
    sizes = np.bincount(orbit)
    representatives = [divmod(int(np.argmax(orbit == k)), PARTITIONS) for k in range(orbits)]
    found = [arrangements(columns[[0, b, c]]) for b, c in representatives]
    counts = np.array([len(rows) for rows in found])

    splits = _splits()
    stack_columns = np.zeros((orbits, 3, SPLITS + 1, 9), np.uint8)
    parts = np.zeros((orbits, 2, 3, SPLITS), np.uint16)
    for k, (b, c) in enumerate(representatives):
        for stack, partition in enumerate((0, b, c)):
            second = splits[:, renaming[partition]]
            stack_columns[k, stack, :SPLITS] = second
            stack_columns[k, stack, SPLITS] = columns[partition]
            third = 3 - columns[partition] - second
            parts[k, 0, stack] = [index[_standard_code(split)] for split in second]
            parts[k, 1, stack] = [index[_standard_code(split)] for split in third]
    arrangement_count = counts[orbit].astype(np.uint16)
    pair_weight = np.zeros((orbits, SPLITS * SPLITS + 1), np.uint64)
    for k in range(orbits):
        _fill_pair_weight(parts[k], relabel, arrangement_count, pair_weight[k])
    scale = (sizes * counts).astype(np.uint64)
    return UniformTables(
        relabel=relabel,
        renaming=_pad(renaming),
        orbit=orbit,
        arrangement_count=arrangement_count,
        digit_image=digits.reshape(-1),
        stack_image=stacks,
        first_arrangement=np.concatenate([[0], np.cumsum(counts)]),
        arrangements=_pad(np.concatenate(found)),
        columns=_pad(stack_columns),
        parts=parts,
        pair_weight=pair_weight,
        orbit_weight=np.concatenate([[0], np.cumsum(scale * pair_weight[:, -1])]).astype(np.uint64),
        orbit_scale=scale,
    )
