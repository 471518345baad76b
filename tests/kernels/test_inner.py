"""Kernels that only kernels call."""

import numpy as np
import pytest

from pipeline.kernels import inner_kernel, kernel


@inner_kernel
def halve(values, i):
    if values[i] & 1:
        return False
    values[i] >>= 1
    return True


@inner_kernel
def halvings(values, i):
    count = 0
    while halve(values, i):
        count += 1
    return count


@kernel
def count_halvings(values):
    total = 0
    for i in range(values.shape[0]):
        total += halvings(values, i)
    return total


def test_inner_kernels_work_within_others():
    values = np.array([8, 3, 12], np.int64)
    assert count_halvings(values) == 5
    assert values.tolist() == [1, 3, 3]


def test_an_inner_kernel_refuses_python():
    with pytest.raises((TypeError, IndexError)):
        halvings(np.array([8], np.int64), 0)
