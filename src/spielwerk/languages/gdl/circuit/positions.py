"""Positions as compact bit vectors: one bit a fact, in the circuit's order, lowest bit first.

A position is ``bytes`` of a whole number of 64-bit words: immutable, hashed once, quick to
compare, and the same for equal facts.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def words(facts: int) -> int:
    """How many 64-bit words a position of so many facts takes."""
    return max(1, -(-facts // 64))


def pack(rows: NDArray[np.bool_] | NDArray[np.uint8]) -> list[bytes]:
    """Positions from rows of ones and zeros, one column a fact."""
    count, facts = rows.shape
    padded = np.zeros((count, 64 * words(facts)), dtype=np.uint8)
    padded[:, :facts] = rows
    return [row.tobytes() for row in np.packbits(padded, axis=1, bitorder="little")]


def unpack(positions: Sequence[bytes], facts: int) -> NDArray[np.uint8]:
    """Rows of ones and zeros, one column a fact, from positions.

    :raises ValueError: some position is not one of so many facts
    """
    size = 8 * words(facts)
    if any(len(position) != size for position in positions):
        raise ValueError(f"A position of {facts} facts takes {size} bytes.")
    packed = np.frombuffer(b"".join(positions), dtype=np.uint8).reshape(-1, size)
    return np.unpackbits(packed, axis=1, count=facts, bitorder="little")
