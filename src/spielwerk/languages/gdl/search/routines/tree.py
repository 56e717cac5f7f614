"""Monte-Carlo tree search in native code.

A round goes down from the root by UCB1, makes the node where it leaves the tree, plays random
matches from all its successors at once (512 in all, in equal shares), and adds up on the way back
what they brought. Positions are nodes, whatever way led there. Results that follow from finished
matches are proven, where what one role gains the other loses.

Several threads may grow one tree: the way down and the way back hold a lock, the matches between,
which take nearly all the time, do not. A visit counts from the way down on, so that others try
something else meanwhile.
"""

from __future__ import annotations

from spielwerk.languages.gdl.kernels import JOINT, OUTCOMES, OVER
from spielwerk.languages.gdl.search.dialect import (
    Ints,
    Longs,
    floats,
    ints,
    lock,
    longs,
    past,
    shorts,
    sqrt,
    unlock,
    ushr,
    watched,
)
from spielwerk.languages.gdl.search.routines.memory import (
    BLEND,
    BROKEN,
    BUFFER,
    EDGE_CHILD,
    EDGE_MOVE,
    EDGE_PLIES,
    EDGE_PROOF,
    EDGE_TOTAL,
    EDGE_VISITS,
    EDGES,
    EXPLORING,
    FRAME,
    JUDGED,
    LANE_COUNT,
    LOCK,
    LONGEST,
    MOST_EDGES,
    MOST_NODES,
    MOVE_LIST,
    NODE_COUNT,
    NODE_FIRST,
    NODE_PLIES,
    NODE_PROOF,
    NODE_RECORD,
    NODE_TABLE,
    NODE_VISITS,
    NODES,
    ONE,
    OUTCOME_COUNT,
    PATH_EDGE,
    PATH_LENGTH,
    PATH_NODE,
    PHASES,
    PROVING,
    ROLES,
    ROOT,
    ROUNDS,
    SIZE,
    STOP,
    SUMS,
    TABLE_MASK,
    VALUES,
)
from spielwerk.languages.gdl.search.routines.positions import (
    advance,
    as_whole,
    chance_of,
    collect,
    copy_record,
    first_lane,
    hash_of,
    judge,
    judge_change,
    list_moves,
    logarithm,
    mean_values,
    mover_of,
    outcome_of,
    phase_of_record,
    play_lanes,
    same_facts,
)

_NOTHING = -1.0
_PATIENCE = 100_000
"""How often a thread that finds everything under work tries again."""


def plant(g: Longs, t: Longs, w: Longs, record: Longs) -> int:
    """Make a position the root; answers its node, or -1 where there is no room."""
    node = find(g, t, record)
    if node < 0:
        node = add_node(g, t, record)
        if node >= 0:
            expand(g, t, w, node)
    t[ROOT] = node
    return node


def transplant(g: Longs, t: Longs, new: Longs, renamed: Ints) -> None:
    """Copy all that can be reached from the root into an empty tree.

    ``renamed`` has room for a number a node, and holds -1 everywhere.
    """
    size = g[SIZE]
    records = longs(t[NODE_RECORD])
    old_of = ints(new[NODE_FIRST])
    # Until a node's turn comes, the place of its first edge holds its old number.
    renamed[t[ROOT]] = add_node(g, new, past(records, t[ROOT] * size))
    old_of[0] = t[ROOT]
    new[ROOT] = 0
    node = 0
    while node < new[NODES]:
        old = old_of[node]
        count = ints(t[NODE_COUNT])[old]
        first = ints(t[NODE_FIRST])[old]
        start = new[EDGES]
        new[EDGES] = start + max(count, 0)
        ints(new[NODE_COUNT])[node] = count
        ints(new[NODE_FIRST])[node] = start
        ints(new[NODE_VISITS])[node] = ints(t[NODE_VISITS])[old]
        ints(new[NODE_PROOF])[node] = ints(t[NODE_PROOF])[old]
        ints(new[NODE_PLIES])[node] = ints(t[NODE_PLIES])[old]
        for i in range(count):
            edge = first + i
            child = ints(t[EDGE_CHILD])[edge]
            if child >= 0:
                if renamed[child] < 0:
                    renamed[child] = add_node(g, new, past(records, child * size))
                    old_of[renamed[child]] = child
                child = renamed[child]
            shorts(new[EDGE_MOVE])[start + i] = shorts(t[EDGE_MOVE])[edge]
            ints(new[EDGE_CHILD])[start + i] = child
            ints(new[EDGE_VISITS])[start + i] = ints(t[EDGE_VISITS])[edge]
            longs(new[EDGE_TOTAL])[start + i] = longs(t[EDGE_TOTAL])[edge]
            ints(new[EDGE_PROOF])[start + i] = ints(t[EDGE_PROOF])[edge]
            ints(new[EDGE_PLIES])[start + i] = ints(t[EDGE_PLIES])[edge]
        node += 1


