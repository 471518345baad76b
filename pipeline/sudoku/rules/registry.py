"""All rules by their names. A new rule is one line here."""

from pipeline.sudoku.rules.anti_knight import AntiKnight
from pipeline.sudoku.rules.groups import Boxes, Columns, Diagonals, Jigsaw, Rows
from pipeline.sudoku.rules.killer import Killer
from pipeline.sudoku.rules.kropki import Kropki
from pipeline.sudoku.rules.protocol import Rule
from pipeline.sudoku.rules.thermometers import Thermometers
from pipeline.sudoku.rules.whispers import Whispers

RULES: dict[str, type[Rule]] = {
    rule.name: rule
    for rule in (
        Rows,
        Columns,
        Boxes,
        Jigsaw,
        Diagonals,
        Killer,
        Thermometers,
        AntiKnight,
        Kropki,
        Whispers,
    )
}
