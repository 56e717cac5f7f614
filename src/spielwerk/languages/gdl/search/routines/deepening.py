"""Alpha-beta search in native code, deeper and deeper.

For two roles that take turns for a fixed sum. Scores are in thousandths of a logit for whoever
moves. What the contract of kernels makes cheap is used: all successors of a position are made and
judged together, so moves are ordered by what they bring at once, and the search of noisy moves
(those that change the judgement by much) at the leaves knows beforehand which moves can matter.
"""

from __future__ import annotations

from spielwerk.languages.gdl.kernels import JOINT, OVER
from spielwerk.languages.gdl.search.dialect import (
    Longs,
    ask,
    ints,
    longs,
    past,
    shorts,
    ushr,
    watched,
)
from spielwerk.languages.gdl.search.routines.memory import (
    ASK,
    BROKEN_GAME,
    CHANGE_COUNT,
    CHANGES,
    COUNTDOWN,
    DEPTH,
    ENTRY_MASK,
    FIRM,
    HALT,
    HASHES,
    HISTORY,
    KILLERS,
    LINES,
    MOST_DEPTH,
    MOST_MOVES,
    MOST_PLIES,
    OUTCOME_SCORES,
    PLY_MOVES,
    PLY_RANKS,
    PLY_RECORDS,
    PLY_SCORES,
    REFILL,
    ROOT_BEST,
    ROOT_COUNT,
    ROOT_KINDS,
    ROOT_NODES,
    ROOT_VALUES,
    SEARCHED,
    SIZE,
    START_DEPTH,
    SURE,
    TABLE,
    WIN,
)
from spielwerk.languages.gdl.search.routines.positions import (
    hash_of,
    judge,
    judge_change,
    list_moves,
    mover_of,
    outcome_of,
    successors,
)

_INFINITE = 2 * WIN
_QUIET_PLIES = 8
"""How far noisy moves are followed at the leaves."""
_UNKNOWN, _EXACT, _AT_MOST, _AT_LEAST = 0, 1, 2, 3
_FIRM_BIT = 4
_TABLE_MOVE, _WINNING, _DONE = 1 << 40, 1 << 38, -(1 << 50)
_STEADY = 30_000


def deepen(g: Longs, a: Longs, w: Longs, record: Longs) -> int:
    """Search a position deeper and deeper; answers how deep the last complete search was."""
    a[SEARCHED] = 0
    a[DEPTH] = 0
    score = judge(g, record)
    count = open_ply(g, a, w, record, score, 0)
    a[ROOT_COUNT] = count
    values = ints(a[ROOT_VALUES])
    kinds = ints(a[ROOT_KINDS])
    nodes = ints(a[ROOT_NODES])
    ranks = longs(a[PLY_RANKS])
    scores = ints(a[PLY_SCORES])
    sign = 1 if mover_of(g, record) == 0 else -1
    longs(a[HASHES])[0] = hash_of(g, record)
    for i in range(count):
        values[i] = sign * scores[i]
        kinds[i] = _UNKNOWN
        nodes[i] = 0
        ranks[i] = values[i]
    value = 0
    for depth in range(a[START_DEPTH], a[MOST_DEPTH] + 1):
        margin = 3 * unit_of(a)
        low = value - margin if depth > 3 else -_INFINITE
        high = value + margin if depth > 3 else _INFINITE
        found = root(g, a, w, record, depth, low, high)
        while a[HALT] == 0 and (found <= low or found >= high) and abs(found) < _INFINITE:
            if found <= low:
                low = -_INFINITE
            if found >= high:
                high = _INFINITE
            found = root(g, a, w, record, depth, low, high)
        if a[HALT]:
            break
        value = found
        a[DEPTH] = depth
        open_moves = 0
        for i in range(count):
            if kinds[i] & _FIRM_BIT == 0 and abs(values[i]) < SURE:
                open_moves += 1
        if value > SURE or open_moves == 0 or value < -SURE:
            break
    return a[DEPTH]


def root(g: Longs, a: Longs, w: Longs, record: Longs, depth: int, low: int, high: int) -> int:
    """One look at all moves of the root, in the order of the last one."""
    count = a[ROOT_COUNT]
    size = g[SIZE]
    moves = shorts(a[PLY_MOVES])
    scores = ints(a[PLY_SCORES])
    records = longs(a[PLY_RECORDS])
    values = ints(a[ROOT_VALUES])
    kinds = ints(a[ROOT_KINDS])
    nodes = ints(a[ROOT_NODES])
    ranks = longs(a[PLY_RANKS])
    best = -_INFINITE
    alpha = low
    for turn in range(count):
        i = take_best(a, 0, count, -(1 << 60))
        before = a[SEARCHED]
        a[FIRM] = 1
        child = past(records, i * size)
        value = 0
        if turn == 0:
            value = reply(g, a, w, record, child, scores[i], depth - 1, alpha, high, 1)
        else:
            value = reply(g, a, w, record, child, scores[i], depth - 1, alpha, alpha + 1, 1)
            if value > alpha and a[HALT] == 0:
                a[FIRM] = 1
                value = reply(g, a, w, record, child, scores[i], depth - 1, alpha, high, 1)
        if a[HALT]:
            break
        # From here on the rank is where it came in this look: done moves have low ones.
        ranks[i] = -(1 << 60) - turn
        nodes[i] += a[SEARCHED] - before
        values[i] = value
        kinds[i] = _EXACT if value > alpha else _AT_MOST
        if a[FIRM] or abs(value) > SURE:
            kinds[i] = kinds[i] | _FIRM_BIT
        if value > best:
            best = value
            if value > alpha:
                a[ROOT_BEST] = i
                keep_line(a, 0, moves[i])
        alpha = max(alpha, value)
        if alpha >= high:
            break
    rank_root(a, count)
    return best