def grow(g: Longs, t: Longs, w: Longs, rounds: int) -> int:
    """Make so many rounds, fewer if told to stop or if there is nothing left to do."""
    made = 0
    waits = 0
    proofs = ints(t[NODE_PROOF])
    while made < rounds and waits < _PATIENCE and watched(t, STOP) == 0:
        root = t[ROOT]
        full = t[NODES] + 64 >= t[MOST_NODES] or t[EDGES] + 64 * 1024 >= t[MOST_EDGES]
        if full or proofs[root] >= 0 or t[BROKEN] != 0:
            break
        if one_round(g, t, w):
            made += 1
            waits = 0
        else:
            waits += 1
    return made


def one_round(g: Longs, t: Longs, w: Longs) -> bool:
    """One descent and what it teaches; false where somebody else is at work at its end."""
    counts = ints(t[NODE_COUNT])
    proofs = ints(t[NODE_PROOF])
    visits = ints(t[NODE_VISITS])
    edge_visits = ints(t[EDGE_VISITS])
    children = ints(t[EDGE_CHILD])
    moves = shorts(t[EDGE_MOVE])
    path = ints(w[PATH_NODE])
    taken = ints(w[PATH_EDGE])
    records = longs(t[NODE_RECORD])
    values = floats(w[VALUES])
    buffer = longs(w[BUFFER])
    size = g[SIZE]
    depth = 0
    lock(t, LOCK)
    node = t[ROOT]
    while True:
        if proofs[node] >= 0:
            proven_values(g, proofs[node], w)
            break
        if counts[node] < 0:
            take_back(t, w, depth)
            unlock(t, LOCK)
            return False
        if counts[node] == 0:
            end_values(g, past(records, node * size), w)
            break
        if depth == PATH_LENGTH:
            for role in range(g[ROLES]):
                values[role] = 0.5
            break
        edge = pick(g, t, node)
        path[depth] = node
        taken[depth] = edge
        depth += 1
        visits[node] += 1
        edge_visits[edge] += 1
        if children[edge] < 0:
            unlock(t, LOCK)
            list_ = shorts(w[MOVE_LIST])
            list_[0] = moves[edge]
            advance(g, w, past(records, node * size), list_, 1, 0)
            collect(g, w, 1, 0, size, buffer, size)
            lock(t, LOCK)
            if children[edge] < 0:
                child = find(g, t, buffer)
                if child < 0:
                    child = add_node(g, t, buffer)
                    if child < 0:
                        take_back(t, w, depth)
                        unlock(t, LOCK)
                        return False
                    children[edge] = child
                    unlock(t, LOCK)
                    expand(g, t, w, child)
                    lock(t, LOCK)
                    break
                children[edge] = child
        node = children[edge]
    learn(g, t, w, depth)
    t[ROUNDS] += 1
    unlock(t, LOCK)
    return True


def pick(g: Longs, t: Longs, node: int) -> int:
    """The edge to try next."""
    first = ints(t[NODE_FIRST])[node]
    count = ints(t[NODE_COUNT])[node]
    visits = ints(t[EDGE_VISITS])
    totals = longs(t[EDGE_TOTAL])
    proofs = ints(t[EDGE_PROOF])
    record = past(longs(t[NODE_RECORD]), node * g[SIZE])
    first_role = mover_of(g, record) == 0
    n = float(max(ints(t[NODE_VISITS])[node], 1))
    bonus = 0.000001 * float(t[EXPLORING]) * sqrt(logarithm(n))
    best = first
    best_score = -1.0
    for edge in range(first, first + count):
        tried = float(max(visits[edge], 1))
        worth = float(totals[edge]) / (tried * float(ONE))
        score = worth + bonus / sqrt(tried)
        if proofs[edge] >= 0:
            known = proofs[edge] if first_role else 100 - proofs[edge]
            score = -0.5 if known == 0 else 0.01 * float(known) + bonus / sqrt(tried)
        if score > best_score:
            best_score = score
            best = edge
    return best


def take_back(t: Longs, w: Longs, depth: int) -> None:
    """Forget a descent that came to nothing."""
    visits = ints(t[NODE_VISITS])
    edge_visits = ints(t[EDGE_VISITS])
    path = ints(w[PATH_NODE])
    taken = ints(w[PATH_EDGE])
    for i in range(depth):
        visits[path[i]] -= 1
        edge_visits[taken[i]] -= 1


