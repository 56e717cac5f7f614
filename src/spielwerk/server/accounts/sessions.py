"""Who is logged in where: sessions, when they were used last, and the sockets that speak by them.

A session's secret goes in, whose it is comes out. A session ends when somebody ends it, when it was
not used for a while, and some weeks after it began in any case; what speaks by it on open sockets
ends, too, in this process at once and in others within seconds. That a session was used is noted
in memory and written down later, once an hour at most: nobody waits for that.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from spielwerk.server.accounts.visits import Visit
from spielwerk.server.incidents import Incident
from spielwerk.server.problems import Problem
from spielwerk.server.secrets import digest, new_secret
from spielwerk.server.store import RowLookup, schema

_log = logging.getLogger(__name__)

MOST_SESSIONS = 100
"""Of one account; another one ends the one that was not used for the longest time."""
_SHOWN = 16
"""So much of a secret's hash tells the sessions of an account apart."""
_COARSE = 3600.0
_PARTS = 24
"""A session is used at one of so many moments of the time that it may be idle, or at more."""
_LOOK = 5.0
"""Seconds until a session that ended at another process is over here as well."""
_AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a session."""

    id: str
    name: str
    guest: bool
    operator: bool = False
    """Whether they look after the server."""


@dataclass(frozen=True, slots=True)
class OpenSession:
    """Where somebody is logged in."""

    id: str
    begun: float
    used: float
    browser: str
    system: str
    current: bool


_row = schema.sessions.c
_BY_SECRET = (
    select(
        schema.accounts.c.id,
        schema.accounts.c.name,
        schema.accounts.c.password,
        schema.accounts.c.operator,
        _row.begun,
        _row.used,
    )
    .join(schema.sessions, _row.account == schema.accounts.c.id)
    .where(_row.token == bindparam("secret"))
    .where(_row.expires > bindparam("moment"))
)
_USE = (
    update(schema.sessions)
    .where(_row.token == bindparam("secret"))
    .values(used=bindparam("at"), expires=bindparam("end"))
)
"""Made once: to make a statement takes longer than to carry it out."""


class Sessions:
    """All sessions, kept in the database, and the sockets of this process that speak by them."""

    def __init__(
        self,
        engine: AsyncEngine,
        lookup: RowLookup,
        idle: float,
        longest: float,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """They may be ``idle`` for so many seconds, and last for the ``longest``."""
        self.longest = longest
        self._idle = idle
        self._engine = engine
        self._lookup = lookup
        self._clock = clock
        self._coarse = min(_COARSE, idle / _PARTS)
        self._uses: dict[str, dict[str, str | float]] = {}
        """What is to be written of those that were used, by the hash of their secret."""
        self._sockets: dict[str, set[Callable[[], None]]] = {}
        self._task: asyncio.Task[None] | None = None
        self._failing = Incident(_log, "sessions cannot be looked after")

    def start(self) -> None:
        """Look after them from now on."""
        self._task = asyncio.create_task(self._make_rounds(), name="sessions")

    def stop(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()

    async def open(self, account: str, visit: Visit, hashed: str | None = None) -> str:
        """The secret of a new session, for whoever was let in by the password of this hash.

        :raises Problem: meanwhile the account has another one, is closed, or is gone
        """
        secret, now = new_secret("session"), self._clock()
        try:
            await self._write(secret, now, account, visit, hashed)
        except IntegrityError:
            raise _over() from None
        return secret

    async def _write(
        self, secret: str, now: float, account: str, visit: Visit, hashed: str | None
    ) -> None:
        row = schema.accounts.c
        still = (row.id == account) & (row.password == hashed) & row.closed.is_(False)
        unused = select(_row.token).where(_row.account == account).order_by(_row.used.desc())
        async with self._engine.begin() as connection:
            await connection.execute(delete(schema.sessions).where(_row.expires < now))
            await connection.execute(
                insert(schema.sessions).values(
                    token=digest(secret),
                    account=account,
                    begun=now,
                    used=now,
                    expires=self._end(now, now),
                    browser=visit.browser,
                    system=visit.system,
                )
            )
            await connection.execute(
                delete(schema.sessions).where(_row.token.in_(unused.offset(MOST_SESSIONS)))
            )
            # a change that is under way is waited for, and one that comes later ends this session
            query = select(row.id).where(still).with_for_update(read=True)
            if (await connection.execute(query)).first() is None:
                raise _over()

    async def person(self, secret: str) -> Person | None:
        """Whose session a secret is, if it is one's."""
        token, now = digest(secret), self._clock()
        for account, name, password, operator, begun, used in await self._lookup.rows(
            _BY_SECRET, {"secret": token, "moment": now}
        ):
            self._use(token, begun, used, now)
            return Person(account, name, guest=password is None, operator=bool(operator))
        return None

    async def of(self, account: str, secret: str) -> list[OpenSession]:
        """Where somebody is logged in, who asks by one of these sessions; the last used first."""
        query = (
            select(_row.token, _row.begun, _row.used, _row.browser, _row.system)
            .where(_row.account == account, _row.expires > self._clock())
            .order_by(_row.used.desc())
        )
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).all()
        mine = digest(secret)
        return [
            OpenSession(token[:_SHOWN], begun, used, browser, system, token == mine)
            for token, begun, used, browser, system in found
        ]

    async def end(self, secret: str) -> None:
        """End a session."""
        await self._end_those([digest(secret)])

    async def end_one(self, account: str, shown: str) -> None:
        """End a session of an account.

        :raises Problem: it has no such session
        """
        query = select(_row.token).where(_row.account == account)
        async with self._engine.connect() as connection:
            tokens = (await connection.execute(query)).scalars().all()
        found = [token for token in tokens if token[:_SHOWN] == shown]
        if not found:
            raise Problem(404, "no-such-session", "There is no such session; it may be over.")
        await self._end_those(found)

    async def end_all(self, account: str) -> None:
        """End all sessions of an account, wherever they are."""
        async with self._engine.begin() as connection:
            tokens = await self.ending(connection, account)
        self.ended(tokens)

    async def ending(self, connection: AsyncConnection, account: str) -> list[str]:
        """End all sessions of an account within a transaction; :meth:`ended` is told after it."""
        query = delete(schema.sessions).where(_row.account == account).returning(_row.token)
        return list((await connection.execute(query)).scalars())

    def ended(self, tokens: Iterable[str]) -> None:
        """End what speaks on the sockets here by sessions that are over."""
        for token in tokens:
            self._uses.pop(token, None)
            for over in list(self._sockets.get(token, ())):
                over()

    @contextmanager
    def attended(self, secret: str | None, over: Callable[[], None]) -> Iterator[None]:
        """While a socket speaks by a session; ``over`` is called when that ends."""
        if secret is None:
            yield
            return
        token = digest(secret)
        self._sockets.setdefault(token, set()).add(over)
        try:
            yield
        finally:
            self._sockets[token].discard(over)
            if not self._sockets[token]:
                del self._sockets[token]

    async def look(self) -> None:
        """See which sessions of sockets are over, and write down which were used."""
        for tokens in _portions(list(self._sockets)):
            now = self._clock()
            query = select(_row.token, _row.begun, _row.used).where(_row.token.in_(tokens))
            async with self._engine.connect() as connection:
                found = (await connection.execute(query.where(_row.expires > now))).all()
            self.ended(set(tokens).difference(token for token, _, _ in found))
            for token, begun, used in found:
                self._use(token, begun, used, now)
        for tokens in _portions(list(self._uses)):
            uses = [use for token in tokens if (use := self._uses.get(token)) is not None]
            async with self._engine.begin() as connection:
                await connection.execute(_USE, uses)
            for token in tokens:
                self._uses.pop(token, None)

    async def _make_rounds(self) -> None:
        while True:
            await asyncio.sleep(min(_LOOK, self._coarse))
            try:
                await self.look()
            except Exception as problem:  # whatever it is, the next look may go well
                self._failing.failed(problem)
            else:
                self._failing.went_well()

    async def _end_those(self, tokens: list[str]) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(delete(schema.sessions).where(_row.token.in_(tokens)))
        self.ended(tokens)

    def _use(self, token: str, begun: float, used: float, now: float) -> None:
        if now - used > self._coarse and token not in self._uses:
            self._uses[token] = {"secret": token, "at": now, "end": self._end(begun, now)}

    def _end(self, begun: float, used: float) -> float:
        """When a session ends by itself."""
        return min(begun + self.longest, used + self._idle)


def _over() -> Problem:
    return Problem(401, "no-session", "This session is over; log in again.")


def _portions(tokens: Sequence[str]) -> Iterator[Sequence[str]]:
    return (tokens[place : place + _AT_ONCE] for place in range(0, len(tokens), _AT_ONCE))
