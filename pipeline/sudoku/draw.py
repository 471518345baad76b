"""A puzzle as text for a person: digits, borders, and in words what else is drawn on it."""

from collections.abc import Iterator
from itertools import product

from pipeline.sudoku.board import cell_names, to_text
from pipeline.sudoku.puzzle import Puzzle

# The box-drawing character whose arms go (up, down, left, right).
JOINTS = {arms: joint for joint, arms in zip(
    " ╶╴─╷┌┐┬╵└┘┴│├┤┼",
    ((up, down, left, right) for up, down, left, right in product((False, True), repeat=4)),
    strict=True)}  # fmt: skip


def draw_text(puzzle: Puzzle) -> str:
    """The puzzle as lines of text; an empty cell is a dot.

    Borders are those of boxes or regions. Marks that text cannot show (cages, thermometers,
    dots) are listed below the board, a line each.
    """
    lines = list(_board_lines(puzzle.size, _areas(puzzle), puzzle.givens))
    lines += [
        f"{rule.name}: {cell_names(mark.cells, puzzle.size)} {mark.text}".rstrip()
        for rule in puzzle.rules
        for mark in rule.marks()
        if mark.kind != "borders"
    ]
    return "\n".join(lines)


def _areas(puzzle: Puzzle) -> list[int]:
    """For each cell the number of the bordered area that it is in."""
    area_of = [0] * puzzle.size**2
    borders = [m for rule in puzzle.rules for m in rule.marks() if m.kind == "borders"]
    for number, mark in enumerate(borders):
        for cell in mark.cells:
            area_of[cell] = number
    return area_of


def _board_lines(size: int, area_of: list[int], grid: tuple[int, ...]) -> Iterator[str]:
    """The lines of the board; a line or column of joints is left out where it has no border."""

    def area(row: int, column: int) -> int:
        inside = 0 <= row < size and 0 <= column < size
        return area_of[row * size + column] if inside else -1

    # above[r][c]: is there a border between cell (r, c) and the one above it? beside: to its left
    above = [[area(r, c) != area(r - 1, c) for c in range(size)] for r in range(size + 1)]
    beside = [[area(r, c) != area(r, c - 1) for c in range(size + 1)] for r in range(size)]
    text = to_text(grid)
    walls = [any(beside[r][c] for r in range(size)) for c in range(size + 1)]

    def joint(row: int, column: int) -> str:
        up = row > 0 and beside[row - 1][column]
        down = row < size and beside[row][column]
        left = column > 0 and above[row][column - 1]
        right = column < size and above[row][column]
        return JOINTS[up, down, left, right]

    for row in range(size + 1):
        if any(above[row]):
            joints = [joint(row, column) if wall else "" for column, wall in enumerate(walls)]
            yield _line(joints, ["──" if edge else "  " for edge in above[row]])
        if row < size:
            bars = [" │"[beside[row][column]] if wall else "" for column, wall in enumerate(walls)]
            yield _line(bars, [f" {symbol}" for symbol in text[row * size : (row + 1) * size]])


def _line(joints: list[str], cells: list[str]) -> str:
    """Joints before, between and after the cells; an empty joint takes no room."""
    line = joints[0] + cells[0]
    for joint, before, cell in zip(joints[1:], cells, [*cells[1:], ""], strict=True):
        padding = ("─" if before == "──" else " ") if joint else ""
        line += padding + joint + cell
    return line.rstrip()
