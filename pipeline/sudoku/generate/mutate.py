"""Mutations of classic grids and puzzles: batches of them, and how to replay one.

All of them are symmetries of rows, columns and boxes, so a mutant of a solution is a
solution, and a mutant of a puzzle with one solution has one solution. All mutants of a grid
are one class: they make new material for carving, not new grids up to symmetry.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.sudoku.engine import mutate as kernels

KINDS = {
    "block-columns": kernels.SWAP_STACKS,
    "block-rows": kernels.SWAP_BANDS,
    "columns": kernels.SWAP_COLUMNS,
    "rows": kernels.SWAP_ROWS,
}
"""The names of the swaps in a config."""

Bytes = NDArray[np.uint8]


@dataclass(frozen=True)
class Mutations:
    """A mutation for each board of a batch; arrays as ``draw_mutations`` describes them."""

    sources: Bytes
    digits: Bytes
    text: Bytes
    ends: NDArray[np.int32]

    def applied(self, boards: Bytes) -> Bytes:
        """The mutants of ``boards`` (uint8[n, 81], 0 is empty), row by row."""
        mutants = np.empty_like(boards)
        kernels.apply_mutations(boards, self.sources, self.digits, mutants)
        return mutants


def draw(
    key: NDArray[np.uint64],
    first_index: int,
    count: int,
    *,
    kinds: Sequence[str],
    steps: int,
    transpose: bool,
    relabel: bool,
) -> Mutations:
    """The mutations of ``first_index .. first_index + count - 1`` under ``key``.

    ``kinds`` are names of ``KINDS``. Each mutation depends on (key, index, settings) alone.
    """
    codes = np.array([KINDS[kind] for kind in kinds], np.uint8)
    drawn = Mutations(
        np.empty((count, 81), np.uint8),
        np.empty((count, 10), np.uint8),
        np.empty((count, 4 * steps + 13), np.uint8),
        np.empty(count, np.int32),
    )
    kernels.draw_mutations(key, first_index, codes, steps, transpose, relabel,
                           drawn.sources, drawn.digits, drawn.text, drawn.ends)  # fmt: skip
    return drawn


def replay(grid: str, mutations: str) -> str:
    """``grid`` (81 characters, ``.`` stays) after ``mutations``, read word by word.

    This is all that a reader needs to get from a row's ``seed_grid`` to its ``solution``.
    ``ValueError`` for a word that is no mutation.
    """
    rows = [list(grid[9 * r : 9 * r + 9]) for r in range(9)]
    for word in mutations.split():
        kind, places = word[0], word[1:]
        if kind == "T":
            rows = transposed(rows)
        elif kind == "D" and sorted(places) == list("123456789"):
            labels = {".": ".", **dict(zip("123456789", places, strict=True))}
            rows = [[labels[digit] for digit in row] for row in rows]
        elif kind in "Br" and len(places) == 2:
            swap(rows, int(places[0]), int(places[1]), width=3 if kind == "B" else 1)
        elif kind in "Sc" and len(places) == 2:
            columns = transposed(rows)
            swap(columns, int(places[0]), int(places[1]), width=3 if kind == "S" else 1)
            rows = transposed(columns)
        else:
            raise ValueError(f"{word!r} is no mutation")
    return "".join("".join(row) for row in rows)


def transposed(rows: list[list[str]]) -> list[list[str]]:
    """Columns as rows."""
    return [list(column) for column in zip(*rows, strict=True)]


def swap(lines: list[list[str]], a: int, b: int, width: int) -> None:
    """Swap block ``a`` of ``width`` lines with block ``b``, in place."""
    for i in range(width):
        lines[a * width + i], lines[b * width + i] = lines[b * width + i], lines[a * width + i]
