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
from collections.abc import Callable, Collection, Sequence

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
from spielwerk.server.store import Append, EventStore, Listing, LostRoom

_log = logging.getLogger(__name__)

_Order = tuple[Command, asyncio.Future[int | Refusal] | None]
"""A command, and whom to tell what became of it."""


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
        self._inbox: asyncio.Queue[_Order] = asyncio.Queue()
        self._watchers: set[asyncio.Event] = set()
        self._task: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
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
        self._frames.extend(moments)
        self._session.commit(Happened(moments[-1].match))
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
        """What brings an observer who has seen number ``since`` up to date, as JSON text."""
        return f'{{"now":{self.now()},{self._frames.text(role, since)[1:]}'

    def close(self) -> None:
        """Stop carrying out commands. What was not written has not happened."""
        self.owner = ""
        self._set_alarm(None)
        if self._task is not None:
            self._task.cancel()
            self._task = None
        while not self._inbox.empty():
            _, done = self._inbox.get_nowait()
            if done is not None and not done.done():
                done.set_exception(LostRoom("This process has let go of the room."))

    async def _work(self) -> None:
        self._after(self)
        while True:
            self._set_alarm(self._session.patience())
            command, done = await self._inbox.get()
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

    def _set_alarm(self, seconds: float | None) -> None:
        """Look at the clock in so many seconds, whatever comes in until then."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if seconds is not None:
            later = asyncio.get_running_loop().call_later
            self._alarm = later(seconds, self._inbox.put_nowait, (Tick(), None))

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
