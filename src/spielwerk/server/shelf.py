"""The games this server hosts: made ready once, described for the catalogue.

A game is opened in a thread when it is first needed; after that everybody shares it.
"""

from __future__ import annotations

import asyncio
from functools import cache
from random import Random

from spielwerk.catalogue import Entry, entries, gdl_text
from spielwerk.core import Game, Json, Over, UnknownGame
from spielwerk.core.playout import random_event
from spielwerk.languages.gdl import GdlGame
from spielwerk.languages.gdl.display import layout

__all__ = ["Shelf"]

_PICTURE_STEPS = 12
"""How far a random match is played for the position shown in the catalogue."""


class Shelf:
    """The library's games."""

    def __init__(self) -> None:
        self._entries = {entry.name: entry for entry in entries()}
        self._games: dict[str, asyncio.Future[Game]] = {}

    def entries(self) -> list[Entry]:
        """Everything there is, by name."""
        return list(self._entries.values())

    async def open(self, name: str) -> Game:
        """The game of that name, ready to run.

        :raises UnknownGame: there is none
        """
        entry = self._entries.get(name)
        if entry is None:
            raise UnknownGame(name[:80])
        if name not in self._games:
            self._games[name] = asyncio.ensure_future(asyncio.to_thread(entry.open))
        return await asyncio.shield(self._games[name])

    async def describe(self, name: str) -> dict[str, Json]:
        """A game's page in the catalogue."""
        return _describe(self._entries[(await self.open(name)).name], await self.open(name))


@cache
def _describe(entry: Entry, game: Game) -> dict[str, Json]:
    page = summary(entry)
    if isinstance(game, GdlGame):
        page["layout"] = layout(game.program.headers)
        page["source"] = gdl_text(entry.name)[0]
    return {"layout": None, "source": None, **page, "position": _position(game)}


def summary(entry: Entry) -> dict[str, Json]:
    """A game's line in the catalogue."""
    return {
        "name": entry.name,
        "title": entry.title,
        "about": entry.about,
        "language": entry.language,
        "roles": list(entry.roles),
        "players": len(entry.roles),
        "hidden": entry.hidden,
    }


def _position(game: Game) -> Json:
    """A position that looks like the game, as a spectator sees it."""
    rng = Random(game.name)
    state = game.initial(1)
    for _ in range(_PICTURE_STEPS):
        event = random_event(state, rng)
        following = state.after(event.moves, event.late)
        if isinstance(following.turn, Over):
            break
        state = following
    return state.view(None)
