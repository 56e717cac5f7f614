"""Uploaded rules: checked, kept in the database, and made ready when somebody plays them.

A few processes check sources; every uploaded game that is being played has a process of its own,
and the longest unused one gives way to the next.
"""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from spielwerk.confinement import Confined, Limits, Overrun
from spielwerk.core import Game, UnknownGame
from spielwerk.server.problems import Problem
from spielwerk.server.remote import RemoteGame, UploadedRules
from spielwerk.server.settings import Settings
from spielwerk.server.store import schema as tables

__all__ = ["PREFIX", "Upload", "Uploads"]

PREFIX = "u-"
"""How the names of uploaded games begin."""
_KEEPER = "spielwerk.server.rulekeeper:answer"
_CHECKERS = 2
_LEAST_RULES = "(role a) (legal a b) (terminal) (goal a 50)"


@dataclass(frozen=True, slots=True)
class Upload:
    """Rules as somebody uploaded them."""

    language: str
    text: str


class Uploads:
    """All uploaded rules."""

    def __init__(self, engine: AsyncEngine, settings: Settings) -> None:
        self._engine = engine
        self._settings = settings
        self._limits = Limits(settings.rules_seconds, settings.rules_memory)
        self._checkers = Confined(_KEEPER, self._limits, _CHECKERS)
        self._games: OrderedDict[str, RemoteGame] = OrderedDict()

    async def warm_up(self) -> None:
        """Have one process ready, so that the first who needs it does not wait for its start."""
        with suppress(Problem):
            await self.check(Upload("gdl", _LEAST_RULES))

    def stop(self) -> None:
        """End all processes."""
        self._checkers.kill()
        for game in self._games.values():
            game.rules.close()

    async def check(self, upload: Upload) -> dict[str, Any]:
        """What is wrong with rules, and what they describe if nothing is.

        :raises Problem: the check broke its limits
        """
        rules = UploadedRules(upload.language, upload.text, self._checkers)
        try:
            return await rules.asked("check")
        except Overrun as problem:
            raise Problem(
                422,
                "rules-too-heavy",
                f"The rules cannot be run within the limits of this server. {problem}",
            ) from None

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

    async def source(self, name: str) -> Upload:
        """The rules of an uploaded game.

        :raises UnknownGame: there is none of that name
        """
        row = tables.rules.c
        async with self._engine.connect() as connection:
            query = select(row.source).where(row.id == name)
            source = (await connection.execute(query)).scalar_one_or_none()
        if source is None:
            raise UnknownGame(name[:80])
        return Upload("gdl", str(source))

    async def open(self, name: str) -> Game:
        """An uploaded game, ready to be played in threads.

        :raises UnknownGame: there is none of that name
        :raises Overrun: its rules break their limits
        """
        if name not in self._games:
            upload = await self.source(name)
            keeper = Confined(_KEEPER, self._limits)
            rules = UploadedRules(upload.language, upload.text, keeper)
            game = RemoteGame(name, rules, await rules.asked("check"))
            self._games.setdefault(name, game)
        self._games.move_to_end(name)
        while len(self._games) > self._settings.rules_processes:
            _, unused = self._games.popitem(last=False)
            unused.rules.close()
        return self._games[name]
