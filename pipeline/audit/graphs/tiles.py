"""A row of a tiles corpus as a graph.

A tile is a ring of four slots, each joined to what it shows; the board is a ring of four
sides. Every link of a ring is two arcs, one a *hand*: the two hands may change places all
together, which is the mirror image of the whole, and never for one tile alone.
"""

from pipeline.audit.graphs import Graph, Row


def drawings(row: Row) -> list[Graph]:
    """The graph of a row."""
    graph = Graph()
    hands = graph.vertex("hand"), graph.vertex("hand")
    sides = row["sides"] or [None] * 4
    labels = _draw_labels(graph, row, {side for side in sides if side is not None})
    for tile in row["tiles"]:
        middle = graph.vertex("tile")
        _close_ring(
            graph, hands, [graph.vertex("slot", to=[middle, labels[label]]) for label in tile]
        )
    lengths = (row["columns"], row["rows"]) * 2
    _close_ring(
        graph,
        hands,
        [
            graph.vertex("side", length, to=[] if side is None else [labels[side]])
            for length, side in zip(lengths, sides, strict=True)
        ],
    )
    return [graph]


def _draw_labels(graph: Graph, row: Row, asked: set[int]) -> dict[int, int]:
    """A vertex for each label that is shown, or whose mate is, joined to its mate's.

    Labels that the sides ask for keep their names where there are several of them.
    """
    mates: list[int | None] = row["mates"]
    shown = asked.union(*row["tiles"])
    vertices = {}
    for label, mate in enumerate(mates):
        if shown & {label, mate}:
            name = (label if len(asked) > 1 else 0) if label in asked else -1
            vertices[label] = graph.vertex("label", name, int(mate == label))
    for label, mate in enumerate(mates):
        if label in vertices and mate is not None and label < mate:
            graph.join(vertices[label], [vertices[mate]])
    return vertices


def _close_ring(graph: Graph, hands: tuple[int, int], slots: list[int]) -> None:
    for first, second in zip(slots, slots[1:] + slots[:1], strict=True):
        tail = graph.vertex("arc", to=[first, hands[0]])
        graph.vertex("arc", to=[second, hands[1], tail])
