"""How fast an engine plays at random: the figures behind every claim about speed.

A circuit or an engine goes in and plays for a while on one thread; out come states and matches
per second of processor time. ``spielwerk gdl bench`` prints them.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from time import process_time
from typing import TYPE_CHECKING, TypeVar

from spielwerk.languages.gdl.engine import Engine

if TYPE_CHECKING:
    from spielwerk.languages.gdl.circuit import Circuit

P = TypeVar("P")
_WARM_UP = 200
"""Steps after which lanes are spread over all stages of a match."""
_SLICE = 0.05
"""Seconds between two looks at the clock, about."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What a run showed; a state counts once for every lane and step."""

    states: int
    playouts: int
    cpu_seconds: float
    memory_bytes: int
    """Native code and the memory it works on; 0 for engines that are all Python."""

    @property
    def states_per_cpu_second(self) -> float:
        return self.states / self.cpu_seconds

    @property
    def playouts_per_cpu_second(self) -> float:
        return self.playouts / self.cpu_seconds


def measure_sliced(circuit: Circuit, seconds: float, seed: int = 0) -> Figures:
    """Random matches in 512 lanes for about so many seconds."""
    from spielwerk.languages.gdl.compiled import Sliced

    sliced = Sliced(circuit)
    kernel = sliced.clocked
    group = sliced.initial_group(seed)
    group.run(_WARM_UP)
    group.clear()
    steps, start = 100, process_time()
    while (spent := process_time() - start) < seconds:
        before = process_time()
        group.run(steps)
        if process_time() - before < _SLICE:
            steps *= 2
    tally = sliced.tally(group)
    memory = kernel.bytes + group.memory.nbytes + 64 * kernel.slots
    return Figures(tally.states, tally.playouts, spent, memory)


def measure_engine(engine: Engine[P], seconds: float, seed: int = 0) -> Figures:
    """Random matches, one state at a time, for about so many seconds."""
    rng = Random(seed)
    states = playouts = 0
    position = engine.initial()
    start = process_time()
    while (spent := process_time() - start) < seconds:
        for _ in range(100):
            states += 1
            choices = [engine.legal(position, role) for role in engine.roles]
            if engine.terminal(position) or not all(choices):
                engine.goals(position)
                playouts += 1
                position = engine.initial()
            else:
                joint = tuple([own[int(rng.random() * len(own))] for own in choices])
                position = engine.next(position, joint)
    return Figures(states, playouts, spent, 0)
