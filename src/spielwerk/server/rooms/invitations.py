"""Who is invited to a room: whoever has a secret link, and people who are called by their name.

Links are stored as hashes, so that nobody can be told an old one again; a founder who has lost
it gets another. Called by name, somebody needs no secret: the seat waits for the account.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, delete, func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from spielwerk.core import Role
from spielwerk.server.problems import Problem
from spielwerk.server.secrets import digest, new_secret
from spielwerk.server.store import schema

_LINKS = 40
"""So many links to one room can be asked for."""
_OPEN = 50
"""So many invitations of one person may wait for an answer, and so many may wait for one person."""
_FRESH = 14 * 24 * 3600.0
"""Invitations by name that nobody answers are forgotten after so many seconds."""


@dataclass(frozen=True, slots=True)
class NamedInvitation:
    """A seat that waits for somebody."""

    match: str
    game: str
    role: str
    host: str
    at: float


class Invitations:
    """All invitations, kept in the database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def is_founder(self, match: str, account: str | None) -> bool:
        """Whether an account has founded a room."""
        row = schema.matches.c
        query = select(row.founder).where(row.id == match)
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).scalar_one_or_none()
        return account is not None and found == account

    async def link(self, match: str, role: Role) -> str:
        """Another secret with which a seat can be taken.

        :raises Problem: there are many already
        """
        secret, row = new_secret("invite"), schema.invitations.c
        query = select(func.count()).select_from(schema.invitations).where(row.match == match)
        async with self._engine.begin() as connection:
            if (await connection.execute(query)).scalar_one() >= _LINKS:
                raise Problem(429, "too-many-invitations", "There are many links to this table.")
            values = {"token": digest(secret), "match": match, "role": role}
            await connection.execute(insert(schema.invitations).values(values))
        return secret

    async def call(self, match: str, role: Role, host: str, account: str) -> None:
        """Keep a seat for somebody.

        :raises Problem: too many invitations wait for them
        """
        row = schema.named_invitations.c
        values = {"match": match, "role": role, "account": account, "host": host, "at": time.time()}
        waiting = (
            select(func.count())
            .select_from(schema.named_invitations)
            .where(row.account == account, row.at > time.time() - _FRESH)
        )
        async with self._engine.begin() as connection:
            if (await connection.execute(waiting)).scalar_one() >= _OPEN:
                raise Problem(
                    429, "too-many-invitations", "Many invitations wait for them already."
                )
            await connection.execute(
                delete(schema.named_invitations).where(row.match == match, row.account == account)
            )
            try:
                await connection.execute(insert(schema.named_invitations).values(values))
            except IntegrityError:
                raise Problem(409, "try-again", "Somebody else did just that.") from None

    async def waiting_for(self, account: str) -> list[NamedInvitation]:
        """The seats that wait for somebody, the newest first."""
        row, match = schema.named_invitations.c, schema.matches.c
        query = (
            select(row.match, match.game, row.role, row.host, row.at)
            .join(schema.matches, match.id == row.match)
            .where(row.account == account, match.phase == "waiting")
            .where(row.at > time.time() - _FRESH)
            .order_by(row.at.desc())
            .limit(_OPEN)
        )
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).all()
        return [NamedInvitation(*line) for line in found]

    async def forget(self, match: str, account: str) -> None:
        """An invitation was answered, one way or the other."""
        row = schema.named_invitations.c
        async with self._engine.begin() as connection:
            await connection.execute(
                delete(schema.named_invitations).where(row.match == match, row.account == account)
            )

    async def by_link(self, match: str, link: str) -> Role | None:
        """The seat that a link leads to, by its hash."""
        row = schema.invitations.c
        return await self._role(select(row.role).where(row.match == match, row.token == link))

    async def by_name(self, match: str, account: str | None) -> Role | None:
        """The seat that waits for an account."""
        row = schema.named_invitations.c
        if account is None:
            return None
        return await self._role(select(row.role).where(row.match == match, row.account == account))

    async def _role(self, query: Select[Any]) -> Role | None:
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).scalar_one_or_none()
        return None if found is None else Role(found)
