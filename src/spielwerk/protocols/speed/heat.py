"""One race on a server: shows the state to every seat, collects answers, and goes on.

Goes in: the game, its seed, and who sits where. On the way everybody is shown what they may see;
comes out: the messages as one seat got them, and the log of the match. A seat is a
:class:`Seat`, whether a client or a bot sits there.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Protocol

from spielwerk.core import Json, Role
from spielwerk.games.speed import Action, Speed, SpeedState
from spielwerk.match import (
    BY_RULES,
    Answer,
    Clock,
    MatchEvent,
    MatchLog,
    Session,
    Setup,
    Sit,
    open_match,
)
from spielwerk.players.speed import Decision
from spielwerk.protocols.speed.album import cover, frame, thought
from spielwerk.protocols.speed.feed import Feed
from spielwerk.protocols.speed.messages import read_action, state_message


@dataclass(frozen=True, slots=True)
class View:
    """What a seat is shown in a round."""

    state: SpeedState
    number: int
    seconds: float
    """Until the deadline; 0 when the race is over."""
    message: Mapping[str, Json]


class RaceSeat(Protocol):
    """Somebody at a seat of a race."""

    name: str

    def show(self, view: View, heat: Heat) -> None:
        """Take notice of a state. Answers go to :meth:`Heat.hear`, now or later."""

    def part(self) -> None:
        """The race is over; nothing more is shown."""


@dataclass(frozen=True, slots=True)
class Played:
    """A race that is over."""

    messages: tuple[Mapping[str, Json], ...]
    """As one seat got them: what a recording holds."""
    log: MatchLog


class Heat:
    """A race under way."""

    def __init__(
        self,
        game: Speed,
        seed: int,
        seats: Mapping[int, RaceSeat],
        *,
        grace: float = 2.0,
        witness: int = 1,
        feed: Feed | None = None,
    ) -> None:
        """``witness`` is the seat whose messages are kept; ``grace`` the silent extra time."""
        names = {Role(str(number)): seat.name for number, seat in seats.items()}
        setup = Setup(seed, names, Clock(grace=grace), illegal=BY_RULES)
        self._events: list[MatchEvent] = []
        self._session = Session(open_match(game, setup), sink=self._events.extend)
        self._seats = dict(seats)
        self._witness = witness
        self._feed = feed or Feed()
        self._messages: list[Mapping[str, Json]] = []
        self._gone: set[int] = set()
        self._shown_at = 0.0
        self._shown_step = 0
        self._stepped = asyncio.Event()
        self._thoughts: dict[int, dict[str, Json]] = {}

    @property
    def _state(self) -> SpeedState:
        state = self._session.match.state
        assert isinstance(state, SpeedState)
        return state

    async def run(self) -> Played:
        """Race to the end."""
        names = {number: seat.name for number, seat in self._seats.items()}
        self._feed.begin(cover(self._state.board, names))
        for role in self._session.match.game.roles:
            self._session.do(Sit(role))
        while not self._session.match.over:
            await self._round()
        self._feed.add(frame(self._state.board))
        self._show(0.0)
        for seat in self._seats.values():
            seat.part()
        match = self._session.match
        return Played(tuple(self._messages), MatchLog.of(match.game, match.setup, self._events))

    def hear(self, number: int, message: str | bytes, decision: Decision | None = None) -> None:
        """Take an answer of a seat; bots tell their reasons with it, for onlookers."""
        if number in self._state.board.active and number not in self._thoughts:
            seconds = round(time.monotonic() - self._shown_at, 3)
            self._thoughts[number] = thought(None, seconds, decision)
        action = read_action(message)
        self._answer(number, f"no action: {message!r}" if action is None else action.value)

    def lose(self, number: int) -> None:
        """A seat is empty from now on. What it has answered before stands."""
        self._gone.add(number)
        if Role(str(number)) in self._session.match.asked:
            self._answer(number, "gone")

    def _answer(self, number: int, text: str) -> None:
        self._session.do(Answer(Role(str(number)), text, self._shown_step))
        if self._session.match.step != self._shown_step:
            self._stepped.set()

    async def _round(self) -> None:
        match, board = self._session.match, self._state.board
        self._stepped = asyncio.Event()
        self._shown_step = match.step
        self._thoughts = {}
        limit = self._state.limit(match.asked[0])
        assert limit is not None
        self._show(limit.seconds)
        for number in self._gone:
            self.lose(number)
        while self._session.match.step == self._shown_step:
            with suppress(TimeoutError):  # whoever has not answered by then is late
                await asyncio.wait_for(self._stepped.wait(), self._session.patience())
            self._session.tick()
        last = self._session.match.last
        assert last is not None
        for role, move in last.event.moves.items():
            did = self._thoughts.setdefault(int(role), thought(None))
            did["action"] = Action(move).value
        self._feed.add(frame(board, self._thoughts, limit.seconds))

    def _show(self, seconds: float) -> None:
        board = self._state.board
        deadline = datetime.now(UTC) + timedelta(seconds=seconds) if board.running else None
        names = None if board.running else {n: seat.name for n, seat in self._seats.items()}
        self._shown_at = time.monotonic()
        for number, seat in self._seats.items():
            message = state_message(board, number, deadline=deadline, names=names)
            if number == self._witness:
                self._messages.append(message)
            if number not in self._gone:
                seat.show(View(self._state, number, seconds, message), self)
