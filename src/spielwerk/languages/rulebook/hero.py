"""A hero: what the player says about it, as JSON in and out and as facts of a logic program.

The seed's hero has nine keys; a full one also speaks of attributes, special abilities, spells and
so on. A key that is absent means that nothing is said about it, and rules about it are silent.
Names are always texts of the logic program, so nothing a player types can become a rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any

from clingo import Function, Number, String, Symbol

from spielwerk.core import SpielwerkError
from spielwerk.languages.rulebook.features import BY_KEY, FEATURES, SEED_FEATURES, Shape, Term

FORMAT = 1
"""The version of our own JSON."""
MODES = ("draft", "creation", "advancement")
MAX_ENTRIES = 1_000
"""Entries of one key; the longest list of the core rules has some 600."""
MAX_LEVEL = 1_000
MAX_TEXT = 300
MAX_PORTRAIT = 4_000_000
"""Characters of a picture; a photograph has some 1.5 MB."""
_MAX_AP = 1_000_000
_PICTURE = re.compile(r"data:image/(?:png|jpeg|gif|webp);base64,")

Triple = tuple[str, str, int]


@dataclass(frozen=True, slots=True)
class HeroProblem:
    """What is wrong with a hero's JSON, and where (a JSON pointer)."""

    where: str
    message: str

    def to_json(self) -> dict[str, str]:
        return {"where": self.where, "message": self.message}


