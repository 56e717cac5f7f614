"""What is found out once and then known: a dictionary that makes what it is asked for first.

Looking up what is there is as quick as in any dictionary, which is the point of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Kept(dict[K, V], Generic[K, V]):
    """Values that follow from their keys."""

    __slots__ = ("_make", "_most")

    def __init__(self, make: Callable[[K], V], most: int = 100_000) -> None:
        """``make`` finds a value; where there would be more than ``most``, all are forgotten."""
        super().__init__()
        self._make = make
        self._most = most

    def __missing__(self, key: K) -> V:
        if len(self) >= self._most:
            self.clear()
        value = self[key] = self._make(key)
        return value
