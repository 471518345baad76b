"""A literal judge of sudoku rows with any list of rules, read from the row's own JSON.

Vocabulary (cells are numbered in reading order from 0, digits are 1 .. N):

    group     cells in which no digit stands twice
    cage      a group whose digits add up to a total
    pair      two cells and the set of digit pairs (x, y) that may stand in them
    board     what all rules of a row come to: a size, groups, cages, pairs

Whether a solution is right is looked up literally. Whether it is the only one is asked of a
SAT solver (python-sat), from clauses written here: a variable for "digit d stands in cell
c", and one more for each set of digits that a cage may hold. Boards up to 6x6, and all
boards where python-sat is not installed, are searched by plain trying instead; the tests
hold the two against each other.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, pairwise
from typing import Any

SYMBOLS = "123456789ABCDEFG"
SEARCHED = 6
"""Boards up to this size are searched by plain trying."""

Pairs = frozenset[tuple[int, int]]


@dataclass
class Board:
    """What the rules of one row come to."""

    size: int
    groups: list[tuple[str, list[int]]] = field(default_factory=list)
    """(what it is called, its cells)"""
    cages: list[tuple[list[int], int]] = field(default_factory=list)
    """(cells, total)"""
    pairs: list[tuple[str, int, int, Pairs]] = field(default_factory=list)
    """(what it is called, cell, cell, digit pairs that are allowed)"""


class UnknownRuleError(ValueError):
    """A rule, or a setting of one, that this judge does not know."""


def read_board(size: int, rules: list[dict[str, Any]]) -> Board:
    """The board of a row; raises ``UnknownRuleError``."""
    board = Board(size)
    for rule in rules:
        reader = READERS.get(rule.get("rule", ""))
        if reader is None:
            raise UnknownRuleError(f"unknown rule {rule.get('rule')!r}")
        reader(board, rule)
    return board


def _rows(board: Board, rule: dict[str, Any]) -> None:
    n = board.size
    board.groups += [(f"row {r + 1}", [n * r + c for c in range(n)]) for r in range(n)]


def _columns(board: Board, rule: dict[str, Any]) -> None:
    n = board.size
    board.groups += [(f"column {c + 1}", [n * r + c for r in range(n)]) for c in range(n)]


def _boxes(board: Board, rule: dict[str, Any]) -> None:
    n, high, wide = board.size, rule["rows"], rule["columns"]
    boxes: dict[tuple[int, int], list[int]] = {}
    for cell in range(n * n):
        boxes.setdefault((cell // n // high, cell % n // wide), []).append(cell)
    board.groups += [(f"box {i}", cells) for i, cells in enumerate(boxes.values(), start=1)]


def _jigsaw(board: Board, rule: dict[str, Any]) -> None:
    regions: dict[str, list[int]] = {}
    for cell, mark in enumerate(rule["regions"]):
        regions.setdefault(mark, []).append(cell)
    board.groups += [(f"region {mark}", cells) for mark, cells in regions.items()]


def _diagonals(board: Board, rule: dict[str, Any]) -> None:
    n = board.size
    for which in rule["which"]:
        falls = which == "main"
        cells = [n * i + (i if falls else n - 1 - i) for i in range(n)]
        board.groups.append((f"{which} diagonal", cells))


def _killer(board: Board, rule: dict[str, Any]) -> None:
    for cage in rule["cages"]:
        if "total" in cage:
            board.cages.append((cage["cells"], cage["total"]))
        board.groups.append((f"cage at {cage['cells'][0]}", cage["cells"]))


def _thermometers(board: Board, rule: dict[str, Any]) -> None:
    for cells in rule["thermometers"]:
        _pair_up(board, "thermometer", cells, lambda x, y: x < y)


def _whispers(board: Board, rule: dict[str, Any]) -> None:
    for cells in rule["lines"]:
        _pair_up(board, "whisper", cells, lambda x, y: abs(x - y) >= rule["difference"])


def _kropki(board: Board, rule: dict[str, Any]) -> None:
    for cells in rule["white"]:
        _pair_up(board, "white dot", cells, lambda x, y: abs(x - y) == 1)
    for cells in rule["black"]:
        _pair_up(board, "black dot", cells, lambda x, y: 2 in (x / y, y / x))


def _anti_knight(board: Board, rule: dict[str, Any]) -> None:
    n = board.size
    for a in range(n * n):
        for b in range(a + 1, n * n):
            if {abs(a // n - b // n), abs(a % n - b % n)} == {1, 2}:
                board.groups.append(("knight's move", [a, b]))


def _pair_up(board: Board, name: str, cells: list[int], allows: Any) -> None:
    digits = range(1, board.size + 1)
    allowed = frozenset((x, y) for x in digits for y in digits if allows(x, y))
    board.pairs += [(name, a, b, allowed) for a, b in pairwise(cells)]


READERS = {
    "rows": _rows,
    "columns": _columns,
    "boxes": _boxes,
    "jigsaw": _jigsaw,
    "diagonals": _diagonals,
    "killer": _killer,
    "thermometers": _thermometers,
    "whispers": _whispers,
    "kropki": _kropki,
    "anti_knight": _anti_knight,
}


def faults(row: dict[str, Any], *, uniqueness: bool, minimality: bool) -> list[tuple[str, str]]:
    """What is wrong with a row: (name of the fault, what was seen), as ``sudoku.faults``."""
    try:
        size = row["size"]
        if size not in range(1, len(SYMBOLS) + 1):
            return [("unreadable", f"size {size!r}")]
        rules = json.loads(row["rules"])
        board = read_board(size, rules)
    except (UnknownRuleError, KeyError, ValueError, TypeError) as failure:
        return [("unknown rules", str(failure))]
    givens, solution = _digits(row["givens"], size), _digits(row["solution"], size)
    if givens is None or solution is None or 0 in solution:
        return [("unreadable", f"givens {row['givens']!r}, solution {row['solution']!r}")]
    found = [*_wrong_digits(board, givens, solution), *_wrong_drawings(row, rules, size)]
    counted = sum(1 for digit in givens if digit)
    if row.get("givens_count", counted) != counted:
        found.append(("wrong count", f"{counted} givens, the row says {row['givens_count']}"))
    if row.get("solution_count", 1) != 1:
        found.append(("wrong count", f"solution_count is {row['solution_count']}"))
    if found or not (uniqueness or minimality):
        return found
    referee = Referee(board)
    if uniqueness:
        other = referee.other_solution(givens, solution)
        if other is not None:
            text = "".join(SYMBOLS[digit - 1] for digit in other)
            found.append(("second solution", f"{row['givens']} is also solved by {text}"))
    if minimality and not found:
        found += _minimality(row, referee, givens)
    return found


def method(row: dict[str, Any]) -> str | None:
    """How the uniqueness of a row is proved here; None where plain trying would take too long."""
    if _asks_solver(row["size"]):
        return "SAT (CaDiCaL 1.5.3)"
    return "plain trying" if row["size"] <= SEARCHED else None


def _asks_solver(size: int) -> bool:
    return size > SEARCHED and solver_class() is not None


def _digits(text: Any, size: int) -> list[int] | None:
    if not isinstance(text, str) or len(text) != size * size:
        return None
    alphabet = "." + SYMBOLS[:size]
    return [alphabet.index(c) for c in text] if set(text) <= set(alphabet) else None


def _wrong_digits(
    board: Board, givens: list[int], solution: list[int]
) -> Iterator[tuple[str, str]]:
    for name, cells in board.groups:
        if len({solution[cell] for cell in cells}) < len(cells):
            yield "wrong digit", f"{name} of the solution repeats a digit"
    for cells, total in board.cages:
        reached = sum(solution[cell] for cell in cells)
        if reached != total:
            yield "wrong digit", f"the cage at {cells} adds up to {reached}, not {total}"
    for name, a, b, allowed in board.pairs:
        if (solution[a], solution[b]) not in allowed:
            yield "wrong digit", f"{name}: {solution[a]} at {a}, {solution[b]} at {b}"
    for cell, digit in enumerate(givens):
        if digit not in (0, solution[cell]):
            yield "wrong digit", f"cell {cell}: given {digit}, solution {solution[cell]}"


def _wrong_drawings(
    row: dict[str, Any], rules: list[dict[str, Any]], size: int
) -> Iterator[tuple[str, str]]:
    """Do the columns for queries say what the rules say?"""
    said: dict[str, Any] = {"regions": None, "cages": None, "thermometers": None}
    for rule in rules:
        if rule["rule"] == "jigsaw":
            said["regions"] = rule["regions"]
        elif rule["rule"] == "killer":
            said["cages"] = [{"cells": c["cells"], "total": c.get("total", 0)}
                             for c in rule["cages"]]  # fmt: skip
        elif rule["rule"] == "thermometers":
            said["thermometers"] = rule["thermometers"]
    for column, value in said.items():
        if column in row and row[column] != value:
            yield "wrong drawing", f"column {column} is not what the rules say"
    names = sorted({rule["rule"] for rule in rules} - {"rows", "columns", "boxes"})
    if row.get("variant", "+".join(names)) != ("+".join(names) or "classic"):
        yield "wrong drawing", f"variant is {row['variant']!r}, the rules are {'+'.join(names)}"


def _minimality(
    row: dict[str, Any], referee: "Referee", givens: list[int]
) -> Iterator[tuple[str, str]]:
    if row.get("minimal") is None:
        return
    spare = [c for c, digit in enumerate(givens) if digit and not referee.is_needed(givens, c)]
    if row["minimal"] is True and spare:
        yield "not minimal", f"{row['givens']}: the given in cell {spare[0]} can go"
    if row["minimal"] is False and not spare:
        yield "minimal after all", f"{row['givens']}: no given can go"


class Referee:
    """Answers questions about solutions of one board, by SAT or by plain trying."""

    def __init__(self, board: Board, *, by_sat: bool | None = None) -> None:
        if by_sat is None:
            by_sat = _asks_solver(board.size)
        self.board = board
        self.solver = None
        if by_sat:
            written = clauses(board)
            self.solver = solver_class()(bootstrap_with=written)
            self.switch = 1 + max(abs(literal) for clause in written for literal in clause)

    def other_solution(self, givens: list[int], solution: list[int]) -> list[int] | None:
        """A solution that is not the known one, or None."""
        if self.solver is None:
            found = solutions(self.board, givens)
            return next((other for other in found if other != solution), None)
        size = self.board.size
        known = [variable(size, cell, digit) for cell, digit in enumerate(solution)]
        # This clause holds only where the switch is assumed: not when needs are asked.
        self.solver.add_clause([-self.switch, *(-literal for literal in known)])
        return self._solution([self.switch, *self._shown(givens)])

    def is_needed(self, givens: list[int], cell: int) -> bool:
        """Can the cell hold another digit when its given is taken away?"""
        without = [0 if c == cell else digit for c, digit in enumerate(givens)]
        if self.solver is None:
            others = solutions(self.board, without, forbidden=(cell, givens[cell]))
            return next(others, None) is not None
        forbidden = -variable(self.board.size, cell, givens[cell])
        return self._solution([forbidden, *self._shown(without)]) is not None

    def _shown(self, givens: list[int]) -> list[int]:
        return [variable(self.board.size, c, d) for c, d in enumerate(givens) if d]

    def _solution(self, assumptions: list[int]) -> list[int] | None:
        assert self.solver is not None
        if not self.solver.solve(assumptions=assumptions):
            return None
        size = self.board.size
        true = {literal for literal in self.solver.get_model() if 0 < literal <= size**3}
        digits = range(1, size + 1)
        return [
            next(d for d in digits if variable(size, cell, d) in true) for cell in range(size**2)
        ]


@cache
def solver_class() -> Any:
    """A class of incremental SAT solvers, None where python-sat is not installed."""
    try:
        from pysat.solvers import Cadical153
    except ImportError:
        return None
    return Cadical153


def variable(size: int, cell: int, digit: int) -> int:
    """The variable that says: this digit stands in this cell."""
    return cell * size + digit


def clauses(board: Board) -> list[list[int]]:
    """A board as clauses: satisfied exactly by its solutions."""
    size = board.size
    digits = range(1, size + 1)
    written = []
    for cell in range(size * size):
        here = [variable(size, cell, digit) for digit in digits]
        written.append(here)
        written += [[-a, -b] for a, b in combinations(here, 2)]
    for _, cells in board.groups:
        for digit in digits:
            there = [variable(size, cell, digit) for cell in cells]
            written += [[-a, -b] for a, b in combinations(there, 2)]
            if len(cells) == size:
                written.append(there)
    for _, a, b, allowed in board.pairs:
        written += [
            [-variable(size, a, x), -variable(size, b, y)]
            for x in digits
            for y in digits
            if (x, y) not in allowed
        ]
    free = size**3
    for cells, total in board.cages:
        sets = [s for s in combinations(digits, len(cells)) if sum(s) == total]
        names = range(free + 1, free + 1 + len(sets))
        free += len(sets)
        written.append(list(names))  # some set it is
        for name, chosen in zip(names, sets, strict=True):
            for digit in digits:
                there = [variable(size, cell, digit) for cell in cells]
                if digit in chosen:
                    written.append([-name, *there])
                else:
                    written += [[-name, -literal] for literal in there]
    return written


def solutions(
    board: Board, givens: list[int], forbidden: tuple[int, int] | None = None
) -> Iterator[list[int]]:
    """All solutions, by trying every digit of a cell that has the fewest; ``forbidden`` is a
    (cell, digit) that they must not have."""
    about: dict[int, list[Any]] = {cell: [] for cell in range(board.size**2)}
    for _, cells in board.groups:
        for cell in cells:
            about[cell].append(("group", cells))
    for cells, total in board.cages:
        for cell in cells:
            about[cell].append(("cage", cells, total))
    for _, a, b, allowed in board.pairs:
        about[a].append(("pair", b, allowed))
        about[b].append(("pair", a, frozenset((y, x) for x, y in allowed)))

    def fits(grid: list[int], cell: int, digit: int) -> bool:
        if (cell, digit) == forbidden:
            return False
        for kind, *what in about[cell]:
            if kind == "pair":
                other, allowed = what
                if grid[other] and (digit, grid[other]) not in allowed:
                    return False
            elif kind == "group":
                if any(grid[c] == digit for c in what[0] if c != cell):
                    return False
            else:
                cells, total = what
                others = [grid[c] for c in cells if c != cell]
                reached = digit + sum(others)
                if reached > total or (0 not in others and reached != total):
                    return False
        return True

    def search(grid: list[int]) -> Iterator[list[int]]:
        digits = range(1, board.size + 1)
        options = {
            cell: [d for d in digits if fits(grid, cell, d)]
            for cell in range(board.size**2)
            if grid[cell] == 0
        }
        if not options:
            yield grid
            return
        cell = min(options, key=lambda c: len(options[c]))
        for digit in options[cell]:
            yield from search([*grid[:cell], digit, *grid[cell + 1 :]])

    start = list(givens)
    if all(fits(start, cell, digit) for cell, digit in enumerate(start) if digit):
        yield from search(start)
