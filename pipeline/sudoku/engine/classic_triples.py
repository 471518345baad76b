"""The rule of three, tried when a round changes nothing more: a minirow holds three digits.

If only three digits have candidates in a minirow, they all stand there, so nowhere else in
its box. If three digits must stand there, no other digit can. The same for minicolumns.
"""

from numba.core import types

from pipeline.kernels.vector import step
from pipeline.sudoku.engine.classic_board import BOARD, CELLS, planes_of
from pipeline.sudoku.engine.classic_round import ACROSS, Words, cells_of, gather_words, pack


def _add(first, second):
    """Add two bit-sliced counts, each (at least 1, at least 2, ...), up to "at least 4"."""

    def at_least(wanted):
        cases = [first[wanted - 1]] if wanted <= len(first) else []
        cases += [second[wanted - 1]] if wanted <= len(second) else []
        cases += [
            first[i - 1] & second[wanted - i - 1]
            for i in range(1, wanted)
            if i <= len(first) and wanted - i <= len(second)
        ]
        total = cases[0]
        for case in cases[1:]:
            total = total | case
        return total

    return tuple(at_least(wanted) for wanted in range(1, min(len(first) + len(second), 4) + 1))


def _for_all(flags):
    """Words that have the same flags for every digit; ``flags`` is rows x4, columns x4."""
    rows, columns = (flags.shuffle([lane] * 8) for lane in (0, 4))
    return Words(rows, columns, flags)


def _others(word, across):
    """The flags that share a line of their matrix with a flag of ``word``."""
    return across(word) | across(across(word))


def _confine(word, across, full, settled, taken):
    """Apply both halves of the rule: ``full`` has three candidates, ``taken`` three digits."""
    return word & ~_others(word & full, across) & (settled | ~taken)


@step(BOARD, types.boolean, types.boolean)
def rule_of_three(board):
    """The new board, whether anything changed, and whether it is dead.

    The board is at rest under ``one_round``, so that a flag is alone in its box exactly when
    it is alone in its line.
    """
    some = pack(planes_of(board))
    settled = some.map(lambda word, across: word & ~_others(word, across), ACROSS)
    possible, certain = gather_words(some, _add), gather_words(settled, _add)
    full = _for_all(possible[2] & ~possible[3])
    taken = _for_all(certain[2])
    words = some.map(_confine, ACROSS, full, settled, taken)
    result = board & cells_of(words).board()
    lost = (possible[2] ^ CELLS) | certain[3]
    return result, (result ^ board).any(), lost.any()
