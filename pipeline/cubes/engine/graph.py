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

SUBGRAPHS, PAIRS, RAW, VISIBLE, SIGHT, NODES = range(6)
"""Columns of the counts: 2-regular subgraphs; disjoint pairs of them; solutions among the
24^n states; solutions that look different; the same up to turning the tower round and over;
nodes of the search."""
COUNTS = 6


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
def same_edge(faces, cube, first, second):
    """Do two axes of a cube join the same two colours?"""
    a, b = faces[cube, 2 * first], faces[cube, 2 * first + 1]
    c, d = faces[cube, 2 * second], faces[cube, 2 * second + 1]
    return (a == c and b == d) or (a == d and b == c)


@kernel
def is_least_look(faces, first, second):
    """Of all ordered pairs of disjoint codes that show the same, is this the least?

    Pairs look alike where a cube has axes with equal colours; it is decided cube by cube.
    """
    for cube in range(faces.shape[0]):
        i = np.int64((first >> np.uint32(2 * cube)) & np.uint32(3))
        j = np.int64((second >> np.uint32(2 * cube)) & np.uint32(3))
        for x in range(i + 1):
            if not same_edge(faces, cube, x, i):
                continue
            for y in range(3 if x < i else j):
                if x != y and same_edge(faces, cube, y, j):
                    return False
    return True


@kernel
def look_alike(faces, first, second):
    """Do two codes show the same colours on every cube?"""
    for cube in range(faces.shape[0]):
        i = np.int64((first >> np.uint32(2 * cube)) & np.uint32(3))
        j = np.int64((second >> np.uint32(2 * cube)) & np.uint32(3))
        if not same_edge(faces, cube, i, j):
            return False
    return True


@kernel
def count_loops(faces, code):
    """How many edges of a subgraph are loops: turned end for end they look the same."""
    loops = 0
    for cube in range(faces.shape[0]):
        axis = (code >> np.uint32(2 * cube)) & np.uint32(3)
        loops += faces[cube, 2 * axis] == faces[cube, 2 * axis + 1]
    return loops


@kernel
def count_looks(faces, codes, parts, found):
    """Count solutions by what the four sides show: (visible, sight).

    ``visible``: towers that look different. A pair (front-back, left-right) shows
    ``2**cA * 2**cB`` of them, c the number of components that are not loops. ``sight``: the
    same up to turning the tower round and over, which reverses either subgraph as a whole
    and exchanges the two.
    """
    n = faces.shape[0]
    every_cube = LOW_BITS & ((np.uint32(1) << np.uint32(2 * n)) - np.uint32(1))
    visible = sight = np.int64(0)
    doubled = np.int64(0)  # twice the part of ``sight`` whose pairs are met in both orders
    for i in range(found):
        for j in range(found):
            differ = codes[i] ^ codes[j]
            if (differ | (differ >> np.uint32(1))) & every_cube != every_cube:
                continue
            if not is_least_look(faces, codes[i], codes[j]):
                continue
            a = parts[i] - count_loops(faces, codes[i])
            b = parts[j] - count_loops(faces, codes[j])
            visible += np.int64(1) << np.int64(a + b)
            ways = np.int64(1) << np.int64(max(a - 1, 0) + max(b - 1, 0))
            if look_alike(faces, codes[i], codes[j]):
                one = np.int64(1) << np.int64(max(a - 1, 0))
                sight += one * (one + 1) // 2
            else:
                doubled += ways
    return visible, sight + doubled // 2


@kernel
def count_one(faces, codes, parts, counts):
    """Fill the row ``counts`` (int64[6]) for one set; ``codes`` and ``parts`` are room."""
    found, nodes = find_subgraphs(faces, codes, parts, np.int64(1) << np.int64(62))
    pairs, raw, _, _ = find_pairs(faces.shape[0], codes, parts, found)
    visible, sight = np.int64(0), np.int64(0)
    if pairs > 0:
        visible, sight = count_looks(faces, codes, parts, found)
    counts[SUBGRAPHS] = found
    counts[PAIRS] = pairs
    counts[RAW] = raw
    counts[VISIBLE] = visible
    counts[SIGHT] = sight
    counts[NODES] = nodes


@kernel
def count_sets(sets, counts):
    """Count for many sets: uint8[m, n, 6] in, int64[m, 6] out (see ``SUBGRAPHS``)."""
    codes = np.empty(MOST_CHOICES, np.uint32)
    parts = np.empty(MOST_CHOICES, np.uint8)
    for i in range(sets.shape[0]):
        count_one(sets[i], codes, parts, counts[i])
