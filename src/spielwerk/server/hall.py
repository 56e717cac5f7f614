"""All tables of this process: founded, found again in the database, followed or owned.

Whoever wants something of a table asks the hall for its host. A table that is not in memory is
folded from its log; its clock goes on where it stood when its last owner was last alive. Where
another process owns a table, the host here follows its log and passes orders on; when that
process dies, the first to notice takes over, and nobody connected here has to do anything.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncEngine

from spielwerk.core import Role
from spielwerk.match import Match
from spielwerk.server import tables
from spielwerk.server.bots import Bots, Speechless
from spielwerk.server.conduct import agreed
from spielwerk.server.database import is_sqlite
from spielwerk.server.entries import Entry, Offer
from spielwerk.server.host import KEPT, MatchHost, Moment, listing_of
from spielwerk.server.leases import Leases
from spielwerk.server.ledger import Append, Ledger, LostTable, Row
from spielwerk.server.metrics import ORDER_SECONDS, ORDERS
from spielwerk.server.orders import Fail, Follow, Order, Play, Refusal
from spielwerk.server.presence import Present
from spielwerk.server.problems import Problem
from spielwerk.server.relay import Relay
from spielwerk.server.rematch import Rematch
from spielwerk.server.secrets import digest, new_id, new_secret
from spielwerk.server.shelf import Shelf
from spielwerk.server.table import Charter, Table, fold, found

__all__ = ["Founded", "Hall"]

_log = logging.getLogger(__name__)

_ROUND = 0.5
"""How often we look whether other processes still live."""
_IDLE_SECONDS = 300.0
"""How long a table that nobody watches stays in memory."""
_TRIES = 4
"""How often an order is passed on while its table moves from process to process."""


@dataclass(frozen=True, slots=True)
class Founded:
    """A new table, and the secrets with which its seats can be taken."""

    host: MatchHost
    invitations: Mapping[Role, str]


class Hall:
    """The tables of this process."""

    def __init__(
        self, engine: AsyncEngine, shelf: Shelf, bots: Callable[[str], Bots], most: int
    ) -> None:
        """``most`` tables are kept in memory; more only where they are watched or played."""
        self._bots = bots
        self.ledger = Ledger(engine)
        self.leases = Leases(engine)
        self.shelf = shelf
        self._engine = engine
        self._most = most
        self._relay = None if is_sqlite(engine) else Relay(engine, self.leases.worker, self)
        self._hosts: dict[str, MatchHost] = {}
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._rounds: asyncio.Task[None] | None = None
        self._beside: set[asyncio.Task[None]] = set()
        self._rematching: set[str] = set()
        self._thinking: set[tuple[str, Role]] = set()

    async def start(self) -> None:
        """Begin to work; tables whose clocks run are looked after from now on."""
        self.ledger.start()
        await self.leases.start()
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
        await self.ledger.stop()
        for host in self._hosts.values():
            host.close()
        self._hosts.clear()
        await self.leases.stop()

    def hosts(self) -> list[MatchHost]:
        """The tables in memory."""
        return list(self._hosts.values())

    async def found(
        self,
        charter: Charter,
        founder: str | None = None,
        log: Sequence[Entry] = (),
        origin: str = "",
    ) -> Founded:
        """A new table with an invitation for every seat; ``log`` is what happened there already.

        :raises ImpossibleEvent: that cannot have happened
        """
        game = await self.shelf.open(charter.game)
        match, now = new_id(), time.time()
        rows = [Row(n, now, getattr(entry, "at", 0.0), entry) for n, entry in enumerate(log)]
        moments = await asyncio.to_thread(_moments, found(charter, game), rows)
        secrets = {role: new_secret("invite") for role in game.roles}
        listing = listing_of(moments[-1].table)
        async with self._engine.begin() as connection:
            await connection.execute(
                insert(tables.matches).values(
                    id=match,
                    game=charter.game,
                    charter=json.dumps(charter.to_json()),
                    visibility=str(charter.visibility),
                    phase=listing.phase,
                    seats=listing.seats,
                    tended=listing.tended,
                    founder=founder,
                    origin=origin,
                    founded=now,
                    touched=now,
                    owner=self.leases.worker,
                )
            )
            await connection.execute(
                insert(tables.invitations),
                [
                    {"token": digest(secret), "match": match, "role": role}
                    for role, secret in secrets.items()
                ],
            )
            if rows:
                copied = Append(match, 0, log, now, rows[-1].at)
                await connection.execute(insert(tables.entries), copied.rows())
        host = MatchHost(match, moments, self.ledger, self._look_after, self._announce)
        host.own(rows[-1].at if rows else 0.0)
        self._hosts[match] = host
        return Founded(host, secrets)

    async def host(self, match: str) -> MatchHost:
        """The host of a table.

        :raises Problem: there is no such table
        """
        if (host := self._hosts.get(match)) is not None:
            return host
        async with self._lock(match):
            if match not in self._hosts:
                self._hosts[match] = await self._open(match)
            return self._hosts[match]

    async def submit(self, host: MatchHost, order: Order) -> int:
        """Have an order carried out, by whoever owns the table.

        :raises Refusal: the table does not do that
        :raises Problem: nobody who could carry it out was found in time
        """
        with ORDER_SECONDS.time():
            try:
                number = await self._submit(host, order)
            except Refusal as refusal:
                ORDERS.labels(type(order).__name__, refusal.code).inc()
                raise
        ORDERS.labels(type(order).__name__, "done").inc()
        return number

    async def _submit(self, host: MatchHost, order: Order) -> int:
        for _ in range(_TRIES):
            try:
                if host.owner is None:
                    return await host.submit(order)
                if self._relay is not None:
                    return await self._relay.ask(host.owner, host.match, order)
            except (LostTable, TimeoutError):
                pass
            await self._settle_ownership(host)
        raise Problem(503, "try-again", "The table is on the move; try again in a moment.")

    # What the relay needs

    def log_grew(self, match: str) -> None:
        """Another process has appended to a table's log."""
        host = self._hosts.get(match)
        if host is not None and host.owner is not None:
            self._begin(self._catch_up(host), f"catching up with {match}")

    def everything_may_have_grown(self) -> None:
        """Nobody knows what happened while we did not hear."""
        for match in self._hosts:
            self.log_grew(match)

    def heard_of(self, match: str, worker: str, present: Present) -> None:
        """Another process tells who is connected to a table there."""
        if (host := self._hosts.get(match)) is not None:
            host.hear(worker, present)

    def _announce(self, host: MatchHost) -> None:
        """Tell the other processes who is connected to a table here."""
        if self._relay is not None:
            tell = self._relay.tell_presence(host.match, host.presence.here)
            self._begin(tell, f"telling who is at {host.match}")

    async def obey(self, match: str, order: Order) -> int:
        """Carry out an order that came in at another process."""
        host = await self.host(match)
        if host.owner is not None:
            raise LostTable("This process does not have the table.")
        return await host.submit(order)

    # Owning and following

    def _lock(self, match: str) -> asyncio.Lock:
        """One at a time opens a table or changes who owns it."""
        lock = self._opening.get(match)
        if lock is None:
            lock = self._opening[match] = asyncio.Lock()
        return lock

    async def _open(self, match: str) -> MatchHost:
        claimed = await self.leases.claim(match)
        charter = Charter.from_json(json.loads(claimed.charter))
        game = await self.shelf.open(charter.game)
        log = await self.ledger.read(match)
        moments = await asyncio.to_thread(_moments, found(charter, game), log)
        host = MatchHost(match, moments, self.ledger, self._look_after, self._announce)
        if claimed.owner == self.leases.worker:
            host.own(_second(log, claimed.alive))
        else:
            host.follow(claimed.owner, _second(log, time.time()))
        return host

    async def _settle_ownership(self, host: MatchHost) -> None:
        """Find out whose a table is now, and take it if it is nobody's."""
        async with self._lock(host.match):
            claimed = await self.leases.claim(host.match)
            log = await self._read_on(host)
            if claimed.owner != self.leases.worker:
                host.follow(claimed.owner, _second(log, time.time()))
            elif host.owner is not None:
                _log.info("took over table %s", host.match)
                host.own(_second(log, claimed.alive))

    async def _catch_up(self, host: MatchHost) -> None:
        async with self._lock(host.match):
            if host.owner is not None and (log := await self._read_on(host)):
                host.follow(host.owner, _second(log, time.time()))

    async def _read_on(self, host: MatchHost) -> list[Row]:
        """Take over what others have appended; gives back the log's end."""
        log = await self.ledger.read(host.match, max(host.table.number - 1, 0))
        news = [row for row in log if row.number >= host.table.number]
        if news:
            host.advance((await asyncio.to_thread(_moments, host.table, news))[1:])
        return log

    async def _make_rounds(self) -> None:
        """Take over what the dead have left: tables watched here, and those with running clocks."""
        while True:
            try:
                dead = await self.leases.dead()
                for host in self.hosts():
                    host.forget(dead)
                    if host.owner in dead:
                        await self._settle_ownership(host)
                for match in await self.leases.orphans():
                    await self._settle_ownership(await self.host(match))
                self._let_go()
            except Exception:
                _log.exception("the rounds failed")
            await asyncio.sleep(_ROUND)

    def _let_go(self) -> None:
        """Forget tables that nobody watches and no clock runs at; they are in the database."""
        idle = [host for host in self._hosts.values() if host.idle]
        idle.sort(key=lambda host: host.touched)
        many = len(self._hosts) - self._most
        long_ago = time.monotonic() - _IDLE_SECONDS
        for place, host in enumerate(idle):
            if place < many or host.touched < long_ago:
                del self._hosts[host.match]
                host.close()

    # What follows from where a table stands

    def _look_after(self, host: MatchHost) -> None:
        """Do what is more than the table's own business."""
        table = host.table
        wanted = table.successor is None and agreed(table, Offer.REMATCH)
        if wanted and host.match not in self._rematching:
            self._rematching.add(host.match)
            self._begin(self._rematch(host), f"rematch of {host.match}")
        if table.match is not None and not table.over:
            for role in table.match.asked:
                turn = (host.match, role)
                if (player := table.seats[role].bot) and turn not in self._thinking:
                    self._thinking.add(turn)
                    self._begin(self._think(host, role, player), f"thinking at {host.match}")

    async def _think(self, host: MatchHost, role: Role, player: str) -> None:
        """Let a machine make its move."""
        table = host.table
        assert table.match is not None, "only who is asked thinks"
        try:
            bots, source = self._bots(table.game.name), await self.shelf.source(table.game.name)
            opinion = await bots.think(host.match, table.match, table.steps, role, player, source)
            order: Order = Play(role, opinion.choice.move, table.match.step)
        except Speechless as problem:
            order = Fail(role, str(problem))
        finally:
            self._thinking.discard((host.match, role))
        try:
            if _elsewhere(table.match, host.table.match):
                self._look_after(host)
            elif host.table.seats[role].bot == player:
                await host.submit(order)
        except (Refusal, LostTable):  # the match has moved on meanwhile: taken back, or over
            self._look_after(host)

    async def _rematch(self, host: MatchHost) -> None:
        try:
            rematch = Rematch(host.table)
            founded = await self.found(rematch.charter)
            new = founded.host.match
            async with self._engine.begin() as connection:
                await rematch.carry_claims(connection, host.match, new)
            for take in rematch.takes():
                await founded.host.submit(take)
            await host.submit(Follow(new))
        finally:
            self._rematching.discard(host.match)

    def _begin(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Do something beside everything else; a failure is logged."""

        def done(task: asyncio.Task[None]) -> None:
            self._beside.discard(task)
            if not task.cancelled() and (problem := task.exception()) is not None:
                _log.error("%s failed", task.get_name(), exc_info=problem)

        task = asyncio.create_task(work, name=name)
        self._beside.add(task)
        task.add_done_callback(done)


def _elsewhere(thought: Match, now: Match | None) -> bool:
    """Whether a match went back and came to the same step on another way."""
    return now is not None and now.step == thought.step and now.state != thought.state


def _moments(table: Table, log: Sequence[Row]) -> list[Moment]:
    moments = [Moment(table)]
    for row in log:
        table = fold(table, row.entry)
        moments.append(Moment(table, (row.entry,)))
    return moments[-KEPT:]


def _second(log: Sequence[Row], alive: float | None) -> float:
    """What the match's clock showed at a moment when its owner was known to be alive."""
    if not log:
        return 0.0
    last = log[-1]
    return last.at + max((alive or last.wall) - last.wall, 0.0)
