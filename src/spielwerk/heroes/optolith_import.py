"""Heroes that come from Optolith.

What no book here knows is kept with the hero, named and counted, and never judged: nothing is
ever dropped.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from spielwerk.core import SpielwerkError
from spielwerk.heroes.optolith_entries import EntryReader
from spielwerk.heroes.optolith_format import (
    BOUGHT,
    COINS,
    FIRST_PLAIN,
    LEVELLED,
    NAMED,
    NOBODY,
    OURS,
    PERMANENT,
    SINGLES,
    SKELETON,
    STARTED,
    Ids,
    elsewhere,
    ids_of,
    order_name,
)
from spielwerk.languages.rulebook import (
    BY_KEY,
    FEATURE_WORDS,
    FEATURES,
    Hero,
    HeroError,
    Rules,
    Shape,
)

_NO_PRICE = ("Preis unbekannt", "price not known")
MAX_SIZE = 5_000_000
"""Bytes of a file that we read."""


class NotAHero(SpielwerkError):
    """What was to be imported is no hero of Optolith; the message says why."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A hero from elsewhere, and what we did not understand about it."""

    hero: Hero
    unknown: tuple[str, ...]
    """What is kept, counted and not judged, in words."""


def looks_like_optolith(body: object) -> bool:
    """Whether a JSON value may be a hero of Optolith rather than one of ours."""
    return isinstance(body, dict) and "attr" in body and "ap" in body


def import_optolith(rules: Rules, body: object, language: str = "en") -> Imported:
    """The hero that a JSON value of Optolith describes.

    :raises NotAHero: the value is something else
    """
    if not isinstance(body, dict) or not isinstance(body.get("attr"), dict):
        raise NotAHero("This is no hero of Optolith: it has no attributes ('attr').")
    if not isinstance(body.get("name"), str) or not isinstance(body.get("ap"), dict):
        raise NotAHero("This is no hero of Optolith: it has no name or no adventure points ('ap').")
    reading = _Import(ids_of(rules), rules, body, 0 if language == "de" else 1)
    try:
        return reading.result()
    except HeroError as problem:
        raise NotAHero(str(problem)) from None
    except (TypeError, ValueError, KeyError, AttributeError, IndexError):
        raise NotAHero(
            f"This is no hero of Optolith that we can read: '{reading.place}' is not written as "
            "Optolith writes it. Open the file in Optolith and export it again."
        ) from None


