"""Audit of the cubes: the graph method against every one of the 24^n towers."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from pydantic import Field

from pipeline.audit.facts import Facts
from pipeline.audit.model import Audit, AuditConfig, Claim, Finding, Findings, Part, claim
from pipeline.cubes.cube_set import CubeSet
from pipeline.cubes.family import FAMILY
from pipeline.cubes.known_sets import known_sets
from pipeline.cubes.settings import Cubes, CubesConfig
from pipeline.cubes.solve import solve
from pipeline.family import ShardKey
from pipeline.judges import cubes as judge

AT_ONCE = 20
"""Generated sets that one part judges."""

LOOK = (
    "the part's receipt, then `puzzlemint cubes solve` on that set; "
    "pipeline/judges/cubes.py and pipeline/cubes/engine/graph.py"
)


class CubesSettings(AuditConfig):
    """How much is formed in full; everything above is stacked with its cuts counted."""

    generated: Annotated[int, Field(ge=1, le=1000)] = 100
    """Generated sets of four cubes that are judged in full."""
    seed: Annotated[int, Field(ge=0)] = 1
    most_cubes: Annotated[int, Field(ge=4, le=6)] = 6
    """Known sets of more cubes than this are left out."""


def judge_in_full(name: str, cubes: list[str]) -> Finding:
    """Form all 24^n towers of a set, and ask the engine."""
    return Finding(
        {"set": name, "judge": judge.count_states(cubes), "engine": _engine(cubes)},
        24 ** len(cubes),
    )


def judge_by_stacking(name: str, cubes: list[str]) -> Finding:
    """Stack the cubes; every state is a tower that was formed or part of a counted cut."""
    stack = judge.stack_up(cubes)
    found = {"set": name, "judge": stack.good, "engine": _engine(cubes), "states": stack.states}
    return Finding(found, stack.states)


def judge_generated(seed: int, start: int, stop: int) -> Finding:
    """Generated sets number ``start .. stop-1``, each in full; the rejected ones, too."""
    different = []
    for number, cubes in _generated(seed, start, stop):
        if judge.count_states(cubes) != _engine(cubes):
            different.append([number, *cubes])
    return Finding({"different": different}, (stop - start) * 24**4)


def judge_wording(name: str, cubes: list[str]) -> Finding:
    """The subgraphs and their disjoint pairs, with the degree condition and as worded."""
    proper, worded = judge.subgraphs(cubes), judge.subgraphs(cubes, as_worded=True)
    found = {
        "two_regular_subgraphs": len(proper),
        "disjoint_pairs": judge.disjoint_pairs(proper),
        "subgraphs_as_worded": len(worded),
        "disjoint_pairs_as_worded": judge.disjoint_pairs(worded),
    }
    return Finding(found, 3 ** len(cubes))


def _engine(cubes: list[str]) -> int:
    solution = solve(CubeSet.of(cubes))
    return -1 if solution is None else solution.counts.raw


def _generated(seed: int, start: int, stop: int) -> Iterator[tuple[int, list[str]]]:
    """The first sets of a corpus config with four cubes, as lines of a corpus hold them."""
    config = CubesConfig(name="audit", family="cubes", size=1, seed=seed, cubes=Cubes(count=4))
    rows: list[Any] = []
    tried = 0
    while len(rows) < stop:
        batch = FAMILY.generate(config, ShardKey(seed, 0, 0, 0), tried, tried + 1000)
        rows += batch.rows.column("cubes").to_pylist()
        tried += 1000
    return iter(list(enumerate(rows))[start:stop])


def parts(settings: CubesSettings) -> Sequence[Part]:
    """Long ones first, so that no worker is left alone at the end."""
    known = {name: list(each.cubes.cubes) for name, each in known_sets().items()}
    sized = {name: cubes for name, cubes in known.items() if len(cubes) <= settings.most_cubes}
    five = next((name for name, cubes in sized.items() if len(cubes) == 5), None)
    full = [name for name, cubes in sized.items() if len(cubes) == 4 or name == five]
    full.sort(key=lambda name: -len(sized[name]))
    starts = range(0, settings.generated, AT_ONCE)
    stops = [min(start + AT_ONCE, settings.generated) for start in starts]
    return [
        *(Part(f"full {name}", judge_in_full, (name, sized[name])) for name in full),
        *(
            Part(f"stacked {name}", judge_by_stacking, (name, cubes))
            for name, cubes in sized.items()
        ),
        *(
            Part(f"generated {start}", judge_generated, (settings.seed, start, stop))
            for start, stop in zip(starts, stops, strict=True)
        ),
        *(
            Part(f"wording {name}", judge_wording, (name, known[name]))
            for name in ("crazy-four", "counterexample")
        ),
    ]


def claims(settings: CubesSettings, facts: Facts, findings: Findings) -> Sequence[Claim]:
    """Judge, engine and what was known agree for every set."""
    return [
        *_of_sets(facts, findings, "full "),
        *_of_sets(facts, findings, "stacked "),
        *_of_stacks(facts, findings),
        _of_generated(settings, findings),
        *_of_wording(facts, findings),
    ]


def _of_sets(facts: Facts, findings: Findings, how: str) -> Iterator[Claim]:
    for found in findings.starting(how):
        name, known = found.facts["set"], found.facts["set"] + ": raw"
        yield claim(f"solutions of {name} by the judge ({how.strip()})", facts[known],
                    found.facts["judge"], states=found.examined, look_at=LOOK)  # fmt: skip
        yield claim(f"solutions of {name} by the graph method", facts[known],
                    found.facts["engine"], states=found.examined, look_at=LOOK)  # fmt: skip


def _of_stacks(facts: Facts, findings: Findings) -> Iterator[Claim]:
    sizes = {name: len(each.cubes.cubes) for name, each in known_sets().items()}
    for found in findings.starting("stacked "):
        name = found.facts["set"]
        yield claim(
            f"states that stacking {name} formed or cut", facts[f"states of {sizes[name]} cubes"],
            found.facts["states"], states=found.examined, look_at="pipeline/judges/cubes.py",
        )  # fmt: skip


def _of_generated(settings: CubesSettings, findings: Findings) -> Claim:
    found = findings.starting("generated ")
    different = [each for finding in found for each in finding.facts["different"]]
    return claim(
        f"of {settings.generated} generated sets, those on which judge and graph method differ",
        None, len(different), expected=0, states=findings.examined("generated "),
        look_at=f"{different[:3]}: {LOOK}",
    )  # fmt: skip


def _of_wording(facts: Facts, findings: Findings) -> Iterator[Claim]:
    crazy = findings["wording crazy-four"]
    look = "subgraphs() in pipeline/judges/cubes.py"
    for count, observed in crazy.facts.items():
        yield claim(f"Crazy Four: {count}", facts[f"crazy-four: {count}"], observed,
                    states=crazy.examined, look_at=look)  # fmt: skip
    accepted = findings["wording counterexample"]
    yield claim(
        "without the degree condition the unsolvable set is accepted",
        facts["counterexample: accepted as worded"],
        accepted.facts["disjoint_pairs_as_worded"] > 0,
        states=accepted.examined,
        look_at=look,
    )


def prepare(settings: CubesSettings) -> None:
    """Compile the generator and the graph method."""
    for _ in _generated(settings.seed, 0, 1):
        _engine(list(known_sets()["crazy-four"].cubes.cubes))


AUDIT = Audit(
    name="cubes",
    title="Cube towers: the graph method against all 24^n states",
    judge="pipeline.judges.cubes",
    engine="pipeline.cubes.solve",
    settings=CubesSettings,
    parts=parts,
    claims=claims,
    prepare=prepare,
)
