"""Advantages, disadvantages, special abilities, languages and scripts as Optolith lists them.

Entries go in one by one, with their id and their place in the list; triples of ours come out,
agreed prices, what is not judged, and what only Optolith understands.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from spielwerk.heroes.optolith_format import (
    ENTRY_KEYS,
    KINDS,
    Ids,
    elsewhere,
    entry_name,
    has_levels,
)
from spielwerk.languages.rulebook import Rules, Term


@dataclass(slots=True)
class EntryReader:
    """What the entries of one hero come to."""

    ids: Ids
    rules: Rules
    triples: dict[str, list[list[Any]]] = field(
        default_factory=lambda: {"advantage": [], "disadvantage": [], "special_ability": []}
    )
    languages: dict[str, int] = field(default_factory=dict)
    scripts: list[str] = field(default_factory=list)
    prices: list[dict[str, Any]] = field(default_factory=list)
    unjudged: list[dict[str, Any]] = field(default_factory=list)
    rest: dict[str, Any] = field(default_factory=dict)
    """Entries as they were, and what was said about others besides choice, level and price."""
    _seen: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    _places: Counter[str] = field(default_factory=Counter)

    def read(self, name: str, place: int, entry: dict[str, Any]) -> None:
        """Take in the entry at a place of an id's list."""
        term = self._term(name, entry)
        if term is None:
            self._keep(name, place, entry, self._stranger(name, entry))
            return
        self._places[name] += 1
        term = self._as_here(name, term, entry)
        key = (term.feature, term.value or "", term.using or "")
        self._seen[key] += 1
        many = self._seen[key]
        if many > 1 and (term.feature, term.value or "") in self.ids.counted:
            self._raise(term, many)
        elif many > 1:
            self._keep(name, place, entry, self._repeated(term, entry, many))
            return
        else:
            self._add(term, entry)
        self._note(term, entry)

    def _term(self, name: str, entry: dict[str, Any]) -> Term | None:
        sid = entry.get("sid")
        if sid is not None and (exact := self.ids.terms.get((name, str(sid)))) is not None:
            return exact
        term = self.ids.terms.get((name, None))
        if term is None or sid is None:
            return term if term is None or self._may_be_bare(term) else None
        if (term.feature, term.value or "") in self.ids.sides:
            return term
        free = (term.feature, term.value or "") in self.rules.lore.free_texts
        return Term(term.feature, term.value, sid) if isinstance(sid, str) and free else None

    def _may_be_bare(self, term: Term) -> bool:
        """Whether something may stand without saying what it is used for."""
        if term.feature in ("language", "script"):
            return True
        known = self.rules.lore.levels(term.feature, term.value or "", term.using or "")
        return bool(known)

    def _as_here(self, name: str, term: Term, entry: dict[str, Any]) -> Term:
        """The thing as the books here have it: second knowledge of properties, the home place."""
        feature, value = term.feature, term.value or ""
        further = self.ids.further.get((feature, value, self._places[name]))
        gratis = self.ids.gratis.get((feature, value)) if entry.get("cost") == 0 else None
        if gratis is not None and any(t[0] == gratis for t in self.triples[feature]):
            gratis = None
        return Term(feature, further or gratis or value, term.using)

    def _add(self, term: Term, entry: dict[str, Any]) -> None:
        level = int(entry.get("tier", 1))
        value = term.value or ""
        if term.feature == "language":
            self.languages[value] = level
        elif term.feature == "script":
            self.scripts.append(value)
        else:
            self.triples[term.feature].append([value, term.using or "", level])
            side = self.ids.sides.get((term.feature, value))
            chosen = self.ids.terms.get((str(entry.get("sid")), None))
            if side is not None and chosen is not None and self._is_known(side, chosen.value or ""):
                self.triples["special_ability"].append([side, chosen.value, 1])
        gratis = value in self.ids.gratis.values() and entry.get("cost") == 0
        if isinstance(entry.get("cost"), int) and not gratis:
            sign = -1 if term.feature == "disadvantage" else 1
            price: dict[str, Any] = {"feature": term.feature, "value": value}
            price |= {"using": term.using} if term.using else {}
            self.prices.append(price | {"ap": sign * entry["cost"]})

    def _is_known(self, ability: str, use: str) -> bool:
        return Term("special_ability", ability, use, 1) in self.rules.lore.known["special_ability"]

    def _raise(self, term: Term, level: int) -> None:
        for triple in self.triples[term.feature]:
            if triple[:2] == [term.value, term.using or ""]:
                triple[2] = level

    def _note(self, term: Term, entry: dict[str, Any]) -> None:
        """What an entry says besides, for the way back."""
        extra = {k: v for k, v in entry.items() if k not in ENTRY_KEYS}
        counted = (term.feature, term.value or "") in self.ids.counted
        written = not counted and has_levels(self.rules, term)
        if ("tier" in entry) is not written:
            extra["tier"] = entry.get("tier")
        if "cost" in entry and not isinstance(entry["cost"], int):
            extra["cost"] = entry["cost"]
        side = self.ids.sides.get((term.feature, term.value or ""))
        if side is not None and "sid" in entry:
            known = self.ids.terms.get((str(entry["sid"]), None))
            if known is None or not self._is_known(side, known.value or ""):
                extra["sid"] = entry["sid"]
        if extra or counted:
            self.rest.setdefault("entries", {}).setdefault(entry_name(term), []).append(extra)

    def _keep(self, name: str, place: int, entry: dict[str, Any], said: dict[str, Any]) -> None:
        """An entry that is counted and named, but not judged."""
        kept = self.rest.setdefault("activatable", {}).setdefault(name, [])
        kept.append({**entry})
        places = self.rest.setdefault("activatable.places", {}).setdefault(name, [])
        places.append(place)
        self.unjudged.append(said)

    def _stranger(self, name: str, entry: dict[str, Any]) -> dict[str, Any]:
        feature = KINDS.get(name.partition("_")[0], "special_ability")
        known, level = elsewhere().get(name), int(entry.get("tier", 1))
        general = self.ids.terms.get((name, None))
        called = known.name if known else (general.value or name) if general else name
        sign = -1 if feature == "disadvantage" else 1
        price = known.price(level, entry.get("sid"), feature) if known else None
        if price is None and general is not None:
            price = self.rules.lore.costs.get(Term(general.feature, general.value, "", level))
        if isinstance(entry.get("cost"), int):
            price = sign * entry["cost"]
        using = self._use(known.choices if known else None, entry)
        return {"feature": feature, "value": called, "using": using, "level": level, "ap": price}

    def _use(self, choices: Any, entry: dict[str, Any]) -> str:
        parts = []
        for key in ("sid", "sid2", "sid3"):
            chosen = entry.get(key)
            if chosen is None:
                continue
            known = self.ids.terms.get((str(chosen), None))
            listed = (choices or {}).get(str(chosen)) if key == "sid" else None
            parts.append(listed[0] if listed else (known.value or "") if known else str(chosen))
        return ", ".join(parts)

    def _repeated(self, term: Term, entry: dict[str, Any], many: int) -> dict[str, Any]:
        """The same once more, told apart by what else is said about it."""
        key = (term.feature, term.value or "", term.using or "")
        level = int(entry.get("tier", 1))
        most = self.ids.repeats.get(key)
        price = self.rules.lore.price(Term(term.feature, term.value, term.using or "", level))
        if most is not None and many > most:
            price = 0
        if isinstance(entry.get("cost"), int):
            price = -entry["cost"] if term.feature == "disadvantage" else entry["cost"]
        detail = entry.get("sid2")
        using = (
            f"{term.using or ''}: {detail}" if isinstance(detail, str) else f"{term.using} ({many})"
        )
        return {
            "feature": term.feature,
            "value": term.value,
            "using": using,
            "level": level,
            "ap": price,
        }
