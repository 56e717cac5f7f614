"""Measuring: how much is done per second of processor time, repeatedly and side by side.

Contenders take turns, run by run, so that whatever else the machine is doing hits all of them
alike. What comes out is the median rate of each and how far its runs lie apart.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median

__all__ = [
    "QUICK",
    "THOROUGH",
    "Budget",
    "Rate",
    "Sample",
    "compare",
    "cpu_seconds",
    "machine",
]


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to measure."""

    runs: int
    seconds: float
    """Of processor time, for each run of each contender."""


QUICK = Budget(runs=3, seconds=0.2)
THOROUGH = Budget(runs=5, seconds=1.0)


@dataclass(frozen=True, slots=True)
class Sample:
    """One run: how much was done, in how much processor time."""

    amount: float
    cpu_seconds: float

    @property
    def rate(self) -> float:
        return self.amount / self.cpu_seconds


@dataclass(frozen=True, slots=True)
class Rate:
    """Several runs of the same: the median, and the range around it."""

    per_second: float
    spread: float
    """From the slowest to the fastest run, as a share of the median."""

    @classmethod
    def of(cls, samples: list[Sample]) -> Rate:
        rates = [sample.rate for sample in samples]
        middle = median(rates)
        return cls(middle, (max(rates) - min(rates)) / middle)


def compare(
    contenders: Mapping[str, Callable[[float, int], Sample]], budget: Budget
) -> dict[str, Rate]:
    """Let every contender run for ``budget.seconds`` with a seed, in turns.

    A short run of each comes first and does not count: engines may still be warming up.
    """
    samples: dict[str, list[Sample]] = {name: [] for name in contenders}
    for run in contenders.values():
        run(budget.seconds / 4, budget.runs)
    for seed in range(budget.runs):
        for name, run in contenders.items():
            samples[name].append(run(budget.seconds, seed))
    return {name: Rate.of(runs) for name, runs in samples.items()}


def machine() -> str:
    """On what, and how busy it is."""
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    return (
        f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores, "
        f"load of the last 1, 5, 15 minutes: {load}"
    )


def cpu_seconds(process: int) -> float:
    """What a process, with all its threads, has used of the processor."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
