"""Heroes that come from Optolith.

What we do not know is kept with the hero and reported: nothing is ever dropped.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from spielwerk.core import SpielwerkError
from spielwerk.heroes.optolith_format import (
    BOUGHT,
    ENTRY_KEYS,
    INTACT,
    LEVELLED,
    NAMED,
    OURS,
    SINGLES,
    SKELETON,
    STARTED,
    Ids,
    entry_name,
    has_levels,
    ids_of,
    order_name,
    usual_price,
)
from spielwerk.languages.rulebook import BY_KEY, FEATURES, Hero, HeroError, Rules, Shape, Term

MAX_SIZE = 5_000_000
"""Bytes of a file that we read."""


class NotAHero(SpielwerkError):
    """What was to be imported is no hero of Optolith; the message says why."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A hero from elsewhere, and what we did not understand about it."""

    hero: Hero
    unknown: tuple[str, ...]
    """What is kept as it was, in words."""


def looks_like_optolith(body: object) -> bool:
    """Whether a JSON value may be a hero of Optolith rather than one of ours."""
    return isinstance(body, dict) and "attr" in body and "ap" in body


def import_optolith(rules: Rules, body: object) -> Imported:
    """The hero that a JSON value of Optolith describes.

    :raises NotAHero: the value is something else
    """
    if not isinstance(body, dict) or not isinstance(body.get("attr"), dict):
        raise NotAHero("This is no hero of Optolith: it has no attributes ('attr').")
    if not isinstance(body.get("name"), str) or not isinstance(body.get("ap"), dict):
        raise NotAHero("This is no hero of Optolith: it has no name or no adventure points ('ap').")
    try:
        return _Import(ids_of(rules), rules, body).result()
    except HeroError as problem:
        raise NotAHero(str(problem)) from None
    except (TypeError, ValueError, KeyError, AttributeError) as problem:
        raise NotAHero(f"This is no hero of Optolith: {problem!r} where it was read.") from None


