"""The cheapest way to a goal: what a hero has to buy to get there, in which order.

A hero and wishes ("Finte 2") go in; the purchases that cost the fewest adventure points come out,
proven by clingo. Nothing the hero has is taken away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from spielwerk.core import SpielwerkError
from spielwerk.languages.rulebook.completing import speaking_of
from spielwerk.languages.rulebook.features import FEATURES, Shape, Term
from spielwerk.languages.rulebook.hero import MAX_LEVEL, Hero
from spielwerk.languages.rulebook.repairing import SECONDS, Change, changes_between
from spielwerk.languages.rulebook.rules import Rules
from spielwerk.languages.rulebook.search import Domain, best_answers, hero_of, key_of, reachable

_PLENTY = 1_000_000
_ORDER = {name: place for place, name in enumerate(FEATURES)}


_NO_GOAL = {
    False: "'{text}' is no goal. Goals look like talent:Zechen=8 or special_ability:Finte=2.",
    True: "'{text}' ist kein Ziel. Ziele sehen so aus: talent:Zechen=8, special_ability:Finte=2.",
}
_NO_LEVEL = {False: "'{level}' is no level.", True: "'{level}' ist keine Stufe."}
_OUT_OF_REACH = {
    False: "This cannot be reached by purchases.",
    True: "Das lässt sich nicht erkaufen.",
}
"""What is said in German or not."""


class OutOfReach(SpielwerkError):
    """No purchases lead to the goal; the message says what stands in the way."""


@dataclass(frozen=True, slots=True)
class PurchasePlan:
    """Purchases in an order that is legal at every step, and what they cost."""

    hero: Hero
    steps: tuple[Change, ...]
    prices: tuple[int, ...]
    left: int | None
    """Adventure points left before the first step, where the hero keeps an account."""
    optimal: bool

    @property
    def cost(self) -> int:
        return sum(self.prices)

    def to_json(self, rules: Rules, language: str = "en") -> dict[str, Any]:
        return {
            "cost": self.cost,
            "left": self.left,
            "affordable": self.left is None or self.cost <= self.left,
            "optimal": self.optimal,
            "steps": [
                {**step.to_json(), "says": step.says(rules, language), "ap": price}
                for step, price in zip(self.steps, self.prices, strict=True)
            ],
        }


def parse_goal(text: str, language: str = "en") -> Term:
    """``talent:Zechen=8``, ``special_ability:Finte=2``, ``advantage:Begabung:Singen``.

    :raises SpielwerkError: the text is no goal
    """
    rest, _, level = text.partition("=")
    feature, _, name = rest.partition(":")
    name, _, using = name.partition(":")
    shape = FEATURES[feature].shape if feature in FEATURES else None
    if shape is None or not name or shape is Shape.SINGLE:
        raise SpielwerkError(_NO_GOAL[language == "de"].format(text=text))
    if level and (not level.isdecimal() or len(level) > 4 or int(level) > MAX_LEVEL):
        raise SpielwerkError(_NO_LEVEL[language == "de"].format(level=level))
    number = int(level) if level else 1
    if shape is Shape.LEVELLED:
        return Term(feature, name, None, number)
    return Term(feature, name, using, number) if shape is Shape.USED else Term(feature, name)


def plan(
    rules: Rules,
    hero: Hero,
    goals: Sequence[Term],
    seconds: float = SECONDS,
    *,
    language: str = "en",
) -> PurchasePlan:
    """The cheapest purchases after which the hero has all of this and is as legal as before.

    :raises OutOfReach: the goal cannot be reached by purchases
    """
    start, _ = rules.lore.canonical(hero)
    goals = [rules.lore.canonical_term(goal) for goal in goals]
    for goal in goals:
        start = speaking_of(start, goal.feature)
    rich = replace(start, adventure_points=_PLENTY)
    before = rules.validate(rich)
    domain = _purchases(rules, rich, goals)
    borne = [f"allows({atom})." for error in before.errors for atom in error.atoms]
    wishes = "\n".join([*_wishes(rules, rich, domain, goals), *borne])
    answers = best_answers(rules, rich, domain, wishes, seconds)
    if not answers:
        wished = rich
        for goal in goals:
            wished = wished.put(goal)
        known = {error.atoms for error in before.errors}
        found = rules.validate(wished, language).errors
        why = " ".join(v.message for v in found if v.atoms not in known)
        raise OutOfReach(f"{_OUT_OF_REACH[language == 'de']} {why}".strip())
    reached = hero_of(rich, answers[0].terms)
    changes = sorted(changes_between(rich, reached), key=lambda c: _ORDER[c.term.feature])
    prices = [_price(rules, change) for change in changes]
    account = rules.validate(start)
    left = None if account.ap_total is None else account.ap_total - account.ap_spent
    made = replace(reached, adventure_points=hero.adventure_points)
    return PurchasePlan(made, tuple(changes), tuple(prices), left, answers[0].optimal)


def _purchases(rules: Rules, hero: Hero, goals: Sequence[Term]) -> Domain:
    """Everything may rise and come, nothing may fall or go."""
    wished = hero
    for goal in goals:
        wished = wished.put(goal)
    domain = reachable(rules, wished, frozenset(), identity=False)
    now = {key_of(term): term for term in hero.terms()}
    for key, options in list(domain.options.items()):
        had = now.get(key)
        if key[0] == "attribute_choice" and had is None:
            del domain.options[key]
            continue
        if had is None:
            domain.kept.discard(key)
            continue
        least = had.level or 0
        domain.options[key] = {had: None} | {t: None for t in options if (t.level or 0) >= least}
        domain.kept.add(key)
        if FEATURES[key[0]].shape in (Shape.SINGLE, Shape.NAMED) or _is_income(key, goals):
            domain.options[key] = {had: None}
            domain.fixed.add(key)
    return domain


def _is_income(key: tuple[str, str, str], goals: Sequence[Term]) -> bool:
    """Worse disadvantages would pay for anything; nobody buys that way, unless it is the goal."""
    return key[0] == "disadvantage" and key not in map(key_of, goals)


def _wishes(rules: Rules, hero: Hero, domain: Domain, goals: Sequence[Term]) -> Iterator[str]:
    now = {key_of(term): term for term in hero.terms()}
    for goal in goals:
        enough = [t for t in domain.options[key_of(goal)] if (t.level or 0) >= (goal.level or 0)]
        yield f":- {', '.join(f'not {term.written()}' for term in enough)}."
    for number, (key, options) in enumerate(domain.options.items()):
        for term in options:
            if price := _price(rules, Change(now.get(key), term)):
                yield f":~ {term.written()}. [{price}@2,{number}]"
            if now.get(key) != term:
                yield f":~ {term.written()}. [1@1,{number}]"


def _price(rules: Rules, change: Change) -> int:
    before = rules.lore.price(change.before) if change.before else 0
    after = rules.lore.price(change.after) if change.after else 0
    return after - before
