"""The configuration of tiles corpora."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from pipeline.config import CorpusConfig, Strict


class Tiles(Strict):
    """``[tiles]``: the sets to make."""

    rows: Annotated[int, Field(ge=2, le=6)]
    columns: Annotated[int, Field(ge=2, le=6)]
    patterns: Annotated[int, Field(ge=1, le=40)]
    """Patterns to draw from: the main setting. Few: many fillings; many: easy sets."""
    signed: bool = True
    """Each pattern has two halves, and a half matches only the other one; else a pattern
    matches itself."""
    framed: bool = False
    """The outer edges of the board show a frame, which stands nowhere else; else they show
    patterns that nothing has to match."""
    edge_patterns: Annotated[int, Field(ge=0, le=40)] = 0
    """Patterns of their own for the joints between two cells of the border; 0: the same."""
    duplicates: bool = False
    """May two tiles of a set look the same?"""
    budget: Annotated[int, Field(ge=1, le=10**12)] = 10_000_000
    """Tiles placed by the proof of a set, after which it is thrown away as undecided."""


class TilesConfig(CorpusConfig):
    """A corpus of tile sets."""

    family: Literal["tiles"]
    tiles: Tiles

    @model_validator(mode="after")
    def _edges_need_a_frame(self) -> Self:
        if self.tiles.edge_patterns and not self.tiles.framed:
            raise ValueError("tiles.edge_patterns needs tiles.framed = true")
        return self
