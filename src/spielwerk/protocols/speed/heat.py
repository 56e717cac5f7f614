"""One race on a server: shows the state to every seat, collects answers, and goes on.

Goes in: the game, its seed, and who sits where. On the way everybody is shown what they may see;
comes out: the messages as one seat got them, and the match as a record. A seat is a
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

from spielwerk.core import Event, Json, Record, Role
from spielwerk.games.speed.game import Speed, SpeedState
from spielwerk.games.speed.rules import Action
from spielwerk.players.speed.decision import Decision
from spielwerk.protocols.speed.album import cover, frame, thought
from spielwerk.protocols.speed.answers import Answers
from spielwerk.protocols.speed.feed import Feed
from spielwerk.protocols.speed.messages import state_message

__all__ = ["Heat", "Played", "Seat", "View"]


@dataclass(frozen=True, slots=True)
class View:
    """What a seat is shown in a round."""

    state: SpeedState
    number: int
    seconds: float
    """Until the deadline; 0 when the race is over."""
    message: Mapping[str, Json]


class Seat(Protocol):
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
    record: Record


class Heat:
    """A race under way."""

    def __init__(
        self,
        game: Speed,
        seed: int,
        seats: Mapping[int, Seat],
        *,
        grace: float = 2.0,
        witness: int = 1,
        feed: Feed | None = None,
    ) -> None:
        """``witness`` is the seat whose messages are kept; ``grace`` the silent extra time."""
        self._state = game.initial(seed)
        self._record = Record(game.name, seed, (), game.options, game.fingerprint)
        self._seats = dict(seats)
        self._grace = grace
        self._witness = witness
        self._feed = feed or Feed()
        self._messages: list[Mapping[str, Json]] = []
        self._gone: set[int] = set()
        self._answers = Answers(())
        self._complete = asyncio.Event()
        self._shown_at = 0.0
        self._thoughts: dict[int, dict[str, Json]] = {}

    async def run(self) -> Played:
        """Race to the end."""
        names = {number: seat.name for number, seat in self._seats.items()}
        self._feed.begin(cover(self._state.board, names))
        while self._state.board.running:
            await self._round()
        self._feed.add(frame(self._state.board))
        self._show(0.0)
        for seat in self._seats.values():
            seat.part()
        return Played(tuple(self._messages), self._record)

    def hear(self, number: int, message: str | bytes, decision: Decision | None = None) -> None:
        """Take an answer of a seat; bots tell their reasons with it, for onlookers."""
        self._answers.hear(number, message)
        if number in self._state.board.active and number not in self._thoughts:
            seconds = round(time.monotonic() - self._shown_at, 3)
            self._thoughts[number] = thought(None, seconds, decision)
        self._notice()

    def lose(self, number: int) -> None:
        """A seat is empty from now on."""
        self._gone.add(number)
        self._answers.lose(number)
        self._notice()

    async def _round(self) -> None:
        board = self._state.board
        self._answers = Answers(board.active)
        self._complete = asyncio.Event()
        self._thoughts = {}
        limit = self._state.limit(Role(str(board.active[0])))
        assert limit is not None
        self._show(limit.seconds)
        for number in self._gone:
            self._answers.lose(number)
        self._notice()
        with suppress(TimeoutError):  # whoever has not answered by then is late
            await asyncio.wait_for(self._complete.wait(), limit.seconds + self._grace)
        moves, late = self._answers.moves, self._answers.late
        for role in moves:
            did = self._thoughts.setdefault(int(role), thought(None))
            did["action"] = Action(moves[role]).value
        self._feed.add(frame(board, self._thoughts, limit.seconds))
        self._state = self._state.after(moves, late)
        self._record = self._record.with_event(Event(moves, late))

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

    def _notice(self) -> None:
        if self._answers.complete:
            self._complete.set()
