"""Uploaded rules: checked, kept in the database, and made ready when somebody plays them.

A few processes check sources; every uploaded game that is being played has a process of its own,
and the longest unused one gives way to the next.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from contextlib import suppress
from typing import Any

from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from spielwerk.core import Game, UnknownGame
from spielwerk.server import tables
from spielwerk.server.confined import Confined, Overrun
from spielwerk.server.problems import Problem
from spielwerk.server.remote import RemoteGame, Rulebook
from spielwerk.server.settings import Settings

__all__ = ["LANGUAGE", "PREFIX", "Uploads"]

PREFIX = "u-"
"""How the names of uploaded games begin."""
LANGUAGE = "gdl"
"""What uploaded rules are written in."""
_KEEPER = "spielwerk.server.rulekeeper"
_CHECKERS = 2
_LEAST_RULES = "(role a) (legal a b) (terminal) (goal a 50)"


class Uploads:
    """All uploaded rules."""

    def __init__(self, engine: AsyncEngine, settings: Settings) -> None:
        self._engine = engine
        self._settings = settings
        self._checkers: asyncio.LifoQueue[Confined] = asyncio.LifoQueue()
        self._processes = [Confined(_KEEPER, settings.rules_memory) for _ in range(_CHECKERS)]
        for checker in self._processes:
            self._checkers.put_nowait(checker)
        self._games: OrderedDict[str, RemoteGame] = OrderedDict()

    async def warm_up(self) -> None:
        """Have one process ready, so that the first who needs it does not wait for its start."""
        with suppress(Problem):
            await self.check(_LEAST_RULES)

    def stop(self) -> None:
        """End all processes."""
        for process in self._processes:
            process.kill()
        for game in self._games.values():
            game.rulebook.close()

    async def check(self, source: str) -> dict[str, Any]:
        """What is wrong with a source, and what it describes if nothing is.

        :raises Problem: the check broke its limits
        """
        checker = await self._checkers.get()
        try:
            return await Rulebook(source, checker, self._settings.rules_seconds).ask("check")
        except Overrun as problem:
            raise Problem(
                422,
                "rules-too-heavy",
                f"The rules cannot be run within the limits of this server. {problem}",
            ) from None
        finally:
            self._checkers.put_nowait(checker)

    async def keep(self, source: str, account: str | None, origin: str) -> str:
        """Keep rules that were checked; the name of their game.

        :raises Problem: whoever brings them has brought too many
        """
        name = f"{PREFIX}{secrets.token_hex(10)}"
        row = tables.rules.c
        brought = select(func.count()).select_from(tables.rules).where(row.origin == origin)
        async with self._engine.begin() as connection:
            if (await connection.execute(brought)).scalar_one() >= self._settings.rules_per_guest:
                raise Problem(429, "too-many-rules", "You have uploaded too many games.")
            await connection.execute(
                insert(tables.rules).values(
                    id=name, account=account, origin=origin, source=source, created=time.time()
                )
            )
        return name

    async def source(self, name: str) -> str:
        """The source of an uploaded game.

        :raises UnknownGame: there is none of that name
        """
        row = tables.rules.c
        async with self._engine.connect() as connection:
            query = select(row.source).where(row.id == name)
            source = (await connection.execute(query)).scalar_one_or_none()
        if source is None:
            raise UnknownGame(name[:80])
        return str(source)

    async def open(self, name: str) -> Game:
        """An uploaded game, ready to be played in threads.

        :raises UnknownGame: there is none of that name
        :raises Overrun: its rules break their limits
        """
        if name not in self._games:
            process = Confined(_KEEPER, self._settings.rules_memory)
            rulebook = Rulebook(await self.source(name), process, self._settings.rules_seconds)
            game = RemoteGame(name, rulebook, await rulebook.ask("check"))
            self._games.setdefault(name, game)
        self._games.move_to_end(name)
        while len(self._games) > self._settings.rules_processes:
            _, unused = self._games.popitem(last=False)
            unused.rulebook.close()
        return self._games[name]
