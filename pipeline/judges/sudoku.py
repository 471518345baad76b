"""A literal judge of sudoku rows: plain Python, its own tables, nothing of the engine.

Vocabulary (cells are 0 .. 80 in reading order, digits are 1 .. 9):

    unit      a row, a column or a box: nine cells that hold every digit once
    peers     the 20 other cells that share a unit with a cell
    cells     a set of cells is an 81-bit integer; bit ``c`` stands for cell ``c``
    places    for each digit, the set of cells where it may still stand: a list of nine
    naked     a cell where one digit is left
    hidden    a unit in which one cell is left for a digit

``faults`` judges a whole row of a corpus. The search behind it fills in naked and hidden
singles until none is left, then tries each digit of a cell that has the fewest. It is meant
to be read and believed; to prove that a minimal puzzle has one solution it needs about a
millisecond.
"""

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

from pipeline.judges import rule_lists

Places = list[int]

ROWS = [[9 * r + c for c in range(9)] for r in range(9)]
COLUMNS = [[9 * r + c for r in range(9)] for c in range(9)]
BOXES = [[9 * (3 * b + r) + 3 * s + c for r in range(3) for c in range(3)]
         for b in range(3) for s in range(3)]  # fmt: skip
UNITS = ROWS + COLUMNS + BOXES

CLASSIC = [{"rule": "rows"}, {"rule": "columns"}, {"rule": "boxes", "rows": 3, "columns": 3}]

ALL_CELLS = (1 << 81) - 1
UNIT_CELLS = [sum(1 << cell for cell in unit) for unit in UNITS]
PEERS = [sum(1 << c for c in set().union(*(u for u in UNITS if cell in u)) - {cell})
         for cell in range(81)]  # fmt: skip


def faults(
    row: dict[str, Any], *, uniqueness: bool = True, minimality: bool = True
) -> list[tuple[str, str]]:
    """What is wrong with a row of a corpus: (name of the fault, what was seen).

    Rows with other rules than rows, columns and 3x3 boxes are handed to ``rule_lists``.

    An empty list means that every claim of the row that is looked at here holds. The names
    are ``unknown rules``, ``unreadable``, ``wrong digit``, ``wrong count``, ``wrong drawing``,
    ``no solution``, ``second solution``, ``not minimal``, ``minimal after all`` and
    ``wrong mutations``.
    ``uniqueness`` costs about 1 ms a minimal puzzle, ``minimality`` about 25.
    """
    if not _is_classic(row):
        found = rule_lists.faults(row, uniqueness=uniqueness, minimality=minimality)
        return [*found, *_wrong_mutations(row)]
    givens, solution = row["givens"], row["solution"]
    if row.get("size", 9) != 9:
        return [("unreadable", f"size {row['size']!r} of rules for 9x9")]
    if not _is_text(givens, "123456789.") or not _is_text(solution, "123456789"):
        return [("unreadable", f"givens {givens!r}, solution {solution!r}")]
    found = [*_wrong_digits(givens, solution), *_wrong_counts(row), *_wrong_mutations(row)]
    if uniqueness:
        found += _uniqueness(givens, solution)
    if minimality and not found:
        found += _minimality(row)
    return found


def method(row: dict[str, Any]) -> str | None:
    """How ``faults`` proves the uniqueness of a row; None where that would take too long."""
    return "singles and trying" if _is_classic(row) else rule_lists.method(row)


def _is_classic(row: dict[str, Any]) -> bool:
    """Are the rules, where the row names them, rows, columns and 3x3 boxes and no more?"""
    if any(row.get(drawn) for drawn in ("regions", "cages", "thermometers")):
        return False
    try:
        rules = json.loads(row["rules"]) if row.get("rules") else CLASSIC
        return sorted(rules, key=str) == sorted(CLASSIC, key=str)
    except (ValueError, TypeError):
        return False


def _is_text(text: Any, alphabet: str) -> bool:
    return isinstance(text, str) and len(text) == 81 and set(text) <= set(alphabet)


def _wrong_digits(givens: str, solution: str) -> Iterator[tuple[str, str]]:
    for name, units in (("row", ROWS), ("column", COLUMNS), ("box", BOXES)):
        for number, unit in enumerate(units, start=1):
            if len({solution[cell] for cell in unit}) != 9:
                yield "wrong digit", f"{name} {number} of the solution repeats a digit"
    for cell in range(81):
        if givens[cell] not in (".", solution[cell]):
            yield "wrong digit", f"cell {cell}: given {givens[cell]}, solution {solution[cell]}"


def _wrong_counts(row: dict[str, Any]) -> Iterator[tuple[str, str]]:
    counted = 81 - row["givens"].count(".")
    if row.get("givens_count", counted) != counted:
        yield "wrong count", f"{counted} givens, the row says {row['givens_count']}"
    if row.get("solution_count", 1) != 1:
        yield "wrong count", f"solution_count is {row['solution_count']}"


def _uniqueness(givens: str, solution: str) -> Iterator[tuple[str, str]]:
    """How many solutions have the givens, whatever the row says that the solution is? One that
    breaks a rule or the givens is told of as a wrong digit, and makes no second solution."""
    some = list(islice(solutions(givens), 2))
    if not some:
        yield "no solution", givens
    if len(some) == 2:
        other = next(each for each in some if each != solution)
        yield "second solution", f"{givens} is also solved by {other}"


