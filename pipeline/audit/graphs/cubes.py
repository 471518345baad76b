"""A row of a cubes corpus as a graph.

A cube is joined to its three axes, an axis to the two faces at its ends, a face to its
colour. What permutes the axes of one cube and exchanges their ends is its 24 turns and their
mirror images.
"""

from pipeline.audit.graphs import Graph, Row

AXES = ((0, 1), (2, 3), (4, 5))
"""Opposite faces in a row's six letters: top and bottom, front and back, left and right."""


def drawings(row: Row) -> list[Graph]:
    """The graph of a row."""
    graph = Graph()
    colours = {letter: graph.vertex("colour") for letter in sorted(set("".join(row["cubes"])))}
    for letters in row["cubes"]:
        cube = graph.vertex("cube")
        for ends in AXES:
            axis = graph.vertex("axis", to=[cube])
            for face in ends:
                graph.vertex("face", to=[axis, colours[letters[face]]])
    return [graph]
