"""The next match of those who have played one, everybody one seat further.

Their seats' secrets speak for the new seats, too, so that nobody has to be told new ones.
"""

from __future__ import annotations

from dataclasses import replace
from random import SystemRandom

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from spielwerk.core import Role
from spielwerk.match import REFUSE, Match, Take
from spielwerk.server.rooms.charter import Charter
from spielwerk.server.secrets import new_id
from spielwerk.server.store import schema


class Rematch:
    """What becomes of a match in its rematch."""

    def __init__(self, charter: Charter, match: Match) -> None:
        self._charter = charter
        self._match = match
        roles = match.game.roles
        self._next = {role: roles[(n + 1) % len(roles)] for n, role in enumerate(roles)}
        self._claims = {role: new_id() for role in roles}

    @property
    def charter(self) -> Charter:
        """The same, but for chance."""
        setup = replace(self._charter.setup, seed=SystemRandom().getrandbits(53), illegal=REFUSE)
        return replace(self._charter, setup=setup)

    def takes(self) -> list[Take]:
        """How everybody sits down."""
        return [
            Take(self._next[role], who.name, who.bot, self._claims[role])
            for role, who in self._match.occupants.items()
        ]

    async def carry_claims(self, connection: AsyncConnection, old: str, new: str) -> None:
        """Let the secrets of the old seats speak for the new ones."""
        held: dict[str, Role] = {
            who.claim: role for role, who in self._match.occupants.items() if who.claim
        }
        row = schema.claims.c
        query = select(row.token, row.claim, row.account).where(row.match == old)
        for token, claim, account in (await connection.execute(query)).all():
            if claim in held:
                await connection.execute(
                    insert(schema.claims).values(
                        match=new,
                        token=token,
                        claim=self._claims[held[claim]],
                        role=self._next[held[claim]],
                        account=account,
                    )
                )
