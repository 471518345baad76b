"""A set of square tiles to be laid edge to edge, and the board that they fill.

Vocabulary. A *label* is what an edge shows; a tile has four, in the order N, E, S, W. A
*turn* is a quarter turn clockwise: what was west comes to the north, north to the east,
east to the south, south to the west. Each label has at most one *mate*, the label that it
may lie against (perhaps itself). A side of the board may ask for a label; one without a
mate (a *frame*, or a letter of the compass) can then stand nowhere but at such a side.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Self, TypeVar

import numpy as np
from numpy.typing import NDArray

SIDES = ("north", "east", "south", "west")
MOST_CELLS = 256
MOST_LABELS = 1000

Tile = tuple[int, int, int, int]
Edge = TypeVar("Edge")


class TileSetError(ValueError):
    """Not a tile set; the message names the tile and the edge where there is one."""


def turned(tile: Sequence[Edge], turns: int) -> tuple[Edge, Edge, Edge, Edge]:
    """A tile (or a board's sides) after that many clockwise quarter turns (any integer)."""
    return (tile[-turns % 4], tile[(1 - turns) % 4], tile[(2 - turns) % 4], tile[(3 - turns) % 4])


def mirrored(tile: Sequence[Edge]) -> tuple[Edge, Edge, Edge, Edge]:
    """A tile (or a board's sides) seen in a mirror that swaps east and west."""
    return (tile[0], tile[3], tile[2], tile[1])


def least_turn(tile: Sequence[int]) -> Tile:
    """Of a tile's four orientations the least one: equal for tiles that look the same."""
    return min(turned(tile, turns) for turns in range(4))


def period(tile: Sequence[int]) -> int:
    """After how many turns a tile looks the same again: 1, 2 or 4."""
    return next(turns for turns in (1, 2, 4) if turned(tile, turns) == tuple(tile))


@dataclass(frozen=True)
class TileSet:
    """A checked tile set; ``TileSetError`` says what is wrong.

    ``tiles`` hold indices into ``labels``; ``mates[label]`` is an index or None; ``sides``
    (N, E, S, W) are indices, or None where a side takes anything. ``names`` name the tiles.
    """

    rows: int
    columns: int
    tiles: tuple[Tile, ...]
    mates: tuple[int | None, ...]
    sides: tuple[int | None, int | None, int | None, int | None] = (None, None, None, None)
    labels: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    title: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if not self.labels:
            object.__setattr__(self, "labels", tuple(map(str, range(len(self.mates)))))
        if not self.names:
            object.__setattr__(self, "names", tuple(map(str, range(1, len(self.tiles) + 1))))
        self._check_board()
        self._check_mates()
        self._check_edges()
        self._check_sides()

    @classmethod
    def of_names(
        cls,
        rows: int,
        columns: int,
        tiles: Sequence[Sequence[str]],
        mates: dict[str, str],
        sides: Sequence[str | None] | None = None,
        names: Sequence[str] = (),
        title: str = "",
    ) -> Self:
        """A set whose labels are words; ``mates`` holds at least one direction of each pair."""
        sides = tuple(sides) if sides is not None else (None,) * 4
        both: dict[str, str] = {}
        for label, mate in [*mates.items(), *((b, a) for a, b in mates.items())]:
            if both.setdefault(label, mate) != mate:
                raise TileSetError(f"label '{label}' has two mates: '{both[label]}' and '{mate}'")
        known = dict.fromkeys([*(side for side in sides if side is not None), *both])
        index = {label: number for number, label in enumerate(known)}
        called = tuple(names) or tuple(map(str, range(1, len(tiles) + 1)))
        numbered = []
        for name, tile in zip(called, tiles, strict=False):
            if len(tile) != 4:
                raise TileSetError(f"tile {name} has {len(tile)} edges, not four")
            for side, label in zip(SIDES, tile, strict=True):
                if label not in index:
                    raise TileSetError(f"tile {name}, {side}: no mate is declared for '{label}'")
            numbered.append((index[tile[0]], index[tile[1]], index[tile[2]], index[tile[3]]))
        return cls(
            rows=rows,
            columns=columns,
            tiles=tuple(numbered),
            mates=tuple(index[both[label]] if label in both else None for label in known),
            sides=tuple(None if side is None else index[side] for side in sides),  # type: ignore[arg-type]
            labels=tuple(known),
            names=called,
            title=title,
        )

    @property
    def cells(self) -> int:
        """Cells of the board, which are as many as the tiles."""
        return self.rows * self.columns

    @cached_property
    def arrays(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """``tiles`` [N, 4], ``mates`` and ``sides`` as the kernels take them (-1 for None)."""
        return (
            np.array(self.tiles, np.int64).reshape(-1, 4),
            np.array([-1 if mate is None else mate for mate in self.mates], np.int64),
            np.array([-1 if side is None else side for side in self.sides], np.int64),
        )

    @cached_property
    def rotations(self) -> tuple[int, ...]:
        """The quarter turns of the board that keep its shape and its sides' demands."""
        whole = (0, 1, 2, 3) if self.rows == self.columns else (0, 2)
        return tuple(turns for turns in whole if turned(self.sides, turns) == self.sides)

    @cached_property
    def merged(self) -> int:
        """How many fillings with all tiles and turns told apart look like each filling."""
        factor = 1
        for tile, count in Counter(map(least_turn, self.tiles)).items():
            for copy in range(1, count + 1):
                factor *= copy * (4 // period(tile))
        return factor

    def edge(self, tile: int, turns: int, side: int) -> int:
        """The label that a tile shows on a side after clockwise quarter turns."""
        return self.tiles[tile][(side - turns) % 4]

    def _check_board(self) -> None:
        if self.rows < 1 or self.columns < 1 or self.cells > MOST_CELLS:
            raise TileSetError(
                f"a board of {self.rows} x {self.columns} cells; "
                f"it must have at least one and at most {MOST_CELLS}"
            )
        if len(self.tiles) != self.cells:
            raise TileSetError(
                f"{len(self.tiles)} tiles do not fit a board of {self.rows} x {self.columns} "
                f"= {self.cells} cells"
            )
        if len(self.mates) > MOST_LABELS:
            raise TileSetError(f"{len(self.mates)} labels; at most {MOST_LABELS} are allowed")

    def _check_mates(self) -> None:
        for label, mate in enumerate(self.mates):
            if mate is None:
                continue
            if not 0 <= mate < len(self.mates):
                raise TileSetError(f"the mate of label '{self.labels[label]}' is no label: {mate}")
            if self.mates[mate] != label:
                other = self.mates[mate]
                raise TileSetError(
                    f"'{self.labels[mate]}' is the mate of '{self.labels[label]}', but its own "
                    f"mate is {'none' if other is None else repr(self.labels[other])}"
                )

    def _check_edges(self) -> None:
        for name, tile in zip(self.names, self.tiles, strict=True):
            if len(tile) != 4:
                raise TileSetError(f"tile {name} has {len(tile)} edges, not four")
            for side, label in zip(SIDES, tile, strict=True):
                if not 0 <= label < len(self.mates):
                    raise TileSetError(f"tile {name}, {side}: {label} is no label")
                if self.mates[label] is None and label not in self.sides:
                    raise TileSetError(
                        f"tile {name}, {side}: no mate is declared for '{self.labels[label]}', "
                        "and no side of the board asks for it"
                    )

    def _check_sides(self) -> None:
        for name, side in zip(SIDES, self.sides, strict=True):
            if side is not None and not 0 <= side < len(self.mates):
                raise TileSetError(f"the {name} side asks for {side}, which is no label")
        bound = {label for label in self.sides if label is not None and self.mates[label] is None}
        for label in sorted(bound):
            self._check_frame(label)

    def _check_frame(self, label: int) -> None:
        """Could every tile's edges of a label without a mate lie at sides that ask for it?"""
        asked = tuple(side == label for side in self.sides)
        kinds = Counter(self._cell_pattern(cell, asked) for cell in range(self.cells))
        shown = Counter[Tile]()
        for name, tile in zip(self.names, self.tiles, strict=True):
            pattern = tuple(int(edge == label) for edge in tile)
            if not any(turned(pattern, turns) in kinds for turns in range(4)):
                edges = " and ".join(
                    side for side, is_on in zip(SIDES, pattern, strict=True) if is_on
                )
                raise TileSetError(
                    f"tile {name} shows '{self.labels[label]}' on {edges or 'no edge'}: "
                    f"no cell of the {self.rows} x {self.columns} board has sides like that"
                )
            shown[least_turn(pattern)] += 1
        offered = Counter[Tile]()
        for pattern, count in kinds.items():
            offered[least_turn(pattern)] += count
        for pattern, count in shown.items():
            if count != offered[pattern]:
                first = next(
                    name
                    for name, tile in zip(self.names, self.tiles, strict=True)
                    if least_turn([int(edge == label) for edge in tile]) == pattern
                )
                raise TileSetError(
                    f"{count} tiles (tile {first} is the first) show '{self.labels[label]}' on "
                    f"{sum(pattern)} edges like that; the board has {offered[pattern]} such cells"
                )

    def _cell_pattern(self, cell: int, asked: Sequence[bool]) -> Tile:
        """On which edges (1) a cell touches a side of the board that is asked about."""
        row, column = divmod(cell, self.columns)
        touches = (row == 0, column == self.columns - 1, row == self.rows - 1, column == 0)
        north, east, south, west = (
            int(at_side and is_asked) for at_side, is_asked in zip(touches, asked, strict=True)
        )
        return (north, east, south, west)


Board = tuple[tuple[int, int], ...]
"""A filling: for each cell in row order the tile (from 0) and its clockwise quarter turns."""


def board_text(tile_set: TileSet, board: Iterable[tuple[int, int]]) -> str:
    """A filling as text: each cell's tile name and turns (``A1``, or ``5:1`` for numbers)."""
    plain = all(name.isalpha() for name in tile_set.names)
    return " ".join(f"{tile_set.names[tile]}{'' if plain else ':'}{turns}" for tile, turns in board)


def rotate_board(tile_set: TileSet, board: Board, turns: int) -> Board:
    """The filling after turning the whole board clockwise (a square one, or by two turns)."""
    rows, columns = tile_set.rows, tile_set.columns
    for _ in range(turns % 4):
        turned_cells = []
        for row, column in product(range(columns), range(rows)):
            tile, turn = board[(rows - 1 - column) * columns + row]
            turned_cells.append((tile, (turn + 1) % 4))
        board = tuple(turned_cells)
        rows, columns = columns, rows
    return board
