"""The compiled engine: answers what :class:`..engine.Engine` asks from a circuit.

A position is a bit vector (:mod:`..circuit.positions`). Facts and moves that the compiler has found
to be impossible have no place in it: asking for one is an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

import numpy as np

from spielwerk.core import MoveError, SpielwerkError
from spielwerk.languages.gdl.circuit import Circuit, pack
from spielwerk.languages.gdl.compiled.scalar import Scalar
from spielwerk.languages.gdl.compiled.sliced import Sliced
from spielwerk.languages.gdl.program import Term, term_text


class CircuitEngine:
    """Rules compiled to a circuit, one state at a time."""

    name = "circuit"

    def __init__(self, circuit: Circuit) -> None:
        self.circuit = circuit
        self.roles = circuit.roles
        self.scalar = Scalar(circuit, circuit.moves)
        self._fact = {fact: number for number, fact in enumerate(circuit.facts)}
        self._role = {role: number for number, role in enumerate(circuit.roles)}
        self._held: dict[tuple[int, int], tuple[Term, ...]] = {}
        """The facts that a byte of a position stands for, by its place and value."""
        self._move = [{move: number for number, move in enumerate(own)} for own in circuit.moves]

    @cached_property
    def sliced(self) -> Sliced:
        """The same rules made ready for random matches."""
        return Sliced(self.circuit)

    def initial(self) -> bytes:
        return self.scalar.initial

    def position(self, facts: Iterable[Term]) -> bytes:
        """The position in which exactly these facts are ``true``.

        :raises SpielwerkError: a fact can never be true in this game
        """
        row = np.zeros((1, len(self._fact)), dtype=np.bool_)
        for fact in facts:
            if fact not in self._fact:
                raise SpielwerkError(f"{term_text(fact)} can never be true in this game.")
            row[0, self._fact[fact]] = True
        return pack(row)[0]

    def facts(self, position: bytes) -> frozenset[Term]:
        found: list[Term] = []
        held = self._held
        for byte in enumerate(position):
            if byte[1]:
                facts = held.get(byte)
                if facts is None:
                    facts = held[byte] = self._facts_of(*byte)
                found += facts
        return frozenset(found)

    def _facts_of(self, place: int, byte: int) -> tuple[Term, ...]:
        facts = self.circuit.facts[8 * place : 8 * place + 8]
        return tuple(fact for bit, fact in enumerate(facts) if byte >> bit & 1)

    def difference(self, before: bytes, position: bytes) -> tuple[list[Term], list[Term]]:
        now = int.from_bytes(position, "little")
        changed = now ^ int.from_bytes(before, "little")
        went: list[Term] = []
        came: list[Term] = []
        while changed:
            bit = changed.bit_length() - 1
            changed ^= 1 << bit
            (came if now >> bit & 1 else went).append(self.circuit.facts[bit])
        return went, came

    def legal(self, position: bytes, role: str) -> tuple[Term, ...]:
        return self.scalar.legal(position, self._role[role])

    def terminal(self, position: bytes) -> bool:
        return self.scalar.terminal(position)

    def goals(self, position: bytes) -> Mapping[str, tuple[int, ...]]:
        return dict(zip(self.roles, map(_ascending, self.scalar.goals(position)), strict=True))

    def next(self, position: bytes, joint: tuple[Term, ...]) -> bytes:
        """The position after a joint move.

        :raises MoveError: a move can never be legal for its role
        """
        return self.scalar.apply(position, self._numbers(joint))

    def sees(self, position: bytes, joint: tuple[Term, ...]) -> Mapping[str, frozenset[Term]]:
        """What each role perceives of a joint move.

        :raises MoveError: a move can never be legal for its role
        """
        seen = self.scalar.sees(position, self._numbers(joint))
        return dict(zip(self.roles, map(frozenset, seen), strict=True))

    def _numbers(self, joint: tuple[Term, ...]) -> list[int]:
        try:
            return [known[move] for known, move in zip(self._move, joint, strict=True)]
        except KeyError:
            raise self._never(joint) from None

    def _never(self, joint: tuple[Term, ...]) -> MoveError:
        for role, known, move in zip(self.roles, self._move, joint, strict=True):
            if move not in known:
                return MoveError(f"{term_text(move)} is never legal for {role}.")
        raise AssertionError("some move is unknown")


def _ascending(values: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(set(values)))
