"""The table behind row-minlex forms of full grids: what the best second row can be.

Two rows a, b of one band make a *pair permutation* q of the columns: q(c) is the column in
which row a holds the digit that row b holds in column c. A column and its image never lie in
one stack, which leaves 12,096 permutations. If row a becomes 123456789 by putting the columns
into the order o, row b becomes o^-1 q o (plus one): the least of these over the 1,296 column
orders is one of 15 second rows, and this table knows for every q which one, and by which
column orders it is reached.

Columns appear under two names. A *lane* is the column's own number; a *code* is
(column + 6) mod 9, chosen so that the possible images of the columns of stack 0 are the codes
0-5 and those of stack 1 the codes 3-8: then three images make a small number without a table.
"""

import functools
import itertools
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.registers import bare_kernel, inner_kernel, low_word

CODE = np.array([(column + 6) % 9 for column in range(9)], np.uint8)
PAIR_COUNT = 12_096
ORDERINGS = 10  # codes that tell apart the orders of the last stack's images


class SecondRows(NamedTuple):
    """Tables over pair permutations; ``pair_index`` says where a permutation's entry is.

    The rank of a permutation, 0-14, is the order of its best second row. Two lines can be
    taken either way round, so a permutation stands here together with its inverse: ``rank[i]``
    is the lesser of the two ranks, 255 where no permutation stands, and the entries
    ``first[i] .. first[i + 1] - 1`` reach it. Of an entry ``turned`` is 1 if line b comes
    first, ``orders`` (flat, 16 bytes each) has at lane 8 - p the column that goes to place p,
    and ``labels`` (likewise) at the code of a column its place plus one. Unused lanes lead to
    zeros. ``rows``: int64[15], by rank the second row packed (place p in bits 4 (8 - p)).
    """

    stack0: NDArray[np.uint16]
    stack1: NDArray[np.uint16]
    stack2: NDArray[np.uint16]
    rank: NDArray[np.uint8]
    first: NDArray[np.int32]
    turned: NDArray[np.int64]
    orders: NDArray[np.uint8]
    labels: NDArray[np.uint8]
    rows: NDArray[np.int64]


@inner_kernel
def pair_index(pair, stack0, stack1, stack2):
    """Where the pair permutation in ``pair`` (Bytes16: lane c holds the code of q(c)) stands."""
    word = low_word(pair) - np.uint64(0x0000030303000000)
    sums = word * np.uint64(0x010624)  # byte i: image i-2 + 6 image i-1 + 36 image i
    last = (word >> np.uint64(48)) | (word >> np.uint64(52))
    return (
        np.int64(stack0[(sums >> np.uint64(16)) & np.uint64(0xFF)])
        + np.int64(stack1[(sums >> np.uint64(40)) & np.uint64(0xFF)])
        + np.int64(stack2[last & np.uint64(0xFF)])
    )


def column_orders() -> NDArray[np.uint8]:
    """All 1,296 column orders, uint8[1296, 9]: entry p is the column that goes to place p."""
    triples = list(itertools.permutations(range(3)))
    return np.array(
        [
            [
                3 * stack + column
                for stack, inner in zip(outer, inners, strict=True)
                for column in inner
            ]
            for outer in triples
            for inners in itertools.product(triples, repeat=3)
        ],
        np.uint8,
    )


def pair_permutations() -> NDArray[np.uint8]:
    """All pair permutations, uint8[12096, 9]: entry c is q(c)."""
    found: list[list[int]] = []

    def extend(images: list[int]) -> None:
        column = len(images)
        if column == 9:
            found.append(images)
            return
        for image in range(9):
            if image // 3 != column // 3 and image not in images:
                extend([*images, image])

    extend([])
    return np.array(found, np.uint8)


@bare_kernel
def _best_orders(pairs, orders, inverses, best, counts, chosen):
    """For every pair: its least second row (36-bit word) and the orders that reach it."""
    for i in range(pairs.shape[0]):
        least = np.int64(1) << 40
        for j in range(orders.shape[0]):
            word = np.int64(0)
            for p in range(9):
                word = 16 * word + inverses[j, pairs[i, orders[j, p]]] + 1
                if word > least >> (4 * (8 - p)):
                    break
            else:
                if word < least:
                    least = word
                    counts[i] = 0
                chosen[i, counts[i]] = j
                counts[i] += 1
        best[i] = least


