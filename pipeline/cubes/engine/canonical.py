"""Canonical forms of cube sets, exact under the whole group.

The group: the order of the cubes, the 24 turns and the mirror image of each cube by itself,
renaming of the colours. All but the last are dealt with by writing each cube as a word that
does not see them and sorting the words. Renaming is a search for the least list of words;
colours are first told apart by values that no renaming can change, so that only colours
which look alike are tried in every order (at worst all n! orders).

The word of a cube: its three pairs of opposite colours in ascending order, six bits each,
and two bits for its *hand*, used only where mirror images of single cubes are told apart. A
turn may permute the axes and exchange the ends of an axis, but an odd number of such steps
gives the mirror image: once the pairs are sorted, the parity of the steps is all that is
left. A cube with a pair of equal colours, or with two equal pairs, is its own mirror image
and has hand 0; others have 1 or 2.
"""

import numpy as np

from pipeline.kernels import kernel
from pipeline.kernels.random import mix

BOTH_HANDS = np.uint32(3)


@kernel
def scatter(word):
    """``mix`` as a call: its own ``inline="always"`` would compile it at every use."""
    return mix(word)


@kernel
def cube_word(faces, cube, label):
    """The word of a cube (uint32, 20 bits) when colour c is called ``label[c]`` (0 .. 7)."""
    x, y, z = np.uint32(0), np.uint32(0), np.uint32(0)
    odd = False
    loop = False
    for axis in range(3):
        a = np.uint32(label[faces[cube, 2 * axis]])
        b = np.uint32(label[faces[cube, 2 * axis + 1]])
        loop |= a == b
        if a > b:
            a, b = b, a
            odd = not odd
        x, y, z = y, z, (a << np.uint32(3)) | b
    if x > y:
        x, y = y, x
        odd = not odd
    if y > z:
        y, z = z, y
        odd = not odd
    if x > y:
        x, y = y, x
        odd = not odd
    hand = np.uint32(0)
    if not (loop | (x == y) | (y == z)):
        hand = np.uint32(2) if odd else np.uint32(1)
    return (x << np.uint32(14)) | (y << np.uint32(8)) | (z << np.uint32(2)) | hand


@kernel
def start_values(faces, values):
    """Values by which colours differ at sight: how many faces they have on which cubes."""
    n = faces.shape[0]
    values[:] = 0
    for cube in range(n):
        for colour in range(n):
            times = np.uint64(0)
            for face in range(6):
                times += np.uint64(faces[cube, face] == colour)
            values[colour] += scatter(times)


@kernel
def value_round(faces, values, fresh):
    """One round of telling colours apart: ``fresh[c]`` mixes in what surrounds colour c.

    Each edge end adds to its colour a word made of the cube's value, the edge's and the
    other colour's; sums make it independent of the order of cubes, axes and ends.
    """
    n = faces.shape[0]
    for colour in range(n):
        fresh[colour] = scatter(values[colour])
    for cube in range(n):
        whole = np.uint64(0)
        for axis in range(3):
            a, b = faces[cube, 2 * axis], faces[cube, 2 * axis + 1]
            whole += scatter(values[a] + values[b] + np.uint64(a == b))
        for axis in range(3):
            a, b = faces[cube, 2 * axis], faces[cube, 2 * axis + 1]
            around = scatter(whole) + scatter(values[a] + values[b] + np.uint64(a == b))
            fresh[a] += scatter(around ^ scatter(values[b]))
            fresh[b] += scatter(around ^ scatter(values[a]))


@kernel
def count_groups(values, n, order):
    """Sort the colours by value into ``order``; returns the number of different values."""
    for i in range(n):
        order[i] = i
        j = i
        while j > 0 and values[order[j - 1]] > values[order[j]]:
            order[j - 1], order[j] = order[j], order[j - 1]
            j -= 1
    groups = 1
    for i in range(1, n):
        groups += values[order[i - 1]] != values[order[i]]
    return groups


@kernel
def next_order(values, n, order):
    """Step ``order`` through all orders that permute colours of equal value only.

    Inside a group it is the next permutation of colour numbers; a group that has come round
    lets the next group step. Returns False when all have come round (``order`` is then the
    first one again).
    """
    start = 0
    while start < n:
        stop = start + 1
        while stop < n and values[order[stop]] == values[order[start]]:
            stop += 1
        i = stop - 2
        while i >= start and order[i] > order[i + 1]:
            i -= 1
        if i >= start:
            j = stop - 1
            while order[j] < order[i]:
                j -= 1
            order[i], order[j] = order[j], order[i]
        low, high = max(i, start - 1) + 1, stop - 1
        while low < high:
            order[low], order[high] = order[high], order[low]
            low += 1
            high -= 1
        if i >= start:
            return True
        start = stop
    return False


@kernel
def keep_least(words, n, best, first):
    """Sort ``words`` and copy them to ``best`` if they are less, or ``first``; returns False."""
    for i in range(1, n):
        word = words[i]
        j = i
        while j > 0 and words[j - 1] > word:
            words[j] = words[j - 1]
            j -= 1
        words[j] = word
    if not first:
        i = 0
        while i < n and words[i] == best[i]:
            i += 1
        if i == n or words[i] > best[i]:
            return False
    for i in range(n):
        best[i] = words[i]
    return False


@kernel
def canonical_forms(sets, handed, forms):
    """The canonical form of each set: uint8[m, n, 6] in, uint32[m, n] out.

    ``handed``: single cubes are not mirrored, only the set as a whole is.
    """
    n = sets.shape[1]
    values = np.empty(8, np.uint64)
    fresh = np.empty(8, np.uint64)
    order = np.empty(8, np.int64)
    label = np.empty(8, np.uint8)
    words = np.empty(8, np.uint32)
    for s in range(sets.shape[0]):
        faces = sets[s]
        start_values(faces, values)
        groups, before = count_groups(values, n, order), 0
        while before < groups < n:
            before = groups
            value_round(faces, values, fresh)
            values, fresh = fresh, values
            groups = count_groups(values, n, order)
        first = True
        more = True
        while more:
            for i in range(n):
                label[order[i]] = i
            for cube in range(n):
                word = cube_word(faces, cube, label)
                words[cube] = word if handed else word & ~BOTH_HANDS
            first = keep_least(words, n, forms[s], first)
            if handed:
                for cube in range(n):
                    if words[cube] & BOTH_HANDS:
                        words[cube] ^= BOTH_HANDS
                first = keep_least(words, n, forms[s], first)
            more = next_order(values, n, order)
