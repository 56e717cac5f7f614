"""Races of spe_ed between solvers at equal thinking time, one after the other in one process.

Goes in: the players by seat, a seed, how long everybody may think. Comes out: every round as it
happens (:class:`Race`), or the result of a tournament's fixture (:func:`play_race`). Time is by
default the processor's, so that whatever else the machine does is nobody's disadvantage.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from typing import cast

from spielwerk.arena.in_turn import think_in_turn
from spielwerk.arena.results import Result
from spielwerk.arena.schedule import Fixture, Tournament
from spielwerk.core import (
    HICCUPS,
    Deadline,
    Role,
    SpielwerkError,
    TimeSource,
    format_seconds,
    parse_seconds,
)
from spielwerk.games.speed import Arena, Speed, SpeedBoard, SpeedState
from spielwerk.match import (
    TOLERATE,
    Clock,
    Late,
    Match,
    MatchEvent,
    MatchLog,
    Session,
    Setup,
    Stepped,
    open_match,
)
from spielwerk.players import Quiet, parse_player
from spielwerk.players.speed import Decision, Solver, SpeedPlayer

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

    before: SpeedBoard
    allotted: float
    thoughts: Mapping[int, Thought]
    """By the number of the player."""
    after: SpeedBoard

    late: tuple[int, ...] = ()
    """Whoever took longer than the match's clock gives."""


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


class Race:
    """A race between solvers, kept like any other match."""

    def __init__(
        self,
        racers: Sequence[SpeedPlayer],
        game: Speed,
        *,
        seed: int = 0,
        clock: TimeSource = time.process_time,
        seconds: float | None = None,
    ) -> None:
        """Whoever thinks longer than ``seconds`` in a round is late by the match's clock.

        That is noted and tolerated: servers wait, too. Rules that name limits of their own would
        punish it.
        """
        seats = {role: str(racer) for role, racer in zip(game.roles, racers, strict=True)}
        setup = Setup(seed, seats, Clock(move=seconds), late=TOLERATE)
        self._racers = racers
        self._clock = clock
        self._events: list[MatchEvent] = []
        self._session = Session(open_match(game, setup), sink=self._events.extend)

    @property
    def board(self) -> SpeedBoard:
        """The board as it is now."""
        return cast(SpeedState, self._session.match.state).board

    @property
    def log(self) -> MatchLog:
        """Everything that has happened."""
        match = self._session.match
        return MatchLog.of(match.game, match.setup, self._events)

    def laps(self, allot: Callable[[int], float] | None = None) -> Iterator[Lap]:
        """Every round as it is raced.

        ``allot`` gives the seconds for a round by its number, where the match's clock does not.
        """
        setup = self._session.match.setup
        solvers = [racer.solver(setup.seed + seat) for seat, racer in enumerate(self._racers)]
        allot = allot or (lambda _: setup.clock.move or inf)
        before, allotted = self.board, allot(self.board.round)
        thoughts: dict[int, Thought] = {}
        late: tuple[int, ...] = ()

        def think(match: Match, role: Role) -> tuple[str, float]:
            thought = self._think(solvers[int(role) - 1], int(role), allotted)
            thoughts[int(role)] = thought
            return thought.decision.action.value, thought.seconds

        for event in think_in_turn(self._session, think):
            if isinstance(event, Late):
                late = (*late, int(event.role))
            elif isinstance(event, Stepped):
                yield Lap(before, allotted, thoughts, self.board, late)
                before, allotted = self.board, allot(self.board.round)
                thoughts, late = {}, ()

    def _think(self, solver: Solver, number: int, allotted: float) -> Thought:
        if self._clock is time.monotonic:  # others count only what a solver does itself
            allotted = HICCUPS.granted(allotted)
        seconds = min(allotted, self._racers[number - 1].longest or allotted)
        begun = self._clock()
        deadline = Deadline(begun + seconds, self._clock)
        with Quiet():
            decision = solver.decide(Arena.of(self.board), number - 1, deadline.left)
        return Thought(decision, self._clock() - begun)


def racing_clock(seconds: float, clock: str = "cpu") -> str:
    """Thinking time as a tournament's clock: ``50ms cpu``."""
    return f"{format_seconds(seconds)} {clock}"


def play_race(tournament: Tournament, fixture: Fixture) -> Result:
    """Play one race of a tournament to its end."""
    length, _, clock = tournament.clock.partition(" ")
    seconds = parse_seconds(length)
    specs = [tournament.players[player] for player in fixture.seating]
    racers = seat_racers(specs)
    game = Speed(len(specs), deadlines=None)
    race = Race(racers, game, seed=fixture.seed, clock=CLOCKS[clock], seconds=seconds)
    begun = time.monotonic()
    fell: dict[int, int] = {}
    late = [0] * len(specs)
    for lap in race.laps():
        fell.update({n: lap.before.round for n in lap.thoughts if n not in lap.after.active})
        for number in lap.late:
            late[number - 1] += 1
    board = race.board
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
class RaceTally:
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


def tally(results: Iterable[Result], players: Sequence[str]) -> list[RaceTally]:
    """First places and late answers of everybody, whoever won most first."""
    races, won, late = ([0] * len(players) for _ in range(3))
    for result in results:
        for player in set(result.seating):
            races[player] += 1
        seats = zip(result.seating, result.outcome, result.late, strict=True)
        for player, outcome, delays in seats:
            won[player] += outcome == 100
            late[player] += delays
    rows = [RaceTally(*row) for row in zip(players, races, won, late, strict=True)]
    return sorted(rows, key=lambda row: -row.share)
