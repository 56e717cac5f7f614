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
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from sqlalchemy import Insert

from spielwerk.confinement import HeldUp, Overrun
from spielwerk.core import Json, Role
from spielwerk.match import (
    Abandon,
    Answer,
    Command,
    Happened,
    Match,
    Occupant,
    Refusal,
    Session,
    Tick,
)
from spielwerk.server.json_text import to_text
from spielwerk.server.operation import MOVES, Turns
from spielwerk.server.problems import Problem, busy, refused
from spielwerk.server.rooms.charter import Charter
from spielwerk.server.rooms.frames import Frames, Moment
from spielwerk.server.rooms.presence import Presence, Present
from spielwerk.server.rooms.unthought import note_made_for_machines
from spielwerk.server.store import Append, EventStore, Listing, LostRoom, NotWritten

_log = logging.getLogger(__name__)

EXPLANATIONS = Turns("explanations", 1, waiting=500, mine=50)
"""Why a move is not legal is found in a thread, one after another: they share the processor."""
_TRIES = 3
"""How often rules are asked where the machine had no time for them."""
_LATER = 1.0
"""Seconds until a clock is looked at again that could not be looked at."""


Settled: TypeAlias = Callable[[int | Refusal | Exception], None]
"""Called with what became of a command: the number of the log's last event when it is safe."""


Beside: TypeAlias = Sequence[tuple[Insert, Sequence[Mapping[str, Any]]]]
"""Rows that are written together with what a command brings about, or not at all."""


class Watcher(Protocol):
    """Somebody who wants to know when there is something new."""

    def tell(self) -> None:
        """There is."""


