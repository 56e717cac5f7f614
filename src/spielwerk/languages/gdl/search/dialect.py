"""A small part of Python that becomes native code.

Search is a few hundred lines of loops over arrays: too much to write as LLVM text, too slow in
Python. Functions that keep to the following are translated by :mod:`.translation` instead: whole
numbers of 64 bits, numbers with a fraction, truth values, arrays by their address; assignments,
``if``, ``while``, ``for`` over a ``range``, ``break``, ``continue``, ``return``; operators,
comparisons, ``min``, ``max``, ``abs``, ``int``, ``float``; calls of one another and of what
stands here. Shifting to the right keeps the sign; :func:`ushr` does not.

Nothing here runs as Python: these are the words that the translation knows, with their types. Who
calls one from Python is told so.
"""

from __future__ import annotations

from typing import NoReturn, TypeVar


def only_translated() -> NoReturn:
    """The body of words that give something: Python never gets there by way of the translation."""
    raise TypeError("A word of the dialect was called from Python: it is for translated code only.")


class _Array:
    """Numbers in a row, by their address. Nothing looks after the ends."""


class Longs(_Array):
    """Of 64 bits."""

    def __getitem__(self, index: int) -> int:
        only_translated()

    def __setitem__(self, index: int, value: int) -> None: ...


class Ints(_Array):
    """Of 32 bits, with a sign."""

    def __getitem__(self, index: int) -> int:
        only_translated()

    def __setitem__(self, index: int, value: int) -> None: ...


class Shorts(_Array):
    """Of 16 bits, without a sign."""

    def __getitem__(self, index: int) -> int:
        only_translated()

    def __setitem__(self, index: int, value: int) -> None: ...


class Floats(_Array):
    """With a fraction, of 32 bits."""

    def __getitem__(self, index: int) -> float:
        only_translated()

    def __setitem__(self, index: int, value: float) -> None: ...


A = TypeVar("A", Longs, Ints, Shorts, Floats)


def longs(address: int) -> Longs:
    only_translated()


def ints(address: int) -> Ints:
    only_translated()


def shorts(address: int) -> Shorts:
    only_translated()


def floats(address: int) -> Floats:
    only_translated()


def past(array: A, count: int) -> A:
    """The array that begins so many numbers later."""
    only_translated()


def ushr(value: int, by: int) -> int:
    """The bits of ``value`` further right, with zeros from the left."""
    only_translated()


def lowest(value: int) -> int:
    """The number of the lowest bit that is set; 64 if none is."""
    only_translated()


def bits(value: int) -> int:
    """How many bits are set."""
    only_translated()


def sqrt(value: float) -> float:
    only_translated()


def watched(array: Longs | Ints, index: int) -> int:
    """A number that another thread may have published, which is seen with all it did before."""
    only_translated()


def publish(array: Longs | Ints, index: int, value: int) -> None:
    """Set a number that other threads watch, once all that was done before can be seen."""


def tally(array: Longs | Ints, index: int, by: int) -> None:
    """Add to a number to which others may be adding now."""


def lock(array: Longs, index: int) -> None:
    """Take the lock whose address the word is; none if that is 0."""


def unlock(array: Longs, index: int) -> None:
    """Give it back."""


def transpose(rows: Longs, columns: Longs, apart: int) -> None:
    """Turn 64 rows of a word each, so many words apart, into 64 words side by side."""


def gates(function: int, frame: Longs, work: Longs) -> None:
    """Run the gates at an address."""


def play_out(function: int, lanes: Longs, work: Longs, out: Longs, phase: int, most: int) -> int:
    """Run random matches by the kernel at an address."""
    only_translated()


def ask(function: int) -> int:
    """Call back into Python."""
    only_translated()
