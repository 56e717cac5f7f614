"""All tables of this process: founded, found again in the database, and let go when idle.

Whoever wants something of a table asks the hall for its host. A table that is not in memory is
folded from its log; its clock goes on where it stood when its last owner was last alive.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass, replace
from random import SystemRandom
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from spielwerk.core import Role
from spielwerk.server import tables
from spielwerk.server.entries import Entry, Offer
from spielwerk.server.host import KEPT, MatchHost, Moment, listing_of
from spielwerk.server.ledger import Append, Ledger, Row
from spielwerk.server.orders import Follow, Take, agreed
from spielwerk.server.problems import Problem
from spielwerk.server.secrets import digest, new_id, new_secret
from spielwerk.server.shelf import Shelf
from spielwerk.server.table import Charter, Table, fold, found

__all__ = ["Founded", "Hall"]

_log = logging.getLogger(__name__)

_BEAT = 1.0
"""How often a process says that it lives."""


@dataclass(frozen=True, slots=True)
class Founded:
    """A new table, and the secrets with which its seats can be taken."""

    host: MatchHost
    invitations: Mapping[Role, str]


class Hall:
    """The tables of this process."""

    def __init__(self, engine: AsyncEngine, shelf: Shelf) -> None:
        self.worker = new_id()
        self.ledger = Ledger(engine)
        self.shelf = shelf
        self._engine = engine
        self._hosts: dict[str, MatchHost] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._beside: set[asyncio.Task[None]] = set()
        self._rematching: set[str] = set()

    async def start(self) -> None:
        """Begin to work; tables whose clocks run are looked after from now on."""
        self.ledger.start()
        await self._beat()
        self._tasks = [
            asyncio.create_task(self._keep_beating(), name="heartbeat"),
            asyncio.create_task(self._recover(), name="recovery"),
        ]

    async def stop(self) -> None:
        """Let go of everything; what has happened is in the database."""
        for task in (*self._tasks, *self._beside):
            task.cancel()
        await self.ledger.stop()
        for host in self._hosts.values():
            host.close()
        self._hosts.clear()
        await self._beat()

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
        table = found(charter, game)
        rows = [Row(n, now, getattr(entry, "at", 0.0), entry) for n, entry in enumerate(log)]
        moments = await asyncio.to_thread(_moments, table, rows)
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
                    founder=founder,
                    origin=origin,
                    founded=now,
                    touched=now,
                    owner=self.worker,
                )
            )
            await connection.execute(
                insert(tables.invitations),
                [
                    {"token": digest(secret), "match": match, "role": role}
                    for role, secret in secrets.items()
                ],
            )
            if log:
                copied = Append(match, 0, log, now, rows[-1].at)
                await connection.execute(insert(tables.entries), copied.rows())
        second = rows[-1].at if rows else 0.0
        host = MatchHost(match, moments, self.ledger, second=second, after=self._look_after)
        self._hosts[match] = host
        return Founded(host, secrets)

    async def host(self, match: str) -> MatchHost:
        """The host of a table.

        :raises Problem: there is no such table
        """
        host = self._hosts.get(match)
        if host is not None and not host.lost:
            return host
        lock = self._opening.setdefault(match, asyncio.Lock())
        try:
            async with lock:
                host = self._hosts.get(match)
                if host is None or host.lost:
                    host = self._hosts[match] = await self._load(match)
                return host
        finally:
            if not lock.locked():
                self._opening.pop(match, None)

    async def _load(self, match: str) -> MatchHost:
        row = tables.matches.c
        query = (
            select(row.charter, row.owner, tables.workers.c.beat)
            .outerjoin(tables.workers, tables.workers.c.id == row.owner)
            .where(row.id == match)
        )
        async with self._engine.begin() as connection:
            known = (await connection.execute(query)).one_or_none()
            if known is None:
                raise Problem(404, "no-such-match", "There is no such match.")
            await connection.execute(
                update(tables.matches).where(row.id == match).values(owner=self.worker)
            )
        charter = Charter.from_json(json.loads(known.charter))
        game = await self.shelf.open(charter.game)
        log = await self.ledger.read(match)
        moments = _moments(found(charter, game), log)
        alive = time.time() if known.owner == self.worker else known.beat
        second = _second(log, alive)
        return MatchHost(match, moments, self.ledger, second=second, after=self._look_after)

    def _look_after(self, host: MatchHost) -> None:
        """Do what follows from where a table stands and is more than the table's own business."""
        table = host.table
        wanted = table.successor is None and agreed(table, Offer.REMATCH)
        if wanted and host.match not in self._rematching:
            self._rematching.add(host.match)
            self._begin(self._rematch(host), f"rematch of {host.match}")

    def _begin(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Do something beside everything else; a failure is logged."""

        def done(task: asyncio.Task[None]) -> None:
            self._beside.discard(task)
            if not task.cancelled() and (problem := task.exception()) is not None:
                _log.error("%s failed", task.get_name(), exc_info=problem)

        task = asyncio.create_task(work, name=name)
        self._beside.add(task)
        task.add_done_callback(done)

    async def _rematch(self, host: MatchHost) -> None:
        """Found the next match of those who sit here, everybody one seat further.

        The secrets of their seats speak for the new ones, too.
        """
        try:
            table = host.table
            roles = table.game.roles
            new = {role: roles[(n + 1) % len(roles)] for n, role in enumerate(roles)}
            claims = {role: new_id() for role in roles}
            charter = replace(table.charter, seed=SystemRandom().getrandbits(53))
            seated = [
                Take(new[role], table.seats[role].name, table.seats[role].bot, claims[role])
                for role in roles
            ]
            founded = await self.found(charter)
            await self._carry_claims(host, founded.host.match, new, claims)
            for take in seated:
                await founded.host.submit(take)
            await host.submit(Follow(founded.host.match))
        finally:
            self._rematching.discard(host.match)

    async def _carry_claims(
        self, host: MatchHost, match: str, new: Mapping[Role, Role], claims: Mapping[Role, str]
    ) -> None:
        held = {who.claim: role for role, who in host.table.seats.items() if who.claim}
        row = tables.claims.c
        query = select(row.token, row.claim, row.account).where(row.match == host.match)
        async with self._engine.begin() as connection:
            for token, claim, account in (await connection.execute(query)).all():
                if claim in held:
                    await connection.execute(
                        insert(tables.claims).values(
                            match=match,
                            token=token,
                            claim=claims[held[claim]],
                            role=new[held[claim]],
                            account=account,
                        )
                    )

    async def _beat(self) -> None:
        beat = time.time()
        async with self._engine.begin() as connection:
            changed = await connection.execute(
                update(tables.workers).where(tables.workers.c.id == self.worker).values(beat=beat)
            )
            if changed.rowcount == 0:
                await connection.execute(insert(tables.workers).values(id=self.worker, beat=beat))

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(_BEAT)
            try:
                await self._beat()
            except Exception:
                _log.exception("the heartbeat failed")

    async def _recover(self) -> None:
        """Open the tables that somebody's clock runs at: nobody else would look at it."""
        row = tables.matches.c
        query = select(row.id, row.charter).where(row.phase.in_(["opening", "running"]))
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).all()
        for match, charter in found:
            if json.loads(charter)["clock"] == "untimed":
                continue
            try:
                await self.host(match)
            except Exception:
                _log.exception("table %s could not be opened again", match)


def _moments(table: Table, log: list[Row]) -> list[Moment]:
    moments = [Moment(table)]
    for row in log:
        table = fold(table, row.entry)
        moments.append(Moment(table, (row.entry,)))
    return moments[-KEPT:]


def _second(log: list[Row], alive: float | None) -> float:
    """What the match's clock showed when its owner was last known to be alive."""
    if not log:
        return 0.0
    last = log[-1]
    return last.at + max((alive or last.wall) - last.wall, 0.0)
