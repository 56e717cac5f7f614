"""What levels are worth: whoever is best at a game is found, then the levels meet.

A game goes in, :class:`~spielwerk.players.strengths.Strengths` come out. Each level meets the next
one, and the lowest one a player that moves at random, which is the zero of all ratings. Time is
processor time. All levels may think for the same part of their usual time, where that would take
too long: what counts is how they compare.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from random import Random

from spielwerk.arena.ratings import Duel, duels, rate
from spielwerk.arena.results import Result, Results
from spielwerk.arena.run import run
from spielwerk.arena.schedule import Fixture, Pairing, Tournament
from spielwerk.catalogue import open_game
from spielwerk.core import Game
from spielwerk.players import lasting, meet, parse_player
from spielwerk.players.strengths import LEVELS, LevelRating, Strengths

_ZERO = "random"
_NOTICED = 50
"""Elo that a level must be ahead of the one offered below it: 57 points of 100."""
_OPENING = 4
"""Random steps at the beginning, at most: whoever does not err would play one match for ever."""
_SITTING = 0.5
"""Seconds for looking at a game before a match."""

Workers = Callable[[Tournament, Iterable[Fixture]], Iterator[Result]]


def ladder(game: str, roles: int, rounds: int, scale: float, seed: int = 0) -> Tournament:
    """The tournament of the levels, with so much of their usual time to think."""
    levels = [parse_player(name) for name in LEVELS]
    timed = [lasting(level, getattr(level, "seconds", 0.0) * scale) for level in levels]
    players = (_ZERO, *map(str, timed))
    return Tournament(game, roles, players, rounds, Pairing.LADDER, seed, f"{scale:g} cpu")


def play_by_processor(tournament: Tournament, fixture: Fixture) -> Result:
    """Play one match of a tournament, with everybody's thoughts counted in processor time."""
    game = _game(tournament.game)
    seats = dict(zip(game.roles, fixture.seating, strict=True))
    players = {role: parse_player(tournament.players[seat]) for role, seat in seats.items()}
    begun = time.monotonic()
    opening = Random(fixture.seed).randrange(_OPENING + 1)
    ended = meet(game, players, seed=fixture.seed, sitting=_SITTING, opening=opening)
    return Result(
        fixture.number,
        fixture.seating,
        fixture.seed,
        tuple(int(ended.outcome[role]) for role in game.roles),
        "broken off" if ended.broken_off else "over",
        ended.steps,
        round(time.monotonic() - begun, 3),
        (0,) * len(game.roles),
        tuple(ended.unthought[role] for role in game.roles),
    )


def measure(
    results: Results, workers: Workers, tell: Callable[[Result], None] = lambda result: None
) -> dict[str, LevelRating]:
    """Play what is missing of a ladder; what every level is worth."""
    tournament = results.tournament
    for result in run(results, lambda fixtures: workers(tournament, fixtures)):
        tell(result)
    return ratings(results)


def ratings(results: Results) -> dict[str, LevelRating]:
    """What every level is worth by the matches so far."""
    players = len(results.tournament.players)
    table = alone(results) if results.tournament.roles == 1 else duels(results, players)
    steps = [_lead(table[lower, upper]) for lower, upper in pairwise(range(players))]
    elos = {name: round(sum(lead for lead, _ in steps[: n + 1])) for n, name in enumerate(LEVELS)}
    offered = worth_offering(elos)
    return {
        name: LevelRating(elos[name], round(margin), name in offered)
        for name, (_, margin) in zip(LEVELS, steps, strict=True)
    }


def worth_offering(elos: Mapping[str, int]) -> tuple[str, ...]:
    """The levels that make a difference: medium does, easy unless it is stronger than that.

    Those above must be ahead of whatever is offered below them.
    """
    easy, medium, *higher = LEVELS
    offered = [easy, medium] if elos[easy] <= elos[medium] else [medium]
    for name in higher:
        if elos[name] - elos[offered[-1]] >= _NOTICED:
            offered.append(name)
    return tuple(offered)


def alone(results: Results) -> dict[tuple[int, int], Duel]:
    """Players of a game for one compared: whoever got more in a round has won it."""
    table = {pair: Duel() for pair in pairwise(range(len(results.tournament.players)))}
    rounds: dict[int, dict[int, int]] = {}
    for result in results:
        number = result.number // len(results.tournament.players)
        rounds.setdefault(number, {})[result.seating[0]] = result.outcome[0]
    for outcomes in rounds.values():
        for player, outcome in outcomes.items():
            if player + 1 in outcomes:
                pair = player, player + 1
                table[pair] = table[pair].plus(outcome - outcomes[player + 1])
    return table


def level_table(lines: Iterable[tuple[str, Strengths]]) -> str:
    """What the levels of games are worth, each game by its title, as a table in Markdown."""
    head = "| game | plays | easy | medium | strong | expert | levels offered |"
    rows = [f"| {title} | {_row(known)} |" for title, known in lines]
    return "\n".join([head, "|---|---|---|---|---|---|---|", *rows])


def _row(known: Strengths) -> str:
    cells = [f"`{known.best}`"]
    for name in LEVELS:
        level = known.levels.get(name)
        cells.append("" if level is None else f"{level.elo} ± {level.margin}")
    return " | ".join([*cells, ", ".join(known.offered)])


def _lead(duel: Duel) -> tuple[float, float]:
    """By how much the second of two is stronger, and half of the 95 % interval of that."""
    one, other = rate({(0, 1): duel}, 2)
    return other.elo - one.elo, 2 * other.margin


@lru_cache(maxsize=4)
def _game(name: str) -> Game:
    return open_game(name).quick()