def _stack_tables() -> tuple[NDArray[np.uint16], NDArray[np.uint16], NDArray[np.uint16]]:
    """Three numbers that add up to a different index for every pair permutation."""
    subsets = list(itertools.combinations(range(6), 3))
    # As codes, stack 0 goes to 0-5 and stack 1 to 3-8 (less 3 here). The columns of codes 3-5
    # are stack 2's own, so the first two stacks must take them all, each once.
    own = {3, 4, 5}
    partners = {
        a: [
            k
            for k, b in enumerate(subsets)
            if not set(a) & {x + 3 for x in b} and own <= set(a) | {x + 3 for x in b}
        ]
        for a in subsets
    }
    offsets: dict[tuple[int, ...], int] = {}
    taken: set[int] = set()
    for a in sorted(subsets, key=lambda a: -len(partners[a])):
        offset = next(n for n in itertools.count() if not any(n + k in taken for k in partners[a]))
        offsets[a] = offset
        taken.update(offset + k for k in partners[a])
    stack0, stack1, stack2 = (np.zeros(256, np.uint16) for _ in range(3))
    for order, (x, y, z) in enumerate(itertools.permutations(range(3))):
        for k, subset in enumerate(subsets):
            place = subset[x] + 6 * subset[y] + 36 * subset[z]
            stack0[place] = (offsets[subset] * 36 + order * 6) * ORDERINGS
            stack1[place] = (k * 36 + order) * ORDERINGS
    # The round-robin tournament: five rounds of three disjoint pairs, each in two directions.
    codes = [6, 7, 8, 0, 1, 2]
    for turn in range(5):
        wheel = [codes[(turn + i) % 5] for i in range(5)]
        for one, other in [(codes[5], wheel[0]), (wheel[1], wheel[4]), (wheel[2], wheel[3])]:
            stack2[one + 16 * other], stack2[other + 16 * one] = 2 * turn, 2 * turn + 1
    return stack0, stack1, stack2


@functools.cache
def second_rows() -> SecondRows:
    """The table, computed at the first call (about a tenth of a second)."""
    pairs, orders = pair_permutations(), column_orders()
    inverses = np.argsort(orders, axis=1).astype(np.uint8)
    best, counts = np.zeros(len(pairs), np.int64), np.zeros(len(pairs), np.int64)
    chosen = np.zeros((len(pairs), 48), np.int64)
    _best_orders(pairs, orders, inverses, best, counts, chosen)
    distinct, ranks = np.unique(best, return_inverse=True)

    stack0, stack1, stack2 = _stack_tables()
    size = int(stack0.max()) + int(stack1.max()) + int(stack2.max()) + 1

    def index_of(permutations: NDArray[np.uint8]) -> NDArray[np.int64]:
        codes = CODE[permutations].astype(np.int64)
        powers = np.array([1, 6, 36])
        sums = stack0[codes[:, :3] @ powers].astype(np.int64)
        return sums + stack1[(codes[:, 3:6] - 3) @ powers] + stack2[codes[:, 6] + 16 * codes[:, 7]]

    index, inverse = index_of(pairs), index_of(np.argsort(pairs, axis=1).astype(np.uint8))
    at_index = np.zeros(size, np.int64)
    at_index[index] = np.arange(len(pairs))
    rank, lengths = np.full(size, 255, np.uint8), np.zeros(size + 1, np.int32)
    used, turned = [], []
    for i in np.argsort(index):
        j = at_index[inverse[i]]
        rank[index[i]] = min(ranks[i], ranks[j])
        for k, turn in ((i, 0), (j, 1)):
            if ranks[k] == rank[index[i]]:
                used.append(chosen[k, : counts[k]])
                turned.append(np.full(counts[k], turn))
                lengths[index[i] + 1] += counts[k]
    entries = np.concatenate(used)
    order_table = np.full((len(entries), 16), 15, np.uint8)
    order_table[:, :9] = orders[entries][:, ::-1]
    label_table = np.zeros((len(entries), 16), np.uint8)
    label_table[:, CODE] = inverses[entries] + 1
    return SecondRows(
        stack0, stack1, stack2, rank, np.cumsum(lengths, dtype=np.int32),
        np.concatenate(turned), order_table.reshape(-1), label_table.reshape(-1), distinct,
    )  # fmt: skip
