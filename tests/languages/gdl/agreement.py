"""Running circuits in the plainest way, beside an engine that must agree with them.

Every value is a Python integer with a bit a state, so that a thousand states are evaluated at
once; ``observe`` collects states by random matches on an engine, ``disagreements`` lists where a
circuit says something else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from spielwerk.languages.gdl.circuit.gates import Circuit, GateKind
from spielwerk.languages.gdl.engine import Engine
from spielwerk.languages.gdl.program.rules import Term, term_text


@dataclass(frozen=True)
class Observation:
    """What an engine says about one state, and about one joint move in it (if it is not over)."""

    facts: frozenset[Term]
    terminal: bool
    legal: Mapping[str, tuple[Term, ...]]
    goals: Mapping[str, tuple[int, ...]]
    joint: tuple[Term, ...] | None = None
    next: frozenset[Term] = frozenset()
    sees: Mapping[str, frozenset[Term]] | None = None


def observe(engine: Engine[Any], states: int, seed: int = 0) -> Iterator[Observation]:
    """States of random matches, one after the other, each new match from the start."""
    rng = Random(seed)
    position = engine.initial()
    for _ in range(states):
        legal = {role: engine.legal(position, role) for role in engine.roles}
        over = engine.terminal(position)
        about = (engine.facts(position), over, legal, engine.goals(position))
        if over or not all(legal.values()):
            yield Observation(*about)
            position = engine.initial()
            continue
        joint = tuple(rng.choice(legal[role]) for role in engine.roles)
        following = engine.next(position, joint)
        yield Observation(*about, joint, engine.facts(following), engine.sees(position, joint))
        position = following


def disagreements(circuit: Circuit, observations: Sequence[Observation]) -> list[str]:
    """Everything that a circuit says otherwise, as sentences (the first few states only)."""
    values = evaluate(circuit, observations)

    def holds(literal: int, lane: int) -> bool:
        return bool((values[literal >> 1] >> lane & 1) ^ (literal & 1))

    found: list[str] = []
    for lane, seen in enumerate(observations):
        said: dict[str, tuple[object, object]] = {
            "terminal": (seen.terminal, holds(circuit.terminal, lane))
        }
        if unknown := seen.facts.difference(circuit.facts):
            said["facts"] = (unknown, "not among the facts")
        for number, role in enumerate(circuit.roles):
            moves = zip(circuit.moves[number], circuit.legal[number].tolist(), strict=True)
            said[f"legal {role}"] = (
                seen.legal[role],
                tuple(move for move, literal in moves if holds(literal, lane)),
            )
            goals = tuple(v for v, literal in circuit.goals[number] if holds(literal, lane))
            said[f"goal {role}"] = (tuple(sorted(seen.goals.get(role, ()))), goals)
            if seen.sees is not None:
                percepts = frozenset(p for p, lit in circuit.sees[number] if holds(lit, lane))
                said[f"sees {role}"] = (seen.sees.get(role, frozenset()), percepts)
        if seen.joint is not None:
            following = zip(circuit.facts, circuit.next.tolist(), strict=True)
            said["next"] = (seen.next, frozenset(f for f, lit in following if holds(lit, lane)))
        for what, (wanted, got) in said.items():
            if wanted != got:
                state = " ".join(sorted(map(term_text, seen.facts)))
                found.append(f"{what}: {wanted} != {got} after {seen.joint} in {state}")
        if len(found) > 5:
            break
    return found


def engine_disagreements(engine: Engine[Any], observations: Sequence[Observation]) -> list[str]:
    """The same for an engine, put into each of the states."""
    found: list[str] = []
    for seen in observations:
        position = engine.position(seen.facts)
        legal = {role: engine.legal(position, role) for role in engine.roles}
        goals = {role: tuple(sorted(values)) for role, values in seen.goals.items()}
        answers: list[tuple[str, object, object]] = [
            ("facts", seen.facts, engine.facts(position)),
            ("terminal", seen.terminal, engine.terminal(position)),
            ("legal", seen.legal, legal),
            ("goals", goals, dict(engine.goals(position))),
        ]
        if seen.joint is not None:
            following = engine.facts(engine.next(position, seen.joint))
            percepts = dict(engine.sees(position, seen.joint))
            answers += [("next", seen.next, following), ("sees", seen.sees, percepts)]
        found += [f"{what}: {a} != {b} in {seen}" for what, a, b in answers if a != b]
        if len(found) > 5:
            break
    return found


def evaluate(circuit: Circuit, observations: Sequence[Observation]) -> list[int]:
    """The value of every node, a bit an observation."""
    everywhere = (1 << len(observations)) - 1
    values = [0] * (circuit.first_gate + len(circuit.kind))
    fact_nodes = {fact: node for node, fact in enumerate(circuit.facts, 1)}
    move_nodes: list[dict[Term, int]] = []
    first = circuit.first_move
    for moves in circuit.moves:
        move_nodes.append({move: node for node, move in enumerate(moves, first)})
        first += len(moves)
    for lane, seen in enumerate(observations):
        for fact in seen.facts:
            if fact in fact_nodes:
                values[fact_nodes[fact]] |= 1 << lane
        for nodes, move in zip(move_nodes, seen.joint or (), strict=False):
            values[nodes[move]] |= 1 << lane
    kinds, left, right = circuit.kind.tolist(), circuit.left.tolist(), circuit.right.tolist()

    def gate(number: int) -> int:
        a = values[left[number] >> 1] ^ (everywhere if left[number] & 1 else 0)
        b = values[right[number] >> 1] ^ (everywhere if right[number] & 1 else 0)
        match kinds[number]:
            case GateKind.AND:
                return a & b
            case GateKind.OR:
                return a | b
        return a ^ b

    ends = dict(circuit.cycles)
    number = 0
    while number < len(kinds):
        end = ends.get(number, number + 1)
        while True:
            before = values[circuit.first_gate + number : circuit.first_gate + end]
            for one in range(number, end):
                values[circuit.first_gate + one] = gate(one)
            if values[circuit.first_gate + number : circuit.first_gate + end] == before:
                break
        number = end
    return values


def check_layout(circuit: Circuit) -> None:
    """What a circuit promises about the order of its gates."""
    inside = {g: (start, end) for start, end in circuit.cycles for g in range(start, end)}
    moves = range(circuit.first_move, circuit.first_gate)
    for number in range(len(circuit.kind)):
        for literal in (int(circuit.left[number]), int(circuit.right[number])):
            used = (literal >> 1) - circuit.first_gate
            ring = inside.get(number)
            assert used < number or (ring and ring[0] <= used < ring[1]), "used before it is made"
            if ring and ring[0] <= used < ring[1]:
                assert not literal & 1, "a ring must be monotone"
            if number < circuit.split:
                assert literal >> 1 not in moves, "a move before the split"
                assert used < circuit.split
