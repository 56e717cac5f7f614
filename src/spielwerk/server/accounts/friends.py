"""Friends: whom somebody likes to play with. It says nothing about the other side."""

from __future__ import annotations

import time

from sqlalchemy import delete, func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from spielwerk.server.accounts.names import key_of
from spielwerk.server.accounts.sessions import Person
from spielwerk.server.problems import Problem
from spielwerk.server.store import schema

_MOST = 200


class Friends:
    """Everybody's friends, kept in the database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def named(self, name: str) -> Person:
        """The person with an account of that name.

        :raises Problem: there is none
        """
        row = schema.accounts.c
        query = select(row.id, row.name).where(row.key == key_of(name))
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).first()
        if found is None:
            raise Problem(404, "no-such-person", "Nobody with an account has this name.")
        return Person(found[0], found[1], guest=False)

    async def of(self, account: str) -> list[str]:
        """The names of somebody's friends."""
        row, person = schema.friends.c, schema.accounts.c
        query = (
            select(person.name)
            .join(schema.friends, person.id == row.friend)
            .where(row.account == account)
            .order_by(person.key)
        )
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def add(self, account: str, name: str) -> None:
        """Take somebody among one's friends.

        :raises Problem: there is no such person, it is oneself, or there are too many
        """
        friend = await self.named(name)
        if friend.id == account:
            raise Problem(422, "oneself", "That is you.")
        row = schema.friends.c
        count = select(func.count()).select_from(schema.friends).where(row.account == account)
        try:
            async with self._engine.begin() as connection:
                if (await connection.execute(count)).scalar_one() >= _MOST:
                    raise Problem(429, "too-many-friends", f"At most {_MOST} friends are kept.")
                await connection.execute(
                    insert(schema.friends).values(
                        account=account, friend=friend.id, since=time.time()
                    )
                )
        except IntegrityError:
            pass  # they are a friend already

    async def remove(self, account: str, name: str) -> None:
        """Somebody is no longer among one's friends."""
        friend = await self.named(name)
        row = schema.friends.c
        async with self._engine.begin() as connection:
            await connection.execute(
                delete(schema.friends).where(row.account == account, row.friend == friend.id)
            )
