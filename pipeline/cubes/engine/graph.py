"""The graph method as kernels. The plain reading of it is ``pipeline.cubes.reference``.

A set is ``faces``: uint8[n, 6], colours 0 .. n-1, faces in the order of ``FACES``. A choice
of one axis a cube is a *code* of two bits a cube; the degrees of a subgraph are one word of
four bits a colour, so that an edge is added, and all degrees are tested, in one operation.
"""

import numpy as np

from pipeline.kernels import kernel

MOST_CHOICES = 3**8
"""As many codes as a set of eight cubes can have."""
LOW_BITS = np.uint32(0x5555)
OVER_TWO = np.uint32(0x55555555)  # a degree d of at most 4, plus 5, sets bit 3 if d > 2
HIGH_BITS = np.uint32(0x88888888)

SUBGRAPHS, PAIRS, RAW, NODES = range(4)
"""Columns of the counts: 2-regular subgraphs, disjoint pairs, solutions in 24^n, nodes."""


@kernel
def edge_word(faces, cube, axis):
    """The degrees that one edge of a cube adds (uint32); a loop adds two to its colour."""
    a, b = faces[cube, 2 * axis], faces[cube, 2 * axis + 1]
    return (np.uint32(1) << np.uint32(4 * a)) + (np.uint32(1) << np.uint32(4 * b))


@kernel
def count_parts(faces, code):
    """The number of components of a 2-regular subgraph: of its edges that close a cycle."""
    component = np.uint32(0x76543210)  # four bits a colour: the component it is in
    nibble = np.uint32(15)
    closed = 0
    n = faces.shape[0]
    for cube in range(n):
        axis = (code >> np.uint32(2 * cube)) & np.uint32(3)
        a = np.uint32(4 * faces[cube, 2 * axis])
        b = np.uint32(4 * faces[cube, 2 * axis + 1])
        old = (component >> a) & nibble
        new = (component >> b) & nibble
        if old == new:
            closed += 1
            continue
        for colour in range(n):
            place = np.uint32(4 * colour)
            if (component >> place) & nibble == old:
                component ^= (old ^ new) << place
    return closed


@kernel
def find_subgraphs(faces, codes, parts, budget):
    """List the 2-regular subgraphs of a set by depth-first choice of axes.

    Writes their codes (uint32) and numbers of components (uint8) into ``codes`` and
    ``parts``, which hold ``MOST_CHOICES`` entries. Returns (how many, nodes); a node is an
    edge looked at. The search stops when ``nodes`` passes ``budget``.
    """
    n = faces.shape[0]
    degrees = np.uint32(0)  # of the edges chosen so far
    code = np.uint32(0)
    found = nodes = cube = 0
    axis = np.uint32(0)  # the axis of ``cube`` to look at
    while nodes <= budget:
        place = np.uint32(2 * cube)
        if axis == 3:  # this cube has no more: go back to the one before it
            if cube == 0:
                break
            cube -= 1
            axis = (code >> np.uint32(2 * cube)) & np.uint32(3)
            degrees -= edge_word(faces, cube, axis)
            axis += np.uint32(1)
            continue
        nodes += 1
        met = degrees + edge_word(faces, cube, axis)
        if (met + OVER_TWO) & HIGH_BITS:
            axis += np.uint32(1)
            continue
        code = (code & ~(np.uint32(3) << place)) | (axis << place)
        if cube + 1 < n:
            cube += 1
            degrees = met
            axis = np.uint32(0)
        else:
            codes[found] = code
            parts[found] = count_parts(faces, code)
            found += 1
            axis += np.uint32(1)
    return found, nodes


@kernel
def find_pairs(n, codes, parts, found):
    """Count the pairs among the first ``found`` subgraphs that share no edge.

    Returns (pairs, raw, first, second): ``raw`` is the number of solutions among the 24^n
    states, ``first`` and ``second`` the indices of the pair met first, -1 if there is none.
    """
    every_cube = LOW_BITS & ((np.uint32(1) << np.uint32(2 * n)) - np.uint32(1))
    pairs = 0
    raw = np.int64(0)
    first = second = -1
    for i in range(found):
        for j in range(i + 1, found):
            differ = codes[i] ^ codes[j]
            if (differ | (differ >> np.uint32(1))) & every_cube == every_cube:
                if pairs == 0:
                    first, second = i, j
                pairs += 1
                raw += np.int64(2) << np.int64(parts[i] + parts[j])
    return pairs, raw, first, second


@kernel
def count_sets(sets, counts):
    """Count for many sets: uint8[m, n, 6] in, int64[m, 4] out (see ``SUBGRAPHS``)."""
    codes = np.empty(MOST_CHOICES, np.uint32)
    parts = np.empty(MOST_CHOICES, np.uint8)
    unlimited = np.int64(1) << np.int64(62)
    for i in range(sets.shape[0]):
        found, nodes = find_subgraphs(sets[i], codes, parts, unlimited)
        pairs, raw, _, _ = find_pairs(sets.shape[1], codes, parts, found)
        counts[i, SUBGRAPHS] = found
        counts[i, PAIRS] = pairs
        counts[i, RAW] = raw
        counts[i, NODES] = nodes
