"""One match at work: takes commands one after another, writes down what happens, then tells.

In the process that owns the room a command goes to the match's session, its events into the
store, and only when they are safe the match moves on and the watchers wake. In all others the room
follows the log. What watchers are sent is the business of its :mod:`.frames`.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from spielwerk.confinement import Overrun
from spielwerk.core import Role
from spielwerk.match import (
    Abandon,
    Command,
    Happened,
    Match,
    Refusal,
    Session,
    Tick,
)
from spielwerk.server.problems import refused
from spielwerk.server.rooms.charter import Charter
from spielwerk.server.rooms.frames import Frames, Moment
from spielwerk.server.rooms.presence import Presence, Present
from spielwerk.server.rooms.unthought import note_made_for_machines
from spielwerk.server.store import Append, EventStore, Listing, LostRoom

_log = logging.getLogger(__name__)

_LATER = 1.0
"""Seconds until a clock is looked at again that could not be looked at."""


@dataclass(slots=True)
class _Order:
    """A command, and whoever waits for what becomes of it."""

    command: Command
    done: asyncio.Future[int | Refusal] | None = None

    def tell(self, answer: int | Refusal | Exception) -> None:
        if self.done is None or self.done.done():
            return
        if isinstance(answer, Exception):
            self.done.set_exception(answer)
        else:
            self.done.set_result(answer)


class Room:
    """One match in one process."""

    def __init__(
        self,
        name: str,
        charter: Charter,
        moments: Sequence[Moment],
        store: EventStore,
        after: Callable[[Room], None] = lambda room: None,
        moved: Callable[[Room], None] = lambda room: None,
    ) -> None:
        """``moments`` are the last ones of the log.

        ``after`` is called after every command, ``moved`` when others are connected here than
        before. Before anything else the room is told whether this process owns it.
        """
        self.id = name
        self.charter = charter
        self.owner: str | None = ""
        """The process that owns the room; ``None`` if it is this one."""
        self.touched = time.monotonic()
        self.thinking: set[Role] = set()
        """The seats of machines that are thinking for this room."""
        self.presence = Presence()
        self._session = Session(moments[-1].match)
        self._frames = Frames(moments)
        self._store = store
        self._after = after
        self._moved = moved
        self._inbox: deque[_Order] = deque()
        self._order: _Order | None = None
        """What is being carried out: its rules are asked, or its events are written."""
        self._asking: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._watchers: set[asyncio.Event] = set()

    @property
    def match(self) -> Match:
        """The match as it is now."""
        return self._session.match

    @property
    def idle(self) -> bool:
        """Whether nobody watches or thinks, no command waits and no clock runs."""
        if self._watchers or self.thinking or self._order or self._inbox:
            return False
        return self.match.next_deadline is None

    def now(self) -> float:
        """The second of the match."""
        return round(self._session.now(), 3)

    def own(self, second: float) -> None:
        """Carry out commands from now on; the match's clock shows ``second``."""
        self.owner = None
        self._session.wind(second)
        self._set_alarm(self._session.patience())
        asyncio.get_running_loop().call_soon(self._after, self)

    def follow(self, owner: str, second: float) -> None:
        """Another process owns the room; the match's clock shows ``second``."""
        if self.owner is None:
            self.close()
        self.owner = owner
        self._session.wind(second)

    def advance(self, moments: Sequence[Moment]) -> None:
        """Take over what was appended to the log."""
        self._frames.extend(moments)
        self._session.commit(Happened(moments[-1].match))
        self._wake()

    def exchange(self, moments: Sequence[Moment]) -> bool:
        """Go on from the same moments with states of another engine; whether now is the time.

        It is not while something is being written that came from the states so far.
        """
        now = moments[-1].match
        if self._order or now.number < self.match.number:
            return False
        self._frames = Frames(moments)
        self._session.commit(Happened(now))
        self._wake()
        return True

    async def submit(self, command: Command) -> int:
        """Carry out a command; the number of the log's last event when it is safe.

        :raises Problem: the match turned it down
        :raises LostRoom: another process has the room
        """
        if self.owner is not None:
            raise LostRoom("Another process has this room now.")
        done: asyncio.Future[int | Refusal] = asyncio.get_running_loop().create_future()
        self._inbox.append(_Order(command, done))
        self._go_on()
        answer = await done
        if isinstance(answer, Refusal):
            raise refused(await _explained(answer))
        return answer

    def watch(self, role: Role | None) -> asyncio.Event:
        """An event that is set whenever there is something new; :meth:`unwatch` it in the end."""
        watcher = asyncio.Event()
        self._watchers.add(watcher)
        if self.presence.come(role):
            self._wake()
            self._moved(self)
        return watcher

    def unwatch(self, watcher: asyncio.Event, role: Role | None) -> None:
        """No more news, please."""
        self._watchers.discard(watcher)
        if self.presence.go(role):
            self._wake()
            self._moved(self)

    def hear(self, worker: str, present: Present) -> None:
        """Another process tells who is connected there."""
        if not self.presence.knows(worker):
            self._moved(self)  # it is new here and does not know whom we have
        if self.presence.hear(worker, present):
            self._wake()

    def forget(self, workers: Collection[str]) -> None:
        """These processes are gone, and everybody who was connected there."""
        if self.presence.forget(workers):
            self._wake()

    def _wake(self) -> None:
        for watcher in self._watchers:
            watcher.set()

    def frame(self, role: Role | None, since: int | None) -> str:
        """What brings an observer who has seen number ``since`` up to date, as JSON text."""
        return f'{{"now":{self.now()},{self._frames.text(role, since)[1:]}'

    def close(self) -> None:
        """Stop carrying out commands. What was not written has not happened."""
        self.owner = ""
        self._set_alarm(None)
        if self._order is not None:
            self._inbox.appendleft(self._order)
        if self._asking is not None:
            self._asking.cancel()
            self._asking = self._order = None
        while self._inbox:
            self._inbox.popleft().tell(LostRoom("This process has let go of the room."))

    # One command after another: asked for, considered, written, told

    def _go_on(self) -> None:
        """Carry out commands, up to the first that has to wait for something."""
        while self._inbox and self._order is None and self.owner is None:
            order = self._order = self._inbox.popleft()
            self.touched = time.monotonic()
            before, at = self.match, self.now()
            if before.game.confined:
                self._asking = asyncio.create_task(self._ask(order, before, at))
                return
            try:
                answer = self._session.consider(order.command, at)
            except Exception as problem:
                self._finish(order, problem)
            else:
                self._write(order, before, answer, at)

    async def _ask(self, order: _Order, before: Match, at: float) -> None:
        """Consider a command by uploaded rules, in a thread."""
        try:
            answer = await asyncio.to_thread(self._session.consider, order.command, at)
        except Overrun as problem:
            why = f"The rules broke their limits. {problem}"
            answer = self._session.consider(Abandon(why), at)
        except Exception as problem:
            self._asking = None
            self._finish(order, problem)
        else:
            self._asking = None
            self._write(order, before, answer, at)
        self._go_on()

    def _write(self, order: _Order, before: Match, answer: Happened | Refusal, at: float) -> None:
        """Have it written down, if anything follows from a command."""
        if isinstance(answer, Refusal) or not answer.events:
            self._finish(order, answer if isinstance(answer, Refusal) else before.number)
            return
        after, events = answer.match, answer.events

        def written(problem: Exception | None) -> None:
            if problem is None and self.match is before and self.owner is None:
                self.advance([Moment(after, events)])
                note_made_for_machines(before, events)
            self._finish(order, problem or after.number)
            self._go_on()

        same = after.status is before.status and after.occupants is before.occupants
        listing = None if same else listing_of(after)
        self._store.append(
            Append(self.id, before.number, events, time.time(), at, listing), written
        )

    def _finish(self, order: _Order, result: int | Refusal | Exception) -> None:
        """Tell what became of a command, and what follows from where the match is now."""
        self._order = None
        order.tell(result)
        if self.owner is not None:
            return
        if isinstance(result, LostRoom):
            self.close()
            return
        patience = self._session.patience()
        if order.done is None and isinstance(result, Exception):
            _log.error("room %s: its clock could not be looked at", self.id, exc_info=result)
            patience = _LATER
        self._set_alarm(patience)
        self._after(self)

    def _set_alarm(self, seconds: float | None) -> None:
        """Look at the clock in so many seconds, whatever comes in until then."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if seconds is not None:
            self._alarm = asyncio.get_running_loop().call_later(seconds, self._tick)

    def _tick(self) -> None:
        self._inbox.append(_Order(Tick()))
        self._go_on()


async def _explained(refusal: Refusal) -> Refusal:
    """The refusal with its reasons; finding them holds up nobody but the one who is refused."""
    try:
        return await asyncio.to_thread(refusal.explained) if refusal.ask else refusal
    except Overrun:
        return refusal


def listing_of(match: Match) -> Listing:
    """What the lobby shows of a match."""
    there, clock = match.occupants, match.setup.clock
    seats = {role: there[role].name if role in there else None for role in match.game.roles}
    bots = any(who.bot for who in there.values())
    tended = bots or clock.timed or clock.start is not None
    return Listing(str(match.status), json.dumps(seats), tended)