def rank_root(a: Longs, count: int) -> None:
    """The order of the next look: the best move of this one first, then by nodes it took."""
    ranks = longs(a[PLY_RANKS])
    nodes = ints(a[ROOT_NODES])
    values = ints(a[ROOT_VALUES])
    for i in range(count):
        ranks[i] = nodes[i]
        if values[i] < -SURE:
            ranks[i] = values[i]
    ranks[a[ROOT_BEST]] = 1 << 60


def take_best(a: Longs, ply: int, count: int, least: int) -> int:
    """The most promising move of a ply that was not taken yet; -1 if there is none."""
    ranks = past(longs(a[PLY_RANKS]), ply * a[MOST_MOVES])
    best = -1
    for i in range(count):
        if ranks[i] > least:
            least = ranks[i]
            best = i
    return best


def open_ply(g: Longs, a: Longs, w: Longs, record: Longs, score: int, ply: int) -> int:
    """Make and judge all successors of a position; answers how many there are."""
    first = ply * a[MOST_MOVES]
    size = g[SIZE]
    moves = past(shorts(a[PLY_MOVES]), first)
    scores = past(ints(a[PLY_SCORES]), first)
    records = past(longs(a[PLY_RECORDS]), first * size)
    count = list_moves(g, record, moves)
    successors(g, w, record, moves, count, records)
    changes = 0
    for i in range(count):
        child = past(records, i * size)
        if ushr(child[size - 1], OVER) & 1:
            scores[i] = ints(a[OUTCOME_SCORES])[outcome_of(g, child, 0)]
        else:
            judged = judge_change(g, record, score, child)
            scores[i] = max(-_STEADY, min(_STEADY, judged))
            changes += abs(judged - score)
            if ushr(child[size - 1], JOINT) & 1:
                a[HALT] = 1
                a[BROKEN_GAME] = 1
    a[CHANGES] += changes
    a[CHANGE_COUNT] += count
    a[SEARCHED] += 1
    a[COUNTDOWN] -= 1
    if a[COUNTDOWN] <= 0:
        if a[ASK] != 0 and ask(a[ASK]) == 0:
            a[HALT] = 1
        a[COUNTDOWN] = a[REFILL]
    return count


