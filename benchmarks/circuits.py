"""Every engine on every GDL game of the library, beside SWI-Prolog and OpenSpiel, in one run.

A *state* is one visited state of a random playout: whether it is terminal, and then either the
legal moves of every role and the successor, or the goals. One thread, processor time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from benchmarks import openspiel
from benchmarks.measure import Budget, Rate, Sample, compare
from benchmarks.report import Report
from spielwerk.catalogue import entries
from spielwerk.core import LimitExceeded
from spielwerk.languages.gdl import gdl_program
from spielwerk.languages.gdl.circuit.compile import cached_circuit
from spielwerk.languages.gdl.compiled.engine import CircuitEngine
from spielwerk.languages.gdl.direct import DirectEngine
from spielwerk.languages.gdl.engine import Engine
from spielwerk.languages.gdl.program.plain import normalise
from spielwerk.languages.gdl.program.rules import Program
from spielwerk.languages.gdl.tools import swipl
from spielwerk.languages.gdl.tools.measure import Figures, measure_engine, measure_sliced

__all__ = ["CONTENDERS", "library", "throughput"]

CONTENDERS = ("direct", "scalar", "sliced", "prolog", "openspiel", "openspiel py")
"""Our three engines, the references, and OpenSpiel once more with Python making the moves."""
_THOUSAND = 1000
_REFERENCES = ("direct", "prolog", "openspiel")


@dataclass(frozen=True, slots=True)
class Target:
    """What is asked of a game: states per CPU second, and the ratio to OpenSpiel's C++."""

    sliced: float
    scalar: float = 0
    ratio: float = 0

    def __str__(self) -> str:
        parts = [f"{self.sliced / _THOUSAND:,.0f}"]
        parts += [f"scalar {self.scalar / _THOUSAND:,.0f}"] if self.scalar else []
        parts += [f"{self.ratio:.0f} x openspiel"] if self.ratio else []
        return ", ".join(parts)

    def verdict(self, rates: dict[str, Rate]) -> str:
        """``met``, or which of the demands were missed."""
        found = {name: rate.per_second for name, rate in rates.items()}
        missed = []
        if found.get("sliced", 0) < self.sliced:
            missed.append("sliced")
        if found.get("scalar", 0) < self.scalar:
            missed.append("scalar")
        if "openspiel" in found and found.get("sliced", 0) < self.ratio * found["openspiel"]:
            missed.append("ratio")
        return f"missed: {', '.join(missed)}" if missed else "met"


TARGETS = {
    "breakthrough": Target(10e6, ratio=20),
    "checkers": Target(5e6),
    "chess": Target(20e3),
    "connect-four": Target(50e6, scalar=300e3, ratio=20),
    "hex": Target(500e3),
    "reversi": Target(3e6),
    "tic-tac-toe": Target(200e6),
}


def throughput(budget: Budget) -> Report:
    """Thousands of states per second of processor time in random playouts."""
    own = Budget(budget.runs, budget.seconds / 2)
    notes = [
        f"{own.runs} runs of {own.seconds:g} s each, in turns: the median, and ± half the range.",
        "openspiel: whole playouts in C++; openspiel py: Python makes the moves; "
        "x: sliced against that column.",
        f"SWI-Prolog {'is' if swipl.is_installed() else 'is not'} installed. "
        + openspiel.openspiel_version(),
    ]
    rows = [_row(name, own) for name in library()]
    return Report("Random playouts: thousands of states per CPU second", rows, notes)


def library() -> list[str]:
    """The GDL games of the library: those with a target first."""
    names = [entry.name for entry in entries() if entry.language == "gdl"]
    return sorted(names, key=lambda name: (name not in TARGETS, name))


def _row(name: str, budget: Budget) -> dict[str, str | float]:
    program = gdl_program(name)
    rates = compare(_contenders(name, program), budget)
    row: dict[str, str | float] = {"game": name}
    for contender, rate in rates.items():
        row[contender] = rate.per_second / _THOUSAND
        row[f"{contender} ± %"] = 50 * rate.spread
    if "sliced" in rates:
        for other in _REFERENCES:
            if other in rates:
                row[f"x {other}"] = rates["sliced"].per_second / rates[other].per_second
    if target := TARGETS.get(name):
        row |= {"target": str(target), "verdict": target.verdict(rates)}
    return row


def _contenders(name: str, program: Program) -> dict[str, Callable[[float, int], Sample]]:
    """Who can run this game here."""
    rules = normalise(program)
    runs = {"direct": _engine(DirectEngine(rules))}
    try:
        circuit = cached_circuit(rules)
    except LimitExceeded:
        circuit = None
    if circuit is not None:
        compiled = circuit
        runs["scalar"] = _engine(CircuitEngine(compiled))
        runs["sliced"] = lambda seconds, seed: _sample(measure_sliced(compiled, seconds, seed))
    if swipl.is_installed():
        runs["prolog"] = lambda seconds, seed: _prolog(program, seconds, seed)
    if name in openspiel.SAME and openspiel.is_installed():
        reference = openspiel.Reference(openspiel.SAME[name])
        runs |= {"openspiel": reference.inside, "openspiel py": reference.from_python}
    return runs


def _engine(engine: Engine) -> Callable[[float, int], Sample]:
    return lambda seconds, seed: _sample(measure_engine(engine, seconds, seed))


def _sample(figures: Figures) -> Sample:
    return Sample(figures.states, figures.cpu_seconds)


def _prolog(program: Program, seconds: float, seed: int) -> Sample:
    result = swipl.playouts(program, seconds=seconds, seed=seed)
    return Sample(result.states, result.cpu_seconds)
