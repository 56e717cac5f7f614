"""What the watchers of a match are sent: its recent moments go in, JSON texts come out.

Whoever is at one of these moments gets the difference to now, everybody else the whole picture.
Observers of the same role at the same place share one text, and parts of a picture that several
roles see alike are compared once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from typing import NamedTuple

from spielwerk.core import Json, Role
from spielwerk.match import Match, MatchEvent
from spielwerk.server.json_text import to_bytes
from spielwerk.server.rooms.patch import difference
from spielwerk.server.rooms.picture import Picture, Pictures, is_logged_as_told, news

_IN_PARTS = frozenset(["view", "scene", "seats", "chat"])
"""What is large or grows is compared part by part; all else is small, or new as a whole."""
KEPT = 128
"""How many moments back a watcher may have been and still gets a difference."""


class Moment(NamedTuple):
    """The match at one place of its log, and what led there from the moment before."""

    match: Match
    events: tuple[MatchEvent, ...] = ()
    texts: tuple[str, ...] = ()
    """These events as they stand in the log, where that is known already."""


class Frames:
    """The frames of one match."""

    def __init__(self, moments: Sequence[Moment]) -> None:
        self._moments = deque(moments, KEPT)
        self._pictures: dict[int, Pictures] = {}
        self._forget()

    def _forget(self) -> None:
        """What was found out about how the match looks now, compared with before."""
        self._texts: dict[tuple[Role | None, int | None], bytes] = {}
        self._steps: dict[str, tuple[Json, Json, bytes]] = {}
        """By the name of a part: what was compared last, and the operations between them."""
        self._common: tuple[Pictures, list[bytes]] | None = None
        """With which moment now was compared last, and how what all see differs."""
        self._told: dict[tuple[int, bool], bytes] = {}
        """Events as those are told of them who did what they tell of, and as all others are."""

    def extend(self, moments: Sequence[Moment]) -> None:
        """The match has moved on."""
        now = self._moments[-1].match.number
        self._moments.extend(moments)
        self._pictures = {now: self._pictures[now]} if now in self._pictures else {}
        self._forget()

    def text(self, role: Role | None, since: int | None) -> bytes:
        """What brings an observer who has seen number ``since`` up to date, as JSON.

        Its first bracket is for whoever has more to say.
        """
        key = (role, since)
        known = self._texts.get(key)
        if known is None:
            known = self._texts[key] = self._compose(role, since)
        return known

    def _compose(self, role: Role | None, since: int | None) -> bytes:
        match = self._moments[-1].match
        new = None if since is None else self._since(since)
        now = self._pictures_of(match)
        if new is None:
            body = {"type": "view", "seq": match.number, "picture": now.of(role)}
            return to_bytes(body)[1:]
        then, moments = new
        return _UPDATE % (
            match.number,
            then.number,
            b",".join(self._difference(self._pictures_of(then), now, role)),
            b",".join(self._news(match, moments, role)),
        )

    def _since(self, number: int) -> tuple[Match, list[Moment]] | None:
        """The match at a place of its log, and what has happened since then, the last first."""
        new: list[Moment] = []
        for moment in reversed(self._moments):
            if moment.match.number <= number:
                return (moment.match, new) if moment.match.number == number else None
            new.append(moment)
        return None

    def _pictures_of(self, match: Match) -> Pictures:
        known = self._pictures.get(match.number)
        if known is None:
            before = next(iter(self._pictures.values()), None)
            known = self._pictures[match.number] = Pictures(match, before)
        return known

    def _difference(self, then: Pictures, now: Pictures, role: Role | None) -> list[bytes]:
        """How the match looks now to ``role``, who has seen it then: operations of a patch."""
        own = now.own(role)
        if self._common is None or self._common[0] is not then:
            news = now.news if now.since == then.match.number else now.alike
            self._common = then, self._changes(then.alike, news, own)
        return self._common[1] + self._changes(then.own(role), own, ())

    def _changes(self, old: Picture, new: Picture, but: Collection[str]) -> list[bytes]:
        """What differs, ``but`` for some of it. What is one object for several is compared once."""
        found: list[bytes] = []
        for name, after in new.items():
            before = old[name]
            if before is after or name in but:
                continue
            known = self._steps.get(name)
            if known is None or known[0] is not before or known[1] is not after:
                known = self._steps[name] = before, after, _steps(name, before, after)
            if known[2]:
                found.append(known[2])
        return found

    def _news(self, match: Match, moments: Sequence[Moment], role: Role | None) -> list[bytes]:
        """What happened at moments, the last first, as ``role`` is told of it."""
        found: list[bytes] = []
        for moment in reversed(moments):
            for place, event in enumerate(moment.events):
                if match.game.hidden:
                    text = _told(match, event, role)
                else:  # all but its own are told the same; an event lives as long as its moment
                    key = id(event), getattr(event, "role", role) == role
                    known = self._told.get(key)
                    if known is None:
                        known = self._told[key] = (
                            moment.texts[place].encode()
                            if moment.texts and key[1] and is_logged_as_told(event)
                            else _told(match, event, role)
                        )
                    text = known
                if text:
                    found.append(text)
        return found


_UPDATE = b'"type":"update","seq":%d,"from":%d,"patch":[%b],"events":[%b]}'


def _told(match: Match, event: MatchEvent, role: Role | None) -> bytes:
    """An event as ``role`` is told of it; no text, where it is told nothing."""
    said = news(match, event, role)
    return b"" if said is None else to_bytes(said)


def _steps(name: str, before: Json, after: Json) -> bytes:
    """What turns a part of a picture into another, as JSON; no text, where they are the same."""
    if type(before) is type(after) and before == after:
        return b""
    if name in _IN_PARTS:
        return to_bytes(difference(before, after, f"/{name}"))[1:-1]
    return b'{"op":"replace","path":"/%b","value":%b}' % (name.encode(), to_bytes(after))
