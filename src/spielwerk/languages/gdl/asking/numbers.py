"""Whole numbers with sign, and the relations between them that the seed dialect knows.

The values of a relation's arguments go in, none for an unknown one; what the unknown one must be
comes out. Numbers are words like all others (``12``, ``-3``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

_NUMBER = re.compile(r"[+-]?\d{1,4000}", re.ASCII)

Known: TypeAlias = "int | None"
Signature: TypeAlias = tuple[str, int]


class TooFewValues(Exception):
    """More is unknown than the relation can find."""


def as_number(word: object) -> int | None:
    """The number that a word is, if it is one."""
    return int(word) if isinstance(word, str) and _NUMBER.fullmatch(word) else None


def nearest(x: int, y: int) -> int:
    """``x`` divided by ``y``, rounded to the nearest number; halves away from zero."""
    size = (2 * abs(x) + abs(y)) // (2 * abs(y))
    return size if (x < 0) == (y < 0) else -size


def complete(relation: Signature, values: Sequence[Known]) -> Sequence[int] | None:
    """The arguments with which a relation holds; none where it holds for no such arguments.

    :raises TooFewValues: too many of them are unknown
    """
    return _RELATIONS[relation](*values)


def is_number_relation(relation: Signature) -> bool:
    """Whether a relation is one of those between numbers."""
    return relation in _RELATIONS


def _add(x: Known, y: Known, z: Known) -> Sequence[int] | None:
    if x is not None and y is not None:
        return _fits(z, x + y, (x, y, x + y))
    if z is not None and x is not None:
        return x, z - x, z
    if z is not None and y is not None:
        return z - y, y, z
    raise TooFewValues


def _sub(x: Known, y: Known, z: Known) -> Sequence[int] | None:
    found = _add(z, y, x)
    return None if found is None else (found[2], found[1], found[0])


def _mult(x: Known, y: Known, z: Known) -> Sequence[int] | None:
    if x is not None and y is not None:
        return _fits(z, x * y, (x, y, x * y))
    if z is not None and x is not None:
        return (x, nearest(z, x), z) if x else None
    if z is not None and y is not None:
        return (nearest(z, y), y, z) if y else None
    raise TooFewValues


def _div(x: Known, y: Known, z: Known) -> Sequence[int] | None:
    if y == 0:
        return None
    if x is not None and y is not None:
        return _fits(z, nearest(x, y), (x, y, nearest(x, y)))
    if z is not None and y is not None:
        return z * y, y, z
    if z is not None and x is not None:
        return (x, nearest(x, z), z) if z and nearest(x, z) else None
    raise TooFewValues


def _mod(x: Known, y: Known, z: Known) -> Sequence[int] | None:
    if y == 0:
        return None
    if x is None or y is None:
        raise TooFewValues
    return _fits(z, x % y, (x, y, x % y))


def _succ(x: Known, y: Known) -> Sequence[int] | None:
    if x is not None:
        return _fits(y, x + 1, (x, x + 1))
    if y is not None:
        return y - 1, y
    raise TooFewValues


def _less(x: Known, y: Known) -> Sequence[int] | None:
    if x is None or y is None:
        raise TooFewValues
    return (x, y) if x < y else None


def _greater(x: Known, y: Known) -> Sequence[int] | None:
    if x is None or y is None:
        raise TooFewValues
    return (x, y) if x > y else None


def _fits(given: Known, found: int, row: Sequence[int]) -> Sequence[int] | None:
    return row if given is None or given == found else None


_RELATIONS: Mapping[Signature, Callable[..., Sequence[int] | None]] = {
    ("add", 3): _add,
    ("sub", 3): _sub,
    ("mult", 3): _mult,
    ("div", 3): _div,
    ("mod", 3): _mod,
    ("succ", 2): _succ,
    ("less", 2): _less,
    ("greater", 2): _greater,
}
NUMBER_WORDS = frozenset([*(name for name, _ in _RELATIONS), "equal", "number", "count"])
"""The names that the language itself gives a meaning, unless a text defines them."""
