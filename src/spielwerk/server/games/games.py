"""The games this server hosts: made ready once, described for the catalogue.

A game is opened in a thread when it is first needed; after that everybody shares it. Where it is
played, a quicker engine is made for it meanwhile (:mod:`.workshop`).
"""

from __future__ import annotations

import asyncio
from random import Random

from spielwerk.catalogue import entries, find_entry, language_named
from spielwerk.core import Entry, Game, Json, Over, State, UnknownGame, random_event
from spielwerk.learning import lesson_named, lesson_shown, tips_for
from spielwerk.players.strengths import Strengths, known_strengths
from spielwerk.server.games.workshop import Workshop, practised
from spielwerk.server.uploads import PREFIX, Upload, Uploads, uploadable

_PICTURE_STEPS = 12
"""How far a random match is played for the position shown in the catalogue."""


_VARIANTS = 100
"""So many games with options settled are kept ready."""


class Games:
    """The library's games, and those people have uploaded."""

    def __init__(self, uploads: Uploads, workshop: Workshop | None = None) -> None:
        """Without a ``workshop`` games stay as they are."""
        self._uploads = uploads
        self._workshop = workshop
        self._games: dict[str, asyncio.Future[Game]] = {}
        self._quick: dict[str, asyncio.Future[Game]] = {}
        self._pages: dict[str, dict[str, Json]] = {}
        self._lessons: dict[str, list[dict[str, Json]]] = {}
        self._rehearsed: set[str] = set()

    def entries(self) -> list[Entry]:
        """Everything there is, by name."""
        return list(entries())

    async def open(self, name: str) -> Game:
        """The game of that name, ready to run.

        :raises UnknownGame: there is none
        :raises Overrun: the rules of an uploaded game break their limits
        """
        if name.startswith(PREFIX):
            return await self._uploads.open(name)
        # how many play it is asked of the game itself, the first time
        entry = await asyncio.to_thread(find_entry, name) if ":" in name else find_entry(name)
        if entry is None:
            raise UnknownGame(name[:80])
        name = entry.name
        if name not in self._games:
            self._forget_variants()
            self._games[name] = asyncio.ensure_future(asyncio.to_thread(entry.open))
        opened = self._games[name]
        return opened.result() if opened.done() else await asyncio.shield(opened)

    def _forget_variants(self) -> None:
        """Of games with options only so many are kept; rooms keep their own as long as they are."""
        kept = [name for name in self._games if "=" in name]
        for name in kept[: max(0, len(kept) - _VARIANTS + 1)]:
            for table in (self._games, self._quick, self._pages):
                table.pop(name, None)
            self._rehearsed.discard(name)

    def is_quickest(self, game: Game) -> bool:
        """Whether there is nothing to wait for: a game runs on the quickest engine there is."""
        if self._workshop is None or game.confined:
            return True
        quick = self._quick.get(game.name)
        return quick is not None and quick.done() and quick.result() is game

    async def quickest(self, game: Game) -> Game:
        """The same game on the quickest engine there is for it, once that is made.

        From then on the game is opened like this; its states and those of before do not mix.
        """
        if self._workshop is None or game.confined:
            return game
        if game.name not in self._quick:
            self._quick[game.name] = asyncio.ensure_future(self._workshop.quicken(game))
        quick = await asyncio.shield(self._quick[game.name])
        self._games[game.name] = self._quick[game.name]
        return quick

    async def rehearse(self, game: Game) -> None:
        """Play a game a little, so that the first who play it by the clock need not wait."""
        if game.name not in self._rehearsed and not game.confined:
            self._rehearsed.add(game.name)
            await asyncio.to_thread(practised, lambda: game, 0.0)

    def known_page(self, name: str) -> dict[str, Json] | None:
        """A game's page in the catalogue, if it has been made."""
        return self._pages.get(name)

    async def describe(self, name: str) -> dict[str, Json]:
        """A game's page in the catalogue."""
        game = await self.open(name)
        if (known := self._pages.get(game.name)) is not None:
            return known
        entry = _entry(game) if game.unlisted else find_entry(game.name)
        assert entry is not None, "it could be opened"
        page = summary(entry) | await asyncio.to_thread(_presented, game)
        page["levels"] = levels_of(game)
        if not game.unlisted and game.name in self._games:
            self._pages[game.name] = page
        return page

    async def lesson(self, name: str) -> list[dict[str, Json]]:
        """The rules of a game in two minutes, step by step; nothing where nobody made that.

        A lesson is about the game as it is usually played, whatever its options.
        """
        name = name.partition(":")[0]
        found = None if name.startswith(PREFIX) else lesson_named(name)
        if found is None:
            return []
        if name not in self._lessons:
            game = await self.open(name)
            self._lessons[name] = await asyncio.to_thread(lesson_shown, game, found)
        return self._lessons[name]

    async def source(self, name: str) -> Upload | None:
        """The rules of an uploaded game, for those who run it elsewhere."""
        return await self._uploads.source(name) if name.startswith(PREFIX) else None


def _entry(game: Game) -> Entry:
    """An uploaded game as it would stand in the catalogue."""
    about = game.about
    return Entry(
        game.name, game.title, about, game.roles, game.hidden, lambda: game, language=game.language
    )


def levels_of(game: Game) -> list[dict[str, Json]]:
    """The levels at which machines play a game, with their ratings where they were measured."""
    known = known_strengths(game) or Strengths("")
    unknown: dict[str, Json] = {"elo": None, "margin": None}
    found = []
    for name in known.offered:
        level = known.levels.get(name)
        rated = unknown if level is None else {"elo": level.elo, "margin": level.margin}
        found.append({"name": name, **rated})
    return found


def summary(entry: Entry) -> dict[str, Json]:
    """A game's line in the catalogue."""
    return {
        "name": entry.name,
        "title": entry.title,
        "about": entry.about,
        "language": entry.language,
        "roles": list(entry.roles),
        "players": len(entry.roles),
        "sizes": entry.sizes,
        "options": [one.to_json() for one in entry.options],
        "hidden": entry.hidden,
        "editable": entry.language in uploadable(),
    }


def _presented(game: Game) -> dict[str, Json]:
    """What a page needs to show a game."""
    state = _position(game)
    return {
        "layout": None if game.layout is None else game.layout.to_json(),
        "source": None if game.source is None else game.source.text,
        "keywords": [] if game.source is None else list(language_named(game.language).keywords),
        "file": None if game.source is None else game.source.file,
        "guided": bool(tips_for(game.name)),
        "hurries": any(state.limit(role) for role in game.roles),
        "position": state.view(None),
        "scene": state.scene(None).json,
    }


def _position(game: Game) -> State:
    """A position that looks like the game."""
    rng = Random(game.name)
    state = game.initial(1)
    for _ in range(_PICTURE_STEPS):
        event = random_event(state, rng)
        following = state.after(event.moves, event.late)
        if isinstance(following.turn, Over):
            break
        state = following
    return state
