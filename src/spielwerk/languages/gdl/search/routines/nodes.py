"""The nodes of a tree: finding and adding them, and what is proven of them."""

from __future__ import annotations

from spielwerk.languages.gdl.search.dialect import (
    Ints,
    Longs,
    floats,
    ints,
    longs,
    past,
    publish,
    shorts,
)
from spielwerk.languages.gdl.search.routines import memory as at
from spielwerk.languages.gdl.search.routines.positions import (
    copy_record,
    hash_of,
    mover_of,
    outcome_of,
    same_facts,
)


def find(g: Longs, t: Longs, record: Longs) -> int:
    """The node of a position, -1 if it has none."""
    table = ints(t[at.NODE_TABLE])
    records = longs(t[at.NODE_RECORD])
    slot = hash_of(g, record) & t[at.TABLE_MASK]
    while table[slot] != 0:
        node = table[slot] - 1
        if same_facts(g, past(records, node * g[at.SIZE]), record):
            return node
        slot = (slot + 1) & t[at.TABLE_MASK]
    return -1


def add_node(g: Longs, t: Longs, record: Longs) -> int:
    """A node for a position that has none; -1 where there is no room."""
    node = t[at.NODES]
    if node >= t[at.MOST_NODES]:
        return -1
    t[at.NODES] = node + 1
    table = ints(t[at.NODE_TABLE])
    slot = hash_of(g, record) & t[at.TABLE_MASK]
    while table[slot] != 0:
        slot = (slot + 1) & t[at.TABLE_MASK]
    table[slot] = node + 1
    copy_record(g, record, past(longs(t[at.NODE_RECORD]), node * g[at.SIZE]))
    ints(t[at.NODE_COUNT])[node] = -1
    ints(t[at.NODE_VISITS])[node] = 0
    ints(t[at.NODE_PROOF])[node] = -1
    ints(t[at.NODE_PLIES])[node] = 0
    return node


def transplant(g: Longs, t: Longs, new: Longs, renamed: Ints) -> None:
    """Copy all that can be reached from the root into an empty tree.

    ``renamed`` has room for a number a node, and holds -1 everywhere.
    """
    size = g[at.SIZE]
    records = longs(t[at.NODE_RECORD])
    old_of = ints(new[at.NODE_FIRST])
    # Until a node's turn comes, the place of its first edge holds its old number.
    renamed[t[at.ROOT]] = add_node(g, new, past(records, t[at.ROOT] * size))
    old_of[0] = t[at.ROOT]
    new[at.ROOT] = 0
    node = 0
    while node < new[at.NODES]:
        old = old_of[node]
        count = ints(t[at.NODE_COUNT])[old]
        first = ints(t[at.NODE_FIRST])[old]
        start = new[at.EDGES]
        new[at.EDGES] = start + max(count, 0)
        ints(new[at.NODE_COUNT])[node] = count
        ints(new[at.NODE_FIRST])[node] = start
        ints(new[at.NODE_VISITS])[node] = ints(t[at.NODE_VISITS])[old]
        ints(new[at.NODE_PROOF])[node] = ints(t[at.NODE_PROOF])[old]
        ints(new[at.NODE_PLIES])[node] = ints(t[at.NODE_PLIES])[old]
        for i in range(count):
            edge = first + i
            child = ints(t[at.EDGE_CHILD])[edge]
            if child >= 0:
                if renamed[child] < 0:
                    renamed[child] = add_node(g, new, past(records, child * size))
                    old_of[renamed[child]] = child
                child = renamed[child]
            shorts(new[at.EDGE_MOVE])[start + i] = shorts(t[at.EDGE_MOVE])[edge]
            ints(new[at.EDGE_CHILD])[start + i] = child
            ints(new[at.EDGE_VISITS])[start + i] = ints(t[at.EDGE_VISITS])[edge]
            longs(new[at.EDGE_TOTAL])[start + i] = longs(t[at.EDGE_TOTAL])[edge]
            ints(new[at.EDGE_PROOF])[start + i] = ints(t[at.EDGE_PROOF])[edge]
            ints(new[at.EDGE_PLIES])[start + i] = ints(t[at.EDGE_PLIES])[edge]
            floats(new[at.EDGE_ANY_COUNT])[start + i] = floats(t[at.EDGE_ANY_COUNT])[edge]
            floats(new[at.EDGE_ANY_SUM])[start + i] = floats(t[at.EDGE_ANY_SUM])[edge]
        node += 1


def provable(t: Longs, node: int, edge: int) -> bool:
    """Whether something may follow for a node from what is known behind one of its edges."""
    child = ints(t[at.EDGE_CHILD])[edge]
    proofs = ints(t[at.NODE_PROOF])
    return t[at.PROVING] != 0 and child >= 0 and proofs[child] >= 0 and proofs[node] < 0


def prove(g: Longs, t: Longs, node: int, edge: int) -> None:
    """What follows for a node from what is known of the node behind one of its edges."""
    if provable(t, node, edge):
        child = ints(t[at.EDGE_CHILD])[edge]
        ints(t[at.EDGE_PROOF])[edge] = ints(t[at.NODE_PROOF])[child]
        ints(t[at.EDGE_PLIES])[edge] = ints(t[at.NODE_PLIES])[child]
        conclude(g, t, node, ints(t[at.NODE_COUNT])[node])


def conclude(g: Longs, t: Longs, node: int, count: int) -> None:
    """Prove a node with so many edges that has a won move, or of which all moves are proven."""
    first = ints(t[at.NODE_FIRST])[node]
    edge_proofs = ints(t[at.EDGE_PROOF])
    edge_plies = ints(t[at.EDGE_PLIES])
    record = past(longs(t[at.NODE_RECORD]), node * g[at.SIZE])
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
        ints(t[at.NODE_PLIES])[node] = plies + 1
        publish(ints(t[at.NODE_PROOF]), node, best if first_role else 100 - best)


def check_sum(g: Longs, t: Longs, record: Longs) -> None:
    """Where a match ended otherwise than by a fixed sum nothing can be proven after all."""
    if (
        t[at.PROVING]
        and g[at.ROLES] == 2
        and outcome_of(g, record, 0) + outcome_of(g, record, 1) != 100
    ):
        t[at.PROVING] = 0
        proofs = ints(t[at.NODE_PROOF])
        for node in range(t[at.NODES]):
            proofs[node] = -1
        edge_proofs = ints(t[at.EDGE_PROOF])
        for edge in range(t[at.EDGES]):
            edge_proofs[edge] = -1


def proven_values(g: Longs, proof: int, w: Longs) -> None:
    values = floats(w[at.VALUES])
    values[0] = 0.01 * float(proof)
    if g[at.ROLES] > 1:
        values[1] = 1.0 - values[0]


def end_values(g: Longs, record: Longs, w: Longs) -> None:
    values = floats(w[at.VALUES])
    for role in range(g[at.ROLES]):
        values[role] = 0.01 * float(outcome_of(g, record, role))
