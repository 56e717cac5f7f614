"""A game's circuit made to look for trouble: what would be goals are the things that go wrong.

A circuit goes in. The same game comes out with other goals: each says that a certain thing is
wrong with a state. Whoever plays that circuit at random counts trouble where outcomes are counted
otherwise, in hundreds of matches at once and at the same speed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from spielwerk.languages.gdl.circuit import FALSE, Circuit, GateKind

_MOST = 99
"""So many kinds of trouble have a goal value of their own, for each role."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """One thing that can be wrong, named as the diagnostic about it is."""

    code: str
    about: str
    role: int
    literal: int
    """Where it is wrong."""
    ends: bool = False
    """Whether a match must be cut short for it, since it would go on otherwise."""


def troubles(circuit: Circuit) -> tuple[Watch, list[Trouble]]:
    """All that the end of a match and its dead ends can have, and room to add more."""
    watch = Watch(circuit)
    found: list[Trouble] = []
    for role, name in enumerate(circuit.roles):
        can = watch.any(circuit.legal[role].tolist())
        stuck = watch.both(can ^ 1, circuit.terminal ^ 1)
        found.append(Trouble("stuck", name, role, stuck))
        if name == "random":
            continue
        some, several = FALSE, FALSE
        for _, literal in circuit.goals[role]:
            several = watch.either(several, watch.both(some, literal))
            some = watch.either(some, literal)
        missing = watch.both(circuit.terminal, some ^ 1)
        found.append(Trouble("goal-missing", name, role, missing))
        ambiguous = watch.both(circuit.terminal, several)
        found.append(Trouble("goal-ambiguous", name, role, ambiguous))
    return watch, [trouble for trouble in found if trouble.literal != FALSE]


class Watch:
    """Gates that depend on facts only, added to those of a circuit."""

    def __init__(self, circuit: Circuit) -> None:
        self.circuit = circuit
        self._first = circuit.first_gate + len(circuit.kind)
        self._gates: list[tuple[int, int]] = []

    def both(self, a: int, b: int) -> int:
        if FALSE in (a, b) or a == b ^ 1:
            return FALSE
        if a ^ 1 == FALSE or a == b:
            return b
        if b ^ 1 == FALSE:
            return a
        self._gates.append((a, b))
        return 2 * (self._first + len(self._gates) - 1)

    def either(self, a: int, b: int) -> int:
        return self.both(a ^ 1, b ^ 1) ^ 1

    def any(self, literals: Iterable[int]) -> int:
        found = FALSE
        for literal in literals:
            found = self.either(found, literal)
        return found

    def watching(self, wanted: Sequence[Trouble]) -> tuple[Circuit, dict[tuple[int, int], Trouble]]:
        """The circuit with these troubles as goals, and which role and value means which."""
        terminal = self.either(self.circuit.terminal, self.any(t.literal for t in wanted if t.ends))
        goals: list[list[tuple[int, int]]] = [[] for _ in self.circuit.roles]
        meaning: dict[tuple[int, int], Trouble] = {}
        for trouble in wanted:
            own = goals[trouble.role]
            if len(own) < _MOST:
                own.append((len(own) + 1, trouble.literal))
                meaning[trouble.role, len(own)] = trouble
        return self._laid_out(terminal, goals), meaning

    def _laid_out(self, terminal: int, goals: Sequence[Sequence[tuple[int, int]]]) -> Circuit:
        """The new gates go where those end that depend on facts only."""
        old, added = self.circuit, len(self._gates)
        split = old.first_gate + old.split

        def moved(literals: Iterable[int]) -> NDArray[np.int32]:
            before = np.fromiter(literals, np.int64)
            node = before >> 1
            after = np.where(node >= split, node + added, node)
            after = np.where(node >= self._first, node - self._first + split, after)
            placed: NDArray[np.int32] = (2 * after + (before & 1)).astype(np.int32)
            return placed

        pairs = np.array(self._gates, np.int64).reshape(-1, 2)
        sides = [
            np.insert(moved(side.tolist()), old.split, moved(new))
            for side, new in zip((old.left, old.right), pairs.T, strict=True)
        ]
        return replace(
            old,
            kind=np.insert(old.kind, old.split, np.full(added, GateKind.AND, np.uint8)),
            left=sides[0],
            right=sides[1],
            split=old.split + added,
            cycles=tuple(
                (start + added, end + added) if start >= old.split else (start, end)
                for start, end in old.cycles
            ),
            legal=tuple(moved(own.tolist()) for own in old.legal),
            next=moved(old.next.tolist()),
            terminal=int(moved([terminal])[0]),
            goals=tuple(
                tuple((value, int(moved([literal])[0])) for value, literal in own) for own in goals
            ),
            sees=tuple(() for _ in old.roles),
        )
