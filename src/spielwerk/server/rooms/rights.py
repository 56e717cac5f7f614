"""Who may do what in a room: secrets of seats and invitations, and what a visibility means.

A secret goes in, the seat it speaks for comes out. Nothing else in the server compares secrets of
seats; a seat whose claim was lost to somebody quicker speaks for nobody.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from spielwerk.core import Role
from spielwerk.match import Match, Take
from spielwerk.server.accounts import Caller
from spielwerk.server.problems import Problem
from spielwerk.server.rooms.charter import Visibility
from spielwerk.server.rooms.room import Room
from spielwerk.server.rooms.rooms import Rooms
from spielwerk.server.secrets import digest, new_id, new_secret
from spielwerk.server.store import schema


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A seat that was just taken, and the secret that speaks for it."""

    role: Role
    token: str


class Rights:
    """The rights in all rooms, kept in the database."""

    def __init__(self, engine: AsyncEngine, rooms: Rooms) -> None:
        self._engine = engine
        self._rooms = rooms

    async def seat(self, room: Room, caller: Caller, wanted: Role | None = None) -> Role | None:
        """The seat that a caller speaks for; ``None`` is a spectator.

        Whoever holds several seats says which one is ``wanted``.

        :raises Problem: the secret is wrong, the seat is another's, or nobody may watch
        """
        claims = schema.claims.c
        query = select(claims.role, claims.claim).where(claims.match == room.id)
        found: list[tuple[Any, ...]] = []
        if caller.seat is not None:
            found = await self._all(query.where(claims.token == digest(caller.seat)))
        elif caller.account is not None:
            found = await self._all(query.where(claims.account == caller.account))
        for role, claim in found:
            if _holds(room.match, Role(role), claim) and wanted in (None, role):
                return Role(role)
        if caller.seat is not None:
            raise Problem(401, "wrong-token", "This secret does not speak for a seat here.")
        if wanted is not None:
            raise Problem(403, "not-your-seat", "This seat is not yours.")
        if room.charter.visibility is Visibility.PRIVATE:
            raise Problem(404, "no-such-match", "There is no such match.")
        return None

    async def take(
        self,
        room: Room,
        role: Role | None,
        name: str,
        *,
        invitation: str | None = None,
        account: str | None = None,
        founder: bool = False,
    ) -> SeatTaken:
        """Take a seat: by invitation, a free one of a public room, or as its founder.

        :raises Problem: the seat is taken, the invitation is wrong, or one is needed
        """
        if invitation is not None:
            role = await self._invited(room, invitation)
        elif not founder and room.charter.visibility is not Visibility.PUBLIC:
            raise Problem(403, "invitation-needed", "Seats here are taken by invitation.")
        if role is None:
            free = room.match.free
            if not free:
                raise Problem(409, "seat-taken", "All seats are taken.")
            role = free[0]
        claim = new_id()
        token = await self.claim(room.id, role, claim, account)
        await self._rooms.submit(room, Take(role, name, claim=claim))
        return SeatTaken(role, token)

    async def claim(self, match: str, role: Role, claim: str, account: str | None = None) -> str:
        """A secret that speaks for a seat, as soon as the match's log says that this claim won."""
        token = new_secret("seat")
        async with self._engine.begin() as connection:
            await connection.execute(
                insert(schema.claims).values(
                    token=digest(token), claim=claim, match=match, role=role, account=account
                )
            )
        return token

    async def _invited(self, room: Room, invitation: str) -> Role:
        row = schema.invitations.c
        found = await self._all(
            select(row.role).where(row.match == room.id, row.token == digest(invitation))
        )
        if not found:
            raise Problem(403, "wrong-invitation", "This invitation is not for this match.")
        return Role(found[0][0])

    async def _all(self, query: Select[Any]) -> list[tuple[Any, ...]]:
        async with self._engine.connect() as connection:
            return [tuple(row) for row in (await connection.execute(query)).all()]


def _holds(match: Match, role: Role, claim: str) -> bool:
    occupant = match.occupants.get(role)
    return occupant is not None and occupant.claim == claim