@dataclass(slots=True)
class _Order:
    """A command, and whoever waits for what becomes of it."""

    command: Command
    then: Settled | None = None
    beside: Beside = ()


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
        wall: Callable[[], float] = time.time,
    ) -> None:
        """``moments`` are the last ones of the log, ``wall`` the clock that all processes share.

        ``after`` is called after every command, ``moved`` when others are connected here than
        before. Before anything else the room is told whether this process owns it.
        """
        self.id = name
        self.charter = charter
        self.origin = ""
        """Whom its limits count for, as a hash."""
        self.owner: str | None = ""
        """The process that owns the room; ``None`` if it is this one."""
        self.touched = time.monotonic()
        self.thinking: set[Role] = set()
        """The seats of machines that are thinking for this room."""
        self.rested = False
        """Whether it keeps only what is needed, for nobody has come or done anything since."""
        self.settled = False
        """Whether what follows from the end of its match was begun."""
        self.links: dict[str, Role] = {}
        """The seats that secret links lead to, by their hashes, as far as they are known here."""
        self.claims: dict[str, tuple[Role, str]] = {}
        """The seats that secrets speak for, and the claims behind them, likewise."""
        self.presence = Presence()
        self._session = Session(moments[-1].match)
        self._frames = Frames(moments)
        self._store = store
        self._after = after
        self._moved = moved
        self._wall = wall
        self._inbox: deque[_Order] = deque()
        self._order: _Order | None = None
        """What is being carried out: its rules are asked, or its events are written."""
        self._asking: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._watchers: dict[Watcher, None] = {}

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

    def rest(self) -> None:
        """Keep what is needed to go on, and no more, if nobody watches and nothing goes on.

        Whoever comes next gets the whole picture.
        """
        if self._watchers or self.thinking or self._order or self._inbox:
            return
        self._frames = Frames([Moment(self.match)])
        self.match.rest()
        self.rested = True

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

    async def submit(self, command: Command, whose: str = "", beside: Beside = ()) -> int:
        """Carry out a command; the number of the log's last event when it is safe.

        ``whose`` is the address that it came from, which waits for its turn to be told why not.

        :raises Problem: the match turned it down
        :raises LostRoom: another process has the room
        """
        done: asyncio.Future[int | Refusal | Exception]
        done = asyncio.get_running_loop().create_future()

        def settled(answer: int | Refusal | Exception) -> None:
            if not done.done():
                done.set_result(answer)

        self.submit_now(command, settled, beside)
        return await self.judged(await done, whose)

    def submit_now(self, command: Command, then: Settled, beside: Beside = ()) -> None:
        """Carry out a command, and call ``then`` with what became of it.

        :raises LostRoom: another process has the room
        """
        if self.owner is not None:
            raise LostRoom("Another process has this room now.")
        self._inbox.append(_Order(command, then, beside))
        self._go_on()

    async def judged(self, answer: int | Refusal | Exception, whose: str = "") -> int:
        """What became of a command, as :meth:`submit` tells it."""
        if isinstance(answer, NotWritten):
            raise not_written()
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, Refusal):
            raise refused(await _explained(answer, whose))
        return answer

    def watch(self, watcher: Watcher, role: Role | None) -> None:
        """Call somebody whenever there is something new; :meth:`unwatch` it in the end."""
        self._stir()
        self._watchers[watcher] = None
        if self.presence.come(role):
            self._wake()
            self._moved(self)

    def unwatch(self, watcher: Watcher, role: Role | None) -> None:
        """No more news, please."""
        self._stir()
        self._watchers.pop(watcher, None)
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

    def _stir(self) -> None:
        self.touched = time.monotonic()
        self.rested = False

    def _wake(self) -> None:
        for watcher in self._watchers:
            watcher.tell()

    def frame(self, role: Role | None, since: int | None) -> bytes:
        """What brings an observer who has seen number ``since`` up to date, as JSON text."""
        return b'{"now":%.3f,' % self._session.now() + self._frames.text(role, since)

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
            _tell(self._inbox.popleft(), LostRoom("This process has let go of the room."))

    # One command after another: asked for, considered, written, told

    def _go_on(self) -> None:
        """Carry out commands, up to the first that has to wait for something."""
        while self._inbox and self._order is None and self.owner is None:
            order = self._order = self._inbox.popleft()
            self._stir()
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
            answer = await self._considered(order.command, at)
        except Exception as problem:
            self._asking = None
            self._finish(order, problem)
        else:
            self._asking = None
            self._write(order, before, answer, at)
        self._go_on()

    async def _considered(self, command: Command, at: float) -> Happened | Refusal:
        """What uploaded rules make of a command; a match whose rules break their limits is over.

        :raises Problem: the machine had no time for them; the match stays as it is
        """
        for left in reversed(range(_TRIES)):
            try:
                return await asyncio.to_thread(self._session.consider, command, at)
            except HeldUp:
                if not left:
                    raise busy() from None
            except Overrun as problem:
                why = f"The rules broke their limits. {problem}"
                return self._session.consider(Abandon(why), at)
        raise AssertionError("the last try answers or raises")

    def _write(self, order: _Order, before: Match, answer: Happened | Refusal, at: float) -> None:
        """Have it written down, if anything follows from a command."""
        if isinstance(answer, Refusal) or not answer.events:
            self._finish(order, answer if isinstance(answer, Refusal) else before.number)
            return
        after, events = answer.match, answer.events

        def written(problem: Exception | None) -> None:
            if problem is None and self.match is before and self.owner is None:
                self.advance([Moment(after, events, append.texts)])
                note_made_for_machines(before, events)
                if isinstance(order.command, Answer):
                    MOVES.count()
            self._finish(order, problem or after.number)
            self._go_on()

        same = after.status is before.status and after.occupants is before.occupants
        listing = None if same else listing_of(after)
        append = Append(self.id, before.number, events, self._wall(), at, listing, order.beside)
        self._store.append(append, written)

    def _finish(self, order: _Order, result: int | Refusal | Exception) -> None:
        """Tell what became of a command, and what follows from where the match is now."""
        self._order = None
        _tell(order, result)
        if self.owner is not None:
            return
        if isinstance(result, LostRoom):
            self.close()
            return
        patience = self._session.patience()
        if order.then is None and isinstance(result, Exception):
            if not isinstance(result, NotWritten):  # of which the store has told
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


def not_written() -> Problem:
    """What those are told whose wish could not be written down."""
    detail = "It could not be written down, so it has not happened; try again."
    return Problem(503, "not-written", detail)


def _tell(order: _Order, answer: int | Refusal | Exception) -> None:
    if order.then is not None:
        order.then(answer)


async def _explained(refusal: Refusal, whose: str) -> Refusal:
    """The refusal with its reasons; finding them holds up nobody but the one who is refused."""
    if not refusal.ask:
        return refusal
    try:
        async with EXPLANATIONS.of(whose):
            return await asyncio.to_thread(refusal.explained)
    except (Overrun, Problem):
        return refusal


def seats_listed(seats: str) -> tuple[dict[str, str | None], dict[str, str]]:
    """Who sits where in a listing, and which of them are machines."""
    found = json.loads(seats)
    bots = {role: who["bot"] for role, who in found.items() if isinstance(who, dict)}
    return {**found, **bots}, bots


def _listed(who: Occupant | None) -> Json:
    if who is None:
        return None
    return {"bot": who.bot} if who.bot else who.name


def listing_of(match: Match) -> Listing:
    """What the lobby shows of a match."""
    there, clock = match.occupants, match.setup.clock
    seats = {role: _listed(there.get(role)) for role in match.game.roles}
    bots = any(who.bot for who in there.values())
    tended = bots or clock.timed or clock.start is not None
    return Listing(str(match.status), to_text(seats), tended)
