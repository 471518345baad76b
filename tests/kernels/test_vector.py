"""Vectors: every operator against numpy on the same lanes."""

import numba
import numpy as np
import pytest

from pipeline.kernels.vector import loader, splat, step, storer, vector

EIGHT, BYTES = vector(8), vector(32, 8)
load, store, load_bytes = loader(EIGHT), storer(EIGHT), loader(BYTES)
ODD = [3, 1, 4, 1, 5, 9, 2, 6]
MIXED = [3, 1, 4, 15, 8, 0, 0, 7]

OPERATIONS = {
    "and": (lambda a, b: a & b, np.bitwise_and),
    "or": (lambda a, b: a | b, np.bitwise_or),
    "xor": (lambda a, b: a ^ b, np.bitwise_xor),
    "not": (lambda a, b: ~a, lambda a, b: ~a),
    "add": (lambda a, b: a + b, np.add),
    "subtract": (lambda a, b: a - b, np.subtract),
    "multiply": (lambda a, b: a * b, np.multiply),
    "least": (lambda a, b: a.least(b), np.minimum),
    "equals": (lambda a, b: a.equals(b), lambda a, b: np.where(a == b, 0xFFFFFFFF, 0)),
    "bit counts": (lambda a, b: a.bit_counts(), lambda a, b: np.bitwise_count(a)),
    "shift by a number": (lambda a, b: a << 5 | b >> 7, lambda a, b: a << 5 | b >> 7),
    "shift by lanes": (lambda a, b: a >> ODD, lambda a, b: a >> np.array(ODD, np.uint32)),
    "a number in all lanes": (lambda a, b: a & 0xFF00FF, lambda a, b: a & 0xFF00FF),
    "a negative number": (lambda a, b: a & -2, lambda a, b: a & np.uint32(0xFFFFFFFE)),
    "shuffle": (lambda a, b: a.shuffle(MIXED, b),
                lambda a, b: np.r_[a, b][MIXED]),
    "parts and join": (lambda a, b: a.parts(4)[1].join(b.parts(4)[0]),
                       lambda a, b: np.r_[a[4:], b[:4]]),
    "bytes": (lambda a, b: (a.as_lanes(8) + b.as_lanes(8)).as_lanes(32),
              lambda a, b: (a.view(np.uint8) + b.view(np.uint8)).view(np.uint32)),
}  # fmt: skip


@pytest.fixture(scope="module")
def operands():
    random = np.random.default_rng(1)
    first = random.integers(0, 2**32, (50, 8), np.uint32)
    second = np.where(random.random((50, 8)) < 0.2, first, first[::-1]).astype(np.uint32)
    return first, second


@pytest.mark.parametrize("name", OPERATIONS)
def test_operators_work_lane_by_lane(operands, name):
    emit, expected = OPERATIONS[name]
    operation = step(EIGHT)(emit)

    @numba.njit
    def apply(first, second, result):
        store(result, 0, operation(load(first, 0), load(second, 0)))

    for first, second in zip(*operands, strict=True):
        result = np.zeros(8, np.uint32)
        apply(first, second, result)
        assert (result == expected(first, second)).all()


@step(numba.types.uint8, numba.types.boolean, numba.types.uint32)
def summary(a):
    """Top bits of the lanes, is any bit set, the last lane."""
    return a.flags(), a.any(), a.lane(7)


@step(EIGHT)
def repeated(builder, number):
    return splat(builder, EIGHT, number)


@step(numba.types.boolean)
def any_byte(a):
    return (a ^ [7] * 32).any()


@numba.njit
def summarise(words, number, same):
    store(same, 0, repeated(number))
    return summary(load(words, 0))


@numba.njit
def other_than_seven(cells, start):
    return any_byte(load_bytes(cells, start))


def test_what_comes_out_of_a_vector():
    words, same = np.zeros(8, np.uint32), np.zeros(8, np.uint32)
    assert summarise(words, np.uint32(77), same) == (0, False, 0)
    assert (same == 77).all()
    words[[1, 7]] = 2**31, 2**31 + 5
    assert summarise(words, np.uint32(77), same) == (0b10000010, True, 2**31 + 5)
    words[:] = 0, 0, 0, 1, 0, 0, 0, 0
    assert summarise(words, np.uint32(77), same) == (0, True, 0)


def test_loads_begin_where_they_are_told():
    cells = np.full(40, 7, np.uint8)
    cells[[0, 39]] = 1
    assert [other_than_seven(cells, start) for start in (0, 1, 7, 8)] == [True, False, False, True]
