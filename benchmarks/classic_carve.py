"""Minimal puzzles from given grids: every given is tried once, in random order.

The peer is tdoku's minimiser (``TdokuMinimize``; see ``classic_solve``) on the same grids.
"""

import ctypes
from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from benchmarks import Row, best_seconds, peer
from benchmarks.classic_solve import as_text
from pipeline.kernels.random import stream_key
from pipeline.sudoku.engine.classic import Grids, fill
from pipeline.sudoku.engine.classic_carve import carve

GRIDS = 2_000


def tdoku_minimiser(library: ctypes.CDLL) -> Callable[[Grids], float]:
    """A compiled loop of tdoku's minimiser over rows of text: the mean number of givens."""
    minimise = library.TdokuMinimize
    minimise.restype = ctypes.c_bool
    minimise.argtypes = [ctypes.c_bool, ctypes.c_bool, ctypes.c_void_p]

    @numba.njit  # type: ignore[untyped-decorator]
    def minimise_all(text: Any) -> Any:
        row, givens = np.zeros(96, np.uint8), 0
        for i in range(len(text)):
            row[: text.shape[1]] = text[i]
            minimise(False, False, row.ctypes)
            givens += np.sum(row[:81] != ord("."))
        return givens / len(text)

    return minimise_all  # type: ignore[no-any-return]


def table() -> list[Row]:
    """Carving to minimal puzzles, beside the peer, and the grids that it starts from."""
    key = stream_key([2024])
    grids = fill(key, 0, GRIDS)
    contestants: dict[str, Callable[[], object]] = {
        "ours": lambda: carve(grids, key, 0),
        "fill": lambda: fill(key, 0, GRIDS),
    }
    remark = f"{carve(grids, key, 0).givens.mean():.2f} givens"
    library = peer("PUZZLEMINT_PEER_TDOKU")
    if library:
        text, tdoku = as_text(grids), tdoku_minimiser(library)
        contestants["tdoku"] = lambda: tdoku(text)
        remark += f", tdoku {tdoku(text):.2f}"
    seconds = best_seconds(contestants)
    theirs = GRIDS / seconds["tdoku"] if library else None
    return [
        Row("minimal puzzles", "puzzles", GRIDS / seconds["ours"], "tdoku", theirs, remark),
        Row("grids by random search", "grids", GRIDS / seconds["fill"]),
    ]