def unit_of(a: Longs) -> int:
    """By how much a move changes the judgement, on average."""
    return max(1, a[CHANGES] // max(1, a[CHANGE_COUNT]))


def reply(
    g: Longs, a: Longs, w: Longs, parent: Longs, child: Longs, score: int,
    depth: int, alpha: int, beta: int, ply: int,
) -> int:  # fmt: skip
    """What a successor is worth to the mover of the position before it."""
    same = mover_of(g, parent) == mover_of(g, child)
    if ushr(child[g[SIZE] - 1], OVER) & 1:
        signed = score if mover_of(g, parent) == 0 else -score
        if signed > SURE:
            return signed - ply
        if signed < -SURE:
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
    if watched(a, HALT) or ply >= MOST_PLIES - 1:
        a[FIRM] = 0
        return score if mover_of(g, record) == 0 else -score
    if depth <= 0:
        return settle(g, a, w, record, score, alpha, beta, ply, _QUIET_PLIES)
    shorts(a[LINES])[ply * MOST_PLIES] = 65535
    hashed = hash_of(g, record)
    hashes = longs(a[HASHES])
    hashes[ply] = hashed
    before = ply - 2
    while before >= 0:
        if hashes[before] == hashed:
            a[FIRM] = 0
            return 0
        before -= 2
    table = longs(a[TABLE])
    slot = 2 * (hashed & a[ENTRY_MASK])
    entry = table[slot + 1]
    table_move = -1
    if (table[slot] ^ entry) == hashed and entry != 0:
        table_move = (ushr(entry, 32) & 0xFFFF) - 1
        kind = ushr(entry, 56) & 3
        firm = ushr(entry, 58) & 1
        value = (entry << 32) >> 32
        if value > SURE:
            value -= ply
        if value < -SURE:
            value += ply
        if (ushr(entry, 48) & 0xFF) >= depth or firm or abs(value) > SURE:
            usable = kind == _EXACT or (kind == _AT_MOST and value <= alpha)
            if usable or (kind == _AT_LEAST and value >= beta):
                if not firm and abs(value) < SURE:
                    a[FIRM] = 0
                return value
    return look(g, a, w, record, score, depth, alpha, beta, ply, hashed, table_move)


def look(
    g: Longs, a: Longs, w: Longs, record: Longs, score: int,
    depth: int, alpha: int, beta: int, ply: int, hashed: int, table_move: int,
) -> int:  # fmt: skip
    """Search the moves of a position, the most promising first."""
    size = g[SIZE]
    most = a[MOST_MOVES]
    mover = mover_of(g, record)
    sign = 1 if mover == 0 else -1
    count = open_ply(g, a, w, record, score, ply)
    if a[HALT]:
        return 0
    rank(g, a, ply, count, mover, table_move)
    moves = past(shorts(a[PLY_MOVES]), ply * most)
    scores = past(ints(a[PLY_SCORES]), ply * most)
    ranks = past(longs(a[PLY_RANKS]), ply * most)
    records = past(longs(a[PLY_RECORDS]), ply * most * size)
    unit = unit_of(a)
    outer = a[FIRM]
    a[FIRM] = 1
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
            if quiet and depth <= 2 and best > -SURE and static + 5 * unit * depth <= alpha:
                a[FIRM] = 0
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
        if a[HALT]:
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
    if abs(best) > SURE:
        a[FIRM] = 1
    remember(a, hashed, best, best_move, depth, start, beta, ply)
    if outer == 0:
        a[FIRM] = 0
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
    a[FIRM] = 0
    best = sign * score
    shorts(a[LINES])[ply * MOST_PLIES] = 65535
    if best >= beta or plies == 0 or ply >= MOST_PLIES - 1:
        return best
    size = g[SIZE]
    most = a[MOST_MOVES]
    count = open_ply(g, a, w, record, score, ply)
    if a[HALT]:
        return best
    moves = past(shorts(a[PLY_MOVES]), ply * most)
    scores = past(ints(a[PLY_SCORES]), ply * most)
    ranks = past(longs(a[PLY_RANKS]), ply * most)
    records = past(longs(a[PLY_RECORDS]), ply * most * size)
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
        if a[HALT]:
            return best
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                keep_line(a, ply, moves[i])
        if alpha >= beta:
            break
    return best


def rank(g: Longs, a: Longs, ply: int, count: int, mover: int, table_move: int) -> None:
    """How promising moves are: the one that was best before, wins, then by judgement and by what
    refuted neighbours."""
    first = ply * a[MOST_MOVES]
    moves = past(shorts(a[PLY_MOVES]), first)
    scores = past(ints(a[PLY_SCORES]), first)
    ranks = past(longs(a[PLY_RANKS]), first)
    history = past(ints(a[HISTORY]), mover * a[MOST_MOVES])
    killers = past(shorts(a[KILLERS]), 2 * ply)
    unit = unit_of(a)
    for i in range(count):
        move = moves[i]
        score = scores[i] if mover == 0 else -scores[i]
        value = score * 16 + ((16 * unit * history[move]) >> 12)
        if move == killers[0]:
            value += 32 * unit
        elif move == killers[1]:
            value += 16 * unit
        if score > SURE:
            value += _WINNING
        if move == table_move:
            value += _TABLE_MOVE
        ranks[i] = value


def reward(g: Longs, a: Longs, mover: int, move: int, depth: int, ply: int) -> None:
    """A move that refuted a position is tried early in others."""
    history = past(ints(a[HISTORY]), mover * a[MOST_MOVES])
    bonus = min(depth * depth * 16, 2048)
    history[move] += bonus - ((history[move] * bonus) >> 14)
    killers = past(shorts(a[KILLERS]), 2 * ply)
    if killers[0] != move:
        killers[1] = killers[0]
        killers[0] = move


def keep_line(a: Longs, ply: int, move: int) -> None:
    """The line of a ply is a move and the line of the next."""
    line = past(shorts(a[LINES]), ply * MOST_PLIES)
    after = past(shorts(a[LINES]), (ply + 1) * MOST_PLIES)
    line[0] = move
    for i in range(MOST_PLIES - 1):
        line[i + 1] = after[i]
        if after[i] == 65535:
            break


def remember(
    a: Longs, hashed: int, value: int, move: int, depth: int, alpha: int, beta: int, ply: int
) -> None:
    """Keep what was found of a position."""
    kind = _EXACT
    if value <= alpha:
        kind = _AT_MOST
    if value >= beta:
        kind = _AT_LEAST
    if value > SURE:
        value += ply
    if value < -SURE:
        value -= ply
    table = longs(a[TABLE])
    slot = 2 * (hashed & a[ENTRY_MASK])
    entry = (value & 0xFFFFFFFF) | ((move + 1) & 0xFFFF) << 32
    entry = entry | min(depth, 255) << 48 | kind << 56 | a[FIRM] << 58
    table[slot] = hashed ^ entry
    table[slot + 1] = entry
