"""From a network to chunks of straight-line code that keep their values close.

Gates are fused into tables of three inputs where an inner one has no other reader, ordered
depth-first so that a value is read soon after it was made, and cut into chunks that each become
one native function. What one chunk makes and a later one reads gets a *slot* of the work
memory, free again after its last reader. A cycle is a chunk of its own that repeats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from spielwerk.languages.gdl.kernels.network import Network
from spielwerk.languages.gdl.kernels.tables import INPUTS, apply

__all__ = ["Chunk", "Place", "Schedule", "Stage", "schedule"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value lives in memory: a slot of the lanes' own state or of the work memory.

    Where many values of one lane share a word, ``bit`` says which is meant.
    """

    work: bool
    slot: int
    bit: int | None = None


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of the work: what it must leave behind, and what it had better begin with."""

    outputs: Sequence[tuple[int, Place]]
    """Literals and where they go."""
    early: Sequence[int] = ()
    """Literals to compute first, in this order, so that what they share need not be kept long."""


@dataclass(slots=True)
class Chunk:
    """Gates that run in this order; a cycle repeats until ``ring`` no longer changes."""

    gates: list[int] = field(default_factory=list)
    ring: dict[int, int] = field(default_factory=dict)
    """For each node fed back its literal of the next round."""
    stores: list[tuple[int, Place]] = field(default_factory=list)


@dataclass(slots=True)
class Schedule:
    """The chunks of each stage, and how large the work memory is."""

    table: list[int]
    fanin: list[tuple[int, ...]]
    home: dict[int, Place]
    stages: list[list[Chunk]]
    slots: int

    @property
    def gates(self) -> int:
        return sum(len(chunk.gates) for stage in self.stages for chunk in stage)


def schedule(
    network: Network,
    inputs: Mapping[int, Place],
    stages: Sequence[Stage],
    *,
    size: int,
    reserved: int = 0,
) -> Schedule:
    """Chunks of at most ``size`` gates; work slots below ``reserved`` are left alone."""
    outputs = [literal for stage in stages for literal, _ in stage.outputs]
    table, fanin, readers = _fuse(network, outputs)
    order = _Order(fanin, readers, network.rings, size)
    chunks = [order.stage(stage) for stage in stages]
    return _place(Schedule(table, fanin, dict(inputs), chunks, reserved), stages)


def _fuse(
    network: Network, outputs: Sequence[int]
) -> tuple[list[int], list[tuple[int, ...]], list[int]]:
    """Tables and inputs of larger gates, and how often each is read: never, if it was fused."""
    table, fanin = list(network.table), list(network.fanin)
    rings = [literal for ring in network.rings for literal in ring.values()]
    readers = _readers(fanin, [*outputs, *rings])
    for node in range(len(table)):
        if not (fanin[node] and readers[node]):
            continue
        while inner := _absorbable(fanin, readers, node):
            leaves = sorted(({*fanin[node]} - {inner}) | {*fanin[inner]})
            pattern = dict(zip(leaves, INPUTS, strict=False))
            pattern[inner] = _over(table[inner], fanin[inner], pattern)
            table[node] = _over(table[node], fanin[node], pattern)
            for leaf in {*fanin[inner]} & {*fanin[node]}:
                readers[leaf] -= 1
            readers[inner] = 0
            fanin[node] = tuple(leaves)
    return table, fanin, readers


def _readers(fanin: Sequence[tuple[int, ...]], outputs: Iterable[int]) -> list[int]:
    """How often each node is read by what the outputs need."""
    readers = [0] * len(fanin)
    todo = [literal >> 1 for literal in outputs]
    while todo:
        node = todo.pop()
        readers[node] += 1
        if readers[node] == 1:
            todo += fanin[node]
    return readers


def _absorbable(fanin: Sequence[tuple[int, ...]], readers: Sequence[int], node: int) -> int | None:
    own = {*fanin[node]}
    for inner in fanin[node]:
        if fanin[inner] and readers[inner] == 1 and len((own - {inner}) | {*fanin[inner]}) <= 3:
            return inner
    return None


def _over(table: int, nodes: Sequence[int], pattern: Mapping[int, int]) -> int:
    inputs = [pattern[node] for node in nodes]
    return apply(table, *inputs, *[0] * (3 - len(inputs)))


class _Order:
    """Walks depth-first from what is wanted and appends gates to chunks."""

    def __init__(
        self,
        fanin: Sequence[tuple[int, ...]],
        readers: Sequence[int],
        rings: Sequence[Mapping[int, int]],
        size: int,
    ) -> None:
        self.fanin, self.readers, self.rings, self.size = fanin, readers, rings, size
        self.done = {0}
        self.bodies = [_body(fanin, ring) for ring in rings]
        self.loop = {
            node: number
            for number, (ring, body) in enumerate(zip(rings, self.bodies, strict=True))
            for node in (*ring, *body)
        }

    def stage(self, stage: Stage) -> list[Chunk]:
        self.chunks = [Chunk()]
        for literal in stage.early:
            if self.readers[literal >> 1]:
                self._want(literal >> 1)
        for literal, _ in stage.outputs:
            self._want(literal >> 1)
        return [chunk for chunk in self.chunks if chunk.gates or chunk.ring] or [Chunk()]

    def _want(self, wanted: int) -> None:
        todo = [wanted]
        while todo:
            node = todo[-1]
            if node in self.done:
                todo.pop()
                continue
            loop = self.loop.get(node)
            before = self._outside(loop) if loop is not None else self.fanin[node]
            missing = [other for other in before if other not in self.done]
            if missing:
                todo += reversed(missing)
                continue
            todo.pop()
            if loop is not None:
                self._repeat(loop)
            else:
                self.done.add(node)
                if self.fanin[node]:
                    self._append(node)

    def _outside(self, loop: int) -> list[int]:
        """What a cycle reads but does not make."""
        own = {*self.rings[loop], *self.bodies[loop]}
        read = [node for gate in self.bodies[loop] for node in self.fanin[gate]]
        read += [literal >> 1 for literal in self.rings[loop].values()]
        return [node for node in dict.fromkeys(read) if node not in own]

    def _append(self, node: int) -> None:
        if len(self.chunks[-1].gates) >= self.size:
            self.chunks.append(Chunk())
        self.chunks[-1].gates.append(node)

    def _repeat(self, loop: int) -> None:
        ring, body = self.rings[loop], self.bodies[loop]
        self.chunks.append(Chunk(list(body), dict(ring)))
        self.chunks.append(Chunk())
        self.done.update(ring, body)


def _body(fanin: Sequence[tuple[int, ...]], ring: Mapping[int, int]) -> list[int]:
    """The gates of a cycle: what the ring needs and what depends on it, in order."""
    needed: set[int] = set()
    todo = [literal >> 1 for literal in ring.values()]
    while todo:
        node = todo.pop()
        if node not in needed and node not in ring:
            needed.add(node)
            todo += fanin[node]
    inside: set[int] = set(ring)
    body = []
    for node in sorted(needed):
        if not inside.isdisjoint(fanin[node]):
            inside.add(node)
            body.append(node)
    return body


def _place(plan: Schedule, stages: Sequence[Stage]) -> Schedule:
    """Give slots to values that outlive their chunk, and put the stages' outputs in place."""
    chunks = [chunk for stage in plan.stages for chunk in stage]
    made = {node: i for i, chunk in enumerate(chunks) for node in (*chunk.gates, *chunk.ring)}
    last: dict[int, int] = {}
    for i, chunk in enumerate(chunks):
        for node in _reads(plan, chunk):
            last[node] = i
    _put_outputs(plan, stages, made, last)
    free: list[int] = []
    ending: dict[int, list[int]] = {}
    for i, chunk in enumerate(chunks):
        for node in (*chunk.ring, *chunk.gates):
            if last.get(node, -1) > i or node in chunk.ring:
                slot = free.pop() if free else plan.slots
                plan.slots = max(plan.slots, slot + 1)
                plan.home[node] = Place(work=True, slot=slot)
                if node not in chunk.ring:
                    chunk.stores.append((2 * node, plan.home[node]))
                ending.setdefault(max(i, last.get(node, -1)), []).append(slot)
        free += ending.pop(i, [])
    return plan


def _put_outputs(
    plan: Schedule, stages: Sequence[Stage], made: Mapping[int, int], last: dict[int, int]
) -> None:
    """Store each output as soon as its value is made and the place's old value was read.

    An input that goes to another place is moved at the very end, when all have been read.
    """
    owner = {place: node for node, place in plan.home.items()}
    chunks = [chunk for stage in plan.stages for chunk in stage]
    end = 0
    for stage, own in zip(stages, plan.stages, strict=True):
        begin, end = end, end + len(own)
        last |= {x >> 1: end - 1 for x, _ in stage.outputs if x >> 1 in plan.home}
        for literal, place in stage.outputs:
            node = literal >> 1
            ready = max(begin, made.get(node, 0), last.get(owner.get(place, 0), 0))
            chunks[ready].stores.append((literal, place))
            last[node] = max(last.get(node, 0), ready)


def _reads(plan: Schedule, chunk: Chunk) -> set[int]:
    reads = {node for gate in chunk.gates for node in plan.fanin[gate]}
    return reads | {literal >> 1 for literal in chunk.ring.values()}
