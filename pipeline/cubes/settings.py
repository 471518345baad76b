"""The configuration of cubes corpora."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from pipeline.config import CorpusConfig, Strict
from pipeline.cubes.cube_set import FEWEST, MOST


class Cubes(Strict):
    """``[cubes]``: the sets to make."""

    count: Annotated[int, Field(ge=FEWEST, le=MOST)]
    """Cubes in a set; it has as many colours."""
    one_solution: Literal["by sight", "by state"] = "by sight"
    """When a set has one solution. ``by sight``: all its towers look alike from the four
    sides once they are turned round and over. ``by state``: moreover no cube can be turned
    without a change that is seen, so that only 8 of the 24^n states are solutions."""


class CubesConfig(CorpusConfig):
    """A corpus of cube sets."""

    family: Literal["cubes"]
    cubes: Cubes

    @model_validator(mode="after")
    def _two_cubes_by_state(self) -> Self:
        if self.cubes.count == 2 and self.cubes.one_solution == "by state":
            raise ValueError('cubes.count = 2 has no set with one_solution = "by state"')
        return self
