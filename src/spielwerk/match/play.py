"""Playing a match from beginning to end: the loop between the pure core and real players.

Goes in a game and a player for every role, comes out what happens, as it happens. Clocks and
threads live here; the match itself is a :class:`~spielwerk.match.session.Session`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from difflib import get_close_matches
from queue import Empty, SimpleQueue
from random import Random

from spielwerk.core import HICCUPS, Choice, Event, Game, Knowledge, Player, Role, SpielwerkError
from spielwerk.match.clock import UNTIMED, Clock
from spielwerk.match.commands import Answer, Command, Tick
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
from spielwerk.match.thinking import time_to_think

Thoughts = Callable[[Role, Choice], None]
"""Is told what a player thought whenever it answers."""

_RUNNERS: Mapping[Where, Callable[[Seating, Post], Runner]] = {
    Where.INLINE: InlineRunner,
    Where.THREAD: ThreadRunner,
    Where.PROCESS: ProcessRunner,
}


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
        self._ends: dict[Role, float] = {}
        """By when those who think should be done, if at any time."""
        self._watch = ExitStack()
        self._watched = False

    def seat(self) -> None:
        """Let everybody sit down and prepare."""
        match = self.session.match
        setup = match.setup
        start = setup.clock.start
        seconds = None if start is None else HICCUPS.granted(start)
        for role, player in self._players.items():
            seed = Random(f"{setup.seed}/seat/{role}").getrandbits(32)
            place = Seating(match.game, role, player, setup.seed, seed, seconds, self._reopen)
            self._runners[role] = _RUNNERS[self._where](place, self._receive)

    def _receive(self, command: Command, choice: Choice | None) -> None:
        at = self.session.now()
        ends = self._ends.get(command.role) if isinstance(command, Answer) else None
        if ends is not None:
            HICCUPS.note(time.monotonic() - ends)
        self._inbox.put((at, command, choice))

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
                knowledge = Knowledge(match.game, match.lived, role)
                until = self._thinking_ends(role)
                question = Question(match.step, knowledge, self._history, until)
                self._runners[role].ask(question)

    def _thinking_ends(self, role: Role) -> float | None:
        """The moment by which a player should be done."""
        seconds = time_to_think(self.session.match, role, self.session.now())
        self._ends.pop(role, None)
        if seconds is None:
            return None
        if not self._watched:
            self._watched = True
            self._watch.enter_context(HICCUPS.watched())
        self._ends[role] = time.monotonic() + seconds
        return self._ends[role]

    def close(self) -> None:
        """Everybody gets up."""
        self._watch.close()
        for runner in self._runners.values():
            runner.close()
