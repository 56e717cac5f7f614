"""Heroes that come from Optolith and go there: its JSON in both directions.

Which id means what stands in the rulebooks (``optolith(...)`` facts). What we do not know is kept
with the hero and reported, and goes back where it came from: nothing is ever dropped.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from clingo import SymbolType

from spielwerk.core import SpielwerkError
from spielwerk.languages.rulebook import FEATURES, Hero, HeroError, Rules, Shape, Term
from spielwerk.languages.rulebook.features import BY_KEY, term_of

__all__ = [
    "MAX_SIZE",
    "Imported",
    "NotAHero",
    "export_optolith",
    "import_optolith",
    "looks_like_optolith",
]

MAX_SIZE = 5_000_000
"""Bytes of a file that we read."""
_OURS = "spielwerk"
"""The key in an exported file for what Optolith has no place for."""
_SKELETON: dict[str, Any] = {
    "clientVersion": "1.5.1",
    "locale": "de-DE",
    "sex": "m",
    "pets": {},
    "rules": {
        "higherParadeValues": 0,
        "attributeValueLimit": False,
        "enableAllRuleBooks": True,
        "enabledRuleBooks": [],
        "enableLanguageSpecializations": False,
    },
    "belongings": {
        "items": {},
        "armorZones": {},
        "purse": {"d": "", "s": "", "h": "", "k": ""},
    },
}
"""What every file has; it says nothing about a hero."""
_SINGLES = {
    "el": "experience_level",
    "r": "race",
    "rv": "race_variant",
    "c": "culture",
    "p": "profession",
}
_LEVELLED = {
    "talents": "talent",
    "ct": "combat_technique",
    "spells": "spell",
    "liturgies": "liturgy",
}
_NAMED = {"cantrips": "cantrip", "blessings": "blessing"}
_BOUGHT = {"lp": "LE", "ae": "AsP", "kp": "KaP"}
_ENTRY_KEYS = frozenset(["sid", "tier"])
_STARTED = 3
"""Optolith's phase of heroes that are finished."""


class NotAHero(SpielwerkError):
    """What was to be imported is no hero of Optolith; the message says why."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A hero from elsewhere, and what we did not understand about it."""

    hero: Hero
    unknown: tuple[str, ...]
    """What is kept as it was, in words."""


@dataclass(frozen=True, slots=True)
class _Ids:
    """What Optolith calls things."""

    terms: Mapping[tuple[str, str | None], Term]
    """By id, or by id and choice."""
    ids: Mapping[tuple[str, str, str | None], tuple[str, Any]]
    """By feature, name and use: id and choice."""


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
        return _Import(_ids_of(rules), rules, body).result()
    except HeroError as problem:
        raise NotAHero(str(problem)) from None
    except (TypeError, ValueError, KeyError, AttributeError) as problem:
        raise NotAHero(f"This is no hero of Optolith: {problem!r} where it was read.") from None


def export_optolith(rules: Rules, hero: Hero) -> dict[str, Any]:
    """The hero as Optolith's JSON; importing it again gives the same hero."""
    return _Export(_ids_of(rules), rules, hero).result()


def _ids_of(rules: Rules) -> _Ids:
    terms: dict[tuple[str, str | None], Term] = {}
    ids: dict[tuple[str, str, str | None], tuple[str, Any]] = {}
    for arity in (2, 3):
        for fact in rules.world.of("optolith", arity):
            thing, name, *choice = fact.arguments
            term = term_of(thing)
            if term is None or term.value is None:
                continue
            sid: Any = None
            if choice:
                number = choice[0].type is SymbolType.Number
                sid = choice[0].number if number else choice[0].string
            terms.setdefault((name.string, None if sid is None else str(sid)), term)
            ids.setdefault((term.feature, term.value, term.using), (name.string, sid))
    return _Ids(terms, ids)


