"""Monte-Carlo tree search in native code.

A round goes down from the root by PUCT, to which all moves are alike before they are tried, and
makes the node where it leaves the tree, again and again until 512 random matches can begin there
(:mod:`.lanes`). It plays them from all successors of the new nodes at once, and adds up on the ways
back what they brought, and what moves brought that were made in them at any time (:mod:`.anytime`).
An edge that was gone down counts a visit at once, which is lent half of what visits brought so far:
so the next way down leads elsewhere, unless this one is far better. Positions are nodes, whatever
way led there. Results that follow from finished matches are proven, where what one role gains the
other loses.

Several threads may grow one tree. Nodes and edges are made and results are proven under a lock;
all that is only counted is added up without, since a round may take no longer than a few
microseconds. What is known of moves at any time may lose a match to another thread that adds at
the same moment.
"""

from __future__ import annotations

from spielwerk.languages.gdl.search.dialect import (
    Longs,
    floats,
    ints,
    lock,
    longs,
    past,
    publish,
    shorts,
    sqrt,
    tally,
    unlock,
    watched,
)
from spielwerk.languages.gdl.search.routines import memory as at
from spielwerk.languages.gdl.search.routines.anytime import (
    note_all,
    note_below,
    note_move,
)
from spielwerk.languages.gdl.search.routines.expanding import expand, settled
from spielwerk.languages.gdl.search.routines.lanes import (
    play_from,
    records_moves,
    share_lanes,
    words_for,
)
from spielwerk.languages.gdl.search.routines.nodes import (
    add_node,
    end_values,
    find,
    provable,
    prove,
    proven_values,
)
from spielwerk.languages.gdl.search.routines.positions import (
    advance,
    as_whole,
    collect,
    count_moves,
    mover_of,
)

_SLOWLY = 0.003
"""How fast the spread of values follows that of new leaves."""
_LEAST_SPREAD = 0.001
"""Where hardly a leaf differs from another (puzzles), something new is tried nevertheless."""
_KEPT = 50
"""How much of its mean an edge is lent for a visit until more is known, in hundredths."""
_KNOWN, _LEAF, _BUSY = range(3)
_PATIENCE = 1_000_000
"""How often a thread that finds everything under work tries again."""


def plant(g: Longs, t: Longs, w: Longs, record: Longs) -> int:
    """Make a position the root; answers its node, or -1 where there is no room."""
    node = find(g, t, record)
    if node < 0:
        node = add_node(g, t, record)
        if node >= 0 and not settled(g, t, w, node):
            ints(w[at.LEAF_NODE])[0] = node
            ints(w[at.LEAF_END])[0] = 0
            share_lanes(g, t, w, 0, 1)
            play_from(g, t, w, 0, 1)
            expand(g, t, w, 0)
    t[at.ROOT] = node
    return node


def grow(g: Longs, t: Longs, w: Longs, rounds: int) -> int:
    """Make so many rounds, fewer if told to stop or if there is nothing left to do."""
    made = 0
    waits = 0
    proofs = ints(t[at.NODE_PROOF])
    while made < rounds and waits < _PATIENCE and watched(t, at.STOP) == 0:
        root = t[at.ROOT]
        full = t[at.NODES] + 64 >= t[at.MOST_NODES] or t[at.EDGES] + 64 * 1024 >= t[at.MOST_EDGES]
        if full or proofs[root] >= 0 or t[at.BROKEN] != 0:
            break
        if one_round(g, t, w):
            made += 1
            waits = 0
        else:
            waits += 1
    return made


def one_round(g: Longs, t: Longs, w: Longs) -> bool:
    """Descend to leaves until they fill the lanes, and learn from the random matches from there;
    false where somebody else is at work wherever one would go."""
    leaves = 0
    descents = 0
    words = 0
    nodes = ints(w[at.LEAF_NODE])
    records = longs(t[at.NODE_RECORD])
    while words < at.LANE_COUNT >> 6 and descents < at.MOST_LEAVES:
        found = descend(g, t, w, leaves)
        if found == _BUSY:
            break
        descents += 1
        if found == _LEAF:
            record = past(records, nodes[leaves] * g[at.SIZE])
            words += words_for(count_moves(g, record))
            leaves += 1
        else:
            learn(g, t, w, leaves)
    ends = ints(w[at.LEAF_END])
    for leaf in range(leaves):
        ends[leaf] = 0
    for first in range(leaves):
        if ends[first] == 0:
            share_lanes(g, t, w, first, leaves)
            play_from(g, t, w, first, leaves)
            for leaf in range(first, leaves):
                if ints(w[at.LEAF_BEGIN])[leaf] >= 0:
                    if expand(g, t, w, leaf):
                        note_value(t, floats(w[at.VALUES])[0])
                        learn_moves(g, t, w, leaf)
                    learn(g, t, w, leaf)
    if descents == 0:
        return False
    w[at.ROUNDS] += 1
    w[at.DESCENTS] += descents
    return True


