"""How large rules compile, or how soon they are refused: the games of :mod:`benchmarks.large`.

Every game is read, grounded and compiled from nothing, on one thread. The promise is that two
million ground atoms compile or are refused within ten seconds of processor time.
"""

from __future__ import annotations

from time import process_time

from benchmarks.large import GAMES
from benchmarks.measure import QUICK, Budget
from benchmarks.report import Report
from spielwerk.core import LimitExceeded
from spielwerk.languages.gdl import parse_program
from spielwerk.languages.gdl.circuit.compile import compile_program
from spielwerk.languages.gdl.program.plain import normalise

__all__ = ["compiling"]

PROMISED = 10.0
"""Processor seconds until rules that are too large are refused."""
_SHORT = frozenset(["crowd", "pancakes 10", "othello", "atari go 7x7"])
"""What a first impression is made of."""


def compiling(budget: Budget) -> Report:
    """Gates and processor seconds of every game, or why it has no circuit."""
    quick = budget == QUICK
    rows = [_row(name) for name in GAMES if not quick or name in _SHORT]
    notes = [f"Refused within {PROMISED:g} s of processor time: that is what was promised."]
    return Report("Large rules: compiled or refused", rows, notes)


def _row(name: str) -> dict[str, str | float]:
    program = normalise(parse_program(GAMES[name]()))
    began = process_time()
    try:
        circuit = compile_program(program)
    except LimitExceeded as problem:
        spent = process_time() - began
        verdict = "refused in time" if spent < PROMISED else "refused too late"
        return {"game": name, "CPU s": spent, "verdict": verdict, "why": str(problem)}
    return {
        "game": name,
        "CPU s": process_time() - began,
        "verdict": "compiled",
        "facts": len(circuit.facts),
        "moves": sum(map(len, circuit.moves)),
        "gates": len(circuit.kind),
    }
