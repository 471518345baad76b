"""BLAKE2b of rows against the standard library's."""

import hashlib

import numpy as np
import pytest

from pipeline.kernels.blake2b import digest_rows


@pytest.mark.parametrize("width", [0, 1, 16, 81, 118, 119, 120, 128, 246, 247, 248, 500])
def test_digests_equal_hashlib(width):
    random = np.random.default_rng(width)
    for count in (0, 1, 3, 4, 9):
        rows = random.integers(0, 256, (count, width), dtype=np.uint8)
        expected = [
            hashlib.blake2b(b"\x01classic9x" + row.tobytes(), digest_size=16).digest()
            for row in rows
        ]
        assert [row.tobytes() for row in digest_rows(rows, b"\x01classic9x")] == expected


def test_rows_need_not_be_contiguous():
    rows = np.arange(8 * 20, dtype=np.uint8).reshape(20, 8).T
    assert np.array_equal(digest_rows(rows, b""), digest_rows(rows.copy(), b""))
