"""What happened in a step as entries of an account: fields for programs, sentences for people.

Sentences need no grammar of a language, only what things are called in it: ``Gold of Ben: 2 → 0``
is ``{ben}: Gold 2 → 0`` here. Whoever wants better ones writes them into the rules (``tell``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from spielwerk.core import AccountEntry, Json, Label, Role
from spielwerk.languages.igold.engine import MatchEngine
from spielwerk.languages.igold.events import SaidSentence
from spielwerk.languages.igold.labels import (
    combined,
    in_language,
    label_of,
    object_label,
    title,
    value_label,
)
from spielwerk.languages.igold.position import MatchPosition
from spielwerk.languages.igold.views import plain

_COVERED: Label = {"en": "face down", "de": "verdeckt"}
_HIDDEN: Label = {"en": "hidden", "de": "verborgen"}
_NOTHING = "–"


class EntryWording:
    """Makes entries for the elements of one match."""

    def __init__(self, engine: MatchEngine) -> None:
        self._engine = engine
        self._world = engine.world
        self._definition = engine.world.definition

    def moved(self, what: list[int] | int, start: int | None, end: int | None) -> AccountEntry:
        """Objects, or so many that one does not see, went from a field to another."""
        fields: dict[str, Json] = {"count": what if isinstance(what, int) else len(what)}
        if isinstance(what, int):
            called: Label = combined(lambda texts: f"{what} {texts[0]}", [_COVERED])
        else:
            fields["what"], called = self._named(what)
        way: list[Label] = []
        for name, place in (("from", start), ("to", end)):
            if place is not None:
                fields[name] = self._place(place)
            way.append("…" if place is None else self._place_label(place))
        text = combined(lambda texts: f"{texts[0]}: {texts[1]} → {texts[2]}", [called, *way])
        return AccountEntry("things", None, fields, text)

    def shown(self, place: int, things: list[int]) -> AccountEntry:
        """Objects in a field are seen that were not seen before."""
        words, called = self._named(things)
        fields = {"what": words, "place": self._place(place)}
        return AccountEntry(
            "shown", None, fields, combined(": ".join, [self._place_label(place), called])
        )

    def valued(self, s: MatchPosition, number: int, before: Any, value: Any) -> AccountEntry:
        """A value is another now."""
        one = self._world.attributes[number]
        fields: dict[str, Json] = {"what": one.word, "to": plain(value)}
        if before is not None:
            fields["from"] = plain(before)
        host = self._host(one)
        if host is not None:
            fields["of"] = host
        elif one.host == "object":
            fields["object"] = self._world.objects[one.index].word
            fields["place"] = self._place(s.place[one.index])
        text: Label = ""
        if one.host in ("actor", "game"):
            node = one.host_type.instances[one.id].node
            change = [now for now in (before, value) if now is not None]
            said = combined(" → ".join, [value_label(self._definition, now) for now in change])
            called = combined(" ".join, [label_of(node, title(one.word)), said])
            text = called if host is None else combined(": ".join, [f"{{{host}}}", called])
        return AccountEntry("value", None, fields, text)

    def linked(
        self,
        number: int,
        before: Sequence[tuple[int, bool]],
        named: Sequence[tuple[int, bool]],
    ) -> AccountEntry:
        """A link names others now; each element comes with whether it is seen."""
        one = self._world.links[number]
        kind = one.value.kind
        words = [
            [self._word(kind, thing) if seen else None for thing, seen in things]
            for things in (before, named)
        ]
        many = one.value.many
        fields: dict[str, Json] = {
            "what": one.word,
            "from": words[0] if many else next(iter(words[0]), None),
            "to": words[1] if many else next(iter(words[1]), None),
        }
        host = self._host(one)
        if host is not None:
            fields["of"] = host
        names = [self._label(kind, thing) if seen else _HIDDEN for thing, seen in named]
        said = combined(", ".join, names) if names else _NOTHING
        called = combined(" → ".join, [label_of(one.value.node, title(one.word)), said])
        text = called if host is None else combined(": ".join, [f"{{{host}}}", called])
        return AccountEntry("link", None, fields, text)

    def said(
        self, said: SaidSentence, who: Role | None, sees: Callable[[int], bool]
    ) -> AccountEntry:
        """A sentence of the author, to somebody who sees some objects and others not."""
        fields: dict[str, Json] = {"says": said.sentence.name}
        labels: dict[str, Label] = {}
        for (name, kind), value in zip(said.sentence.parts, said.parts, strict=True):
            if kind == "object" and value >= 0 and not sees(value):
                fields[name] = None
                labels[name] = self._world.objects[value].type.chain[0].labels or _HIDDEN
            elif kind in ("actor", "object", "field", "space"):
                fields[name] = None if value < 0 else self._word(kind, value)
                labels[name] = _NOTHING if value < 0 else self._label(kind, value)
            else:
                fields[name] = plain(value)
                labels[name] = value_label(self._definition, value)
        text = {
            language: _filled(pattern, {n: in_language(one, language) for n, one in labels.items()})
            for language, pattern in said.sentence.labels.items()
        }
        return AccountEntry("said", who, fields, text)

    def phase(self, s: MatchPosition, before: MatchPosition) -> AccountEntry:
        """Another phase has begun."""
        phase = self._engine.phases[s.phase].type
        old = self._engine.phases[before.phase].type.word if before.phase >= 0 else ""
        return AccountEntry("phase", None, {"from": old, "to": phase.word}, phase.labels or "")

    def _named(self, things: list[int]) -> tuple[list[str], Label]:
        """Objects by their words, and what people call them."""
        objects = sorted((self._world.objects[one] for one in things), key=lambda one: one.word)
        names = [object_label(one.type) for one in objects]
        return [one.word for one in objects], combined(", ".join, names)

    def _host(self, one: Any) -> str | None:
        """The player that something belongs to."""
        if one.host == "actor":
            return str(self._world.actors[one.index].word)
        if one.host == "space":
            return self._host(self._world.spaces[one.index])
        return None

    def _place(self, field: int) -> dict[str, Json]:
        one = self._world.fields[field]
        host = self._host(self._world.spaces[one.index])
        return {"field": one.word} if host is None else {"field": one.word, "of": host}

    def _place_label(self, field: int) -> Label:
        one = self._world.fields[field]
        node = one.host_type.instances[one.id].node if one.id in one.host_type.instances else None
        called = title(one.word) if node is None else label_of(node, title(one.word))
        host = self._host(self._world.spaces[one.index])
        return called if host is None else combined(lambda t: f"{t[0]} ({{{host}}})", [called])

    def _word(self, kind: str, number: int) -> Json:
        if kind == "field":
            return self._place(number)
        return str(self._world.of(kind)[number].word)

    def _label(self, kind: str, number: int) -> Label:
        if kind == "actor":
            return f"{{{self._world.actors[number].word}}}"
        if kind == "object":
            return object_label(self._world.objects[number].type)
        if kind == "field":
            return self._place_label(number)
        return title(str(self._word(kind, number)))


def _filled(pattern: str, parts: dict[str, str]) -> str:
    for name, text in parts.items():
        pattern = pattern.replace(f"{{{name}}}", text)
    return pattern
