"""What can still be chosen: every value of a feature, and why not where it is not possible.

A hero in the making and a feature go in. Each value is tried: it is *possible* where the hero
stays as legal as before, *nearly* where only something is missing first ("needs KK 13"), and
*impossible* else. The same rules as in validation decide, so the two never contradict each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, NamedTuple

from clingo import Symbol
from clingo.ast import AST

from spielwerk.core import SpielwerkError
from spielwerk.languages.rulebook.alternatives import alternatives
from spielwerk.languages.rulebook.features import FEATURES, Shape, Term
from spielwerk.languages.rulebook.hero import Hero
from spielwerk.languages.rulebook.judgement import FINDINGS, ROOTS
from spielwerk.languages.rulebook.predicates import (
    Allows,
    Cost,
    FoundViolation,
    KnownRaceVariant,
    Pick,
    SeverityOf,
    Signature,
    read,
    signature_of,
)
from spielwerk.languages.rulebook.rules import Found, Rules
from spielwerk.languages.rulebook.search import Domain, key_of
from spielwerk.languages.rulebook.telling import LineTeller
from spielwerk.languages.rulebook.traits import traits_of
from spielwerk.languages.rulebook.violations import Violation, Weight

_PICK, _ = signature_of(Pick)
_LIMITS = frozenset(["max_lvl_exceeded", "missing_min_lvl", "max_count_exceeded"])
_SHOWN = (Pick, FoundViolation, Cost, SeverityOf, Allows)
_KINDS = {signature_of(kind)[0]: kind for kind in _SHOWN}
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
            teller = LineTeller(rules, language)
            why = " ".join(teller.text([v]) for v in self._hindrances())
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
    atoms = frozenset(a for v in (*before.violations, *before.waived) for a in v.atoms)
    options = []
    for term, (found, spent) in zip(tried, _try_all(rules, base, tried, atoms), strict=True):
        violations = rules.violations(found, language) if found else []
        new = tuple(v for v in violations if _identity(v) not in known)
        errors = [v for v in new if v.weight is Weight.ERROR]
        options.append(
            FeatureOption(term, _status(errors), spent - before.ap_spent, term in have, new)
        )
    return options


def candidates(rules: Rules, hero: Hero, feature: str) -> list[Term]:
    """The values worth trying: all names; of what has levels, the next one."""
    known = rules.lore.known[feature]
    if feature == "race_variant":
        own = {v.variant for v in rules.world.of(KnownRaceVariant) if hero.race in (None, v.race)}
        return [term for term in known if term.value in own]
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


def _try_all(
    rules: Rules, hero: Hero, tried: list[Term], known: frozenset[Symbol]
) -> list[tuple[Found, int]]:
    """What is found with each value, and what the hero then costs: one program, many answers.

    Violations that the hero has anyway are left out, but for those that others follow from.
    """
    if not tried:
        return []
    results: list[tuple[Found, int]] = [({}, 0)] * len(tried)
    told = alternatives(*_program(rules, hero, tried), map(signature_of, _SHOWN))
    always = [_said(symbol, known) for symbol in told.always]
    open_ = [_said(symbol, known) for symbol in told.open]
    paid = sum(one.points for one in always)
    held = [one for one in always if one.kind is not None]
    for places in told.answers():
        number, spent = 0, paid
        new: list[_Said] = []
        for said in map(open_.__getitem__, places):
            if said.number is not None:
                number = said.number
            elif said.kind is not None:
                new.append(said)
            else:
                spent += said.points
        results[number] = (_by_kind([*held, *new]) if new else {}, spent)
    return results


class _Said(NamedTuple):
    """What an atom of an answer says: which value was tried, what costs how much, or a finding."""

    symbol: Symbol
    kind: Signature | None = None
    """Of a finding."""
    points: int = 0
    number: int | None = None


def _said(symbol: Symbol, known: frozenset[Symbol]) -> _Said:
    kind = _KINDS[symbol.name]
    if kind is Pick:
        return _Said(symbol, number=read(Pick, symbol).number)
    if kind is Cost:
        return _Said(symbol, points=read(Cost, symbol).points)
    if kind is FoundViolation:
        violation = FINDINGS[symbol].atom
        if violation in known and violation.name not in ROOTS:
            return _Said(symbol)
    return _Said(symbol, signature_of(kind))


def _by_kind(said: Iterable[_Said]) -> Found:
    found: dict[Signature, list[Symbol]] = {}
    for one in said:
        if one.kind is not None:
            found.setdefault(one.kind, []).append(one.symbol)
    return found


def _program(
    rules: Rules, hero: Hero, tried: list[Term]
) -> tuple[str, list[AST], Sequence[Symbol]]:
    """The program with one answer for each value: the hero as it is, but for that value.

    Its rules were read before, and facts of the world need no reading.
    """
    replaced: dict[tuple[str, str, str], list[int]] = {}
    for number, term in enumerate(tried):
        replaced.setdefault(key_of(term), []).append(number)
    everything = Domain()
    for term in (*hero.terms(), *tried):
        everything.offer(term)
    feature = tried[0].feature
    facts = [*hero.circumstances(), *(term.symbol() for term in everything.terms())]
    world = rules.world.cut(everything.things())
    present = world.traits | traits_of(facts) | {("given", 1)}
    lines = "\n".join(
        [
            *_hero_lines(hero, replaced),
            *(f"{term.written()} :- {_PICK}({number})." for number, term in enumerate(tried)),
            f"given({feature}).",
            f"1 {{ {_PICK}(0..{len(tried) - 1}) }} 1.",
        ]
    )
    return lines, rules.steps.telling_parsed(present), world.facts


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
    if violation.type in _LIMITS:
        return violation.type, frozenset(atom.arguments[0] for atom in violation.atoms)
    return violation.type, frozenset(violation.atoms)


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
