"""Alpha-beta search in native code, deeper and deeper.

For two roles that take turns for a fixed sum. Scores are in thousandths of a logit for whoever
moves. What the contract of kernels makes cheap is used: all successors of a position are made and
judged together, so moves are ordered by what they bring at once, and the search of noisy moves
(those that change the judgement by much) at the leaves knows beforehand which moves can matter.
"""

from __future__ import annotations

from spielwerk.languages.gdl.kernels import OVER
from spielwerk.languages.gdl.search.dialect import Longs, ints, longs, past, shorts, ushr, watched
from spielwerk.languages.gdl.search.routines import memory as at
from spielwerk.languages.gdl.search.routines.plies import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    NO_MOVE,
    keep_line,
    open_ply,
    rank,
    remember,
    reward,
    take_best,
    unit_of,
)
from spielwerk.languages.gdl.search.routines.positions import hash_of, judge, mover_of

_INFINITE = 2 * at.WIN
_QUIET_PLIES = 8
"""How far noisy moves are followed at the leaves."""
_UNKNOWN, _FIRM_BIT = 0, 4
_DONE = -(1 << 50)
"""The rank of moves that were taken."""
_LAST = -(1 << 60)


def deepen(g: Longs, a: Longs, w: Longs, record: Longs) -> int:
    """Search a position deeper and deeper; answers how deep the last complete search was."""
    a[at.SEARCHED] = 0
    a[at.DEPTH] = 0
    score = judge(g, record)
    count = open_ply(g, a, w, record, score, 0)
    a[at.ROOT_COUNT] = count
    values = ints(a[at.ROOT_VALUES])
    kinds = ints(a[at.ROOT_KINDS])
    nodes = ints(a[at.ROOT_NODES])
    ranks = longs(a[at.PLY_RANKS])
    scores = ints(a[at.PLY_SCORES])
    sign = 1 if mover_of(g, record) == 0 else -1
    longs(a[at.HASHES])[0] = hash_of(g, record)
    for i in range(count):
        values[i] = sign * scores[i]
        kinds[i] = _UNKNOWN
        nodes[i] = 0
        ranks[i] = values[i]
    value = 0
    for depth in range(a[at.START_DEPTH], a[at.MOST_DEPTH] + 1):
        margin = 3 * unit_of(a)
        low = value - margin if depth > 3 else -_INFINITE
        high = value + margin if depth > 3 else _INFINITE
        found = root(g, a, w, record, depth, low, high)
        while a[at.HALT] == 0 and (found <= low or found >= high) and abs(found) < _INFINITE:
            if found <= low:
                low = -_INFINITE
            if found >= high:
                high = _INFINITE
            found = root(g, a, w, record, depth, low, high)
        if a[at.HALT]:
            break
        value = found
        a[at.DEPTH] = depth
        open_moves = 0
        for i in range(count):
            if kinds[i] & _FIRM_BIT == 0 and abs(values[i]) < at.SURE:
                open_moves += 1
        if value > at.SURE or open_moves == 0 or value < -at.SURE:
            break
    return a[at.DEPTH]


def root(g: Longs, a: Longs, w: Longs, record: Longs, depth: int, low: int, high: int) -> int:
    """One look at all moves of the root, in the order of the last one."""
    count = a[at.ROOT_COUNT]
    size = g[at.SIZE]
    moves = shorts(a[at.PLY_MOVES])
    scores = ints(a[at.PLY_SCORES])
    records = longs(a[at.PLY_RECORDS])
    values = ints(a[at.ROOT_VALUES])
    kinds = ints(a[at.ROOT_KINDS])
    nodes = ints(a[at.ROOT_NODES])
    ranks = longs(a[at.PLY_RANKS])
    best = -_INFINITE
    alpha = low
    for turn in range(count):
        i = take_best(a, 0, count, _LAST)
        before = a[at.SEARCHED]
        a[at.FIRM] = 1
        child = past(records, i * size)
        value = 0
        if turn == 0:
            value = reply(g, a, w, record, child, scores[i], depth - 1, alpha, high, 1)
        else:
            value = reply(g, a, w, record, child, scores[i], depth - 1, alpha, alpha + 1, 1)
            if value > alpha and a[at.HALT] == 0:
                a[at.FIRM] = 1
                value = reply(g, a, w, record, child, scores[i], depth - 1, alpha, high, 1)
        if a[at.HALT]:
            break
        # From here on the rank is where it came in this look: done moves have low ones.
        ranks[i] = _LAST - turn
        nodes[i] += a[at.SEARCHED] - before
        values[i] = value
        kinds[i] = EXACT if value > alpha else AT_MOST
        if a[at.FIRM] or abs(value) > at.SURE:
            kinds[i] = kinds[i] | _FIRM_BIT
        if value > best:
            best = value
            if value > alpha:
                a[at.ROOT_BEST] = i
                keep_line(a, 0, moves[i])
        alpha = max(alpha, value)
        if alpha >= high:
            break
    rank_root(a, count)
    return best


