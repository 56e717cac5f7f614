"""In which order gates run, and where the line is cut into functions.

Gates are walked depth-first from what is wanted, so that a value is read soon after it was made.
A chunk becomes one native function; it ends where the fewest values are on their way. A cycle is
a chunk of its own that repeats.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from spielwerk.languages.gdl.kernels.fusion import Fused

_SHORTEST, _LONGEST = 40, 200
"""Gates in a chunk. In longer ones the compiler spreads values over more registers than there
are, and takes longer to do so; shorter ones hand more values over in memory."""


@dataclass(slots=True)
class Chunk:
    """Gates that run in this order; a cycle repeats until ``ring`` no longer changes."""

    gates: list[int]
    ring: dict[int, int] = field(default_factory=dict)
    """For each node fed back its literal of the next round."""


class Order:
    """Appends gates in the order they are asked for, each after what it reads."""

    def __init__(self, fused: Fused, rings: Sequence[Mapping[int, int]]) -> None:
        self._fanin = fused.fanin
        self._rings = rings
        self._bodies = [_body(fused.fanin, ring) for ring in rings]
        self._loop = {
            node: number
            for number, (ring, body) in enumerate(zip(rings, self._bodies, strict=True))
            for node in (*ring, *body)
        }
        self._done = {0}
        self._chunks = [Chunk([])]

    def want(self, node: int) -> None:
        """Append a gate and everything before it that is not there yet."""
        todo = [node]
        while todo:
            node = todo[-1]
            loop = self._loop.get(node)
            before = self._fanin[node] if loop is None else self._outside(loop)
            missing = [other for other in before if other not in self._done]
            if node in self._done:
                todo.pop()
            elif missing:
                todo += reversed(missing)
            elif loop is None:
                self._append(todo.pop())
            else:
                self._repeat(loop)

    def take(self) -> list[Chunk]:
        """The chunks of all that was wanted since the last time."""
        chunks, self._chunks = self._chunks, [Chunk([])]
        parts = [part for chunk in chunks for part in ([chunk] if chunk.ring else self._cut(chunk))]
        return parts or [Chunk([])]

    def _append(self, node: int) -> None:
        self._done.add(node)
        if self._fanin[node]:
            self._chunks[-1].gates.append(node)

    def _repeat(self, loop: int) -> None:
        ring, body = self._rings[loop], self._bodies[loop]
        self._chunks += [Chunk(list(body), dict(ring)), Chunk([])]
        self._done.update(ring, body)

    def _outside(self, loop: int) -> list[int]:
        """What a cycle reads but does not make."""
        own = {*self._rings[loop], *self._bodies[loop]}
        read = [node for gate in self._bodies[loop] for node in self._fanin[gate]]
        read += [literal >> 1 for literal in self._rings[loop].values()]
        return [node for node in dict.fromkeys(read) if node not in own]

    def _cut(self, chunk: Chunk) -> list[Chunk]:
        gates, begin, parts = chunk.gates, 0, []
        waiting = self._waiting(gates)
        while len(gates) - begin > _LONGEST:
            ends = range(begin + _LONGEST, begin + _SHORTEST, -1)
            end = min(ends, key=waiting.__getitem__)
            parts.append(Chunk(gates[begin:end]))
            begin = end
        return [*parts, Chunk(gates[begin:])] if gates else []

    def _waiting(self, gates: Sequence[int]) -> list[int]:
        """For each place between gates, how many values made before are read after."""
        made = {gate: place for place, gate in enumerate(gates)}
        last = {node: place for place, gate in enumerate(gates) for node in self._fanin[gate]}
        change = [0] * (len(gates) + 2)
        for gate, place in made.items():
            if gate in last:
                change[place + 1] += 1
                change[last[gate] + 1] -= 1
        total, waiting = 0, []
        for difference in change:
            total += difference
            waiting.append(total)
        return waiting


def _body(fanin: Sequence[tuple[int, ...]], ring: Mapping[int, int]) -> list[int]:
    """The gates of a cycle: what the ring needs and what depends on it, in order."""
    needed: set[int] = set()
    todo = [literal >> 1 for literal in ring.values()]
    while todo:
        node = todo.pop()
        if node not in needed and node not in ring:
            needed.add(node)
            todo += fanin[node]
    inside, body = set(ring), []
    for node in sorted(needed):
        if not inside.isdisjoint(fanin[node]):
            inside.add(node)
            body.append(node)
    return body
