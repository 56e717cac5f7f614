"""From a network to chunks of straight-line code, and where in memory their values live.

What one chunk makes and a later one reads gets a *slot* of the work memory, which is free again
after its last reader: the fewer slots, the closer they are to the processor.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from spielwerk.languages.gdl.kernels.fusion import Fused, fuse
from spielwerk.languages.gdl.kernels.network import GateTable
from spielwerk.languages.gdl.kernels.order import Chunk, Order


@dataclass(frozen=True, slots=True)
class MemoryPlace:
    """Where a value lives in memory: a slot of the lanes' own state or of the work memory.

    Where many values of one lane share a word, ``bit`` says which is meant.
    """

    work: bool
    slot: int
    bit: int | None = None


@dataclass(frozen=True, slots=True)
class WorkStage:
    """A part of the work: what it must leave behind, and what it had better begin with."""

    outputs: Sequence[tuple[int, MemoryPlace]]
    """Literals and where they go."""
    early: Sequence[int] = ()
    """Literals to compute first, in this order, so that what they share need not be kept long."""


@dataclass(slots=True)
class StoredChunk:
    """A chunk with what it leaves in memory."""

    chunk: Chunk
    stores: list[tuple[int, MemoryPlace]] = field(default_factory=list)


@dataclass(slots=True)
class Schedule:
    """The blocks of each stage, where values are found, and how large the work memory is."""

    fused: Fused
    home: dict[int, MemoryPlace]
    stages: list[list[StoredChunk]]
    slots: int

    @property
    def gates(self) -> int:
        return sum(len(block.chunk.gates) for stage in self.stages for block in stage)


def schedule(
    network: GateTable,
    inputs: Mapping[int, MemoryPlace],
    stages: Sequence[WorkStage],
    *,
    reserved: int = 0,
) -> Schedule:
    """The stages in chunks. Work slots below ``reserved`` are left alone."""
    fused = fuse(network, [literal for stage in stages for literal, _ in stage.outputs])
    order = Order(fused, network.rings)
    blocks = []
    for stage in stages:
        early = [literal >> 1 for literal in stage.early if fused.readers[literal >> 1]]
        for node in (*early, *(literal >> 1 for literal, _ in stage.outputs)):
            order.want(node)
        blocks.append([StoredChunk(chunk) for chunk in order.take()])
    return _Placing(Schedule(fused, dict(inputs), blocks, reserved), stages).plan


class _Placing:
    """Puts outputs in place, and gives slots to values that outlive their block."""

    def __init__(self, plan: Schedule, stages: Sequence[WorkStage]) -> None:
        self.plan = plan
        self._blocks = [block for stage in plan.stages for block in stage]
        self._made: dict[int, int] = {}
        self._last: dict[int, int] = {}
        for number, block in enumerate(self._blocks):
            self._made |= dict.fromkeys((*block.chunk.gates, *block.chunk.ring), number)
            self._last |= dict.fromkeys(self._reads(block.chunk), number)
        self._owner = {place: node for node, place in plan.home.items()}
        begin = 0
        for stage, own in zip(stages, plan.stages, strict=True):
            self._put_outputs(stage, begin, begin + len(own) - 1)
            begin += len(own)
        self._give_slots()

    def _reads(self, chunk: Chunk) -> list[int]:
        read = [node for gate in chunk.gates for node in self.plan.fused.fanin[gate]]
        return read + [literal >> 1 for literal in chunk.ring.values()]

    def _put_outputs(self, stage: WorkStage, first: int, last: int) -> None:
        """Store each output as soon as its value is made and the place's old value was read.

        An input that goes to another place is moved at the very end, when all have been read.
        """
        moved = [x >> 1 for x, _ in stage.outputs if x >> 1 in self.plan.home]
        self._last |= dict.fromkeys(moved, last)
        for literal, place in stage.outputs:
            node = literal >> 1
            ready = max(first, self._made.get(node, 0), self._last_read(place))
            self._blocks[ready].stores.append((literal, place))
            self._last[node] = max(self._last.get(node, 0), ready)

    def _last_read(self, place: MemoryPlace) -> int:
        """The last block that reads the input which lives at a place."""
        old = self._owner.get(place)
        return 0 if old is None else self._last.get(old, 0)

    def _give_slots(self) -> None:
        free: list[int] = []
        ending: dict[int, list[int]] = {}
        for number, block in enumerate(self._blocks):
            ring = block.chunk.ring
            for node in (*ring, *block.chunk.gates):
                last = self._last.get(node, -1)
                if last <= number and node not in ring:
                    continue
                slot = free.pop() if free else self.plan.slots
                self.plan.slots = max(self.plan.slots, slot + 1)
                place = self.plan.home[node] = MemoryPlace(work=True, slot=slot)
                if node not in ring:
                    block.stores.append((2 * node, place))
                ending.setdefault(max(number, last), []).append(slot)
            free += ending.pop(number, [])
