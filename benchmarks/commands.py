"""What a command costs before it does anything: ``spielwerk --help`` and ``spielwerk games``.

Each runs in fresh processes; a Python that does nothing at all, measured in turn with them, is the
reference. Judged by processor time: other work on the machine slows the clock on the wall.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.measure import Budget
from benchmarks.report import Report

__all__ = ["commands"]

ASKED = 0.3
"""What is asked for, in seconds of processor time."""
_BARE = (sys.executable, "-c", "pass")
_COMMANDS = {
    "spielwerk --help": (sys.executable, "-m", "spielwerk", "--help"),
    "spielwerk games": (sys.executable, "-m", "spielwerk", "games"),
}


def commands(budget: Budget) -> Report:
    """Commands that everybody types first, against a Python that does nothing."""
    rounds = 3 * budget.runs
    bare: list[float] = []
    taken: dict[str, list[float]] = {name: [] for name in _COMMANDS}
    with TemporaryDirectory() as bytecode:
        for words in _COMMANDS.values():
            _cpu_seconds(words, bytecode)
        for _ in range(rounds):
            bare.append(_cpu_seconds(_BARE, bytecode))
            for name, words in _COMMANDS.items():
                taken[name].append(_cpu_seconds(words, bytecode))
    rows = [_row(name, median(seconds), median(bare)) for name, seconds in taken.items()]
    return Report("Commands", rows, [f"Asked for: {ASKED:g} s of processor time. {rounds} starts."])


def _row(name: str, seconds: float, bare: float) -> dict[str, str | float]:
    return {
        "command": name,
        "CPU s": seconds,
        "bare Python s": bare,
        "ratio": seconds / bare,
        "verdict": "met" if seconds <= ASKED else "missed",
    }


def _cpu_seconds(words: Sequence[str], bytecode: str) -> float:
    """What a process costs that finds its bytecode, as from the second start on."""
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    environment = {**kept, "PYTHONPYCACHEPREFIX": bytecode}
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, env=environment)
    _, status, used = os.wait4(process.pid, 0)
    assert status == 0, f"{words} failed"
    return used.ru_utime + used.ru_stime
