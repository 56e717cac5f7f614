"""Who people are: guests at once, and accounts with a password.

A name and a password go in, the secret of a session comes out. Passwords are hashed with argon2id
in a thread, a few at a time, so that logging in never slows a match. The CSRF secret follows from
the session's, so that only its page knows it.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from sqlalchemy import Select, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from spielwerk.server.accounts.leaving import let_go, reserved
from spielwerk.server.accounts.names import key_of
from spielwerk.server.accounts.passwords import refuse_guessable
from spielwerk.server.accounts.sessions import Person, Sessions
from spielwerk.server.accounts.visits import Visit
from spielwerk.server.problems import Problem
from spielwerk.server.secrets import digest, digest_of_code, new_code, new_id, new_secret
from spielwerk.server.store import DatabaseError, open_database, schema

_AT_ONCE = 2
"""Passwords being hashed at the same time; each takes some 50 MB and 50 ms."""


class Accounts:
    """All accounts, kept in the database."""

    def __init__(self, engine: AsyncEngine, sessions: Sessions, cookie: str) -> None:
        self.sessions = sessions
        self.cookie = cookie
        """The name of the cookie that holds a session's secret."""
        self._engine = engine
        self._hasher = PasswordHasher()
        self._nobody = self._hasher.hash(new_secret("nobody"))
        self._busy = asyncio.Semaphore(_AT_ONCE)

    async def guest(self, name: str, visit: Visit) -> tuple[Person, str]:
        """A new guest, and the secret of the session."""
        person = Person(new_id(), name, guest=True)
        async with self._engine.begin() as connection:
            await connection.execute(
                insert(schema.accounts).values(id=person.id, name=name, created=time.time())
            )
        return person, await self.sessions.open(person.id, visit)

    async def register(
        self, name: str, password: str, visit: Visit, guest: Person | None = None
    ) -> tuple[Person, str, str]:
        """A new account, the secret of its session, and the code for whoever forgets the password.

        A guest keeps its matches.

        :raises Problem: the name is taken, or the password is easily guessed
        """
        async with self._busy:
            hashed = await asyncio.to_thread(self._hash, password, name, visit.host)
        keep = guest is not None and guest.guest
        person = Person(guest.id if guest and keep else new_id(), name, guest=False)
        code = new_code()
        values = {"name": name, "key": key_of(name), "password": hashed}
        values |= {"recovery": digest_of_code(code)}
        ended: list[str] = []
        try:
            async with self._engine.begin() as connection:
                if keep:  # whoever knew the guest's secret does not know the account's
                    ended = await self.sessions.ending(connection, person.id)
                    row = schema.accounts.c
                    guests = (row.id == person.id) & row.password.is_(None)
                    query = update(schema.accounts).where(guests).values(**values)
                    if not (await connection.execute(query)).rowcount:
                        raise Problem(401, "no-session", "This guest has registered already.")
                else:
                    await connection.execute(
                        insert(schema.accounts).values(id=person.id, created=time.time(), **values)
                    )
                if await self._is_reserved(connection, name):
                    raise _name_taken()
        except IntegrityError:
            raise _name_taken() from None
        self.sessions.ended(ended)
        return person, await self.sessions.open(person.id, visit, hashed), code

    async def login(self, name: str, password: str, visit: Visit) -> tuple[Person, str]:
        """The account, and the secret of a new session.

        :raises Problem: name and password do not belong together, or the account is closed
        """
        row = schema.accounts.c
        asked = (row.id, row.name, row.password, row.operator, row.closed)
        found = await self._one(select(*asked).where(row.key == key_of(name)))
        hashed = found[2] if found else self._nobody
        async with self._busy:
            fits = await asyncio.to_thread(self._verify, hashed, password)
        if not (found and fits):
            raise Problem(401, "wrong-password", "Name and password do not belong together.")
        if found[4]:
            raise _closed()
        person = Person(found[0], found[1], guest=False, operator=found[3])
        return person, await self.sessions.open(person.id, visit, hashed)

    async def change_password(self, person: Person, old: str, new: str, visit: Visit) -> str:
        """Another password; all sessions end, and the secret of a new one comes back.

        :raises Problem: the old password is wrong, or the new one is easily guessed
        """
        wrong = Problem(401, "wrong-old-password", "This is not your password so far.")
        known = await self._known(person, old)
        if known is None:
            raise wrong
        async with self._busy:
            hashed = await asyncio.to_thread(self._hash, new, person.name, visit.host)
        row = schema.accounts.c
        same = (row.id == person.id) & (row.password == known)
        async with self._engine.begin() as connection:
            query = update(schema.accounts).where(same).values(password=hashed)
            if not (await connection.execute(query)).rowcount:  # it has changed meanwhile
                raise wrong
            ended = await self.sessions.ending(connection, person.id)
        self.sessions.ended(ended)
        return await self.sessions.open(person.id, visit, hashed)

    async def renew_code(self, person: Person, password: str) -> str:
        """Another code for whoever forgets the password.

        :raises Problem: the password is wrong
        """
        if await self._known(person, password) is None:
            raise Problem(401, "wrong-password", "This is not your password.")
        row, code = schema.accounts.c, new_code()
        async with self._engine.begin() as connection:
            await connection.execute(
                update(schema.accounts)
                .where(row.id == person.id)
                .values(recovery=digest_of_code(code))
            )
        return code

    async def recover(
        self, name: str, code: str, new: str, visit: Visit
    ) -> tuple[Person, str, str]:
        """Another password by the code; all sessions end. A session's secret, and the next code.

        :raises Problem: name and code do not belong together, the account is closed, or the new
            password is easily guessed
        """
        row = schema.accounts.c
        given, wrong = digest_of_code(code), "Name and recovery code do not belong together."
        fits = (row.key == key_of(name)) & (row.recovery == given)
        found = await self._one(select(row.id, row.name, row.operator, row.closed).where(fits))
        if found is None:
            raise Problem(401, "wrong-recovery-code", wrong)
        person = Person(found[0], found[1], guest=False, operator=found[2])
        if found[3]:
            raise _closed()
        async with self._busy:
            hashed = await asyncio.to_thread(self._hash, new, person.name, visit.host)
        another = new_code()
        values = {"password": hashed, "recovery": digest_of_code(another)}
        async with self._engine.begin() as connection:
            done = await connection.execute(update(schema.accounts).where(fits).values(values))
            if not done.rowcount:  # it was used meanwhile
                raise Problem(401, "wrong-recovery-code", wrong)
            ended = await self.sessions.ending(connection, person.id)
        self.sessions.ended(ended)
        return person, await self.sessions.open(person.id, visit, hashed), another

    async def close(self, person: Person) -> None:
        """Let nobody in to an account, and whoever is in out."""
        row = schema.accounts.c
        async with self._engine.begin() as connection:
            await connection.execute(
                update(schema.accounts).where(row.id == person.id).values(closed=True)
            )
            ended = await self.sessions.ending(connection, person.id)
        self.sessions.ended(ended)

    async def reopen(self, person: Person) -> None:
        """Let whoever knows the password in again."""
        row = schema.accounts.c
        async with self._engine.begin() as connection:
            await connection.execute(
                update(schema.accounts).where(row.id == person.id).values(closed=False)
            )

    async def delete(self, person: Person, password: str) -> None:
        """Forget an account; its name is given to nobody else.

        :raises Problem: the password is wrong
        """
        if await self._known(person, password) is None:
            raise Problem(401, "wrong-password", "This is not your password.")
        await let_go(self._engine, person.id)
        name = {"key": reserved(person.name), "since": time.time()}
        ended: list[str] = []
        with suppress(IntegrityError):  # somebody else who knows the password was quicker
            async with self._engine.begin() as connection:
                await connection.execute(insert(schema.reserved_names).values(name))
                ended = await self.sessions.ending(connection, person.id)
                row = schema.accounts.c
                await connection.execute(delete(schema.accounts).where(row.id == person.id))
        self.sessions.ended(ended)

    async def _known(self, person: Person, password: str) -> str | None:
        """What is kept of somebody's password, if this is it."""
        row = schema.accounts.c
        found = await self._one(select(row.password).where(row.id == person.id))
        if found is None or found[0] is None:
            return None
        async with self._busy:
            fits = await asyncio.to_thread(self._verify, found[0], password)
        return str(found[0]) if fits else None

    async def _is_reserved(self, connection: AsyncConnection, name: str) -> bool:
        key = schema.reserved_names.c.key
        found = await connection.execute(select(key).where(key == reserved(name)))
        return found.first() is not None

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


def _closed() -> Problem:
    return Problem(403, "account-closed", "An operator of the server closed this account.")


def _name_taken() -> Problem:
    return Problem(409, "name-taken", "Somebody has or had this name; choose another.")


def csrf_of(secret: str) -> str:
    """What a page must send along to act by its session's cookie."""
    return digest(f"csrf {secret}")


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
