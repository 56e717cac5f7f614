"""Questions about heroes, answered in threads of their own so that matches keep their pace.

Names of rulebooks and a question go in. The world of a set of books is grounded once and shared
by all requests; whatever is wrong with the books becomes a problem that says so.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from spielwerk.confinement import Confined, Crew, Limits
from spielwerk.core import Json, LimitExceeded, SourceError, SpielwerkError, UnknownGame
from spielwerk.heroes import NotAHero
from spielwerk.languages.rulebook import (
    ASKED,
    QUESTIONS,
    Hero,
    HeroError,
    OutOfReach,
    Rules,
    Shelf,
    UnknownRulebook,
    Unrepairable,
    library,
)
from spielwerk.server.operation import Turns
from spielwerk.server.problems import Problem
from spielwerk.server.settings import Settings, SettingsError
from spielwerk.server.uploads import PREFIX, Uploads

_AT_ONCE = 2
"""Questions that are thought about at the same time."""
_MOST_WAITING, _MINE_WAITING = 300, 60
"""Questions that wait, of all and of one address: a page begins with many."""
_STRANGERS_SECONDS, _STRANGERS_MEMORY = 30.0, 900_000_000
"""What books that somebody has brought along may use for one answer."""

_Answer = TypeVar("_Answer")


class Rulebooks:
    """All rulebooks of a server: those of its own folders, then those of the library."""

    def __init__(self, settings: Settings, uploads: Uploads, crew: Crew) -> None:
        self._uploads = uploads
        self._strangers = Confined(
            ASKED,
            Limits(_STRANGERS_SECONDS, settings.rules_memory or _STRANGERS_MEMORY, crew=crew),
            _AT_ONCE,
        )
        folders = rulebook_folders(settings)
        self._shelf = Shelf((*folders, *library().folders)) if folders else library()
        self._threads = ThreadPoolExecutor(_AT_ONCE, "rulebooks")
        self.turns = Turns("heroes", _AT_ONCE, waiting=_MOST_WAITING, mine=_MINE_WAITING)

    def stop(self) -> None:
        """Take no more questions."""
        self._strangers.kill()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def names(self, whose: str) -> list[str]:
        """The usable rulebooks, for somebody at an address."""
        return await self._think(whose, self._shelf.names)

    async def titles(self, whose: str, language: str) -> list[dict[str, Json]]:
        """What the usable rulebooks say about themselves."""
        return [
            {
                "name": imprint.name,
                "title": imprint.titles.get(language, imprint.name),
                "version": imprint.version,
                "notice": imprint.notices.get(language),
                "needs": [need.book for need in imprint.depends],
            }
            for imprint in await self._think(whose, self._shelf.imprints)
        ]

    async def ask(
        self, whose: str, question: str, names: Sequence[str], *heroes: Json, **more: Json
    ) -> dict[str, Any]:
        """What these books say to one of :data:`QUESTIONS` about heroes, asked from an address.

        Books that somebody has brought along are asked in a process of their own.

        :raises Problem: something is wrong with the books or with the hero
        """
        brought = [name for name in names if name.startswith(PREFIX)]
        ours = [name for name in names if name not in brought]
        if not brought:
            return await self.use(
                whose,
                ours,
                lambda rules: QUESTIONS[question](rules, *map(Hero.from_json, heroes), **more),
            )
        await self._think(whose, lambda: list(map(Hero.from_json, heroes)))
        asked: dict[str, Json] = {
            "do": question,
            "rulebooks": self._in_order(ours),
            "heroes": list(heroes),
            "more": more,
        }
        try:
            asked["bundles"] = [(await self._uploads.source(name)).text for name in brought]
            async with self.turns.of(whose):
                return await self._strangers.asked(asked)
        except UnknownGame as problem:
            raise Problem(400, "no-such-rulebook", f"There is no book {problem.name}.") from None
        except SourceError as problem:
            raise _unfit(problem) from None
        except LimitExceeded as problem:
            message = f"The books cannot be used within the limits of this server. {problem}"
            raise Problem(422, "rules-too-heavy", message) from None
        except SpielwerkError as problem:
            raise Problem(422, "wrong-hero", str(problem)) from None

    async def use(
        self, whose: str, names: Sequence[str], work: Callable[[Rules], _Answer]
    ) -> _Answer:
        """Do some work with the rules of these books, as far as they are ours, for an address.

        :raises Problem: something is wrong with the books or with the work
        """
        ours = [name for name in names if not name.startswith(PREFIX)]
        return await self._think(whose, lambda: work(self._shelf.rules(self._in_order(ours))))

    def _in_order(self, names: Sequence[str]) -> list[str]:
        """The same books in the shelf's order: a set is grounded once. No path is a name."""
        known = self._shelf.everything()
        for name in names:
            if name not in known:
                raise UnknownRulebook(name, list(known))
        return [name for name in known if name in names]

    async def _think(self, whose: str, work: Callable[[], _Answer]) -> _Answer:
        try:
            async with self.turns.of(whose):
                return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        except UnknownRulebook as problem:
            near = list(problem.suggestions)
            raise Problem(400, "no-such-rulebook", str(problem), suggestions=near) from None
        except SourceError as problem:
            raise _unfit(problem) from None
        except HeroError as problem:
            wrong = [{"place": p.where or "/", "message": p.message} for p in problem.problems]
            raise Problem(422, "wrong-hero", str(problem), errors=wrong[:100]) from None
        except NotAHero as problem:
            raise Problem(422, "wrong-hero", str(problem)) from None
        except (Unrepairable, OutOfReach) as problem:
            raise Problem(422, "out-of-reach", str(problem)) from None


def rulebook_folders(settings: Settings) -> list[Path]:
    """The folders that a server has besides the library's.

    :raises SettingsError: one of them does not exist
    """
    folders = [Path(part.strip()) for part in settings.rulebooks.split(",") if part.strip()]
    for folder in folders:
        if not folder.is_dir():
            raise SettingsError(f"rulebooks = {folder}: there is no such folder.")
    return folders


def _unfit(problem: SourceError) -> Problem:
    """Books that cannot be used (together); where they stand is nobody's business."""
    first = problem.diagnostics[0]
    found = [{"code": d.code, "message": d.message, "hint": d.hint} for d in problem.diagnostics]
    detail = f"{first.message} {first.hint}" if first.hint else first.message
    return Problem(400, first.code, detail, diagnostics=found)
