"""The configuration of a sudoku corpus: what its tables mean."""

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from pipeline.config import CorpusConfig, Strict
from pipeline.sudoku.board import SIZES, default_box
from pipeline.sudoku.rules.registry import RULES

Move = Literal["block-columns", "block-rows", "columns", "rows"]
Pattern = Literal["none", "rotate180", "rotate90", "mirror-vertical", "mirror-horizontal",
                  "diagonal", "antidiagonal", "full"]  # fmt: skip

Tuple = Field(strict=False)  # TOML has arrays only; they become tuples


DRAWN = {"jigsaw": "regions", "killer": "cages", "thermometers": "thermometers"}
"""Rules that a generator draws, and the table of each."""


class BoardShape(Strict):
    """``[board]``: its size, and the shape of its boxes where it has boxes."""

    size: Annotated[int, Field(ge=SIZES[0], le=SIZES[-1])] = 9
    """N: N x N cells and N digits."""
    box: Annotated[tuple[int, int], Tuple] | None = None
    """Rows and columns of a box; by default as near to a square as can be, lying."""

    @model_validator(mode="after")
    def _boxes_have_n_cells(self) -> Self:
        if self.box is not None and (self.box[0] < 1 or self.box[0] * self.box[1] != self.size):
            raise ValueError(f"a box of {self.box[0]} x {self.box[1]} has not {self.size} cells")
        return self

    @property
    def box_shape(self) -> tuple[int, int]:
        """Rows and columns of a box."""
        return self.box or default_box(self.size)


class Regions(Strict):
    """``[regions]``: jigsaw regions, made by exchanging cells of neighbouring boxes."""

    steps: Annotated[int, Field(ge=1, le=1_000_000)] = 2000
    """Exchanges that are tried, one in twenty is possible: the more, the wilder."""
    fill_nodes: Annotated[int, Field(ge=1, le=1_000_000)] = 300
    """Guesses for a first solution; regions that take more are dropped."""


class Cages(Strict):
    """``[cages]``: killer cages grown over the solution."""

    max_size: Annotated[int, Field(ge=2, le=SIZES[-1])] = 5
    """Cells of the largest cage: the main setting, larger is harder and yields less."""
    coverage: Annotated[float, Field(gt=0, le=1)] = 1.0
    """Share of the cells that lie in a cage."""
    repairs: Annotated[int, Field(ge=0, le=1000)] = 20
    """Changes that are made to cages with more than one solution before they are dropped."""
    needed: bool = True
    """Count ``cages_needed``: as many questions a puzzle as it has cages."""
    needed_nodes: Annotated[int, Field(ge=0, le=1_000_000)] = 10
    """Guesses for each of these questions; what they leave undecided counts as needed."""


class Thermometers(Strict):
    """``[thermometers]``: laid over the solution."""

    count: Annotated[int, Field(ge=1, le=40)] = 4
    min_length: Annotated[int, Field(ge=2, le=SIZES[-1])] = 3
    max_length: Annotated[int, Field(ge=2, le=SIZES[-1])] = 6
    diagonal_steps: bool = True
    """May a step go to a cell that only shares a corner?"""
    needed: bool = True
    """Find out for each thermometer whether the puzzle is ambiguous without it."""
    needed_nodes: Annotated[int, Field(ge=0, le=1_000_000)] = 10
    """Guesses for each of these questions; what they leave undecided counts as needed."""

    @model_validator(mode="after")
    def _lengths_are_ordered(self) -> Self:
        if self.min_length > self.max_length:
            raise ValueError(f"min_length {self.min_length} is over max_length {self.max_length}")
        return self


