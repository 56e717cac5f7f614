"""One match at work: takes commands one after another, writes down what happens, then tells.

In the process that owns the room a command goes to the match's session, its events into the
store, and only when they are safe the match moves on and the watchers wake. In all others the room
follows the log. Recent moments are kept, so that whoever lost the connection goes on where it was,
wherever it connects.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import deque
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile

from spielwerk.confinement import Overrun
from spielwerk.core import Json, Role
from spielwerk.match import (
    Abandon,
    Command,
    Happened,
    Match,
    MatchEvent,
    Refusal,
    Session,
    Tick,
)
from spielwerk.server.problems import refused
from spielwerk.server.rooms.charter import Charter
from spielwerk.server.rooms.patch import difference
from spielwerk.server.rooms.picture import news, picture
from spielwerk.server.rooms.presence import Presence, Present
from spielwerk.server.store import Append, EventStore, Listing, LostRoom

_log = logging.getLogger(__name__)

_to_text = json.JSONEncoder(separators=(",", ":")).encode

KEPT = 128
"""How many moments back a watcher may have been and still gets a difference."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The match at one place of its log, and what led there from the moment before."""

    match: Match
    events: tuple[MatchEvent, ...] = ()


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
        self._moments = deque(moments, KEPT)
        self._store = store
        self._after = after
        self._moved = moved
        self._inbox: asyncio.Queue[tuple[Command, asyncio.Future[int | Refusal]]] = asyncio.Queue()
        self._watchers: set[asyncio.Event] = set()
        self._frames: dict[tuple[Role | None, int | None], str] = {}
        self._pictures: dict[tuple[Role | None, int], dict[str, Json]] = {}
        self._task: asyncio.Task[None] | None = None
        self._busy = False

    @property
    def match(self) -> Match:
        """The match as it is now."""
        return self._session.match

    @property
    def idle(self) -> bool:
        """Whether nobody watches or thinks, no command waits and no clock runs."""
        if self._watchers or self.thinking or self._busy or not self._inbox.empty():
            return False
        return self.match.next_deadline is None

    def now(self) -> float:
        """The second of the match."""
        return round(self._session.now(), 3)

    def own(self, second: float) -> None:
        """Carry out commands from now on; the match's clock shows ``second``."""
        self.owner = None
        self._session.wind(second)
        self._task = asyncio.create_task(self._work(), name=f"room {self.id}")

    def follow(self, owner: str, second: float) -> None:
        """Another process owns the room; the match's clock shows ``second``."""
        if self.owner is None:
            self.close()
        self.owner = owner
        self._session.wind(second)

    def advance(self, moments: Sequence[Moment]) -> None:
        """Take over what was appended to the log."""
        before = self.match.number
        self._moments.extend(moments)
        self._session.commit(Happened(moments[-1].match))
        self._frames.clear()
        self._pictures = {key: p for key, p in self._pictures.items() if key[1] == before}
        self._wake()

    async def submit(self, command: Command) -> int:
        """Carry out a command; the number of the log's last event when it is safe.

        :raises Problem: the match turned it down
        :raises LostRoom: another process has the room
        """
        if self.owner is not None:
            raise LostRoom("Another process has this room now.")
        done: asyncio.Future[int | Refusal] = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait((command, done))
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
        """What brings an observer who has seen number ``since`` up to date, as JSON text.

        Observers of the same role at the same place share one text. The whole picture is given
        where there is no ``since``, or it is too long ago.
        """
        key = (role, since)
        if key not in self._frames:
            self._frames[key] = self._compose(role, since)
        return f'{{"now":{self.now()},{self._frames[key][1:]}'

    def close(self) -> None:
        """Stop carrying out commands. What was not written has not happened."""
        self.owner = ""
        if self._task is not None:
            self._task.cancel()
            self._task = None
        while not self._inbox.empty():
            _, done = self._inbox.get_nowait()
            if not done.done():
                done.set_exception(LostRoom("This process has let go of the room."))

    def _compose(self, role: Role | None, since: int | None) -> str:
        match = self.match
        then = None if since is None else self._moment(since)
        body: dict[str, Json]
        if then is None:
            body = {"type": "view", "seq": match.number, "picture": self._picture(match, role)}
        else:
            body = {
                "type": "update",
                "seq": match.number,
                "from": since,
                "patch": difference(self._picture(then, role), self._picture(match, role)),
                "events": self._news_since(then.number, role),
            }
        return _to_text(body)

    def _news_since(self, number: int, role: Role | None) -> list[dict[str, Json]]:
        new = list(takewhile(lambda moment: moment.match.number > number, reversed(self._moments)))
        return [
            item
            for moment in reversed(new)
            for event in moment.events
            if (item := news(self.match, event, role)) is not None
        ]

    def _picture(self, match: Match, role: Role | None) -> dict[str, Json]:
        key = (role, match.number)
        if key not in self._pictures:
            self._pictures[key] = picture(match, role)
        return self._pictures[key]

    def _moment(self, number: int) -> Match | None:
        for moment in reversed(self._moments):
            if moment.match.number <= number:
                return moment.match if moment.match.number == number else None
        return None

    async def _work(self) -> None:
        self._after(self)
        while True:
            command, done = await self._next()
            self._busy = True
            try:
                refusal = await self._carry_out(command)
            except asyncio.CancelledError:
                if done is not None and not done.done():
                    done.set_exception(LostRoom("This process has let go of the room."))
                raise
            except Exception as problem:
                if done is not None and not done.done():
                    done.set_exception(problem)
                elif not isinstance(problem, LostRoom):
                    _log.exception("room %s: its clock could not be looked at", self.id)
                    await asyncio.sleep(1)
                if isinstance(problem, LostRoom):
                    self._task = None
                    self.close()
                    return
            else:
                if done is not None and not done.done():
                    done.set_result(refusal or self.match.number)
            self._busy = False
            self._after(self)

    async def _next(self) -> tuple[Command, asyncio.Future[int | Refusal] | None]:
        """The next command, or a look at the clock when it is time for one."""
        patience = self._session.patience()
        if patience != 0.0:  # nobody holds up the clock by giving commands all the time
            with suppress(TimeoutError):
                async with asyncio.timeout(patience):
                    return await self._inbox.get()
        return Tick(), None

    async def _carry_out(self, command: Command) -> Refusal | None:
        self.touched = time.monotonic()
        before, at = self.match, self.now()
        answer = await self._consider(command, at)
        if isinstance(answer, Refusal):
            return answer
        if answer.events:
            after = answer.match
            same = after.status is before.status and after.occupants is before.occupants
            changed = None if same else listing_of(after)
            await self._store.append(
                Append(self.id, before.number, answer.events, time.time(), at, changed)
            )
            self.advance([Moment(after, answer.events)])
        return None

    async def _consider(self, command: Command, at: float) -> Happened | Refusal:
        """What follows from a command; uploaded rules are asked in a thread, others at once."""
        if not self.match.game.confined:
            return self._session.consider(command, at)
        try:
            return await asyncio.to_thread(self._session.consider, command, at)
        except Overrun as problem:
            why = f"The rules broke their limits. {problem}"
            return self._session.consider(Abandon(why), at)


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
