"""Fingerprints of tile sets, and the group under which they stay the same.

The group: the order of the tiles, the turns of each, renaming of patterns, swapping the
two halves of a pattern, and the mirror image of the whole (which reflects every tile and
swaps the eastern and the western side of the board); the board may be turned, its sides
with it. Names of side labels stay: where the sides ask for several different labels, these
are told apart by name; where all ask for one (a frame), there is nothing to tell apart.

``published_form`` is the form that the Legespiel-Solver project prints. It knows neither
mirror images nor frames nor the size of the board, and writes a label that is its own mate
like one whose mate is on no tile.
"""

import hashlib
import json
from random import Random

import numpy as np
from numpy.typing import NDArray

from pipeline.tiles.engine.canonical import (
    ALONE,
    CODE_BITS,
    FIXED,
    OTHER_HALF,
    UNNAMED,
    WORST,
    least_form,
    least_forms,
)
from pipeline.tiles.tile_set import Board, TileSet, mirrored, rotate_board, turned

VERSION = 1
GROUP = "tiles: order, turns, patterns, halves, mirror"
FORM_BUDGET = 20_000_000
"""Tiles that a search for a least form may take. Real sets take a few hundred; a set with
astronomically many symmetries of its names could go on for ever."""


class TooSymmetricError(ValueError):
    """The least form was not found within ``FORM_BUDGET``."""

    def __init__(self) -> None:
        super().__init__(
            f"no least form within {FORM_BUDGET:,} tiles: the set's patterns have too many "
            "symmetries among themselves"
        )


def _asked_labels(tile_set: TileSet) -> list[int]:
    """The labels that the board's sides ask for, in order of their names."""
    asked = {side for side in tile_set.sides if side is not None}
    return sorted(asked, key=tile_set.labels.__getitem__)


def fixed_codes(tile_set: TileSet) -> NDArray[np.int64]:
    """The codes of labels whose names are given: the sides' labels by name, and their mates."""
    codes = np.full(len(tile_set.mates), UNNAMED, np.int64)
    known = _asked_labels(tile_set)
    for number, label in enumerate(known):
        codes[label] = FIXED + number
    for label in known:
        mate = tile_set.mates[label]
        if mate is not None and codes[mate] == UNNAMED:
            codes[mate] = codes[label] + OTHER_HALF
    return codes


def _header(tile_set: TileSet, turns: int, is_mirrored: bool) -> str:
    """What the form says of the board after mirroring and turning it."""
    sides = mirrored(tile_set.sides) if is_mirrored else tile_set.sides
    codes, known = fixed_codes(tile_set), _asked_labels(tile_set)
    described = [
        [
            tile_set.labels[label] if len(known) > 1 else "",
            None if (mate := tile_set.mates[label]) is None else int(codes[mate]),
        ]
        for label in known
    ]
    asked = [None if side is None else int(codes[side]) for side in turned(sides, turns)]
    shape = [tile_set.rows, tile_set.columns]
    return json.dumps([shape if turns % 2 == 0 else shape[::-1], asked, described])


def headers(tile_set: TileSet) -> tuple[str, str]:
    """The least description of the board, as it is and mirrored."""
    as_it_is, image = (
        min(_header(tile_set, turns, is_mirrored) for turns in range(4))
        for is_mirrored in (False, True)
    )
    return as_it_is, image


def least_words(tile_set: TileSet) -> tuple[str, NDArray[np.int64]]:
    """The canonical form: the description of the board, and four codes a tile, packed.

    Equal exactly for sets of one class; raises ``TooSymmetricError``.
    """
    tiles, mates, _ = tile_set.arrays
    codes = fixed_codes(tile_set)
    as_it_is, image = headers(tile_set)
    form = np.full(tile_set.cells, WORST, np.int64)
    for is_mirrored in (False, True):
        if (image if is_mirrored else as_it_is) == min(as_it_is, image):
            shown = np.ascontiguousarray(tiles[:, [0, 3, 2, 1]]) if is_mirrored else tiles
            if least_form(shown, mates, codes, ALONE, FORM_BUDGET, form) > FORM_BUDGET:
                raise TooSymmetricError
    return min(as_it_is, image), form


def fingerprint(tile_set: TileSet) -> bytes:
    """16 bytes, equal exactly for sets of one class (up to collisions of BLAKE2b)."""
    header, form = least_words(tile_set)
    return hashlib.blake2b(_prefix(header) + form.astype("<i8").tobytes(), digest_size=16).digest()


