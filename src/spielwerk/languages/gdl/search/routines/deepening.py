"""Alpha-beta search in native code, deeper and deeper.

For two roles that take turns for a fixed sum. Scores are in thousandths of a logit for whoever
moves. What the contract of kernels makes cheap is used: all successors of a position are made and
judged together, so moves are ordered by what they bring at once, and the search of noisy moves
(those that change the judgement by much) at the leaves knows beforehand which moves can matter.

Nothing here knows of checks. Instead it is seen that somebody has far fewer moves than usual: then
something forces him, so it is looked further ahead, and nothing is taken for granted. Passing (the
clock goes on, nothing else changes) is a quick proof that a position is good enough where moves do
not hurt whoever makes them. Whether that is so in this game is found out on the way.
"""

from __future__ import annotations

from spielwerk.languages.gdl.kernels import OVER
from spielwerk.languages.gdl.search.dialect import Longs, ints, longs, past, shorts, ushr, watched
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
    rank,
    reward,
    take_best,
    unit_of,
    usual_choice,
)
from spielwerk.languages.gdl.search.routines.positions import (
    count_moves,
    hash_apart,
    mover_of,
    pass_turn,
    sums_after,
    sums_of,
)
from spielwerk.languages.gdl.search.routines.remembering import (
    AT_MOST,
    EXACT,
    recalled,
    remember,
    settles,
    value_in,
    was_there,
)
from spielwerk.languages.gdl.search.routines.settling import QUIET_PLIES, settle

_SPOT_CHECK = 15
"""Of so many passes, and one, that were good enough the last is checked."""
_UNKNOWN, _FIRM_BIT = 0, 4
_LAST = -(1 << 60)


def deepen(g: Longs, a: Longs, w: Longs, record: Longs) -> int:
    """Search a position deeper and deeper; answers how deep the last complete search was."""
    a[at.SEARCHED] = 0
    a[at.DEPTH] = 0
    way = longs(a[at.WAY])
    way[at.WAY_SUMS] = sums_of(g, record)
    way[at.WAY_COUNT] = count_moves(g, record)
    way[at.WAY_PASSED] = 0
    way[at.WAY_HASH] = hash_apart(g, record)
    count = open_ply(g, a, w, record, 0)
    a[at.ROOT_COUNT] = count
    values = ints(a[at.ROOT_VALUES])
    kinds = ints(a[at.ROOT_KINDS])
    nodes = ints(a[at.ROOT_NODES])
    ranks = longs(a[at.PLY_RANKS])
    scores = ints(a[at.PLY_SCORES])
    sign = 1 if mover_of(g, record) == 0 else -1
    for i in range(count):
        values[i] = sign * scores[i]
        kinds[i] = _UNKNOWN
        nodes[i] = 0
        ranks[i] = values[i]
    value = 0
    for depth in range(a[at.START_DEPTH], a[at.MOST_DEPTH] + 1):
        a[at.ROOT_DEPTH] = depth
        margin = 3 * unit_of(a)
        low = value - margin if depth > 3 else -INFINITE
        high = value + margin if depth > 3 else INFINITE
        found = root(g, a, w, record, depth, low, high)
        while a[at.HALT] == 0 and (found <= low or found >= high) and abs(found) < INFINITE:
            if found <= low:
                low = -INFINITE
            if found >= high:
                high = INFINITE
            found = root(g, a, w, record, depth, low, high)
        if a[at.HALT]:
            break
        value = found
        a[at.DEPTH] = depth
        open_moves = 0
        for i in range(count):
            if kinds[i] & _FIRM_BIT == 0 and abs(values[i]) < at.SURE:
                open_moves += 1
        # A win that was found on a detour is not the next one: whoever stops at it may go round in
        # circles from win to win. So it is looked as far ahead as the win is away.
        if open_moves == 0 or (abs(value) > at.SURE and depth >= at.WIN - abs(value)):
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
    best = -INFINITE
    alpha = low
    for turn in range(count):
        i = take_best(a, 0, count, _LAST)
        before = a[at.SEARCHED]
        a[at.FIRM] = 1
        child = past(records, i * size)
        value = 0
        go_to(a, 0, i)
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
        return ended(g, parent, score, ply)
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
    if depth <= 0 and ply > 1:
        return settle(g, a, w, record, score, alpha, beta, ply, QUIET_PLIES)
    shorts(a[at.LINES])[ply * at.MOST_PLIES] = NO_MOVE
    hashed = hash_apart(g, record)
    if was_there(a, ply, hashed):
        a[at.FIRM] = 0
        return 0
    if depth <= 0:
        return settle(g, a, w, record, score, alpha, beta, ply, QUIET_PLIES)
    entry = recalled(a, hashed)
    table_move = (ushr(entry, 32) & 0xFFFF) - 1
    if entry != 0 and settles(a, entry, depth, alpha, beta, ply):
        return value_in(entry, ply)
    trial = 0
    if beta - alpha == 1 and abs(beta) < at.SURE and free(g, a, record, ply):
        static = score if mover_of(g, record) == 0 else -score
        if depth <= 3 and static - 4 * unit_of(a) * depth >= beta:
            a[at.FIRM] = 0
            return static
        value = -INFINITE
        if depth >= 3 and static >= beta and may_pass(g, a, ply):
            value = passing(g, a, w, record, score, depth, beta, ply)
        if value >= beta and a[at.HALT] == 0:
            a[at.PASSES_TRIED] += 1
            if a[at.PASSES_TRIED] & _SPOT_CHECK:
                a[at.FIRM] = 0
                return beta
            trial = 1
    if table_move < 0 and depth >= 4:
        depth -= 1
    value = look(g, a, w, record, score, depth, alpha, beta, ply, hashed, table_move)
    if trial and value < beta and a[at.HALT] == 0:
        a[at.PASSES_WRONG] += 1
    return value


