"""Which engine runs a game: the one place where that is decided.

A game whose circuit fits the budget runs as a circuit, since that is faster by orders of
magnitude. Everything else runs on the direct engine, which needs no grounding at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from spielwerk.core import LimitExceeded
from spielwerk.languages.gdl.asking import AskingEngine, ground
from spielwerk.languages.gdl.circuit import Budget, Circuit, cached_circuit
from spielwerk.languages.gdl.compiled import CircuitEngine
from spielwerk.languages.gdl.direct import DirectEngine
from spielwerk.languages.gdl.engine import Engine
from spielwerk.languages.gdl.program import Program, normalise


@dataclass(frozen=True)
class EngineChoice:
    """Which engine runs normalised rules, and why it is that one."""

    program: Program
    circuit: Circuit | None
    """What the engine runs, where it is a circuit; batches need it, too."""
    why: str

    @cached_property
    def engine(self) -> Engine[Any]:
        """The engine that runs the rules fastest, made when it is asked for."""
        if self.circuit is not None:
            return CircuitEngine(self.circuit)
        if self.program.dialect.in_turn:
            return AskingEngine(self.program)
        return DirectEngine(self.program)


def choice(program: Program, budget: Budget | None = None) -> EngineChoice:
    """The engine that runs normalised rules fastest, and why it is that one."""
    try:
        circuit = cached_circuit(program, budget)
    except LimitExceeded as problem:
        return EngineChoice(program, None, f"The rules do not compile: {problem}")
    why = f"The rules compile to a circuit of {len(circuit.kind):,} gates, which is fastest."
    return EngineChoice(program, circuit, why)


def runnable(program: Program) -> Program:
    """Rules in the form that the direct engine and the circuit's compiler run.

    :raises LimitExceeded: it would be too long
    """
    return ground(program) if program.dialect.in_turn else normalise(program)


def in_turn_choice(program: Program, budget: Budget | None = None) -> EngineChoice:
    """The same for rules of the seed dialect, which are written out without variables first."""
    try:
        return choice(ground(program), budget)
    except LimitExceeded as problem:
        return EngineChoice(program, None, f"The rules do not compile: {problem}")
