"""Truth tables of three inputs: the only kind of gate that kernels know.

Bit ``4*a + 2*b + c`` of a table says what the gate answers for the inputs ``a``, ``b``, ``c``.
Processors with AVX-512 run any table in one instruction; for others :func:`formula` writes it
with and, or, xor and not.
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

FULL = 0xFF
"""The table that is always true."""
INPUTS = A, B, C = 0xF0, 0xCC, 0xAA
"""The inputs themselves, as tables."""
SUM = A ^ B ^ C
MAJORITY = A & B | A & C | B & C
"""``b`` where ``a`` holds, else ``c``."""

Formula: TypeAlias = "int | tuple[str, Formula, Formula]"
"""An input's number, or ``and``, ``or``, ``xor`` of two formulas; number 3 is always true."""


@cache
def apply(table: int, x: int, y: int, z: int) -> int:
    """What a gate answers whose inputs are themselves the tables ``x``, ``y``, ``z``."""
    result = 0
    for row in range(8):
        if table >> row & 1:
            result |= (x if row & 4 else ~x) & (y if row & 2 else ~y) & (z if row & 1 else ~z)
    return result & FULL


@cache
def depends(table: int, position: int) -> bool:
    """Whether the answer ever changes with the input at ``position``."""
    low, high = _cofactors(table, position)
    return low != high


@cache
def formula(table: int) -> Formula:
    """A short way to write the table: an input is split off where that takes one operation."""
    if table == FULL:
        return 3
    if table in INPUTS:
        return INPUTS.index(table)
    if FULL ^ table in INPUTS or table == 0:
        return ("xor", 3, formula(FULL ^ table))
    used = [position for position in range(3) if depends(table, position)]
    for position in used:
        low, high = _cofactors(table, position)
        if low == 0:
            return ("and", position, formula(high))
        if high == FULL:
            return ("or", position, formula(low))
        if low == FULL ^ high:
            return ("xor", position, formula(low))
        if high == 0:
            return ("and", ("xor", 3, position), formula(low))
        if low == FULL:
            return ("or", ("xor", 3, position), formula(high))
    low, high = _cofactors(table, used[0])
    return ("xor", formula(low), ("and", used[0], formula(low ^ high)))


def _cofactors(table: int, position: int) -> tuple[int, int]:
    low, high = list(INPUTS), list(INPUTS)
    low[position], high[position] = 0, FULL
    return apply(table, *low), apply(table, *high)