@dataclass(slots=True)
class _Import:
    ids: _Ids
    rules: Rules
    body: dict[str, Any]
    rest: dict[str, Any] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    elsewhere: int = 0
    """What the unknown things cost, as far as one can tell."""

    def result(self) -> Imported:
        body = dict(self.body)
        ours = body.pop(_OURS, {})
        self.values = {"name": body.pop("name"), "mode": "draft"}
        self._singles(body)
        self._attributes(body.pop("attr"))
        for key, feature in _LEVELLED.items():
            self._levelled(key, feature, body.pop(key, {}))
        for key, feature in _NAMED.items():
            self._named(key, feature, body.pop(key, []))
        self._activatable(body.pop("activatable", {}))
        self._points(body)
        self.values["elsewhere"] = self.elsewhere
        details = {k: v for k, v in body.get("pers", {}).items() if isinstance(v, str)}
        if details:
            self.values["details"] = details
            kept = {k: v for k, v in body.pop("pers").items() if k not in details}
            self.rest.update({"pers": kept} if kept else {})
        elif body.get("pers") == {}:
            body.pop("pers")
        self.rest.update({k: v for k, v in body.items() if _SKELETON.get(k) != v})
        if self.rest:
            self.values["foreign"] = {"optolith": self.rest}
        return Imported(self._with_ours(ours), tuple(self.unknown))

    def _with_ours(self, ours: dict[str, Any]) -> Hero:
        for key, value in ours.get("features", {}).items():
            shape = BY_KEY[key].shape
            if shape is Shape.SINGLE:
                self.values[key] = value
            elif shape is Shape.LEVELLED:
                self.values.setdefault(key, {}).update(value)
            else:
                self.values.setdefault(key, []).extend(value)
        self.values.update(ours.get("rest", {}))
        for key in ours.get("silent", ()):
            if not self.values.get(key):
                self.values[key] = None
        order = ours.get("order", {})
        for key, names in order.items():
            value = self.values.get(key)
            if isinstance(value, list):
                self.values[key] = _in_order(value, names)
            elif isinstance(value, dict):
                self.values[key] = {n: value[n] for n in names if n in value} | value
        return Hero.from_json(self.values)

    def _keep(self, key: str, name: str, value: Any, said: str) -> None:
        self.rest.setdefault(key, {})[name] = value
        self.unknown.append(said)

    def _singles(self, body: dict[str, Any]) -> None:
        for key, feature in _SINGLES.items():
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
            name: points for key, name in _BOUGHT.items() if (points := attr.pop(key, 0))
        }
        kept = {k: v for k, v in attr.items() if v not in _NOTHING_LOST}
        self.rest.update({"attr": kept} if kept else {})

    def _levelled(self, key: str, feature: str, entries: dict[str, int]) -> None:
        found: dict[str, int] = {}
        for name, level in entries.items():
            term = self.ids.terms.get((name, None))
            if term is None or term.feature != feature:
                self._keep(key, name, level, f"{feature} {name} at {level}")
                self.elsewhere += _usual_price(self.rules, feature, level)
            else:
                found[term.value or ""] = level
        self.values[FEATURES[feature].key] = found

    def _named(self, key: str, feature: str, entries: list[str]) -> None:
        found: list[str] = []
        for name in entries:
            term = self.ids.terms.get((name, None))
            if term is None or term.feature != feature:
                self._keep(key, name, True, f"{feature} {name}")
                self.elsewhere += _usual_price(self.rules, feature, None)
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
                extra = {k: v for k, v in entry.items() if k not in _ENTRY_KEYS}
                if ("tier" in entry) is self._only_level(term):
                    extra["tier"] = entry.get("tier")
                if extra:
                    self.rest.setdefault("entries", {})[_entry_name(term)] = extra
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
        return not _has_levels(self.rules, term)

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
        if body.get("phase") == _STARTED and complete and level:
            body.pop("phase")
            self.values["mode"] = "creation" if total == start else "advancement"
        elif body.get("phase") == _STARTED - 1:
            body.pop("phase")


