"""The next match of those who sit at a table, everybody one seat further.

Their seats' secrets speak for the new seats, too, so that nobody has to be told new ones.
"""

from __future__ import annotations

from dataclasses import replace
from random import SystemRandom

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from spielwerk.core import Role
from spielwerk.server import tables
from spielwerk.server.orders import Take
from spielwerk.server.secrets import new_id
from spielwerk.server.table import Charter, Table

__all__ = ["Rematch"]


class Rematch:
    """What becomes of a table in its rematch."""

    def __init__(self, table: Table) -> None:
        self._table = table
        roles = table.game.roles
        self._next = {role: roles[(n + 1) % len(roles)] for n, role in enumerate(roles)}
        self._claims = {role: new_id() for role in roles}

    @property
    def charter(self) -> Charter:
        """The same, but for chance."""
        return replace(self._table.charter, seed=SystemRandom().getrandbits(53))

    def takes(self) -> list[Take]:
        """How everybody sits down."""
        return [
            Take(self._next[role], who.name, who.bot, self._claims[role])
            for role, who in self._table.seats.items()
        ]

    async def carry_claims(self, connection: AsyncConnection, old: str, new: str) -> None:
        """Let the secrets of the old seats speak for the new ones."""
        held: dict[str, Role] = {
            who.claim: role for role, who in self._table.seats.items() if who.claim
        }
        row = tables.claims.c
        query = select(row.token, row.claim, row.account).where(row.match == old)
        for token, claim, account in (await connection.execute(query)).all():
            if claim in held:
                await connection.execute(
                    insert(tables.claims).values(
                        match=new,
                        token=token,
                        claim=self._claims[held[claim]],
                        role=self._next[held[claim]],
                        account=account,
                    )
                )