def rank_root(a: Longs, count: int) -> None:
    """The order of the next look: the best move of this one first, then by nodes it took."""
    ranks = longs(a[at.PLY_RANKS])
    nodes = ints(a[at.ROOT_NODES])
    values = ints(a[at.ROOT_VALUES])
    for i in range(count):
        ranks[i] = nodes[i]
        if values[i] < -at.SURE:
            ranks[i] = values[i]
    ranks[a[at.ROOT_BEST]] = 1 << 60


def reply(
    g: Longs, a: Longs, w: Longs, parent: Longs, child: Longs, score: int,
    depth: int, alpha: int, beta: int, ply: int,
) -> int:  # fmt: skip
    """What a successor is worth to the mover of the position before it."""
    same = mover_of(g, parent) == mover_of(g, child)
    if ushr(child[g[at.SIZE] - 1], OVER) & 1:
        signed = score if mover_of(g, parent) == 0 else -score
        if signed > at.SURE:
            return signed - ply
        if signed < -at.SURE:
            return signed + ply
        return signed
    if same:
        return node(g, a, w, child, score, depth, alpha, beta, ply)
    return -node(g, a, w, child, score, depth, -beta, -alpha, ply)


def node(
    g: Longs, a: Longs, w: Longs, record: Longs, score: int,
    depth: int, alpha: int, beta: int, ply: int,
) -> int:  # fmt: skip
    """What a position is worth to its mover, as far as that matters between alpha and beta."""
    if watched(a, at.HALT) or ply >= at.MOST_PLIES - 1:
        a[at.FIRM] = 0
        return score if mover_of(g, record) == 0 else -score
    if depth <= 0:
        return settle(g, a, w, record, score, alpha, beta, ply, _QUIET_PLIES)
    shorts(a[at.LINES])[ply * at.MOST_PLIES] = NO_MOVE
    hashed = hash_of(g, record)
    hashes = longs(a[at.HASHES])
    hashes[ply] = hashed
    before = ply - 2
    while before >= 0:
        if hashes[before] == hashed:
            a[at.FIRM] = 0
            return 0
        before -= 2
    table = longs(a[at.TABLE])
    slot = 2 * (hashed & a[at.ENTRY_MASK])
    entry = table[slot + 1]
    table_move = -1
    if (table[slot] ^ entry) == hashed and entry != 0:
        table_move = (ushr(entry, 32) & 0xFFFF) - 1
        kind = ushr(entry, 56) & 3
        firm = ushr(entry, 58) & 1
        value = (entry << 32) >> 32
        if value > at.SURE:
            value -= ply
        if value < -at.SURE:
            value += ply
        if (ushr(entry, 48) & 0xFF) >= depth or firm or abs(value) > at.SURE:
            usable = kind == EXACT or (kind == AT_MOST and value <= alpha)
            if usable or (kind == AT_LEAST and value >= beta):
                if not firm and abs(value) < at.SURE:
                    a[at.FIRM] = 0
                return value
    return look(g, a, w, record, score, depth, alpha, beta, ply, hashed, table_move)


