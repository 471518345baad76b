"""Steps on cells that must differ: singles, hidden singles, and confined digits."""

from pipeline.kernels import inner_kernel
from pipeline.sudoku.engine.bits import cells_with, lowest_index
from pipeline.sudoku.engine.memory import (
    CELL_GROUPS,
    CHANGED,
    DIGITS,
    DIRTY,
    EMPTIED,
    FEW_PLACES,
    FIRST,
    GROUP_WORDS,
    INVOLVED,
    LAST,
    PEERS,
    PLANES,
    PLANES_FRESH,
    TOUCHED,
    UNIT_SET,
    UNIT_SETS,
    WORDS,
    add_score,
    blame,
    narrow,
    out_of_line,
    set_short,
    set_word,
    short,
    word,
)


@inner_kernel
def settle_changes(program, scratch, frame):
    """Mark the groups of all changed cells; take single digits from the cells' peers.

    False if that leaves a peer without candidates.
    """
    out_of_line()
    words = word(program, WORDS)
    width = word(program, GROUP_WORDS)
    dirty = word(scratch, DIRTY)
    changed = word(scratch, CHANGED)
    i = 0
    while i < words:
        bits = word(scratch, changed + i)
        if bits == 0:
            i += 1
            continue
        set_word(scratch, changed + i, bits & (bits - 1))
        set_word(scratch, PLANES_FRESH, 0)
        cell = 64 * i + lowest_index(bits)
        groups = word(program, CELL_GROUPS) + cell * width
        for j in range(width):
            set_word(scratch, dirty + j, word(scratch, dirty + j) | word(program, groups + j))
        digit = short(scratch, frame + cell)
        if digit & (digit - 1) == 0:
            if not _tell_peers(program, scratch, frame, cell, digit):
                return False
            i = 0  # peers may stand in earlier words
    return True


@inner_kernel
def _tell_peers(program, scratch, frame, cell, digit):
    words = word(program, WORDS)
    peers = word(program, PEERS) + cell * words
    changed = word(scratch, CHANGED)
    set_word(scratch, TOUCHED, word(scratch, TOUCHED) | digit)
    for i in range(words):
        bits = cells_with(scratch, frame + 64 * i, digit) & word(program, peers + i)
        set_word(scratch, changed + i, word(scratch, changed + i) | bits)
        while bits:
            peer = 64 * i + lowest_index(bits)
            bits &= bits - 1
            mask = short(scratch, frame + peer) & ~digit
            if mask == 0:
                add_score(scratch, peer, EMPTIED)
                add_score(scratch, cell, INVOLVED)
                return False
            set_short(scratch, frame + peer, mask)
    return True


@inner_kernel
def hidden_singles(program, scratch, frame, group):
    """Every digit has a place in a unit; where it is the only one, the digit stands there.

    Places are counted for all digits at once, in binary: ``ones``, ``twos``, and ``many`` from
    four on. Those with two or three are left for ``confined_digits``.
    """
    first = word(program, group + FIRST)
    last = word(program, group + LAST)
    ones = first & 0  # zero as int64, not as a literal, of which Numba makes a type
    twos = first & 0
    many = first & 0
    fixed = first & 0
    for i in range(first, last):
        mask = short(scratch, frame + short(program, i))
        both = ones & mask
        ones ^= mask
        many |= twos & both
        twos ^= both
        fixed |= mask if mask & (mask - 1) == 0 else 0
    if ones | twos | many != (1 << word(program, DIGITS)) - 1:
        return blame(program, scratch, group)
    set_word(scratch, _few_places(program, scratch, group), twos & ~many)
    hidden = ones & ~twos & ~many & ~fixed
    if hidden == 0:
        return True
    for i in range(first, last):
        cell = short(program, i)
        here = short(scratch, frame + cell) & hidden
        if here:
            if here & (here - 1):
                return blame(program, scratch, group)
            narrow(scratch, frame, cell, here)
    return True


@inner_kernel(forceinline=True)
def _few_places(program, scratch, group):
    """The word that holds the digits with two or three places in a unit."""
    return word(scratch, FEW_PLACES) + word(program, group + UNIT_SET) - word(program, UNIT_SETS)


@inner_kernel
def refresh_planes(program, scratch, frame):
    """Make the planes mirror the frame."""
    out_of_line()
    words = word(program, WORDS)
    plane = word(scratch, PLANES)
    for digit in range(word(program, DIGITS)):
        for i in range(words):
            set_word(scratch, plane, cells_with(scratch, frame + 64 * i, 1 << digit))
            plane += 1
    set_word(scratch, PLANES_FRESH, 1)


@inner_kernel
def confined_digits(program, scratch, frame, group, touched):
    """A digit whose few places in a unit all see a cell cannot stand in that cell.

    This is locked candidates for every pair of units, slanted and irregular ones
    included, since all that matters is which cells see which. More than three places rarely
    have a common peer. Within one sweep over the units the planes may lag behind the frame:
    digits that are gone are then seen as present, which only makes this find less.
    """
    few = word(scratch, _few_places(program, scratch, group)) & touched
    if few == 0:
        return True
    if word(scratch, PLANES_FRESH) == 0:
        refresh_planes(program, scratch, frame)
    words = word(program, WORDS)
    unit = word(program, group + UNIT_SET)
    while few:
        plane = word(scratch, PLANES) + lowest_index(few) * words
        if not _lock(program, scratch, frame, plane, unit, few & -few):
            return blame(program, scratch, group)
        few &= few - 1
    return True


@inner_kernel
def _lock(program, scratch, frame, plane, unit, digit):
    """Clear ``digit`` from the cells of ``plane`` that see all its places in ``unit``."""
    words = word(program, WORDS)
    peers = word(program, PEERS)
    for i in range(words):
        seen = word(scratch, plane + i) & ~word(program, unit + i)
        for j in range(words):
            places = word(scratch, plane + j) & word(program, unit + j)
            while places and seen:
                cell = 64 * j + lowest_index(places)
                places &= places - 1
                seen &= word(program, peers + cell * words + i)
        while seen:
            cell = 64 * i + lowest_index(seen)
            seen &= seen - 1
            mask = short(scratch, frame + cell)
            if mask & digit:
                if mask == digit:
                    add_score(scratch, cell, EMPTIED)
                    return False
                narrow(scratch, frame, cell, mask & ~digit)
    return True
