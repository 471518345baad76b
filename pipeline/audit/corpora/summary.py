"""What a verification found, as claims and as the lines that a person reads."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pipeline.audit.corpora.planning import CorpusSettings, made_by_others
from pipeline.audit.corpora.rows import PROVED
from pipeline.audit.corpora.tally import Fault, Tally
from pipeline.audit.corpora.together import COMPARED
from pipeline.audit.model import Claim, Findings

SOURCE = "the corpus itself: its manifests, its schema and its rows"
NO_GRAPHS = "python-igraph is not installed (the extra: audit)"
NO_SOLVER = "python-sat is not installed (the extra: audit)"

CLAIMS = {
    "files": ("every file is there, whole, and byte for byte what its manifest says",
              "the FAULT lines name the files"),
    "schema": ("every file of rows has the one schema", "pipeline/corpus/schema.py"),
    "columns": ("run, engine, family, seed, puzzle_id and bucket are what they should be",
                "pipeline/corpus/write.py"),
    "splits": ("splits go by solution class", "pipeline/corpus/columns.py"),
    "solution": ("by the judge, solutions, counts and drawings are right", "pipeline/judges"),
    "uniqueness": ("by the judge, the solution is the only one", "the family's engine"),
    "minimality": ("by the judge, minimal is true", "the family's engine"),
    "fingerprint": ("the fingerprint computed anew is the stored one",
                    "the family's canonical forms"),
    "symmetry": ("the fingerprint is that of a random image under the symmetries",
                 "the family's canonical forms"),
    "keys": ("no two rows have one key", "pipeline/corpus/merge.py"),
    "isomorphism": ("no two rows are isomorphic by graph canonisation",
                    "pipeline/audit/graphs and the family's canonical forms"),
    "rebuilt": ("generated again from seed, shard and index, the row is equal",
                "the family's generate"),
}  # fmt: skip
"""The checks: what each claims, and where to look when it does not hold."""

DISGUISES = "graph canonisation and fingerprints put rows together alike"
"""What ``isomorphism`` claims of a corpus of disguises, which repeats puzzles on purpose."""


@dataclass(frozen=True)
class Summary:
    """All that the parts of a verification found."""

    settings: CorpusSettings
    findings: Findings

    @property
    def tally(self) -> Tally:
        """The faults, in the order of the files."""
        values = [found.facts["faults"] for found in self._all() if "faults" in found.facts]
        tally = Tally.together(values)
        tally.add(*self._unread())
        return tally

    def _all(self) -> Iterator[Any]:
        yield from self.findings.by_name.values()

    def _unread(self) -> Iterator[Fault]:
        """Files whose bytes are those of the manifest, and whose rows cannot be read."""
        faulty = {
            found.facts["file"]
            for found in self.findings.starting("file ")
            if found.facts["faults"]["counts"]
        }
        for found in self.findings.starting("rows "):
            name = found.facts["file"]
            if "damage" in found.facts and name not in faulty:
                faulty.add(name)
                yield Fault("files", "torn file", name, found.facts["damage"])

    @property
    def checked(self) -> dict[str, int]:
        """Rows by what was examined: ``rows`` for the cheap checks, and each costly one."""
        counts = Counter({"rows": self.findings.examined("rows ")})
        for found in self.findings.starting("rows "):
            counts.update(found.facts.get("examined", {}))
        return {name: counts[name] for name in ("rows", *PROVED)}

    def _facts(self, name: str) -> Counter[str]:
        """A counter that each slice keeps, added up."""
        counts: Counter[str] = Counter()
        for found in self.findings.starting("rows "):
            counts.update(found.facts.get(name, {}))
        return counts

    @property
    def by_text(self) -> bool:
        """Is it a corpus of disguises?"""
        return bool(self.findings["graphs"].facts["by text"])

    def claims(self) -> Iterator[Claim]:
        """One claim for each check."""
        tally, checked = self.tally, self.checked
        files = self.findings.examined("file ") + self.findings.examined("folders")
        examined = {
            "files": files,
            "schema": self.findings.examined("file "),
            "keys": self.findings.examined("keys "),
            **{name: checked[name] for name in PROVED},
        }
        for check, (text, look_at) in CLAIMS.items():
            count, observed = examined.get(check, checked["rows"]), tally.of(check)
            stated = DISGUISES if check == "isomorphism" and self.by_text else text
            if stated == CLAIMS["isomorphism"][0]:
                observed = max(observed, self.findings["graphs"].facts["isomorphic"])
            ran = bool(count or observed)
            told = f"{observed} faults" if ran else f"not run: {self._why_not(check)}"
            yield Claim(stated, "0 faults", SOURCE, told, count, look_at, ran)

    def _why_not(self, check: str) -> str:
        """Why a check examined no row."""
        if not self.checked["rows"]:
            return "there are no rows that can be read"
        if check == "isomorphism" and self.settings.graphs is None:
            return NO_GRAPHS
        undrawn = self._facts("undrawn")
        if check == "isomorphism" and undrawn:
            return "; ".join(undrawn)
        if check in ("uniqueness", "minimality") and self._sum("unproved"):
            return NO_SOLVER
        if (
            check == "minimality"
            and self.settings.sample.minimality
            and not self._sum("claiming minimality")
        ):
            return "no row claims to be minimal"
        if check == "rebuilt" and self.settings.sample.rebuilt and self._others():
            return f"another engine made {', '.join(self._others())}"
        return "no row was asked for"

    def _sum(self, name: str) -> int:
        """A number that each slice tells, added up."""
        return sum(found.facts.get(name, 0) for found in self.findings.starting("rows "))

    def _others(self) -> list[str]:
        return made_by_others(self.settings)

    def lines(self) -> Iterator[str]:
        """What was checked, and every kind of fault by its name."""
        rows = self.checked["rows"]
        runs = self.findings["graphs"].facts["runs"]
        yield f"verified {self.settings.corpus}: {rows:,} rows in {runs} run(s)"
        yield ("  all rows    files and hashes, schema, solution, fingerprint (also of a random "
               "image), duplicates, split")  # fmt: skip
        yield from map(self._sampled, PROVED)
        yield from (f"  note: {note}" for note in self._notes())
        tally = self.tally
        for kind, count in tally.kinds().most_common():
            yield f"FAULT {kind}: {count:,}"
            yield from (f"  {fault.where}: {fault.detail}" for fault in tally.examples[kind])
        yield "no fault found" if not tally.counts else "the corpus is NOT what it claims"

    def _sampled(self, check: str) -> str:
        count, rows = self.checked[check], self.checked["rows"]
        if not count and rows:
            return f"  {check:<11} not run: {self._why_not(check)}"
        sampled = "" if count >= rows else f" (sampled, seed {self.settings.sample.seed})"
        return f"  {check:<11} {count:,} of {rows:,} rows{sampled}"

    def _notes(self) -> Iterator[str]:
        for method, count in self._facts("methods").most_common():
            yield f"uniqueness of {count:,} rows by {method}"
        if unproved := self._sum("unproved"):
            yield f"{unproved:,} rows are not proved: {NO_SOLVER}"
        if others := self._others():
            told = f"rows of {', '.join(others)} are not generated again"
            yield f"{told}: another engine made them"
        for reason, count in self._facts("undrawn").most_common():
            yield f"{count:,} rows have no graph: {reason}"
        for found in self.findings.starting("keys "):
            again = sum(count for _, _, count in found.facts["faults"]["counts"])
            if again > COMPARED:
                yield f"{again:,} rows repeat a key; {COMPARED:,} of them are compared"
