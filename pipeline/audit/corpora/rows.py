"""Judging a slice of a file: every row of it, and some rows in every way.

Everything that a row claims is found again by other means: the solution, its uniqueness
and the minimality by the family's judge, which shares no code with the engine; the
fingerprint by computing it anew, also from a random image of the puzzle; the row itself by
generating it again from its seed, shard and index.
"""

import importlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from pipeline.audit.corpora.files import DAMAGE, read_rows
from pipeline.audit.corpora.tally import Fault, Tally
from pipeline.audit.graphs import NoGraphError, canonical_form
from pipeline.audit.model import Finding
from pipeline.config import CorpusConfig
from pipeline.corpus.columns import buckets, hex_array, key_array, key_bytes, splits
from pipeline.corpus.layout import run_number
from pipeline.corpus.plan import config_from_tables
from pipeline.corpus.rebuild import difference, row_name
from pipeline.corpus.schema import corpus_schema
from pipeline.corpus.tasks import family_of
from pipeline.family import Family, ShardKey

JUDGES = {name: f"pipeline.judges.{name}" for name in ("sudoku", "tiles", "cubes")}
"""Family -> the module whose ``faults(row, uniqueness=..., minimality=...)`` judges its rows.
It may have a ``method(row)``, which says how it proves uniqueness; None: it should not be asked,
as it would take too long without python-sat."""

NO_KEY = bytes(16)
"""What a family gives for a puzzle that has no fingerprint, having no or several solutions."""

PROVED = ("uniqueness", "minimality", "rebuilt", "isomorphism")

STATES = pa.schema(
    [
        pa.field("run_id", pa.string()),
        pa.field("shard", pa.int32()),
        pa.field("index", pa.int64()),
        pa.field("puzzle_id", pa.string()),
        *(pa.field(name, pa.bool_(), nullable=False) for name in PROVED),
        pa.field("verdict", pa.dictionary(pa.int8(), pa.string()), nullable=False),
        pa.field("broken", pa.string()),
    ]
)
"""One row a row of the corpus, in the order of its files: its name; which of the costly things
were examined for it; ``sound`` or ``broken``; the name of the first fault, or null."""

KEPT = pa.schema([*STATES, *(pa.field(n, pa.binary(16)) for n in ("key", "fingerprint", "form"))])
"""What a slice keeps: also the key by which rows are distinct, the fingerprint (null where
there is none) and the graph's form (null where it was not asked for), all computed anew."""


@dataclass(frozen=True)
class Slice:
    """Rows ``start .. stop-1`` of a file, and for how many of them costly things are examined.

    ``name`` is the file's path within the corpus, ``state`` tells when it was written to,
    ``facts`` is what the run's manifest says, ``module`` the family's. The ``seed`` chooses
    the rows.
    """

    root: str
    name: str
    state: str
    start: int
    stop: int
    facts: dict[str, Any]
    module: str
    judge: str
    uniqueness: int
    minimality: int
    rebuilt: int
    isomorphism: int
    seed: int


def check_slice(task: Slice) -> Finding:
    """Judge the rows of a slice. A file that cannot be read, or has other columns, is told of
    where it is checked as a file; here it has no states."""
    family = family_of(task.module)
    about = {"file": task.name, "start": task.start}
    try:
        rows = read_rows(Path(task.root) / task.name, task.start, task.stop)
    except DAMAGE as error:
        return Finding(about | {"damage": str(error).splitlines()[0]}, 0)
    if not rows.schema.equals(corpus_schema(family)):
        return Finding(about, 0)
    checked = Checked(task, family, rows)
    checked.check()
    return Finding(about | checked.facts(), rows.num_rows, checked.states())


