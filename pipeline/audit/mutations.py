"""Audit of mutations: all images of a grid under block and line swaps, one by one."""

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Annotated

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pydantic import Field

from pipeline.audit.facts import Facts
from pipeline.audit.model import Audit, AuditConfig, Claim, Finding, Findings, Part, claim
from pipeline.judges import mutations as judge
from pipeline.kernels.random import stream_key
from pipeline.sudoku.canonical.grids import minlex_grids
from pipeline.sudoku.generate.mutate import KINDS, draw

GRIDS = {
    "plain": "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
    "symmetric": "".join(
        str((3 * row + row // 3 + column) % 9 + 1) for row in range(9) for column in range(9)
    ),
}
"""``plain`` (the example of the English Wikipedia's article on Sudoku) is mapped onto itself by
no swaps; ``symmetric`` is: turning the stacks round undoes turning the rows of every band."""

FOLKLORE = 3**10
ROWS_AT_ONCE = 108
LOOK = "pipeline/judges/mutations.py, pipeline/sudoku/generate/mutate.py, states.parquet"

STATES = pa.schema(
    [
        pa.field("grid", pa.dictionary(pa.int8(), pa.string()), nullable=False),
        pa.field("transposed", pa.bool_(), nullable=False),
        pa.field("row_order", pa.uint16(), nullable=False),
        pa.field("column_order", pa.uint16(), nullable=False),
        pa.field("hash", pa.uint64(), nullable=False),
        pa.field("verdict", pa.dictionary(pa.int8(), pa.string()), nullable=False),
        pa.field("broken", pa.string()),
    ]
)
"""One row an image: the numbers of its orders in ``judges.mutations.orders()``, 64 bits of its
BLAKE2b, ``valid`` or ``invalid``, the first house that is broken."""


class MutationsSettings(AuditConfig):
    """How far it goes."""

    transposition: bool = True
    """Also all images of the transposed grid."""
    drawn: Annotated[int, Field(ge=1)] = 20_000
    """Mutants drawn by the engine that must be among the images."""
    row_orders: Annotated[int, Field(ge=1, le=1296)] = 1296
    """Fewer leave images out: for trying the audit, never for its claims."""


def judge_images(name: str, transposed: bool, start: int, stop: int) -> Finding:
    """The images by row orders ``start .. stop-1`` and all column orders."""
    grid = judge.transposed(GRIDS[name]) if transposed else GRIDS[name]
    orders = judge.orders()
    images = list(judge.images(grid, orders[start:stop]))
    broken = [judge.broken_house(image) for image in images]
    hashes = np.fromiter(_hashes(images), np.uint64, len(images))
    verdicts = np.array([house is not None for house in broken], np.int8)
    count, columns = len(images), len(orders)
    states = pa.table(
        {
            "grid": _constant(name, count),
            "transposed": np.full(count, transposed),
            "row_order": np.repeat(np.arange(start, stop, dtype=np.uint16), columns),
            "column_order": np.tile(np.arange(columns, dtype=np.uint16), stop - start),
            "hash": hashes,
            "verdict": pa.DictionaryArray.from_arrays(verdicts, ["valid", "invalid"]),
            "broken": pa.array(broken, pa.string()),
        },
        schema=STATES,
    )
    found = {
        "invalid": int(verdicts.sum()),
        "like the grid itself": images.count(GRIDS[name]),
        "forms": _forms(images),
    }
    return Finding(found, count, states)


def draw_mutants(name: str, count: int) -> Finding:
    """Hashes of mutants as the engine draws them, by swaps one after the other."""
    key = stream_key((1, 2, 3))
    mutations = draw(
        key, 0, count, kinds=list(KINDS), steps=12, transpose=False, relabel=False
    )  # fmt: skip
    boards = np.tile(_digits([GRIDS[name]]), (count, 1))
    mutants = mutations.applied(boards) + np.uint8(ord("0"))
    drawn = sorted({*_hashes(row.tobytes().decode() for row in mutants)})
    return Finding({"hashes": [str(each) for each in drawn]}, count)


def _hashes(grids: Sequence[str] | Iterator[str]) -> Iterator[int]:
    for grid in grids:
        yield int.from_bytes(blake2b(grid.encode(), digest_size=8).digest())


def _constant(value: str, count: int) -> pa.DictionaryArray:
    return pa.DictionaryArray.from_arrays(np.zeros(count, np.int8), [value])


def _digits(grids: Sequence[str]) -> NDArray[np.uint8]:
    text = np.frombuffer("".join(grids).encode(), np.uint8).reshape(len(grids), 81)
    digits: NDArray[np.uint8] = text - np.uint8(ord("0"))
    return digits


def _forms(images: Sequence[str]) -> list[str]:
    """The different minlex forms of these images; a few are enough to see that it is not one."""
    forms = np.unique(minlex_grids(_digits(images)), axis=0)
    return ["".join(map(str, form)) for form in forms[:3]]


def parts(settings: MutationsSettings) -> Sequence[Part]:
    """The images in chunks of row orders, and the engine's own mutants."""
    ways = (False, True) if settings.transposition else (False,)
    starts = range(0, settings.row_orders, ROWS_AT_ONCE)
    return [
        *(
            Part(
                f"images {name} {int(transposed)} {start}",
                judge_images,
                (name, transposed, start, min(start + ROWS_AT_ONCE, settings.row_orders)),
            )
            for name in GRIDS
            for transposed in ways
            for start in starts
        ),
        *(Part(f"drawn {name}", draw_mutants, (name, settings.drawn)) for name in GRIDS),
    ]


def claims(settings: MutationsSettings, facts: Facts, findings: Findings) -> Sequence[Claim]:
    """Every image is valid and of one class; they are as many as the orders."""
    stated: list[Claim] = []
    for name in GRIDS:
        stated += _of_swaps(name, facts, findings)
        if settings.transposition:
            stated += _of_transposition(name, facts, findings)
    return stated


def _of_swaps(name: str, facts: Facts, findings: Findings) -> Iterator[Claim]:
    prefix = f"images {name} 0 "
    examined = findings.examined(prefix)
    hashes = _different(findings, prefix)
    stabiliser = findings.total("like the grid itself", prefix)
    yield claim(f"{name}: images by block and line swaps", facts["images by block and line swaps"],
                examined, states=examined, look_at=LOOK)  # fmt: skip
    yield from _valid_and_one_class(name, findings, prefix)
    if name == "plain":
        yield claim("plain: different images", facts["images by block and line swaps"],
                    len(hashes), states=examined, look_at=LOOK)  # fmt: skip
    else:
        yield claim(f"{name}: it is mapped onto itself by more than one order", None,
                    stabiliser > 1, expected=True, states=examined, look_at=LOOK)  # fmt: skip
        yield claim(f"{name}: different images, fewer by the {stabiliser} orders that keep it",
                    None, len(hashes), expected=examined // max(stabiliser, 1),
                    states=examined, look_at=LOOK)  # fmt: skip
    yield claim(f"{name}: the images are 3^10", facts["3^10 images, as is often told"],
                len(hashes) == FOLKLORE, states=examined, look_at=LOOK)  # fmt: skip
    drawn = [int(each) for each in findings[f"drawn {name}"].facts["hashes"]]
    outside = len(drawn) - int(np.isin(np.array(drawn, np.uint64), hashes).sum())
    yield claim(f"{name}: mutants drawn by the engine that are no image", None, outside,
                expected=0, states=len(drawn), look_at=LOOK)  # fmt: skip


def _of_transposition(name: str, facts: Facts, findings: Findings) -> Iterator[Claim]:
    prefix = f"images {name} "
    examined = findings.examined(prefix)
    stabiliser = findings.total("like the grid itself", prefix)
    yield claim(f"{name}: images with transposition", facts["images with transposition"],
                examined, states=examined, look_at=LOOK)  # fmt: skip
    yield from _valid_and_one_class(name, findings, prefix)
    yield claim(f"{name}: different images with transposition ({stabiliser} keep the grid)", None,
                len(_different(findings, prefix)), expected=examined // max(stabiliser, 1),
                states=examined, look_at=LOOK)  # fmt: skip


def _valid_and_one_class(name: str, findings: Findings, prefix: str) -> Iterator[Claim]:
    examined = findings.examined(prefix)
    forms = {form for found in findings.starting(prefix) for form in found.facts["forms"]}
    what = "images" if prefix.endswith(("0 ", "1 ")) else "images with transposition"
    yield claim(f"{name}: invalid {what}", None, findings.total("invalid", prefix), expected=0,
                states=examined, look_at=LOOK)  # fmt: skip
    yield claim(f"{name}: different fingerprints of the {what}", None, len(forms), expected=1,
                states=examined, look_at="pipeline/sudoku/canonical/grids.py")  # fmt: skip


def _different(findings: Findings, prefix: str) -> NDArray[np.uint64]:
    """The different hashes of the images, ascending."""
    chunks = [
        found.states.column("hash").to_numpy()
        for found in findings.starting(prefix)
        if found.states is not None
    ]
    return np.unique(np.concatenate(chunks))


def remarks(settings: MutationsSettings, facts: Facts, findings: Findings) -> Sequence[str]:
    """What is often told, and what holds."""
    images = len(_different(findings, "images plain 0 "))
    return [
        f"It is often told that one grid gives 3^10 = {FOLKLORE:,} new puzzles by swaps. Swaps of "
        f"blocks and lines give {images:,} different grids, and all of them are one puzzle in "
        "disguise: one fingerprint."
    ]


def prepare(settings: MutationsSettings) -> None:
    """Compile the kernels."""
    draw_mutants("plain", 1)
    _forms([GRIDS["plain"]])


AUDIT = Audit(
    name="mutations",
    title="Mutations: all 2 x 6^8 images of a grid",
    judge="pipeline.judges.mutations",
    engine="pipeline.sudoku.canonical.grids, pipeline.sudoku.generate.mutate",
    settings=MutationsSettings,
    parts=parts,
    claims=claims,
    prepare=prepare,
    remarks=remarks,
)
