"""The graph method in plain Python, written to be read: what the kernels must agree with.

T. H. O'Beirne, *Puzzles and Paradoxes* (1965), after F. de Carteblanche (1947). Colours are
nodes. Each cube gives three edges, one for each pair of opposite faces, joining the colours
of the two faces. What a tower shows on front and back is a choice of one edge of each cube,
and so is what it shows on left and right. A side shows every colour once only if, over front
and back together, every colour is met exactly twice: so the choice is a *2-regular*
subgraph, in which a loop counts twice. A cube cannot show one axis both ways: the two
choices have no edge in common. Conversely each 2-regular subgraph can be walked round, cycle
by cycle, and walking every edge from front to back puts each colour once on either side.

Popular descriptions ask less: all colours met, one edge of each cube, no common edge. That
accepts sets which have no solution; ``as_worded`` keeps this reading to show the difference.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from pipeline.cubes.cube_set import AXES, CubeSet

Edge = tuple[int, int]
Choice = tuple[int, ...]
"""One axis (0 top-bottom, 1 front-back, 2 left-right) of each cube: a subgraph."""


@dataclass(frozen=True)
class Counts:
    """What the graph method counts.

    ``subgraphs``: choices that qualify. ``pairs``: unordered pairs of them without a common
    edge. ``raw``: solutions among the 24^n states of the tower, the order of the cubes
    fixed; None where the reading does not determine it.
    """

    subgraphs: int
    pairs: int
    raw: int | None

    @property
    def up_to_tower_rotation(self) -> int | None:
        """Solutions when the four sides of the tower may be turned round."""
        return None if self.raw is None else self.raw // 4

    @property
    def up_to_rotation_and_flip(self) -> int | None:
        """Solutions when the tower may be turned round and turned over as well."""
        return None if self.raw is None else self.raw // 8


def edges_of(cubes: CubeSet) -> list[list[Edge]]:
    """For each cube its three edges, by axis."""
    return [[(cube[a], cube[b]) for a, b in AXES] for cube in cubes.numbers]


def degrees(edges: Sequence[Edge], colours: int) -> list[int]:
    """How often each colour is met; a loop meets its colour twice."""
    met = [0] * colours
    for a, b in edges:
        met[a] += 1
        met[b] += 1
    return met


def parts(edges: Sequence[Edge], colours: int) -> int:
    """The number of connected components of a subgraph on all colours."""
    component = list(range(colours))
    for a, b in edges:
        old, new = component[a], component[b]
        component = [new if c == old else c for c in component]
    return len(set(component))


def subgraphs(cubes: CubeSet, *, as_worded: bool = False) -> Iterator[Choice]:
    """All choices of one edge a cube that are 2-regular; ``as_worded``: that meet all colours."""
    edges = edges_of(cubes)
    colours = len(cubes.colours)
    for choice in product(range(len(AXES)), repeat=len(edges)):
        met = degrees([cube[axis] for cube, axis in zip(edges, choice, strict=True)], colours)
        if min(met) >= 1 if as_worded else set(met) == {2}:
            yield choice


def disjoint_pairs(choices: Sequence[Choice]) -> Iterator[tuple[Choice, Choice]]:
    """All unordered pairs of choices that take a different edge of every cube."""
    for first, second in combinations(choices, 2):
        if all(a != b for a, b in zip(first, second, strict=True)):
            yield first, second


def count(cubes: CubeSet, *, as_worded: bool = False) -> Counts:
    """The counts of a set under either reading.

    A pair gives ``2 * 2**kA * 2**kB`` solutions: which subgraph is on front and back, and
    which way round each of its kA and kB components is walked.
    """
    edges = edges_of(cubes)
    colours = len(cubes.colours)
    choices = list(subgraphs(cubes, as_worded=as_worded))
    pairs = list(disjoint_pairs(choices))
    if as_worded:
        return Counts(len(choices), len(pairs), None)
    cycles = {
        choice: parts([edges[i][axis] for i, axis in enumerate(choice)], colours)
        for choice in choices
    }
    raw = sum(2 * 2 ** cycles[first] * 2 ** cycles[second] for first, second in pairs)
    return Counts(len(choices), len(pairs), raw)
