"""Column orders that are settled only as far as the rows placed so far see a difference.

While a row-minlex form grows row by row, columns of one stack that have been empty in every
row so far are interchangeable; they stand first in their stack. A *structure* says how many
they are in each stack (3, 2, or 1 for none to speak of): 27 structures, numbered
9 (k0 - 1) + 3 (k1 - 1) + (k2 - 1). In the last one, 333, nothing has been placed yet, and
the stacks are interchangeable too.

For a structure and a row's occupied places the least pattern puts empty columns first. This
table has that pattern, the structure that is left, and the column orders that lead to it:
the columns that are still interchangeable keep their order, all others take every one.
"""

import functools
import itertools
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

STRUCTURES = 27
FREE = STRUCTURES - 1  # the structure of an empty board

Orders = list[tuple[int, ...]]


class LooseColumns(NamedTuple):
    """The table, indexed by 512 x structure + occupied places (place p is bit 8 - p).

    ``info``: int32, the least pattern (bits 0-8), the structure left (9-13), and which list of
    orders leads there (from 14). ``lists``: int32, how many orders a list has (bits 0-10) and
    where it begins (from 11). ``orders`` and ``inverses``: uint8[m * 16], flat; as everywhere
    lane 8 - p is place p: lane 8 - p of an order is the lane that comes to place p, and the
    inverse is its inverse. Unused lanes map to themselves.
    """

    info: NDArray[np.int32]
    lists: NDArray[np.int32]
    orders: NDArray[np.uint8]
    inverses: NDArray[np.uint8]


def _stack_orders(loose: int, occupied: tuple[int, ...]) -> tuple[Orders, tuple[int, ...], int]:
    """Orders of one stack's columns, its least pattern, and how many stay loose."""
    empty = [column for column in range(loose) if not occupied[column]]
    given = [column for column in range(loose) if occupied[column]]
    rest = list(range(loose, 3))
    orders = [(*empty, *order, *rest) for order in itertools.permutations(given)]
    pattern = tuple(occupied[column] for column in orders[0])
    return orders, pattern, max(1, len(empty))


def _stack_sequences(structure: int, patterns: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The orders of the stacks that make the least pattern."""
    if structure != FREE or not any(map(any, patterns)):
        return [(0, 1, 2)]
    sequences = list(itertools.permutations(range(3)))
    least = min([patterns[stack] for stack in sequence] for sequence in sequences)
    return [s for s in sequences if [patterns[stack] for stack in s] == least]


def _entry(structure: int, occupied: int) -> tuple[int, int, tuple[tuple[int, ...], ...]]:
    """Least pattern, structure left and column orders of one index."""
    bits = [occupied >> (8 - place) & 1 for place in range(9)]
    loose = [structure // 9 + 1, structure // 3 % 3 + 1, structure % 3 + 1]
    stacks = [_stack_orders(loose[k], tuple(bits[3 * k : 3 * k + 3])) for k in range(3)]
    sequences = _stack_sequences(structure, [stack[1] for stack in stacks])
    pattern = left = 0
    for k in sequences[0]:
        left = 3 * left + stacks[k][2] - 1
        for bit in stacks[k][1]:
            pattern = 2 * pattern + bit
    orders = tuple(
        tuple(3 * k + column for k, order in zip(sequence, chosen, strict=True) for column in order)
        for sequence in sequences
        for chosen in itertools.product(*(stacks[k][0] for k in sequence))
    )
    return pattern, left, orders


@functools.cache
def loose_columns() -> LooseColumns:
    """The table, computed at the first call."""
    info = np.zeros(512 * STRUCTURES, np.int32)
    numbers: dict[tuple[tuple[int, ...], ...], int] = {}
    lists: list[int] = []
    found: list[tuple[int, ...]] = []
    for index in range(len(info)):
        pattern, left, orders = _entry(*divmod(index, 512))
        if orders not in numbers:
            numbers[orders] = len(lists)
            lists.append(len(orders) | len(found) << 11)
            found += orders
        info[index] = pattern | left << 9 | numbers[orders] << 14
    by_place = np.array(found, np.uint8)
    orders_, inverses = (np.tile(np.arange(16, dtype=np.uint8), (len(found), 1)) for _ in range(2))
    orders_[:, :9] = 8 - by_place[:, ::-1]
    inverses[:, :9] = np.argsort(orders_[:, :9], axis=1)
    return LooseColumns(info, np.array(lists, np.int32), orders_.reshape(-1), inverses.reshape(-1))