def _minimality(row: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Is ``minimal`` true? A given is needed if its cell can hold another digit without it."""
    givens = row["givens"]
    spare = [cell for cell in range(81) if givens[cell] != "." and not _is_needed(givens, cell)]
    if row.get("minimal") is True and spare:
        yield "not minimal", f"{givens}: the given in cell {spare[0]} can go"
    if row.get("minimal") is False and not spare:
        yield "minimal after all", f"{givens}: no given can go"


def _is_needed(givens: str, cell: int) -> bool:
    without = givens[:cell] + "." + givens[cell + 1 :]
    return any(True for _ in solutions(without, forbidden=(cell, int(givens[cell]))))


def _wrong_mutations(row: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Do the ``mutations``, replayed on ``seed_grid``, give the solution?"""
    grid, text = row.get("seed_grid"), row.get("mutations")
    if grid is None or text is None:
        return
    try:
        replayed = _replayed(grid, text)
    except (ValueError, IndexError):
        yield "wrong mutations", f"cannot be read: {text!r} on {grid!r}"
        return
    if replayed != row["solution"]:
        yield "wrong mutations", f"{text} on {grid} gives {replayed}"


def _replayed(grid: str, mutations: str) -> str:
    for word in mutations.split():
        lines = [grid[9 * r : 9 * r + 9] for r in range(9)]
        turned = word[0] in "ScT"  # what is done to columns is done to rows of the transpose
        if turned:
            lines = ["".join(line) for line in zip(*lines, strict=True)]
        if word[0] in "SB":
            a, b = 3 * int(word[1]), 3 * int(word[2])
            lines[a : a + 3], lines[b : b + 3] = lines[b : b + 3], lines[a : a + 3]
        elif word[0] in "rc":
            a, b = int(word[1]), int(word[2])
            lines[a], lines[b] = lines[b], lines[a]
        elif word[0] == "D":
            lines = ["".join(word[int(digit)] for digit in line) for line in lines]
        elif word != "T":
            raise ValueError(word)
        if turned and word != "T":
            lines = ["".join(line) for line in zip(*lines, strict=True)]
        grid = "".join(lines)
    return grid


def solutions(givens: str, forbidden: tuple[int, int] | None = None) -> Iterator[str]:
    """All solutions of ``givens`` (81 characters, ``1``-``9`` and ``.``), one by one.

    ``forbidden`` is a (cell, digit) that the solutions must not have.
    """
    places = [ALL_CELLS] * 9
    for cell, character in enumerate(givens):
        if character != ".":
            for digit in range(9):
                if digit != int(character) - 1:
                    places[digit] &= ~(1 << cell)
    if forbidden is not None:
        cell, digit = forbidden
        places[digit - 1] &= ~(1 << cell)
    yield from _search(places, settled=0)


def _search(places: Places, settled: int) -> Iterator[str]:
    """Solutions inside ``places``; cells of ``settled`` are already cleared from their peers."""
    singles = _fill_singles(places, settled)
    if singles is None:
        return
    if singles == ALL_CELLS:
        yield _text(places)
        return
    here = 1 << _fewest_digits(places, ALL_CELLS & ~singles)
    for digit in range(9):
        if places[digit] & here:
            trial = [p if d == digit else p & ~here for d, p in enumerate(places)]
            yield from _search(trial, singles)


def _fill_singles(places: Places, settled: int) -> int | None:
    """Follow naked and hidden singles to the end, in place.

    Returns the cells that have one digit left, or None where a cell has no digit or a unit
    has no cell for a digit.
    """
    while True:
        once = twice = 0  # the cells with at least one, at least two digits left
        for cells in places:
            twice |= once & cells
            once |= cells
        if once != ALL_CELLS:
            return None
        naked = ALL_CELLS & ~twice
        if naked == settled:
            hidden = _hidden_singles(places, twice)
            if hidden is None or not any(hidden):
                return None if hidden is None else settled
            filled = sum(hidden)
            for digit in range(9):
                places[digit] &= ~filled | hidden[digit]
        else:
            for digit in range(9):
                for cell in _each(places[digit] & naked & ~settled):
                    places[digit] &= ~PEERS[cell]
            settled = naked


def _hidden_singles(places: Places, open_cells: int) -> Places | None:
    """For each digit, the open cells that are the last ones for it in some unit.

    None where a unit has no cell left for a digit, or one cell is the last for two digits.
    """
    hidden = []
    taken = 0
    for cells in places:
        found = 0
        for unit in UNIT_CELLS:
            here = cells & unit
            if not here & (here - 1):  # one cell or none
                if not here:
                    return None
                found |= here
        found &= open_cells
        if found & taken:
            return None
        taken |= found
        hidden.append(found)
    return hidden


def _fewest_digits(places: Places, open_cells: int) -> int:
    """The first of the open cells with the fewest digits left."""
    at_least = [open_cells] + [0] * 10  # at_least[k]: open cells with k or more digits
    for cells in places:
        for k in range(9, 0, -1):
            at_least[k] |= at_least[k - 1] & cells
    exactly = (at_least[k] & ~at_least[k + 1] for k in range(2, 10))
    return next(_each(next(filter(None, exactly))))


def _each(cells: int) -> Iterator[int]:
    """The cells of a set, in order."""
    while cells:
        yield (cells & -cells).bit_length() - 1
        cells &= cells - 1


def _text(places: Places) -> str:
    characters = [""] * 81
    for digit, cells in enumerate(places, start=1):
        for cell in _each(cells):
            characters[cell] = str(digit)
    return "".join(characters)
