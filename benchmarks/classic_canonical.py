"""Canonical forms of classic puzzles and grids, and uniform grids, all on random images.

Lists in file order are nearly canonical already and flatter everyone: each puzzle is
disguised by a random symmetry first. The peers are C++ code called once for the whole list:

- swb01's minlex (http://forum.enjoysudoku.com/minlex-routine-t39261.html), row-minlex, as a
  shared library that has its ``MinLex9X9SR1`` unmangled; ``PUZZLEMINT_PEER_SWB01``.
- patminlex of dobrichev's gridchecker (https://github.com/dobrichev/gridchecker), a class key
  of its own kind (pattern first), wrapped as ``pat_batch(const char *puzzles, char *forms,
  long count)`` over rows of 81 bytes 0-9; ``PUZZLEMINT_PEER_PATMINLEX``.
"""

import ctypes
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from benchmarks import Row, best_seconds, peer, reference_file
from pipeline.kernels.random import stream_key
from pipeline.sudoku.canonical.classes import class_fingerprints, class_forms
from pipeline.sudoku.canonical.disguise import random_images
from pipeline.sudoku.canonical.grids import minlex_grids
from pipeline.sudoku.canonical.puzzles import minlex_puzzles
from pipeline.sudoku.engine.classic import solve
from pipeline.sudoku.engine.uniform import uniform_grids

Boards = NDArray[np.uint8]
COUNT = 20_000
LISTS = {"minimal": "classic/minimal_random.csv", "17 givens": "classic/17_clue.csv"}
INPUT_LINE, OUTPUT_LINE = 166, 83  # what swb01's routine reads and writes


def disguised(name: str) -> tuple[Boards, Boards] | None:
    """COUNT random images of a reference file's puzzles with their solutions, if it is there."""
    path = reference_file(name)
    if path is None:
        return None
    lines = [line[:81].replace(".", "0") for line in path.read_text().split()]
    cells = "".join(line for line in lines if line.isdecimal())
    puzzles = np.frombuffer(cells.encode(), np.uint8).reshape(-1, 81) - ord("0")
    puzzles = puzzles[np.arange(COUNT) % len(puzzles)]
    (images, solutions), _, _ = random_images(
        puzzles, solve(puzzles).solutions[:, 0], key=stream_key([1])
    )
    return images, solutions


def swb01(library: ctypes.CDLL, boards: Boards) -> Callable[[], Boards]:
    """Row-minlex forms by swb01's routine."""
    lines = np.zeros((len(boards), INPUT_LINE), np.uint8)
    lines[:, :81] = boards + ord("0")
    forms = np.zeros((len(boards), OUTPUT_LINE), np.uint8)

    def run() -> Boards:
        library.MinLex9X9SR1(
            lines.ctypes.data_as(ctypes.c_void_p),
            ctypes.c_int(lines.size),
            forms.ctypes.data_as(ctypes.c_void_p),
            ctypes.c_int(0),
        )
        return np.where(forms[:, :81] == ord("."), ord("0"), forms[:, :81]) - ord("0")

    return run


def patminlex(library: ctypes.CDLL, boards: Boards) -> Callable[[], None]:
    """Class keys by patminlex."""
    forms = np.zeros_like(boards)
    pointers = (array.ctypes.data_as(ctypes.c_void_p) for array in (boards, forms))
    arguments = (*pointers, ctypes.c_long(len(boards)))
    return lambda: library.pat_batch(*arguments)


def compared(
    name: str, unit: str, ours: Callable[[], Boards], theirs: Callable[[], object] | None, who: str
) -> Row:
    """One line of the table, with what both say where they say the same kind of thing."""
    contestants: dict[str, Callable[[], object]] = {"ours": ours}
    remark = ""
    if theirs:
        contestants["theirs"] = theirs
        answer = theirs()
        if isinstance(answer, np.ndarray):
            remark = "same forms" if np.array_equal(answer, ours()) else "FORMS DIFFER"
    seconds = best_seconds(contestants)
    rate = COUNT / seconds["theirs"] if theirs else None
    return Row(name, unit, COUNT / seconds["ours"], who, rate, remark)


def table() -> list[Row]:
    """Row-minlex strings and class keys of two lists, forms of full grids, uniform grids."""
    swb, pat = peer("PUZZLEMINT_PEER_SWB01"), peer("PUZZLEMINT_PEER_PATMINLEX")
    rows = []
    for name, file in LISTS.items():
        boards = disguised(file)
        if boards is None:
            continue
        p, s = boards
        slow, pattern = swb01(swb, p) if swb else None, patminlex(pat, p) if pat else None
        ours: list[Callable[[], Boards]] = [
            lambda p=p: minlex_puzzles(p),
            lambda p=p, s=s: class_forms(p, s)[0],
            lambda p=p, s=s: class_fingerprints(p, s)[0],
        ]
        rows += [
            compared(f"row-minlex, {name}", "puzzles", ours[0], slow, "swb01"),
            compared(f"class key, {name}", "puzzles", ours[1], pattern, "patminlex"),
            compared(f"two fingerprints, {name}", "puzzles", ours[2], None, ""),
        ]
    grids, key = uniform_grids(stream_key([2]), 0, COUNT), stream_key([3])
    slow = swb01(swb, grids) if swb else None
    return [
        *rows,
        compared("row-minlex, full grids", "grids", lambda: minlex_grids(grids), slow, "swb01"),
        compared("uniform grids", "grids", lambda: uniform_grids(key, 0, COUNT), None, ""),
    ]
