"""Races of spe_ed between solvers at equal thinking time, one after the other in one process.

Goes in: the players by seat, a seed, how long everybody may think. Comes out: every round as it
happens (:func:`race`), or the result of a tournament's fixture (:func:`play_race`). Time is by
default the processor's, so that whatever else the machine does is nobody's disadvantage.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from spielwerk.arena.results import Result
from spielwerk.arena.schedule import Fixture, Tournament
from spielwerk.core import Deadline, SpielwerkError, TimeSource, format_seconds, parse_seconds
from spielwerk.games.speed.compiled import Arena
from spielwerk.games.speed.game import Speed
from spielwerk.games.speed.rules import Board, play_round
from spielwerk.players import Quiet, parse_player
from spielwerk.players.speed.decision import Decision
from spielwerk.players.speed.players import SpeedPlayer

__all__ = [
    "CLOCKS",
    "Lap",
    "Tally",
    "Thought",
    "play_race",
    "race",
    "racing_clock",
    "seat_racers",
    "tally",
]

CLOCKS: Mapping[str, TimeSource] = {"cpu": time.process_time, "wall": time.monotonic}
"""What may count as time."""


@dataclass(frozen=True, slots=True)
class Thought:
    """A decision, and how long it took."""

    decision: Decision
    seconds: float


@dataclass(frozen=True, slots=True)
class Lap:
    """One round: what the board was, what everybody alive thought, and what came of it."""

    before: Board
    allotted: float
    thoughts: Mapping[int, Thought]
    """By the number of the player."""
    after: Board

    @property
    def late(self) -> tuple[int, ...]:
        """Whoever took longer than allotted. It is counted, not punished: servers wait, too."""
        return tuple(n for n, thought in self.thoughts.items() if thought.seconds > self.allotted)


def seat_racers(specs: Sequence[str]) -> list[SpeedPlayer]:
    """The players of these specs, loaded and ready to race.

    :raises SpielwerkError: one of them is no player, or does not play spe_ed
    """
    players = [parse_player(spec) for spec in specs]
    racers = [player for player in players if isinstance(player, SpeedPlayer)]
    for player in players:
        if player not in racers:
            raise SpielwerkError(
                f"'{player}' does not race. Name strategist, transparent, or one of the simple "
                "bots: random-safe, straight-on, largest-area, jumper, slow-filler."
            )
    for racer in racers:
        racer.ready()
    return racers


def race(
    racers: Sequence[SpeedPlayer],
    board: Board,
    allot: Callable[[int], float],
    *,
    seed: int = 0,
    clock: TimeSource = time.process_time,
) -> Iterator[Lap]:
    """Every round of a race; ``allot`` gives the seconds for a round, by its number."""
    solvers = [racer.solver(seed + seat) for seat, racer in enumerate(racers)]
    while board.running:
        allotted = allot(board.round)
        thoughts: dict[int, Thought] = {}
        for number in board.active:
            seconds = min(allotted, racers[number - 1].longest or allotted)
            begun = clock()
            deadline = Deadline(begun + seconds, clock)
            with Quiet():
                decision = solvers[number - 1].decide(Arena.of(board), number - 1, deadline.left)
            thoughts[number] = Thought(decision, clock() - begun)
        actions = {number: thought.decision.action for number, thought in thoughts.items()}
        lap = Lap(board, allotted, thoughts, play_round(board, actions))
        yield lap
        board = lap.after


def racing_clock(seconds: float, clock: str = "cpu") -> str:
    """Thinking time as a tournament's clock: ``50ms cpu``."""
    return f"{format_seconds(seconds)} {clock}"


def play_race(tournament: Tournament, fixture: Fixture) -> Result:
    """Play one race of a tournament to its end."""
    length, _, clock = tournament.clock.partition(" ")
    seconds = parse_seconds(length)
    specs = [tournament.players[player] for player in fixture.seating]
    racers = seat_racers(specs)
    board = Speed(len(specs)).initial(fixture.seed).board
    begun = time.monotonic()
    fell: dict[int, int] = {}
    late = [0] * len(specs)
    for lap in race(racers, board, lambda _: seconds, seed=fixture.seed, clock=CLOCKS[clock]):
        board = lap.after
        fell.update({n: lap.before.round for n in lap.thoughts if n not in board.active})
        for number in lap.late:
            late[number - 1] += 1
    lasted = [fell.get(number, board.round) for number in board.racers]
    return Result(
        fixture.number,
        fixture.seating,
        fixture.seed,
        _places(lasted),
        "over",
        board.round - 1,
        round(time.monotonic() - begun, 3),
        tuple(late),
    )


def _places(lasted: Sequence[int]) -> tuple[int, ...]:
    """What everybody gets by how many they outlived: 100 for all others, so only for a winner."""
    others = len(lasted) - 1
    return tuple(100 * sum(mine > other for other in lasted) // others for mine in lasted)


@dataclass(frozen=True, slots=True)
class Tally:
    """One player's races: in how many it sat, how many it won, how often it was late."""

    player: str
    races: int
    won: int
    late: int

    @property
    def share(self) -> float:
        """Races won, of 1."""
        return self.won / self.races if self.races else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share (Wilson's)."""
        if not self.races:
            return 0.0, 1.0
        n, z = self.races, 1.96
        centre = (self.share + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * sqrt(self.share * (1 - self.share) / n + (z / (2 * n)) ** 2)
        return max(0.0, centre - half), min(1.0, centre + half)


def tally(results: Iterable[Result], players: Sequence[str]) -> list[Tally]:
    """First places and late answers of everybody, whoever won most first."""
    races, won, late = ([0] * len(players) for _ in range(3))
    for result in results:
        for player in set(result.seating):
            races[player] += 1
        seats = zip(result.seating, result.outcome, result.late, strict=True)
        for player, outcome, delays in seats:
            won[player] += outcome == 100
            late[player] += delays
    rows = [Tally(*row) for row in zip(players, races, won, late, strict=True)]
    return sorted(rows, key=lambda row: -row.share)
