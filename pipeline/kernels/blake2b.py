"""BLAKE2b-128 (RFC 7693) of many short messages at once, equal to ``hashlib.blake2b``.

Four messages are hashed side by side, one in each lane of a register: a hash of one message
is a single chain of dependent steps, and four of them cost little more than one.
"""

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.registers import (
    bare_kernel,
    inner_kernel,
    lane4,
    load4,
    load_word,
    rotation4,
    splat4,
)

DIGEST_SIZE = 16
BLOCK = 128
PARAMETERS = np.uint64(0x01010000 ^ DIGEST_SIZE)  # fanout 1, depth 1, no key, digest length

INITIAL = np.array(
    [
        0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1,
        0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179,
    ],
    np.uint64,
)  # fmt: skip

# Which message word enters where, a row a round (RFC 7693, section 2.7).
SCHEDULE = np.array(
    [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
        [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
        [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
        [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
        [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
        [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
        [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
        [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
        [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    ],
    np.int64,
)
OFFSETS = 4 * SCHEDULE  # four lanes a word

rotate32, rotate24, rotate16, rotate63 = (rotation4(bits) for bits in (32, 24, 16, 63))


@inner_kernel
def _mix(a, b, c, d, x, y):
    """The function G of the RFC, in four lanes."""
    a = a + b + x
    d = rotate32(d ^ a)
    c = c + d
    b = rotate24(b ^ c)
    a = a + b + y
    d = rotate16(d ^ a)
    c = c + d
    b = rotate63(b ^ c)
    return a, b, c, d


@inner_kernel
def _compress(state, words, start, length, last):
    """Take the block of 16 Words4 that begins at ``words[start]`` into ``state``."""
    h0, h1, h2, h3, h4, h5, h6, h7 = state
    v0, v1, v2, v3, v4, v5, v6, v7 = state
    v8, v9, v10, v11, v12, v13, v14, v15 = _initial_state()
    v12 = v12 ^ splat4(np.uint64(length))
    v14 = v14 ^ splat4(np.uint64(0) - np.uint64(last))
    for turn in range(12):
        s = OFFSETS[turn]
        x, y = load4(words, start + s[0]), load4(words, start + s[1])
        v0, v4, v8, v12 = _mix(v0, v4, v8, v12, x, y)
        x, y = load4(words, start + s[2]), load4(words, start + s[3])
        v1, v5, v9, v13 = _mix(v1, v5, v9, v13, x, y)
        x, y = load4(words, start + s[4]), load4(words, start + s[5])
        v2, v6, v10, v14 = _mix(v2, v6, v10, v14, x, y)
        x, y = load4(words, start + s[6]), load4(words, start + s[7])
        v3, v7, v11, v15 = _mix(v3, v7, v11, v15, x, y)
        x, y = load4(words, start + s[8]), load4(words, start + s[9])
        v0, v5, v10, v15 = _mix(v0, v5, v10, v15, x, y)
        x, y = load4(words, start + s[10]), load4(words, start + s[11])
        v1, v6, v11, v12 = _mix(v1, v6, v11, v12, x, y)
        x, y = load4(words, start + s[12]), load4(words, start + s[13])
        v2, v7, v8, v13 = _mix(v2, v7, v8, v13, x, y)
        x, y = load4(words, start + s[14]), load4(words, start + s[15])
        v3, v4, v9, v14 = _mix(v3, v4, v9, v14, x, y)
    return (
        h0 ^ v0 ^ v8, h1 ^ v1 ^ v9, h2 ^ v2 ^ v10, h3 ^ v3 ^ v11,
        h4 ^ v4 ^ v12, h5 ^ v5 ^ v13, h6 ^ v6 ^ v14, h7 ^ v7 ^ v15,
    )  # fmt: skip


@inner_kernel
def _initial_state():
    return (
        splat4(INITIAL[0]), splat4(INITIAL[1]), splat4(INITIAL[2]), splat4(INITIAL[3]),
        splat4(INITIAL[4]), splat4(INITIAL[5]), splat4(INITIAL[6]), splat4(INITIAL[7]),
    )  # fmt: skip


@inner_kernel
def _fill_words(message, width, lane, words):
    """Spread one padded message over lane ``lane`` of ``words``."""
    for i in range(width):
        words[4 * i + lane] = load_word(message, 8 * i)


@bare_kernel
def _digest_rows(rows, start, message, words, digests):
    """``message``: uint8[padded], the first ``start`` bytes before every row and zeros;
    ``words``: uint64[padded // 2], the four lanes."""
    count, width = rows.shape
    length = start + width
    for first in range(0, count, 4):
        lanes = min(4, count - first)
        for lane in range(lanes):
            for i in range(width):
                message[start + i] = rows[first + lane, i]
            _fill_words(message, message.size // 8, lane, words)
        h0, h1, h2, h3, h4, h5, h6, h7 = _initial_state()
        h0 = h0 ^ splat4(PARAMETERS)
        state = (h0, h1, h2, h3, h4, h5, h6, h7)
        for block in range(0, message.size, BLOCK):
            last = block + BLOCK == message.size
            state = _compress(state, words, block // 2, length if last else block + BLOCK, last)
        for lane in range(lanes):
            digests[first + lane, 0] = lane4(state[0], lane)
            digests[first + lane, 1] = lane4(state[1], lane)


def digest_rows(rows: NDArray[np.uint8], prefix: bytes) -> NDArray[np.uint8]:
    """BLAKE2b with 16 bytes of digest of ``prefix`` + row, for every row.

    ``rows`` is uint8[n, k] with any k; the result is uint8[n, 16].
    """
    rows = np.ascontiguousarray(rows, np.uint8)
    length = len(prefix) + rows.shape[1]
    padded = max(1, -(-length // BLOCK)) * BLOCK
    words = np.zeros(padded // 2, np.uint64)
    digests = np.empty((rows.shape[0], 2), "<u8")
    message = np.zeros(padded, np.uint8)
    message[: len(prefix)] = np.frombuffer(prefix, np.uint8)
    _digest_rows(rows, len(prefix), message, words, digests)
    return digests.view(np.uint8)
