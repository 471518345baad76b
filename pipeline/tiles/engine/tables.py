"""The tables of a board of up to 64 mask bits, in one int64 array of words and addresses.

A *need* is what a cell asks of a tile's north or west edge: 0 for anything, 1 + label for
that label. For each class of cell (does it touch the east side, the south side) and each
pair of needs there is a *record* of two words: the mask of all tile bits that fit, and the
address of a *row*. A row has four bytes a bit: twice the need that the tile then sets for
its eastern neighbour, and ``2 * needs`` times the need for its southern neighbour, 16 bits
each; their sum times eight is the offset of the next cell's record.

A *bit* is a tile in one orientation. A tile has as many bits as it has orientations that
fit one record together, so that a bit and a pair of needs name one orientation: one or two
bits where the needs are known, all four where a free side of the board needs nothing.
"""

from pipeline.kernels import kernel
from pipeline.kernels.registers import inner_kernel
from pipeline.tiles.engine.words import address_of

EAST, SOUTH = 1, 2  # a cell's class: the sum of the sides it touches
CLASSES = 5  # the last one has only empty records: what follows the last cell
ROW_WORDS = 32  # 64 bits of four bytes
MASK_BITS = 64

NEEDS, RECORDS, ROWS, CLEAR, NORTH, WEST = range(6)
"""Words of ``head``: the number of needs; the addresses of the records, of the rows, of the
64 words that clear a placed tile's bits; what the board's north and west sides need, as
offsets in the manner of a row's entries."""
HEAD_WORDS = 6


@kernel
def table_words(tile_count, label_count):
    """How many int64 words ``build`` needs."""
    needs = label_count + 1
    return MASK_BITS + CLASSES * needs * needs * 2 + (8 * tile_count + 3) * ROW_WORDS


@inner_kernel
def assign_bits(tiles, sides, bits):
    """Fill ``bits`` (int64[N, 4]) with the bit of each tile and orientation; return their number.

    Orientation t is the tile after t clockwise quarter turns: it shows north what edge -t
    of the tile shows.
    """
    free = sides[0] < 0 or sides[3] < 0
    total = 0
    for tile in range(tiles.shape[0]):
        most = 0
        for turn in range(4):
            rank = turn
            if not free:
                rank = 0
                for earlier in range(turn):
                    if (
                        tiles[tile, -turn & 3] == tiles[tile, -earlier & 3]
                        and tiles[tile, (3 - turn) & 3] == tiles[tile, (3 - earlier) & 3]
                    ):
                        rank += 1
            bits[tile, turn] = total + rank
            most = max(most, rank + 1)
        total += most
    return total


@inner_kernel
def fits_class(kind, east, south, mates, sides):
    """May a tile that shows ``east`` and ``south`` stand in a cell of this class?"""
    if kind & EAST:
        if sides[1] >= 0 and east != sides[1]:
            return False
    elif mates[east] < 0:
        return False
    if kind & SOUTH:
        return sides[2] < 0 or south == sides[2]
    return mates[south] >= 0


@kernel
def build(tiles, mates, sides, allowed, bits, words, head):
    """Fill ``words`` and ``head``; False if the set needs more than 64 bits.

    ``allowed`` (int64[N]): bit t set if orientation t of the tile may be used. ``bits``
    (int64[N, 4]) is filled too. Labels number at most 180 (offsets have 16 bits).
    """
    count = tiles.shape[0]
    needs = mates.shape[0] + 1
    total = assign_bits(tiles, sides, bits)
    if total > MASK_BITS:
        return False
    base = address_of(words)
    records = MASK_BITS  # in words, from the start
    rows = records + CLASSES * needs * needs * 2
    head[NEEDS] = needs
    head[CLEAR], head[RECORDS], head[ROWS] = base, base + 8 * records, base + 8 * rows
    west_need = 2 * (sides[3] + 1)
    head[NORTH], head[WEST] = 2 * needs * (sides[0] + 1), west_need
    for word in range(rows + ROW_WORDS):  # row 0, of empty records, too
        words[word] = 0
    for tile in range(count):
        clear = 0
        for turn in range(4):
            clear |= 1 << bits[tile, turn]
        for turn in range(4):
            words[bits[tile, turn]] = ~clear
    used_rows = 1  # row 0 is that of empty records
    free = sides[0] < 0 or sides[3] < 0
    for tile in range(count):
        for turn in range(4):
            if not (allowed[tile] >> turn) & 1:
                continue
            north, east = tiles[tile, -turn & 3], tiles[tile, (1 - turn) & 3]
            south, west = tiles[tile, (2 - turn) & 3], tiles[tile, (3 - turn) & 3]
            bit = bits[tile, turn]
            south_entry = 2 * needs * (mates[south] + 1)
            for kind in range(4):
                if not fits_class(kind, east, south, mates, sides):
                    continue
                at_east = kind & EAST
                east_entry = west_need if at_east else 2 * (mates[east] + 1)
                entry = east_entry | (south_entry << 16)
                for any_north in range(2 if free else 1):
                    for any_west in range(2 if free else 1):
                        key = (0 if any_north else north + 1) * needs + (
                            0 if any_west else west + 1
                        )
                        record = records + 2 * (kind * needs * needs + key)
                        row = words[record + 1]
                        if row == 0:
                            row, used_rows = _row_of(
                                words, records, needs, kind, key, free, used_rows
                            )
                            words[record + 1] = row
                        words[record] |= 1 << bit
                        half = (bit & 1) * 32
                        word = rows + row * ROW_WORDS + (bit >> 1)
                        words[word] = (words[word] & ~(0xFFFFFFFF << half)) | (entry << half)
    for record in range(records + 1, rows, 2):
        words[record] = head[ROWS] + 8 * ROW_WORDS * words[record]
    return True


@inner_kernel
def _row_of(words, records, needs, kind, key, free, used_rows):
    """The row for a record that has none yet: shared where its entries are the same.

    Classes that agree about the east side share the row of a key; with free sides a bit
    alone names an orientation, and all keys share one row.
    """
    if free:
        return 1 + (kind & EAST), max(used_rows, 3)
    other = words[records + 2 * ((kind ^ SOUTH) * needs * needs + key) + 1]
    if other != 0:
        return other, used_rows
    return used_rows, used_rows + 1
