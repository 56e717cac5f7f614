"""The heroes people keep: each belongs to an account and is known there by its name.

A hero's JSON and the books it is played with go in and come out unchanged; nobody else ever
sees them.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from spielwerk.languages.rulebook import Hero
from spielwerk.server.problems import Problem
from spielwerk.server.quotas import Origin, Quotas
from spielwerk.server.settings import Settings
from spielwerk.server.store import schema

heroes = schema.heroes

MAX_NAME = 100


@dataclass(frozen=True, slots=True)
class KeptHero:
    """A hero that somebody keeps."""

    hero: dict[str, Any]
    rulebooks: list[str]
    saved: float

    def line(self) -> dict[str, Any]:
        """The hero in a list."""
        shown = ("name", "experience_level", "race", "culture", "profession", "mode")
        said = {key: self.hero.get(key) for key in shown}
        return {**said, "rulebooks": self.rulebooks, "saved": self.saved}


class Heroes:
    """All heroes, kept in the database."""

    def __init__(self, engine: AsyncEngine, settings: Settings, quotas: Quotas) -> None:
        self._engine = engine
        self._quotas = quotas
        self._settings = settings

    async def save(
        self, account: str, hero: Hero, rulebooks: Sequence[str], origin: Origin
    ) -> None:
        """Keep a hero; one of the same name gives way.

        :raises Problem: its name does not fit, it is too large, or there are too many
        """
        if not 0 < len(hero.name.strip()) <= MAX_NAME:
            raise Problem(422, "wrong-name", f"A hero's name has 1 to {MAX_NAME} characters.")
        body = await asyncio.to_thread(lambda: json.dumps(hero.to_json()))
        if len(body) > self._settings.hero_size:
            most = f"{self._settings.hero_size:,}"
            raise Problem(413, "too-long", f"A kept hero has at most {most} bytes.")
        values = {"body": body, "rulebooks": json.dumps(list(rulebooks)), "saved": time.time()}
        if await self._replace(account, hero.name, values):
            return
        try:
            async with self._quotas.one_more(self._quotas.heroes, origin, account):
                await self._add(account, hero.name, values | {"origin": origin.address})
        except IntegrityError:  # saved twice at the same moment: the later one stays
            await self._replace(account, hero.name, values)

    async def load(self, account: str, name: str) -> KeptHero:
        """A hero by its name.

        :raises Problem: there is none
        """
        query = select(heroes).where(heroes.c.account == account, heroes.c.name == name)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            raise _nobody()
        hero = await asyncio.to_thread(json.loads, row.body)
        return KeptHero(hero, json.loads(row.rulebooks), row.saved)

    async def everyone(self, account: str) -> list[dict[str, Any]]:
        """A line of each hero of an account, the latest first; one after another is read."""
        query = select(heroes.c.name).where(heroes.c.account == account)
        async with self._engine.connect() as connection:
            found = await connection.execute(query.order_by(heroes.c.saved.desc()))
            names = list(found.scalars())
        lines = []
        for name in names:
            with suppress(Problem):  # it was deleted meanwhile
                lines.append((await self.load(account, name)).line())
        return lines

    async def delete(self, account: str, name: str) -> None:
        """Forget a hero.

        :raises Problem: there is none
        """
        query = delete(heroes).where(heroes.c.account == account, heroes.c.name == name)
        async with self._engine.begin() as connection:
            if not (await connection.execute(query)).rowcount:
                raise _nobody()

    async def _replace(self, account: str, name: str, values: dict[str, Any]) -> bool:
        query = update(heroes).where(heroes.c.account == account, heroes.c.name == name)
        async with self._engine.begin() as connection:
            return bool((await connection.execute(query.values(**values))).rowcount)

    async def _add(self, account: str, name: str, values: dict[str, Any]) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(insert(heroes).values(account=account, name=name, **values))


def _nobody() -> Problem:
    return Problem(404, "no-such-hero", "You keep no hero of this name.")
