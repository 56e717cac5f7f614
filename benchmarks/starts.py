"""From a command to the first playout: in a fresh process, with and without what is kept on disk.

A *cold* start compiles rules and kernels, a *warm* one finds both. Both load Python, Spielwerk and
the rules, then the circuit and its two kernels, and play a random match.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.circuits import library
from benchmarks.measure import Budget
from benchmarks.report import Report

__all__ = ["starts"]

COLD, WARM = 10.0, 1.0
"""What is asked for, in seconds; cold chess is excepted."""
_SCRIPT = """
import json, sys, time
from pathlib import Path
from spielwerk.catalogue import open_game
engine = open_game(sys.argv[1]).quick().engine
assert engine.sliced.playouts(1, seed=0).playouts == 1
status = Path("/proc/self/status")
peak = [line.split()[1] for line in status.read_text().splitlines() if "VmHWM" in line]
print(json.dumps([time.process_time(), len(engine.circuit.kind), *map(int, peak)]))
"""


@dataclass(frozen=True, slots=True)
class Start:
    """One process."""

    wall_seconds: float
    cpu_seconds: float
    gates: int
    peak_kib: int
    """The most memory that the process ever held."""


def starts(budget: Budget) -> Report:
    """Cold and warm starts of every GDL game of the library."""
    notes = [
        f"Asked for: {COLD:g} s cold (chess excepted), {WARM:g} s warm. Judged by processor time: "
        "a start runs on one thread, and other work on the machine slows the clock on the wall.",
        "MiB: the most that the whole process held, Python and LLVM included.",
    ]
    return Report("Start to first playout", [_row(name) for name in library()], notes)


def _row(name: str) -> dict[str, str | float]:
    with TemporaryDirectory() as cache:
        cold = _start(name, cache)
        kept = sum(path.stat().st_size for path in Path(cache).rglob("*") if path.is_file())
        warm = _start(name, cache)
    return {
        "game": name,
        "gates": cold.gates,
        "cold CPU s": cold.cpu_seconds,
        "cold wall s": cold.wall_seconds,
        "warm CPU s": warm.cpu_seconds,
        "warm wall s": warm.wall_seconds,
        "compile CPU s": cold.cpu_seconds - warm.cpu_seconds,
        "cold MiB": cold.peak_kib / 1024,
        "warm MiB": warm.peak_kib / 1024,
        "on disk KiB": kept / 1024,
        "verdict": _verdict(name, cold, warm),
    }


def _verdict(name: str, cold: Start, warm: Start) -> str:
    missed = ["cold"] if cold.cpu_seconds > COLD and name != "chess" else []
    missed += ["warm"] if warm.cpu_seconds > WARM else []
    return f"missed: {', '.join(missed)}" if missed else "met"


def _start(name: str, cache: str) -> Start:
    begin = perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", _SCRIPT, name],
        env={**os.environ, "SPIELWERK_CACHE": cache},
        capture_output=True,
        text=True,
        check=True,
    )
    wall = perf_counter() - begin
    cpu, gates, peak = json.loads(done.stdout)
    return Start(wall, cpu, gates, peak)
