"""Search in native code: states a second of processor time, and what a second thread adds.

A *state* is one that search has looked at: a successor that was made and looked at, or a state of
a random match. How many of them were successors is said, too: these are what trees are made of.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

import numpy as np

from benchmarks.measure import Budget, Sample, compare
from benchmarks.report import Report
from spielwerk.catalogue import open_game
from spielwerk.core import DepthSearch, Judgement, State, TreeSearch

__all__ = ["native_search"]

TARGETS = {"connect-four": 1_500_000, "breakthrough": 1_000_000, "reversi": 150_000, "chess": 0}
"""States a second that are asked of each game."""
TWICE = 1.7
"""How many times the states of one thread two are to see."""


def native_search(budget: Budget) -> Report:
    """Monte-Carlo and alpha-beta search of first positions."""
    return Report(
        "Native search (per second of processor time)",
        [_row(name, target, budget) for name, target in TARGETS.items()],
        [
            "rounds: descents of the tree; one that ends at a new position plays 512 random",
            "matches, one that ends at a known result none. x 2 threads: how much sooner two",
            f"threads have made as many rounds as one ({TWICE} is asked for), by the processor",
            "time they take, and by the clock on the wall, which says nothing on a busy machine;",
            "alpha-beta: successors that were made and judged, without any random match",
        ],
    )


def _row(name: str, target: int, budget: Budget) -> dict[str, str | float]:
    game = open_game(name).quick()
    search = game.search()
    batch = game.batch(1)
    assert search is not None
    assert batch is not None
    start = game.initial()
    nothing = Judgement(0, np.zeros(batch.states().shape[1], np.int32), np.zeros((0, 3), np.int32))

    def grown(seed: int, threads: int) -> TreeSearch:
        return search.tree(seed=seed, exploring=0.4, proving=True, threads=threads, anytime=20)

    def tree(count: int) -> Callable[[float, int], Sample]:
        return lambda seconds, seed: _run(grown(seed, 1), start, seconds, count)

    def deepening(seconds: float, _: int) -> Sample:
        return _run(search.deepening(nothing), start, seconds, 1)

    rates = compare(
        {
            "rounds": tree(0),
            "states": tree(1),
            "alpha-beta": deepening,
        },
        budget,
    )
    rounds, states = rates["rounds"].per_second, rates["states"].per_second
    enough = round(budget.seconds * rounds)
    pairs = [
        [_took(grown(seed, threads), start, enough) for threads in (1, 2)]
        for seed in range(budget.runs)
    ]
    twice = median(2 * one.cpu_seconds / two.cpu_seconds for one, two in pairs)
    row: dict[str, str | float] = {
        "game": name,
        "rounds": rounds,
        "states": states,
        "states ± %": 100 * rates["states"].spread,
        "x 2 threads": twice,
        "by the wall": median(one.seconds / two.seconds for one, two in pairs),
        "alpha-beta": rates["alpha-beta"].per_second,
    }
    if target:
        row["asked"] = target
        alike = min(states, rates["alpha-beta"].per_second) >= target
        row["verdict"] = "met" if alike and twice >= TWICE else "missed"
    return row


@dataclass(frozen=True, slots=True)
class _Took:
    cpu_seconds: float
    seconds: float


def _took(search: TreeSearch, start: State, rounds: int) -> _Took:
    """What so many rounds take: trees of the same size, so that as many results are known."""
    search.think(start, lambda: True, 1)
    cpu, wall = time.process_time(), time.perf_counter()
    search.think(start, lambda: True, rounds)
    return _Took(time.process_time() - cpu, time.perf_counter() - wall)


def _run(search: TreeSearch | DepthSearch, start: State, seconds: float, count: int) -> Sample:
    """Search for so much processor time; ``count`` says what is counted: rounds or states."""
    search.think(start, lambda: True, 1)
    before, begin = search.effort[count], time.process_time()
    search.think(start, lambda: time.process_time() - begin < seconds)
    return Sample(search.effort[count] - before, time.process_time() - begin)
