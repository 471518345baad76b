"""Random tile sets of every kind, and the published ones."""

import json
from random import Random

import pytest

from pipeline.tiles.tile_set import TileSet, turned

SHAPES = ((1, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2))
KINDS = {
    "free": lambda label: None,
    "framed": lambda label: ["F"] * 4,
    "border of a pattern": lambda label: [label] * 4,
    "compass": lambda label: ["N", "E", "S", "W"],
    "two sides": lambda label: ["F", None, "F", None],
}


def planted(random: Random, shapes=SHAPES, patterns=(1, 2, 3), kinds=tuple(KINDS)) -> TileSet:
    """A random set that has at least one filling."""
    rows, columns = random.choice(shapes)
    names = [chr(97 + number) for number in range(random.choice(patterns))]
    mates = random.choice([{name: name for name in names}, {name: name.upper() for name in names}])
    both = mates | {mate: name for name, mate in mates.items()}
    sides = KINDS[random.choice(kinds)](names[0])
    tiles = []
    for cell in range(rows * columns):
        row, column = divmod(cell, columns)
        rim = (row == 0, column == columns - 1, row == rows - 1, column == 0)
        tile = [random.choice(list(both)) for _ in range(4)]
        if row > 0:
            tile[0] = both[tiles[cell - columns][2]]
        if column > 0:
            tile[3] = both[tiles[cell - 1][1]]
        for side in range(4):
            if rim[side] and sides and sides[side]:
                tile[side] = sides[side]
        tiles.append(tile)
    random.shuffle(tiles)
    tiles = [turned(tile, random.randrange(4)) for tile in tiles]
    return TileSet.of_names(rows, columns, tiles, mates, sides)


@pytest.fixture(scope="session")
def plant():
    return planted


def of_record(record) -> TileSet:
    """A set of ``scramble_squares.json``."""
    return TileSet.of_names(
        record["rows"],
        record["cols"],
        [[str(label) for label in card] for card in record["cards_NESW"]],
        {str(label): str(matching[0]) for label, _, matching in record["pictures"]},
        title=record["name"],
    )


@pytest.fixture(scope="session")
def published(reference):
    """The published sets: (their record, the set)."""
    records = json.loads((reference / "tiles" / "scramble_squares.json").read_text())
    return [(record, of_record(record)) for record in records]
