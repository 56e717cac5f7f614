"""Connect four, solved: what every move of a position is worth if both play their best.

Positions go in as columns that were played, 1 to 7; out come the columns that can be played, each
with 1, 0 or -1 for a win, a draw or a loss. Alpha-beta search over boards of bits, with a table of
positions, written in the dialect that the product's own search is written in; it shares nothing
else with it, neither the rules nor a line of the search, and so can be its judge.

A board is 7 columns of 7 bits, the lowest bit the lowest cell; the highest bit of a column stays
empty, so that lines do not run on into the next column. ``own`` are the stones of whoever moves,
``taken`` all stones.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np

from spielwerk.languages.gdl.search.dialect import Longs, bits, longs, past
from spielwerk.languages.gdl.search.runtime import compiled

__all__ = ["WIDTH", "values", "wins_at_once"]

WIDTH, HEIGHT = 7, 6
_BOTTOM = sum(1 << 7 * column for column in range(WIDTH))
_BOARD = _BOTTOM * ((1 << HEIGHT) - 1)
_CELLS = WIDTH * HEIGHT
_ENTRIES = 1 << 22
_ORDER = 0x6051423
"""Columns from the middle outwards, a digit each: the middle takes part in more lines."""
_TABLE, _MASK, _ORDERED = range(3)


def winning_cells(own: int, taken: int) -> int:
    """Empty cells that would complete four in a row."""
    cells = (own << 1) & (own << 2) & (own << 3)
    for step in range(6, 9):
        two = (own << step) & (own << (2 * step))
        cells = cells | (two & (own << (3 * step)))
        cells = cells | (two & (own >> step))
        two = (own >> step) & (own >> (2 * step))
        cells = cells | (two & (own << step))
        cells = cells | (two & (own >> (3 * step)))
    return cells & (_BOARD ^ taken)


def solve(s: Longs, own: int, taken: int, alpha: int, beta: int, ply: int) -> int:
    """What a position without a finished line is worth to the mover: 1, 0 or -1; as far as that
    lies between ``alpha`` and ``beta``."""
    if taken == _BOARD:
        return 0
    other = own ^ taken
    possible = (taken + _BOTTOM) & _BOARD
    if winning_cells(own, taken) & possible:
        return 1
    threats = winning_cells(other, taken)
    forced = threats & possible
    if forced:
        if forced & (forced - 1):
            return -1
        possible = forced
    possible = possible & ~(threats >> 1)
    if possible == 0:
        return -1
    if bits(taken) >= _CELLS - 2:
        return 0
    table = longs(s[_TABLE])
    key = own + taken
    slot = ((key * 0x2545F4914F6CDD1D) >> 20) & s[_MASK]
    entry = table[slot]
    low = -1
    high = 1
    if entry >> 4 == key:
        low = ((entry >> 2) & 3) - 1
        high = (entry & 3) - 1
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        alpha = max(alpha, low)
        beta = min(beta, high)
    best = search(s, own, taken, possible, alpha, beta, ply)
    if best >= beta:
        low = max(low, best)
    elif best <= alpha:
        high = min(high, best)
    else:
        low = best
        high = best
    table[slot] = (key << 4) | ((low + 1) << 2) | (high + 1)
    return best


def search(s: Longs, own: int, taken: int, possible: int, alpha: int, beta: int, ply: int) -> int:
    """The best of some cells: those that threaten most are tried first."""
    other = own ^ taken
    moves = past(longs(s[_ORDERED]), 16 * ply)
    ranks = past(moves, 8)
    count = 0
    for i in range(7):
        column = (_ORDER >> (4 * i)) & 7
        cell = possible & (127 << (7 * column))
        if cell:
            threats = bits(winning_cells(own | cell, taken | cell))
            place = count
            while place > 0:
                if ranks[place - 1] >= threats:
                    break
                ranks[place] = ranks[place - 1]
                moves[place] = moves[place - 1]
                place -= 1
            ranks[place] = threats
            moves[place] = cell
            count += 1
    best = -1
    for i in range(count):
        value = -solve(s, other, taken | moves[i], -beta, -max(alpha, best), ply + 1)
        if value > best:
            best = value
        if best >= beta:
            break
    return best


def values(columns: Iterable[int]) -> dict[int, int]:
    """What each column that can be played is worth to the mover.

    :param columns: what was played so far, without a finished line
    """
    own, taken = board(columns)
    found = {}
    for column in range(WIDTH):
        cell = (taken + (1 << 7 * column)) & (_BOARD & 127 << 7 * column)
        if not cell:
            continue
        if _solver().native.winning_cells(own, taken) & cell:
            found[column + 1] = 1
        else:
            found[column + 1] = -_solver().value(own ^ taken, taken | cell)
    return found


def wins_at_once(columns: Iterable[int]) -> bool:
    """Whether the mover has a move that completes four."""
    own, taken = board(columns)
    return bool(_solver().native.winning_cells(own, taken) & (taken + _BOTTOM) & _BOARD)


def board(columns: Iterable[int]) -> tuple[int, int]:
    """The mover's stones and all stones."""
    own = taken = 0
    for column in columns:
        cell = (taken + (1 << 7 * (column - 1))) & 127 << 7 * (column - 1)
        assert cell & _BOARD, f"column {column} is full"
        own, taken = own ^ taken, taken | cell
    return own, taken


class _Solver:
    """Native code and its table of positions, which is kept from position to position."""

    def __init__(self) -> None:
        self.native = compiled((solve, winning_cells))
        self._entries = np.zeros(_ENTRIES, np.int64)
        self._ordered = np.zeros(16 * (_CELLS + 1), np.int64)
        self._table = np.array(
            [self._entries.ctypes.data, _ENTRIES - 1, self._ordered.ctypes.data], np.int64
        )

    def value(self, own: int, taken: int) -> int:
        found: int = self.native.solve(self._table.ctypes.data, own, taken, -1, 1, 0)
        return found


@cache
def _solver() -> _Solver:
    return _Solver()
