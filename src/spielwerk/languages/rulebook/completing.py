"""What can still be chosen: every value of a feature, and why not where it is not possible.

A hero in the making and a feature go in. Each value is tried: it is *possible* where the hero
stays as legal as before, *nearly* where only something is missing first ("needs KK 13"), and
*impossible* else. The same rules as in validation decide, so the two never contradict each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from clingo import Symbol

from spielwerk.core import SpielwerkError
from spielwerk.languages.rulebook.features import FEATURES, Shape, Term
from spielwerk.languages.rulebook.grounding import fresh_control
from spielwerk.languages.rulebook.hero import Hero
from spielwerk.languages.rulebook.predicates import (
    Allows,
    Cost,
    FoundViolation,
    Pick,
    SeverityOf,
    is_a,
    read,
    signature_of,
)
from spielwerk.languages.rulebook.rules import Rules
from spielwerk.languages.rulebook.search import Domain, key_of
from spielwerk.languages.rulebook.violations import Violation, Weight

_PICK, _ = signature_of(Pick)
_SHOWN = (Pick, FoundViolation, Cost, SeverityOf, Allows)
_ONLY_MISSING = frozenset(["missing", "missing_level", "ap_overdrawn"])
"""Violations that go away once something is bought or earned."""


class OptionStatus(StrEnum):
    """Whether a value can be chosen."""

    POSSIBLE = "possible"
    NEARLY = "nearly"
    IMPOSSIBLE = "impossible"


@dataclass(frozen=True, slots=True)
class FeatureOption:
    """A value of a feature, whether it can be chosen now, and why not."""

    term: Term
    status: OptionStatus
    price: int
    """Adventure points that choosing it takes, compared to the hero as it is."""
    chosen: bool = False
    """Whether the hero has it already."""
    reasons: tuple[Violation, ...] = ()
    """The violations it would bring; warnings among them do not hinder."""

    def says(self, rules: Rules, language: str = "en") -> str:
        """The option in a line: "Wuchtschlag 1: nearly possible: needs KK 13"."""
        name = rules.lore.label(self.term, language)
        german = language == "de"
        if self.status is OptionStatus.POSSIBLE:
            return f"{name}: {'möglich' if german else 'possible'} ({self.price} AP)"
        if self.status is OptionStatus.IMPOSSIBLE:
            why = " ".join(v.message for v in self._hindrances())
            return f"{name}: {'nicht möglich' if german else 'impossible'}: {why}"
        needs = ", ".join(_need(v, rules, language) for v in self._hindrances())
        words = ("fast möglich: braucht", "nearly possible: needs")
        return f"{name}: {words[0 if german else 1]} {needs}"

    def _hindrances(self) -> list[Violation]:
        errors = [v for v in self.reasons if v.weight is Weight.ERROR]
        return [v for v in errors if v.follows is None] or errors

    def to_json(self, rules: Rules, language: str = "en") -> dict[str, Any]:
        body: dict[str, Any] = {"feature": self.term.feature, "value": self.term.value}
        if self.term.using is not None:
            body["using"] = self.term.using
        if self.term.level is not None:
            body["level"] = self.term.level
        return {
            **body,
            "label": rules.lore.label(self.term, language),
            "status": str(self.status),
            "ap": self.price,
            "chosen": self.chosen,
            "says": self.says(rules, language),
            "reasons": [violation.to_json() for violation in self.reasons],
        }


def complete(
    rules: Rules,
    hero: Hero,
    feature: str,
    language: str = "en",
    values: Iterable[Term] | None = None,
) -> list[FeatureOption]:
    """Every value of a feature that the books know, or only those asked about.

    A levelled feature is tried one level up, an advantage at its next level.

    :raises SpielwerkError: there is no such feature
    """
    if feature not in FEATURES:
        raise SpielwerkError(
            f"There is no feature '{feature}'. Features are {', '.join(FEATURES)}."
        )
    base = speaking_of(rules.lore.canonical(hero)[0], feature)
    tried = list(values) if values is not None else candidates(rules, base, feature)
    have = set(base.terms())
    before = rules.validate(base, language)
    known = {_identity(v) for v in (*before.violations, *before.waived)}
    options = []
    for term, (found, spent) in zip(tried, _try_all(rules, base, tried), strict=True):
        violations = rules.violations(found, language)
        new = tuple(v for v in violations if _identity(v) not in known)
        errors = [v for v in new if v.weight is Weight.ERROR]
        options.append(
            FeatureOption(term, _status(errors), spent - before.ap_spent, term in have, new)
        )
    return options


def candidates(rules: Rules, hero: Hero, feature: str) -> list[Term]:
    """The values worth trying: all names; of what has levels, the next one."""
    known = rules.lore.known[feature]
    if feature == "attribute_choice":
        return [Term(feature, term.value) for term in rules.lore.known["attribute"]]
    now = {key_of(term): term for term in hero.terms()}
    shape = FEATURES[feature].shape
    if shape is Shape.LEVELLED:
        start = rules.lore.start.get(feature, 0)
        return [
            Term(feature, term.value, None, (had.level or 0) + 1 if had else max(1, start + 1))
            for term in known
            for had in [now.get((feature, term.value or "", ""))]
        ]
    if shape is not Shape.USED:
        return list(known)
    lowest: dict[tuple[str, str, str], Term] = {}
    for term in sorted(known, key=lambda term: term.level or 1):
        had = now.get(key_of(term))
        if had is None or (term.level or 1) > (had.level or 1):
            lowest.setdefault(key_of(term), term)
        elif term == had and not any(
            key_of(t) == key_of(term) and (t.level or 1) > (term.level or 1) for t in known
        ):
            lowest[key_of(term)] = term
    return list(lowest.values())


def speaking_of(hero: Hero, feature: str) -> Hero:
    """The hero that says something about a feature, even if that it has nothing of it."""
    if FEATURES[feature].shape is Shape.SINGLE or hero.says(feature):
        return hero
    empty: Any = {} if FEATURES[feature].shape is Shape.LEVELLED else ()
    return replace(hero, **{FEATURES[feature].key: empty})


def _try_all(rules: Rules, hero: Hero, tried: list[Term]) -> list[tuple[list[Symbol], int]]:
    """What is found with each value, and what the hero then costs: one program, many answers."""
    if not tried:
        return []
    results: list[tuple[list[Symbol], int]] = [([], 0)] * len(tried)
    control = fresh_control(_program(rules, hero, tried), ["0"])
    with control.solve(yield_=True) as handle:
        for model in handle:
            found: list[Symbol] = []
            number = spent = 0
            for symbol in model.symbols(shown=True):
                if is_a(Pick, symbol):
                    number = read(Pick, symbol).number
                elif is_a(Cost, symbol):
                    spent += read(Cost, symbol).points
                else:
                    found.append(symbol)
            results[number] = (found, spent)
    return results


def _program(rules: Rules, hero: Hero, tried: list[Term]) -> str:
    """The program with one answer for each value: the hero as it is, but for that value."""
    replaced: dict[tuple[str, str, str], list[int]] = {}
    for number, term in enumerate(tried):
        replaced.setdefault(key_of(term), []).append(number)
    everything = Domain()
    for term in (*hero.terms(), *tried):
        everything.offer(term)
    feature = tried[0].feature
    facts = [*hero.circumstances(), *(term.symbol() for term in everything.terms())]
    world = rules.world.cut(everything.things())
    present = world.signatures | {(f.name, len(f.arguments)) for f in facts} | {("given", 1)}
    return "\n".join(
        [
            rules.steps.telling(present),
            world.text,
            *_hero_lines(hero, replaced),
            *(f"{term.written()} :- {_PICK}({number})." for number, term in enumerate(tried)),
            f"given({feature}).",
            f"1 {{ {_PICK}(0..{len(tried) - 1}) }} 1.",
            *(f"#show {name}/{arity}." for name, arity in map(signature_of, _SHOWN)),
        ]
    )


def _hero_lines(hero: Hero, replaced: Mapping[tuple[str, str, str], list[int]]) -> Iterator[str]:
    for term in hero.terms():
        numbers = replaced.get(key_of(term), [])
        condition = ", ".join(f"not {_PICK}({number})" for number in numbers)
        yield f"{term.written()} :- {condition}." if condition else f"{term.written()}."
    for fact in hero.circumstances():
        yield f"{fact}."


def _status(errors: list[Violation]) -> OptionStatus:
    if not errors:
        return OptionStatus.POSSIBLE
    root_causes = [violation for violation in errors if violation.follows is None] or errors
    if all(violation.type in _ONLY_MISSING for violation in root_causes):
        return OptionStatus.NEARLY
    return OptionStatus.IMPOSSIBLE


def _identity(violation: Violation) -> tuple[object, ...]:
    """The same violation of two heroes; limits that were exceeded before stay so."""
    return violation.type, frozenset(map(str, violation.atoms))


def _need(violation: Violation, rules: Rules, language: str) -> str:
    parameter = violation.parameter
    if violation.type == "ap_overdrawn":
        return "Abenteuerpunkte" if language == "de" else "adventure points"
    level = parameter.get("min_level", parameter.get("referred_feature_level"))
    if "selection" in parameter:
        word = " oder " if language == "de" else " or "
        return f"{word.join(parameter['selection'])} {level}"
    if parameter["referred_feature"] == "attribute":
        return f"{parameter['referred_feature_value']} {level}"
    term = Term(
        parameter["referred_feature"],
        parameter.get("referred_feature_value"),
        parameter.get("referred_feature_using"),
        level,
    )
    return rules.lore.label(term, language)
