"""The streams against a plain-Python xoshiro256++, and that rows do not depend on order."""

import numpy as np

from pipeline.kernels.random import below, next_word, start_stream, stream_key

MASK = (1 << 64) - 1


def rotated(word, k):
    return ((word << k) | (word >> (64 - k))) & MASK


def reference_words(state, count):
    """xoshiro256++ as published, on Python integers."""
    s = [int(word) for word in state]
    for _ in range(count):
        yield (rotated((s[0] + s[3]) & MASK, 23) + s[0]) & MASK
        t = (s[1] << 17) & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotated(s[3], 45)


def stream(key, index):
    state = np.zeros(4, np.uint64)
    start_stream(state, key, index)
    return state


def test_words_are_those_of_the_published_generator():
    state = stream(stream_key([1, 2, 3]), 7)
    expected = list(reference_words(state.copy(), 1000))
    assert [int(next_word(state)) for _ in range(1000)] == expected


def test_a_stream_depends_on_its_key_and_index_alone():
    a, b = stream_key([1, 2, 3]), stream_key([1, 2, 4])
    states = {tuple(stream(key, i)) for key in (a, b) for i in range(1000)}
    assert len(states) == 2000
    assert tuple(stream(a, 5)) == tuple(stream(a, 5))


def test_below_is_uniform_for_a_bound_that_does_not_divide_the_range():
    state = stream(stream_key([11]), 0)
    draws = np.array([below(state, 81) for _ in range(81_000)])
    counts = np.bincount(draws, minlength=81)
    assert len(counts) == 81
    chi_square = float(((counts - 1000.0) ** 2 / 1000.0).sum())
    assert chi_square < 142  # 80 degrees of freedom, p = 0.00002; the draw is fixed by its key