class HeroError(SpielwerkError):
    """A hero's JSON was refused; ``problems`` say what is wrong and where."""

    def __init__(self, problems: list[HeroProblem]) -> None:
        shown = problems[:20]
        lines = [f"{problem.where or '/'}: {problem.message}" for problem in shown]
        if len(problems) > len(shown):
            lines.append(f"... and {len(problems) - len(shown)} more.")
        super().__init__("This is not a hero we can read:\n" + "\n".join(lines))
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True)
class Hero:
    """A hero as its player describes it."""

    name: str = ""
    experience_level: str | None = None
    race: str | None = None
    race_variant: str | None = None
    attribute_choice: str | None = None
    culture: str | None = None
    profession: str | None = None
    attributes: Mapping[str, int] | None = None
    advantages: tuple[Triple, ...] | None = None
    disadvantages: tuple[Triple, ...] | None = None
    talents: Mapping[str, int] | None = None
    combat_techniques: Mapping[str, int] | None = None
    special_abilities: tuple[Triple, ...] | None = None
    spells: Mapping[str, int] | None = None
    liturgies: Mapping[str, int] | None = None
    cantrips: tuple[str, ...] | None = None
    blessings: tuple[str, ...] | None = None
    languages: Mapping[str, int] | None = None
    scripts: tuple[str, ...] | None = None
    bought: Mapping[str, int] | None = None
    adventure_points: int | None = None
    """All that was ever earned; else what the experience level starts with."""
    elsewhere: int = 0
    """Of these, what was spent on things that the books do not know."""
    unjudged: tuple[Mapping[str, Any], ...] = ()
    """What the hero has from books that are not loaded: ``feature``, ``value``, where there are
    any ``using`` and ``level``, and ``ap`` where the price is known. Counted, never judged."""
    prices: tuple[Mapping[str, Any], ...] = ()
    """Prices that were agreed on: ``feature``, ``value``, ``using`` and ``ap``."""
    lost: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """Points of a derived value that are lost for ever: ``{"AsP": 2}``."""
    redeemed: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """Of these, how many were bought back."""
    belongings: tuple[Mapping[str, Any], ...] = ()
    """What the hero carries: ``name`` and, where it matters, ``amount``, ``template`` (the thing of
    the books that it is), ``worn``, ``note``, and ``id`` where another program knows more."""
    purse: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """Coins by their kind."""
    portrait: str = ""
    """A picture as a ``data:`` address."""
    mode: str = "creation"
    waivers: tuple[Mapping[str, Any], ...] = ()
    """Warnings that the game master accepted, as they were reported: ``type`` and ``parameter``."""
    history: tuple[Mapping[str, Any], ...] = ()
    """What was bought later: ``change``, ``ap`` and, where known, ``date``."""
    details: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Family, place of birth, looks: texts for the sheet that no rule reads."""
    foreign: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    """What another program knew about the hero and we do not: kept for the way back."""

    @classmethod
    def from_json(cls, body: object) -> Hero:
        """The hero that a JSON value describes.

        :raises HeroError: keys, types or numbers are wrong; all problems at once
        """
        return _Reading(body).hero()

    def to_json(self) -> dict[str, Any]:
        """The hero as our own JSON, with the version of the format."""
        body: dict[str, Any] = {"format": FORMAT}
        for entry in fields(self):
            value = getattr(self, entry.name)
            if value is None or (entry.name in _QUIET and not value):
                continue
            body[entry.name] = _plain(value)
        return body

    def says(self, feature: str) -> bool:
        """Whether the hero speaks of a feature at all."""
        return getattr(self, FEATURES[feature].key) is not None

    def terms(self) -> Iterator[Term]:
        """All that the hero has."""
        for feature in FEATURES.values():
            value = getattr(self, feature.key)
            if value is None:
                continue
            if feature.shape is Shape.SINGLE:
                yield Term(feature.name, value)
            elif feature.shape is Shape.LEVELLED:
                yield from (Term(feature.name, name, level=level) for name, level in value.items())
            elif feature.shape is Shape.USED:
                yield from (Term(feature.name, *triple) for triple in value)
            else:
                yield from (Term(feature.name, name) for name in value)

    def facts(self) -> Iterator[Symbol]:
        """The hero as facts of the logic program."""
        for term in self.terms():
            yield term.symbol()
        yield from self.circumstances()

    def circumstances(self) -> Iterator[Symbol]:
        """What holds of the hero besides what it has."""
        for feature in FEATURES.values():
            if self.says(feature.name):
                yield Function("given", [Function(feature.name, [])])
        yield Function("mode", [Function(self.mode, [])])
        if self.adventure_points is not None:
            yield Function("given", [Function("adventure_points", [])])
            yield Function("earned", [Number(self.adventure_points)])
        if self.elsewhere:
            yield Function("elsewhere", [Number(self.elsewhere)])
        yield from self._priced_apart()
        for word, points in (("lost", self.lost), ("redeemed", self.redeemed)):
            for name, many in points.items():
                yield Function(word, [String(name), Number(many)])

    def _priced_apart(self) -> Iterator[Symbol]:
        """What no book here has a price for, or another price than the books'."""
        for entry in self.unjudged:
            thing = unjudged_term(entry).symbol()
            yield Function("unjudged", [thing])
            if entry.get("ap") is None:
                yield Function("unpriced", [thing])
            else:
                yield Function("unjudged", [thing, Number(entry["ap"])])
        for entry in self.prices:
            using = String(entry.get("using") or "")
            thing = Function(entry["feature"], [String(entry["value"]), using])
            yield Function("agreed", [thing, Number(entry["ap"])])

    def mentioned(self) -> list[tuple[str, ...]]:
        """The things the hero has, each once: by name, and by name and use."""
        things: dict[tuple[str, ...], None] = {}
        for term in self.terms():
            name = term.value or ""
            things[term.feature, name] = None
            if term.using is not None:
                things[term.feature, name, term.using] = None
                things[term.feature, name, ""] = None
        return list(things)

    def put(self, term: Term) -> Hero:
        """The hero that has this; a level replaces the one before, at the same place."""
        feature = FEATURES[term.feature]
        now = getattr(self, feature.key)
        name, using = term.value or "", term.using or ""
        value: Any
        if feature.shape is Shape.SINGLE:
            value = name
        elif feature.shape is Shape.LEVELLED:
            value = {**(now or {}), name: term.level or 0}
        elif feature.shape is Shape.USED:
            levels = {triple[:2]: triple[2] for triple in now or ()}
            levels[name, using] = term.level or 1
            value = tuple((*entry, level) for entry, level in levels.items())
        else:
            value = tuple(dict.fromkeys((*(now or ()), name)))
        return replace(self, **{feature.key: value})

    def without_term(self, term: Term) -> Hero:
        """The hero without this, whatever its level."""
        feature = FEATURES[term.feature]
        now = getattr(self, feature.key)
        value: Any
        if feature.shape is Shape.SINGLE:
            value = None
        elif feature.shape is Shape.LEVELLED:
            value = {name: level for name, level in now.items() if name != term.value}
        elif feature.shape is Shape.USED:
            value = tuple(t for t in now if t[:2] != (term.value, term.using or ""))
        else:
            value = tuple(name for name in now if name != term.value)
        return replace(self, **{feature.key: value})


def unjudged_term(entry: Mapping[str, Any]) -> Term:
    """What an entry of ``unjudged`` is, as the rules would name it."""
    shape = FEATURES[entry["feature"]].shape
    using = (entry.get("using") or "") if shape is Shape.USED else None
    level = None if shape in (Shape.SINGLE, Shape.NAMED) else int(entry.get("level", 1))
    return Term(entry["feature"], entry["value"], using, level)


