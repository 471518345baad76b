"""Random streams: one for every (seed, run, round, stage, shard, index), made in the kernel.

A *key* is four 64-bit words from ``numpy.random.SeedSequence`` and names a shard. A *stream*
is the state of xoshiro256++ (Blackman and Vigna, https://prng.di.unimi.it/), four 64-bit
words that the caller owns; ``start_stream`` derives it from a key and a row's index, so a
row depends on its key and index alone, never on which rows were made before it.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels import kernel

GOLDEN = np.uint64(0x9E3779B97F4A7C15)


def stream_key(words: Sequence[int]) -> NDArray[np.uint64]:
    """The key of the shard named by non-negative integers: uint64[4]."""
    return np.random.SeedSequence(list(words)).generate_state(4, np.uint64).astype(np.uint64)


@kernel(inline="always")
def mix(z):
    """SplitMix64's finaliser: a bijection of 64-bit words that scatters all bits."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@kernel
def start_stream(state, key, index):
    """Fill ``state`` (uint64[4]) with the stream of row ``index`` under ``key`` (uint64[4])."""
    z = np.uint64(index)
    for i in range(4):
        z = z + GOLDEN
        state[i] = mix(key[i] ^ mix(z))
    state[0] |= np.uint64(1)  # the all-zero state is xoshiro's one fixed point


@kernel(inline="always")
def next_word(state):
    """The next 64 random bits (uint64); advances ``state``."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    total = s0 + s3
    result = ((total << np.uint64(23)) | (total >> np.uint64(41))) + s0
    s2 ^= s0
    s3 ^= s1
    state[1] = s1 ^ s2
    state[0] = s0 ^ s3
    state[2] = s2 ^ (s1 << np.uint64(17))
    state[3] = (s3 << np.uint64(45)) | (s3 >> np.uint64(19))
    return result


@kernel
def below(state, bound):
    """A uniform integer in 0 .. bound-1 as int64, exactly uniform (Lemire's rejection).

    ``bound`` is at least 1 and at most 2**32.
    """
    bound = np.uint64(bound)
    low32 = np.uint64(0xFFFFFFFF)
    product = (next_word(state) >> np.uint64(32)) * bound
    if (product & low32) < bound:
        least = (np.uint64(0x100000000) - bound) % bound
        while (product & low32) < least:
            product = (next_word(state) >> np.uint64(32)) * bound
    return np.int64(product >> np.uint64(32))


@kernel
def shuffle(state, items, count):
    """Shuffle the first ``count`` entries of ``items`` in place (Fisher-Yates)."""
    for i in range(count - 1, 0, -1):
        j = below(state, i + 1)
        items[i], items[j] = items[j], items[i]
