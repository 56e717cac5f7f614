"""People and what connects them: ratings, friends, invitations by name, and what is new."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel
from sqlalchemy import select

from spielwerk.core import Role
from spielwerk.match import Status
from spielwerk.server.accounts import PATTERN, Caller, Person
from spielwerk.server.problems import Problem
from spielwerk.server.rooms import Room, seats_listed
from spielwerk.server.routes.parts import MATCH_ID, Asking, Body, Name, ServiceHere
from spielwerk.server.service import Service
from spielwerk.server.store import schema
from spielwerk.server.uploads import PREFIX

router = APIRouter(tags=["people"])

_BEST = 20
_MATCHES = 12
"""So many running matches of somebody are looked at for whose turn it is."""

GameName = Annotated[str, Path(max_length=80, pattern=r"^[\w:.-]+$")]
PersonName = Annotated[str, Path(max_length=40, pattern=PATTERN)]


class RatingLine(BaseModel):
    """How strong somebody is at a game, as Glicko-2 sees it."""

    name: str
    game: str
    rating: int
    deviation: int
    matches: int
    provisional: bool
    """Whether that is no more than a guess so far."""


class RatingStep(BaseModel):
    """What a match made of a rating."""

    match: str
    rating: int
    change: int
    at: float


class FriendNamed(Body):
    """Somebody with an account."""

    name: Name


class Invited(BaseModel):
    """A seat that waits for one."""

    match: str
    game: str
    role: str
    host: str
    at: float


class TurnWaiting(BaseModel):
    """A match between people in which one has to choose."""

    match: str
    game: str
    role: str
    others: list[str]


class News(BaseModel):
    """What waits for somebody."""

    turns: list[TurnWaiting]
    invitations: list[Invited]


@router.get("/ratings/{game}")
async def show_best(service: ServiceHere, game: GameName) -> list[RatingLine]:
    """The best at a game; those of whom one is not sure yet come last."""
    found = await service.ratings.best(game, _BEST)
    return [RatingLine.model_validate(one, from_attributes=True) for one in found]


@router.get("/people/{name}/ratings")
async def show_ratings(service: ServiceHere, name: PersonName) -> list[RatingLine]:
    """Somebody's ratings, the game played most first."""
    person = await service.friends.named(name)
    found = await service.ratings.of(person.id)
    return [RatingLine.model_validate(one, from_attributes=True) for one in found]


@router.get("/people/{name}/ratings/{game}")
async def show_rating_history(
    service: ServiceHere, name: PersonName, game: GameName
) -> list[RatingStep]:
    """How somebody's rating came about, the latest match first."""
    person = await service.friends.named(name)
    found = await service.ratings.history(person.id, game)
    return [RatingStep.model_validate(one, from_attributes=True) for one in found]


@router.get("/accounts/me/friends")
async def my_friends(service: ServiceHere, asking: Asking) -> list[str]:
    """The names of one's friends."""
    return await service.friends.of(_known(asking).id)


@router.post("/accounts/me/friends", status_code=204)
async def add_friend(service: ServiceHere, asking: Asking, wanted: FriendNamed) -> None:
    """Take somebody among one's friends."""
    await service.friends.add(_known(asking).id, wanted.name)


@router.delete("/accounts/me/friends", status_code=204)
async def remove_friend(
    service: ServiceHere,
    asking: Asking,
    name: Annotated[str, Query(max_length=40, pattern=PATTERN)],
) -> None:
    """Somebody is no longer among one's friends."""
    await service.friends.remove(_known(asking).id, name)


@router.get("/accounts/me/news")
async def show_news(service: ServiceHere, asking: Asking) -> News:
    """What waits for one: turns in matches between people, and invitations."""
    person = _known(asking)
    if not service.news.request(person.id):
        raise Problem(429, "too-fast", "Ask what is new once a second at most.")
    invited = await service.rights.invitations.waiting_for(person.id)
    return News(
        turns=await _turns(service, person),
        invitations=[Invited.model_validate(one, from_attributes=True) for one in invited],
    )


@router.delete("/accounts/me/invitations", status_code=204)
async def decline(
    service: ServiceHere, asking: Asking, match: Annotated[str, Query(pattern=MATCH_ID)]
) -> None:
    """Say no to an invitation."""
    await service.rights.invitations.forget(match, _known(asking).id)


async def _turns(service: Service, person: Person) -> list[TurnWaiting]:
    """Whose turn it is can only be told by the match itself, so few are asked, the latest first."""
    row, claim = schema.matches.c, schema.claims.c
    others = schema.claims.alias()
    query = (
        select(row.id, row.game, claim.role, row.seats)
        .join(schema.claims, claim.match == row.id)
        .where(claim.account == person.id, row.phase == str(Status.RUNNING))
        .where(
            select(others.c.match)
            .where(others.c.match == row.id, others.c.account != person.id)
            .exists()
        )
        .order_by(row.touched.desc())
        .limit(_MATCHES)
    )
    async with service.engine.connect() as connection:
        found = (await connection.execute(query)).all()
    rooms = await asyncio.gather(*(_room(service, line[0], line[1]) for line in found))
    turns = []
    for (match, game, role, listed), room in zip(found, rooms, strict=True):
        seats, bots = seats_listed(listed)
        if room is not None and role not in bots and Role(role) in room.match.asked:
            names = [name for place, name in seats.items() if place != role and name]
            turns.append(TurnWaiting(match=match, game=game, role=role, others=names))
    return turns


async def _room(service: Service, match: str, game: str) -> Room | None:
    """The room; of uploaded rules only where it is at hand, for they need a process each."""
    if game.startswith(PREFIX):
        return service.rooms.at_hand(match)
    try:
        return await service.rooms.open(match)
    except Problem:
        return None


def _known(asking: Caller) -> Person:
    if asking.person is None:
        raise Problem(401, "no-session", "Log in, or be a guest first.")
    return asking.person