_QUIET = frozenset(
    [
        *("elsewhere", "unjudged", "prices", "lost", "redeemed", "belongings", "purse", "portrait"),
        *("waivers", "history", "details", "foreign"),
    ]
)
_KEYS = frozenset(entry.name for entry in fields(Hero)) | {"format"}


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value


class _Reading:
    """One reading of a JSON value, with all that is wrong with it."""

    def __init__(self, body: object) -> None:
        self.body = body
        self.problems: list[HeroProblem] = []

    def hero(self) -> Hero:
        if not isinstance(self.body, dict):
            raise HeroError([HeroProblem("", "A hero is a JSON object.")])
        for key in self.body.keys() - _KEYS:
            self._complain(f"/{key}", f"There is no such key. Keys are {', '.join(sorted(_KEYS))}.")
        values: dict[str, Any] = {"name": self._name(), "mode": self._mode()}
        for key, feature in BY_KEY.items():
            if self.body.get(key) is not None:
                values[key] = self._feature(key, feature.shape)
            elif values["mode"] != "draft" and feature.name in SEED_FEATURES:
                self._complain(
                    f"/{key}", "This is missing. (Heroes in the making have mode draft.)"
                )
        values["adventure_points"] = self._points("adventure_points")
        values["elsewhere"] = self._points("elsewhere") or 0
        for key in ("waivers", "history"):
            values[key] = tuple(MappingProxyType(item) for item in self._objects(key))
        values["unjudged"] = self._entries("unjudged", priced=False)
        values["prices"] = self._entries("prices", priced=True)
        values["belongings"] = self._belongings()
        for key in ("lost", "redeemed", "purse"):
            values[key] = MappingProxyType(self._numbers(key))
        values["portrait"] = self._portrait()
        values["details"] = MappingProxyType(self._texts("details"))
        values["foreign"] = MappingProxyType(self._object("foreign"))
        if self.problems:
            raise HeroError(self.problems)
        return Hero(**values)

    def _entries(self, key: str, priced: bool) -> tuple[Mapping[str, Any], ...]:
        """Things named by feature and value, with what they cost."""
        found: list[Mapping[str, Any]] = []
        for place, item in enumerate(self._objects(key)):
            here = f"/{key}/{place}"
            if item.get("feature") not in FEATURES:
                self._complain(f"{here}/feature", f"It is one of {', '.join(FEATURES)}.")
                continue
            entry = {"feature": item["feature"]}
            entry["value"] = self._text(f"{here}/value", item.get("value"))
            if item.get("using"):
                entry["using"] = self._text(f"{here}/using", item["using"])
            if item.get("level") is not None:
                entry["level"] = self._number(f"{here}/level", item["level"], MAX_LEVEL)
            if item.get("ap") is not None:
                entry["ap"] = self._number(f"{here}/ap", item["ap"], _MAX_AP, least=-_MAX_AP)
            elif priced:
                self._complain(f"{here}/ap", "This is missing.")
            for extra in item.keys() - {"feature", "value", "using", "level", "ap"}:
                self._complain(f"{here}/{extra}", "There is no such key.")
            found.append(MappingProxyType(entry))
        return tuple(found)

    def _belongings(self) -> tuple[Mapping[str, Any], ...]:
        found: list[Mapping[str, Any]] = []
        for place, item in enumerate(self._objects("belongings")):
            here = f"/belongings/{place}"
            entry: dict[str, Any] = {"name": self._text(f"{here}/name", item.get("name"))}
            for key in ("id", "template", "note"):
                if item.get(key):
                    entry[key] = self._text(f"{here}/{key}", item[key])
            if item.get("amount") is not None:
                entry["amount"] = self._number(f"{here}/amount", item["amount"], _MAX_AP)
            if item.get("worn"):
                entry["worn"] = True
            for extra in item.keys() - {"name", "id", "template", "note", "amount", "worn"}:
                self._complain(f"{here}/{extra}", "There is no such key.")
            found.append(MappingProxyType(entry))
        return tuple(found)

    def _numbers(self, key: str) -> dict[str, int]:
        found = self._object(key)
        return {
            self._text(f"/{key}", name): self._number(f"/{key}/{name}", value, _MAX_AP)
            for name, value in list(found.items())[:MAX_ENTRIES]
        }

    def _portrait(self) -> str:
        assert isinstance(self.body, dict)
        value = self.body.get("portrait") or ""
        fits = isinstance(value, str) and _PICTURE.fullmatch(value[:100].partition(",")[0] + ",")
        if value and not fits:
            self._complain("/portrait", "This is a picture: data:image/png;base64,... or the like.")
            return ""
        if len(value) > MAX_PORTRAIT:
            self._complain("/portrait", f"A portrait has at most {MAX_PORTRAIT:,} characters.")
            return ""
        return str(value)

    def _complain(self, where: str, message: str) -> None:
        self.problems.append(HeroProblem(where, message))

    def _name(self) -> str:
        assert isinstance(self.body, dict)
        if "name" not in self.body:
            self._complain("/name", "This is missing.")
            return ""
        return self._text("/name", self.body["name"])

    def _mode(self) -> str:
        assert isinstance(self.body, dict)
        if self.body.get("format", FORMAT) != FORMAT:
            self._complain("/format", f"We read format {FORMAT} only.")
        mode = self.body.get("mode", "creation")
        if mode not in MODES:
            self._complain("/mode", f"It is one of {', '.join(MODES)}.")
            return "creation"
        return str(mode)

    def _points(self, key: str) -> int | None:
        assert isinstance(self.body, dict)
        points = self.body.get(key)
        return None if points is None else self._number(f"/{key}", points, _MAX_AP)

    def _feature(self, key: str, shape: Shape) -> Any:
        assert isinstance(self.body, dict)
        value, where = self.body[key], f"/{key}"
        if shape is Shape.SINGLE:
            return self._text(where, value)
        if shape is Shape.LEVELLED:
            if not isinstance(value, dict):
                self._complain(where, "This is an object: names with levels.")
                return {}
            self._bound(where, value)
            return MappingProxyType(
                {
                    self._text(where, name): self._number(f"{where}/{name}", level, MAX_LEVEL)
                    for name, level in list(value.items())[:MAX_ENTRIES]
                }
            )
        if not isinstance(value, list | tuple):
            self._complain(where, "This is a list.")
            return ()
        self._bound(where, value)
        entries = enumerate(value[:MAX_ENTRIES])
        if shape is Shape.NAMED:
            names = [self._text(f"{where}/{place}", name) for place, name in entries]
            return tuple(dict.fromkeys(names))
        return self._triples(where, entries)

    def _triples(self, where: str, entries: Any) -> tuple[Triple, ...]:
        highest: dict[tuple[str, str], int] = {}
        for place, triple in entries:
            here = f"{where}/{place}"
            if not isinstance(triple, list | tuple) or len(triple) != 3:
                self._complain(here, "This is a list of three: name, use (may be empty), level.")
                continue
            name, using = self._text(f"{here}/0", triple[0]), self._text(f"{here}/1", triple[1])
            level = self._number(f"{here}/2", triple[2], MAX_LEVEL)
            highest[name, using] = max(level, highest.get((name, using), 0))
        return tuple((name, using, level) for (name, using), level in highest.items())

    def _bound(self, where: str, value: Any) -> None:
        if len(value) > MAX_ENTRIES:
            self._complain(
                where, f"There are {len(value):,} entries; at most {MAX_ENTRIES:,} are read."
            )

    def _text(self, where: str, value: object) -> str:
        if not isinstance(value, str):
            self._complain(where, "This is a text.")
            return ""
        if len(value) > MAX_TEXT:
            self._complain(where, f"The text is longer than {MAX_TEXT} characters.")
        if "\x00" in value or not value.isprintable():
            self._complain(where, "The text has characters that cannot be printed.")
            return ""
        return value

    def _number(self, where: str, value: object, most: int, least: int = 0) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            self._complain(where, "This is a whole number.")
            return 0
        if not least <= value <= most:
            self._complain(where, f"{value} is not within {least:,} and {most:,}.")
            return 0
        return value

    def _objects(self, key: str) -> list[dict[str, Any]]:
        assert isinstance(self.body, dict)
        value = self.body.get(key) or []
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self._complain(f"/{key}", "This is a list of objects.")
            return []
        self._bound(f"/{key}", value)
        return value[:MAX_ENTRIES]

    def _object(self, key: str) -> dict[str, Any]:
        assert isinstance(self.body, dict)
        value = self.body.get(key) or {}
        if not isinstance(value, dict):
            self._complain(f"/{key}", "This is an object.")
            return {}
        return value

    def _texts(self, key: str) -> dict[str, str]:
        found = self._object(key)
        return {
            self._text(f"/{key}", name): self._text(f"/{key}/{name}", value)
            for name, value in list(found.items())[:MAX_ENTRIES]
        }
