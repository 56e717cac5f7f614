"""Playing a match from beginning to end: the loop between the pure core and real players.

Goes in a game and a player for every role, comes out what happens, as it happens. Clocks and
threads live here; the match itself is a :class:`~spielwerk.match.session.Session`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from queue import Empty, SimpleQueue
from random import Random

from spielwerk.core import Choice, Event, Game, Knowledge, Player, Role, SpielwerkError
from spielwerk.match.clock import UNTIMED, Clock
from spielwerk.match.commands import Command, Tick
from spielwerk.match.decide import Refusal
from spielwerk.match.events import MatchEvent, Stepped
from spielwerk.match.policy import FORFEIT, Policy
from spielwerk.match.process import ProcessRunner
from spielwerk.match.runners import (
    InlineRunner,
    Post,
    Question,
    Runner,
    Seating,
    ThreadRunner,
    Where,
)
from spielwerk.match.session import Session
from spielwerk.match.standing import Match, Setup, open_match

Thoughts = Callable[[Role, Choice], None]
"""Is told what a player thought whenever it answers."""

_RUNNERS: Mapping[Where, Callable[[Seating, Post], Runner]] = {
    Where.INLINE: InlineRunner,
    Where.THREAD: ThreadRunner,
    Where.PROCESS: ProcessRunner,
}
_GRACE = 0.060
"""Players may be 50 ms late in what they are asked, and answers take a moment to arrive."""
_RESERVE_SHARE = 20
"""A player is not told to use more than this part of its reserve for one move."""


class SeatingError(SpielwerkError):
    """Not every seat has a player, or a player has no seat."""


def setup_match(
    game: Game,
    players: Mapping[Role, Player],
    *,
    clock: Clock = UNTIMED,
    seed: int = 0,
    late: Policy = FORFEIT,
    illegal: Policy = FORFEIT,
) -> Setup:
    """What is settled before a match between these players.

    :raises SeatingError: not every seat has a player, or a player has no seat
    """
    for role in players:
        if role not in game.roles:
            near = get_close_matches(role, game.roles, n=1) or game.roles
            raise SeatingError(f"'{game.name}' has no seat '{role}'. Did you mean {near[0]}?")
    if empty := [role for role in game.roles if role not in players]:
        raise SeatingError(f"Nobody sits at {', '.join(empty)}; seat a player at every role.")
    return Setup(seed, {role: str(players[role]) for role in game.roles}, clock, late, illegal)


def play(
    game: Game,
    players: Mapping[Role, Player],
    *,
    clock: Clock = UNTIMED,
    seed: int = 0,
    late: Policy = FORFEIT,
    illegal: Policy = FORFEIT,
    where: Where = Where.THREAD,
    thoughts: Thoughts | None = None,
    reopen: Callable[[], Game] | None = None,
) -> Iterator[MatchEvent]:
    """Play one match and yield what happens, as it happens.

    The events are the match: folding them over ``game`` gives every state back, and
    :class:`~spielwerk.match.log.MatchLog` writes them down. A player that raises, hangs or
    answers illegally harms only itself. ``reopen`` opens the game in a player's own process, for
    games that cannot be sent there.

    :raises SeatingError: not every seat has a player, or a player has no seat
    """
    setup = setup_match(game, players, clock=clock, seed=seed, late=late, illegal=illegal)
    return _run(_Table(open_match(game, setup), players, where, thoughts, reopen))


def _run(table: _Table) -> Iterator[MatchEvent]:
    try:
        table.seat()
        while not table.session.match.over:
            yield from table.next_events()
    finally:
        table.close()


class _Table:
    """The match, its runners, and their inbox."""

    def __init__(
        self,
        match: Match,
        players: Mapping[Role, Player],
        where: Where,
        thoughts: Thoughts | None,
        reopen: Callable[[], Game] | None,
    ) -> None:
        self.session = Session(match)
        self._players = players
        self._where = where
        self._thoughts = thoughts
        self._reopen = reopen
        self._inbox: SimpleQueue[tuple[float, Command, Choice | None]] = SimpleQueue()
        self._runners: dict[Role, Runner] = {}
        self._busy: set[Role] = set(players)
        self._history: list[Event] = []

    def seat(self) -> None:
        """Let everybody sit down and prepare."""
        match = self.session.match
        setup = match.setup
        for role, player in self._players.items():
            seed = Random(f"{setup.seed}/seat/{role}").getrandbits(32)
            place = Seating(
                match.game, role, player, setup.seed, seed, setup.clock.start, self._reopen
            )
            self._runners[role] = _RUNNERS[self._where](place, self._receive)

    def _receive(self, command: Command, choice: Choice | None) -> None:
        self._inbox.put((self.session.now(), command, choice))

    def next_events(self) -> Sequence[MatchEvent]:
        """Wait for the next thing to come in, and say what happens because of it."""
        at, command, choice = self._wait()
        role: Role | None = getattr(command, "role", None)
        if role is not None:
            self._busy.discard(role)
            if choice is not None and self._thoughts is not None:
                self._thoughts(role, choice)
        answer = self.session.do(command, at)
        events = () if isinstance(answer, Refusal) else answer.events
        self._history += [event.event for event in events if isinstance(event, Stepped)]
        self._dismiss()
        self._ask()
        return events

    def _wait(self) -> tuple[float, Command, Choice | None]:
        try:
            return self._inbox.get(timeout=self.session.patience())
        except Empty:
            return self.session.now(), Tick(), None

    def _dismiss(self) -> None:
        """Seats that are gone need no runner any more."""
        for role, seat in self.session.match.seats.items():
            if seat.gone and role in self._runners:
                self._runners.pop(role).close()

    def _ask(self) -> None:
        match = self.session.match
        for role in match.asked:
            if role not in self._busy and role in self._runners:
                self._busy.add(role)
                knowledge = Knowledge(match.game, match.state, role)
                until = self._thinking_ends(role)
                question = Question(match.step, knowledge, self._history, until)
                self._runners[role].ask(question)

    def _thinking_ends(self, role: Role) -> float | None:
        """The moment by which a player should be done, to be neither late nor out of reserve."""
        match = self.session.match
        deadline = match.deadline(role)
        if deadline is None:
            return None
        clock, since = match.setup.clock, match.since[role]
        if match.state.limit(role) is None:
            share = match.seats[role].reserve / _RESERVE_SHARE
            deadline = min(deadline, since + (clock.move or 0.0) + share)
        left = max(deadline - self.session.now(), 0.0)
        return time.monotonic() + left - min(_GRACE, left / 4)

    def close(self) -> None:
        """Everybody gets up."""
        for runner in self._runners.values():
            runner.close()
