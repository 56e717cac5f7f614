"""The player that finds out who is best at a game, and plays like that one.

What the library or an earlier contest knows it takes at once. Where nobody knows yet it takes a
sensible guess, and lets the contenders meet beside the match, while nobody thinks; what comes out
is kept under the rules' fingerprint for the next match. No table ever waits for that.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields, replace
from math import sqrt
from random import Random
from threading import Condition, Thread
from typing import Any, ClassVar

from spielwerk.core import (
    NEVER,
    Choice,
    Deadline,
    Game,
    Knowledge,
    Mind,
    Player,
    Role,
    Unsuited,
)
from spielwerk.players import options
from spielwerk.players.equilibrium import (
    SolvePlayer,
    TooLarge,
    keep_strategy,
    known_strategy,
    may_mix,
    solved,
)
from spielwerk.players.meeting import Interrupted, meet
from spielwerk.players.spec import PlayerSpecError, parse_player, player_kind, player_names
from spielwerk.players.strengths import Strengths, keep_strengths, known_strengths

_THOUGHT = 0.05
"""Seconds that contenders think about a move where nothing else is said."""
_PLAYS_ALL = "mcts"
"""Whoever is a sensible guess where nobody was made for a game."""
_PAIRS = 3
"""How often any two contenders meet in each order of seats."""
_OPENING = 4
"""Random steps at the beginning of a meeting, at most."""
_LONGEST = 120.0
"""Seconds of processor time after which a contest beside a match is over."""


@dataclass(frozen=True)
class AutoPlayer(Player):
    """Whoever is best at the game, as far as is known."""

    name = "auto"

    seconds: float | None = options.seconds(None, "longest thought for a move")

    def sit(self, game: Game, role: Role, *, seed: int = 0, deadline: Deadline = NEVER) -> Mind:
        mind = seat_best(game, role, seconds=self.seconds, seed=seed, deadline=deadline)
        return NamedMind(mind, self)


def contenders(game: Game) -> tuple[str, ...]:
    """Everybody who may be the best at a game: those who were made for it come first."""
    kinds = [kind for kind in map(_kind, player_names()) if kind is not None]
    kinds.sort(key=lambda kind: not kind.games)
    return tuple(spec for kind in kinds for spec in kind.contenders(game))


def best_player(game: Game) -> Player:
    """Who is known to be best at a game, or else who probably is."""
    known = known_strengths(game)
    if known is not None:
        try:
            return parse_player(known.best)
        except PlayerSpecError:
            pass  # a package that was there when they met is gone
    first, *_ = contenders(game)
    return parse_player(first if player_kind(first.partition(":")[0]).games else _PLAYS_ALL)


def lasting(player: Player, seconds: float | None) -> Player:
    """The same player with another thinking time, where it has one to set."""
    named: Any = player
    timed = seconds is not None and any(field.name == "seconds" for field in fields(named))
    return replace(named, seconds=seconds) if timed else player


def seat_best(
    game: Game, role: Role, *, seconds: float | None, seed: int, deadline: Deadline
) -> Mind:
    """Seat the best player of a game, as far as is known; where it turns out not to play it, the
    next one.
    """
    if known_strengths(game) is None or (may_mix(game) and known_strategy(game) is None):
        _Contest.begin(game)
    first = (SolvePlayer(),) if may_mix(game) else ()
    for player in (*first, best_player(game), *map(parse_player, contenders(game))):
        try:
            return lasting(player, seconds).sit(game, role, seed=seed, deadline=deadline)
        except Unsuited:
            continue
    raise Unsuited(f"Nobody plays '{game.name}'.")


class NamedMind(Mind):
    """A mind that thinks for a player of another name, which is who chose."""

    def __init__(self, mind: Mind, player: Player) -> None:
        self._mind = mind
        self._player = player

    def choose(self, knowledge: Knowledge, deadline: Deadline = NEVER) -> Choice:
        with _Contest.held_up():
            choice = self._mind.choose(knowledge, deadline)
        who = choice.by.partition(":")[0]
        effort = f"{who}: {choice.effort}" if choice.effort else who
        return replace(choice, by=str(self._player), effort=effort)


def find_out(
    game: Game,
    *,
    seconds: float = _THOUGHT,
    pairs: int = _PAIRS,
    most: int = _PAIRS,
    seed: int = 0,
    go_on: Callable[[], bool] = lambda: True,
) -> Strengths:
    """Let all contenders of a game meet; the best one has most points.

    :param pairs: how often any two meet in each order of seats
    :param most: how often at most, as long as nobody is clearly ahead
    :raises Interrupted: ``go_on`` said no before everybody had met everybody
    """
    able = [spec for spec in contenders(game) if _sits(spec, game)]
    points, played, orders = dict.fromkeys(able, 0.0), 0, max(len(game.roles), 2)
    for number in range(most if len(able) > 1 else 0):
        if number >= pairs and _clear(points, number * orders):
            break
        turns = range(number * orders, (number + 1) * orders)
        for seats in _meetings(able, len(game.roles), turns):
            named = dict(zip(game.roles, seats, strict=True))
            players = {role: lasting(parse_player(spec), seconds) for role, spec in named.items()}
            shared = Random(f"{seed}/{played // len(game.roles)}").getrandbits(32)
            opening = shared % (_OPENING + 1)
            outcome = meet(game, players, seed=shared, opening=opening, go_on=go_on).outcome
            for spec in set(seats):
                own = [outcome[role] for role, one in named.items() if one == spec]
                points[spec] += sum(own) / len(own) / 100
            played += 1
    total = sum(points.values()) or 1.0
    best = max(able, key=lambda spec: points[spec])
    contest = {spec: round(share / total, 3) for spec, share in points.items()} if played else {}
    said = f"{played} matches at {1000 * seconds:.0f} ms a move"
    return Strengths(best, contest, made=said if played else "there is nobody else")


def _clear(points: Mapping[str, float], rounds: int) -> bool:
    """Whether luck alone would hardly put somebody so far ahead of the next one."""
    best, second, *_ = sorted(points.values(), reverse=True)
    return best - second >= 2 * sqrt(rounds * (len(points) - 1))


def _meetings(specs: Sequence[str], roles: int, turns: range) -> Iterator[tuple[str, ...]]:
    """Who sits where: any two share the seats and change them; alone, one after another."""
    for turn in turns:
        if roles == 1:
            yield from ((spec,) for spec in specs)
            continue
        for one in range(len(specs)):
            for other in range(one):
                pair = (specs[one], specs[other])
                yield tuple(pair[(seat + turn) % 2] for seat in range(roles))


def _sits(spec: str, game: Game) -> bool:
    try:
        parse_player(spec).sit(game, game.roles[0], deadline=Deadline.after(1.0, time.thread_time))
    except Unsuited:
        return False
    return True


def _kind(name: str) -> type[Player] | None:
    try:
        return player_kind(name)
    except PlayerSpecError:
        return None  # somebody's package that cannot be used


class _Contest(Thread):
    """Finds out who is best beside a match: only while nobody thinks, and not for ever."""

    _begun: ClassVar[set[str]] = set()
    _thinking: ClassVar[int] = 0
    _rest: ClassVar[Condition] = Condition()

    def __init__(self, game: Game) -> None:
        super().__init__(name="finds out who is best", daemon=True)
        self._game = game
        self._end = 0.0

    @classmethod
    def begin(cls, game: Game) -> None:
        """Begin a contest for a game, unless there was one or there is nothing to find out."""
        key = game.fingerprint or game.name
        with cls._rest:
            if key in cls._begun or game.confined:
                return
            cls._begun.add(key)
        cls(game).start()

    @classmethod
    @contextmanager
    def held_up(cls) -> Iterator[None]:
        """Nobody meets meanwhile."""
        with cls._rest:
            cls._thinking += 1
        try:
            yield
        finally:
            with cls._rest:
                cls._thinking -= 1
                cls._rest.notify_all()

    def run(self) -> None:
        self._end = time.thread_time() + _LONGEST
        try:
            self._solve()
            if known_strengths(self._game) is not None:
                return
            found = find_out(self._game, go_on=self._may)
        except Interrupted:
            return
        except Exception:  # rules or players that break down must not disturb the match
            return
        keep_strengths(self._game, found)

    def _solve(self) -> None:
        """Find an equilibrium for the next match, where the game has one that can be found."""
        if not may_mix(self._game) or known_strategy(self._game) is not None:
            return
        with suppress(TooLarge):
            keep_strategy(self._game, solved(self._game, go_on=self._has_time))

    def _has_time(self) -> bool:
        with self._rest:
            while self._thinking:
                self._rest.wait()
        return time.thread_time() < self._end

    def _may(self) -> bool:
        return self._has_time() and known_strengths(self._game) is None
