"""The sudoku family: what the corpus, the audits and the command line ask of it.

Everything here is handed on: lists of exactly rows, columns and 3x3 boxes to the classic
kernels, which are an optimisation of the same meaning.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TextIO, TypeVar, cast

import pyarrow as pa

from pipeline.config import CorpusConfig
from pipeline.family import Batch, Question, ShardKey, Unreadable, Verdict
from pipeline.sudoku.columns import SCHEMA
from pipeline.sudoku.documents import looks_like_documents, read_puzzles
from pipeline.sudoku.draw import draw_text
from pipeline.sudoku.generate.notes import notes
from pipeline.sudoku.json_format import puzzle_from_row, rules_to_text
from pipeline.sudoku.lines import empty_classic, looks_like_lines
from pipeline.sudoku.puzzle import Puzzle
from pipeline.sudoku.settings import SudokuConfig

NO_MINLEX = ValueError("--form minlex is for classic puzzles: rows, columns and 3x3 boxes")
KEY_BUDGET = 100_000_000
"""Search nodes that ``fingerprint`` may spend on finding the one solution."""


class SudokuFamily:
    """Implements ``pipeline.family.Family``; kernels are imported when they are needed."""

    name = "sudoku"
    config_model: type[CorpusConfig] = SudokuConfig
    forms = ("class", "minlex")

    def schema(self) -> pa.Schema:
        """See ``pipeline.sudoku.columns``."""
        return SCHEMA

    def compile(self, config: CorpusConfig) -> None:
        """Make a few candidates: every kernel that more of them need is compiled then."""
        self.generate(config, ShardKey(0, 0, 0, 0), 0, 4)

    def generate(self, config: CorpusConfig, key: ShardKey, start: int, stop: int) -> Batch:
        """Make candidates of a shard."""
        settings = cast(SudokuConfig, config)
        if settings.is_classic:
            from pipeline.sudoku.generate import classic

            return classic.generate(settings, key, start, stop)
        from pipeline.sudoku.generate import variants

        return variants.generate(settings, key, start, stop)

    def notes(self, config: CorpusConfig) -> list[str]:
        """What can come out of a config, and its bias."""
        return notes(cast(SudokuConfig, config))

    def text_keys(self, rows: pa.Table) -> list[bytes]:
        """A hash of size, rules and givens: all that a puzzle is, as it is written."""
        columns = [rows.column(name).to_pylist() for name in ("size", "rules", "givens")]
        return [
            hashlib.blake2b(f"{size} {rules} {givens}".encode(), digest_size=16).digest()
            for size, rules, givens in zip(*columns, strict=True)
        ]

    def fingerprints(self, rows: pa.Table) -> list[bytes]:
        """From the givens alone; the row's own solution is not looked at."""
        from pipeline.sudoku import classic, variants

        if _are_classic(rows):
            return classic.fingerprints(rows)
        return variants.fingerprints(rows)

    def disguise(self, rows: pa.Table, seed: int) -> pa.Table:
        """Random symmetric images of the rows."""
        from pipeline.sudoku import classic, variants

        if _are_classic(rows):
            return classic.disguised(rows, seed)
        return variants.disguised(rows, seed)

    def claims(self, text: str) -> bool:
        """A line of 81 digits and dots, or JSON that names the format."""
        return looks_like_documents(text) or looks_like_lines(text)

    def read(self, stream: TextIO) -> Iterator[Question | Unreadable]:
        """Lines of 81 characters, or JSON documents."""
        return read_puzzles(stream)

    def question(self, row: dict[str, Any]) -> Question:
        """The puzzle of a row, from its size, rules and givens."""
        return Question(row.get("index", 0), puzzle_from_row(row), row["givens"])

    def answer(self, question: Question, *, limit: int, budget: int) -> Verdict:
        """Solve, and prove how many solutions there are."""
        return self.answers([question], limit=limit, budget=budget)[0]

    def answers(self, questions: Sequence[Question], *, limit: int, budget: int) -> list[Verdict]:
        """The same for many."""
        from pipeline.sudoku import classic, variants

        puzzles = [question.puzzle for question in questions]
        return _by_kind(
            puzzles,
            lambda some: classic.answers(some, limit, budget),
            lambda some: variants.answers(some, limit, budget),
        )

    def fingerprint(self, question: Question, form: str) -> str:
        """``class``: hex of the fingerprint; ``minlex``: the published form of a classic one."""
        key = self.keys([question], form)[0]
        if isinstance(key, ValueError):
            raise key
        return key

    def keys(self, questions: Sequence[Question], form: str) -> list[str | ValueError]:
        """The same for many."""
        from pipeline.sudoku import classic, variants

        puzzles = [question.puzzle for question in questions]
        if form == "minlex":
            return _by_kind(puzzles, classic.minlex, lambda some: [NO_MINLEX] * len(some))
        return _by_kind(
            puzzles,
            lambda some: classic.class_keys(some, KEY_BUDGET),
            lambda some: [variants.class_key(puzzle, KEY_BUDGET) for puzzle in some],
        )

    def show(self, question: Question) -> str:
        """The board and what is drawn on it."""
        return draw_text(question.puzzle)

    def svg(self, question: Question) -> str:
        """The same as a picture."""
        from pipeline.sudoku.draw_svg import draw_svg

        return draw_svg(question.puzzle)


Answer = TypeVar("Answer")


def _by_kind(
    puzzles: Sequence[Puzzle],
    of_classic: Callable[[Sequence[Puzzle]], Sequence[Answer]],
    of_others: Callable[[Sequence[Puzzle]], Sequence[Answer]],
) -> list[Answer]:
    """Answers in the order of the puzzles, the classic ones asked in one batch."""
    rules = empty_classic().rules
    is_classic = [puzzle.rules == rules for puzzle in puzzles]
    answers = {
        kind: iter(ask([p for p, c in zip(puzzles, is_classic, strict=True) if c is kind]))
        for kind, ask in ((True, of_classic), (False, of_others))
        if kind in is_classic
    }
    return [next(answers[kind]) for kind in is_classic]


def _are_classic(rows: pa.Table) -> bool:
    """Are all rows classic 9x9 puzzles?"""
    rules = rules_to_text(empty_classic().rules)
    return rows.column("rules").unique().to_pylist() in ([], [rules])


FAMILY = SudokuFamily()
