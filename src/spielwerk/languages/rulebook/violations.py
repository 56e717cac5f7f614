"""What validation finds: violations in the seed's vocabulary, with place, page and severity."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Any, NamedTuple

from clingo import Symbol

from spielwerk.core import Explanation
from spielwerk.languages.rulebook.features import Term, term_of
from spielwerk.languages.rulebook.predicates import AnyOf, Predicate, is_a, read, said, signature_of


class Weight(StrEnum):
    """How much a violation weighs: an error makes a hero invalid, the others are warnings."""

    ERROR = "error"
    STRONG = "strong"
    HINT = "hint"


@dataclass(frozen=True, slots=True)
class Violation:
    """One rule that a hero does not keep."""

    type: str
    weight: Weight
    parameter: Mapping[str, Any]
    why: Explanation
    """The sentence, where the violated fact or rule stands, and what holds of world and hero."""
    addon: str | None = None
    step: int = 0
    pages: tuple[str, ...] = ()
    follows: int | None = None
    """The place in the report of the violation that this one only follows from."""
    atoms: tuple[Symbol, ...] = field(default=(), repr=False)

    @property
    def message(self) -> str:
        return self.why.claim

    def to_json(self) -> dict[str, Any]:
        """The seed's keys first, then what goes beyond."""
        body: dict[str, Any] = {
            "type": self.type,
            "message": self.message,
            "parameter": dict(self.parameter),
        }
        if self.addon:
            body["addon"] = self.addon
        body["severity"] = str(self.weight)
        source = self.why.source
        body["file"] = source.file if source else None
        body["line"] = source.line if source else None
        body["pages"] = list(self.pages)
        body["follows_from"] = self.follows
        return body


@dataclass(frozen=True, slots=True)
class Report:
    """All violations of a hero, in the order of the steps."""

    violations: tuple[Violation, ...]
    waived: tuple[Violation, ...] = ()
    """Warnings that the game master accepted."""
    costs: Mapping[Term, int] = field(default_factory=dict)
    """Adventure points of everything the hero has; of what has steps, without the level."""
    ap_total: int | None = None

    @property
    def errors(self) -> tuple[Violation, ...]:
        return tuple(v for v in self.violations if v.weight is Weight.ERROR)

    @property
    def warnings(self) -> tuple[Violation, ...]:
        return tuple(v for v in self.violations if v.weight is not Weight.ERROR)

    @property
    def valid(self) -> bool:
        return not self.errors

    @property
    def ap_spent(self) -> int:
        return sum(self.costs.values())

    def to_json(self) -> dict[str, Any]:
        """The seed's answer. ``follows_from`` counts in the list of errors, then of warnings."""
        order = [*self.errors, *self.warnings]
        place = {id(v): i for i, v in enumerate(order)}
        body = []
        for violation in order:
            said = violation.to_json()
            if violation.follows is not None:
                said["follows_from"] = place[id(self.violations[violation.follows])]
            body.append(said)
        errors = len(self.errors)
        return {"valid": self.valid, "errors": body[:errors], "warnings": body[errors:]}


class Unknown(NamedTuple):
    caused: Symbol


class UnusableBy(NamedTuple):
    caused: Symbol
    referred: Symbol


class Missing(NamedTuple):
    caused: Symbol
    referred: Symbol


class MissingLevel(NamedTuple):
    caused: Symbol
    need: Symbol


class MissingMinLvl(NamedTuple):
    caused: Symbol
    min_level: int | str


class MaxLvlExceeded(NamedTuple):
    caused: Symbol
    max_level: int | str


class MaxCountExceeded(NamedTuple):
    caused: Symbol
    max_count: int | str


class ApOverdrawn(NamedTuple):
    max_ap: int | str


class ApLimitExceeded(NamedTuple):
    caused_feature: str
    max_ap: int | str


class ApLeftExceeded(NamedTuple):
    max_ap: int | str


class HouseRule(NamedTuple):
    rule: str
    caused: Symbol


class MissingUsual(NamedTuple):
    caused: Symbol
    referred: Symbol


class MissingTypical(NamedTuple):
    caused: Symbol
    referred: Symbol


class Atypical(NamedTuple):
    caused: Symbol
    referred: Symbol


class NotJudged(NamedTuple):
    caused: Symbol


class NotDecided(NamedTuple):
    caused: Symbol
    referred: Symbol


_WEIGHTS: dict[type[Predicate], Weight] = {
    Unknown: Weight.ERROR,
    UnusableBy: Weight.ERROR,
    Missing: Weight.ERROR,
    MissingLevel: Weight.ERROR,
    MissingMinLvl: Weight.ERROR,
    MaxLvlExceeded: Weight.ERROR,
    MaxCountExceeded: Weight.ERROR,
    ApOverdrawn: Weight.ERROR,
    ApLimitExceeded: Weight.ERROR,
    ApLeftExceeded: Weight.STRONG,
    HouseRule: Weight.ERROR,
    MissingUsual: Weight.HINT,
    MissingTypical: Weight.HINT,
    Atypical: Weight.HINT,
    NotJudged: Weight.HINT,
    NotDecided: Weight.HINT,
}
VIOLATIONS = {signature_of(kind): weight for kind, weight in _WEIGHTS.items()}
"""The atoms that are violations, with their severity unless a book says otherwise."""
_KINDS = {signature_of(kind): kind for kind in _WEIGHTS}


def parameters_of(atoms: Sequence[Symbol]) -> tuple[dict[str, Any], str | None]:
    """The parameters of a violation, and its addon. Several atoms are the options of a choice."""
    atom = atoms[0]
    kind = _KINDS[atom.name, len(atom.arguments)]
    found: dict[str, Any] = {}
    for name, value in read(kind, atom)._asdict().items():  # type: ignore[attr-defined]
        found |= _of(name, value) if name in ("caused", "referred") else {name: value}
    if (need := found.pop("need", None)) is None:
        return found, None
    if is_a(AnyOf, need):
        first = read(AnyOf, need)
        return {
            **found,
            "referred_feature": first.option.name,
            "selection": list(map(_option, atoms)),
            "min_level": first.level,
            "selection_min_choices": first.many,
        }, "any_of"
    found |= _of("referred", need)
    found["min_level"] = found.pop("referred_feature_level", None)
    return found, None


@lru_cache(maxsize=20_000)
def _option(atom: Symbol) -> str:
    """The name of the option that an atom of a choice is about."""
    name, *_ = read(AnyOf, read(MissingLevel, atom).need).option.arguments
    return said(name)


def _of(role: str, symbol: Symbol) -> dict[str, Any]:
    term = term_of(symbol) or Term(said(symbol))
    found: dict[str, Any] = {f"{role}_feature": term.feature}
    if term.value is not None:
        found[f"{role}_feature_value"] = term.value
    if term.using is not None:
        found[f"{role}_feature_using"] = term.using
    if term.level is not None:
        found[f"{role}_feature_level"] = term.level
    return found