class Grids(Strict):
    """``[grids]``: where complete grids come from."""

    source: Literal["uniform", "population", "search"] = "uniform"
    """``uniform``: each of the 6.67e21 grids is equally likely. ``population``: a fixed number
    of seed grids by randomised search, the same in every run of a config. Both are of 9x9 with
    rows, columns and 3x3 boxes. ``search``: a grid a candidate by randomised search (not
    uniform), for any board and rules; nothing is mutated."""
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
    target: Annotated[int, Field(ge=0, le=256)] | None = None
    """Stop at this many givens; needs ``minimal = false``. 0: what is drawn is all there is."""
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
    """A sudoku corpus: a list of rules, and a table for each that is drawn."""

    family: Literal["sudoku"]
    rules: Annotated[tuple[str, ...], Tuple] = ("rows", "columns", "boxes")
    board: BoardShape = BoardShape()
    regions: Regions | None = None
    cages: Cages | None = None
    thermometers: Thermometers | None = None
    grids: Grids = Grids()
    mutate: Mutate = Mutate()
    givens: Givens = Givens()
    budget: Budget = Budget()

    @property
    def is_classic(self) -> bool:
        """Exactly rows, columns and 3x3 boxes: what the classic kernels are for."""
        return self.has_classic_grids and len(self.rules) == 3

    @property
    def has_classic_grids(self) -> bool:
        """Do all undrawn rules together ask for a classic 9x9 grid and no more?"""
        undrawn = sorted(set(self.rules) - {"killer", "thermometers"})
        return undrawn == ["boxes", "columns", "rows"] and self.board.box_shape == (3, 3)

    @model_validator(mode="before")
    @classmethod
    def _tables_of_drawn_rules(cls, data: Any) -> Any:
        """Each drawn rule has its table; with cages there are no givens unless asked for."""
        if not isinstance(data, dict) or not isinstance(data.get("rules"), list | tuple):
            return data
        tables: dict[str, Any] = {DRAWN[rule]: {} for rule in data["rules"] if rule in DRAWN}
        if "killer" in data["rules"]:
            tables["givens"] = {"minimal": False, "target": 0}
        return tables | data

    @model_validator(mode="after")
    def _is_a_known_rule_list(self) -> Self:
        if len(set(self.rules)) < len(self.rules):
            raise ValueError("rules: each rule once")
        if not {"rows", "columns"} <= set(self.rules):
            raise ValueError("rules must have rows and columns among them")
        if ("boxes" in self.rules) == ("jigsaw" in self.rules):
            raise ValueError("rules must have either boxes or jigsaw among them")
        for rule in self.rules:
            if rule not in RULES:
                raise ValueError(f"unknown rule {rule!r} (known: {', '.join(RULES)})")
            if RULES[rule].drawn and rule not in DRAWN:
                raise ValueError(f"rule {rule!r} is drawn, and no generator draws it")
        return self

    @model_validator(mode="after")
    def _has_tables_of_its_rules_only(self) -> Self:
        for rule, table in DRAWN.items():
            if getattr(self, table) is not None and rule not in self.rules:
                raise ValueError(f"a table [{table}] needs the rule {rule!r}")
        size = self.board.size
        if self.cages is not None and self.cages.max_size > size:
            raise ValueError(f"cages.max_size {self.cages.max_size} is over the size {size}")
        if self.thermometers is not None and self.thermometers.max_length > size:
            longest = self.thermometers.max_length
            raise ValueError(f"thermometers.max_length {longest} is over the size {size}")
        return self

    @model_validator(mode="after")
    def _grids_exist(self) -> Self:
        if self.grids.source == "search":
            if self.mutate != Mutate():
                raise ValueError("grids.source = 'search' mutates nothing: leave [mutate] out")
            if self.is_classic:
                raise ValueError("classic grids are drawn uniformly: grids.source = 'uniform'")
        elif not self.has_classic_grids:
            raise ValueError(
                f"grids.source = {self.grids.source!r} makes classic 9x9 grids only: with this "
                "board and these rules, set grids.source = 'search'"
            )
        elif not self.is_classic and self.mutate.what == "puzzles":
            raise ValueError("mutate.what = 'puzzles' is for classic puzzles")
        return self

    @model_validator(mode="after")
    def _givens_can_be_had(self) -> Self:
        target = self.givens.target
        least, most = (17, 81) if self.is_classic else (0, self.board.size**2)
        if target is not None and not least <= target <= most:
            raise ValueError(f"givens.target: expected {least} .. {most}, found {target}")
        if self.givens.symmetry != "none" and not self.is_classic:
            raise ValueError("givens.symmetry is for classic puzzles")
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
