"""What each engine makes of a game: how fast it plays at random, and what that costs.

Normalised rules and names of engines go in, a :class:`Row` an engine comes out. ``direct`` runs
the rules as they stand, ``scalar`` their circuit for one state, ``sliced`` the same for 512.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, TypeVar

from spielwerk.confinement import resident_memory
from spielwerk.languages.gdl.direct import DirectEngine
from spielwerk.languages.gdl.program import Program
from spielwerk.languages.gdl.tools.measure import Figures, measure_engine, measure_sliced

if TYPE_CHECKING:
    from spielwerk.languages.gdl.circuit import Circuit

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class EngineFigures:
    """The figures of one engine."""

    engine: str
    states_per_cpu_second: float
    playouts_per_cpu_second: float
    compile_seconds: float
    """Processor time from normalised rules to an engine that can play."""
    compile: str
    """``cold``, or ``warm`` where all that is kept on disk was found there."""
    memory_bytes: int | None
    """By how much the process grew, where the system tells."""
    gates: int | None
    """Of the circuit, where there is one."""


def bench(program: Program, engines: Iterable[str], seconds: float) -> Iterator[EngineFigures]:
    """Let engines play for so many seconds of processor time each, one after the other.

    :raises LimitExceeded: the rules do not compile, and an engine is asked for that needs them to
    """
    from spielwerk.core import TargetProcessor

    TargetProcessor.here()  # Loads the compiler now, so that no engine is charged for it.
    contest = _Contest(program)
    runs = {"direct": contest.direct, "scalar": contest.scalar, "sliced": contest.sliced}
    for engine in engines:
        yield runs[engine](seconds)


@dataclass(frozen=True, slots=True)
class _Cost:
    """What it took to make something."""

    seconds: float
    bytes: int
    cold: bool

    def __add__(self, other: _Cost) -> _Cost:
        return _Cost(
            self.seconds + other.seconds, self.bytes + other.bytes, self.cold or other.cold
        )


class _Contest:
    """The engines of one game; both that run its circuit pay for it."""

    def __init__(self, program: Program) -> None:
        self._program = program

    @cached_property
    def _circuit(self) -> tuple[Circuit, _Cost]:
        from spielwerk.languages.gdl.circuit import cached_circuit

        return _made(lambda: cached_circuit(self._program))

    def direct(self, seconds: float) -> EngineFigures:
        engine, cost = _made(lambda: DirectEngine(self._program))
        return _row("direct", measure_engine(engine, seconds), replace(cost, cold=True))

    def scalar(self, seconds: float) -> EngineFigures:
        from spielwerk.languages.gdl.compiled import CircuitEngine

        circuit, before = self._circuit
        engine, cost = _made(lambda: CircuitEngine(circuit))
        return _row("scalar", measure_engine(engine, seconds), before + cost, len(circuit.kind))

    def sliced(self, seconds: float) -> EngineFigures:
        from spielwerk.languages.gdl.compiled import Sliced

        circuit, before = self._circuit
        _, cost = _made(lambda: Sliced(circuit).initial_group(seed=0))
        return _row("sliced", measure_sliced(circuit, seconds), before + cost, len(circuit.kind))


def _row(engine: str, figures: Figures, cost: _Cost, gates: int | None = None) -> EngineFigures:
    return EngineFigures(
        engine=engine,
        states_per_cpu_second=figures.states_per_cpu_second,
        playouts_per_cpu_second=figures.playouts_per_cpu_second,
        compile_seconds=cost.seconds,
        compile="cold" if cost.cold else "warm",
        memory_bytes=None if resident_memory() is None else cost.bytes,
        gates=gates,
    )


def _made(make: Callable[[], T]) -> tuple[T, _Cost]:
    kept, size, start = _kept(), resident_memory() or 0, process_time()
    made = make()
    seconds = process_time() - start
    now_kept = _kept()
    cold = not now_kept or not now_kept <= kept
    return made, _Cost(seconds, max(0, (resident_memory() or 0) - size), cold)


def _kept() -> set[Path]:
    """What is on disk already: whoever adds to it has not found what it needed."""
    from spielwerk.core import cache_folder

    try:
        return {path for path in cache_folder().glob("*/*") if path.suffix != ".part"}
    except (OSError, RuntimeError):
        return set()