def free(g: Longs, a: Longs, record: Longs, ply: int) -> bool:
    """Whether the mover has at least half as many moves as usual."""
    count = longs(a[at.WAY])[4 * ply + at.WAY_COUNT]
    return 2 * count >= usual_choice(a, mover_of(g, record))


def may_pass(g: Longs, a: Longs, ply: int) -> bool:
    """Whether passing is possible and says something."""
    once = longs(a[at.WAY])[4 * ply + at.WAY_PASSED] == 0
    return g[at.PHASES] == 2 and once and 8 * a[at.PASSES_WRONG] <= 8 + (a[at.PASSES_TRIED] >> 4)


def passing(
    g: Longs, a: Longs, w: Longs, record: Longs, score: int, depth: int, beta: int, ply: int
) -> int:
    """What a position is worth to its mover who passes, as far as that matters at beta."""
    after = past(longs(a[at.PASS_RECORDS]), ply * g[at.SIZE])
    pass_turn(g, w, record, after)
    standing = after[g[at.SIZE] - 1]
    if ushr(standing, OVER) & 1 or mover_of(g, after) == mover_of(g, record):
        return -INFINITE
    way = past(longs(a[at.WAY]), 4 * (ply + 1))
    sums = longs(a[at.WAY])[4 * ply + at.WAY_SUMS]
    way[at.WAY_SUMS] = sums_after(g, record, sums, after)
    way[at.WAY_COUNT] = count_moves(g, after)
    way[at.WAY_PASSED] = 1
    less = depth - 3 - depth // 4
    return -node(g, a, w, after, score, less, -beta, 1 - beta, ply + 1)


def look(
    g: Longs, a: Longs, w: Longs, record: Longs, score: int,
    depth: int, alpha: int, beta: int, ply: int, hashed: int, table_move: int,
) -> int:  # fmt: skip
    """Search the moves of a position, the most promising first."""
    size = g[at.SIZE]
    most = a[at.MOST_MOVES]
    mover = mover_of(g, record)
    sign = 1 if mover == 0 else -1
    count = open_ply(g, a, w, record, ply)
    if a[at.HALT]:
        return 0
    rank(g, a, ply, count, mover, table_move)
    moves = past(shorts(a[at.PLY_MOVES]), ply * most)
    scores = past(ints(a[at.PLY_SCORES]), ply * most)
    ranks = past(longs(a[at.PLY_RANKS]), ply * most)
    records = past(longs(a[at.PLY_RECORDS]), ply * most * size)
    unit = unit_of(a)
    here = sign * score
    outer = a[at.FIRM]
    a[at.FIRM] = 1
    best = -INFINITE
    best_move = -1
    start = alpha
    hard = forced(g, a, record, count) and ply <= 2 * a[at.ROOT_DEPTH]
    next_depth = depth if hard else depth - 1
    pv = beta - alpha > 1
    counts = past(ints(a[at.PLY_COUNTS]), ply * most)
    scarce = usual_choice(a, 1 - mover) >> 2
    killers = past(shorts(a[at.KILLERS]), 2 * ply)
    for turn in range(count):
        i = take_best(a, ply, count, DONE)
        ranks[i] = DONE
        static = sign * scores[i]
        child = past(records, i * size)
        over = ushr(child[size - 1], OVER) & 1
        value = 0
        go_to(a, ply, i)
        if turn == 0:
            value = reply(g, a, w, record, child, scores[i], next_depth, alpha, beta, ply + 1)
        else:
            quiet = not over and static - sign * score < unit and counts[i] > scarce and not hard
            if quiet and depth <= 2 and best > -at.SURE and static + 5 * unit * depth <= alpha:
                a[at.FIRM] = 0
                best = max(best, static + 5 * unit * depth)
                continue
            # Where all moves so far lose much of what there is, something hangs: one of the rest
            # may save it.
            safe = best > -at.SURE and (best >= here - 2 * unit or here <= alpha)
            if quiet and not pv and depth <= 3 and safe and turn > 4 + 3 * depth * depth:
                a[at.FIRM] = 0
                continue
            less = 0
            if quiet and depth >= 3 and turn >= 3:
                less = 1
                if turn >= 6:
                    less += 1
                if turn >= 12 and depth >= 5:
                    less += 1
                if turn >= 20 and depth >= 7:
                    less += 1
                if pv or moves[i] == killers[0] or moves[i] == killers[1]:
                    less -= 1
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
