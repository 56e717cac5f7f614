"""A circuit evaluated as its docstring says, gate by gate in Python: the yardstick for kernels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from spielwerk.languages.gdl.circuit.gates import Circuit, GateKind


def masks_of(words: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """One truth value a lane (along the last axis) from the words of a kernel's memory."""
    return np.unpackbits(words.view(np.uint8), axis=-1, bitorder="little")


@dataclass(frozen=True)
class Plain:
    """What holds when some facts are true and some moves are made (one number a role)."""

    circuit: Circuit
    facts: tuple[bool, ...]
    made: tuple[int, ...] = ()

    @cached_property
    def nodes(self) -> list[bool]:
        circuit = self.circuit
        does = [
            bool(self.made) and self.made[role] == move
            for role, own in enumerate(circuit.moves)
            for move in range(len(own))
        ]
        nodes = [False, *self.facts, *does] + [False] * len(circuit.kind)
        gate = 0
        ends = dict(circuit.cycles)
        while gate < len(circuit.kind):
            end = ends.get(gate, gate + 1)
            while self._pass(nodes, gate, end) and gate in ends:
                pass
            gate = end
        return nodes

    def _pass(self, nodes: list[bool], begin: int, end: int) -> bool:
        changed = False
        for gate in range(begin, end):
            a, b = (
                self._read(nodes, x) for x in (self.circuit.left[gate], self.circuit.right[gate])
            )
            match self.circuit.kind[gate]:
                case GateKind.AND:
                    value = a and b
                case GateKind.OR:
                    value = a or b
                case _:
                    value = a != b
            node = self.circuit.first_gate + gate
            changed |= nodes[node] != value
            nodes[node] = value
        return changed

    @staticmethod
    def _read(nodes: Sequence[bool], literal: int) -> bool:
        return nodes[literal >> 1] != bool(literal & 1)

    def holds(self, literals: Sequence[int]) -> list[bool]:
        return [self._read(self.nodes, int(literal)) for literal in literals]

    def legal(self, role: int) -> tuple[int, ...]:
        return tuple(i for i, holds in enumerate(self.holds(self.circuit.legal[role])) if holds)

    def terminal(self) -> bool:
        return self.holds([self.circuit.terminal])[0]

    def goals(self, role: int) -> tuple[int, ...]:
        pairs = self.circuit.goals[role]
        held = self.holds([literal for _, literal in pairs])
        return tuple(value for (value, _), holds in zip(pairs, held, strict=True) if holds)

    def sees(self, role: int) -> list[object]:
        pairs = self.circuit.sees[role]
        held = self.holds([literal for _, literal in pairs])
        return [percept for (percept, _), holds in zip(pairs, held, strict=True) if holds]

    def next(self) -> tuple[bool, ...]:
        return tuple(self.holds(self.circuit.next))