def descend(g: Longs, t: Longs, w: Longs, leaf: int) -> int:
    """Go down to a new node, which becomes the leaf of that number, or to where it is known what
    comes of it."""
    counts = ints(t[at.NODE_COUNT])
    proofs = ints(t[at.NODE_PROOF])
    visits = ints(t[at.NODE_VISITS])
    edge_visits = ints(t[at.EDGE_VISITS])
    totals = longs(t[at.EDGE_TOTAL])
    children = ints(t[at.EDGE_CHILD])
    moves = shorts(t[at.EDGE_MOVE])
    path = past(ints(w[at.PATH_NODE]), leaf * at.PATH_LENGTH)
    taken = past(ints(w[at.PATH_EDGE]), leaf * at.PATH_LENGTH)
    lent = past(ints(w[at.PATH_LENT]), leaf * at.PATH_LENGTH)
    depths = ints(w[at.LEAF_DEPTH])
    records = longs(t[at.NODE_RECORD])
    values = floats(w[at.VALUES])
    buffer = longs(w[at.EVERY_RECORD])
    size = g[at.SIZE]
    depth = 0
    node = t[at.ROOT]
    depths[leaf] = 0
    found = -1
    while found < 0:
        proof = watched(proofs, node)
        if proof >= 0:
            proven_values(g, proof, w)
            found = _KNOWN
            break
        edges = watched(counts, node)
        if edges < 0:
            take_back(t, w, leaf)
            found = _BUSY
            break
        if edges == 0:
            end_values(g, past(records, node * size), w)
            found = _KNOWN
            break
        if depth == at.PATH_LENGTH:
            for role in range(g[at.ROLES]):
                values[role] = 0.5
            found = _KNOWN
            break
        edge = pick(g, t, node)
        path[depth] = node
        taken[depth] = edge
        lent[depth] = _KEPT * (totals[edge] // max(edge_visits[edge], 1)) // 100
        tally(visits, node, 1)
        tally(edge_visits, edge, 1)
        tally(totals, edge, lent[depth])
        depth += 1
        depths[leaf] = depth
        child = watched(children, edge)
        if child < 0:
            list_ = shorts(w[at.EVERY_MOVE])
            list_[0] = moves[edge]
            advance(g, w, past(records, node * size), list_, 1)
            collect(g, w, 1, 0, size, buffer, size)
            lock(t, at.LOCK)
            child = find(g, t, buffer)
            is_new = child < 0
            if is_new:
                child = add_node(g, t, buffer)
            if child >= 0:
                publish(children, edge, child)
            unlock(t, at.LOCK)
            if child < 0:
                take_back(t, w, leaf)
                found = _BUSY
                break
            if is_new:
                if settled(g, t, w, child):
                    found = _KNOWN
                    break
                tally(totals, edge, -lent[depth - 1])
                lent[depth - 1] = 0
                ints(w[at.LEAF_NODE])[leaf] = child
                found = _LEAF
                break
        node = child
    return found


def pick(g: Longs, t: Longs, node: int) -> int:
    """The edge to try next."""
    first = ints(t[at.NODE_FIRST])[node]
    count = ints(t[at.NODE_COUNT])[node]
    visits = ints(t[at.EDGE_VISITS])
    totals = longs(t[at.EDGE_TOTAL])
    proofs = ints(t[at.EDGE_PROOF])
    record = past(longs(t[at.NODE_RECORD]), node * g[at.SIZE])
    first_role = mover_of(g, record) == 0
    line = floats(t[at.FIT])
    n = float(max(ints(t[at.NODE_VISITS])[node], 1))
    spread = max(line[at.SPREAD], _LEAST_SPREAD)
    bonus = 0.000001 * float(t[at.EXPLORING]) * sqrt(spread * n / float(max(count, 1)))
    best = first
    best_score = -1.0
    any_counts = floats(t[at.EDGE_ANY_COUNT])
    any_sums = floats(t[at.EDGE_ANY_SUM])
    trust = 0.001 * float(t[at.ANY_WEIGHT]) * line[at.TRUST] if t[at.PROVING] else 0.0
    base = 0.0
    if trust > 0.0:
        base = starting_point(t, first, count)
    for edge in range(first, first + count):
        tried = float(max(visits[edge], 1))
        worth = float(totals[edge]) / (tried * float(at.ONE))
        if trust > 0.0 and any_counts[edge] > 0.0:
            expected = base + line[at.SLOPE] * any_sums[edge] / any_counts[edge]
            worth = worth + trust / (trust + tried) * (expected - worth)
        score = worth + bonus / tried
        if proofs[edge] >= 0:
            known = proofs[edge] if first_role else 100 - proofs[edge]
            score = -0.5 if known == 0 else 0.01 * float(known) + bonus / tried
        if score > best_score:
            best_score = score
            best = edge
    return best


def starting_point(t: Longs, first: int, count: int) -> float:
    """What a move would be worth that brings nothing at any time, by the moves that were tried."""
    visits = ints(t[at.EDGE_VISITS])
    totals = longs(t[at.EDGE_TOTAL])
    any_counts = floats(t[at.EDGE_ANY_COUNT])
    any_sums = floats(t[at.EDGE_ANY_SUM])
    tried = 0.0
    once = 0.0
    ever = 0.0
    for edge in range(first, first + count):
        if any_counts[edge] > 0.0:
            n = float(visits[edge])
            tried = tried + n
            once = once + float(totals[edge])
            ever = ever + n * any_sums[edge] / any_counts[edge]
    tried = max(tried, 1.0)
    return once / (tried * float(at.ONE)) - floats(t[at.FIT])[at.SLOPE] * ever / tried


def note_value(t: Longs, value: float) -> None:
    """Keep up by how much the values of leaves differ."""
    line = floats(t[at.FIT])
    apart = value - line[at.MEAN]
    line[at.MEAN] = line[at.MEAN] + _SLOWLY * apart
    line[at.SPREAD] = line[at.SPREAD] + _SLOWLY * (apart * apart - line[at.SPREAD])


def learn_moves(g: Longs, t: Longs, w: Longs, leaf: int) -> None:
    """Tell all nodes of a descent which moves were made in the random matches at its end."""
    if not records_moves(g, t):
        return
    records = longs(t[at.NODE_RECORD])
    path = past(ints(w[at.PATH_NODE]), leaf * at.PATH_LENGTH)
    taken = past(ints(w[at.PATH_EDGE]), leaf * at.PATH_LENGTH)
    values = floats(w[at.VALUES])
    moves = shorts(t[at.EDGE_MOVE])
    end = ints(w[at.LEAF_NODE])[leaf]
    depth = ints(w[at.LEAF_DEPTH])[leaf]
    note_all(g, t, w)
    if floats(t[at.FIT])[at.TRUST] <= 0.0:
        return
    note_below(g, t, w, end, mover_of(g, past(records, end * g[at.SIZE])))
    for back in range(depth):
        i = depth - 1 - back
        mover = mover_of(g, past(records, path[i] * g[at.SIZE]))
        note_move(g, w, mover, moves[taken[i]], float(w[at.LANES_EACH]), values[mover])
        note_below(g, t, w, path[i], mover)


def take_back(t: Longs, w: Longs, leaf: int) -> None:
    """Forget a descent that came to nothing."""
    visits = ints(t[at.NODE_VISITS])
    edge_visits = ints(t[at.EDGE_VISITS])
    totals = longs(t[at.EDGE_TOTAL])
    path = past(ints(w[at.PATH_NODE]), leaf * at.PATH_LENGTH)
    taken = past(ints(w[at.PATH_EDGE]), leaf * at.PATH_LENGTH)
    lent = past(ints(w[at.PATH_LENT]), leaf * at.PATH_LENGTH)
    for i in range(ints(w[at.LEAF_DEPTH])[leaf]):
        tally(visits, path[i], -1)
        tally(edge_visits, taken[i], -1)
        tally(totals, taken[i], -lent[i])


def learn(g: Longs, t: Longs, w: Longs, leaf: int) -> None:
    """Add what came of a descent, and draw what is proven by it."""
    path = past(ints(w[at.PATH_NODE]), leaf * at.PATH_LENGTH)
    taken = past(ints(w[at.PATH_EDGE]), leaf * at.PATH_LENGTH)
    lent = past(ints(w[at.PATH_LENT]), leaf * at.PATH_LENGTH)
    totals = longs(t[at.EDGE_TOTAL])
    records = longs(t[at.NODE_RECORD])
    values = floats(w[at.VALUES])
    depth = ints(w[at.LEAF_DEPTH])[leaf]
    for back in range(depth):
        i = depth - 1 - back
        mover = mover_of(g, past(records, path[i] * g[at.SIZE]))
        tally(totals, taken[i], as_whole(values[mover]) - lent[i])
        if provable(t, path[i], taken[i]):
            lock(t, at.LOCK)
            prove(g, t, path[i], taken[i])
            unlock(t, at.LOCK)
