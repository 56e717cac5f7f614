"""Gates laid out as a circuit: numbered, ordered, each with its kind.

Gates that depend on facts only come first. Each comes soon after what it is made of, so that
values are read while they are still in the cache. Gates that need each other in a ring lie side by
side, all of them monotone in each other, so that they can be iterated from false.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from spielwerk.languages.gdl.circuit.construct import Outputs
from spielwerk.languages.gdl.circuit.gates import FALSE, Circuit, GateKind
from spielwerk.languages.gdl.circuit.share import Gates
from spielwerk.languages.gdl.program import Term, components


@dataclass(frozen=True, slots=True)
class NetworkNames:
    """What the inputs of a network are called, and which facts hold at the start."""

    roles: tuple[str, ...]
    facts: tuple[Term, ...]
    moves: tuple[tuple[Term, ...], ...]
    initial: tuple[bool, ...]


def emit(
    names: NetworkNames, gates: Gates, definitions: Mapping[int, int], outputs: Outputs
) -> Circuit:
    """The circuit of ``gates``. Literals of ``outputs`` are those of gates, facts and moves.

    ``definitions`` say for each node that closes a ring which literal it stands for.
    """
    return _Layout(names, gates, definitions, outputs).circuit()


class _Layout:
    def __init__(
        self, names: NetworkNames, gates: Gates, definitions: Mapping[int, int], outputs: Outputs
    ) -> None:
        self.names = names
        self.definitions = definitions
        self.outputs = outputs.mapped(self.resolved)
        self.inputs = {
            number: (self.resolved(a), self.resolved(b))
            for number, (a, b) in enumerate(gates.inputs, gates.first)
        }
        self.exclusive: set[int] = set()
        """Gates that are the exclusive or of their inputs, not the conjunction."""
        self._find_exclusive()
        self.groups = list(self._ordered())
        self.inverted: set[int] = set()
        """Gates that are laid out as the disjunction of their negated inputs."""
        self._find_inverted()

    def resolved(self, literal: int) -> int:
        """A literal in which no node that closes a ring is left."""
        seen: set[int] = set()
        while literal >> 1 in self.definitions:
            if literal >> 1 in seen:
                return FALSE ^ (literal & 1)
            seen.add(literal >> 1)
            literal = self.definitions[literal >> 1] ^ (literal & 1)
        return literal

    def _find_exclusive(self) -> None:
        uses = Counter(literal >> 1 for pair in self.inputs.values() for literal in pair)
        uses.update(literal >> 1 for literal in self.outputs)
        for gate, (p, q) in self.inputs.items():
            if p & q & 1 and uses[p >> 1] == uses[q >> 1] == 1:
                inner, other = self.inputs.get(p >> 1), self.inputs.get(q >> 1)
                if inner and other and {a ^ 1 for a in inner} == set(other):
                    self.exclusive.add(gate)
                    self.inputs[gate] = inner

    def _ordered(self) -> Iterator[tuple[int, ...]]:
        """Gates in rings or alone, each after what it is made of; those without moves first."""
        roots = dict.fromkeys(literal >> 1 for literal in self.outputs)
        graph: dict[int, list[int]] = {}
        todo = [node for node in roots if node in self.inputs]
        todo.reverse()
        while todo:
            gate = todo.pop()
            if gate not in graph:
                below = [literal >> 1 for literal in self.inputs[gate]]
                graph[gate] = [node for node in below if node in self.inputs]
                todo.extend(graph[gate])
        rings = list(components(graph))
        first_move = 1 + len(self.names.facts)
        last_move = first_move + sum(map(len, self.names.moves))
        moved = set(range(first_move, last_move))
        for ring in rings:
            if any(literal >> 1 in moved for gate in ring for literal in self.inputs[gate]):
                moved.update(ring)
        self.rings = {ring for ring in rings if len(ring) > 1 or ring[0] in graph[ring[0]]}
        self.split = sum(len(ring) for ring in rings if ring[0] not in moved)
        yield from (ring for ring in rings if ring[0] not in moved)
        yield from (ring for ring in rings if ring[0] in moved)

    def _find_inverted(self) -> None:
        for gate, (a, b) in self.inputs.items():
            if a & b & 1 and gate not in self.exclusive:
                self.inverted.add(gate)
        heads = {definition >> 1: definition & 1 for definition in self.definitions.values()}
        for ring in self.rings:
            inside = set(ring)
            phase = {gate: heads[gate] for gate in ring if gate in heads}
            todo = list(phase)
            users: dict[int, list[tuple[int, int]]] = {}
            for gate in ring:
                for literal in self.inputs[gate]:
                    if literal >> 1 in inside:
                        users.setdefault(literal >> 1, []).append((gate, literal & 1))
            while todo:
                gate = todo.pop()
                for user, negated in users.get(gate, ()):
                    if user not in phase:
                        phase[user] = phase[gate] ^ negated
                        todo.append(user)
            self.inverted -= inside
            self.inverted |= {gate for gate in ring if phase[gate]}

    def _unrolled(self, ring: tuple[int, ...]) -> tuple[int, ...]:
        """A ring in the order in which its gates can become true, so that few rounds are needed."""
        round_of = dict.fromkeys(ring, len(ring))

        def earliest(gate: int) -> int:
            rounds = [round_of.get(literal >> 1, 0) for literal in self.inputs[gate]]
            return 1 + (min(rounds) if gate in self.inverted else max(rounds))

        while any(earliest(gate) < round_of[gate] for gate in ring):
            for gate in ring:
                round_of[gate] = min(round_of[gate], earliest(gate))
        return tuple(sorted(ring, key=round_of.__getitem__))

    def circuit(self) -> Circuit:
        first = 1 + len(self.names.facts) + sum(map(len, self.names.moves))
        order: list[int] = []
        cycles: list[tuple[int, int]] = []
        for group in self.groups:
            start = len(order)
            if group in self.rings:
                order += self._unrolled(group)
                cycles.append((start, len(order)))
            else:
                order += group
        numbers = {gate: number for number, gate in enumerate(order, first)}

        def literal(old: int) -> int:
            node = old >> 1
            if node not in numbers:
                return old
            return 2 * numbers[node] + ((old & 1) ^ (node in self.inverted))

        kinds, sides = [], []
        for gate in order:
            flip = gate in self.inverted
            kinds.append(
                GateKind.XOR if gate in self.exclusive else GateKind.OR if flip else GateKind.AND
            )
            sides.append([literal(side) ^ flip for side in self.inputs[gate]])
        pairs = np.array(sides, np.int32).reshape(-1, 2)
        outputs = self.outputs.mapped(literal)
        return Circuit(
            roles=self.names.roles,
            facts=self.names.facts,
            moves=self.names.moves,
            initial=np.array(self.names.initial, np.bool_),
            kind=np.array(kinds, np.uint8),
            left=np.ascontiguousarray(pairs[:, 0]),
            right=np.ascontiguousarray(pairs[:, 1]),
            split=self.split,
            cycles=tuple(cycles),
            legal=tuple(np.array(moves, np.int32) for moves in outputs.legal),
            next=np.array(outputs.next, np.int32),
            terminal=outputs.terminal,
            goals=outputs.goals,
            sees=outputs.sees,
        )
