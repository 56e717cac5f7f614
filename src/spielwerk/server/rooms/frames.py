"""What the watchers of a match are sent: its recent moments go in, JSON texts come out.

Whoever is at one of these moments gets the difference to now, everybody else the whole picture.
Observers of the same role at the same place share one text, and parts of a picture that several
roles see alike are compared once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from spielwerk.core import Json, Role
from spielwerk.match import Match, MatchEvent
from spielwerk.server.json_text import to_text
from spielwerk.server.rooms.patch import Patch, difference
from spielwerk.server.rooms.picture import Pictures, news

KEPT = 128
"""How many moments back a watcher may have been and still gets a difference."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The match at one place of its log, and what led there from the moment before."""

    match: Match
    events: tuple[MatchEvent, ...] = ()


class Frames:
    """The frames of one match."""

    def __init__(self, moments: Sequence[Moment]) -> None:
        self._moments = deque(moments, KEPT)
        self._texts: dict[tuple[Role | None, int | None], str] = {}
        self._pictures: dict[int, Pictures] = {}
        self._compared: dict[str, tuple[Json, Json, Patch]] = {}
        """By the name of a part: what was compared last, and how it differs."""

    def extend(self, moments: Sequence[Moment]) -> None:
        """The match has moved on."""
        now = self._moments[-1].match.number
        self._moments.extend(moments)
        self._texts.clear()
        self._pictures = {now: self._pictures[now]} if now in self._pictures else {}
        self._compared.clear()

    def text(self, role: Role | None, since: int | None) -> str:
        """What brings an observer who has seen number ``since`` up to date, as JSON."""
        key = (role, since)
        if key not in self._texts:
            self._texts[key] = to_text(self._compose(role, since))
        return self._texts[key]

    def _compose(self, role: Role | None, since: int | None) -> dict[str, Json]:
        match = self._moments[-1].match
        then = None if since is None else self._then(since)
        now = self._picture(match, role)
        if then is None:
            return {"type": "view", "seq": match.number, "picture": now}
        return {
            "type": "update",
            "seq": match.number,
            "from": since,
            "patch": self._difference(self._picture(then, role), now),
            "events": self._news(match, then.number, role),
        }

    def _then(self, number: int) -> Match | None:
        for moment in reversed(self._moments):
            if moment.match.number <= number:
                return moment.match if moment.match.number == number else None
        return None

    def _picture(self, match: Match, role: Role | None) -> dict[str, Json]:
        if match.number not in self._pictures:
            self._pictures[match.number] = Pictures(match)
        return self._pictures[match.number].of(role)

    def _difference(self, old: dict[str, Json], new: dict[str, Json]) -> Patch:
        """How two pictures of the match differ. What is the same object for several is alike."""
        patch: Patch = []
        for name, after in new.items():
            before = old[name]
            if before is after:
                continue
            known = self._compared.get(name)
            if known is None or known[0] is not before or known[1] is not after:
                known = before, after, difference(before, after, f"/{name}")
                self._compared[name] = known
            patch += known[2]
        return patch

    def _news(self, match: Match, number: int, role: Role | None) -> list[dict[str, Json]]:
        new = list(takewhile(lambda moment: moment.match.number > number, reversed(self._moments)))
        return [
            item
            for moment in reversed(new)
            for event in moment.events
            if (item := news(match, event, role)) is not None
        ]
