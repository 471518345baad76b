"""A literal recount of all sudoku grids by Felgenhauer and Jarvis's decomposition.

Vocabulary:

    triple     three different digits; what a column of a band holds, in any order
    partition  nine digits in three triples: what the columns of a box hold
    box        a partition with its digits set in rows: three rows of three digits
    band       three boxes side by side, every digit once in each row
    split      how the six digits that a column lacks in the first band are shared out
               between the second and the third: a triple for each

A band is told by its three partitions and by how they are set. For partitions p, q, r let
A(p, q, r) be the number of ways to set them so that every row has all digits; the order of
the columns does not matter. The first band's partitions determine which digits the other
bands must take in each column; a split shares them out, so

    grids = sum over p, q, r of 6^3 A(p, q, r) x sum over splits of A(second) A(third)

where 6^3 are the orders of the columns in the three boxes. Renaming the digits changes no
count, so p may be {123, 456, 789} if the sum is taken 280 times.
"""

from collections import Counter
from functools import cache
from itertools import combinations, permutations

Triple = frozenset[int]
Partition = frozenset[Triple]
Rows = tuple[Triple, Triple, Triple]

DIGITS = frozenset(range(1, 10))
COLUMN_ORDERS = 6**3


@cache
def partitions() -> list[Partition]:
    """All partitions of nine digits into three triples; the first is {123, 456, 789}."""
    found = []
    for with_one in combinations(range(2, 10), 2):
        first = frozenset({1, *with_one})
        least, *others = sorted(DIGITS - first)
        for two in combinations(others, 2):
            second = frozenset({least, *two})
            found.append(frozenset({first, second, DIGITS - first - second}))
    return found


@cache
def settings(partition: Partition) -> frozenset[Rows]:
    """The rows, as sets, of all boxes whose columns hold the partition: 6 x 6 x 6 ways to
    order the columns' digits."""
    a, b, c = (sorted(triple) for triple in partition)
    found = set()
    for x in permutations(a):
        for y in permutations(b):
            for z in permutations(c):
                top, middle, bottom = (frozenset(row) for row in zip(x, y, z, strict=True))
                found.add((top, middle, bottom))
    return frozenset(found)


def count_bands(second: Partition) -> dict[Partition, int]:
    """A(p, second, r) for the standard p and every r: how often the three can be set.

    Rows may change places, so 1, 2, 3 are set from top to bottom and the count taken 6 times.
    """
    wanted: Counter[Rows] = Counter()  # what the rows of the third box must be
    ordered = [x for x in settings(partitions()[0]) if 1 in x[0] and 2 in x[1] and 3 in x[2]]
    others = settings(second)
    for x in ordered:
        for y in others:
            if not (x[0] & y[0] or x[1] & y[1] or x[2] & y[2]):
                wanted[DIGITS - x[0] - y[0], DIGITS - x[1] - y[1], DIGITS - x[2] - y[2]] += 1
    return {r: 6 * sum(wanted[z] for z in settings(r)) for r in partitions()}


class Recount:
    """The decomposition on a table ``bands[q][r]`` = A(standard, q, r) by numbers of
    partitions in ``partitions()``."""

    def __init__(self, bands: list[list[int]]) -> None:
        self.bands = bands
        self.number = {partition: i for i, partition in enumerate(partitions())}
        self.after = [self._renamed(partition) for partition in partitions()]

    def _renamed(self, standard: Partition) -> list[int]:
        """What each partition becomes when ``standard`` is renamed {123, 456, 789}."""
        digits = [digit for triple in sorted(map(sorted, standard)) for digit in triple]
        name = {digit: new for new, digit in enumerate(digits, start=1)}
        return [
            self.number[frozenset(frozenset(name[d] for d in triple) for triple in partition)]
            for partition in partitions()
        ]

    def all_bands(self) -> int:
        """Every band that a first band can be."""
        return 280 * COLUMN_ORDERS * sum(map(sum, self.bands))

    def splits(self, partition: Partition) -> list[tuple[int, int]]:
        """The pairs of partitions (second band, third band) that a stack can be split into."""
        a, b, c = (DIGITS - triple for triple in sorted(partition, key=sorted))
        found = []
        for x in combinations(sorted(a), 3):
            for y in combinations(sorted(b - set(x)), 3):
                z = DIGITS - set(x) - set(y)
                if len(z) == 3 and z <= c:
                    second = frozenset({frozenset(x), frozenset(y), z})
                    third = frozenset({a - set(x), b - set(y), c - z})
                    found.append((self.number[second], self.number[third]))
        return found

    def completions(self, q: int, r: int) -> int:
        """How many ways the other two bands can be filled below one band with the standard
        partition, q and r; the orders of its digits do not matter."""
        total = 0
        stacks = [self.splits(partitions()[i]) for i in (0, q, r)]
        for second, third in stacks[0]:
            after_second, after_third = self.after[second], self.after[third]
            last = [(after_second[b2], after_third[b3]) for b2, b3 in stacks[2]]
            for a2, a3 in stacks[1]:
                row2, row3 = self.bands[after_second[a2]], self.bands[after_third[a3]]
                total += sum(row2[b2] * row3[b3] for b2, b3 in last)
        return total

    def classes(self) -> list[tuple[int, int, int]]:
        """The classes of (q, r) under renaming of digits and reordering of the stacks, as
        (q, r, members), of those that a band can have."""
        seen: set[tuple[int, int]] = set()
        found = []
        moves = [self.after[i] for i in range(280)]
        swaps = _renamings_of_the_standard(self.number)
        for q in range(280):
            for r in range(280):
                if (q, r) in seen or not self.bands[q][r]:
                    continue
                waiting, members = [(q, r)], {(q, r)}
                while waiting:
                    b, c = waiting.pop()
                    near = [(c, b), (moves[b][0], moves[b][c])]
                    near += [(swap[b], swap[c]) for swap in swaps]
                    fresh = set(near) - members
                    members |= fresh
                    waiting += fresh
                seen |= members
                found.append((q, r, len(members)))
        return found


def _renamings_of_the_standard(number: dict[Partition, int]) -> list[list[int]]:
    """Renamings that keep {123, 456, 789}, as maps of partitions; all others follow from
    these: two digits of the first triple change places, or two triples, or all turn."""
    keeping = (
        {1: 2, 2: 1},
        {1: 2, 2: 3, 3: 1},
        {1: 4, 2: 5, 3: 6, 4: 1, 5: 2, 6: 3},
        {1: 4, 2: 5, 3: 6, 4: 7, 5: 8, 6: 9, 7: 1, 8: 2, 9: 3},
    )
    return [
        [
            number[frozenset(frozenset(name.get(d, d) for d in triple) for triple in partition)]
            for partition in partitions()
        ]
        for name in keeping
    ]
