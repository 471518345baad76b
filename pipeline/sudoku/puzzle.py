"""A puzzle: a size, a list of rules, givens. It knows no rule by name."""

from collections.abc import Iterable
from dataclasses import dataclass

from pipeline.sudoku.board import SIZES, Board, Cells, cell_name
from pipeline.sudoku.propagators import Propagator
from pipeline.sudoku.rules.groups import Boxes, Columns, Rows, board_rules
from pipeline.sudoku.rules.protocol import Rule
from pipeline.sudoku.symmetry import Symmetry

PLAIN = frozenset(rule.name for rule in (Rows, Columns, Boxes))
"""The rules that a variant's name leaves out, since nearly every puzzle has them."""


class PuzzleError(ValueError):
    """A puzzle that cannot be: the message has one line a fault, with its rule and cells."""


@dataclass(frozen=True)
class Puzzle:
    """The whole rule list, rows and columns included, and the digits of N*N cells (0: empty).

    Making one checks nothing; ``faults`` and ``checked`` do.
    """

    size: int
    rules: tuple[Rule, ...]
    givens: Cells

    @classmethod
    def on(cls, board: Board, rules: Iterable[Rule] = (), givens: Cells | None = None) -> "Puzzle":
        """A puzzle with the rules of the board and some more; no givens where none are told."""
        empty = (0,) * board.size**2
        return cls(board.size, (*board_rules(board), *rules), empty if givens is None else givens)

    @property
    def variant(self) -> str:
        """The names of the rules, sorted and joined with ``+``, without rows, columns and
        boxes; ``classic`` where that leaves nothing."""
        return variant_name(self.rules)

    def propagators(self) -> list[Propagator]:
        """What the engine must hold."""
        return [propagator for rule in self.rules for propagator in rule.propagators()]

    def units(self) -> list[Cells]:
        """The units of all rules."""
        return [unit for rule in self.rules for unit in rule.units()]

    def faults(self) -> list[str]:
        """Everything that is wrong, a line a fault: the rule, what it says, the cells."""
        if self.size not in SIZES:
            return [f"size {self.size} is not within {SIZES[0]} .. {SIZES[-1]}"]
        if len(self.givens) != self.size**2:
            return [f"givens: expected {self.size**2} cells, found {len(self.givens)}"]
        faults = [f"{rule.name}: {fault}" for rule in self.rules for fault in rule.faults()]
        if not self.rules:
            faults.append("a puzzle needs rules")
        names = [rule.name for rule in self.rules]
        faults.extend(
            f"{name}: the rule is listed {names.count(name)} times; one entry must say it all"
            for name in sorted({name for name in names if names.count(name) > 1})
        )
        for cell, digit in enumerate(self.givens):
            if not 0 <= digit <= self.size:
                faults.append(f"givens: {digit} at {cell_name(cell, self.size)} is no digit")
        if faults:
            return faults
        broken = ((rule.name, rule.violation(self.givens)) for rule in self.rules)
        return [f"{name}: {violation}" for name, violation in broken if violation]

    def checked(self) -> "Puzzle":
        """The puzzle itself; raises ``PuzzleError`` where it has faults."""
        if faults := self.faults():
            raise PuzzleError("\n".join(faults))
        return self

    def transformed(self, symmetry: Symmetry) -> "Puzzle | None":
        """The puzzle under a symmetry; None where a rule does not survive it."""
        rules = [rule.transformed(symmetry) for rule in self.rules]
        kept = tuple(rule for rule in rules if rule is not None)
        if len(kept) < len(rules):
            return None
        return Puzzle(self.size, kept, symmetry.apply(self.givens))


def variant_name(rules: Iterable[Rule]) -> str:
    """See ``Puzzle.variant``."""
    names = sorted({rule.name for rule in rules} - PLAIN)
    return "+".join(names) or "classic"
