"""What an alpha-beta search remembers: positions it was in, and what it found of others."""

from __future__ import annotations

from spielwerk.languages.gdl.search.dialect import Longs, longs, ushr
from spielwerk.languages.gdl.search.routines import memory as at

EXACT, AT_MOST, AT_LEAST = 1, 2, 3
"""How a score in the table is meant."""


def was_there(a: Longs, ply: int, hashed: int) -> bool:
    """Whether a position was on the way before, or in the match; it goes on the way now."""
    way = longs(a[at.WAY])
    way[4 * ply + at.WAY_HASH] = hashed
    before = ply - 2
    while before >= 0:
        if way[4 * before + at.WAY_HASH] == hashed:
            return True
        before -= 1
    earlier = longs(a[at.EARLIER])
    found = False
    for i in range(a[at.EARLIER_COUNT]):
        if earlier[i] == hashed:
            found = True
            break
    return found


def recalled(a: Longs, hashed: int) -> int:
    """What is remembered of a position; 0 if nothing is."""
    table = longs(a[at.TABLE])
    slot = 2 * (hashed & a[at.ENTRY_MASK])
    entry = table[slot + 1]
    return entry if (table[slot] ^ entry) == hashed else 0


def value_in(entry: int, ply: int) -> int:
    """The value that is remembered, with wins counted from the root."""
    value = (entry << 32) >> 32
    if value > at.SURE:
        value -= ply
    if value < -at.SURE:
        value += ply
    return value


def settles(a: Longs, entry: int, depth: int, alpha: int, beta: int, ply: int) -> bool:
    """Whether what is remembered answers the question."""
    kind = ushr(entry, 56) & 3
    firm = ushr(entry, 58) & 1
    value = value_in(entry, ply)
    if (ushr(entry, 48) & 0xFF) >= depth or firm or abs(value) > at.SURE:
        usable = kind == EXACT or (kind == AT_MOST and value <= alpha)
        if usable or (kind == AT_LEAST and value >= beta):
            if not firm and abs(value) < at.SURE:
                a[at.FIRM] = 0
            return True
    return False


def remember(
    a: Longs, hashed: int, value: int, move: int, depth: int, alpha: int, beta: int, ply: int
) -> None:
    """Keep what was found of a position."""
    kind = EXACT
    if value <= alpha:
        kind = AT_MOST
    if value >= beta:
        kind = AT_LEAST
    if value > at.SURE:
        value += ply
    if value < -at.SURE:
        value -= ply
    table = longs(a[at.TABLE])
    slot = 2 * (hashed & a[at.ENTRY_MASK])
    entry = (value & 0xFFFFFFFF) | ((move + 1) & 0xFFFF) << 32
    entry = entry | min(depth, 255) << 48 | kind << 56 | a[at.FIRM] << 58
    table[slot] = hashed ^ entry
    table[slot + 1] = entry
