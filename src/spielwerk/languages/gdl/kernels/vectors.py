"""Memory as kernels see it: vectors of eight words, bit ``j`` of word ``i`` being one lane."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

WORDS = 8
"""Words in a vector."""


def vectors(count: int) -> NDArray[np.uint64]:
    """So many vectors of zeros, aligned as vector instructions want them."""
    memory = np.zeros((count + 1) * WORDS, dtype=np.uint64)
    start = (-memory.ctypes.data % 64) // 8
    return memory[start : start + count * WORDS].reshape(count, WORDS)


def lanes_of(masks: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """The words of one truth value a lane (along the last axis)."""
    return np.packbits(masks, axis=-1, bitorder="little").view(np.uint64)
