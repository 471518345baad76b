"""A sudoku row with any list of rules as a graph.

Vocabulary: a *free* rule is about lines and boxes alone, so that lines may be shuffled where
boxes allow it; with any other rule on the board only the motions of the square are left.
A rule that *reads* digits knows more of them than whether two are equal; the digits of such
a puzzle keep their names, or all become N + 1 - d together.
"""

import json
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

from pipeline.audit.graphs import Graph, NoGraphError, Row

Rule = dict[str, Any]

SYMBOLS = "123456789ABCDEFG"
FREE = {"rows", "columns", "boxes", "diagonals"}


def drawings(row: Row) -> list[Graph]:
    """The graph of a row; where digits have names, also that of its image under N + 1 - d."""
    size = int(row["size"])
    rules = [_plain(rule, size) for rule in json.loads(row["rules"])]
    givens = [0 if symbol == "." else 1 + SYMBOLS.index(symbol) for symbol in row["givens"]]
    if not any(_reads(rule) for rule in rules):
        return [_drawing(size, rules, givens, named=False)]
    graphs = [_drawing(size, rules, givens, named=True)]
    images = [_complemented(rule, size) for rule in rules]
    if all(image is not None for image in images):
        turned = [digit and size + 1 - digit for digit in givens]
        known = [image for image in images if image is not None]
        graphs.append(_drawing(size, known, turned, named=True))
    return graphs


def _drawing(size: int, rules: list[Rule], givens: list[int], *, named: bool) -> Graph:
    """Cells, joined to neighbours where only motions are left; then what each rule draws;
    then the givens: as colours of cells where digits are ``named``, else as vertices."""
    graph = Graph()
    for digit in givens:
        graph.vertex("cell", digit if named else 0)
    if any(rule["rule"] not in FREE for rule in rules):
        graph.edges += _neighbours(size)
    for rule in rules:
        painter = PAINTERS.get(rule["rule"])
        if painter is None:
            raise NoGraphError(f"no graph for the rule {rule['rule']!r}")
        painter(graph, rule, size)
    if not named:
        for digit in range(1, size + 1):
            graph.vertex("digit", to=[c for c, given in enumerate(givens) if given == digit])
    return graph


def _neighbours(size: int) -> list[tuple[int, int]]:
    across = [(size * r + c, size * r + c + 1) for r in range(size) for c in range(size - 1)]
    down = [(size * r + c, size * r + c + size) for r in range(size - 1) for c in range(size)]
    return across + down


def _plain(rule: Rule, size: int) -> Rule:
    """Regions that are boxes are boxes."""
    if rule["rule"] != "jigsaw":
        return rule
    for high in range(1, size + 1):
        if size % high == 0:
            boxes = {"rule": "boxes", "rows": high, "columns": size // high}
            if _parts(rule["regions"]) == _parts(_box_of(boxes, size)):
                return boxes
    return rule


def _parts(marks: Iterable[Any]) -> set[frozenset[int]]:
    """The sets of cells that carry one mark."""
    parts: dict[Any, set[int]] = {}
    for cell, mark in enumerate(marks):
        parts.setdefault(mark, set()).add(cell)
    return {frozenset(cells) for cells in parts.values()}


def _box_of(rule: Rule, size: int) -> list[tuple[int, int]]:
    """For each cell the place of its box."""
    return [(c // size // rule["rows"], c % size // rule["columns"]) for c in range(size**2)]


def _reads(rule: Rule) -> bool:
    if rule["rule"] == "killer":
        return any("total" in cage for cage in rule["cages"])
    return rule["rule"] in ("thermometers", "whispers", "kropki")


def _complemented(rule: Rule, size: int) -> Rule | None:
    """The rule that holds of N + 1 - d where this one holds of d; None where there is none."""
    if rule["rule"] == "killer":
        cages = [
            cage | {"total": len(cage["cells"]) * (size + 1) - cage["total"]}
            if "total" in cage
            else cage
            for cage in rule["cages"]
        ]
        return {**rule, "cages": cages}
    if rule["rule"] == "thermometers":
        return {**rule, "thermometers": [cells[::-1] for cells in rule["thermometers"]]}
    if rule["rule"] == "kropki" and rule.get("black"):
        return None  # one digit twice the other: N + 1 minus each of them are not
    return rule


def _paint_rows(graph: Graph, rule: Rule, size: int) -> None:
    for r in range(size):
        graph.vertex("line", to=range(size * r, size * r + size))


def _paint_columns(graph: Graph, rule: Rule, size: int) -> None:
    for c in range(size):
        graph.vertex("line", to=range(c, size * size, size))


def _paint_boxes(graph: Graph, rule: Rule, size: int) -> None:
    for cells in _parts(_box_of(rule, size)):
        graph.vertex("box", to=cells)


def _paint_regions(graph: Graph, rule: Rule, size: int) -> None:
    for cells in _parts(rule["regions"]):
        graph.vertex("region", to=cells)


def _paint_diagonals(graph: Graph, rule: Rule, size: int) -> None:
    for which in rule["which"]:
        step = size + 1 if which == "main" else size - 1
        start = 0 if which == "main" else size - 1
        graph.vertex("diagonal", to=[start + step * i for i in range(size)])


def _paint_cages(graph: Graph, rule: Rule, size: int) -> None:
    for cage in rule["cages"]:
        graph.vertex("cage", cage.get("total", 0), to=cage["cells"])


def _paint_thermometers(graph: Graph, rule: Rule, size: int) -> None:
    for cells in rule["thermometers"]:
        _paint_chain(graph, [("thermometer", place) for place in range(len(cells))], cells)


def _paint_whispers(graph: Graph, rule: Rule, size: int) -> None:
    for cells in rule["lines"]:
        _paint_chain(graph, [("whisper", rule["difference"])] * len(cells), cells)


def _paint_chain(graph: Graph, colours: list[tuple[str, int]], cells: list[int]) -> None:
    """A vertex on each cell, joined one to the next."""
    chain = [graph.vertex(*colour, to=[cell]) for colour, cell in zip(colours, cells, strict=True)]
    graph.edges += pairwise(chain)


def _paint_dots(graph: Graph, rule: Rule, size: int) -> None:
    for colour in ("white", "black"):
        for cells in rule.get(colour, ()):
            graph.vertex("dot", colour, to=cells)


def _paint_knight(graph: Graph, rule: Rule, size: int) -> None:
    graph.vertex("anti-knight")  # the motions of the square keep all knight's moves


PAINTERS: dict[str, Callable[[Graph, Rule, int], None]] = {
    "rows": _paint_rows,
    "columns": _paint_columns,
    "boxes": _paint_boxes,
    "jigsaw": _paint_regions,
    "diagonals": _paint_diagonals,
    "killer": _paint_cages,
    "thermometers": _paint_thermometers,
    "whispers": _paint_whispers,
    "kropki": _paint_dots,
    "anti_knight": _paint_knight,
}
