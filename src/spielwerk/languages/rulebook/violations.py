"""What validation finds: violations in the seed's vocabulary, with place, page and severity."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from clingo import Symbol, SymbolType

from spielwerk.core import Explanation, Span
from spielwerk.languages.rulebook.features import Term, term_of

__all__ = ["Report", "Violation", "Weight", "parameters_of"]


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
    message: str
    addon: str | None = None
    step: int = 0
    source: Span | None = None
    """Where the fact or rule stands that was violated."""
    pages: tuple[str, ...] = ()
    follows: int | None = None
    """The place in the report of the violation that this one only follows from."""
    facts: tuple[str, ...] = ()
    """What holds of world and hero that makes it a violation."""
    atoms: tuple[Symbol, ...] = field(default=(), repr=False)

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
        body["file"] = self.source.file if self.source else None
        body["line"] = self.source.line if self.source else None
        body["pages"] = list(self.pages)
        body["follows_from"] = self.follows
        return body

    def explanation(self) -> Explanation:
        """The violation as every refusal of Spielwerk explains itself."""
        return Explanation(self.message, False, self.source, self.facts)


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


def parameters_of(atoms: Sequence[Symbol]) -> tuple[dict[str, Any], str | None]:
    """The parameters of a violation, and its addon. Several atoms are the options of a choice."""
    atom = atoms[0]
    first, *rest = atom.arguments
    last = rest[-1] if rest else None
    match atom.name:
        case "max_count_exceeded":
            return {**_of("caused", first), "max_count": _number(last)}, None
        case "max_lvl_exceeded":
            return {**_of("caused", first), "max_level": _number(last)}, None
        case "missing_min_lvl":
            return {**_of("caused", first), "min_level": _number(last)}, None
        case "ap_limit_exceeded":
            return {"caused_feature": first.name, "max_ap": _number(last)}, None
        case "ap_overdrawn" | "ap_left_exceeded":
            return {"max_ap": _number(first)}, None
        case "house_rule":
            assert last is not None
            return {"rule": _said(first), **_of("caused", last)}, None
        case "missing_level":
            assert last is not None
            return _missing_level(atoms, first, last)
    found = _of("caused", first)
    if last is not None:
        found.update(_of("referred", last))
    return found, None


def _missing_level(
    atoms: Sequence[Symbol], cause: Symbol, need: Symbol
) -> tuple[dict[str, Any], str | None]:
    if need.match("any_of", 4):
        _, many, option, level = need.arguments
        return {
            **_of("caused", cause),
            "referred_feature": option.name,
            "selection": [_said(a.arguments[1].arguments[2].arguments[0]) for a in atoms],
            "min_level": _number(level),
            "selection_min_choices": _number(many),
        }, "any_of"
    found = _of("caused", cause) | _of("referred", need)
    found["min_level"] = found.pop("referred_feature_level", None)
    return found, None


def _of(role: str, symbol: Symbol) -> dict[str, Any]:
    term = term_of(symbol) or Term(_said(symbol))
    found: dict[str, Any] = {f"{role}_feature": term.feature}
    if term.value is not None:
        found[f"{role}_feature_value"] = term.value
    if term.using is not None:
        found[f"{role}_feature_using"] = term.using
    if term.level is not None:
        found[f"{role}_feature_level"] = term.level
    return found


def _number(symbol: Symbol | None) -> int | str:
    if symbol is None:
        return 0
    return symbol.number if symbol.type is SymbolType.Number else _said(symbol)


def _said(symbol: Symbol) -> str:
    return symbol.string if symbol.type is SymbolType.String else str(symbol)
