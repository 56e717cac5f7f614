"""Search in native code: states a second of processor time, and what a second thread adds.

A *state* is one that search has looked at: a successor that was made and looked at, or a state of
a random match. How many of them were successors is said, too: these are what trees are made of.
"""

from __future__ import annotations

import time
from collections.abc import Callable

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
            "matches, one that ends at a known result none. x 2 threads: states of two threads",
            f"against one, by the processor time they take ({TWICE} is asked for), and the same by",
            "rounds, which swings where many rounds end at known results;",
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

    def tree(threads: int, count: int) -> Callable[[float, int], Sample]:
        def run(seconds: float, seed: int) -> Sample:
            made = search.tree(seed=seed, exploring=0.4, proving=True, threads=threads, anytime=20)
            return _run(made, start, seconds, count)

        return run

    def deepening(seconds: float, _: int) -> Sample:
        return _run(search.deepening(nothing), start, seconds, 1)

    rates = compare(
        {
            "rounds": tree(1, 0),
            "states": tree(1, 1),
            "two": tree(2, 1),
            "two rounds": tree(2, 0),
            "alpha-beta": deepening,
        },
        budget,
    )
    rounds, states = rates["rounds"].per_second, rates["states"].per_second
    twice = 2 * rates["two"].per_second / states
    row: dict[str, str | float] = {
        "game": name,
        "rounds": rounds,
        "states": states,
        "states ± %": 100 * rates["states"].spread,
        "x 2 threads": twice,
        "rounds x 2 threads": 2 * rates["two rounds"].per_second / rounds,
        "alpha-beta": rates["alpha-beta"].per_second,
    }
    if target:
        row["asked"] = target
        alike = min(states, rates["alpha-beta"].per_second) >= target
        row["verdict"] = "met" if alike and twice >= TWICE else "missed"
    return row


def _run(search: TreeSearch | DepthSearch, start: State, seconds: float, count: int) -> Sample:
    """Search for so much processor time; ``count`` says what is counted: rounds or states."""
    search.think(start, lambda: True, 1)
    before, begin = search.effort[count], time.process_time()
    search.think(start, lambda: time.process_time() - begin < seconds)
    return Sample(search.effort[count] - before, time.process_time() - begin)