def look(
    g: Longs, a: Longs, w: Longs, record: Longs, score: int,
    depth: int, alpha: int, beta: int, ply: int, hashed: int, table_move: int,
) -> int:  # fmt: skip
    """Search the moves of a position, the most promising first."""
    size = g[at.SIZE]
    most = a[at.MOST_MOVES]
    mover = mover_of(g, record)
    sign = 1 if mover == 0 else -1
    count = open_ply(g, a, w, record, score, ply)
    if a[at.HALT]:
        return 0
    rank(g, a, ply, count, mover, table_move)
    moves = past(shorts(a[at.PLY_MOVES]), ply * most)
    scores = past(ints(a[at.PLY_SCORES]), ply * most)
    ranks = past(longs(a[at.PLY_RANKS]), ply * most)
    records = past(longs(a[at.PLY_RECORDS]), ply * most * size)
    unit = unit_of(a)
    outer = a[at.FIRM]
    a[at.FIRM] = 1
    best = -_INFINITE
    best_move = -1
    start = alpha
    next_depth = depth - 1 if count > 1 else depth
    for turn in range(count):
        i = take_best(a, ply, count, _DONE)
        ranks[i] = _DONE
        static = sign * scores[i]
        child = past(records, i * size)
        over = ushr(child[size - 1], OVER) & 1
        value = 0
        if turn == 0:
            value = reply(g, a, w, record, child, scores[i], next_depth, alpha, beta, ply + 1)
        else:
            quiet = not over and static - sign * score < unit and moves[i] != table_move
            if quiet and depth <= 2 and best > -at.SURE and static + 5 * unit * depth <= alpha:
                a[at.FIRM] = 0
                best = max(best, static + 5 * unit * depth)
                continue
            less = 0
            if quiet and depth >= 3 and turn >= 3:
                less = 1
                if turn >= 8:
                    less += 1
                if turn >= 8 and depth >= 6:
                    less += 1
                less = min(less, next_depth - 1)
            window = alpha + 1
            shallow = next_depth - less
            value = reply(g, a, w, record, child, scores[i], shallow, alpha, window, ply + 1)
            if value > alpha and less > 0:
                value = reply(g, a, w, record, child, scores[i], next_depth, alpha, window, ply + 1)
            if value > alpha and value < beta:
                value = reply(g, a, w, record, child, scores[i], next_depth, alpha, beta, ply + 1)
        if a[at.HALT]:
            return 0
        if value > best:
            best = value
            best_move = moves[i]
            if value > alpha:
                alpha = value
                keep_line(a, ply, moves[i])
        if alpha >= beta:
            reward(g, a, mover, moves[i], depth, ply)
            break
    if abs(best) > at.SURE:
        a[at.FIRM] = 1
    remember(a, hashed, best, best_move, depth, start, beta, ply)
    if outer == 0:
        a[at.FIRM] = 0
    return best


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
    if best >= beta or plies == 0 or ply >= at.MOST_PLIES - 1:
        return best
    size = g[at.SIZE]
    most = a[at.MOST_MOVES]
    count = open_ply(g, a, w, record, score, ply)
    if a[at.HALT]:
        return best
    moves = past(shorts(a[at.PLY_MOVES]), ply * most)
    scores = past(ints(a[at.PLY_SCORES]), ply * most)
    ranks = past(longs(a[at.PLY_RANKS]), ply * most)
    records = past(longs(a[at.PLY_RECORDS]), ply * most * size)
    for i in range(count):
        ranks[i] = sign * scores[i]
    threshold = best + unit_of(a) + (unit_of(a) >> 1)
    if count > 1:
        alpha = max(alpha, best)
    else:
        best = -_INFINITE
        threshold = -_INFINITE
    for _turn in range(count):
        i = take_best(a, ply, count, _DONE)
        static = ranks[i]
        ranks[i] = _DONE
        child = past(records, i * size)
        over = ushr(child[size - 1], OVER) & 1
        same = mover_of(g, child) == mover
        value = 0
        if over:
            value = reply(g, a, w, record, child, scores[i], 0, alpha, beta, ply + 1)
        elif same:
            if static < threshold:
                continue
            value = settle(g, a, w, child, scores[i], alpha, beta, ply + 1, plies - 1)
        else:
            if static <= alpha or static < threshold:
                if count == 1:
                    return static
                break
            value = -settle(g, a, w, child, scores[i], -beta, -alpha, ply + 1, plies - 1)
        if a[at.HALT]:
            return best
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                keep_line(a, ply, moves[i])
        if alpha >= beta:
            break
    return best
