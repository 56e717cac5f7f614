"""All rooms of this process: founded, found again in the database, followed or owned.

A room that is not in memory is folded from its log; its clock goes on where it stood when its last
owner was last alive. Where another process owns a room, the one here follows its log and passes
commands on; when that process dies, the first to notice takes over, and nobody connected here has
to do anything.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from random import Random
from typing import Any
from weakref import WeakSet, WeakValueDictionary

from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncEngine

from spielwerk.core import Game, Role, SpielwerkError, Unthought
from spielwerk.match import (
    Answer,
    Command,
    Crash,
    Follow,
    Match,
    MatchEvent,
    Offer,
    Refusal,
    evolve,
    open_match,
)
from spielwerk.server.games import Games
from spielwerk.server.incidents import Incident
from spielwerk.server.json_text import to_text
from spielwerk.server.machines import Bots, Speechless
from spielwerk.server.operation import ORDER_SECONDS, ORDERS
from spielwerk.server.problems import Problem
from spielwerk.server.rooms.charter import Charter
from spielwerk.server.rooms.frames import KEPT, Moment
from spielwerk.server.rooms.presence import Present
from spielwerk.server.rooms.relay import Relay
from spielwerk.server.rooms.rematch import Rematch
from spielwerk.server.rooms.room import Beside, Room, Settled, listing_of, not_written
from spielwerk.server.rooms.unthought import note_unthought
from spielwerk.server.secrets import digest, new_id, new_secret
from spielwerk.server.store import (
    UNANSWERED,
    Append,
    DatabaseClock,
    EventStore,
    LostRoom,
    NotWritten,
    Ownership,
    StoredEvent,
    is_sqlite,
    read_note,
    schema,
)

_log = logging.getLogger(__name__)

_ROUND = 0.5
"""How often we look whether other processes still live."""
_REST_SECONDS = 5.0
"""How long a room that nobody watches keeps what it could find out again, or a match that is over.
"""
_IDLE_SECONDS = 300.0
"""How long a room that nobody watches stays in memory."""
_SOON = 0.001
"""Seconds in which a match is begun, if nobody has to be asked to do it beside the event loop."""
_MANY = 100
"""So many events are many."""
_TRIES = 4
"""How often a command is passed on while its room moves from process to process."""


_FOUND, _INVITE = insert(schema.matches), insert(schema.invitations)


@dataclass(frozen=True, slots=True)
class Founded:
    """A new room, and the secrets with which its seats can be taken."""

    room: Room
    invitations: Mapping[Role, str]


class Rooms:
    """The rooms of this process."""

    def __init__(
        self, engine: AsyncEngine, games: Games, bots: Callable[[str], Bots], most: int
    ) -> None:
        """``most`` rooms are kept in memory; more only where they are watched or played."""
        self._bots = bots
        self.store = EventStore(engine)
        self.clock = DatabaseClock(engine)
        self.ownership = Ownership(engine, self.clock)
        self.games = games
        self._engine = engine
        self._most = most
        self._relay = None if is_sqlite(engine) else Relay(engine, self.ownership.worker, self)
        self._rooms: dict[str, Room] = {}
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._rounds: asyncio.Task[None] | None = None
        self._beside: set[asyncio.Task[None]] = set()
        self._soon: WeakSet[Game] = WeakSet()
        """Games whose matches begin in no time."""
        self._rematching: set[str] = set()
        self._failing = Incident(_log, "nobody looks whether others live")
        self.over: Callable[[Room], Coroutine[Any, Any, None]] | None = None
        """What else is to be done once a match is over; it may be asked again after a restart."""

    async def start(self) -> None:
        """Begin to work; rooms whose clocks run are looked after from now on."""
        self.store.start()
        await self.ownership.start()
        if self._relay is not None:
            await self._relay.start()
        self._rounds = asyncio.create_task(self._make_rounds(), name="rounds")

    async def stop(self) -> None:
        """Let go of everything; what has happened is in the database."""
        for task in (self._rounds, *self._beside):
            if task is not None:
                task.cancel()
        if self._relay is not None:
            await self._relay.stop()
        await self.store.stop()
        for room in self._rooms.values():
            room.close()
        self._rooms.clear()
        await self.ownership.stop()

    def at_hand(self, match: str) -> Room | None:
        """The room of a match, if it is in memory."""
        return self._rooms.get(match)

    def all(self) -> list[Room]:
        """The rooms in memory."""
        return list(self._rooms.values())

    async def found(
        self,
        charter: Charter,
        founder: str | None = None,
        log: Sequence[MatchEvent] = (),
        origin: str = "",
    ) -> Founded:
        """A new room with an invitation for every seat; ``log`` is what happened there already.

        :raises ImpossibleEvent: that cannot have happened
        :raises Problem: nothing can be written
        """
        game = await self.games.open(charter.game)
        match, now = new_id(), self.clock.now()
        moments = await self._first(game, charter, log, now)
        secrets = {role: new_secret("invite") for role in game.roles}
        links = {digest(secret): role for role, secret in secrets.items()}
        listing = listing_of(moments[-1].match)
        founded = {
            "id": match,
            "game": charter.game,
            "charter": to_text(charter.to_json()),
            "visibility": str(charter.visibility),
            "phase": listing.phase,
            "seats": listing.seats,
            "tended": listing.tended,
            "founder": founder,
            "origin": origin,
            "founded": now,
            "touched": now,
            "owner": self.ownership.worker,
        }
        invited = [{"token": link, "match": match, "role": role} for link, role in links.items()]
        second = _at(log[-1]) if log else 0.0
        beside = ((_FOUND, [founded]), (_INVITE, invited))
        try:
            await self.store.write(await self._appended(match, log, now, second, beside))
        except NotWritten:
            raise not_written() from None
        room = Room(
            match, charter, moments, self.store, self._look_after, self._announce, self.clock.now
        )
        room.links = links
        room.origin = origin
        room.own(second)
        self._rooms[match] = room
        if not self.games.is_quickest(game):
            self._begin(self._hasten(room), f"hastening {match}")
        return Founded(room, secrets)

    async def _appended(
        self, match: str, log: Sequence[MatchEvent], now: float, second: float, beside: Beside
    ) -> Append:
        """The first events of a match as they are written; many are told in a thread."""
        first = partial(Append, match, 0, log, now, second, beside=beside)
        return await asyncio.to_thread(first) if len(log) > _MANY else first()

    async def _first(
        self, game: Game, charter: Charter, log: Sequence[MatchEvent], now: float
    ) -> list[Moment]:
        """The moments of a new room, found here where that was quick before."""
        if game in self._soon and not log:
            return _from_the_first(game, charter, ())
        found, seconds = await asyncio.to_thread(_timed, game, charter, log, now)
        if seconds < _SOON and not game.confined:
            self._soon.add(game)
        return found

    async def open(self, match: str) -> Room:
        """The room of a match.

        :raises Problem: there is no such match
        """
        if (room := self._rooms.get(match)) is not None:
            return room
        async with self._lock(match):
            if match not in self._rooms:
                room = self._rooms[match] = await self._open(match)
                self._begin(self._hasten(room), f"hastening {match}")
            return self._rooms[match]

    def submit_now(self, room: Room, command: Command, then: Settled) -> bool:
        """Have a command carried out here; whether the room is ours, and ``then`` is called."""
        if room.owner is not None:
            return False
        kind, began = type(command).__name__, time.perf_counter()

        def settled(answer: int | Refusal | Exception) -> None:
            if isinstance(answer, int):
                ORDER_SECONDS.observe(time.perf_counter() - began)
                ORDERS.count(kind, "done")
            elif isinstance(answer, Refusal):
                ORDERS.count(kind, answer.code)
            then(answer)

        room.submit_now(command, settled)
        return True

    async def submit(
        self, room: Room, command: Command, whose: str = "", beside: Beside = ()
    ) -> int:
        """Have a command carried out, by whoever owns the room; it came from an address.

        Rows that belong to it are written with it, or before another process is asked.

        :raises Problem: the match turned it down, or nobody who could carry it out was found
        """
        kind, began = type(command).__name__, time.perf_counter()
        try:
            number = await self._submit(room, command, whose, beside)
        except Problem as problem:
            ORDERS.count(kind, problem.code)
            raise
        finally:
            ORDER_SECONDS.observe(time.perf_counter() - began)
        ORDERS.count(kind, "done")
        return number

    async def _submit(self, room: Room, command: Command, whose: str, beside: Beside) -> int:
        for _ in range(_TRIES):
            unanswered = False
            try:
                if room.owner is None:
                    return await room.submit(command, whose, beside)
                if beside:
                    await self._write(beside)
                    beside = ()
                if self._relay is not None:
                    number = await self._relay.ask(room.owner, room.id, command)
                    if room.match.number < number:  # whoever asked sees what came of it
                        await self.catch_up(room)
                    return number
            except LostRoom:
                pass
            except TimeoutError:
                unanswered = True
            await self._settle_ownership(room)
            if unanswered and was_made(room.match, command):  # only its answer was too late
                return room.match.number
        raise Problem(503, "try-again", "The room is on the move; try again in a moment.")

    async def _write(self, beside: Beside) -> None:
        async with self._engine.begin() as connection:
            for statement, rows in beside:
                await connection.execute(statement, rows)

    # What the relay needs

    def log_grew(self, match: str, told: str = "") -> None:
        """A match's log has grown; maybe it is told by what."""
        room = self._rooms.get(match)
        if room is not None and room.owner is not None:
            self._begin(self.catch_up(room, read_note(told)), f"catching up with {match}")

    def everything_may_have_grown(self) -> None:
        """Nobody knows what happened while we did not hear."""
        for match in self._rooms:
            self.log_grew(match)

    def heard_of(self, match: str, worker: str, present: Present) -> None:
        """Another process tells who is connected to a room there."""
        if (room := self._rooms.get(match)) is not None:
            room.hear(worker, present)

    def _announce(self, room: Room) -> None:
        """Tell the other processes who is connected to a room here."""
        if self._relay is not None:
            self._relay.tell_presence(room.id, room.presence.here)

    async def obey(self, match: str, command: Command) -> int:
        """Carry out a command that came in at another process."""
        room = await self.open(match)
        if room.owner is not None:
            raise LostRoom("This process does not have the room.")
        return await room.submit(command)

    # Owning and following

    def _lock(self, match: str) -> asyncio.Lock:
        """One at a time opens a room or changes who owns it."""
        lock = self._opening.get(match)
        if lock is None:
            lock = self._opening[match] = asyncio.Lock()
        return lock

    async def _open(self, match: str) -> Room:
        claimed = await self.ownership.claim(match)
        charter = Charter.from_json(json.loads(claimed.charter))
        game = await self.games.open(charter.game)
        log = await self.store.read(match)
        moments = await asyncio.to_thread(_from_the_first, game, charter, log)
        room = Room(
            match, charter, moments, self.store, self._look_after, self._announce, self.clock.now
        )
        room.origin = claimed.origin
        if claimed.owner == self.ownership.worker:
            room.own(_second(log, claimed.alive))
        else:
            room.follow(claimed.owner, _second(log, self.clock.now()))
        return room

    async def _settle_ownership(self, room: Room) -> None:
        """Find out whose a room is now, and take it if it is nobody's."""
        async with self._lock(room.id):
            claimed = await self.ownership.claim(room.id)
            log = await self._read_on(room)
            if claimed.owner != self.ownership.worker:
                room.follow(claimed.owner, _second(log, self.clock.now()))
            elif room.owner is not None:
                _log.info("took over room %s", room.id)
                room.own(_second(log, claimed.alive))

    async def catch_up(self, room: Room, told: Sequence[StoredEvent] = ()) -> None:
        """Learn what the owner of a room has appended, where that is another process."""
        async with self._lock(room.id):
            if told and told[-1].number < room.match.number:
                return
            if room.owner is not None and (log := await self._read_on(room, told)):
                room.follow(room.owner, _second(log, self.clock.now()))

    async def _read_on(self, room: Room, told: Sequence[StoredEvent] = ()) -> Sequence[StoredEvent]:
        """Take over what others have appended; gives back the log's end.

        It is read, unless what we were ``told`` begins where the room stands.
        """
        match = room.match
        log = told
        if not told or told[0].number > match.number:
            log = await self.store.read(room.id, max(match.number - 1, 0))
        news = [row for row in log if row.number >= match.number]
        if len(news) > 1 or match.game.confined:
            room.advance((await asyncio.to_thread(_moments, match, news))[1:])
        elif news:
            room.advance(_moments(match, news)[1:])
        return log

    async def _hasten(self, room: Room) -> None:
        """Go on with a room on the quickest engine for its game, once that is made."""
        game = await self.games.quickest(room.match.game)
        if game is room.match.game:
            return
        async with self._lock(room.id):
            log = await self.store.read(room.id)
            moments = await asyncio.to_thread(_from_the_first, game, room.charter, log)
            while not room.exchange(moments):
                last = moments[-1].match
                log = await self.store.read(room.id, last.number)
                moments += (await asyncio.to_thread(_moments, last, log))[1:]

    async def _make_rounds(self) -> None:
        """Take over what the dead have left: rooms watched here, and those with running clocks."""
        while True:
            try:
                dead = await self.ownership.dead()
                for room in self.all() if dead else ():
                    room.forget(dead)
                    if room.owner in dead:
                        await self._settle_ownership(room)
                for match in await self.ownership.orphans():
                    await self._settle_ownership(await self.open(match))
                self._let_go()
            except UNANSWERED as problem:
                self._failing.failed(problem)
            except Exception:
                _log.exception("the rounds failed")
            else:
                self._failing.went_well()
            await asyncio.sleep(_ROUND)

    def _let_go(self) -> None:
        """Forget rooms in which nothing goes on and nobody watches; they are in the database."""
        many = len(self._rooms) - self._most
        long_ago = time.monotonic() - _IDLE_SECONDS
        old = (room for room in self.all() if many > 0 or room.touched < long_ago)
        idle = sorted((room for room in old if room.idle), key=lambda room: room.touched)
        for place, room in enumerate(idle):
            if place < many or room.touched < long_ago:
                del self._rooms[room.id]
                room.close()
        lately = time.monotonic() - _REST_SECONDS
        for room in self.all():
            if not room.rested and room.touched < lately:
                if room.match.over and room.idle:  # who comes to look finds it in the database
                    del self._rooms[room.id]
                    room.close()
                else:
                    room.rest()

    # What follows from where a match stands

    def _look_after(self, room: Room) -> None:
        """Do what is more than the match's own business."""
        match = room.match
        wanted = match.successor is None and match.agree(Offer.REMATCH)
        if wanted and room.id not in self._rematching:
            self._rematching.add(room.id)
            self._begin(self._rematch(room), f"rematch of {room.id}")
        if match.over and self.over is not None and room.owner is None and not room.settled:
            room.settled = True
            self._begin(self.over(room), f"the end of {room.id}")
        for role in match.asked if room.owner is None else ():
            if (player := match.occupants[role].bot) and role not in room.thinking:
                room.thinking.add(role)
                self._begin(self._think(room, role, player), f"thinking for {room.id}")

    async def _think(self, room: Room, role: Role, player: str) -> None:
        """Let a machine make its move."""
        match = room.match
        try:
            bots, source = self._bots(match.game.name), await self.games.source(match.game.name)
            opinion = await bots.think(
                room.id,
                match,
                match.steps,
                role,
                player,
                source,
                room.now(),
                whose=room.origin,
            )
            if opinion.unthought is not None:
                note_unthought(role, player, opinion.unthought)
            command: Command = Answer(role, opinion.choice.move, match.step)
        except (Speechless, Problem) as problem:
            facts = {"role": role, "player": player, "game": match.game.name, "why": str(problem)}
            _log.warning("a machine gave no answer", extra={"facts": facts})
            command = await asyncio.to_thread(_any_move, match, role, problem)
            note_unthought(role, player, Unthought.FAILED)
        finally:
            room.thinking.discard(role)
        try:
            if _elsewhere(match, room.match):
                self._look_after(room)
            elif room.match.occupants[role].bot == player:
                await room.submit(command)
        except LostRoom:
            self._look_after(room)
        except Problem as problem:  # the match has moved on meanwhile: taken back, or over
            if problem.status == HTTPStatus.SERVICE_UNAVAILABLE:
                await asyncio.sleep(_ROUND)
            self._look_after(room)

    async def _rematch(self, room: Room) -> None:
        try:
            rematch = Rematch(room.charter, room.match)
            founded = await self.found(rematch.charter, origin=room.origin)
            new = founded.room.id
            async with self._engine.begin() as connection:
                await rematch.carry_claims(connection, room.id, new)
            for take in rematch.takes():
                await founded.room.submit(take)
            await room.submit(Follow(new))
        finally:
            self._rematching.discard(room.id)

    def _begin(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Do something beside everything else; a failure is logged."""

        def done(task: asyncio.Task[None]) -> None:
            self._beside.discard(task)
            if not task.cancelled() and (problem := task.exception()) is not None:
                _log.error("%s failed", task.get_name(), exc_info=problem)

        task = asyncio.create_task(work, name=name)
        self._beside.add(task)
        task.add_done_callback(done)


def _any_move(match: Match, role: Role, problem: Exception) -> Command:
    """What a machine that gives no answer does: any legal move, for it does not leave.

    Only where the rules themselves do not answer its seat cannot play on.
    """
    try:
        legal = match.state.legal(role)
    except SpielwerkError:
        return Crash(role, str(problem))
    return Answer(role, Random(f"{match.setup.seed}/{match.step}").choice(legal), match.step)


def was_made(match: Match, command: Command) -> bool:
    """Whether a command is a move that was made already."""
    if not isinstance(command, Answer):
        return False
    if command.step == match.step:
        return match.answers.get(command.role) == command.text
    made = match.steps[command.step : command.step + 1]
    return any(step.moves.get(command.role) == command.text for step in made)


def _elsewhere(thought: Match, now: Match) -> bool:
    """Whether a match went back and came to the same step on another way."""
    return now.step == thought.step and now.steps != thought.steps


def _from_the_first(game: Game, charter: Charter, log: Sequence[StoredEvent]) -> list[Moment]:
    return _moments(open_match(game, charter.setup), log)


def _timed(
    game: Game, charter: Charter, log: Sequence[MatchEvent], now: float
) -> tuple[list[Moment], float]:
    """The same of events that are stored now, and how many seconds of the processor it took."""
    began = time.thread_time()
    rows = [StoredEvent(number, now, _at(event), event) for number, event in enumerate(log)]
    return _from_the_first(game, charter, rows), time.thread_time() - began


def _at(event: MatchEvent) -> float:
    """The second of the match in which something happened, as far as it has one."""
    return getattr(event, "at", 0.0)


def _moments(match: Match, log: Sequence[StoredEvent]) -> list[Moment]:
    moments = [Moment(match)]
    for row in log:
        match = evolve(match, row.event)
        moments.append(Moment(match, (row.event,)))
    return moments[-KEPT:]


def _second(log: Sequence[StoredEvent], alive: float | None) -> float:
    """What the match's clock showed at a moment when its owner was known to be alive."""
    if not log:
        return 0.0
    last = log[-1]
    return last.at + max((alive or last.wall) - last.wall, 0.0)
