"""Tiles: placements a second against plain C, small sets, generating, fingerprints.

The yardstick ``plain_tiles.c`` is our own and is compiled here if there is a C compiler
(``CC``, else ``cc``). The published sets are read from the reference data, if it is there.
"""

import ctypes
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from benchmarks import REFERENCE, Row, best_seconds
from pipeline.family import ShardKey, load_family
from pipeline.kernels import kernel
from pipeline.tiles import fixtures, solve, symmetry
from pipeline.tiles.engine import quick
from pipeline.tiles.settings import TilesConfig
from pipeline.tiles.tile_set import TileSet

SOURCE = Path(__file__).with_name("plain_tiles.c")
NAME = "plain iterative C"


def table() -> list[Row]:
    """All rows."""
    return [*_full_counts(), *_small_sets(), *_generating()]


def plain_c() -> ctypes.CDLL | None:
    """The yardstick, compiled; None without a compiler."""
    compiler = shutil.which(os.environ.get("CC", "cc"))
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "plain_tiles.so"
        options = ["-O3", "-march=native", "-shared", "-fPIC", "-o", str(library), str(SOURCE)]
        subprocess.run([compiler, *options], check=True)
        return ctypes.CDLL(str(library))


def _full_counts() -> list[Row]:
    tile_set = fixtures.brendan()
    tiles, _, sides = tile_set.arrays
    labels = np.ascontiguousarray(tiles, np.uint8)
    placements = int(solve.placements(tile_set)[0].sum())
    library, done = plain_c(), ctypes.c_int64()

    def theirs() -> None:
        assert library is not None
        library.plain_count.restype = ctypes.c_int64
        found = library.plain_count(
            6, 6, int(sides[0]), labels.ctypes.data_as(ctypes.c_void_p), ctypes.byref(done)
        )
        assert (found, done.value) == (260, placements)

    contestants = {"ours": lambda: solve.placements(tile_set)}
    contestants |= {"theirs": theirs} if library is not None else {}
    times = best_seconds(contestants)
    fixed = best_seconds({"fixed": lambda: solve.count_raw(tile_set)})["fixed"]
    return [
        Row(
            "brendan_06x06, full count",
            "placements",
            placements / times["ours"],
            NAME,
            placements / times["theirs"] if library is not None else None,
            "260 fillings" if library is not None else "no C compiler here",
        ),
        Row("brendan_06x06, fillings only", "counts", 1 / fixed, remark="one corner fixed"),
    ]


@kernel
def _ask(tiles, mates, sides, allowed, size, turns, limit, words, times):
    """Set up and answer ``times`` times; the fillings found."""
    found = 0
    for _ in range(times):
        quick.prepare(tiles, mates, sides, allowed, size, size, words)
        found, _ = quick.count(words, size * size, mates.shape[0], turns, 2**62, limit)
    return found


def _microseconds(tile_set: TileSet, limit: int) -> float:
    """To set up a 3x3 set and find up to ``limit`` fillings with its middle tile's turn fixed."""
    tiles, mates, sides = tile_set.arrays
    words = np.zeros(quick.quick_words(len(mates)), np.int64)
    quick.plan(3, 3, len(mates), words)
    allowed = solve.all_turns(tile_set)
    times = best_seconds(
        {"ask": lambda: _ask(tiles, mates, sides, allowed, 3, 1, limit, words, 200)}
    )
    return times["ask"] / 200 * 1e6


def _small_sets() -> list[Row]:
    path = REFERENCE / "tiles" / "scramble_squares.json"
    if not path.is_file():
        return [Row("published 3x3 sets", "sets", 0.0, remark=f"{path} is not there")]
    sets = [_published(record) for record in json.loads(path.read_text()) if record["rows"] == 3]
    unique = float(np.median([_microseconds(one, one.merged + 1) for one in sets]))
    every = float(np.median([_microseconds(one, 2**62) for one in sets]))
    remark = f"{len(sets)} sets, median {{:.1f}} us, set-up included"
    return [
        Row("3x3: unique up to rotation?", "sets", 1e6 / unique, remark=remark.format(unique)),
        Row("3x3: all fillings", "sets", 1e6 / every, remark=remark.format(every)),
    ]


def _published(record: dict) -> TileSet:
    return TileSet.of_names(
        record["rows"],
        record["cols"],
        [[str(label) for label in card] for card in record["cards_NESW"]],
        {str(label): str(matching[0]) for label, _, matching in record["pictures"]},
    )


def _generating() -> list[Row]:
    family = load_family("tiles")
    tiles = {"rows": 3, "columns": 3, "patterns": 5}
    config = TilesConfig(name="bench", family="tiles", size=1, seed=1, tiles=tiles)
    count = 4_000
    batch = family.generate(config, ShardKey(1, 1, 0, 0), 0, count)
    sets = np.array(batch.rows["tiles"].to_pylist(), np.int64)
    example = family.question(batch.rows.slice(0, 1).to_pylist()[0]).puzzle
    times = best_seconds(
        {
            "generate": lambda: family.generate(config, ShardKey(1, 1, 0, 0), 0, count),
            "fingerprint": lambda: symmetry.fingerprints(sets, example),
        }
    )
    kept = f"5 patterns; {batch.rows.num_rows / count:.0%} kept, with tries and fingerprints"
    return [
        Row("3x3: planted, proved, rows", "candidates", count / times["generate"], remark=kept),
        Row("3x3: fingerprints", "sets", len(sets) / times["fingerprint"]),
    ]