@dataclass(slots=True)
class _Import:
    ids: Ids
    rules: Rules
    body: dict[str, Any]
    rest: dict[str, Any] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    elsewhere: int = 0
    """What the unknown things cost, as far as one can tell."""

    def result(self) -> Imported:
        body = dict(self.body)
        ours = body.pop(OURS, {})
        self.values = {"name": body.pop("name"), "mode": "draft"}
        self._singles(body)
        self._attributes(body.pop("attr"))
        for key, feature in LEVELLED.items():
            self._levelled(key, feature, body.pop(key, {}))
        for key, feature in NAMED.items():
            self._named(key, feature, body.pop(key, []))
        self._activatable(body.pop("activatable", {}))
        self._homeless(ours)
        self._points(body)
        self.values["elsewhere"] = self.elsewhere
        details = {k: v for k, v in body.get("pers", {}).items() if isinstance(v, str)}
        if details:
            self.values["details"] = details
            kept = {k: v for k, v in body.pop("pers").items() if k not in details}
            self.rest.update({"pers": kept} if kept else {})
        elif body.get("pers") == {}:
            body.pop("pers")
        self.rest.update({k: v for k, v in body.items() if SKELETON.get(k) != v})
        if self.rest:
            self.values["foreign"] = {"optolith": self.rest}
        self.values.update(ours.get("rest", {}))
        return Imported(Hero.from_json(self.values), tuple(self.unknown))

    def _homeless(self, ours: dict[str, Any]) -> None:
        """What Optolith has no place for, at its place again."""
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

    def _keep(self, key: str, name: str, value: Any, said: str) -> None:
        self.rest.setdefault(key, {})[name] = value
        self.unknown.append(said)

    def _singles(self, body: dict[str, Any]) -> None:
        for key, feature in SINGLES.items():
            if key not in body:
                continue
            name = body.pop(key)
            term = self.ids.terms.get((name, None))
            if term is not None and term.feature == feature:
                self.values[FEATURES[feature].key] = term.value
            else:
                self.rest[key] = name
                self.unknown.append(f"{feature} {name}")

    def _attributes(self, attr: dict[str, Any]) -> None:
        attr = dict(attr)
        found: dict[str, int] = {}
        for entry in attr.pop("values", []):
            term = self.ids.terms.get((entry["id"], None))
            if term is None:
                self._keep("attr.values", entry["id"], entry["value"], f"attribute {entry['id']}")
            else:
                found[term.value or ""] = entry["value"]
        self.values["attributes"] = found
        chosen = self.ids.terms.get((attr.get("attributeAdjustmentSelected", ""), None))
        if chosen is not None:
            attr.pop("attributeAdjustmentSelected")
            self.values["attribute_choice"] = chosen.value
        self.values["bought"] = {
            name: points for key, name in BOUGHT.items() if (points := attr.pop(key, 0))
        }
        kept = {k: v for k, v in attr.items() if v not in INTACT.values()}
        self.rest.update({"attr": kept} if kept else {})

    def _levelled(self, key: str, feature: str, entries: dict[str, int]) -> None:
        found: dict[str, int] = {}
        for name, level in entries.items():
            term = self.ids.terms.get((name, None))
            if term is None or term.feature != feature:
                self._keep(key, name, level, f"{feature} {name} at {level}")
                self.elsewhere += usual_price(self.rules, feature, level)
            else:
                found[term.value or ""] = level
        self.values[FEATURES[feature].key] = found

    def _named(self, key: str, feature: str, entries: list[str]) -> None:
        found: list[str] = []
        for name in entries:
            term = self.ids.terms.get((name, None))
            if term is None or term.feature != feature:
                self._keep(key, name, True, f"{feature} {name}")
                self.elsewhere += usual_price(self.rules, feature, None)
            else:
                found.append(term.value or "")
        self.values[FEATURES[feature].key] = found

    def _activatable(self, entries: dict[str, list[dict[str, Any]]]) -> None:
        triples: dict[str, list[tuple[str, str, int]]] = {
            "advantage": [],
            "disadvantage": [],
            "special_ability": [],
        }
        languages: dict[str, int] = {}
        scripts: list[str] = []
        for name, chosen in entries.items():
            if not chosen:
                self.rest.setdefault("activatable.empty", []).append(name)
            for entry in chosen:
                term = self._term(name, entry)
                if term is None:
                    said = f"{name} {json.dumps(entry, ensure_ascii=False)}"
                    self.rest.setdefault("activatable", {}).setdefault(name, []).append(entry)
                    self.unknown.append(said)
                    continue
                level = int(entry.get("tier", 1))
                if term.feature == "language":
                    languages[term.value or ""] = level
                elif term.feature == "script":
                    scripts.append(term.value or "")
                else:
                    triples[term.feature].append((term.value or "", term.using or "", level))
                extra = {k: v for k, v in entry.items() if k not in ENTRY_KEYS}
                if ("tier" in entry) is self._only_level(term):
                    extra["tier"] = entry.get("tier")
                if extra:
                    self.rest.setdefault("entries", {})[entry_name(term)] = extra
        for feature, found in triples.items():
            self.values[FEATURES[feature].key] = [list(triple) for triple in found]
        self.values["languages"], self.values["scripts"] = languages, scripts

    def _term(self, name: str, entry: dict[str, Any]) -> Term | None:
        sid = entry.get("sid")
        if sid is not None and (exact := self.ids.terms.get((name, str(sid)))) is not None:
            return exact
        term = self.ids.terms.get((name, None))
        if term is None or sid is None:
            return term
        text = isinstance(sid, str) and (name, None) in self.ids.terms
        free = (term.feature, term.value or "") in self.rules.lore.free_texts
        return Term(term.feature, term.value, sid) if text and free else None

    def _only_level(self, term: Term) -> bool:
        """Whether an export would not name the level, as there is but one."""
        return not has_levels(self.rules, term)

    def _points(self, body: dict[str, Any]) -> None:
        points = dict(body.pop("ap"))
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


def in_order(entries: list[Any], names: list[str]) -> list[Any]:
    places = {name: place for place, name in enumerate(names)}
    return sorted(entries, key=lambda entry: places.get(order_name(entry), len(places)))