@dataclass(slots=True)
class _Export:
    ids: _Ids
    rules: Rules
    hero: Hero
    homeless: dict[str, Any] = field(default_factory=dict)

    def result(self) -> dict[str, Any]:
        hero = self.hero
        rest: dict[str, Any] = json.loads(json.dumps(_plain(hero.foreign.get("optolith", {}))))
        start = self.rules.lore.experience_ap.get(hero.experience_level or "", 0)
        total = start if hero.adventure_points is None else hero.adventure_points
        body: dict[str, Any] = {
            "name": hero.name,
            "phase": _STARTED - 1 if hero.mode == "draft" else _STARTED,
            "ap": {"total": total, **rest.pop("ap", {})},
            **self._singles(),
            "pers": {**hero.details, **rest.pop("pers", {})},
            "attr": self._attributes(rest),
            "activatable": self._activatable(rest),
        }
        for key, feature in _LEVELLED.items():
            body[key] = {**self._levelled(feature), **rest.pop(key, {})}
        for key, feature in _NAMED.items():
            body[key] = [*self._names(feature), *rest.pop(key, {})]
        body = {**_SKELETON, **body, **rest}
        if ours := self._ours(start):
            body[_OURS] = ours
        return body

    def _ours(self, start: int) -> dict[str, Any]:
        """What Optolith has no place for, so that the way back leads to the same hero."""
        hero = self.hero
        ours: dict[str, Any] = {"features": self.homeless} if self.homeless else {}
        rest = {"waivers": hero.waivers, "history": hero.history}
        kept = {key: _plain(value) for key, value in rest.items() if value}
        earned = hero.adventure_points
        natural = "creation" if earned is None else "advancement"
        if hero.mode not in ("draft", natural):
            kept["mode"] = hero.mode
        if earned is not None and earned == start:
            kept["adventure_points"] = earned
        others = {k: _plain(v) for k, v in hero.foreign.items() if k != "optolith"}
        if others:
            kept["foreign"] = {**_plain(hero.foreign)}
        if hero.elsewhere != self._elsewhere():
            kept["elsewhere"] = hero.elsewhere
        if kept:
            ours["rest"] = kept
        silent = [
            feature.key
            for feature in FEATURES.values()
            if feature.shape is not Shape.SINGLE and not hero.says(feature.name)
        ]
        if silent:
            ours["silent"] = silent
        if self.homeless:
            ours["order"] = {key: self._order(key) for key in self.homeless}
        return ours

    def _elsewhere(self) -> int:
        """What an import would reckon."""
        rest = self.hero.foreign.get("optolith", {})
        levels = [(f, level) for k, f in _LEVELLED.items() for level in rest.get(k, {}).values()]
        names = [(feature, None) for key, feature in _NAMED.items() for _ in rest.get(key, {})]
        return sum(_usual_price(self.rules, feature, level) for feature, level in levels + names)

    def _order(self, key: str) -> list[str]:
        value = getattr(self.hero, key)
        return [] if isinstance(value, str) else [_order_name(entry) for entry in value]

    def _id(self, term: Term) -> tuple[str, Any] | None:
        name = term.value or ""
        if term.using:
            exact = self.ids.ids.get((term.feature, name, term.using))
            if exact is not None:
                return exact
            general = self.ids.ids.get((term.feature, name, None))
            free = (term.feature, name) in self.rules.lore.free_texts
            return (general[0], term.using) if general and free else None
        return self.ids.ids.get((term.feature, name, None))

    def _homeless(self, term: Term) -> None:
        feature = FEATURES[term.feature]
        if feature.shape is Shape.SINGLE:
            self.homeless[feature.key] = term.value
        elif feature.shape is Shape.LEVELLED:
            self.homeless.setdefault(feature.key, {})[term.value or ""] = term.level
        elif feature.shape is Shape.USED:
            entry = [term.value, term.using, term.level]
            self.homeless.setdefault(feature.key, []).append(entry)
        else:
            self.homeless.setdefault(feature.key, []).append(term.value)

    def _of(self, feature: str) -> Iterator[tuple[Term, str, Any]]:
        """The entries of a feature that Optolith knows, with id and choice."""
        for term in self.hero.terms():
            if term.feature == feature:
                known = self._id(term)
                if known is None:
                    self._homeless(term)
                else:
                    yield term, *known

    def _singles(self) -> dict[str, Any]:
        return {key: name for key, feature in _SINGLES.items() for _, name, _ in self._of(feature)}

    def _attributes(self, rest: dict[str, Any]) -> dict[str, Any]:
        values = [{"id": name, "value": term.level} for term, name, _ in self._of("attribute")]
        values += [{"id": n, "value": v} for n, v in rest.pop("attr.values", {}).items()]
        attr: dict[str, Any] = {"values": values}
        if self.hero.attribute_choice is not None:
            known = self.ids.ids.get(("attribute", self.hero.attribute_choice, None))
            if known is not None:
                attr["attributeAdjustmentSelected"] = known[0]
            else:
                self._homeless(Term("attribute_choice", self.hero.attribute_choice))
        places = {name: key for key, name in _BOUGHT.items()}
        attr.update(dict.fromkeys(_BOUGHT, 0))
        for name, points in (self.hero.bought or {}).items():
            if name in places:
                attr[places[name]] = points
            else:
                self._homeless(Term("bought", name, None, points))
        attr.update(_INTACT)
        attr.update(rest.pop("attr", {}))
        return attr

    def _levelled(self, feature: str) -> dict[str, Any]:
        return {name: term.level for term, name, _ in self._of(feature)}

    def _names(self, feature: str) -> list[str]:
        return [name for _, name, _ in self._of(feature)]

    def _activatable(self, rest: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, list[dict[str, Any]]] = {}
        extras = rest.pop("entries", {})
        for name in rest.pop("activatable.empty", []):
            found[name] = []
        for feature in ("advantage", "disadvantage", "special_ability", "language", "script"):
            for term, name, sid in self._of(feature):
                entry: dict[str, Any] = {} if sid is None else {"sid": sid}
                if _has_levels(self.rules, term):
                    entry["tier"] = term.level
                entry.update(extras.get(_entry_name(term), {}))
                if entry.get("tier", 0) is None:
                    entry.pop("tier")
                found.setdefault(name, []).append(entry)
        for name, entries in rest.pop("activatable", {}).items():
            found.setdefault(name, []).extend(entries)
        return found


