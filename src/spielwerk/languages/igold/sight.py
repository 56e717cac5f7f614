"""Who may see what in a position.

An element is visible to an actor where its own visibility, and that of everything above it, lets
it be seen. Active implications can put another visibility in the place of an element's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from spielwerk.languages.igold.builtins import active
from spielwerk.languages.igold.engine import MatchEngine
from spielwerk.languages.igold.position import MatchPosition

_SELF = ("actor", "object", "field", "space")
Sees = Callable[..., Iterable[int]]


class SightTables:
    """The functions that decide about each element, looked up once for a match."""

    def __init__(self, engine: MatchEngine) -> None:
        self.engine = engine
        self.world = engine.world
        self.own: dict[str, list[tuple[Sees, ...]]] = {
            kind: [self._own(kind, one) for one in self.world.of(kind)]
            for kind in ("actor", "space", "field", "object", "attribute", "action", "implication")
        }
        self.own["link"] = [
            self._named([("link", one.type.id, one.id)]) for one in self.world.links
        ]
        self.counts = [
            self._named(
                [("count", t.id) for t in one.type.chain]
                + [("instance count", one.host_type.id, one.id)]
            )
            for one in self.world.fields
        ]
        self.implied = "s.shown[" in engine.program.source
        """Whether implications change who sees what."""
        self.restricted = bool(engine.program.sight) or self.implied
        self.plain_objects = not self.implied and not any(self.own["object"])
        """Whether objects are seen exactly where their fields are."""

    def _own(self, kind: str, one: Any) -> tuple[Sees, ...]:
        host = kind if kind in _SELF else one.host
        keys = [("type", t.id, host) for t in one.type.chain]
        keys += [("instance", t.id, one.id) for t in one.host_type.chain]
        return self._named(keys)

    def _named(self, keys: Sequence[tuple[str, ...]]) -> tuple[Sees, ...]:
        sight, names = self.engine.program.sight, self.engine.names
        return tuple(names[sight[key]] for key in keys if key in sight)


class Sight:
    """What actors see in one position. ``None`` stands for a spectator, who sees what all see."""

    def __init__(self, tables: SightTables, s: MatchPosition) -> None:
        self.tables = tables
        self.world = tables.world
        self.s = s
        self._known: dict[tuple[str, int], frozenset[int]] = {}
        self._everybody = frozenset(range(len(self.world.actors)))
        if tables.implied:
            active(s)

    def sees(self, who: int | None, kind: str, number: int) -> bool:
        """Whether an actor may see an element."""
        if not self.tables.restricted:
            return True
        if kind == "object" and self.tables.plain_objects:
            kind, number = "field", self.s.place[number]
        seen = self.watchers(kind, number)
        return seen == self._everybody if who is None else who in seen

    def counts(self, who: int | None, field: int) -> bool:
        """Whether an actor may see how many objects lie in a field."""
        if self.sees(who, "field", field):
            return True
        functions = self.tables.counts[field]
        if not functions:
            return False
        seen = self._everybody
        for function in functions:
            seen &= frozenset(function(self.s, field, -1, -1, None))
        return seen == self._everybody if who is None else who in seen

    def watchers(self, kind: str, number: int) -> frozenset[int]:
        """All actors who may see an element."""
        key = (kind, number)
        if (known := self._known.get(key)) is None:
            known = self._own(kind, number)
            above = self._above(kind, number)
            if above is not None and known:
                known &= self.watchers(*above)
            self._known[key] = known
        return known

    def _own(self, kind: str, number: int) -> frozenset[int]:
        if (changed := self.s.shown.get((kind, number))) is not None:
            return changed
        seen = self._everybody
        functions = self.tables.own[kind][number]
        if functions:
            me = number if kind in _SELF else self.world.of(kind)[number].index
            for function in functions:
                seen &= frozenset(function(self.s, me, -1, -1, None))
        return seen

    def _above(self, kind: str, number: int) -> tuple[str, int] | None:
        if kind == "object":
            return "field", self.s.place[number]
        if kind == "actor":
            return None
        one = self.world.of(kind)[number]
        if one.host in _SELF:
            return one.host, one.index
        return None
