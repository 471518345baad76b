"""The cubes family, as the corpus, the audits and the command line know it."""

import hashlib
from collections.abc import Iterator
from dataclasses import asdict
from itertools import islice
from random import Random
from typing import Any, TextIO, cast

import numpy as np
import pyarrow as pa

from pipeline.config import CorpusConfig
from pipeline.cubes.cube_set import CubeSet
from pipeline.cubes.settings import CubesConfig
from pipeline.family import Batch, Question, ShardKey, Unreadable, Verdict

CLASSES = {
    ("by sight", 2): 9,
    ("by sight", 3): 832,
    ("by sight", 4): 306_210,
    ("by state", 3): 5,
    ("by state", 4): 1_907,
}
"""How many classes of sets with one solution there are, by counting them all
(``tests/cubes/test_classes.py``); of more cubes there are too many to count."""


class CubesFamily:
    """``pipeline.family.Family`` for sets of cubes."""

    name = "cubes"
    config_model = CubesConfig
    forms = ("class", "handed")
    """``handed`` tells a set from one in which single cubes are mirrored."""

    def schema(self) -> pa.Schema:
        """Columns of the rows that ``generate`` makes."""
        from pipeline.cubes.columns import SCHEMA

        return SCHEMA

    def compile(self, config: CorpusConfig) -> None:
        """Make one candidate, which compiles every kernel of the family."""
        from pipeline.cubes.symmetry import keys

        self.generate(config, ShardKey(0, 0, 0, 0), 0, 1)
        keys(np.array([[[0, 1, 0, 1, 0, 1], [1, 0, 1, 0, 1, 0]]], dtype=np.uint8))

    def generate(self, config: CorpusConfig, key: ShardKey, start: int, stop: int) -> Batch:
        """Candidates ``start .. stop-1`` of a shard."""
        from pipeline.cubes.generate import generate

        return generate(cast(CubesConfig, config), key, start, stop)

    def notes(self, config: CorpusConfig) -> list[str]:
        """What a corpus of these settings is, and what it cannot be."""
        cubes = cast(CubesConfig, config).cubes
        notes = [
            f"Sets of {cubes.count} cubes in {cubes.count} colours with one solution "
            f"{cubes.one_solution}; all cubes of a set are different.",
            "Candidates are uniform among all ways to write such a set; of a class, the more "
            "ways there are to write it, the sooner it comes up: symmetric sets come late.",
            "solution_class is the class of the whole set; sets that share a solution and "
            "differ in hidden faces may stand in different splits.",
        ]
        known = CLASSES.get((cubes.one_solution, cubes.count))
        if known is not None:
            notes.append(f"There are exactly {known:,} classes of such sets, all counted.")
            if config.size > known:
                notes.append(f"size = {config.size:,} is more than exist: the run ends as partial.")
        return notes

    def text_keys(self, rows: pa.Table) -> list[bytes]:
        """Equal for sets of the same cubes, written the same way in the same order."""
        return [
            hashlib.blake2b(" ".join(cubes).encode(), digest_size=16).digest()
            for cubes in rows.column("cubes").to_pylist()
        ]

    def fingerprints(self, rows: pa.Table) -> list[bytes]:
        """The class key of each row's cubes."""
        from pipeline.cubes.symmetry import keys, numbers

        sets = _sets(rows)
        found = [b""] * len(sets)
        for n in {len(cubes.cubes) for cubes in sets}:
            places = [i for i, cubes in enumerate(sets) if len(cubes.cubes) == n]
            for i, key in zip(places, keys(numbers([sets[i] for i in places])), strict=True):
                found[i] = key
        return found

    def disguise(self, rows: pa.Table, seed: int) -> pa.Table:
        """Each row's set, and its tower, under a random element of the group.

        ``tries`` depends on the order of the cubes and is counted anew.
        """
        from pipeline.cubes.solve import count_tries
        from pipeline.cubes.symmetry import Disguise

        random = Random(seed)
        puzzles, towers, tries = [], [], []
        solutions = rows.column("solution").to_pylist()
        for cubes, tower in zip(_sets(rows), solutions, strict=True):
            disguise = Disguise.random(cubes, random)
            puzzles.append(disguise.puzzle(cubes.cubes))
            towers.append(disguise.tower(tower))
            tries.append(count_tries(CubeSet.of(puzzles[-1])))
        for name, values in (("cubes", puzzles), ("solution", towers), ("tries", tries)):
            place = rows.schema.get_field_index(name)
            field = rows.schema.field(name)
            rows = rows.set_column(place, field, pa.array(values, field.type))
        return rows

    def claims(self, text: str) -> bool:
        """Lines of six letters, or JSON with a list of them or with ``cubes``."""
        from pipeline.cubes.formats import looks_like_cubes

        return looks_like_cubes(text)

    def read(self, stream: TextIO) -> Iterator[Question | Unreadable]:
        """Sets from text; see ``pipeline.cubes.formats``."""
        from pipeline.cubes.formats import read_sets

        return read_sets(stream)

    def question(self, row: dict[str, Any]) -> Question:
        """The set of a corpus row."""
        cubes = CubeSet.of(row["cubes"])
        return Question(1, cubes, str(cubes))

    def answer(self, question: Question, *, limit: int, budget: int) -> Verdict:
        """Towers that look different, up to turning the tower; a node is an edge looked at."""
        from pipeline.cubes.solve import solve

        solution = solve(question.puzzle, budget)
        if solution is None:
            return Verdict("undecided", budget)
        towers = tuple(" ".join(tower) for _, tower in islice(solution.towers(), limit))
        return Verdict(solution.answer, solution.nodes, towers, asdict(solution.counts))

    def fingerprint(self, question: Question, form: str) -> str:
        """The class key in hex, or the handed one."""
        from pipeline.cubes.symmetry import keys, numbers

        if form not in self.forms:
            raise ValueError(f"no form {form!r}: cubes have {', '.join(self.forms)}")
        return keys(numbers([question.puzzle]), handed=form == "handed")[0].hex()

    def show(self, question: Question) -> str:
        """The cubes unfolded, and their edges."""
        from pipeline.cubes.draw import draw_set

        return draw_set(question.puzzle)


def _sets(rows: pa.Table) -> list[CubeSet]:
    return [CubeSet.of(cubes) for cubes in rows.column("cubes").to_pylist()]


FAMILY = CubesFamily()
