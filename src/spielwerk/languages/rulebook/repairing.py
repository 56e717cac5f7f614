"""The smallest repair of a hero: which few changes make it legal.

A hero and what its player pins go in. What comes out is proven minimal: first as little as
possible of what the hero *is* changes (race, culture, profession, experience level), then as few
entries as possible, then as few adventure points as possible are moved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from spielwerk.core import SpielwerkError
from spielwerk.languages.rulebook.features import FEATURES, Shape, Term
from spielwerk.languages.rulebook.hero import Hero
from spielwerk.languages.rulebook.messages import FEATURE_WORDS
from spielwerk.languages.rulebook.rules import Rules
from spielwerk.languages.rulebook.search import (
    IDENTITY,
    Domain,
    Key,
    LegalHero,
    best_answers,
    hero_of,
    key_of,
    reachable,
)

SECONDS = 5.0
"""How long a search may take."""
_ALTERNATIVES = 4


class Unrepairable(SpielwerkError):
    """No legal hero can be reached while the pins hold; the message says what stands in the way."""


@dataclass(frozen=True, slots=True)
class Change:
    """One entry of a hero before and after; ``None`` is absent."""

    before: Term | None
    after: Term | None

    @property
    def term(self) -> Term:
        term = self.after or self.before
        assert term is not None
        return term

    def size(self, rules: Rules) -> int:
        """How much it moves: adventure points, and at least a point a change."""
        old = rules.lore.price(self.before) if self.before else 0
        new = rules.lore.price(self.after) if self.after else 0
        return max(1, abs(new - old))

    def says(self, rules: Rules, language: str = "en") -> str:
        """The change in words."""
        column = 0 if language == "de" else 1
        word = FEATURE_WORDS[self.term.feature][column]
        old = rules.lore.label(self.before, language) if self.before else None
        new = rules.lore.label(self.after, language) if self.after else None
        verbs = ("streichen", "neu", "statt") if column == 0 else ("remove", "new", "instead of")
        if new is None:
            return f"{word} {old}: {verbs[0]}"
        if old is None:
            return f"{word} {new}: {verbs[1]}"
        return f"{word} {new} {verbs[2]} {old}"

    def to_json(self) -> dict[str, Any]:
        term = self.term
        body: dict[str, Any] = {"feature": term.feature, "value": term.value}
        if FEATURES[term.feature].shape is Shape.SINGLE:
            body["before"] = self.before.value if self.before else None
            body["after"] = self.after.value if self.after else None
            return body
        if term.using is not None:
            body["using"] = term.using
        body["before"] = _amount(self.before)
        body["after"] = _amount(self.after)
        return body


@dataclass(frozen=True, slots=True)
class Repair:
    """A legal hero near the one that was asked about, and how to get there."""

    hero: Hero
    changes: tuple[Change, ...]
    reasons: tuple[tuple[str, ...], ...]
    """For each change the violations, told as sentences, that it takes part in ending."""
    optimal: bool
    """Whether it is proven that no repair is smaller."""
    alternatives: tuple[tuple[Change, ...], ...] = ()
    """Other repairs that are just as small."""

    def to_json(self, rules: Rules, language: str = "en") -> dict[str, Any]:
        steps = [
            {**change.to_json(), "says": change.says(rules, language), "because": list(why)}
            for change, why in zip(self.changes, self.reasons, strict=True)
        ]
        return {
            "hero": self.hero.to_json(),
            "steps": steps,
            "optimal": self.optimal,
            "alternatives": [
                [{**c.to_json(), "says": c.says(rules, language)} for c in changes]
                for changes in self.alternatives
            ],
        }


def repair(
    rules: Rules,
    hero: Hero,
    pins: Iterable[Key | str] = (),
    language: str = "en",
    seconds: float = SECONDS,
) -> Repair:
    """The smallest repair of a hero that leaves pinned entries alone.

    Pins are entries, or texts like those that :func:`parse_pin` reads: ``["race"]``.

    :raises Unrepairable: no legal hero can be reached
    :raises SpielwerkError: one of the pins is none
    """
    kept = _keys(pins)
    report = rules.validate(hero, language)
    if report.valid:
        return Repair(hero, (), (), True)
    hero, _ = rules.lore.canonical(hero)
    answers: list[LegalHero] = []
    for identity in (False, True):
        domain = reachable(rules, hero, kept, identity)
        wishes = "\n".join(_wishes(rules, hero, domain))
        answers = best_answers(rules, hero, domain, wishes, seconds, _ALTERNATIVES + 1)
        if answers:
            break
    if not answers:
        first = "\n".join(f"- {v.message}" for v in report.errors if v.follows is None)
        raise Unrepairable(f"{_HOPELESS[language == 'de', bool(kept)]}\n{first}")
    repaired = [hero_of(hero, answer.terms) for answer in answers]
    best, *others = [changes_between(hero, made) for made in repaired]
    return Repair(
        repaired[0],
        tuple(best),
        tuple(_reasons(rules, hero, best, language)),
        answers[0].optimal,
        tuple(tuple(changes) for changes in others),
    )


_HOPELESS = {
    (False, False): "No change within reach makes this hero legal:",
    (False, True): "No change within reach makes this hero legal while what is pinned stays:",
    (True, False): "Keine naheliegende Änderung macht diesen Helden regelgerecht:",
    (True, True): (
        "Keine naheliegende Änderung macht diesen Helden regelgerecht, solange das Festgehaltene "
        "bleibt:"
    ),
}
"""What is said in German or not, with pins or not."""


def _keys(pins: Iterable[Key | str]) -> frozenset[Key]:
    if isinstance(pins, str):
        raise SpielwerkError(f"Pins are a list: [{pins!r}] rather than {pins!r}.")
    return frozenset(parse_pin(pin) if isinstance(pin, str) else pin for pin in pins)


def changes_between(hero: Hero, other: Hero) -> list[Change]:
    """How to get from one hero to the other, entry by entry."""
    before = {key_of(term): term for term in hero.terms()}
    after = {key_of(term): term for term in other.terms()}
    return [
        Change(before.get(key), after.get(key))
        for key in dict.fromkeys((*before, *after))
        if before.get(key) != after.get(key)
    ]


def parse_pin(text: str) -> Key:
    """``race``, ``talent`` (all of them), ``talent:Zechen`` or ``advantage:Begabung:Singen``.

    :raises SpielwerkError: there is no such feature
    """
    feature, _, rest = text.partition(":")
    if feature not in FEATURES:
        raise SpielwerkError(
            f"There is no feature '{feature}' to pin. Features are {', '.join(FEATURES)}."
        )
    if FEATURES[feature].shape is Shape.SINGLE:
        return feature, "", ""
    name, _, using = rest.partition(":")
    return feature, name or "*", using


def _wishes(rules: Rules, hero: Hero, domain: Domain) -> Iterator[str]:
    """Few changes and small ones, as weak constraints."""
    now = {key_of(term): term for term in hero.terms()}
    for number, (key, options) in enumerate(domain.options.items()):
        if key in domain.fixed:
            continue
        had = now.get(key)
        rank = 3 if key[0] in IDENTITY else 2
        if had is not None:
            yield f":~ not {had.written()}. [1@{rank},{number}]"
            if key not in domain.kept:
                absent = ", ".join(f"not {term.written()}" for term in options)
                yield f":~ {absent}. [{Change(had, None).size(rules)}@1,{number}]"
        for term in options:
            if had is None:
                yield f":~ {term.written()}. [1@{rank},{number}]"
            if term != had:
                yield f":~ {term.written()}. [{Change(had, term).size(rules)}@1,{number}]"


def _reasons(
    rules: Rules, hero: Hero, changes: Sequence[Change], language: str
) -> Iterator[tuple[str, ...]]:
    """Which violations come back when a single change is left out."""
    whole = hero
    for change in changes:
        whole = _apply(whole, change)
    for change in changes:
        back = _apply(whole, Change(change.after, change.before))
        yield tuple(v.message for v in rules.validate(back, language).errors if v.follows is None)


def _apply(hero: Hero, change: Change) -> Hero:
    if change.after is None:
        assert change.before is not None
        return hero.without_term(change.before)
    return hero.put(change.after)


def _amount(term: Term | None) -> int | None:
    if term is None:
        return None
    return 1 if term.level is None else term.level
