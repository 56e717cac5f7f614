"""New nodes of a tree: their moves, and what random matches and the judgement say of them."""

from __future__ import annotations

from spielwerk.languages.gdl.kernels import JOINT, OVER
from spielwerk.languages.gdl.search.dialect import (
    Floats,
    Longs,
    floats,
    ints,
    lock,
    longs,
    past,
    publish,
    shorts,
    unlock,
    ushr,
)
from spielwerk.languages.gdl.search.routines import memory as at
from spielwerk.languages.gdl.search.routines.anytime import (
    USUAL,
    add_first_moves,
    fit,
    lead,
    mean_at_any_time,
    usual,
)
from spielwerk.languages.gdl.search.routines.lanes import records_moves, tell
from spielwerk.languages.gdl.search.routines.nodes import (
    check_sum,
    conclude,
    end_values,
    proven_values,
)
from spielwerk.languages.gdl.search.routines.positions import (
    as_whole,
    chance_of,
    count_moves,
    mover_of,
    outcome_of,
    sums_after,
    sums_of,
    worth,
)

_FEW = 64.0
"""So many random matches of a move count at least as much as the mean of all moves."""


def settled(g: Longs, t: Longs, w: Longs, node: int) -> bool:
    """Whether a new node is worth what is known of it without random matches, which it gets."""
    size = g[at.SIZE]
    record = past(longs(t[at.NODE_RECORD]), node * size)
    values = floats(w[at.VALUES])
    if ushr(record[size - 1], OVER) & 1:
        end_values(g, record, w)
        lock(t, at.LOCK)
        check_sum(g, t, record)
        if t[at.PROVING]:
            ints(t[at.NODE_PROOF])[node] = outcome_of(g, record, 0)
        publish(ints(t[at.NODE_COUNT]), node, 0)
        unlock(t, at.LOCK)
        return True
    if ushr(record[size - 1], JOINT) & 1:
        t[at.BROKEN] = 1
        for role in range(g[at.ROLES]):
            values[role] = 0.5
        return True
    return False


