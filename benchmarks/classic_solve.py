"""Is a classic puzzle unique? Count to two, one puzzle at a time, on four lists of puzzles.

The peer is tdoku (https://github.com/t-dillon/tdoku), built as a shared library from
``solver_dpll_triad_simd.cc`` and ``util.cc``; ``PUZZLEMINT_PEER_TDOKU`` says where it is. It
is called from a compiled loop, so that neither side pays for Python.
"""

import ctypes
from collections.abc import Callable
from functools import partial
from typing import Any

import numba
import numpy as np

from benchmarks import Row, best_seconds, peer, reference_file
from pipeline.sudoku.engine.classic import Grids, count_solutions

LISTS = {
    "minimal, random": "classic/minimal_random.csv",
    "17 givens": "classic/17_clue.csv",
    "magictour top 1465": "classic/magictour_top1465.txt",
    "hardest 1905": "classic/hardest_1905.txt",
}


def read_grids(name: str) -> Grids | None:
    """The puzzles of a reference file (first column), or None where it is absent."""
    path = reference_file(name)
    if path is None:
        return None
    lines = [line[:81].replace(".", "0") for line in path.read_text().split()]
    cells = "".join(line for line in lines if line.isdecimal())
    return np.frombuffer(cells.encode(), np.uint8).reshape(-1, 81) - ord("0")


def as_text(grids: Grids) -> Grids:
    """Rows of characters, ``.`` for empty, each ended by a zero byte: uint8[n, 82]."""
    text = np.zeros((len(grids), 82), np.uint8)
    text[:, :81] = np.where(grids == 0, ord("."), grids + ord("0"))
    return text


def tdoku_counter(library: ctypes.CDLL) -> Callable[[Grids], int]:
    """A compiled loop of tdoku over rows of text: the guesses it spent on all of them."""
    solve = library.TdokuSolverDpllTriadSimd
    solve.restype = ctypes.c_size_t
    pointer, size = ctypes.c_void_p, ctypes.c_size_t
    solve.argtypes = [pointer, size, ctypes.c_uint32, pointer, pointer]

    @numba.njit  # type: ignore[untyped-decorator]
    def count_all(text: Any) -> Any:
        solution, guesses = np.zeros(96, np.uint8), np.zeros(1, np.uint64)
        total, answers = 0, 0
        for i in range(len(text)):
            row = text[i]
            answers += solve(row.ctypes, 2, 0, solution.ctypes, guesses.ctypes)
            total += np.int64(guesses[0])
        return total if answers == len(text) else -1

    return count_all  # type: ignore[no-any-return]


def table() -> list[Row]:
    """One row a list of puzzles."""
    library = peer("PUZZLEMINT_PEER_TDOKU")
    tdoku = tdoku_counter(library) if library else None
    rows = []
    for name, file in LISTS.items():
        grids = read_grids(file)
        if grids is None:
            continue
        contestants: dict[str, Callable[[], object]] = {"ours": partial(count_solutions, grids)}
        remark = f"{count_solutions(grids).nodes.mean() - 1:.2f} guesses a puzzle"
        if tdoku:
            text = as_text(grids)
            contestants["tdoku"] = partial(tdoku, text)
            remark += f", tdoku {tdoku(text) / len(grids):.2f}"
        seconds = best_seconds(contestants)
        theirs = len(grids) / seconds["tdoku"] if tdoku else None
        rows.append(Row(name, "puzzles", len(grids) / seconds["ours"], "tdoku", theirs, remark))
    return rows
