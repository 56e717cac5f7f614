"""The leaves of an alpha-beta search: noisy moves are followed until nothing noisy is left."""

from __future__ import annotations

from spielwerk.languages.gdl.kernels import OVER
from spielwerk.languages.gdl.search.dialect import Longs, ints, longs, past, shorts, ushr
from spielwerk.languages.gdl.search.routines import memory as at
from spielwerk.languages.gdl.search.routines.plies import (
    DONE,
    INFINITE,
    NO_MOVE,
    ended,
    forced,
    go_to,
    keep_line,
    open_ply,
    take_best,
    unit_of,
)
from spielwerk.languages.gdl.search.routines.positions import hash_apart, mover_of
from spielwerk.languages.gdl.search.routines.remembering import (
    recalled,
    remember,
    settles,
    value_in,
)

QUIET_PLIES = 8
"""How far noisy moves are followed at the leaves."""
_FORCED_PLIES = 6
"""With as many of them left, whoever is forced tries all moves."""


def settle(
    g: Longs, a: Longs, w: Longs, record: Longs, score: int,
    alpha: int, beta: int, ply: int, plies: int,
) -> int:  # fmt: skip
    """What a position is worth once nothing noisy is left to do.

    The mover may leave it at the judgement. Where the other side moves next it may do so, too:
    so a move can bring no more than what its position is judged to be worth.
    """
    mover = mover_of(g, record)
    sign = 1 if mover == 0 else -1
    a[at.FIRM] = 0
    best = sign * score
    shorts(a[at.LINES])[ply * at.MOST_PLIES] = NO_MOVE
    count = longs(a[at.WAY])[4 * ply + at.WAY_COUNT]
    hard = count == 1 or (plies >= _FORCED_PLIES and forced(g, a, record, count))
    if plies == 0 or ply >= at.MOST_PLIES - 1 or (best >= beta and not hard):
        return best
    hashed = hash_apart(g, record)
    longs(a[at.WAY])[4 * ply + at.WAY_HASH] = hashed
    entry = recalled(a, hashed)
    if entry != 0 and settles(a, entry, 0, alpha, beta, ply):
        return value_in(entry, ply)
    size = g[at.SIZE]
    most = a[at.MOST_MOVES]
    count = open_ply(g, a, w, record, ply)
    if a[at.HALT]:
        return best
    moves = past(shorts(a[at.PLY_MOVES]), ply * most)
    scores = past(ints(a[at.PLY_SCORES]), ply * most)
    ranks = past(longs(a[at.PLY_RANKS]), ply * most)
    records = past(longs(a[at.PLY_RECORDS]), ply * most * size)
    for i in range(count):
        ranks[i] = sign * scores[i]
    start = alpha
    threshold = best + unit_of(a) + (unit_of(a) >> 1)
    if hard:
        best = -INFINITE
        threshold = -INFINITE
    else:
        alpha = max(alpha, best)
    best_move = -1
    for _turn in range(count):
        i = take_best(a, ply, count, DONE)
        static = ranks[i]
        ranks[i] = DONE
        child = past(records, i * size)
        over = ushr(child[size - 1], OVER) & 1
        same = mover_of(g, child) == mover
        value = 0
        go_to(a, ply, i)
        if over:
            value = ended(g, record, scores[i], ply + 1)
        elif same:
            if static < threshold:
                continue
            value = settle(g, a, w, child, scores[i], alpha, beta, ply + 1, plies - 1)
        else:
            if static < threshold or (static <= alpha and not hard):
                break
            if static <= alpha:
                value = static
            else:
                value = -settle(g, a, w, child, scores[i], -beta, -alpha, ply + 1, plies - 1)
        if a[at.HALT]:
            return best
        if value > best:
            best = value
            best_move = moves[i]
            if value > alpha:
                alpha = value
                keep_line(a, ply, moves[i])
        if alpha >= beta:
            break
    a[at.FIRM] = 0
    if entry == 0 and abs(best) < at.SURE:
        remember(a, hashed, best, best_move, 0, start, beta, ply)
    return best