def _prefix(header: str) -> bytes:
    return bytes([VERSION]) + f"{GROUP}\0{header}\0".encode()


def fingerprints(tiles: NDArray[np.int64], board: TileSet) -> list[bytes]:
    """``fingerprint`` of many sets (int64[n, N, 4]) with the board, mates and sides of one."""
    from pipeline.kernels.blake2b import digest_rows

    as_it_is, image = headers(board)
    if as_it_is != image:
        raise ValueError("a board that differs from its mirror image: one set at a time")
    forms = np.empty(tiles.shape[:2], np.int64)
    _, mates, _ = board.arrays
    if not least_forms(tiles, mates, fixed_codes(board), ALONE, FORM_BUDGET, True, forms):
        raise TooSymmetricError
    words = forms.astype("<i8").view(np.uint8)
    return [digest.tobytes() for digest in digest_rows(words, _prefix(as_it_is))]


def published_form(tile_set: TileSet) -> str:
    """The fingerprint of Legespiel-Solver: the least string over order, turns and letters.

    A pattern takes the next capital letter and its mate the small one; capitals come before
    small letters. ``ValueError`` where there are more than 26 patterns.
    """
    tiles, mates, _ = tile_set.arrays
    form = np.full(tile_set.cells, WORST, np.int64)
    unnamed = np.full(len(mates), UNNAMED, np.int64)
    if least_form(tiles, mates, unnamed, 0, FORM_BUDGET, form) > FORM_BUDGET:
        raise TooSymmetricError
    cards = []
    for word in form:
        codes = [int(word) >> CODE_BITS * place & (1 << CODE_BITS) - 1 for place in (3, 2, 1, 0)]
        if any(code % OTHER_HALF > 25 for code in codes):
            raise ValueError("the published form has letters for 26 patterns only")
        cards.append(
            "".join(chr(code % OTHER_HALF + (97 if code & OTHER_HALF else 65)) for code in codes)
        )
    return "-".join(cards)


def disguise(tile_set: TileSet, board: Board, random: Random) -> tuple[TileSet, Board]:
    """The set and a filling of it under a random element of the group.

    Labels keep their numbers as a whole: patterns of one kind change places. The board of
    a set that is not square is turned by two turns or none.
    """
    rows, columns = tile_set.rows, tile_set.columns
    is_mirrored = random.random() < 0.5
    board_turns = random.choice((0, 1, 2, 3) if rows == columns else (0, 2))
    renamed = _renaming(tile_set, random)
    order = random.sample(range(tile_set.cells), tile_set.cells)  # new place of each old tile
    turns = [random.randrange(4) for _ in order]
    tiles = [(0, 0, 0, 0)] * tile_set.cells
    for old, tile in enumerate(tile_set.tiles):
        seen = mirrored(tile) if is_mirrored else tile
        north, east, south, west = turned([renamed[label] for label in seen], turns[old])
        tiles[order[old]] = (north, east, south, west)
    sides = tile_set.sides
    if is_mirrored:  # rows run the other way, and mirrored tiles turn the other way round
        sides = mirrored(sides)
        lines = [board[start : start + columns] for start in range(0, len(board), columns)]
        board = tuple((tile, -turn % 4) for line in lines for tile, turn in line[::-1])
    board = tuple((order[tile], (turn - turns[tile]) % 4) for tile, turn in board)
    changed = TileSet(
        rows, columns, tuple(tiles), tile_set.mates, turned(sides, board_turns), tile_set.labels
    )
    return changed, rotate_board(tile_set, board, board_turns)


def _renaming(tile_set: TileSet, random: Random) -> list[int]:
    """A random renaming that keeps mates and what the sides ask for."""
    fixed = fixed_codes(tile_set) != UNNAMED
    renamed = list(range(len(tile_set.mates)))
    alone = [label for label, mate in enumerate(tile_set.mates) if mate == label]
    pairs = [(a, b) for a, b in enumerate(tile_set.mates) if b is not None and a < b]
    alone = [label for label in alone if not fixed[label]]
    pairs = [pair for pair in pairs if not fixed[pair[0]]]
    for label, to in zip(alone, random.sample(alone, len(alone)), strict=True):
        renamed[label] = to
    for pair, other in zip(pairs, random.sample(pairs, len(pairs)), strict=True):
        first, second = other if random.random() < 0.5 else other[::-1]
        renamed[pair[0]], renamed[pair[1]] = first, second
    return renamed
