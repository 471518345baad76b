"""The few kinds of constraint that the engine knows. Rules compile to lists of these.

Cells are row-major indexes from 0, digits are 1 .. N. A propagator says what must hold,
never which rule it came from: a new rule needs no change of the engine.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Distinct:
    """No digit stands twice in ``cells`` (2 to N of them)."""

    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Unit:
    """Every digit stands exactly once in ``cells`` (exactly N of them)."""

    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sum:
    """The digits in ``cells`` add up to ``total``; ``distinct``: and none stands twice."""

    cells: tuple[int, ...]
    total: int
    distinct: bool = True


@dataclass(frozen=True, slots=True)
class Relation:
    """Digits x in cell ``a`` and y in cell ``b`` are allowed together when bit ``y - 1`` of
    ``allowed[x - 1]`` is set (one mask for each x in 1 .. N)."""

    a: int
    b: int
    allowed: tuple[int, ...]


Propagator = Distinct | Unit | Sum | Relation
