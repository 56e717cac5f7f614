"""Facts that change like clockwork, such as whose turn it is.

In most games the turn passes round whatever is played. Where some facts follow each other in a
short ring without looking at moves or at other facts, there is code for each phase of that ring
with those facts as constants: the moves of roles that only wait, and all that hangs on them, fold
away. Input is a circuit, output the facts of the clock in each phase.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import lcm
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from spielwerk.languages.gdl.circuit import Circuit, GateKind

LONGEST = 4
"""The largest number of phases: each one costs code."""

Phase: TypeAlias = Mapping[int, bool]
"""The clock's facts and whether they hold."""


def clock(circuit: Circuit) -> tuple[Phase, ...]:
    """The values of the clock's facts in each phase, the initial state's first.

    One phase without facts where the game has no such clock.
    """
    needs = _needs(circuit)
    chosen: set[int] = set()
    period = 1
    for fact in sorted(needs):
        own = _closure(needs, fact)
        length = _period(circuit, own)
        if length and lcm(period, length) <= LONGEST:
            period = lcm(period, length)
            chosen |= own
    phases = [{fact: bool(circuit.initial[fact]) for fact in chosen}]
    while len(phases) < period:
        phases.append(_after(circuit, phases[-1]))
    return tuple(phases)


def phase_of(phases: Iterable[Phase], facts: NDArray[np.uint8]) -> int | None:
    """The phase that a state is in, if it is one that the clock shows."""
    for number, phase in enumerate(phases):
        if all(facts[fact] == value for fact, value in phase.items()):
            return number
    return None


def _needs(circuit: Circuit) -> dict[int, frozenset[int]]:
    """For every fact that never looks at a move: the facts its next value is made from.

    What looks at too much, or at facts that do look at moves, is left out.
    """
    limit = 2 * LONGEST
    seen: list[frozenset[int] | None] = [frozenset()]
    seen += [frozenset([fact]) for fact in range(len(circuit.facts))]
    seen += [None] * (circuit.first_gate - circuit.first_move)
    for left, right in zip(circuit.left.tolist(), circuit.right.tolist(), strict=True):
        known = len(seen)
        a = seen[left >> 1] if left >> 1 < known else None
        b = seen[right >> 1] if right >> 1 < known else None
        both = None if a is None or b is None else a | b
        seen.append(both if both is not None and len(both) <= limit else None)
    needs = {
        fact: own
        for fact, literal in enumerate(circuit.next.tolist())
        if (own := seen[literal >> 1]) is not None
    }
    while bad := [fact for fact, own in needs.items() if not own <= needs.keys()]:
        for fact in bad:
            del needs[fact]
    return needs


def _closure(needs: Mapping[int, frozenset[int]], fact: int) -> set[int]:
    found, todo = {fact}, [fact]
    while todo:
        new = needs[todo.pop()] - found
        found |= new
        todo += new
    return found


def _period(circuit: Circuit, facts: set[int]) -> int | None:
    """After how many steps these facts are back where they started, if that is soon."""
    start = {fact: bool(circuit.initial[fact]) for fact in facts}
    now = start
    for step in range(1, LONGEST + 1):
        now = _after(circuit, now)
        if now == start:
            return step
    return None


def _after(circuit: Circuit, facts: Phase) -> dict[int, bool]:
    values = {0: False} | {fact + 1: value for fact, value in facts.items()}
    return {fact: _value(circuit, values, int(circuit.next[fact])) for fact in facts}


def _value(circuit: Circuit, values: dict[int, bool], literal: int) -> bool:
    node, negated = literal >> 1, bool(literal & 1)
    if node not in values:
        gate = node - circuit.first_gate
        a = _value(circuit, values, int(circuit.left[gate]))
        b = _value(circuit, values, int(circuit.right[gate]))
        match GateKind(circuit.kind[gate]):
            case GateKind.AND:
                values[node] = a and b
            case GateKind.OR:
                values[node] = a or b
            case GateKind.XOR:
                values[node] = a != b
    return values[node] != negated