def expand(g: Longs, t: Longs, w: Longs, leaf: int) -> bool:
    """Give a leaf its edges, now that random matches were played from it, and find out what it is
    worth; answers whether by guessing."""
    size = g[at.SIZE]
    node = ints(w[at.LEAF_NODE])[leaf]
    record = past(longs(t[at.NODE_RECORD]), node * size)
    count = count_moves(g, record)
    mover = mover_of(g, record)
    tell(g, t, w, leaf, (max(count, 1) - 1) // at.LANE_COUNT * at.LANE_COUNT)
    weigh_moves(g, t, w, record, count)
    lock(t, at.LOCK)
    first = t[at.EDGES]
    t[at.EDGES] = first + count
    unlock(t, at.LOCK)
    moves = shorts(w[at.MOVE_LIST])
    sums = floats(w[at.SUMS])
    buffer = longs(w[at.BUFFER])
    edge_moves = shorts(t[at.EDGE_MOVE])
    children = ints(t[at.EDGE_CHILD])
    edge_visits = ints(t[at.EDGE_VISITS])
    totals = longs(t[at.EDGE_TOTAL])
    edge_proofs = ints(t[at.EDGE_PROOF])
    edge_plies = ints(t[at.EDGE_PLIES])
    any_counts = floats(t[at.EDGE_ANY_COUNT])
    any_sums = floats(t[at.EDGE_ANY_SUM])
    over = 0
    for i in range(count):
        edge = first + i
        edge_moves[edge] = moves[i]
        children[edge] = -1
        edge_visits[edge] = 1
        totals[edge] = as_whole(sums[8 * i + mover])
        edge_proofs[edge] = -1
        edge_plies[edge] = 0
        any_counts[edge] = 0.0
        any_sums[edge] = 0.0
        if g[at.RECORDED_MOVES]:
            before = usual(g, t, mover, moves[i])
            if before >= 0.0:
                any_counts[edge] = USUAL
                any_sums[edge] = USUAL * before
        over = over | ushr(buffer[i * size + size - 1], OVER) & 1
    ints(t[at.NODE_FIRST])[node] = first
    ints(t[at.NODE_VISITS])[node] = count
    if over:
        lock(t, at.LOCK)
        note_ends(g, t, w, first, count)
        conclude(g, t, node, count)
        unlock(t, at.LOCK)
    proof = ints(t[at.NODE_PROOF])[node]
    publish(ints(t[at.NODE_COUNT]), node, count)
    if proof >= 0:
        proven_values(g, proof, w)
        return False
    weigh(g, w, count, mover)
    return True


def note_ends(g: Longs, t: Longs, w: Longs, first: int, count: int) -> None:
    """Results are known where a move ends the match."""
    size = g[at.SIZE]
    buffer = longs(w[at.BUFFER])
    proofs = ints(t[at.EDGE_PROOF])
    for i in range(count):
        child = past(buffer, i * size)
        if ushr(child[size - 1], OVER) & 1:
            check_sum(g, t, child)
            if t[at.PROVING]:
                proofs[first + i] = outcome_of(g, child, 0)


def weigh_moves(g: Longs, t: Longs, w: Longs, record: Longs, count: int) -> None:
    """Bring closer to the truth what few random matches say of the moves of the leaf at hand."""
    size = g[at.SIZE]
    buffer = longs(w[at.BUFFER])
    sums = floats(w[at.SUMS])
    mover = mover_of(g, record)
    recording = records_moves(g, t)
    if recording:
        fit(g, t, w, count, mover)
        add_first_moves(g, w, count, mover)
    if recording and floats(t[at.FIT])[at.TRUST] > 0.0:
        foresee(g, t, w, count, mover)
    else:
        for role in range(g[at.ROLES]):
            temper(g, w, count, role)
    if g[at.JUDGED]:
        weights = sums_of(g, record)
        for i in range(count):
            child = past(buffer, i * size)
            if ushr(child[size - 1], OVER) & 1 == 0:
                chance = chance_of(g, worth(g, child, sums_after(g, record, weights, child)))
                blend(g, t, past(sums, 8 * i), chance)


def blend(g: Longs, t: Longs, values: Floats, chance: float) -> None:
    """Let the judgement have its share in what random matches say."""
    share = 0.001 * float(t[at.BLEND])
    values[0] = (1.0 - share) * values[0] + share * chance
    if g[at.ROLES] == 2:
        values[1] = (1.0 - share) * values[1] + share * (1.0 - chance)


def foresee(g: Longs, t: Longs, w: Longs, count: int, mover: int) -> None:
    """Bring moves closer to what they should be worth by what they bring at any time."""
    size = g[at.SIZE]
    moves = shorts(w[at.MOVE_LIST])
    buffer = longs(w[at.BUFFER])
    sums = floats(w[at.SUMS])
    mean = mean_at_any_time(g, t, w, count, mover)
    for i in range(count):
        if ushr(buffer[i * size + size - 1], OVER) & 1 == 0:
            ahead = lead(g, t, w, mover, moves[i], mean)
            sums[8 * i + mover] = sums[8 * i + mover] - ahead
            sums[8 * i + 1 - mover] = sums[8 * i + 1 - mover] + ahead
    # What is left differs by luck, and by what that does not say.
    temper(g, w, count, 0)
    temper(g, w, count, 1)
    for i in range(count):
        if ushr(buffer[i * size + size - 1], OVER) & 1 == 0:
            ahead = lead(g, t, w, mover, moves[i], mean)
            sums[8 * i + mover] = max(0.0, min(1.0, sums[8 * i + mover] + ahead))
            sums[8 * i + 1 - mover] = max(0.0, min(1.0, sums[8 * i + 1 - mover] - ahead))


def temper(g: Longs, w: Longs, count: int, role: int) -> None:
    """Bring what few random matches say of many moves closer to the mean of all.

    The fewer matches a move has had, the more of its lead is luck. By how much the moves differ
    in truth is seen from how much more they differ than luck explains (James and Stein).
    """
    size = g[at.SIZE]
    buffer = longs(w[at.BUFFER])
    sums = floats(w[at.SUMS])
    total = 0.0
    squares = 0.0
    open_ = 0
    for i in range(count):
        if ushr(buffer[i * size + size - 1], OVER) & 1 == 0:
            value = sums[8 * i + role]
            total = total + value
            squares = squares + value * value
            open_ += 1
    if open_ < 2:
        return
    n = float(open_)
    mean = total / n
    spread = max((squares - total * mean) / (n - 1.0), 0.000001)
    matches = float(max(w[at.LANES_EACH] // count, 1))
    luck = max(mean * (1.0 - mean), 0.0) / matches
    share = max(1.0 - luck / spread, matches / (matches + _FEW))
    for i in range(count):
        if ushr(buffer[i * size + size - 1], OVER) & 1 == 0:
            sums[8 * i + role] = mean + share * (sums[8 * i + role] - mean)


def weigh(g: Longs, w: Longs, count: int, mover: int) -> None:
    """What a position is worth: between its best move, which is where random matches are lucky,
    and the mean of all, which is what random players would make of it."""
    sums = floats(w[at.SUMS])
    values = floats(w[at.VALUES])
    best = 0
    for i in range(count):
        if sums[8 * i + mover] > sums[8 * best + mover]:
            best = i
    for role in range(g[at.ROLES]):
        total = 0.0
        for i in range(count):
            total = total + sums[8 * i + role]
        values[role] = 0.5 * (sums[8 * best + role] + total / float(count))
