"""Who may do what in a room: secrets of seats and invitations, and what a visibility means.

A secret goes in, the seat it speaks for comes out. Nothing else in the server compares secrets of
seats; a seat whose claim was lost to somebody quicker speaks for nobody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import BindParameter, Select, bindparam, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from spielwerk.core import Role
from spielwerk.match import Match, Take
from spielwerk.server.accounts import Caller
from spielwerk.server.problems import Problem
from spielwerk.server.rooms.charter import Visibility
from spielwerk.server.rooms.invitations import Invitations
from spielwerk.server.rooms.room import Room
from spielwerk.server.rooms.rooms import Rooms
from spielwerk.server.secrets import digest, new_id, new_secret
from spielwerk.server.store import RowLookup, schema


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A seat that was just taken, and the secret that speaks for it."""

    role: Role
    token: str


class Rights:
    """The rights in all rooms, kept in the database."""

    def __init__(self, engine: AsyncEngine, lookup: RowLookup, rooms: Rooms) -> None:
        self._engine = engine
        self._lookup = lookup
        self._rooms = rooms
        self.invitations = Invitations(engine)

    async def seat(self, room: Room, caller: Caller, wanted: Role | None = None) -> Role | None:
        """The seat that a caller speaks for; ``None`` is a spectator.

        Whoever holds several seats says which one is ``wanted``.

        :raises Problem: the secret is wrong, the seat is another's, or nobody may watch
        """
        found: list[tuple[Any, ...]] = []
        if caller.seat is not None:
            token = digest(caller.seat)
            known = room.claims.get(token)
            found = [known] if known else await self._all(_BY_TOKEN, room, token)
        elif caller.account is not None:
            found = await self._all(_BY_ACCOUNT, room, caller.account)
        if (held := _held(room.match, found, wanted)) is None and found and room.owner is not None:
            await self._rooms.catch_up(room)  # taken at another process a moment ago
            held = _held(room.match, found, wanted)
        if held is not None:
            return held
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
        called = None if founder else await self.invitations.by_name(room.id, account)
        if invitation is not None:
            role = await self._invited(room, invitation)
        elif called is not None and called in room.match.free:
            role = called
        elif not founder and room.charter.visibility is not Visibility.PUBLIC:
            raise Problem(403, "invitation-needed", "Seats here are taken by invitation.")
        if role is None:
            free = room.match.free
            if not free:
                raise Problem(409, "seat-taken", "All seats are taken.")
            role = free[0]
        claim, token = new_id(), new_secret("seat")
        beside = ((_CLAIM, [_claimed(token, room.id, role, claim, account)]),)
        await self._rooms.submit(room, Take(role, name, claim=claim), beside=beside)
        room.claims[digest(token)] = (role, claim)
        if called is not None and account is not None:
            await self.invitations.forget(room.id, account)
        return SeatTaken(role, token)

    async def claim(self, match: str, role: Role, claim: str, account: str | None = None) -> str:
        """A secret that speaks for a seat, as soon as the match's log says that this claim won."""
        token = new_secret("seat")
        async with self._engine.begin() as connection:
            await connection.execute(_CLAIM, _claimed(token, match, role, claim, account))
        return token

    async def _invited(self, room: Room, invitation: str) -> Role:
        link = digest(invitation)
        found = room.links.get(link) or await self.invitations.by_link(room.id, link)
        if found is None:
            raise Problem(403, "wrong-invitation", "This invitation is not for this match.")
        return found

    async def _all(self, query: Select[Any], room: Room, whom: str) -> list[tuple[Any, ...]]:
        return await self._lookup.rows(query, {"room": room.id, "whom": whom})


_claims = schema.claims.c
_ROOM: BindParameter[str] = bindparam("room")
_WHOM: BindParameter[str] = bindparam("whom")
_HELD = select(_claims.role, _claims.claim).where(_claims.match == _ROOM)
_BY_TOKEN, _BY_ACCOUNT = _HELD.where(_claims.token == _WHOM), _HELD.where(_claims.account == _WHOM)
_CLAIM = insert(schema.claims)
"""Made once: to make a statement takes longer than to carry it out."""


def _claimed(
    token: str, match: str, role: Role, claim: str, account: str | None
) -> dict[str, str | None]:
    """A claim as it is kept."""
    known = {"token": digest(token), "claim": claim, "match": match, "role": role}
    return {**known, "account": account}


def _held(match: Match, claims: Sequence[Sequence[str]], wanted: Role | None) -> Role | None:
    """The seat that one of these claims won, as far as the match's log is known here."""
    for name, claim in claims:
        occupant = match.occupants.get(role := Role(name))
        if occupant is not None and occupant.claim == claim and wanted in (None, role):
            return role
    return None
