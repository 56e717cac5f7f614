"""Who may do what at a table: secrets of seats and invitations, and what a visibility means.

A secret goes in, the seat it speaks for comes out. Nothing else in the server compares secrets of
seats; a seat whose claim was lost to somebody quicker speaks for nobody.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from spielwerk.core import Role
from spielwerk.server import tables
from spielwerk.server.callers import Caller
from spielwerk.server.hall import Hall
from spielwerk.server.host import MatchHost
from spielwerk.server.orders import Take
from spielwerk.server.problems import Problem
from spielwerk.server.secrets import digest, new_id, new_secret
from spielwerk.server.table import Table, Visibility

__all__ = ["Rights", "SeatTaken"]


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A seat that was just taken, and the secret that speaks for it."""

    role: Role
    token: str


class Rights:
    """The rights at all tables, kept in the database."""

    def __init__(self, engine: AsyncEngine, hall: Hall) -> None:
        self._engine = engine
        self._hall = hall

    async def seat(
        self, host: MatchHost, caller: Caller, wanted: Role | None = None
    ) -> Role | None:
        """The seat that a caller speaks for; ``None`` is a spectator.

        Whoever holds several seats says which one is ``wanted``.

        :raises Problem: the secret is wrong, the seat is another's, or nobody may watch
        """
        claims = tables.claims.c
        query = select(claims.role, claims.claim).where(claims.match == host.match)
        found: list[tuple[Any, ...]] = []
        if caller.seat is not None:
            found = await self._all(query.where(claims.token == digest(caller.seat)))
        elif caller.account is not None:
            found = await self._all(query.where(claims.account == caller.account))
        for role, claim in found:
            if _holds(host.table, Role(role), claim) and wanted in (None, role):
                return Role(role)
        if caller.seat is not None:
            raise Problem(401, "wrong-token", "This secret does not speak for a seat here.")
        if wanted is not None:
            raise Problem(403, "not-your-seat", "This seat is not yours.")
        if host.table.charter.visibility is Visibility.PRIVATE:
            raise Problem(404, "no-such-match", "There is no such match.")
        return None

    async def take(
        self,
        host: MatchHost,
        role: Role | None,
        name: str,
        *,
        invitation: str | None = None,
        account: str | None = None,
        founder: bool = False,
    ) -> SeatTaken:
        """Take a seat: by invitation, a free one of a public table, or as its founder.

        :raises Problem: the invitation is wrong, or one is needed
        :raises Refusal: the seat is taken
        """
        if invitation is not None:
            role = await self._invited(host, invitation)
        elif not founder and host.table.charter.visibility is not Visibility.PUBLIC:
            raise Problem(403, "invitation-needed", "Seats here are taken by invitation.")
        if role is None:
            free = host.table.free
            if not free:
                raise Problem(409, "seat-taken", "All seats are taken.")
            role = free[0]
        claim = new_id()
        token = await self.claim(host.match, role, claim, account)
        await self._hall.submit(host, Take(role, name, claim=claim))
        return SeatTaken(role, token)

    async def claim(self, match: str, role: Role, claim: str, account: str | None = None) -> str:
        """A secret that speaks for a seat, as soon as the table's log says that this claim won."""
        token = new_secret("seat")
        async with self._engine.begin() as connection:
            await connection.execute(
                insert(tables.claims).values(
                    token=digest(token), claim=claim, match=match, role=role, account=account
                )
            )
        return token

    async def _invited(self, host: MatchHost, invitation: str) -> Role:
        row = tables.invitations.c
        found = await self._all(
            select(row.role).where(row.match == host.match, row.token == digest(invitation))
        )
        if not found:
            raise Problem(403, "wrong-invitation", "This invitation is not for this match.")
        return Role(found[0][0])

    async def _all(self, query: Select[Any]) -> list[tuple[Any, ...]]:
        async with self._engine.connect() as connection:
            return [tuple(row) for row in (await connection.execute(query)).all()]


def _holds(table: Table, role: Role, claim: str) -> bool:
    occupant = table.seats.get(role)
    return occupant is not None and occupant.claim == claim
