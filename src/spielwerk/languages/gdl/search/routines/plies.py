"""The moves of one position in an alpha-beta search: made, judged, ranked and remembered."""

from __future__ import annotations

from spielwerk.languages.gdl.kernels import JOINT, OVER
from spielwerk.languages.gdl.search.dialect import Longs, ask, ints, longs, past, shorts, ushr
from spielwerk.languages.gdl.search.routines import memory as at
from spielwerk.languages.gdl.search.routines.positions import (
    count_moves,
    freedom,
    list_moves,
    mover_of,
    outcome_of,
    successors,
    sums_after,
    worth,
)

_TABLE_MOVE, _WINNING = 1 << 40, 1 << 38
_STEADY = 30_000
"""Judgements go no further."""
INFINITE = 2 * at.WIN
DONE = -(1 << 50)
"""The rank of moves that were taken."""
NO_MOVE = 65_535
"""Where a line ends."""


def open_ply(g: Longs, a: Longs, w: Longs, record: Longs, ply: int) -> int:
    """Make and judge all successors of a position; answers how many there are."""
    first = ply * a[at.MOST_MOVES]
    size = g[at.SIZE]
    moves = past(shorts(a[at.PLY_MOVES]), first)
    scores = past(ints(a[at.PLY_SCORES]), first)
    sums = past(longs(a[at.PLY_SUMS]), first)
    counts = past(ints(a[at.PLY_COUNTS]), first)
    records = past(longs(a[at.PLY_RECORDS]), first * size)
    way = past(longs(a[at.WAY]), 4 * ply)
    count = list_moves(g, record, moves)
    successors(g, w, record, moves, count, records)
    mover = mover_of(g, record)
    had = freedom(g, mover, count)
    judged_here = worth(g, record, way[at.WAY_SUMS])
    changes = 0
    for i in range(count):
        child = past(records, i * size)
        sums[i] = way[at.WAY_SUMS]
        counts[i] = 0
        if ushr(child[size - 1], OVER) & 1:
            scores[i] = ints(a[at.OUTCOME_SCORES])[outcome_of(g, child, 0)]
        else:
            sums[i] = sums_after(g, record, way[at.WAY_SUMS], child)
            counts[i] = count_moves(g, child)
            judged = worth(g, child, sums[i])
            changes += abs(judged - judged_here)
            if mover_of(g, child) != mover:
                judged += had + freedom(g, mover_of(g, child), counts[i])
            scores[i] = max(-_STEADY, min(_STEADY, judged))
            if ushr(child[size - 1], JOINT) & 1:
                a[at.HALT] = 1
                a[at.BROKEN_GAME] = 1
    a[at.TURNS + mover] += 1
    a[at.TURN_MOVES + mover] += count
    a[at.CHANGES] += changes
    a[at.CHANGE_COUNT] += count
    a[at.SEARCHED] += 1
    a[at.COUNTDOWN] -= 1
    if a[at.COUNTDOWN] <= 0:
        if a[at.ASK] != 0 and ask(a[at.ASK]) == 0:
            a[at.HALT] = 1
        a[at.COUNTDOWN] = a[at.REFILL]
    return count


def go_to(a: Longs, ply: int, i: int) -> None:
    """Make a successor the next position on the way."""
    first = ply * a[at.MOST_MOVES] + i
    after = past(longs(a[at.WAY]), 4 * (ply + 1))
    after[at.WAY_SUMS] = longs(a[at.PLY_SUMS])[first]
    after[at.WAY_COUNT] = ints(a[at.PLY_COUNTS])[first]
    after[at.WAY_PASSED] = 0


def usual_choice(a: Longs, role: int) -> int:
    """How many moves a role has on average, in this search."""
    return a[at.TURN_MOVES + role] // max(1, a[at.TURNS + role])


def unit_of(a: Longs) -> int:
    """By how much a move changes the judgement, on average."""
    return max(1, a[at.CHANGES] // max(1, a[at.CHANGE_COUNT]))


def take_best(a: Longs, ply: int, count: int, least: int) -> int:
    """The most promising move of a ply that was not taken yet; -1 if there is none."""
    ranks = past(longs(a[at.PLY_RANKS]), ply * a[at.MOST_MOVES])
    best = -1
    for i in range(count):
        if ranks[i] > least:
            least = ranks[i]
            best = i
    return best


def rank(g: Longs, a: Longs, ply: int, count: int, mover: int, table_move: int) -> None:
    """How promising moves are: the one that was best before, wins, then by judgement and by what
    refuted neighbours."""
    first = ply * a[at.MOST_MOVES]
    moves = past(shorts(a[at.PLY_MOVES]), first)
    scores = past(ints(a[at.PLY_SCORES]), first)
    ranks = past(longs(a[at.PLY_RANKS]), first)
    history = past(ints(a[at.HISTORY]), mover * a[at.MOST_MOVES])
    killers = past(shorts(a[at.KILLERS]), 2 * ply)
    unit = unit_of(a)
    for i in range(count):
        move = moves[i]
        score = scores[i] if mover == 0 else -scores[i]
        value = score * 16 + ((16 * unit * history[move]) >> 12)
        if move == killers[0]:
            value += 32 * unit
        elif move == killers[1]:
            value += 16 * unit
        if score > at.SURE:
            value += _WINNING
        if move == table_move:
            value += _TABLE_MOVE
        ranks[i] = value


def reward(g: Longs, a: Longs, mover: int, move: int, depth: int, ply: int) -> None:
    """A move that refuted a position is tried early in others."""
    history = past(ints(a[at.HISTORY]), mover * a[at.MOST_MOVES])
    bonus = min(depth * depth * 16, 2048)
    history[move] += bonus - ((history[move] * bonus) >> 14)
    killers = past(shorts(a[at.KILLERS]), 2 * ply)
    if killers[0] != move:
        killers[1] = killers[0]
        killers[0] = move


def keep_line(a: Longs, ply: int, move: int) -> None:
    """The line of a ply is a move and the line of the next."""
    line = past(shorts(a[at.LINES]), ply * at.MOST_PLIES)
    after = past(shorts(a[at.LINES]), (ply + 1) * at.MOST_PLIES)
    line[0] = move
    for i in range(at.MOST_PLIES - 1):
        line[i + 1] = after[i]
        if after[i] == NO_MOVE:
            break


def forced(g: Longs, a: Longs, record: Longs, count: int) -> bool:
    """Whether the mover has hardly any choice."""
    return count == 1 or 4 * count <= usual_choice(a, mover_of(g, record))


def ended(g: Longs, record: Longs, score: int, ply: int) -> int:
    """What a move that ends the match is worth to whoever makes it."""
    signed = score if mover_of(g, record) == 0 else -score
    if signed > at.SURE:
        return signed - ply
    if signed < -at.SURE:
        return signed + ply
    return signed
