"""What the watchers of a match are sent: its recent moments go in, JSON texts come out.

Whoever is at one of these moments gets the difference to now, everybody else the whole picture.
Observers of the same role at the same place share one text, and parts of a picture that several
roles see alike are compared once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from spielwerk.core import Json, Role
from spielwerk.match import Match, MatchEvent
from spielwerk.server.json_text import to_bytes
from spielwerk.server.rooms.patch import Patch, difference
from spielwerk.server.rooms.picture import Picture, Pictures, news

_IN_PARTS = frozenset(["view", "scene", "seats", "chat"])
"""What is large or grows is compared part by part; all else is small, or new as a whole."""
Changes: TypeAlias = list[tuple[str, Patch]]
"""How pictures differ, by the names of what does."""
KEPT = 128
"""How many moments back a watcher may have been and still gets a difference."""


class Moment(NamedTuple):
    """The match at one place of its log, and what led there from the moment before."""

    match: Match
    events: tuple[MatchEvent, ...] = ()


class Frames:
    """The frames of one match."""

    def __init__(self, moments: Sequence[Moment]) -> None:
        self._moments = deque(moments, KEPT)
        self._texts: dict[tuple[Role | None, int | None], bytes] = {}
        self._pictures: dict[int, Pictures] = {}
        self._news_of: dict[tuple[int, bool], dict[str, Json] | None] = {}
        self._compared: dict[str, tuple[Json, Json, Patch]] = {}
        """By the name of a part: what was compared last, and how it differs."""
        self._common: tuple[Pictures, Changes] | None = None
        """With which moment now was compared last, and how what all see differs."""

    def extend(self, moments: Sequence[Moment]) -> None:
        """The match has moved on."""
        now = self._moments[-1].match.number
        self._moments.extend(moments)
        self._texts.clear()
        self._pictures = {now: self._pictures[now]} if now in self._pictures else {}
        self._compared.clear()
        self._common = None
        self._news_of.clear()

    def text(self, role: Role | None, since: int | None) -> bytes:
        """What brings an observer who has seen number ``since`` up to date, as JSON.

        Its first bracket is for whoever has more to say.
        """
        key = (role, since)
        known = self._texts.get(key)
        if known is None:
            known = self._texts[key] = to_bytes(self._compose(role, since))[1:]
        return known

    def _compose(self, role: Role | None, since: int | None) -> dict[str, Json]:
        match = self._moments[-1].match
        then = None if since is None else self._then(since)
        now = self._pictures_of(match)
        if then is None:
            return {"type": "view", "seq": match.number, "picture": now.of(role)}
        return {
            "type": "update",
            "seq": match.number,
            "from": since,
            "patch": self._difference(self._pictures_of(then), now, role),
            "events": self._news(match, then.number, role),
        }

    def _then(self, number: int) -> Match | None:
        for moment in reversed(self._moments):
            if moment.match.number <= number:
                return moment.match if moment.match.number == number else None
        return None

    def _pictures_of(self, match: Match) -> Pictures:
        known = self._pictures.get(match.number)
        if known is None:
            before = next(iter(self._pictures.values()), None)
            known = self._pictures[match.number] = Pictures(match, before)
        return known

    def _difference(self, then: Pictures, now: Pictures, role: Role | None) -> Patch:
        """How the match looks now to ``role``, who has seen it then."""
        if self._common is None or self._common[0] is not then:
            self._common = then, self._changes(then.alike, now.alike)
        own, common = now.own(role), self._common[1]
        patch = [step for name, steps in common if name not in own for step in steps]
        for _, steps in self._changes(then.own(role), own):
            patch += steps
        return patch

    def _changes(self, old: Picture, new: Picture) -> Changes:
        """What differs, by its name. What is the same object for several is compared once."""
        found: Changes = []
        for name, after in new.items():
            before = old[name]
            if before is after:
                continue
            known = self._compared.get(name)
            if known is None or known[0] is not before or known[1] is not after:
                if type(before) is type(after) and before == after:
                    continue
                known = self._compared[name] = before, after, _steps(name, before, after)
            found.append((name, known[2]))
        return found

    def _news(self, match: Match, number: int, role: Role | None) -> list[dict[str, Json]]:
        new: list[Moment] = []
        for moment in reversed(self._moments):
            if moment.match.number <= number:
                break
            new.append(moment)
        events = [event for moment in reversed(new) for event in moment.events]
        return [item for event in events if (item := self._told(match, event, role)) is not None]

    def _told(self, match: Match, event: MatchEvent, role: Role | None) -> dict[str, Json] | None:
        """An event as ``role`` is told of it; made once where all but its own are told the same."""
        if match.game.hidden:
            return news(match, event, role)
        key = id(event), getattr(event, "role", None) == role  # it lives as long as its moment
        if key not in self._news_of:
            self._news_of[key] = news(match, event, role)
        return self._news_of[key]


def _steps(name: str, before: Json, after: Json) -> Patch:
    """What turns a part of a picture into another."""
    if name in _IN_PARTS:
        return difference(before, after, f"/{name}")
    return [{"op": "replace", "path": f"/{name}", "value": after}]
