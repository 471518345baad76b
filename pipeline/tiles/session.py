"""One game of laying tiles by the rules of Edge Match, and the keys that play it.

A card is selected, turned by quarter turns either way, and placed on the next cell in row
order; every card keeps its turn. A placement must show the side's letter on each outer edge
and match each neighbour that lies already. The score is 0 until the board is full, then
1,000: nothing in between, and time does not count. The first illegal placement, told apart
by card, turn and cell, is remembered and play goes on; making it again changes nothing; a
second one closes the game. What cannot be done at all (no such card or cell, a card or cell
already used, a cell out of order, nothing selected) changes nothing, nor does any action
but restart after the end. The best score of all games stays.
"""

from dataclasses import dataclass, field

from pipeline.tiles.reference import fits
from pipeline.tiles.tile_set import SIDES, Board, TileSet

FULL_SCORE = 1_000
ERRORS_TO_CLOSE = 2

KEYS = {
    "left": ("browse", -1),
    "up": ("browse", -1),
    "right": ("browse", 1),
    "down": ("browse", 1),
    "enter": ("select", 0),
    "q": ("turn", -1),
    "e": ("turn", 1),
    "p": ("place", 0),
    "restart": ("restart", 0),
}
"""The words of a script: what each does, and in which direction."""


@dataclass
class Session:
    """A game on a tile set; its state is in its fields, ``message`` says what happened last."""

    tile_set: TileSet
    board: Board = ()
    turns: list[int] = field(default_factory=list)
    selected: int | None = None
    cursor: int | None = 0
    errors: set[tuple[int, int, int]] = field(default_factory=set)
    score: int = 0
    best: int = 0
    message: str = "a new game"

    def __post_init__(self) -> None:
        if not self.turns:
            self.turns = [0] * self.tile_set.cells

    @property
    def tray(self) -> list[int]:
        """The cards that do not lie on the board, in their order."""
        placed = {tile for tile, _ in self.board}
        return [tile for tile in range(self.tile_set.cells) if tile not in placed]

    @property
    def is_closed(self) -> bool:
        """Has a second illegal placement ended the game?"""
        return len(self.errors) >= ERRORS_TO_CLOSE

    @property
    def is_over(self) -> bool:
        """Is the board full or the game closed?"""
        return self.is_closed or len(self.board) == self.tile_set.cells

    def press(self, key: str) -> None:
        """Do what a key does (``KEYS``; any case); ``KeyError`` if there is no such key."""
        action, direction = KEYS[key.lower()]
        if action == "browse":
            self.browse(direction)
        elif action == "select":
            self.select(None if self.cursor is None else self.tile_set.names[self.cursor])
        elif action == "turn":
            self.turn(direction)
        elif action == "place":
            self.place()
        else:
            self.restart()

    def browse(self, direction: int) -> None:
        """Move the cursor to the next card of the tray, or the one before, round about."""
        if self._is_refused():
            return
        tray = self.tray
        at = tray.index(self.cursor) if self.cursor in tray else 0
        self.cursor = tray[(at + direction) % len(tray)]
        self.message = f"at {self.tile_set.names[self.cursor]}"

    def select(self, card: str | None) -> None:
        """Take a card of the tray by its name."""
        if self._is_refused():
            return
        if card is None or card not in self.tile_set.names:
            self.message = f"there is no card {card}"
            return
        tile = self.tile_set.names.index(card)
        if tile not in self.tray:
            self.message = f"{card} lies on the board already"
            return
        self.selected = self.cursor = tile
        self.message = f"{card} selected"

    def turn(self, quarters: int) -> None:
        """Turn the selected card clockwise by quarter turns; negative: the other way."""
        if self._is_refused():
            return
        if self.selected is None:
            self.message = "no card is selected"
            return
        self.turns[self.selected] = (self.turns[self.selected] + quarters) % 4
        name = self.tile_set.names[self.selected]
        self.message = f"{name} turned to {self.turns[self.selected]}"

    def place(self, cell: int | None = None) -> None:
        """Place the selected card on the next cell, or on a cell (from 1) if it is that one."""
        if self._is_refused():
            return
        following = len(self.board) + 1
        cell = following if cell is None else cell
        if self.selected is None:
            self.message = "no card is selected"
        elif not 1 <= cell <= self.tile_set.cells:
            self.message = f"there is no cell {cell}"
        elif cell < following:
            self.message = f"cell {cell} is occupied"
        elif cell > following:
            self.message = f"cell {following} comes before cell {cell}"
        elif fits(self.tile_set, self.board, self.selected, self.turns[self.selected]):
            self._lay(self.selected)
        else:
            self._count_error(self.selected, cell)

    def restart(self) -> None:
        """Begin a new game; the best score stays."""
        self.board, self.turns = (), [0] * self.tile_set.cells
        self.selected, self.cursor = None, 0
        self.errors, self.score = set(), 0
        self.message = "a new game"

    def _is_refused(self) -> bool:
        if self.is_over:
            ended = "closed" if self.is_closed else "complete"
            self.message = f"the game is {ended}: only restart does anything"
        return self.is_over

    def _lay(self, tile: int) -> None:
        self.board = (*self.board, (tile, self.turns[tile]))
        self.selected = None
        tray = self.tray
        self.cursor = next((card for card in tray if card > tile), tray[0] if tray else None)
        self.message = (
            f"{self.tile_set.names[tile]}{self.turns[tile]} lies on cell {len(self.board)}"
        )
        if not tray:
            self.score = FULL_SCORE
            self.best = max(self.best, self.score)
            self.message += "; the board is complete"

    def _count_error(self, tile: int, cell: int) -> None:
        placement = (tile, self.turns[tile], cell)
        what = f"{self.tile_set.names[tile]}{self.turns[tile]} does not fit cell {cell}"
        if placement in self.errors:
            self.message = f"{what}, as before"
            return
        self.errors.add(placement)
        self.message = f"{what}; the game is closed" if self.is_closed else what

    def describe(self) -> str:
        """The state as text: message, selection, cells, tray, errors, score and best."""
        names, label = self.tile_set.names, self.tile_set.labels
        if self.selected is None:
            chosen = "none"
        else:
            turns = self.turns[self.selected]
            faces = (
                f"{side} {label[self.tile_set.edge(self.selected, turns, number)]}"
                for number, side in enumerate(SIDES)
            )
            chosen = (
                f"{names[self.selected]}, turn {turns} ({90 * turns} degrees): {', '.join(faces)}"
            )
        laid = [f"{names[tile]}{turns}" for tile, turns in self.board]
        cells = laid + ["-"] * (self.tile_set.cells - len(laid))
        tray = [f"[{names[tile]}]" if tile == self.cursor else names[tile] for tile in self.tray]
        return "\n".join(
            [
                f"  message   {self.message}",
                f"  selected  {chosen}",
                "  cells     " + " ".join(f"{cell}:{card}" for cell, card in enumerate(cells, 1)),
                f"  tray      {' '.join(tray) or 'empty'}",
                f"  errors    {len(self.errors)}",
                f"  score     {self.score:,}   best {self.best:,}",
            ]
        )
