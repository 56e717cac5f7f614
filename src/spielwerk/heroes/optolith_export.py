"""Heroes that go to Optolith, and find the same hero when they come back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from spielwerk.heroes.optolith_format import (
    BOUGHT,
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
    plain,
    usual_price,
)
from spielwerk.languages.rulebook import FEATURES, Hero, Rules, Shape, Term


def export_optolith(rules: Rules, hero: Hero) -> dict[str, Any]:
    """The hero as Optolith's JSON; importing it again gives the same hero."""
    return _Export(ids_of(rules), rules, hero).result()


@dataclass(slots=True)
class _Export:
    ids: Ids
    rules: Rules
    hero: Hero
    homeless: dict[str, Any] = field(default_factory=dict)

    def result(self) -> dict[str, Any]:
        hero = self.hero
        rest: dict[str, Any] = json.loads(json.dumps(plain(hero.foreign.get("optolith", {}))))
        start = self.rules.lore.experience_ap.get(hero.experience_level or "", 0)
        total = start if hero.adventure_points is None else hero.adventure_points
        body: dict[str, Any] = {
            "name": hero.name,
            "phase": STARTED - 1 if hero.mode == "draft" else STARTED,
            "ap": {"total": total, **rest.pop("ap", {})},
            **self._singles(),
            "pers": {**hero.details, **rest.pop("pers", {})},
            "attr": self._attributes(rest),
            "activatable": self._activatable(rest),
        }
        for key, feature in LEVELLED.items():
            body[key] = {**self._levelled(feature), **rest.pop(key, {})}
        for key, feature in NAMED.items():
            body[key] = [*self._names(feature), *rest.pop(key, {})]
        body = {**SKELETON, **body, **rest}
        if ours := self._ours(start):
            body[OURS] = ours
        return body

    def _ours(self, start: int) -> dict[str, Any]:
        """What Optolith has no place for, so that the way back leads to the same hero."""
        hero = self.hero
        ours: dict[str, Any] = {"features": self.homeless} if self.homeless else {}
        rest = {"waivers": hero.waivers, "history": hero.history}
        kept = {key: plain(value) for key, value in rest.items() if value}
        earned = hero.adventure_points
        natural = "creation" if earned is None else "advancement"
        if hero.mode not in ("draft", natural):
            kept["mode"] = hero.mode
        if earned is not None and earned == start:
            kept["adventure_points"] = earned
        others = {k: plain(v) for k, v in hero.foreign.items() if k != "optolith"}
        if others:
            kept["foreign"] = {**plain(hero.foreign)}
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
        levels = [(f, level) for k, f in LEVELLED.items() for level in rest.get(k, {}).values()]
        names = [(feature, None) for key, feature in NAMED.items() for _ in rest.get(key, {})]
        return sum(usual_price(self.rules, feature, level) for feature, level in levels + names)

    def _order(self, key: str) -> list[str]:
        value = getattr(self.hero, key)
        return [] if isinstance(value, str) else [order_name(entry) for entry in value]

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
        return {key: name for key, feature in SINGLES.items() for _, name, _ in self._of(feature)}

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
        attr.update(INTACT)
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
                if has_levels(self.rules, term):
                    entry["tier"] = term.level
                entry.update(extras.get(entry_name(term), {}))
                if entry.get("tier", 0) is None:
                    entry.pop("tier")
                found.setdefault(name, []).append(entry)
        for name, entries in rest.pop("activatable", {}).items():
            found.setdefault(name, []).extend(entries)
        return found
