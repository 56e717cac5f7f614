"""A game's circuit inside a network, with facts and moves replaced by any literals.

Facts that are known become constants and fold away with all that hangs on them. Gates that
depend on moves come in only when it is known which literals the moves are.
"""

from __future__ import annotations

from collections.abc import Sequence

from spielwerk.languages.gdl.circuit import FALSE, Circuit, GateKind
from spielwerk.languages.gdl.kernels.network import GateTable


class Embedding:
    """Translates literals of ``circuit`` into literals of ``network``."""

    def __init__(self, circuit: Circuit, network: GateTable, facts: Sequence[int]) -> None:
        self._circuit = circuit
        self._network = network
        self._left, self._right = circuit.left.tolist(), circuit.right.tolist()
        self._kind = circuit.kind.tolist()
        self._join = {
            GateKind.AND: network.both,
            GateKind.OR: network.either,
            GateKind.XOR: network.differ,
        }
        self._literal = [FALSE] * (circuit.first_gate + len(self._kind))
        self._literal[1 : circuit.first_move] = facts
        self._take(0, circuit.split)

    def make(self, moves: Sequence[Sequence[int]]) -> None:
        """Say for each role which literals its moves are; then every gate is there."""
        given = [literal for own in moves for literal in own]
        self._literal[self._circuit.first_move : self._circuit.first_gate] = given
        self._take(self._circuit.split, len(self._kind))

    def __getitem__(self, literal: int) -> int:
        return self._literal[literal >> 1] ^ (literal & 1)

    def _take(self, begin: int, end: int) -> None:
        for start, stop in self._circuit.cycles:
            if begin <= start < end:
                self._take_gates(begin, start)
                self._take_cycle(start, stop)
                begin = stop
        self._take_gates(begin, end)

    def _take_gates(self, begin: int, end: int) -> None:
        first = self._circuit.first_gate
        for gate in range(begin, end):
            join = self._join[self._kind[gate]]
            self._literal[first + gate] = join(self[self._left[gate]], self[self._right[gate]])

    def _take_cycle(self, begin: int, end: int) -> None:
        """Gates that are read before they are made stand in as ring nodes."""
        first = self._circuit.first_gate
        early = {
            literal >> 1
            for gate in range(begin, end)
            for literal in (self._left[gate], self._right[gate])
            if literal >> 1 >= first + gate
        }
        fed = {node: self._network.input() for node in sorted(early)}
        for node, literal in fed.items():
            self._literal[node] = literal
        self._take_gates(begin, end)
        self._network.rings.append({fed[node] >> 1: self._literal[node] for node in fed})
