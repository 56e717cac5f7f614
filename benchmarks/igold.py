"""IGold: whole random matches a second of the games of the library, on one thread.

The goal is twenty matches of Citadels with four players. The one other engine in Python that we
know of for this game, by its own account, plays 6.5.
"""

from __future__ import annotations

from functools import partial
from random import Random
from time import process_time

from benchmarks.measure import Budget, Sample, compare
from benchmarks.report import Report
from spielwerk.core import Game, Over, random_event
from spielwerk.languages.igold import open_library

__all__ = ["random_matches"]

GAMES = (
    *(("citadels", players) for players in (4, 2, 3, 5, 6, 7)),
    ("draughts", 2),
    ("round-the-bay", 3),
    ("blind-bids", 3),
)
KNOWN = 6.5
"""Matches of Citadels a second of that other engine."""


def random_matches(budget: Budget) -> Report:
    """Matches per second of processor time where everybody moves at random."""
    rows = []
    for name, players in GAMES:
        game = open_library(name, players)
        steps: list[int] = []
        rate = compare({name: partial(_play, game, steps)}, budget)[name]
        row: dict[str, str | float] = {
            "game": name,
            "players": players,
            "matches": rate.per_second,
            "matches ± %": 50 * rate.spread,
            "decisions a match": sum(steps) / len(steps),
        }
        if name == "citadels":
            row["ratio to 6.5"] = rate.per_second / KNOWN
        rows.append(row)
    note = f"{budget.runs} runs of {budget.seconds:g} s each."
    return Report("IGold random matches per second of processor time", rows, [note])


def _play(game: Game, steps: list[int], seconds: float, seed: int) -> Sample:
    """Whole matches until the time is over; the last one is finished and counts."""
    rng = Random(seed)
    matches = 0
    begin = process_time()
    while process_time() - begin < seconds:
        state = game.initial(rng.getrandbits(32))
        count = 0
        while not isinstance(state.turn, Over):
            state = state.after(random_event(state, rng).moves)
            count += 1
        steps.append(count)
        matches += 1
    return Sample(matches, process_time() - begin)