_INTACT: dict[str, Any] = {
    "permanentAE": {"lost": 0, "redeemed": 0},
    "permanentKP": {"lost": 0, "redeemed": 0},
    "permanentLP": {"lost": 0},
}
_NOTHING_LOST = list(_INTACT.values())


def _usual_price(rules: Rules, feature: str, level: int | None) -> int:
    """What a thing that no book knows costs, going by its likes."""
    likes = [Term(feature, term.value, None, level) for term in rules.lore.known[feature]]
    return int(median(map(rules.lore.price, likes))) if likes else 0


def _has_levels(rules: Rules, term: Term) -> bool:
    if term.feature == "language":
        return True
    if term.feature == "script":
        return False
    levels = rules.lore.levels(term.feature, term.value or "", term.using or "")
    return any(level > 1 for level in levels)


def _entry_name(term: Term) -> str:
    return "|".join([term.feature, term.value or "", term.using or ""])


def _order_name(entry: Any) -> str:
    return "|".join(map(str, entry[:2])) if isinstance(entry, list | tuple) else str(entry)


def _in_order(entries: list[Any], names: list[str]) -> list[Any]:
    places = {name: place for place, name in enumerate(names)}
    return sorted(entries, key=lambda entry: places.get(_order_name(entry), len(places)))


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
