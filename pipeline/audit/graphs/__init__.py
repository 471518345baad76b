"""Puzzles as coloured graphs, so that a graph library says which of them are the same.

Nothing here knows the canonical forms of the engine. A family's module draws a row as a
graph whose isomorphisms are exactly the symmetries of ``docs/design.md``; igraph (the extra
``audit``) brings graphs to a canonical form by BLISS, and two rows are one puzzle exactly
when these forms are equal.
"""

import hashlib
import importlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

Row = dict[str, Any]
Colour = tuple[str | int, ...]

MODULES = {name: f"pipeline.audit.graphs.{name}" for name in ("sudoku", "tiles", "cubes")}
"""Family -> the module whose ``drawings(row)`` draws its rows."""


class NoGraphError(ValueError):
    """A row that cannot be drawn: a rule that is not known here."""


@dataclass
class Graph:
    """A coloured graph being drawn; vertices are numbered from 0."""

    colours: list[Colour] = field(default_factory=list)
    edges: list[tuple[int, int]] = field(default_factory=list)

    def vertex(self, *colour: str | int, to: Iterable[int] = ()) -> int:
        """A new vertex of this colour, joined to those; its number."""
        self.colours.append(colour)
        self.join(len(self.colours) - 1, to)
        return len(self.colours) - 1

    def join(self, vertex: int, others: Iterable[int]) -> None:
        """Edges from a vertex to each of the others."""
        self.edges += [(vertex, other) for other in others]

    def form(self) -> bytes:
        """16 bytes that are equal exactly for isomorphic graphs."""
        import igraph

        names = sorted(set(self.colours), key=repr)
        numbers = [names.index(colour) for colour in self.colours]
        drawn = igraph.Graph(len(numbers), self.edges, vertex_attrs={"colour": numbers})
        # The permutation alone is no form: what counts is the graph that it makes of this one.
        drawn = drawn.permute_vertices(drawn.canonical_permutation(color=numbers))
        edges = sorted(tuple(sorted(edge)) for edge in drawn.get_edgelist())
        text = repr((names, drawn.vs["colour"], edges))
        return hashlib.blake2b(text.encode(), digest_size=16).digest()


def igraph_version() -> str | None:
    """The version of igraph, None where it is not installed."""
    try:
        import igraph
    except ImportError:
        return None
    return str(igraph.__version__)


def canonical_form(family: str) -> Callable[[Row], bytes] | None:
    """What makes the form of a family's row; None where its rows are not drawn.

    The function raises ``NoGraphError``. Forms are 16 bytes, equal exactly for rows that are
    one puzzle.
    """
    if family not in MODULES:
        return None
    drawings = importlib.import_module(MODULES[family]).drawings
    return lambda row: min(graph.form() for graph in drawings(row))
