"""A race as it happens, for any number of onlookers, whenever they come.

The race puts in a cover and frames (see :mod:`.album`); everybody who follows gets all of the
current race from its beginning, and after it the next one.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping

from spielwerk.core import Json


class Feed:
    """The current race, as texts."""

    def __init__(self) -> None:
        self._race: list[str] = []
        self._changed = asyncio.Event()

    def begin(self, cover: Mapping[str, Json]) -> None:
        """A new race; the one before is no longer shown to newcomers."""
        self._race = []
        self._put({"cover": cover})

    def add(self, frame: Mapping[str, Json]) -> None:
        """One more round."""
        self._put({"frame": frame})

    async def follow(self) -> AsyncIterator[str]:
        """Everything of the current race, then whatever comes, for ever."""
        race, seen = self._race, 0
        while True:
            while seen < len(race):
                yield race[seen]
                seen += 1
            if race is not self._race:
                race, seen = self._race, 0
                continue
            await self._changed.wait()

    def _put(self, body: Mapping[str, Json]) -> None:
        self._race.append(json.dumps(body))
        self._changed.set()
        self._changed = asyncio.Event()
