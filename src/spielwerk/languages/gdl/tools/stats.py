"""What a game is like from inside: how large it is and how it runs.

``spielwerk gdl stats FILE`` prints these figures.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from spielwerk.languages.gdl.program import Program

if TYPE_CHECKING:
    from spielwerk.languages.gdl.circuit import Budget, Circuit


@dataclass(frozen=True, slots=True)
class CircuitStats:
    """The size of a circuit."""

    facts: int
    """Facts that can ever be true."""
    moves: tuple[int, ...]
    """For each role the moves that can ever be legal."""
    gates: int
    ands: int
    ors: int
    xors: int
    fact_gates: int
    """Gates that depend on facts only, not on the moves made."""
    depth: int
    """How many gates lie above each other at most; a ring counts once through."""
    cycles: tuple[int, ...]
    """For each ring of gates that is iterated to its fixpoint how many gates it has."""


@dataclass(frozen=True, slots=True)
class Stats:
    """Figures about a game's rules and the engine chosen for them."""

    rules: int
    roles: tuple[str, ...]
    engine: str
    why: str
    circuit: CircuitStats | None

    def lines(self) -> list[tuple[str, str]]:
        """What there is to say, as names and values."""
        found = [("rules", f"{self.rules:,}"), ("roles", ", ".join(self.roles))]
        if (c := self.circuit) is not None:
            found += [
                ("atoms", f"{c.facts + sum(c.moves):,}: {c.facts:,} facts, {self._moves()}"),
                ("gates", f"{c.gates:,} ({c.ands:,} and, {c.ors:,} or, {c.xors:,} xor)"),
                ("before the moves", f"{c.fact_gates:,} gates depend on facts only"),
                ("depth", f"{c.depth:,}"),
                ("cyclic parts", ", ".join(f"{n:,} gates" for n in c.cycles) or "none"),
            ]
        return [*found, ("engine", self.engine), ("because", self.why)]

    def _moves(self) -> str:
        counts = () if self.circuit is None else self.circuit.moves
        return ", ".join(
            f"{count:,} moves of {role}" for count, role in zip(counts, self.roles, strict=True)
        )


def stats(program: Program, budget: Budget | None = None) -> Stats:
    """The figures of normalised rules; those in the seed dialect as they are."""
    from spielwerk.languages.gdl.choose import choice, in_turn_choice

    chosen = (in_turn_choice if program.dialect.in_turn else choice)(program, budget)
    circuit = None if chosen.circuit is None else circuit_stats(chosen.circuit)
    engine = chosen.engine
    return Stats(len(program.rules), engine.roles, engine.name, chosen.why, circuit)


def circuit_stats(circuit: Circuit) -> CircuitStats:
    """The size of a circuit."""
    from spielwerk.languages.gdl.circuit import GateKind

    kinds = circuit.kind.tolist()
    return CircuitStats(
        facts=len(circuit.facts),
        moves=tuple(map(len, circuit.moves)),
        gates=len(kinds),
        ands=kinds.count(GateKind.AND),
        ors=kinds.count(GateKind.OR),
        xors=kinds.count(GateKind.XOR),
        fact_gates=circuit.split,
        depth=_depth(circuit),
        cycles=tuple(end - start for start, end in circuit.cycles),
    )


def _depth(circuit: Circuit) -> int:
    levels = [0] * (circuit.first_gate + len(circuit.kind))
    pairs = zip(circuit.left.tolist(), circuit.right.tolist(), strict=True)
    for node, (left, right) in enumerate(pairs, circuit.first_gate):
        levels[node] = 1 + max(levels[left >> 1], levels[right >> 1])
    return max(levels)
