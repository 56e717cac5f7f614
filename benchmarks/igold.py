"""IGold: whole random matches a second of the games of the library, on one thread.

Each game is played by its rules as native code and by the reference engine, side by side. Beside
Citadels with four runs a plain Python program for that one game; and the one other engine in Python
that we know of for it, by its own account, plays 6.5 a second.
"""

from __future__ import annotations

from functools import partial
from random import Random
from time import process_time

from benchmarks.measure import Budget, Sample, compare
from benchmarks.plain_citadels import PlainCitadels
from benchmarks.report import Report
from spielwerk.core import Over, random_event
from spielwerk.languages.igold import IgoldGame, open_library
from spielwerk.languages.igold.native import NativeMatches

__all__ = ["random_matches"]

GAMES = (
    ("pig", 2),
    ("love-letter", 4),
    *(("citadels", players) for players in (4, 2, 3, 5, 6, 7)),
    ("draughts", 2),
    ("round-the-bay", 3),
    ("blind-bids", 3),
)
GOALS = {("citadels", 4): 600, ("love-letter", 4): 5_000, ("pig", 2): 20_000}
"""Matches a second that the native engine shall play."""
_HELPING = 20
"""Native matches between two looks at the clock."""


def random_matches(budget: Budget) -> Report:
    """Matches per second of processor time where everybody moves at random."""
    rows = []
    for name, players in GAMES:
        game = open_library(name, players)
        steps: list[int] = []
        contenders = {"reference": partial(_reference, game, steps)}
        if (native := game.random_matches()) is not None:
            contenders["native"] = partial(_native, native)
        if (name, players) == ("citadels", 4):
            contenders["plain Python"] = _plain
        rates = compare(contenders, budget)
        row: dict[str, str | float] = {
            "game": name,
            "players": players,
            "decisions a match": sum(steps) / len(steps),
        }
        for contender in ("native", "reference", "plain Python"):
            if contender in rates:
                row[contender] = rates[contender].per_second
                row[f"{contender} ± %"] = 50 * rates[contender].spread
        if native is not None:
            row["native : reference"] = rates["native"].per_second / rates["reference"].per_second
        if (name, players) in GOALS:
            row["goal"] = GOALS[name, players]
        rows.append(row)
    note = f"{budget.runs} runs of {budget.seconds:g} s each."
    return Report("IGold random matches per second of processor time", rows, [note])


def _native(native: NativeMatches, seconds: float, seed: int) -> Sample:
    """Whole matches until the time is over, each with a seed of its own."""
    rng = Random(seed)
    matches = 0
    begin = process_time()
    while process_time() - begin < seconds:
        ended, _ = native.from_the_beginning(rng.getrandbits(62), matches=_HELPING, steps=1_000_000)
        assert ended == _HELPING, "every match must come to its end"
        matches += ended
    return Sample(matches, process_time() - begin)


def _reference(game: IgoldGame, steps: list[int], seconds: float, seed: int) -> Sample:
    """The same on the reference engine; the last one is finished and counts."""
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


def _plain(seconds: float, seed: int) -> Sample:
    """The same by a program that can only play Citadels."""
    rng = Random(seed)
    matches = 0
    begin = process_time()
    while process_time() - begin < seconds:
        PlainCitadels(rng).play()
        matches += 1
    return Sample(matches, process_time() - begin)
