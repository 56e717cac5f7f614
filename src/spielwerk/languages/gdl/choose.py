"""Which engine runs a game: the one place where that is decided.

A game whose circuit fits the budget runs as a circuit, since that is faster by orders of
magnitude. Everything else runs on the direct engine, which needs no grounding at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from spielwerk.core import LimitExceeded
from spielwerk.languages.gdl.circuit.budget import Budget
from spielwerk.languages.gdl.circuit.compile import cached_circuit
from spielwerk.languages.gdl.circuit.gates import Circuit
from spielwerk.languages.gdl.compiled.engine import CircuitEngine
from spielwerk.languages.gdl.direct import DirectEngine
from spielwerk.languages.gdl.engine import Engine
from spielwerk.languages.gdl.program.rules import Program

__all__ = ["Choice", "choice", "choose_engine"]


@dataclass(frozen=True, slots=True)
class Choice:
    """An engine, and why it was chosen."""

    engine: Engine[Any]
    why: str
    circuit: Circuit | None
    """What the engine runs, where it is a circuit; :class:`.batch.Batch` needs it, too."""


def choose_engine(program: Program, budget: Budget | None = None) -> Engine[Any]:
    """The engine that runs normalised rules fastest."""
    return choice(program, budget).engine


def choice(program: Program, budget: Budget | None = None) -> Choice:
    """The engine that runs normalised rules fastest, and why it is that one."""
    try:
        circuit = cached_circuit(program, budget)
    except LimitExceeded as problem:
        return Choice(DirectEngine(program), f"The rules do not compile: {problem}", None)
    why = f"The rules compile to a circuit of {len(circuit.kind):,} gates, which is fastest."
    return Choice(CircuitEngine(circuit), why, circuit)
