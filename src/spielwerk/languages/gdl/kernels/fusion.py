"""Small gates made into larger ones: a gate that only one other reads becomes part of it.

A truth table of three inputs takes the place of two gates wherever three inputs suffice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from spielwerk.languages.gdl.kernels.network import GateTable
from spielwerk.languages.gdl.kernels.tables import INPUTS, apply


@dataclass(frozen=True, slots=True)
class Fused:
    """For each node its table, what it reads, and how often it is read: never, if it is gone."""

    table: list[int]
    fanin: list[tuple[int, ...]]
    readers: list[int]


def fuse(network: GateTable, outputs: Sequence[int]) -> Fused:
    """The network with larger gates, for everything that the outputs need."""
    rings = [literal for ring in network.rings for literal in ring.values()]
    fanin = list(network.fanin)
    fused = Fused(list(network.table), fanin, _readers(fanin, [*outputs, *rings]))
    for node in range(len(fanin)):
        if fused.fanin[node] and fused.readers[node]:
            while inner := _absorbable(fused, node):
                _absorb(fused, node, inner)
    return fused


def _readers(fanin: Sequence[tuple[int, ...]], outputs: Iterable[int]) -> list[int]:
    readers = [0] * len(fanin)
    todo = [literal >> 1 for literal in outputs]
    while todo:
        node = todo.pop()
        readers[node] += 1
        if readers[node] == 1:
            todo += fanin[node]
    return readers


def _absorbable(fused: Fused, node: int) -> int | None:
    own = {*fused.fanin[node]}
    for inner in fused.fanin[node]:
        below = fused.fanin[inner]
        if below and fused.readers[inner] == 1 and len((own - {inner}) | {*below}) <= 3:
            return inner
    return None


def _absorb(fused: Fused, node: int, inner: int) -> None:
    table, fanin, readers = fused.table, fused.fanin, fused.readers
    for shared in {*fanin[inner]} & {*fanin[node]}:
        readers[shared] -= 1
    readers[inner] = 0
    leaves = sorted(({*fanin[node]} - {inner}) | {*fanin[inner]})
    pattern = dict(zip(leaves, INPUTS, strict=False))
    pattern[inner] = _over(table[inner], fanin[inner], pattern)
    table[node] = _over(table[node], fanin[node], pattern)
    fanin[node] = tuple(leaves)


def _over(table: int, nodes: Sequence[int], pattern: Mapping[int, int]) -> int:
    inputs = [pattern[node] for node in nodes]
    return apply(table, *inputs, *[0] * (3 - len(inputs)))
