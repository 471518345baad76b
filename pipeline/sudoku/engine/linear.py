"""Linear equations: digits, some of them subtracted, that add up to a total."""

from pipeline.kernels import inner_kernel
from pipeline.sudoku.engine.bits import highest_index, lowest_index
from pipeline.sudoku.engine.memory import (
    FIRST,
    LAST,
    OPEN_CELLS,
    OPEN_MASKS,
    REACHABLE,
    SPLIT,
    TOTAL,
    blame,
    narrow,
    out_of_line,
    set_word,
    short,
    word,
)

WIDEST = 62  # sums above the least are bits of one word
FEW = 2  # open cells of which every combination is worth looking at


@inner_kernel
def balance(program, scratch, frame, group):
    """Keep the digits that some choice of the other cells completes to the total.

    Exact, but that it lets digits repeat. Each cell counts from its own least contribution,
    so that reachable sums are the bits of a word: bit s for s above the least possible.
    Where a word is too narrow, bounds alone are kept, again and again until they stand.
    """
    out_of_line()
    first = word(program, group + FIRST)
    split = word(program, group + SPLIT)
    last = word(program, group + LAST)
    cells = word(scratch, OPEN_CELLS)
    masks = word(scratch, OPEN_MASKS)
    while True:
        slack = word(program, group + TOTAL)
        spread = first & 0  # zero as int64, not as a literal, of which Numba makes a type
        count = first & 0
        widest = first & 0
        for i in range(first, last):
            cell = short(program, i)
            mask = short(scratch, frame + cell)
            low = lowest_index(mask)
            high = highest_index(mask)
            slack += -(low + 1) if i < split else high + 1
            if low != high:
                spread += high - low
                widest = max(widest, high - low)
                set_word(scratch, cells + count, cell)
                set_word(scratch, masks + count, mask if i < split else -mask)
                count += 1
        if slack < 0 or slack > spread:
            return blame(program, scratch, group)
        if count == 0:
            return True
        if count > FEW and widest <= slack <= spread - widest:
            return True  # no bound bites; holes in the middle are too rare to look for
        if slack <= WIDEST:
            return _prune(scratch, frame, slack, count) or blame(program, scratch, group)
        if not _bound(scratch, frame, slack, spread, count):
            return True


@inner_kernel(forceinline=True)
def _anchor(signed_mask):
    """The digit index from which a cell's contribution is counted: its least contribution."""
    return lowest_index(signed_mask) if signed_mask > 0 else highest_index(-signed_mask)


@inner_kernel
def _prune(scratch, frame, slack, count):
    """Forward: which sums can be reached; backward: which digits lie on a way to ``slack``."""
    out_of_line()
    masks = word(scratch, OPEN_MASKS)
    reached = word(scratch, REACHABLE)
    keep = (1 << (slack + 1)) - 1
    reachable = 1
    for i in range(count):
        set_word(scratch, reached + i, reachable)
        signed_mask = word(scratch, masks + i)
        anchor = _anchor(signed_mask)
        bits = abs(signed_mask)
        sums = 0
        while bits:
            sums |= reachable << abs(lowest_index(bits) - anchor)
            bits &= bits - 1
        reachable = sums & keep
    if reachable >> slack == 0:
        return False
    wanted = 1 << slack
    for i in range(count - 1, -1, -1):
        signed_mask = word(scratch, masks + i)
        anchor = _anchor(signed_mask)
        reachable = word(scratch, reached + i)
        mask = abs(signed_mask)
        bits = mask
        kept = 0
        sums = 0
        while bits:
            bit = bits & -bits
            bits ^= bit
            shift = abs(lowest_index(bit) - anchor)
            if (reachable << shift) & wanted:
                kept |= bit
                sums |= wanted >> shift
        wanted = sums
        if kept != mask:
            narrow(scratch, frame, word(scratch, word(scratch, OPEN_CELLS) + i), kept)
    return True


@inner_kernel
def _bound(scratch, frame, slack, spread, count):
    """Drop the digits that overshoot or undershoot by themselves; was there any?

    A cell's greatest digit never undershoots, and its least one never overshoots, so
    nothing is emptied here.
    """
    out_of_line()
    changed = False
    for i in range(count):
        signed_mask = word(scratch, word(scratch, OPEN_MASKS) + i)
        mask = abs(signed_mask)
        anchor = _anchor(signed_mask)
        least = slack - (spread - (highest_index(mask) - lowest_index(mask)))
        kept = 0
        bits = mask
        while bits:
            bit = bits & -bits
            bits ^= bit
            if least <= abs(lowest_index(bit) - anchor) <= slack:
                kept |= bit
        if kept != mask:
            narrow(scratch, frame, word(scratch, word(scratch, OPEN_CELLS) + i), kept)
            changed = True
    return changed