@dataclass
class Checked:
    """A slice being checked."""

    task: Slice
    family: Family
    rows: pa.Table
    tally: Tally = field(default_factory=Tally)
    methods: Counter[str] = field(default_factory=Counter)
    undrawn: Counter[str] = field(default_factory=Counter)
    unproved: int = 0

    def __post_init__(self) -> None:
        count = self.rows.num_rows
        order = np.random.default_rng(self.task.seed).permutation(count)
        self.listed: list[dict[str, Any]] = self.rows.to_pylist()
        self.broken: list[str | None] = [None] * count
        self.examined = {name: np.zeros(count, bool) for name in PROVED}
        for name, chosen in self.examined.items():
            chosen[order[: getattr(self.task, name)]] = True
        self.readable = np.ones(count, bool)
        self.forms: list[bytes | None] = [None] * count
        self.fingerprints: NDArray[np.uint8] = np.zeros((count, 16), np.uint8)
        self.keys = self.fingerprints

    @cached_property
    def config(self) -> CorpusConfig:
        """The config of the run that made the rows."""
        return config_from_tables(self.family, self.task.facts["config"])

    def check(self) -> None:
        """All checks; the first fault of a row is the one that says most about it."""
        self._judge()
        self._check_columns()
        self._check_fingerprints()
        self._check_bucket()
        self._rebuild()
        self._draw()

    def fault(self, position: int, check: str, kind: str, detail: str) -> None:
        """One row has a fault."""
        self.tally.add(Fault(check, kind, row_name(self.listed[position]), detail))
        self.broken[position] = self.broken[position] or kind

    def _judge(self) -> None:
        """By the judge; a row that it cannot read is not looked at in other ways."""
        judge = importlib.import_module(self.task.judge)
        unique, minimal = self.examined["uniqueness"], self.examined["minimality"]
        for position in range(len(self.listed)):
            try:
                found = self._ask(judge, position)
            except Exception as error:  # whatever stands in a row, the others are judged
                found = [("unreadable", f"the judge says {error!r}")]
            checks = {CHECK_OF.get(kind, "solution") for kind, _ in found}
            for kind, detail in found:
                self.fault(position, CHECK_OF.get(kind, "solution"), kind, detail)
                self.readable[position] &= kind not in UNREAD
            if "solution" in checks:  # of a row that is wrong, judges need not ask the dear things
                unique[position] &= "uniqueness" in checks
            if checks:
                minimal[position] &= "minimality" in checks

    def _ask(self, judge: ModuleType, position: int) -> list[tuple[str, str]]:
        row = self.listed[position]
        unique, minimal = self.examined["uniqueness"], self.examined["minimality"]
        minimal[position] &= row.get("minimal") is not None  # else the row claims nothing
        how = judge.method(row) if hasattr(judge, "method") else "search"
        if how is None:
            self.unproved += int(unique[position] or minimal[position])
            unique[position] = minimal[position] = False
        asked = {"uniqueness": bool(unique[position]), "minimality": bool(minimal[position])}
        found: list[tuple[str, str]] = judge.faults(row, **asked)
        if unique[position]:
            self.methods[how] += 1
        return found

    def _check_columns(self) -> None:
        """The columns that follow from the manifest or from other columns."""
        facts = self.task.facts
        expected = {
            "run_id": facts["run_id"],
            "engine_version": facts["engine_version"],
            "family": facts["family"],
            "seed": self.config.seed,
            "puzzle_id": hex_array(self._stored("fingerprint")),
            "split": splits(self._stored("solution_class"), self.config.split),
        }
        for name, values in expected.items():
            wrong = pc.fill_null(pc.not_equal(self.rows.column(name), values), True)
            check = "splits" if name == "split" else "columns"
            for position in np.flatnonzero(wrong.to_numpy()).tolist():
                self.fault(position, check, f"wrong {name}", str(self.listed[position][name]))

    def _stored(self, name: str) -> NDArray[np.uint8]:
        """A column of keys; ``NO_KEY`` where there is none."""
        return key_bytes(pc.fill_null(self.rows.column(name), pa.scalar(NO_KEY, pa.binary(16))))

    def _check_fingerprints(self) -> None:
        """Computed anew, they must be the stored ones, and those of a random image."""
        family, stored = self.family, self._stored("fingerprint")

        def of_image(rows: pa.Table) -> list[bytes]:
            return family.fingerprints(family.disguise(rows, self.task.seed))

        at = np.flatnonzero(self.readable)
        self.fingerprints[at] = self._computed(at, family.fingerprints)
        self._compare("fingerprint", "wrong fingerprint", at, stored)
        at = np.flatnonzero(self.fingerprints.any(axis=1))
        images = np.zeros_like(stored)
        images[at] = self._computed(at, of_image)
        # an image has a solution, too: of a row with a wrong one there may be none
        at = at[[bool(images[i].any()) or not self.broken[i] for i in at.tolist()]]
        self._compare("symmetry", "fingerprint varies", at, images)
        if self.task.facts["dedupe"] == "text":
            at = np.flatnonzero(self.readable)
            self.keys = np.zeros_like(stored)
            self.keys[at] = self._computed(at, family.text_keys)

    def _computed(
        self, at: NDArray[np.intp], make: Callable[[pa.Table], list[bytes]]
    ) -> NDArray[np.uint8]:
        """The keys of the rows at these positions; ``NO_KEY`` where they cannot be made."""
        try:
            return _keys(make(self.rows.take(pa.array(at)))) if len(at) else _keys([])
        except Exception:  # one of them is no puzzle: which?
            return _keys([self._one(position, make) for position in at.tolist()])

    def _one(self, position: int, make: Callable[[pa.Table], list[bytes]]) -> bytes:
        try:
            return make(self.rows.take(pa.array([position])))[0]
        except Exception:  # as each of them is told of by its name
            return NO_KEY

    def _compare(
        self, check: str, kind: str, at: NDArray[np.intp], others: NDArray[np.uint8]
    ) -> None:
        seen = self.fingerprints[at]
        wrong = (seen != others[at]).any(axis=1) | ~seen.any(axis=1)
        for position in at[wrong].tolist():
            key = self.fingerprints[position].tobytes()
            self.fault(position, check, kind, f"the puzzle has {key.hex() if any(key) else 'none'}")

    def _check_bucket(self) -> None:
        bucket = int(Path(self.task.name).stem.partition("=")[2], 16)
        wrong = buckets(self.keys, self.task.facts["buckets"]) != bucket
        wrong &= self.keys.any(axis=1)  # what has no key has no bucket either
        for position in np.flatnonzero(wrong).tolist():
            self.fault(position, "columns", "wrong bucket", self.task.name)

    def _rebuild(self) -> None:
        """Generate the chosen rows again; each must be equal to what stands."""
        for position in np.flatnonzero(self.examined["rebuilt"]).tolist():
            row = self.listed[position]
            try:
                detail = difference(row, self._generate(row))
            except Exception as error:  # no seed, shard or index that could be
                detail = f"its seed, shard and index make nothing: {error!r}"
            if detail:
                self.fault(position, "rebuilt", "wrong seed", detail)

    def _generate(self, row: dict[str, Any]) -> list[dict[str, Any]]:
        run = run_number(self.task.facts["run_id"])
        key = ShardKey(row["seed"], run, row["round"], row["shard"])
        batch = self.family.generate(self.config, key, row["index"], row["index"] + 1)
        made: list[dict[str, Any]] = batch.rows.to_pylist()
        return made

    def _draw(self) -> None:
        form = canonical_form(self.family.name)
        chosen = self.examined["isomorphism"]
        chosen &= self.readable
        for position in np.flatnonzero(chosen).tolist():
            try:
                if form is None:
                    raise NoGraphError(f"no graph for the family {self.family.name}")
                self.forms[position] = form(self.listed[position])
            except Exception as error:
                self.undrawn[str(error)] += 1
                chosen[position] = False

    def facts(self) -> dict[str, Any]:
        """What the slice's receipt says."""
        return {
            "faults": self.tally.as_json(),
            "examined": {name: int(chosen.sum()) for name, chosen in self.examined.items()},
            "claiming minimality": sum(row.get("minimal") is not None for row in self.listed),
            "methods": dict(self.methods),
            "undrawn": dict(self.undrawn),
            "unproved": self.unproved,
        }

    def states(self) -> pa.Table:
        """The slice's states, with what is compared across slices."""
        rows = self.rows
        columns = {
            **{name: rows.column(name) for name in ("run_id", "shard", "index", "puzzle_id")},
            **{name: pa.array(chosen) for name, chosen in self.examined.items()},
            **verdicts(self.broken),
            "key": _with_nulls(self.keys),
            "fingerprint": _with_nulls(self.fingerprints),
            "form": pa.array(self.forms, pa.binary(16)),
        }
        return pa.table(columns, schema=KEPT)


CHECK_OF = {
    "no solution": "uniqueness",
    "second solution": "uniqueness",
    "not minimal": "minimality",
    "minimal after all": "minimality",
}
"""What the judge's faults are about, where it is not the solution."""


UNREAD = {"unreadable", "unknown rules"}
"""What the judge says of a row that is no puzzle."""


def verdicts(broken: Sequence[str | None]) -> dict[str, pa.Array]:
    """The columns ``verdict`` and ``broken`` of states."""
    codes = pa.array([kind is not None for kind in broken], pa.bool_()).cast(pa.int8())
    verdict = pa.DictionaryArray.from_arrays(codes, ["sound", "broken"])
    return {"verdict": verdict, "broken": pa.array(broken, pa.string())}


def _keys(keys: list[bytes]) -> NDArray[np.uint8]:
    return np.frombuffer(b"".join(keys), np.uint8).reshape(-1, 16)


def _with_nulls(keys: NDArray[np.uint8]) -> pa.Array:
    return pc.if_else(pa.array(keys.any(axis=1)), key_array(keys), pa.scalar(None, pa.binary(16)))
