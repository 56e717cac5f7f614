"""Who people are: guests at once, accounts with a password, and their sessions.

A name and a password go in, a session's secret comes out; a secret goes in, a :class:`Person`
comes out. Passwords are hashed with argon2id in a thread, a few at a time, so that logging in
never slows a match. The CSRF secret follows from the session's, so that only its page knows it.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from sqlalchemy import Delete, Select, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from spielwerk.server.accounts.names import key_of
from spielwerk.server.accounts.passwords import refuse_guessable
from spielwerk.server.problems import Problem
from spielwerk.server.secrets import digest, new_id, new_secret
from spielwerk.server.store import DatabaseError, RowLookup, open_database, schema

_DAYS = 24 * 3600
SESSION_SECONDS = 30 * _DAYS
_AT_ONCE = 2
"""Passwords being hashed at the same time; each takes some 50 MB and 50 ms."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a session."""

    id: str
    name: str
    guest: bool
    operator: bool = False
    """Whether they look after the server."""


_BY_SESSION = (
    select(
        schema.accounts.c.id,
        schema.accounts.c.name,
        schema.accounts.c.password,
        schema.accounts.c.operator,
    )
    .join(schema.sessions, schema.sessions.c.account == schema.accounts.c.id)
    .where(schema.sessions.c.token == bindparam("secret"))
    .where(schema.sessions.c.expires > bindparam("moment"))
)
"""Made once: to make a statement takes longer than to carry it out."""


class Accounts:
    """All accounts and sessions, kept in the database."""

    def __init__(self, engine: AsyncEngine, lookup: RowLookup, cookie: str) -> None:
        self.cookie = cookie
        """The name of the cookie that holds a session's secret."""
        self._engine = engine
        self._lookup = lookup
        self._hasher = PasswordHasher()
        self._nobody = self._hasher.hash(new_secret("nobody"))
        self._busy = asyncio.Semaphore(_AT_ONCE)

    async def guest(self, name: str) -> tuple[Person, str]:
        """A new guest, and the secret of the session."""
        person = Person(new_id(), name, guest=True)
        async with self._engine.begin() as connection:
            await connection.execute(
                insert(schema.accounts).values(id=person.id, name=name, created=time.time())
            )
        return person, await self._open(person.id)

    async def register(
        self, name: str, password: str, host: str, guest: Person | None = None
    ) -> tuple[Person, str]:
        """A new account, and the secret of its session; a guest keeps its matches.

        :raises Problem: the name is taken, or the password is easily guessed
        """
        async with self._busy:
            hashed = await asyncio.to_thread(self._hash, password, name, host)
        keep = guest is not None and guest.guest
        person = Person(guest.id if guest and keep else new_id(), name, guest=False)
        values = {"name": name, "key": key_of(name), "password": hashed}
        try:
            async with self._engine.begin() as connection:
                if keep:  # whoever knew the guest's secret does not know the account's
                    await connection.execute(_sessions_of(person.id))
                    await connection.execute(
                        update(schema.accounts)
                        .where(schema.accounts.c.id == person.id)
                        .values(**values)
                    )
                else:
                    await connection.execute(
                        insert(schema.accounts).values(id=person.id, created=time.time(), **values)
                    )
        except IntegrityError:
            raise Problem(409, "name-taken", "Somebody has this name; choose another.") from None
        return person, await self._open(person.id)

    async def login(self, name: str, password: str) -> tuple[Person, str]:
        """The account, and the secret of a new session.

        :raises Problem: name and password do not belong together
        """
        row = schema.accounts.c
        found = await self._one(
            select(row.id, row.name, row.password, row.operator).where(row.key == key_of(name))
        )
        hashed = found[2] if found else self._nobody
        async with self._busy:
            fits = await asyncio.to_thread(self._verify, hashed, password)
        if not (found and fits):
            raise Problem(401, "wrong-password", "Name and password do not belong together.")
        person = Person(found[0], found[1], guest=False, operator=found[3])
        return person, await self._open(found[0])

    async def logout(self, secret: str) -> None:
        """End a session."""
        async with self._engine.begin() as connection:
            await connection.execute(
                delete(schema.sessions).where(schema.sessions.c.token == digest(secret))
            )

    async def logout_everywhere(self, account: str) -> None:
        """End all sessions of an account, wherever they are."""
        async with self._engine.begin() as connection:
            await connection.execute(_sessions_of(account))

    async def change_password(self, person: Person, old: str, new: str, host: str) -> str:
        """Another password; all sessions end, and the secret of a new one comes back.

        :raises Problem: the old password is wrong, or the new one is easily guessed
        """
        row = schema.accounts.c
        found = await self._one(select(row.password).where(row.id == person.id))
        async with self._busy:
            known = found is not None and found[0] is not None
            fits = (
                known and await asyncio.to_thread(self._verify, found[0], old) if found else False
            )
            hashed = await asyncio.to_thread(self._hash, new, person.name, host) if fits else ""
        if not fits:
            raise Problem(401, "wrong-old-password", "This is not your password so far.")
        async with self._engine.begin() as connection:
            await connection.execute(
                update(schema.accounts).where(row.id == person.id).values(password=hashed)
            )
            await connection.execute(_sessions_of(person.id))
        return await self._open(person.id)

    async def person(self, secret: str) -> Person | None:
        """Whose session a secret is, if it is one's."""
        wanted = {"secret": digest(secret), "moment": time.time()}
        for account, name, password, operator in await self._lookup.rows(_BY_SESSION, wanted):
            return Person(account, name, guest=password is None, operator=bool(operator))
        return None

    async def _open(self, account: str) -> str:
        secret, now = new_secret("session"), time.time()
        async with self._engine.begin() as connection:
            await connection.execute(delete(schema.sessions).where(schema.sessions.c.expires < now))
            await connection.execute(
                insert(schema.sessions).values(
                    token=digest(secret), account=account, expires=now + SESSION_SECONDS
                )
            )
        return secret

    def _hash(self, password: str, name: str, host: str) -> str:
        """What is kept of a new password, if it is a good one."""
        refuse_guessable(password, name, host)
        return self._hasher.hash(password)

    def _verify(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerifyMismatchError, InvalidHashError):
            return False

    async def _one(self, query: Select[Any]) -> tuple[Any, ...] | None:
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).first()
        return tuple(found) if found else None


def csrf_of(secret: str) -> str:
    """What a page must send along to act by its session's cookie."""
    return digest(f"csrf {secret}")


def _sessions_of(account: str) -> Delete:
    return delete(schema.sessions).where(schema.sessions.c.account == account)


async def appoint(db: str, name: str, *, revoke: bool = False) -> None:
    """Give an account the right to look after the server, or take it away.

    :raises DatabaseError: the database cannot be opened, or there is no such account
    """
    engine = await open_database(db)
    row = schema.accounts.c
    query = update(schema.accounts).where(row.key == key_of(name)).values(operator=not revoke)
    try:
        async with engine.begin() as connection:
            if not (await connection.execute(query)).rowcount:
                raise DatabaseError(f"There is no account called '{name[:80]}'; register it first.")
    finally:
        await engine.dispose()
