"""The tiles family, as the corpus, the audits and the command line know it."""

import hashlib
from collections.abc import Iterator
from random import Random
from typing import Any, TextIO, cast

import pyarrow as pa

from pipeline.config import CorpusConfig
from pipeline.family import Batch, Question, ShardKey, Unreadable, Verdict
from pipeline.tiles.settings import TilesConfig


class TilesFamily:
    """``pipeline.family.Family`` for sets of edge-matching tiles."""

    name = "tiles"
    config_model = TilesConfig
    forms = ("class", "published")
    """``published`` is the letters of the Legespiel-Solver lists (no mirror images)."""

    def schema(self) -> pa.Schema:
        """Columns of the rows that ``generate`` makes."""
        from pipeline.tiles.columns import SCHEMA

        return SCHEMA

    def compile(self, config: CorpusConfig) -> None:
        """Make candidates until one is kept, which compiles every kernel of the family."""
        for start in range(0, 6400, 64):
            if self.generate(config, ShardKey(0, 0, 0, 0), start, start + 64).rows.num_rows:
                return

    def generate(self, config: CorpusConfig, key: ShardKey, start: int, stop: int) -> Batch:
        """Candidates ``start .. stop-1`` of a shard."""
        from pipeline.tiles.generate import generate

        return generate(cast(TilesConfig, config), key, start, stop)

    def notes(self, config: CorpusConfig) -> list[str]:
        """What a corpus of these settings is, and what it cannot be."""
        tiles = cast(TilesConfig, config).tiles
        return [
            f"Sets of {tiles.rows * tiles.columns} tiles with one filling of the "
            f"{tiles.rows}x{tiles.columns} board up to its rotations, proved by counting all; "
            + ("equal tiles are allowed." if tiles.duplicates else "no two tiles look the same."),
            "A planted filling is drawn uniformly, joint by joint, and kept if it is the only "
            "one: sets with more ways to be laid out as such a filling come up more often.",
            f"Proofs are broken off after {tiles.budget:,} placed tiles; what they leave "
            "undecided is rejected, so the hardest sets are missing.",
        ]

    def text_keys(self, rows: pa.Table) -> list[bytes]:
        """Equal for sets of the same tiles, written the same way in the same order."""
        written = rows.select(["rows", "columns", "tiles", "mates", "sides"]).to_pylist()
        return [
            hashlib.blake2b(repr(list(row.values())).encode(), digest_size=16).digest()
            for row in written
        ]

    def fingerprints(self, rows: pa.Table) -> list[bytes]:
        """The class key of each row's set."""
        from pipeline.tiles.columns import tile_set_of
        from pipeline.tiles.symmetry import fingerprint

        return [fingerprint(tile_set_of(row)) for row in _puzzles(rows)]

    def disguise(self, rows: pa.Table, seed: int) -> pa.Table:
        """Each row's set, and its filling, under a random element of the group.

        ``tries`` and ``proof_nodes`` depend on which way the board is read and are counted
        anew.
        """
        from pipeline.tiles.columns import board_of, tile_set_of
        from pipeline.tiles.solve import count
        from pipeline.tiles.symmetry import disguise

        random = Random(seed)
        changed: dict[str, list[Any]] = {
            name: [] for name in ("tiles", "sides", "solution", "tries", "proof_nodes")
        }
        for row in _puzzles(rows, "solution"):
            tile_set, board = disguise(tile_set_of(row), board_of(row), random)
            counted = count(tile_set)
            sides = None if row["sides"] is None else list(tile_set.sides)
            laid = [{"tile": tile, "turns": turns} for tile, turns in board]
            values = (tile_set.tiles, sides, laid, counted.tries, counted.nodes)
            for name, value in zip(changed, values, strict=True):
                changed[name].append(value)
        for name, column in changed.items():
            place = rows.schema.get_field_index(name)
            field = rows.schema.field(name)
            rows = rows.set_column(place, field, pa.array(column, field.type))
        return rows

    def claims(self, text: str) -> bool:
        """JSON with ``tiles`` or ``corners``, XML, or three numbers on the first line."""
        from pipeline.tiles.formats import looks_like_tiles

        return looks_like_tiles(text)

    def read(self, stream: TextIO) -> Iterator[Question | Unreadable]:
        """Sets from text; see ``pipeline.tiles.formats``."""
        from pipeline.tiles.formats import read_sets

        return read_sets(stream)

    def question(self, row: dict[str, Any]) -> Question:
        """The set of a corpus row."""
        import json

        from pipeline.tiles.columns import tile_set_of
        from pipeline.tiles.formats import to_json

        tile_set = tile_set_of(row)
        return Question(1, tile_set, json.dumps(to_json(tile_set)))

    def answer(self, question: Question, *, limit: int, budget: int) -> Verdict:
        """Fillings that look different, no two of them rotations; a node is a placed tile.

        The notes hold the three counts and the published lists' difficulty.
        """
        from pipeline.tiles.solve import verdict

        return verdict(question.puzzle, limit=limit, budget=budget)

    def fingerprint(self, question: Question, form: str) -> str:
        """The class key in hex, or the published letters."""
        from pipeline.tiles.symmetry import fingerprint, published_form

        if form == "published":
            return published_form(question.puzzle)
        if form != "class":
            raise ValueError(f"no form {form!r}: tiles have {', '.join(self.forms)}")
        return fingerprint(question.puzzle).hex()

    def show(self, question: Question) -> str:
        """The tiles and what must match."""
        from pipeline.tiles.draw import draw_set

        return draw_set(question.puzzle)


def _puzzles(rows: pa.Table, *more: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = rows.select(
        ["rows", "columns", "tiles", "mates", "sides", *more]
    ).to_pylist()
    return found


FAMILY = TilesFamily()
