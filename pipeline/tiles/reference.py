"""What the engine's counts mean, in plain Python: the readable definition.

Cells are filled in row order; a tile is *placed* when it matches its northern and western
neighbours, shows what the sides of the board ask for, and shows no label without a mate
towards another cell. The tests hold every kernel against this module.
"""

from collections.abc import Iterator

from pipeline.tiles.tile_set import SIDES, Board, TileSet, least_turn, period, rotate_board

NORTH, EAST, SOUTH, WEST = range(len(SIDES))


def fits(tile_set: TileSet, board: Board, tile: int, turns: int) -> bool:
    """May the tile be placed, so turned, on the first empty cell?"""
    cell, columns = len(board), tile_set.columns
    row, column = divmod(cell, columns)
    at_side = (row == 0, column == columns - 1, row == tile_set.rows - 1, column == 0)
    for side in range(4):
        label = tile_set.edge(tile, turns, side)
        if at_side[side]:
            if tile_set.sides[side] not in (None, label):
                return False
        elif tile_set.mates[label] is None:
            return False
    if not at_side[NORTH]:
        above = tile_set.edge(*board[cell - columns], SOUTH)
        if tile_set.mates[above] != tile_set.edge(tile, turns, NORTH):
            return False
    if not at_side[WEST]:
        before = tile_set.edge(*board[cell - 1], EAST)
        return tile_set.mates[before] == tile_set.edge(tile, turns, WEST)
    return True


def partial_boards(tile_set: TileSet, board: Board = ()) -> Iterator[Board]:
    """All non-empty partial fillings in row order, each before those that extend it."""
    used = {tile for tile, _ in board}
    for tile in range(tile_set.cells):
        if tile in used:
            continue
        for turns in range(4):
            if fits(tile_set, board, tile, turns):
                longer = (*board, (tile, turns))
                yield longer
                if len(longer) < tile_set.cells:
                    yield from partial_boards(tile_set, longer)


def placements(tile_set: TileSet) -> list[int]:
    """How often a tile is placed on each cell; on the last one these are the fillings."""
    counts = [0] * tile_set.cells
    for board in partial_boards(tile_set):
        counts[len(board) - 1] += 1
    return counts


def fillings(tile_set: TileSet) -> Iterator[Board]:
    """All fillings, every tile and every turn told apart."""
    return (board for board in partial_boards(tile_set) if len(board) == tile_set.cells)


def look(tile_set: TileSet, board: Board) -> tuple[int, ...]:
    """What a filling shows: equal for fillings that differ by equal or symmetric tiles."""
    return tuple(tile_set.edge(tile, turns, side) for tile, turns in board for side in range(4))


def three_counts(tile_set: TileSet) -> tuple[int, int, int]:
    """``solutions_raw``, ``distinct`` and ``up_to_rotation``, each by its definition."""
    boards = list(fillings(tile_set))
    looks = {look(tile_set, board) for board in boards}
    orbits = {
        min(look(tile_set, rotate_board(tile_set, board, turns)) for turns in tile_set.rotations)
        for board in boards
    }
    return len(boards), len(looks), len(orbits)


def tries(counts: list[int]) -> int:
    """Turned tiles tried against a cell: 4 (N - k) for every partial filling of k tiles."""
    size = len(counts)
    return 4 * size + sum(4 * (size - k) * count for k, count in enumerate(counts[:-1], 1))


def twins(tile_set: TileSet) -> list[int]:
    """For each tile the last one before it that looks the same, or -1."""
    last: dict[tuple[int, ...], int] = {}
    before = []
    for number, tile in enumerate(tile_set.tiles):
        before.append(last.get(least_turn(tile), -1))
        last[least_turn(tile)] = number
    return before


def has_rotation_fixed_shape(tile_set: TileSet) -> bool:
    """Could any filling look the same after a turn of the board? (A necessary condition.)"""
    counts: dict[tuple[int, ...], int] = {}
    for tile in tile_set.tiles:
        counts[least_turn(tile)] = counts.get(least_turn(tile), 0) + 1
    odd = [tile for tile, count in counts.items() if count % 2]
    return not odd or (len(odd) == 1 and tile_set.cells % 2 == 1 and period(odd[0]) <= 2)