def learn(g: Longs, t: Longs, w: Longs, depth: int) -> None:
    """Add what came of a descent, and draw what is proven by it."""
    path = ints(w[PATH_NODE])
    taken = ints(w[PATH_EDGE])
    totals = longs(t[EDGE_TOTAL])
    records = longs(t[NODE_RECORD])
    values = floats(w[VALUES])
    for back in range(depth):
        i = depth - 1 - back
        mover = mover_of(g, past(records, path[i] * g[SIZE]))
        totals[taken[i]] += as_whole(values[mover])
        if t[PROVING]:
            prove(g, t, path[i], taken[i])


def prove(g: Longs, t: Longs, node: int, edge: int) -> None:
    """What follows for a node from what is known of the node behind one of its edges."""
    child = ints(t[EDGE_CHILD])[edge]
    proofs = ints(t[NODE_PROOF])
    if child >= 0:
        if proofs[child] < 0 or proofs[node] >= 0:
            return
        ints(t[EDGE_PROOF])[edge] = proofs[child]
        ints(t[EDGE_PLIES])[edge] = ints(t[NODE_PLIES])[child]
        conclude(g, t, node)


def conclude(g: Longs, t: Longs, node: int) -> None:
    """Prove a node that has a won move, or of which all moves are proven."""
    first = ints(t[NODE_FIRST])[node]
    count = ints(t[NODE_COUNT])[node]
    edge_proofs = ints(t[EDGE_PROOF])
    edge_plies = ints(t[EDGE_PLIES])
    record = past(longs(t[NODE_RECORD]), node * g[SIZE])
    first_role = mover_of(g, record) == 0
    best = -1
    plies = 0
    open_ = 0
    for edge in range(first, first + count):
        proof = edge_proofs[edge]
        if proof < 0:
            open_ += 1
        else:
            known = proof if first_role else 100 - proof
            sooner = edge_plies[edge] < plies if known == 100 else edge_plies[edge] > plies
            if known > best or (known == best and sooner):
                best = known
                plies = edge_plies[edge]
    if best == 100 or open_ == 0:
        ints(t[NODE_PROOF])[node] = best if first_role else 100 - best
        ints(t[NODE_PLIES])[node] = plies + 1


def proven_values(g: Longs, proof: int, w: Longs) -> None:
    values = floats(w[VALUES])
    values[0] = 0.01 * float(proof)
    if g[ROLES] > 1:
        values[1] = 1.0 - values[0]


def end_values(g: Longs, record: Longs, w: Longs) -> None:
    values = floats(w[VALUES])
    for role in range(g[ROLES]):
        values[role] = 0.01 * float(outcome_of(g, record, role))


def find(g: Longs, t: Longs, record: Longs) -> int:
    """The node of a position, -1 if it has none."""
    table = ints(t[NODE_TABLE])
    records = longs(t[NODE_RECORD])
    slot = hash_of(g, record) & t[TABLE_MASK]
    while table[slot] != 0:
        node = table[slot] - 1
        if same_facts(g, past(records, node * g[SIZE]), record):
            return node
        slot = (slot + 1) & t[TABLE_MASK]
    return -1


def add_node(g: Longs, t: Longs, record: Longs) -> int:
    """A node for a position that has none; -1 where there is no room."""
    node = t[NODES]
    if node >= t[MOST_NODES]:
        return -1
    t[NODES] = node + 1
    table = ints(t[NODE_TABLE])
    slot = hash_of(g, record) & t[TABLE_MASK]
    while table[slot] != 0:
        slot = (slot + 1) & t[TABLE_MASK]
    table[slot] = node + 1
    copy_record(g, record, past(longs(t[NODE_RECORD]), node * g[SIZE]))
    ints(t[NODE_COUNT])[node] = -1
    ints(t[NODE_VISITS])[node] = 0
    ints(t[NODE_PROOF])[node] = -1
    ints(t[NODE_PLIES])[node] = 0
    return node


def check_sum(g: Longs, t: Longs, record: Longs) -> None:
    """Where a match ended otherwise than by a fixed sum nothing can be proven after all."""
    if t[PROVING] and g[ROLES] == 2 and outcome_of(g, record, 0) + outcome_of(g, record, 1) != 100:
        t[PROVING] = 0
        proofs = ints(t[NODE_PROOF])
        for node in range(t[NODES]):
            proofs[node] = -1
        edge_proofs = ints(t[EDGE_PROOF])
        for edge in range(t[EDGES]):
            edge_proofs[edge] = -1


