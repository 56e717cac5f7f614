"""Heroes that go to Optolith, and find the same hero when they come back."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from spielwerk.heroes.optolith_format import (
    BOUGHT,
    COINS,
    LEVELLED,
    NAMED,
    OURS,
    PERMANENT,
    SINGLES,
    SKELETON,
    STARTED,
    Ids,
    entry_name,
    has_levels,
    ids_of,
    order_name,
    plain,
)
from spielwerk.heroes.optolith_import import import_optolith
from spielwerk.languages.rulebook import FEATURES, Hero, Rules, Shape, Term


def export_optolith(rules: Rules, hero: Hero, now: datetime | None = None) -> dict[str, Any]:
    """The hero as Optolith's JSON; importing it again gives the same hero.

    Who comes from elsewhere keeps its id and dates; who was never there gets new ones of ``now``.
    """
    return _Export(ids_of(rules), rules, hero, now or datetime.now(UTC)).result()


@dataclass(slots=True)
class _Export:
    ids: Ids
    rules: Rules
    hero: Hero
    now: datetime
    homeless: dict[str, Any] = field(default_factory=dict)
    made: list[str] = field(default_factory=list)
    """Keys that Optolith insists on and the hero says nothing about."""

    def result(self) -> dict[str, Any]:
        hero = self.hero
        rest: dict[str, Any] = json.loads(json.dumps(plain(hero.foreign.get("optolith", {}))))
        start = self.rules.lore.experience_ap.get(hero.experience_level or "", 0)
        total = start if hero.adventure_points is None else hero.adventure_points
        body: dict[str, Any] = {
            "name": hero.name or "?",
            "phase": STARTED - 1 if hero.mode == "draft" else STARTED,
            "ap": {"total": total, **rest.pop("ap", {})},
            **self._singles(rest),
            "pers": {**hero.details, **rest.pop("pers", {})},
            "attr": self._attributes(rest),
            "activatable": self._activatable(rest),
        }
        for key, feature in LEVELLED.items():
            body[key] = {**self._levelled(feature), **rest.pop(key, {})}
        for key, feature in NAMED.items():
            body[key] = _placed(list(self._names(feature)), rest.pop(key, {}))
        body["belongings"] = self._belongings(rest.pop("belongings", {}))
        if hero.portrait:
            body["avatar"] = hero.portrait
        body = {**self._required(), **SKELETON, **body, **rest}
        self.made = [key for key in self.made if key not in rest]
        self._remember(body)
        return body

    def _required(self) -> dict[str, Any]:
        """What no file of Optolith may lack."""
        moment = f"{self.now.astimezone(UTC):%Y-%m-%dT%H:%M:%S}.{self.now.microsecond // 1000:03}Z"
        self.made += ["id", "dateCreated", "dateModified"]
        made: dict[str, Any] = {
            "id": f"H_{int(self.now.timestamp() * 1000)}",
            "dateCreated": moment,
            "dateModified": moment,
        }
        if self.hero.experience_level is None:
            made["el"] = "EL_3"
            self.made.append("el")
        return made

    def _remember(self, body: dict[str, Any]) -> None:
        """What Optolith has no place for, so that the way back leads to the same hero."""
        ours: dict[str, Any] = {"made": self.made} if self.made else {}
        if self.homeless:
            ours["features"] = self.homeless
            ours["order"] = {key: self._order(key) for key in self.homeless}
        silent = [
            feature.key
            for feature in FEATURES.values()
            if feature.shape is not Shape.SINGLE and not self.hero.says(feature.name)
        ]
        if silent:
            ours["silent"] = silent
        if ours:
            body[OURS] = ours
        wanted = self.hero.to_json()
        found = import_optolith(self.rules, body).hero.to_json()
        features = {feature.key for feature in FEATURES.values()}
        lost = {
            key: wanted.get(key, _NOTHING.get(key))
            for key in (wanted.keys() | found.keys()) - features - {"format"}
            if wanted.get(key) != found.get(key)
        }
        if lost:
            body.setdefault(OURS, {})["rest"] = lost

    def _order(self, key: str) -> list[str]:
        value = getattr(self.hero, key)
        return [] if isinstance(value, str) else [order_name(entry) for entry in value]

    def _id(self, term: Term) -> tuple[str, Any] | None:
        name = self.ids.first_of(term.feature, term.value or "")
        for costs, gratis in self.ids.gratis.items():
            if costs[0] == term.feature and gratis == name:
                name = costs[1]
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
            if term.feature == feature and not self._is_side(term):
                known = self._id(term)
                if known is None:
                    self._homeless(term)
                else:
                    yield term, *known

    def _is_side(self, term: Term) -> bool:
        """Whether another entry says this along with itself."""
        return term.feature == "special_ability" and any(
            side == term.value and self._holder(holder) is not None
            for (_, holder), side in self.ids.sides.items()
        )

    def _holder(self, name: str) -> Term | None:
        return next((t for t in self.hero.terms() if t.value == name), None)

    def _singles(self, rest: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        variants = {name: ids for ids, name in self.ids.variants.items()}
        strange = {entry["feature"]: entry["value"] for entry in self.hero.unjudged}
        for key, feature in SINGLES.items():
            said = getattr(self.hero, FEATURES[feature].key)
            if key in rest and (said is None or strange.get(feature) == said):
                found[key] = rest.pop(key)
                continue
            rest.pop(key, None)
            if feature == "profession" and said in variants:
                found["p"], found["pv"] = variants[said]
            else:
                for _, name, _ in self._of(feature):
                    found[key] = name
        return found

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
        places = {name: key for key, name in BOUGHT.items()}
        attr.update(dict.fromkeys(BOUGHT, 0))
        for name, points in (self.hero.bought or {}).items():
            if name in places:
                attr[places[name]] = points
            else:
                self._homeless(Term("bought", name, None, points))
        odd = rest.pop("attr", {})
        for key, name in PERMANENT.items():
            attr[key] = {"lost": self.hero.lost.get(name, 0)}
            if name != "LE":
                attr[key]["redeemed"] = self.hero.redeemed.get(name, 0)
            attr[key].update(odd.pop(key, {}))
        attr.update(odd)
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
                said = extras.get(entry_name(term), [])
                notes = [said] if isinstance(said, Mapping) else list(said)
                found.setdefault(name, []).extend(self._entries(term, sid, notes))
        places = rest.pop("activatable.places", {})
        for name, entries in rest.pop("activatable", {}).items():
            listed = found.setdefault(name, [])
            where = places.get(name, [])
            for number, entry in enumerate(entries):
                listed.insert(where[number] if number < len(where) else len(listed), entry)
        return found

    def _entries(self, term: Term, sid: Any, notes: list[Any]) -> Iterator[dict[str, Any]]:
        """The entries of one thing of ours: mostly one, but of what is counted one a level."""
        counted = (term.feature, term.value or "") in self.ids.counted
        for number in range((term.level or 1) if counted else 1):
            entry: dict[str, Any] = {} if sid is None else {"sid": sid}
            side = self.ids.sides.get((term.feature, term.value or ""))
            chosen = self._holder(side) if side else None
            if chosen is not None:
                known = self.ids.ids.get(("spell", chosen.using or "", None))
                entry |= {"sid": known[0]} if known else {}
            if not counted and has_levels(self.rules, term):
                entry["tier"] = term.level
            entry |= self._cost(term)
            entry.update(notes[number] if number < len(notes) else {})
            if entry.get("tier", 0) is None:
                entry.pop("tier")
            yield entry

    def _cost(self, term: Term) -> dict[str, Any]:
        """A price of its own, where there is one."""
        if term.value in self.ids.gratis.values():
            return {"cost": 0}
        for price in self.hero.prices:
            same = (price["feature"], price["value"], price.get("using") or "")
            if same == (term.feature, term.value, term.using or ""):
                return {"cost": -price["ap"] if term.feature == "disadvantage" else price["ap"]}
        return {}

    def _belongings(self, rest: dict[str, Any]) -> dict[str, Any]:
        raw = rest.pop("items", {}) or {}
        items: dict[str, Any] = {}
        for number, thing in enumerate(self.hero.belongings, start=1):
            name = thing.get("id") or f"ITEM_{number}"
            while name in items:
                name = f"{name}0"
            known = raw.get(name, {"id": name, "gr": 6, "isTemplateLocked": False, "where": ""})
            items[name] = {**known, "name": thing["name"], "amount": thing.get("amount", 1)}
            if name in raw and "amount" not in raw[name] and thing.get("amount") is None:
                items[name].pop("amount")
        shown = {name for name, item in raw.items() if _is_item(item)}
        items |= {name: item for name, item in raw.items() if name not in shown}
        coins = {key: str(self.hero.purse.get(name, "")) for key, name in COINS.items()}
        purse = {**coins, **rest.pop("purse", {})}
        return {**SKELETON["belongings"], **rest, "items": items, "purse": purse}


_NOTHING: dict[str, Any] = {
    "history": [],
    "waivers": [],
    "unjudged": [],
    "prices": [],
    "belongings": [],
    "lost": {},
    "redeemed": {},
    "purse": {},
    "details": {},
    "foreign": {},
    "elsewhere": 0,
    "portrait": "",
    "adventure_points": None,
}
"""What stands for nothing at each key of a hero."""


def _placed(names: list[str], strange: Mapping[str, Any]) -> list[str]:
    """Names with those of others in between, each where it stood."""
    for name, place in sorted(strange.items(), key=lambda one: one[1]):
        names.insert(len(names) if place is True else place, name)
    return names


def _is_item(item: object) -> bool:
    return isinstance(item, Mapping) and isinstance(item.get("name"), str)