@dataclass(slots=True)
class _Import:
    ids: Ids
    rules: Rules
    body: dict[str, Any]
    column: int
    """The language that what is not understood is told in."""
    rest: dict[str, Any] = field(default_factory=dict)
    """What only Optolith understands."""
    unknown: list[str] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    unjudged: list[dict[str, Any]] = field(default_factory=list)
    place: str = ""
    """The key that is being read."""

    def result(self) -> Imported:
        body = dict(self.body)
        ours = self._at(body, OURS, {})
        for key in ours.get("made", ()):
            body.pop(key, None)
        self.values = {"name": body.pop("name"), "mode": "draft"}
        self._singles(body)
        self._attributes(body)
        for key, feature in LEVELLED.items():
            self._levelled(key, feature, self._at(body, key, {}))
        for key, feature in NAMED.items():
            self._named(key, feature, self._at(body, key, []))
        self._activatable(self._at(body, "activatable", {}))
        self._homeless(ours)
        self._points(body)
        self._person(body)
        self._belongings(body)
        self.values["unjudged"] = sorted(self.unjudged, key=_place)
        self.values["prices"].sort(key=_place)
        self.rest.update({k: v for k, v in body.items() if SKELETON.get(k) != v})
        if self.rest:
            self.values["foreign"] = {"optolith": self.rest}
        self.place = OURS
        self.values.update(ours.get("rest", {}))
        return Imported(Hero.from_json(self.values), tuple(self.unknown))

    def _at(self, body: dict[str, Any], key: str, default: Any) -> Any:
        """What stands at a key; whatever goes wrong from now on is wrong there."""
        self.place = key
        return body.pop(key, default)

    def _homeless(self, ours: dict[str, Any]) -> None:
        """What Optolith has no place for, at its place again."""
        self.place = OURS
        for key, value in ours.get("features", {}).items():
            shape = BY_KEY[key].shape
            if shape is Shape.SINGLE:
                self.values[key] = value
            elif shape is Shape.LEVELLED:
                self.values.setdefault(key, {}).update(value)
            else:
                self.values.setdefault(key, []).extend(value)
        for key in ours.get("silent", ()):
            if not self.values.get(key):
                self.values[key] = None
        order = ours.get("order", {})
        for key, names in order.items():
            value = self.values.get(key)
            if isinstance(value, list):
                self.values[key] = in_order(value, names)
            elif isinstance(value, dict):
                self.values[key] = {n: value[n] for n in names if n in value} | value

    def _singles(self, body: dict[str, Any]) -> None:
        finished = body.get("phase") == STARTED
        variant = self.ids.variants.get((str(body.get("p")), str(body.get("pv"))))
        if variant is not None:
            del body["p"], body["pv"]
            self.values["profession"] = variant
        for key, feature in SINGLES.items():
            if key not in body:
                continue
            name = self._at(body, key, "")
            term = self.ids.terms.get((name, None))
            if term is not None and term.feature == feature and not (key == "p" and "pv" in body):
                self.values[FEATURES[feature].key] = term.value
                continue
            self.rest[key] = name
            if name == NOBODY and not finished:
                continue  # none was chosen yet
            said = self._name_of(name, body, feature)
            self.values[FEATURES[feature].key] = said
            self._count(feature, said, ap=0)

    def _name_of(self, name: str, body: dict[str, Any], feature: str) -> str:
        """What a profession, culture or people that no book here knows is called."""
        own = body.get("professionName")
        if name == NOBODY:
            return own if isinstance(own, str) and own else "Eigene Profession"
        known = elsewhere().get(name)
        called = known.name if known else name
        base = self.ids.terms.get((name, None))
        if base is not None and base.feature == feature:
            called = f"{base.value} ({body['pv']})"
        taken = {term.value for term in self.rules.lore.known[feature]}
        return f"{called} ({name})" if called in taken else called

    def _count(self, feature: str, value: str, **more: Any) -> None:
        """Keep something that is not judged."""
        entry = {"feature": feature, "value": value}
        self.unjudged.append(entry | {k: v for k, v in more.items() if v is not None and v != ""})
        using = f" ({more['using']})" if more.get("using") else ""
        level = f" {more['level']}" if more.get("level", 1) != 1 else ""
        price = _NO_PRICE[self.column] if more.get("ap") is None else f"{more['ap']} AP"
        word = FEATURE_WORDS[feature][self.column]
        self.unknown.append(f"{word} {value}{using}{level} ({price})")

    def _attributes(self, body: dict[str, Any]) -> None:
        attr = dict(self._at(body, "attr", {}))
        self.place = "attr.values"
        found: dict[str, int] = {}
        old = _version(body.get("clientVersion")) < FIRST_PLAIN
        for entry in attr.pop("values", []):
            name, value = entry[:2] if isinstance(entry, list) else (entry["id"], entry["value"])
            term = self.ids.terms.get((name, None))
            if term is None:
                self.rest.setdefault("attr.values", {})[name] = value
                self._count("attribute", name, level=value)
            else:
                found[term.value or ""] = value
        if old:
            body.pop("clientVersion", None)  # what we write is written as today
        self.values["attributes"] = found
        chosen = self.ids.terms.get((attr.get("attributeAdjustmentSelected", ""), None))
        if chosen is not None:
            attr.pop("attributeAdjustmentSelected")
            self.values["attribute_choice"] = chosen.value
        self.values["bought"] = {
            name: points for key, name in BOUGHT.items() if (points := attr.pop(key, 0))
        }
        self._permanent(attr)
        self.rest.update({"attr": attr} if attr else {})

    def _permanent(self, attr: dict[str, Any]) -> None:
        """Points that are lost for ever, and those that were bought back."""
        for key, name in PERMANENT.items():
            self.place = f"attr.{key}"
            said = dict(attr.pop(key, None) or {})
            for word in ("lost", "redeemed"):
                if points := said.pop(word, 0):
                    self.values.setdefault(word, {})[name] = points
            if said:
                attr[key] = said

    def _levelled(self, key: str, feature: str, entries: dict[str, int]) -> None:
        found: dict[str, int] = {}
        for name, level in entries.items():
            term = self.ids.terms.get((name, None))
            if term is None or term.feature != feature:
                self.rest.setdefault(key, {})[name] = level
                known = elsewhere().get(name)
                self._count(
                    feature,
                    known.name if known else name,
                    level=level,
                    ap=self._price(feature, known.prices if known else (), level),
                )
            else:
                found[term.value or ""] = level
        self.values[FEATURES[feature].key] = found

    def _price(self, feature: str, column: tuple[int, ...], level: int) -> int | None:
        """What raising something costs by the column that is known of it (1 to 4 for A to D)."""
        if not column:
            return None
        letter, lore = "ABCDE"[column[0] - 1], self.rules.lore
        start = lore.start.get(feature, 0)
        paid = lore.level_costs.get((letter, level), 0) - lore.level_costs.get((letter, start), 0)
        opened = lore.activation.get(letter, 0) if feature in ("spell", "liturgy") else 0
        return paid + opened

    def _named(self, key: str, feature: str, entries: list[str]) -> None:
        found: list[str] = []
        for place, name in enumerate(entries):
            term = self.ids.terms.get((name, None))
            if term is None or term.feature != feature:
                self.rest.setdefault(key, {})[name] = place
                known = elsewhere().get(name)
                self._count(feature, known.name if known else name, ap=1)
            else:
                found.append(term.value or "")
        self.values[FEATURES[feature].key] = found

    def _activatable(self, entries: dict[str, list[dict[str, Any]]]) -> None:
        reader = EntryReader(self.ids, self.rules)
        for name, chosen in entries.items():
            if not chosen:
                self.rest.setdefault("activatable.empty", []).append(name)
            for place, entry in enumerate(chosen):
                reader.read(name, place, entry)
        for feature, found in reader.triples.items():
            self.values[FEATURES[feature].key] = found
        self.values["languages"], self.values["scripts"] = reader.languages, reader.scripts
        self.values["prices"] = reader.prices
        for unjudged in reader.unjudged:
            self._count(**unjudged)
        self.rest.update(reader.rest)

    def _points(self, body: dict[str, Any]) -> None:
        points = dict(self._at(body, "ap", {}))
        total = points.pop("total", None)
        level = self.values.get("experience_level")
        start = self.rules.lore.experience_ap.get(level or "")
        if total is not None and total != start:
            self.values["adventure_points"] = total
        if points:
            self.rest["ap"] = points
        complete = all(self.values.get(FEATURES[f].key) for f in ("race", "culture", "profession"))
        if body.get("phase") == STARTED and complete and level:
            body.pop("phase")
            self.values["mode"] = "creation" if total == start else "advancement"
        elif body.get("phase") == STARTED - 1:
            body.pop("phase")

    def _person(self, body: dict[str, Any]) -> None:
        self.place = "pers"
        person = body.get("pers", {})
        details = {k: v for k, v in person.items() if isinstance(v, str) and v.isprintable()}
        if details or person == {}:
            body.pop("pers", None)
            kept = {k: v for k, v in person.items() if k not in details}
            self.values["details"] = details
            self.rest.update({"pers": kept} if kept else {})
        picture = body.get("avatar")
        if isinstance(picture, str) and picture.startswith("data:image/"):
            try:
                Hero.from_json({"name": "", "mode": "draft", "portrait": picture})
            except HeroError:
                return  # kept for Optolith, but nothing we could show
            self.values["portrait"] = body.pop("avatar")

    def _belongings(self, body: dict[str, Any]) -> None:
        self.place = "belongings"
        said = body.get("belongings")
        if not isinstance(said, Mapping):
            return
        kept = dict(body.pop("belongings"))
        purse = kept.get("purse")
        if isinstance(purse, Mapping) and all(_is_count(purse.get(key)) for key in COINS):
            coins = {name: int(purse[key] or 0) for key, name in COINS.items()}
            self.values["purse"] = {name: many for name, many in coins.items() if many}
            kept.pop("purse")
            if odd := {k: v for k, v in purse.items() if k not in COINS}:
                kept["purse"] = odd
        items = kept.get("items") or {}
        self.values["belongings"] = [
            {
                "name": item["name"],
                **({"amount": item["amount"]} if _is_many(item.get("amount")) else {}),
                "id": str(name),
            }
            for name, item in items.items()
            if isinstance(item, Mapping) and isinstance(item.get("name"), str)
        ]
        for key, usual in SKELETON["belongings"].items():
            if kept.get(key) == usual:
                kept.pop(key)
        if kept:
            self.rest["belongings"] = kept


def in_order(entries: list[Any], names: list[str]) -> list[Any]:
    places = {name: place for place, name in enumerate(names)}
    return sorted(entries, key=lambda entry: places.get(order_name(entry), len(places)))


def _place(entry: Mapping[str, Any]) -> tuple[object, ...]:
    """The order of entries does not depend on that of the file."""
    return list(FEATURES).index(entry["feature"]), entry["value"], entry.get("using", "")


def _version(text: object) -> tuple[int, int]:
    parts = str(text or "").split(".")
    numbers = [int(part) for part in parts[:2] if part.isdecimal()]
    return (numbers[0], numbers[1]) if len(numbers) == 2 else FIRST_PLAIN


def _is_count(value: object) -> bool:
    return value == "" or (isinstance(value, str) and value.isdecimal() and len(value) < 7)


def _is_many(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 1
