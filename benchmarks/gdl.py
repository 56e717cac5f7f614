"""GDL: the direct engine against the SWI-Prolog translation, on the same rules in the same run.

A *state* is one visited state of a random playout: whether it is terminal, and then either the
legal moves of every role and the successor, or the goals.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from random import Random
from statistics import mean
from time import process_time

import spielwerk
from benchmarks.measure import Budget, Sample, compare
from benchmarks.report import Report
from spielwerk.languages.gdl.direct import DirectEngine
from spielwerk.languages.gdl.load import load_program
from spielwerk.languages.gdl.program.plain import normalise
from spielwerk.languages.gdl.program.rules import Program
from spielwerk.languages.gdl.tools import swipl

__all__ = ["chess_latency", "playouts"]

LIBRARY = Path(spielwerk.__file__).parent / "library" / "gdl"
FIRST = ("chess", "breakthrough", "reversi", "checkers")
"""The games that decide; the others follow in alphabetical order."""
SEED_MS = 20.0
"""What the seed gives as its own time for a move of chess."""


def playouts(budget: Budget) -> Report:
    """States per second of processor time in random playouts, for every game of the library."""
    others = sorted(path.stem for path in LIBRARY.glob("*.gdl") if path.stem not in FIRST)
    rows = [_playout_row(name, budget) for name in (*FIRST, *others)]
    return Report(
        "GDL random playouts: states per second of processor time",
        rows,
        [f"{budget.runs} runs of {budget.seconds:g} s each, in turns. {_prolog_version()}"],
    )


def chess_latency(budget: Budget) -> Report:
    """How long a state of chess takes: is it over, all legal moves, one successor."""
    engine = _engine("chess")
    rng = Random(0)
    times: list[float] = []
    position = engine.initial()
    while sum(times) < 1000 * budget.seconds * budget.runs:
        begin = process_time()
        if engine.terminal(position):
            position = engine.initial()
            continue
        joint = tuple(rng.choice(engine.legal(position, role)) for role in engine.roles)
        position = engine.next(position, joint)
        times.append(1000 * (process_time() - begin))
    times.sort()
    row: dict[str, str | float] = {
        "engine": engine.name,
        "mean ms": mean(times),
        "95 % within ms": times[int(0.95 * len(times))],
        "seed ms": SEED_MS,
        "ratio": SEED_MS / mean(times),
    }
    note = f"{len(times):,} positions of random matches."
    return Report("Chess: terminal test, all legal moves and one successor", [row], [note])


def _playout_row(name: str, budget: Budget) -> dict[str, str | float]:
    engine = _engine(name)
    contenders = {"direct": lambda seconds, seed: _direct(engine, seconds, seed)}
    if swipl.is_installed():
        program = _program(name)
        contenders["prolog"] = lambda seconds, seed: _prolog(program, seconds, seed)
    rates = compare(contenders, budget)
    row: dict[str, str | float] = {"game": name}
    for contender, rate in rates.items():
        row[contender] = rate.per_second
        row[f"{contender} ± %"] = 50 * rate.spread
    if "prolog" in rates:
        row["ratio"] = rates["direct"].per_second / rates["prolog"].per_second
    return row


def _direct(engine: DirectEngine, seconds: float, seed: int) -> Sample:
    """The same loop as in ``swipl.pl``."""
    rng = Random(seed)
    states = 0
    begin = process_time()
    position = engine.initial()
    while (now := process_time()) - begin < seconds:
        states += 1
        if engine.terminal(position):
            engine.goals(position)
            position = engine.initial()
        else:
            joint = tuple(rng.choice(engine.legal(position, role)) for role in engine.roles)
            position = engine.next(position, joint)
    return Sample(states, now - begin)


def _prolog(program: Program, seconds: float, seed: int) -> Sample:
    result = swipl.playouts(program, seconds=seconds, seed=seed)
    return Sample(result.states, result.cpu_seconds)


def _engine(name: str) -> DirectEngine:
    return DirectEngine(normalise(_program(name)))


def _program(name: str) -> Program:
    return load_program(LIBRARY / f"{name}.gdl")


def _prolog_version() -> str:
    if not swipl.is_installed():
        return "SWI-Prolog is not installed, so there is no reference."
    command = ["swipl", "--version"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
