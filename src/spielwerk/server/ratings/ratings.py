"""The ratings of everybody at every game, kept in the database with how they came about.

A match that is over goes in, once or several times; it counts once. What counts is a match at an
open table between people with accounts, in which everybody has moved.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from spielwerk.core import Outcome, Role
from spielwerk.match import Match
from spielwerk.server.ratings.glicko import PlayedGame, PlayerRating, rated, rested
from spielwerk.server.store import schema

_PERIOD = 4 * 24 * 3600.0
"""In so many seconds without a match a rating gets one period less sure."""
_LATEST = 24 * 3600.0
"""Matches that ended longer ago are not rated any more."""
_PROVISIONAL = 110.0
"""With a larger deviation a rating is a guess."""
_HISTORY = 200


@dataclass(frozen=True, slots=True)
class RatingShown:
    """How strong somebody is at a game, in whole points."""

    name: str
    game: str
    rating: int
    deviation: int
    matches: int
    provisional: bool
    """Whether that is no more than a guess so far."""


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a match made of a rating."""

    match: str
    rating: int
    change: int
    at: float


class Ratings:
    """All ratings."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._one_by_one = asyncio.Lock()

    async def rate(self, name: str, match: Match) -> bool:
        """Let a match count that was played at an open table; whether it did now."""
        outcome = match.outcome
        people = {role: who.claim for role, who in match.occupants.items() if not who.bot}
        if outcome is None or not 2 <= len(match.game.roles) == len(people) <= match.step:
            return False
        async with self._one_by_one:
            try:
                return await self._rate(name, match.game.name, outcome, people)
            except IntegrityError:
                return False  # another process was quicker

    async def _rate(
        self, match: str, game: str, outcome: Outcome, people: Mapping[Role, str]
    ) -> bool:
        async with self._engine.begin() as connection:
            seated = await self._seated(connection, match, people)
            if len(set(seated.values())) < len(people):
                return False
            before = await self._standings(connection, game, seated)
            now = time.time()
            for role, account in seated.items():
                old, count = before[account]
                results = [
                    PlayedGame(before[other][0], _score(outcome[role], outcome[rival]))
                    for rival, other in seated.items()
                    if rival != role
                ]
                new = rated(old, results)
                await self._write(connection, match, account, game, (old, new), count + 1, now)
        return True

    async def _seated(
        self, connection: AsyncConnection, match: str, people: Mapping[Role, str]
    ) -> dict[Role, str]:
        """The accounts at the seats, as far as they have a password and nothing is rated yet."""
        claim, account, row = schema.claims.c, schema.accounts.c, schema.matches.c
        done = select(schema.rating_changes.c.match).where(schema.rating_changes.c.match == match)
        if (await connection.execute(done)).first() is not None:
            return {}
        query = (
            select(claim.role, claim.claim, account.id)
            .join(schema.accounts, account.id == claim.account)
            .join(schema.matches, row.id == claim.match)
            .where(claim.match == match, account.password.is_not(None))
            .where(row.visibility == "public", row.touched > time.time() - _LATEST)
        )
        found = (await connection.execute(query)).all()
        return {Role(role): who for role, held, who in found if people.get(Role(role)) == held}

    async def _standings(
        self, connection: AsyncConnection, game: str, seated: Mapping[Role, str]
    ) -> dict[str, tuple[PlayerRating, int]]:
        row, now = schema.ratings.c, time.time()
        query = (
            select(row.account, row.rating, row.deviation, row.volatility, row.matches, row.at)
            .where(row.game == game, row.account.in_(seated.values()))
            .with_for_update()
        )
        found = {account: (PlayerRating(), 0) for account in seated.values()}
        for account, rating, deviation, volatility, count, at in await connection.execute(query):
            idle = (now - at) / _PERIOD
            found[account] = rested(PlayerRating(rating, deviation, volatility), idle), count
        return found

    async def _write(
        self,
        connection: AsyncConnection,
        match: str,
        account: str,
        game: str,
        standings: tuple[PlayerRating, PlayerRating],
        count: int,
        now: float,
    ) -> None:
        old, new = standings
        row = schema.ratings.c
        await connection.execute(
            insert(schema.rating_changes).values(
                match=match,
                account=account,
                game=game,
                rating=new.rating,
                change=new.rating - old.rating,
                at=now,
            )
        )
        await connection.execute(
            delete(schema.ratings).where(row.account == account, row.game == game)
        )
        await connection.execute(
            insert(schema.ratings).values(
                account=account,
                game=game,
                rating=new.rating,
                deviation=new.deviation,
                volatility=new.volatility,
                matches=count,
                at=now,
            )
        )

    async def of(self, account: str) -> list[RatingShown]:
        """Somebody's ratings, the game played most first."""
        row, person = schema.ratings.c, schema.accounts.c
        query = (
            select(person.name, row.game, row.rating, row.deviation, row.matches)
            .join(schema.accounts, person.id == row.account)
            .where(row.account == account)
            .order_by(row.matches.desc())
        )
        async with self._engine.connect() as connection:
            return _shown((await connection.execute(query)).all())

    async def best(self, game: str, most: int) -> list[RatingShown]:
        """The best at a game of whom one is sure."""
        row, person = schema.ratings.c, schema.accounts.c
        query = (
            select(person.name, row.game, row.rating, row.deviation, row.matches)
            .join(schema.accounts, person.id == row.account)
            .where(row.game == game)
            .order_by((row.deviation > _PROVISIONAL), row.rating.desc())
            .limit(most)
        )
        async with self._engine.connect() as connection:
            return _shown((await connection.execute(query)).all())

    async def history(self, account: str, game: str) -> list[RatingChange]:
        """How somebody's rating came about, the latest match first."""
        row = schema.rating_changes.c
        query = (
            select(row.match, row.rating, row.change, row.at)
            .where(row.account == account, row.game == game)
            .order_by(row.at.desc())
            .limit(_HISTORY)
        )
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).all()
        return [RatingChange(match, round(now), round(by), at) for match, now, by, at in found]


def _score(own: int, other: int) -> float:
    return 1.0 if own > other else 0.0 if own < other else 0.5


def _shown(rows: Sequence[tuple[str, str, float, float, int]]) -> list[RatingShown]:
    return [
        RatingShown(name, game, round(rating), round(spread), count, spread > _PROVISIONAL)
        for name, game, rating, spread, count in rows
    ]
