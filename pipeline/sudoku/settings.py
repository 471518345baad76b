"""The configuration of a sudoku corpus: what ``[grids]``, ``[mutate]``, ``[givens]`` mean."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from pipeline.config import CorpusConfig, Strict

RuleName = Literal["rows", "columns", "boxes"]
Move = Literal["block-columns", "block-rows", "columns", "rows"]
Pattern = Literal["none", "rotate180", "rotate90", "mirror-vertical", "mirror-horizontal",
                  "diagonal", "antidiagonal", "full"]  # fmt: skip

Tuple = Field(strict=False)  # TOML has arrays only; they become tuples


class Grids(Strict):
    """``[grids]``: where complete grids come from."""

    source: Literal["uniform", "population"] = "uniform"
    """``uniform``: each of the 6.67e21 grids is equally likely. ``population``: a fixed number
    of seed grids by randomised search, the same in every run of a config."""
    population: Annotated[int, Field(ge=1, le=10_000)] = 100
    """Seed grids of the population."""


class Mutate(Strict):
    """``[mutate]``: what is made of a seed before (or after) it is carved."""

    what: Literal["grids", "puzzles"] = "grids"
    """``grids``: mutate, then carve each mutant anew. ``puzzles``: carve each seed once, then
    mutate givens and solution together: disguises of few puzzles."""
    per_seed: Annotated[int, Field(ge=1, le=1_000_000)] = 1
    """Mutants of each seed in a run."""
    steps: Annotated[int, Field(ge=0, le=1000)] = 10
    """Swaps a mutant."""
    moves: Annotated[tuple[Move, ...], Tuple] = ("block-columns", "block-rows", "columns", "rows")
    """The kinds of swap that are drawn from."""
    transpose: bool = True
    """Toss a coin for a transposition after the swaps."""
    relabel: bool = True
    """Rename the digits at the end."""

    @model_validator(mode="after")
    def _has_moves(self) -> Self:
        if self.steps and not self.moves:
            raise ValueError("steps need at least one kind of move; without any, set steps = 0")
        return self


class Givens(Strict):
    """``[givens]``: how far puzzles are carved."""

    minimal: bool = True
    """Carve until no given (of a pattern: no group of givens) can go."""
    target: Annotated[int, Field(ge=17, le=81)] | None = None
    """Stop at this many givens; needs ``minimal = false``."""
    symmetry: Pattern = "none"
    """The symmetry of the pattern of givens: cells that it ties together go together."""

    @model_validator(mode="after")
    def _says_when_to_stop(self) -> Self:
        if self.minimal and self.target is not None:
            raise ValueError("minimal puzzles take no target; with a target, set minimal = false")
        if not self.minimal and self.target is None:
            raise ValueError("minimal = false needs a target: the number of givens to stop at")
        return self


class Budget(Strict):
    """``[budget]``: search nodes, never seconds, so that machines agree."""

    nodes: Annotated[int, Field(ge=1, le=10**12)] = 1_000_000
    """For one question; what is undecided then is rejected, never written as unique."""


class SudokuConfig(CorpusConfig):
    """A sudoku corpus."""

    family: Literal["sudoku"]
    rules: Annotated[tuple[RuleName, ...], Tuple] = ("rows", "columns", "boxes")
    grids: Grids = Grids()
    mutate: Mutate = Mutate()
    givens: Givens = Givens()
    budget: Budget = Budget()

    @model_validator(mode="after")
    def _is_a_known_rule_list(self) -> Self:
        if sorted(self.rules) != ["boxes", "columns", "rows"]:
            raise ValueError("rules must be rows, columns and boxes, each once")
        return self

    @model_validator(mode="after")
    def _disguises_repeat_fingerprints(self) -> Self:
        if self.mutate.what == "puzzles" and self.dedupe.by != "text":
            raise ValueError(
                "mutate.what = 'puzzles' makes disguises, whose fingerprints repeat: "
                "set dedupe.by = 'text'"
            )
        return self

    @model_validator(mode="after")
    def _population_suffices(self) -> Self:
        most = self.grids.population * self.mutate.per_seed
        if self.grids.source == "population" and self.size > most:
            raise ValueError(
                f"{self.grids.population} seeds with {self.mutate.per_seed} mutants each make "
                f"at most {most} rows, size is {self.size}: raise grids.population or "
                "mutate.per_seed"
            )
        return self
