"""Watches a step as it happens: what changes, and who sees it.

A position goes in before the step; :meth:`Witness.watch` is called at every moment of it. At each
change the position before and after it are put side by side: who sees a value, an object, a link
then and there is told of it, whoever sees only that something lies there is told how many. What
comes out is a telling for each observer, with the author's sentences in their places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from spielwerk.core import AccountEntry, Role
from spielwerk.languages.igold.builtins import effective
from spielwerk.languages.igold.engine import MatchEngine
from spielwerk.languages.igold.events import EngineMoment, SaidSentence
from spielwerk.languages.igold.position import MatchPosition
from spielwerk.languages.igold.sight import Sight, SightTables
from spielwerk.languages.igold.wording import EntryWording

_SHOWN_HOSTS = ("actor", "game", "space", "phase")
"""Hosts whose attributes stand in views by themselves."""


@dataclass(frozen=True, slots=True)
class _Told:
    """Something an observer is told, and the run of operations it happened in."""

    entry: AccountEntry
    code: int
    said: bool = False
    """Whether the author says it."""


class _Scene:
    """A position at one moment, and who sees what in it."""

    def __init__(self, tables: SightTables, s: MatchPosition) -> None:
        self.s = s.copy()
        self.s.watch = None
        self.s.effective, self.s.active, self.s.shown = s.effective, s.active, s.shown
        self.values = list(effective(self.s))
        self.sight = Sight(tables, self.s)
        self._tables = tables
        self._spectator = len(tables.world.actors)
        self._all = frozenset(range(self._spectator + 1))

    def seen(self, kind: str, number: int) -> frozenset[int]:
        """The observers who see an element."""
        tables = self._tables
        if not tables.restricted:
            return self._all
        if kind == "object" and tables.plain_objects:
            kind, number = "field", self.s.place[number]
        found = self.sight.watchers(kind, number)
        return self._all if len(found) == self._spectator else found

    def counted(self, field: int) -> frozenset[int]:
        """The observers who see how many objects lie in a field."""
        who = (None if one == self._spectator else one for one in sorted(self._all))
        return frozenset(n for n, one in enumerate(who) if self.sight.counts(one, field))


class Witness:
    """Sees a step happen with the eyes of all."""

    def __init__(self, engine: MatchEngine, tables: SightTables, s: MatchPosition) -> None:
        self._engine = engine
        self._world = engine.world
        self._tables = tables
        self._wording = EntryWording(engine)
        self._last = _Scene(tables, s)
        self._phase = s.phase
        self._observers = range(len(self._world.actors) + 1)
        """All actors, and behind them a spectator."""
        self._told: list[list[_Told]] = [[] for _ in self._observers]

    def watch(self, moment: EngineMoment, s: MatchPosition) -> None:
        """Note what has changed, and what is said."""
        self._look(s)
        if moment.said is not None:
            self._say(moment.said, s)

    def tellings(self, s: MatchPosition, silent: bool) -> list[tuple[AccountEntry, ...]]:
        """What each observer was told, at the end of the step.

        Where the author tells of a run of operations, its changes need no words of their own;
        nor do links where the author says anything, or anything where ``silent`` is so.
        """
        self._look(s)
        if s.phase != self._phase:
            self._renewed()
        return [tuple(_worded(told, silent)) for told in self._told]

    def _renewed(self) -> None:
        """What belongs to a phase is new where that is."""
        now = self._last
        for number, one in enumerate(self._world.attributes):
            if one.host == "phase" and one.index == now.s.phase:
                entry = self._wording.valued(now.s, number, None, now.values[number])
                for observer in now.seen("attribute", number):
                    self._told[observer].append(_Told(entry, -1))

    def _look(self, s: MatchPosition) -> None:
        last = self._last
        old = last.s
        if (
            s.place == old.place
            and s.links == old.links
            and s.owner == old.owner
            and (s.phase, s.state) == (old.phase, old.state)
            and effective(s) == last.values
        ):
            return
        now = self._last = _Scene(self._tables, s)
        code, who = self._run(s)
        for observers, entry in self._changes(last, now):
            deed = entry if who is None else replace(entry, who=who)
            for one in observers:
                self._told[one].append(_Told(deed, code))

    def _run(self, s: MatchPosition) -> tuple[int, Role | None]:
        """The run of operations that is being worked on, and who set it going."""
        code = self._engine.code_of(s.current)
        run = next((run for run in s.runs if run.code == code), None)
        return code, None if run is None or run.who < 0 else self._world.roles[run.who]

    def _changes(self, old: _Scene, now: _Scene) -> Iterator[tuple[Iterable[int], AccountEntry]]:
        yield from self._moved(old, now)
        yield from self._valued(old, now)
        yield from self._linked(old, now)

    def _moved(self, old: _Scene, now: _Scene) -> Iterator[tuple[Iterable[int], AccountEntry]]:
        ways: dict[tuple[int, int], list[int]] = {}
        shown: dict[tuple[int, int], list[int]] = {}
        for thing, place in enumerate(now.s.place):
            before = old.s.place[thing]
            if place != before:
                ways.setdefault((before, place), []).append(thing)
            elif self._tables.restricted:
                for observer in now.seen("object", thing) - old.seen("object", thing):
                    shown.setdefault((observer, place), []).append(thing)
        for (observer, place), things in sorted(shown.items()):
            yield (observer,), self._wording.shown(place, things)
        # Sorted by places: the numbers of things would tell what nobody sees.
        for (start, end), things in sorted(ways.items()):
            left, came = old.counted(start), now.counted(end)
            known = {one: old.seen("object", one) | now.seen("object", one) for one in things}
            for observer in self._observers:
                named = [one for one in things if observer in known[one]]
                origin = start if observer in left else None
                goal = end if observer in came else None
                for what in (named, len(things) - len(named)):
                    if what and (origin, goal) != (None, None):
                        yield (observer,), self._wording.moved(what, origin, goal)

    def _valued(self, old: _Scene, now: _Scene) -> Iterator[tuple[Iterable[int], AccountEntry]]:
        for number, one in enumerate(self._world.attributes):
            value, before = now.values[number], old.values[number]
            shown = one.host in _SHOWN_HOSTS
            changed = value != before
            if not changed and not (shown and self._tables.restricted):
                continue
            if one.host == "phase" and one.index != now.s.phase:
                continue
            if not shown and one.host != "object":
                continue
            saw, sees = old.seen("attribute", number), now.seen("attribute", number)
            if one.host == "object":
                saw &= old.seen("object", one.index)
                sees &= now.seen("object", one.index)
            if changed and (both := saw & sees):
                yield both, self._wording.valued(now.s, number, before, value)
            if (news := sees - saw) and (changed or shown):
                yield news, self._wording.valued(now.s, number, None, value)

    def _linked(self, old: _Scene, now: _Scene) -> Iterator[tuple[Iterable[int], AccountEntry]]:
        for number, one in enumerate(self._world.links):
            named, before = now.s.links[number], old.s.links[number]
            if named == before or one.host not in ("actor", "game"):
                continue
            kind = one.value.kind
            for observer in now.seen("link", number):
                things = [
                    [(thing, observer in scene.seen(kind, thing)) for thing in _tuple(found)]
                    for scene, found in ((old, before), (now, named))
                ]
                yield (observer,), self._wording.linked(number, *things)

    def _say(self, said: SaidSentence, s: MatchPosition) -> None:
        code, who = self._run(s)
        now = self._last

        def seen_by(observer: int) -> Callable[[int], bool]:
            return lambda thing: observer in now.seen("object", thing)

        for one in self._observers if said.listeners is None else sorted(said.listeners):
            entry = self._wording.said(said, who, seen_by(one))
            self._told[one].append(_Told(entry, code, said=True))


def _tuple(named: Any) -> tuple[int, ...]:
    if isinstance(named, tuple):
        return named
    return () if named < 0 else (named,)


def _worded(told: list[_Told], silent: bool) -> Iterator[AccountEntry]:
    spoken = {one.code for one in told if one.said}
    for one in told:
        pointer = one.entry.kind == "link" and bool(spoken)
        mute = not one.said and (silent or pointer or one.code in spoken)
        yield replace(one.entry, text="") if mute and one.entry.text else one.entry
