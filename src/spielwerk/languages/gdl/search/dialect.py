"""A small part of Python that becomes native code.

Search is a few hundred lines of loops over arrays: too much to write as LLVM text, too slow in
Python. Functions that keep to the following are translated by :mod:`.translation` instead: whole
numbers of 64 bits, numbers with a fraction, truth values, arrays by their address; assignments,
``if``, ``while``, ``for`` over a ``range``, ``break``, ``continue``, ``return``; operators,
comparisons, ``min``, ``max``, ``abs``, ``int``, ``float``; calls of one another and of what
stands here. Shifting to the right keeps the sign; :func:`ushr` does not.

Nothing here runs as Python: these are the words that the translation knows, with their types.
"""

from __future__ import annotations

from typing import TypeVar


class _Array:
    """Numbers in a row, by their address. Nothing looks after the ends."""


class Longs(_Array):
    """Of 64 bits."""

    def __getitem__(self, index: int) -> int:
        raise NotImplementedError

    def __setitem__(self, index: int, value: int) -> None: ...


class Ints(_Array):
    """Of 32 bits, with a sign."""

    def __getitem__(self, index: int) -> int:
        raise NotImplementedError

    def __setitem__(self, index: int, value: int) -> None: ...


class Shorts(_Array):
    """Of 16 bits, without a sign."""

    def __getitem__(self, index: int) -> int:
        raise NotImplementedError

    def __setitem__(self, index: int, value: int) -> None: ...


class Floats(_Array):
    """With a fraction, of 32 bits."""

    def __getitem__(self, index: int) -> float:
        raise NotImplementedError

    def __setitem__(self, index: int, value: float) -> None: ...


A = TypeVar("A", Longs, Ints, Shorts, Floats)


def longs(address: int) -> Longs:
    raise NotImplementedError


def ints(address: int) -> Ints:
    raise NotImplementedError


def shorts(address: int) -> Shorts:
    raise NotImplementedError


def floats(address: int) -> Floats:
    raise NotImplementedError


def past(array: A, count: int) -> A:
    """The array that begins so many numbers later."""
    raise NotImplementedError


def ushr(value: int, by: int) -> int:
    """The bits of ``value`` further right, with zeros from the left."""
    raise NotImplementedError


def lowest(value: int) -> int:
    """The number of the lowest bit that is set; 64 if none is."""
    raise NotImplementedError


def bits(value: int) -> int:
    """How many bits are set."""
    raise NotImplementedError


def sqrt(value: float) -> float:
    raise NotImplementedError


def watched(array: Longs, index: int) -> int:
    """A word that somebody else may have changed."""
    raise NotImplementedError


def lock(array: Longs, index: int) -> None:
    """Take the lock whose address the word is; none if that is 0."""


def unlock(array: Longs, index: int) -> None:
    """Give it back."""


def transpose(rows: Longs, columns: Longs) -> None:
    """Turn 64 rows of a word each, eight words apart, into 64 words side by side."""


def gates(function: int, frame: Longs, work: Longs) -> None:
    """Run the gates at an address."""


def play_out(function: int, lanes: Longs, work: Longs, out: Longs, phase: int, most: int) -> int:
    """Run random matches by the kernel at an address."""
    raise NotImplementedError


def ask(function: int) -> int:
    """Call back into Python."""
    raise NotImplementedError
