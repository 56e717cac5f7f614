"""Wide conjunctions made of gates with two inputs, as few as can be found quickly.

A network goes in and gates come out. Pairs of literals that stand together in several conjunctions
become one gate for all of them, the most frequent pair first (a disjunction is a negated
conjunction here, so pairs of alternatives are shared in just the same way). What is left of a
conjunction becomes a balanced tree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from heapq import heapify, heappop, heappush
from itertools import combinations

from spielwerk.languages.gdl.circuit.budget import Meter
from spielwerk.languages.gdl.circuit.network import Network
from spielwerk.languages.gdl.circuit.rewrite import places, sorted_nodes

_MAX_WIDTH = 100
"""Conjunctions wider than this are not searched for pairs."""


class Gates:
    """Conjunctions of two literals each, numbered from ``first``; each is made once."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.inputs: list[tuple[int, int]] = []
        self._levels: list[int] = []
        self._known: dict[tuple[int, int], int] = {}

    def level(self, literal: int) -> int:
        """How many gates lie above each other up to this literal."""
        gate = (literal >> 1) - self.first
        return self._levels[gate] if gate >= 0 else 0

    def both(self, a: int, b: int) -> int:
        """The literal of a conjunction."""
        key = (a, b) if a < b else (b, a)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = 2 * (self.first + len(self.inputs))
            self.inputs.append(key)
            self._levels.append(1 + max(self.level(a), self.level(b)))
        return found

    def all_of(self, literals: Iterable[int]) -> int:
        """The literal of a wide conjunction, as a tree that is as flat as can be."""
        heap = [(self.level(literal), literal) for literal in literals]
        heapify(heap)
        while len(heap) > 1:
            joined = self.both(heappop(heap)[1], heappop(heap)[1])
            heappush(heap, (self.level(joined), joined))
        return heap[0][1]


def paired(network: Network, roots: Iterable[int], meter: Meter) -> tuple[Gates, dict[int, int]]:
    """Gates for all nodes below ``roots``, and for each such node its literal.

    Facts, moves and loops keep their node numbers; gates are numbered after all nodes.
    """
    order = sorted_nodes(network, roots)
    wide = _wide(network, order)
    first_pair = len(network.members)
    pairs = _share(wide, first_pair, meter)
    gates = Gates(first_pair)
    leaves = range(network.first_move + sum(network.moves))
    literals = {node: 2 * node for node in (*leaves, *network.definitions)}
    todo = [node for node in reversed(order) if node in wide]
    while todo:
        node = todo.pop()
        if node in literals:
            continue
        members = wide[node] if node < first_pair else pairs[node - first_pair]
        missing = [m >> 1 for m in members if m >> 1 not in literals]
        if missing:
            todo += [node, *missing]
        else:
            literals[node] = gates.all_of(literals[m >> 1] ^ (m & 1) for m in members)
    for node in order:
        if node in network.sets and node in wide:
            literals[node] ^= 1
    return gates, literals


def _wide(network: Network, order: Iterable[int]) -> dict[int, set[int]]:
    """For each node that takes gates its members.

    A set of moves is a disjunction; until its gates are made, its node means the negation of it.
    """
    sets = {node for node in order if node in network.sets}
    wide = {
        node: {literal ^ (literal >> 1 in sets) for literal in network.members[node]}
        for node in order
        if network.members[node]
    }
    by_size = sorted(sets, key=lambda node: network.sets[node][1].bit_count())
    for place, node in enumerate(by_size):
        role, rest = network.sets[node]
        members: set[int] = set()
        for smaller in reversed(by_size[:place]):
            other, bits = network.sets[smaller]
            if other == role and not bits & ~rest and bits:
                members.add(2 * smaller)
                rest ^= bits
        first = network.first_move + sum(network.moves[:role])
        wide[node] = members | {2 * (first + move) + 1 for move in places(rest)}
    return wide


def _share(wide: dict[int, set[int]], first_pair: int, meter: Meter) -> list[tuple[int, int]]:
    """Replace the most frequent pairs by nodes of their own, numbered from ``first_pair``."""
    users: dict[int, set[int]] = {}
    counts: Counter[tuple[int, int]] = Counter()
    for node, members in wide.items():
        if len(members) <= _MAX_WIDTH:
            for literal in members:
                users.setdefault(literal, set()).add(node)
            counts.update(combinations(sorted(members), 2))
    pairs: list[tuple[int, int]] = []
    heap = [(-count, pair) for pair, count in counts.items() if count > 1]
    heapify(heap)
    while heap:
        count, pair = heappop(heap)
        if -count != counts[pair]:
            if counts[pair] > 1:
                heappush(heap, (-counts[pair], pair))
            continue
        a, b = pair
        joined = 2 * (first_pair + len(pairs))
        pairs.append(pair)
        both = users[a] & users[b]
        users[a] -= both
        users[b] -= both
        users[joined] = both
        for node in both:
            members = wide[node]
            members -= {a, b}
            for other in members:
                counts[_ordered(a, other)] -= 1
                counts[_ordered(b, other)] -= 1
                counts[other, joined] += 1
            members.add(joined)
        counts[pair] = 0
        new = {other for node in both for other in wide[node]} - {joined}
        for other in new:
            if counts[other, joined] > 1:
                heappush(heap, (-counts[other, joined], (other, joined)))
        if len(pairs) % 1000 == 0:
            meter.check("Sharing gates", gates=len(pairs))
    return pairs


def _ordered(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)
