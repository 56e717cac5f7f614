"""The first answer at a cold table: a fresh process that finds nothing on disk is asked for a move.

The question is the one that the server asks its machines. Seconds of processor time are those of
the thread that answers, and of the whole process, which meanwhile gets faster engines ready: on a
quiet machine with two cores the clock on the wall shows something between the two.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from tempfile import TemporaryDirectory

from benchmarks.measure import QUICK, Budget
from benchmarks.report import Report

__all__ = ["first_move"]

ASKED = 2.0
"""Seconds until a cold chess table answers."""
LEVELS = {"easy": 0.05, "medium": 0.2, "strong": 1.0}
_SCRIPT = """
import json, sys, time
from spielwerk.catalogue import open_game
from spielwerk.server.machines.thinker import answer
name, player, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
game = open_game(name)
first, second = game.roles
state = game.initial(1)
moves = {role: state.legal(role)[0] for role in state.turn.roles}
question = {
    "ask": "think", "game": name, "language": None, "source": "", "role": second,
    "player": player, "seed": 1, "match_seed": 1, "match": "cold", "until": None, "why": False,
    "seconds": seconds, "most": 5 * seconds, "events": [[moves, []]],
}
clocks = time.monotonic, time.thread_time, time.process_time
begin = [clock() for clock in clocks]
said = answer(question)
spent = [clock() - start for clock, start in zip(clocks, begin)]
print(json.dumps([*spent, said["unthought"] is None]))
"""


def first_move(budget: Budget) -> Report:
    """How long a cold chess table takes for its first answer, level by level."""
    runs = 1 if budget is QUICK else 3
    rows = [_row("chess", level, seconds, runs) for level, seconds in LEVELS.items()]
    notes = [f"asked for: {ASKED:g} s by the wall on a quiet machine. The slowest of {runs} runs."]
    return Report("First answer at a cold table, in seconds", rows, notes)


def _row(name: str, level: str, seconds: float, runs: int) -> dict[str, str | float]:
    found = [_asked(name, level, seconds) for _ in range(runs)]
    wall, thread, process = (max(run[column] for run in found) for column in range(3))
    return {
        "game": name,
        "level": level,
        "wall": wall,
        "processor, its thread": thread,
        "processor, all": process,
        "thought": "yes" if all(run[3] for run in found) else "no",
    }


def _asked(name: str, level: str, seconds: float) -> list[float]:
    with TemporaryDirectory() as cache:
        command = [sys.executable, "-c", _SCRIPT, name, level, str(seconds)]
        done = subprocess.run(
            command,
            capture_output=True,
            check=True,
            text=True,
            env={**os.environ, "SPIELWERK_CACHE": cache},
        )
    found: list[float] = json.loads(done.stdout)
    return found
