"""Uploaded rules: checked, kept in the database, and made ready when somebody plays them.

A few processes check sources; every uploaded game that is being played has a process of its own.
All of them share the places that the server has for such processes, where the longest idle one
gives way to the next. Checks wait for their turn, address by address.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from spielwerk.catalogue import languages
from spielwerk.confinement import Confined, Crew, HeldUp, Limits, Overrun
from spielwerk.core import Game, Json, Language, UnknownGame
from spielwerk.server.operation import Turns
from spielwerk.server.problems import Problem, busy
from spielwerk.server.settings import Settings
from spielwerk.server.store import schema as tables
from spielwerk.server.uploads.remote import RemoteGame, UploadedRules

PREFIX = "u-"
"""How the names of uploaded games begin."""
USUAL = "gdl"
"""What clients mean who say nothing of a language: once there was no other."""
_KEEPER = "spielwerk.server.uploads.rulekeeper:answer"
_CHECKERS = 2
_TRIER = "spielwerk.server.uploads.trying:answer"
_TRIES = 6
"""How many times as long as another question one may take that plays the rules."""
_SECONDS = 4.0
"""Of processor time for many matches; one process of many has it in a few times as long."""
_LEAST_RULES = "(role a) (legal a b) (terminal) (goal a 50)"


@dataclass(frozen=True, slots=True)
class Upload:
    """Rules as somebody uploaded them."""

    language: str
    text: str


def uploadable() -> Mapping[str, Language[Any]]:
    """The languages in which people may bring rules along, by name."""
    return {
        name: language for name, language in languages().items() if language.confine is not None
    }


def upload_of(text: str, language: str | None, file: str | None) -> Upload:
    """Rules in the language that is named, or that files of such a name are written in.

    :raises Problem: no such language can be uploaded, or the text is too long for it
    """
    known = uploadable()
    if language is None and file is not None:
        language = next((one.name for one in known.values() if one.owns_name(file)), file)
    found = known.get(language or USUAL)
    if found is None or found.confine is None:
        message = f"Rules are brought along in {', '.join(one.title for one in known.values())}."
        raise Problem(422, "unknown-language", message)
    if len(text) > found.confine.characters:
        message = f"Rules in {found.title} have at most {found.confine.characters:,} characters."
        raise Problem(422, "rules-too-long", message)
    return Upload(found.name, text)


@contextmanager
def _within_limits() -> Iterator[None]:
    """Rules that break their limits are a problem of whoever brought them."""
    try:
        yield
    except HeldUp:
        raise busy() from None
    except Overrun as problem:
        message = f"The rules cannot be run within the limits of this server. {problem}"
        raise Problem(422, "rules-too-heavy", message) from None


class Uploads:
    """All uploaded rules."""

    def __init__(self, engine: AsyncEngine, settings: Settings, crew: Crew) -> None:
        self._engine = engine
        self._settings = settings
        self._crew = crew
        self.checking = Turns("checks", _CHECKERS)
        self.trying = Turns("tries", 1)
        self._checkers: dict[str, Confined] = {}
        self._triers: dict[str, Confined] = {}
        self._games: WeakValueDictionary[str, RemoteGame] = WeakValueDictionary()
        """Those that somebody plays: everybody shares one."""
        self._recent: OrderedDict[str, RemoteGame] = OrderedDict()

    async def warm_up(self) -> None:
        """Have one process ready, so that the first who needs it does not wait for its start."""
        with suppress(Problem):
            await self.check(Upload(USUAL, _LEAST_RULES), "the server itself")

    def stop(self) -> None:
        """End all processes."""
        for processes in (*self._checkers.values(), *self._triers.values()):
            processes.kill()
        for game in list(self._games.values()):
            game.rules.close()

    async def check(self, upload: Upload, whose: str) -> dict[str, Any]:
        """What is wrong with rules that came from an address; what they describe if nothing is.

        :raises Problem: the check broke its limits, or too many wait
        """
        async with self.checking.of(whose):
            return await self._check(upload)

    async def _check(self, upload: Upload) -> dict[str, Any]:
        with _within_limits():
            if upload.language not in self._checkers:
                limits = self._limits(upload.language)
                self._checkers[upload.language] = Confined(_KEEPER, limits, _CHECKERS)
            checkers = self._checkers[upload.language]
            return await UploadedRules(upload.language, upload.text, checkers).asked("check")

    async def try_out(self, upload: Upload, whose: str, ask: str, **more: Json) -> dict[str, Any]:
        """What playing rules tells (:mod:`.trying`); one after the other, so that checks go on.

        :raises Problem: the rules are wrong or no game's, or broke their limits
        """
        async with self.trying.of(whose):
            return await self._try_out(upload, ask, **more)

    async def _try_out(self, upload: Upload, ask: str, **more: Json) -> dict[str, Any]:
        with _within_limits():
            limits = self._limits(upload.language)
            patience = _TRIES * (limits.seconds or _SECONDS)
            if upload.language not in self._triers:
                trying = replace(limits, seconds=patience)
                self._triers[upload.language] = Confined(_TRIER, trying)
            rules = UploadedRules(upload.language, upload.text, self._triers[upload.language])
            found = await rules.asked(ask, seconds=min(_SECONDS, patience / 3), **more)
        if "diagnostics" in found:
            wrong = found["diagnostics"]
            raise Problem(422, "wrong-rules", "The rules have errors.", diagnostics=wrong)
        return found

    def _limits(self, language: str) -> Limits:
        """What rules in a language may use: what is set, or else what the language says.

        :raises Overrun: no rules in it are run here, at least not any more
        """
        found = uploadable().get(language)
        if found is None or found.confine is None:
            raise Overrun(f"No rules in '{language}' are run here any more.")
        return Limits(
            self._settings.rules_seconds or found.confine.seconds,
            self._settings.rules_memory or found.confine.megabytes * 1_000_000,
            crew=self._crew,
        )

    async def keep(self, upload: Upload, account: str | None, origin: str) -> str:
        """Keep rules that were checked, for an address (as a hash); the name of their game."""
        name = f"{PREFIX}{secrets.token_hex(10)}"
        async with self._engine.begin() as connection:
            kept = {"id": name, "account": account, "origin": origin, "created": time.time()}
            kept |= {"language": upload.language, "source": upload.text}
            await connection.execute(insert(tables.rules).values(kept))
        return name

    async def source(self, name: str) -> Upload:
        """The rules of an uploaded game.

        :raises UnknownGame: there is none of that name
        """
        row = tables.rules.c
        async with self._engine.connect() as connection:
            query = select(row.language, row.source).where(row.id == name)
            found = (await connection.execute(query)).one_or_none()
        if found is None:
            raise UnknownGame(name[:80])
        return Upload(found.language, found.source)

    async def open(self, name: str) -> Game:
        """An uploaded game, ready to be played in threads.

        :raises UnknownGame: there is none of that name
        :raises Overrun: its rules break their limits
        """
        game = self._games.get(name)
        if game is None:
            upload = await self.source(name)
            language = uploadable().get(upload.language)
            if language is not None and language.open is None:
                raise UnknownGame(name[:80])  # rules, but of no game
            keeper = Confined(_KEEPER, self._limits(upload.language))
            rules = UploadedRules(upload.language, upload.text, keeper)
            found = await rules.asked("check")
            game = self._games.setdefault(name, RemoteGame(name, rules, found))
        self._recent[name] = game
        self._recent.move_to_end(name)
        while len(self._recent) > self._settings.rules_processes:
            _, unused = self._recent.popitem(last=False)
            await asyncio.to_thread(unused.rules.close)
        return game
