"""Puzzles as JSON, version 1; ``docs/adding-a-rule.md`` describes the format.

``{"format": "puzzlemint-sudoku", "version": 1, "size": 9, "rules": [{"rule": "rows"}, ...],
"givens": "..1.."}``: the whole rule list, rows and columns included; ``solution`` may be
added. What is unknown is refused with its place.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pipeline.sudoku.board import SIZES, Cells, from_text, to_text
from pipeline.sudoku.puzzle import Puzzle
from pipeline.sudoku.rules.protocol import Rule
from pipeline.sudoku.rules.reading import Node, ReadingError, parse_json
from pipeline.sudoku.rules.registry import RULES

FORMAT = "puzzlemint-sudoku"
VERSION = 1


def rule_to_json(rule: Rule) -> dict[str, Any]:
    """One rule as an object with its name under ``rule``."""
    return {"rule": rule.name, **rule.to_json()}


def rules_to_text(rules: Iterable[Rule]) -> str:
    """A rule list as compact JSON: the column ``rules`` of a corpus."""
    return json.dumps([rule_to_json(rule) for rule in rules], separators=(",", ":"))


def puzzle_to_json(puzzle: Puzzle, solution: Sequence[int] | None = None) -> dict[str, Any]:
    """The puzzle as a JSON document."""
    document = {
        "format": FORMAT,
        "version": VERSION,
        "size": puzzle.size,
        "rules": [rule_to_json(rule) for rule in puzzle.rules],
        "givens": to_text(puzzle.givens),
    }
    return document if solution is None else document | {"solution": to_text(solution)}


def puzzle_from_json(document: Any, place: str = "") -> Puzzle:
    """The puzzle of a JSON document.

    Raises ``ReadingError`` for what is no such document, and ``PuzzleError`` for a puzzle
    that cannot be.
    """
    node = Node(document, place)
    node.expect_keys({"format", "version", "size", "rules", "givens"}, {"solution"})
    if node["format"].value != FORMAT:
        raise node["format"].error(f"expected {FORMAT!r}, found {node['format'].value!r}")
    if node["version"].integer() != VERSION:
        raise node["version"].error(f"expected {VERSION}, found {node['version'].value}")
    size = read_size(node["size"])
    if "solution" in node:
        read_grid(node["solution"], size)
    return Puzzle(size, read_rules(node["rules"], size), read_grid(node["givens"], size)).checked()


def puzzle_from_row(row: Mapping[str, Any]) -> Puzzle:
    """The puzzle of a corpus row: its ``size``, ``rules`` and ``givens`` are enough."""
    size = read_size(Node(row["size"], "size"))
    givens = read_grid(Node(row["givens"], "givens"), size)
    return Puzzle(size, rules_from_text(row["rules"], size), givens).checked()


def rules_from_text(text: str, size: int) -> tuple[Rule, ...]:
    """A rule list from what ``rules_to_text`` wrote."""
    try:
        value = parse_json(text)
    except ReadingError as error:
        raise ReadingError(f"rules: {error}") from None
    return read_rules(Node(value, "rules"), size)


def read_size(node: Node) -> int:
    """The size of a board."""
    size = node.integer()
    if size not in SIZES:
        raise node.error(f"expected {SIZES[0]} .. {SIZES[-1]}, found {size}")
    return size


def read_grid(node: Node, size: int) -> Cells:
    """The digits of a grid of N*N symbols."""
    try:
        return from_text(node.text(), size)
    except ReadingError:
        raise
    except ValueError as error:
        raise node.error(str(error)) from None


def read_rules(node: Node, size: int) -> tuple[Rule, ...]:
    """A rule list; an unknown rule is refused."""
    return tuple(read_rule(item, size) for item in node.items())


def read_rule(node: Node, size: int) -> Rule:
    """One rule of the registry."""
    if not isinstance(node.value, dict) or "rule" not in node:
        raise node.error("expected an object with a key 'rule'")
    kind = RULES.get(node["rule"].text())
    if kind is None:
        known = ", ".join(RULES)
        raise node["rule"].error(f"unknown rule {node['rule'].value!r} (known: {known})")
    return kind.from_json(size, node)
