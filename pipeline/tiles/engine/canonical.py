"""The least form of a tile set under order, turns and renaming, by depth-first search.

The form is a list of N tiles of four codes each. Patterns are named in the order in which
they appear: the first label of one gets the next number, its mate the same number in the
other *half*. At each place the unused tile and turn with the least codes is taken; where
several tie, each is followed, except those that show the same labels; a branch ends where
it falls behind the best form so far.
"""

import numpy as np

from pipeline.kernels import kernel
from pipeline.kernels.registers import inner_kernel

OTHER_HALF, ALONE, FIXED = 1 << 10, 1 << 11, 1 << 12
"""Added to a code: the second half of a pattern, a label that is its own mate, one whose
name is given (that of a side of the board, or the mate of one)."""
CODE_BITS = 13
UNNAMED = -1
WORST = (1 << 4 * CODE_BITS) - 1


@inner_kernel
def _encode(tiles, tile, turn, mates, codes, named, alone):
    """(the codes of a turned tile as one number, patterns named after it); names nothing.

    ``alone`` is what a label that is its own mate has added to its code.
    """
    packed, first, second, third = 0, -1, -1, -1  # labels that are new on this tile
    first_code, second_code, third_code = 0, 0, 0
    for side in range(4):
        label = tiles[tile, (side - turn) & 3]
        code = codes[label]
        if code == UNNAMED:
            mate = mates[label]
            if label == first or mate == first >= 0:
                code = first_code ^ (0 if label == first else OTHER_HALF)
            elif label == second or mate == second >= 0:
                code = second_code ^ (0 if label == second else OTHER_HALF)
            elif label == third or mate == third >= 0:
                code = third_code ^ (0 if label == third else OTHER_HALF)
            else:
                code = named + (alone if mate == label else 0)
                named += 1
                if side == 0 or first < 0:
                    first, first_code = label, code
                elif second < 0:
                    second, second_code = label, code
                else:
                    third, third_code = label, code
        packed = packed << CODE_BITS | code
    return packed, named


@inner_kernel
def _name(tiles, tile, turn, mates, codes, packed, fresh):
    """Give the labels of a turned tile their codes; ``fresh`` [8] lists the new ones, then -1."""
    count = 0
    for side in range(4):
        label = tiles[tile, (side - turn) & 3]
        if codes[label] != UNNAMED:
            continue
        code = (packed >> (3 - side) * CODE_BITS) & ((1 << CODE_BITS) - 1)
        codes[label] = code
        fresh[count] = label
        count += 1
        mate = mates[label]
        if mate >= 0 and mate != label:
            codes[mate] = code ^ OTHER_HALF
            fresh[count] = mate
            count += 1
    if count < 8:
        fresh[count] = -1


@inner_kernel
def _shows_the_same(tiles, choice, other):
    """Do two tiles, turned, show the same labels? A choice is four times a tile plus a turn."""
    for side in range(4):
        here = tiles[choice >> 2, (side - choice) & 3]
        if here != tiles[other >> 2, (side - other) & 3]:
            return False
    return True


@inner_kernel
def _next_choice(tiles, encoded, least, start):
    """The first choice from ``start`` on that ties and is not like an earlier one; -1: none."""
    for choice in range(start, encoded.shape[0]):
        if encoded[choice] != least:
            continue
        is_new = True
        for earlier in range(start):
            if encoded[earlier] == least and _shows_the_same(tiles, earlier, choice):
                is_new = False
                break
        if is_new:
            return choice
    return -1


@kernel
def least_form(tiles, mates, codes, alone, budget, form):
    """Improve ``form`` (int64[N], four codes a tile, packed) to the least form of a set.

    ``codes`` (int64[labels]) holds the codes of labels whose names are given, UNNAMED for
    the others (and does so again afterwards); ``alone`` is added to the code of a label
    that is its own mate. ``form`` is kept where it is less; start with ``WORST``. Returns
    the tiles taken; more than ``budget`` means that the search was broken off.
    """
    count = tiles.shape[0]
    encoded = np.empty((count, 4 * count), np.int64)
    least, named = np.empty(count, np.int64), np.zeros(count + 1, np.int64)
    choice, fresh = np.empty(count, np.int64), np.empty((count, 8), np.int64)
    ahead = np.zeros(count + 1, np.bool_)
    used = np.zeros(count, np.bool_)
    taken, depth, entering = 0, 0, True
    while depth >= 0:
        if entering:
            best, names = WORST + 1, 0
            for tile in range(count):
                for turn in range(4):
                    at = 4 * tile + turn
                    if used[tile]:
                        encoded[depth, at] = WORST + 1
                        continue
                    code, after = _encode(tiles, tile, turn, mates, codes, named[depth], alone)
                    encoded[depth, at] = code
                    if code < best:
                        best, names = code, after
            least[depth], named[depth + 1] = best, names
            ahead[depth + 1] = ahead[depth] or best < form[depth]
            following = 0 if ahead[depth + 1] or best == form[depth] else -1
        else:  # come back: undo the choice, and look for another one if it named anything
            last = choice[depth]
            used[last >> 2] = False
            for place in range(8):
                if fresh[depth, place] < 0:
                    break
                codes[fresh[depth, place]] = UNNAMED
            following = last + 1 if named[depth + 1] > named[depth] else -1
        if following >= 0:
            following = _next_choice(tiles, encoded[depth], least[depth], following)
        if following < 0:
            depth -= 1
            entering = False
            continue
        taken += 1
        choice[depth] = following
        used[following >> 2] = True
        _name(tiles, following >> 2, following & 3, mates, codes, least[depth], fresh[depth])
        entering = depth < count - 1 and taken <= budget
        if entering:
            depth += 1
        elif ahead[count] and depth == count - 1:
            for place in range(count):
                form[place] = least[place]
            for place in range(count + 1):
                ahead[place] = False
    return taken


@kernel
def least_forms(tiles, mates, codes, alone, budget, mirror, forms):
    """Write the least form of each set of ``tiles`` (int64[n, N, 4]) to ``forms`` (int64[n, N]).

    Where ``mirror``, the least of the set's own and its mirror image's. False if one of the
    searches needed more than ``budget`` tiles.
    """
    count = tiles.shape[1]
    image = np.empty((count, 4), np.int64)
    done = True
    for index in range(tiles.shape[0]):
        for place in range(count):
            forms[index, place] = WORST
        done &= least_form(tiles[index], mates, codes, alone, budget, forms[index]) <= budget
        if mirror:
            for tile in range(count):
                for side in range(4):
                    image[tile, side] = tiles[index, tile, -side & 3]
            done &= least_form(image, mates, codes, alone, budget, forms[index]) <= budget
    return done