def expand(g: Longs, t: Longs, w: Longs, node: int) -> None:
    """Give a new node its edges, and find out what it is worth."""
    size = g[SIZE]
    record = past(longs(t[NODE_RECORD]), node * size)
    standing = record[size - 1]
    values = floats(w[VALUES])
    if ushr(standing, OVER) & 1:
        end_values(g, record, w)
        lock(t, LOCK)
        check_sum(g, t, record)
        ints(t[NODE_COUNT])[node] = 0
        if t[PROVING]:
            ints(t[NODE_PROOF])[node] = outcome_of(g, record, 0)
        unlock(t, LOCK)
        return
    if ushr(standing, JOINT) & 1:
        t[BROKEN] = 1
        for role in range(g[ROLES]):
            values[role] = 0.5
        return
    moves = shorts(w[MOVE_LIST])
    count = list_moves(g, record, moves)
    explore_all(g, t, w, record, count)
    lock(t, LOCK)
    first = t[EDGES]
    t[EDGES] = first + count
    sums = floats(w[SUMS])
    buffer = longs(w[BUFFER])
    edge_moves = shorts(t[EDGE_MOVE])
    children = ints(t[EDGE_CHILD])
    edge_visits = ints(t[EDGE_VISITS])
    totals = longs(t[EDGE_TOTAL])
    edge_proofs = ints(t[EDGE_PROOF])
    edge_plies = ints(t[EDGE_PLIES])
    mover = mover_of(g, record)
    over = 0
    for i in range(count):
        edge = first + i
        edge_moves[edge] = moves[i]
        children[edge] = -1
        edge_visits[edge] = 1
        totals[edge] = as_whole(sums[8 * i + mover])
        edge_proofs[edge] = -1
        edge_plies[edge] = 0
        child = past(buffer, i * size)
        if ushr(child[size - 1], OVER) & 1:
            check_sum(g, t, child)
            if t[PROVING]:
                edge_proofs[edge] = outcome_of(g, child, 0)
                over += 1
    ints(t[NODE_FIRST])[node] = first
    ints(t[NODE_VISITS])[node] = count
    ints(t[NODE_COUNT])[node] = count
    if over:
        conclude(g, t, node)
    proof = ints(t[NODE_PROOF])[node]
    unlock(t, LOCK)
    if proof >= 0:
        proven_values(g, proof, w)
    else:
        weigh(g, w, count, mover)


def explore_all(g: Longs, t: Longs, w: Longs, record: Longs, count: int) -> None:
    """The records of all successors in BUFFER, what random matches brought each of them in SUMS."""
    size = g[SIZE]
    moves = shorts(w[MOVE_LIST])
    buffer = longs(w[BUFFER])
    sums = floats(w[SUMS])
    phase = phase_of_record(g, record) + 1
    if phase == g[PHASES]:
        phase = 0
    judged = g[JUDGED]
    score = judge(g, record) if judged else 0
    for begin in range(0, count, LANE_COUNT):
        some = min(LANE_COUNT, count - begin)
        own = past(buffer, begin * size)
        if judged:
            advance(g, w, record, past(moves, begin), some, 0)
            collect(g, w, some, 0, size, own, size)
        advance(g, w, record, past(moves, begin), some, 1)
        if not judged:
            standings(g, w, some, own)
        play_lanes(g, w, phase, t[LONGEST])
        for i in range(some):
            values = past(sums, 8 * (begin + i))
            chance = 0.5
            if judged:
                chance = chance_of(g, judge_change(g, record, score, past(own, i * size)))
            mean_values(g, w, first_lane(i, some), first_lane(i + 1, some), chance, values)
            over = ushr(past(own, i * size)[size - 1], OVER) & 1
            if judged and not over:
                blend = 0.001 * float(t[BLEND])
                values[0] = (1.0 - blend) * values[0] + blend * chance
                if g[ROLES] == 2:
                    values[1] = (1.0 - blend) * values[1] + blend * (1.0 - chance)


def standings(g: Longs, w: Longs, count: int, out: Longs) -> None:
    """The last words of the records of successors that share the lanes, each in its place."""
    size = g[SIZE]
    for i in range(count):
        out[i * size + size - 1] = standing_of(g, w, first_lane(i, count))


def standing_of(g: Longs, w: Longs, lane: int) -> int:
    """The last word of the record in a lane."""
    frame = longs(w[FRAME])
    row = 512 * (g[SIZE] - 1) + (lane >> 6)
    standing = 0
    for bit in range(OUTCOMES + g[OUTCOME_COUNT]):
        standing = standing | ((ushr(frame[row + 8 * bit], lane & 63) & 1) << bit)
    return standing


def weigh(g: Longs, w: Longs, count: int, mover: int) -> None:
    """What a position is worth: between its best move, which is where random matches are lucky,
    and the mean of all, which is what random players would make of it."""
    sums = floats(w[SUMS])
    values = floats(w[VALUES])
    best = 0
    for i in range(count):
        if sums[8 * i + mover] > sums[8 * best + mover]:
            best = i
    for role in range(g[ROLES]):
        total = 0.0
        for i in range(count):
            total = total + sums[8 * i + role]
        values[role] = 0.5 * (sums[8 * best + role] + total / float(count))
