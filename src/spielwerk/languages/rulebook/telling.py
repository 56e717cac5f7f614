"""Violations as people read them: what belongs together is one line, with the book and its page.

A report and the rules go in, lines come out: a rule that hits three entries says so once with
three names, what is typical and missing is one hint, and so is a package that was not taken yet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from spielwerk.languages.rulebook.features import FEATURES, Shape, Term
from spielwerk.languages.rulebook.messages import FEATURE_WORDS
from spielwerk.languages.rulebook.rules import Rules
from spielwerk.languages.rulebook.usable import Imprint
from spielwerk.languages.rulebook.violations import Report, Violation

_SHOWN = 6
"""Names in a line before the rest is counted."""
_PAGES = 3
_ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
_BARE = re.compile(r"[A-Z]+_\d+")
"""An id of another program that nobody here knows a name for."""
_NEEDS = ("missing", "missing_level")

_PATTERNS: dict[str, tuple[str, str]] = {
    "unknown": ("In keinem der Bücher: {names}.", "In none of the books: {names}."),
    "unusable_by": ("Das passt nicht zu {r}: {names}.", "This does not go with {r}: {names}."),
    "missing": ("{c} verlangt: {names}.", "{c} needs: {names}."),
    "missing_min_lvl": (
        "Unter dem Mindestwert {limit}: {names}.",
        "Below the minimum of {limit}: {names}.",
    ),
    "max_lvl_exceeded": (
        "Über dem Höchstwert {limit}: {names}.",
        "Above the maximum of {limit}: {names}.",
    ),
    "max_count_exceeded": (
        "Davon sind höchstens {limit} erlaubt: {names}.",
        "At most {limit} allowed: {names}.",
    ),
    "missing_usual": ("Unüblich für {c}: {names}.", "Unusual for {c}: {names}."),
    "missing_typical": (
        "Typisch für {c}, aber nicht gewählt: {names}.",
        "Typical for {c}, but not chosen: {names}.",
    ),
    "missing_typical strong": (
        "Für {c} dringend empfohlen: {names}.",
        "Strongly recommended for {c}: {names}.",
    ),
    "atypical": ("Untypisch für {c}: {names}.", "Atypical for {c}: {names}."),
    "not_judged": (
        "Gezählt, aber nicht beurteilt (aus Büchern, die hier fehlen): {names}.",
        "Counted but not judged (from books that are not here): {names}.",
    ),
    "not_decided": (
        "Ob das zu {r} passt, steht in einem Buch, das hier fehlt: {names}.",
        "Whether this goes with {r} stands in a book that is not here: {names}.",
    ),
}
_MORE = ("und {n} weitere", "and {n} more")
_ANY_OF = ("{n} aus {options} auf {level}", "{n} of {options} at {level}")
_PAGE = ("S.", "p.")


@dataclass(frozen=True, slots=True)
class FindingLine:
    """One or several violations in a line."""

    severity: str
    text: str
    source: str
    """The book and its pages, or where the rule is written."""
    members: tuple[int, ...]
    """The places of its violations in the report, errors first."""
    follows: bool
    """Whether it only follows from another line."""

    def to_json(self) -> dict[str, Any]:
        return {
            "severity": self.severity,
            "text": self.text,
            "source": self.source,
            "members": list(self.members),
            "follows": self.follows,
        }


def lines_of(rules: Rules, report: Report, language: str = "en") -> list[FindingLine]:
    """All violations of a report in lines, errors first."""
    order = [*report.errors, *report.warnings]
    groups: dict[tuple[object, ...], list[int]] = {}
    for place, violation in enumerate(order):
        groups.setdefault(_together(violation), []).append(place)
    teller = LineTeller(rules, language)
    return [
        FindingLine(
            str(order[places[0]].weight),
            teller.text([order[place] for place in places]),
            teller.source([order[place] for place in places]),
            tuple(places),
            all(order[place].follows is not None for place in places),
        )
        for places in groups.values()
    ]


def _together(violation: Violation) -> tuple[object, ...]:
    """What violations have in common that are one line."""
    said, kind = violation.parameter, violation.type
    base = (violation.weight, violation.follows is not None)
    caused = (said.get("caused_feature"), said.get("caused_feature_value"))
    referred = (said.get("referred_feature"), said.get("referred_feature_value"))
    if kind in _NEEDS:
        return (*base, "missing", *caused, said.get("caused_feature_using"))
    if kind in ("unusable_by", "not_decided"):
        return (*base, kind, *referred)
    if kind in ("missing_typical", "atypical", "missing_usual"):
        return (*base, kind, *caused)
    if kind in ("max_lvl_exceeded", "missing_min_lvl"):
        limit = said.get("max_level", said.get("min_level"))
        return (*base, kind, said.get("caused_feature"), limit)
    if kind in ("unknown", "not_judged"):
        return (*base, kind, caused[0] == "adventure_points")
    if kind == "house_rule":
        return (*base, kind, said.get("rule"))
    return (*base, kind, *caused, violation.message)


@dataclass(frozen=True, slots=True)
class LineTeller:
    """Says things of a set of rules in a language."""

    rules: Rules
    language: str

    @property
    def _column(self) -> int:
        return 0 if self.language == "de" else 1

    def text(self, members: Sequence[Violation]) -> str:
        """What violations that belong together say."""
        first = members[0]
        kind = "missing" if first.type in _NEEDS else first.type
        if kind == "missing_typical" and first.weight == "strong":
            kind = "missing_typical strong"
        if kind == "not_judged" and first.parameter.get("caused_feature") == "adventure_points":
            return first.message
        if kind == "max_count_exceeded":
            names = [self._whole("caused", first.parameter)]
        elif kind not in _PATTERNS:
            return first.message
        else:
            names = list(dict.fromkeys(map(self._named, members)))
        said = first.parameter
        limit = said.get("max_level", said.get("min_level", said.get("max_count")))
        return _PATTERNS[kind][self._column].format(
            names=self._listed(names),
            c=self._whole("caused", said),
            r=self._whole("referred", said),
            limit=limit,
        )

    def source(self, members: Iterable[Violation]) -> str:
        """Where it is written: pages of printed books, else the book, else the file."""
        members = list(members)
        pages = list(dict.fromkeys(page for one in members for page in one.pages))
        if pages:
            return self._cited(pages)
        span = members[0].why.source
        if span is None or members[0].type in ("not_judged", "not_decided"):
            return ""
        titled = [one for one in self.rules.imprints if one.titles]
        for imprint in titled:
            if span.file.startswith(f"{imprint.name}/"):
                return self._title(imprint)
        if "/" not in span.file and titled:  # a rule of the engine
            return self._title(titled[0])
        return f"{span.file}:{span.line}"

    def _title(self, imprint: Imprint) -> str:
        first = next(iter(imprint.titles.values()))
        return str(imprint.titles.get(self.language, first))

    def _cited(self, pages: Sequence[str]) -> str:
        """Pages by the books they are of: "Regelwerk S. 171, 178"."""
        books: dict[str, list[str]] = {}
        for page in pages:
            code, _, number = page.partition(" ")
            books.setdefault(code, []).append(number)
        said = []
        for code, numbers in books.items():
            name = self.rules.book_names.get((code, self.language), code)
            more = ", …" if len(numbers) > _PAGES else ""
            said.append(f"{name} {_PAGE[self._column]} {', '.join(numbers[:_PAGES])}{more}")
        return "; ".join(said)

    def _listed(self, names: Sequence[str]) -> str:
        if len(names) <= _SHOWN + 1:
            return ", ".join(names)
        more = _MORE[self._column].format(n=len(names) - _SHOWN)
        return f"{', '.join(names[:_SHOWN])} {more}"

    def _named(self, violation: Violation) -> str:
        """What a violation names besides that which groups it."""
        said = violation.parameter
        if "selection" in said:
            options = ", ".join(
                self._label(Term(said["referred_feature"], name)) for name in said["selection"]
            )
            return _ANY_OF[self._column].format(
                n=said["selection_min_choices"], options=options, level=said["min_level"]
            )
        role = "caused" if "referred_feature" not in said else "referred"
        if violation.type in ("unusable_by", "not_decided"):
            role = "caused"
        term = _term(role, said)
        if violation.type == "not_judged" and _BARE.fullmatch(term.value or ""):
            return self._whole(role, said)
        if violation.type == "missing_level":
            term = Term(term.feature, term.value, term.using, said["min_level"])
        return self._label(term)

    def _whole(self, role: str, said: Mapping[str, Any]) -> str:
        """A thing with what kind of thing it is."""
        feature = str(said.get(f"{role}_feature", ""))
        word = FEATURE_WORDS.get(feature, (feature, feature))[self._column]
        if not said.get(f"{role}_feature_value"):
            return word[:1].upper() + word[1:]
        name = self._label(_term(role, said))
        return f"{word[:1].upper()}{word[1:]} {name}"

    def _label(self, term: Term) -> str:
        return entry_label(self.rules, term, self.language)


def entry_label(rules: Rules, term: Term, language: str) -> str:
    """What an entry is called, with its use, and with its level where it can have several."""
    plain = rules.lore.label(Term(term.feature, term.value, term.using), language)
    feature = FEATURES.get(term.feature)
    if term.level is None or feature is None:
        return plain
    if feature.shape is Shape.LEVELLED:
        return f"{plain} {term.level}"
    levels = rules.lore.levels(term.feature, term.value or "", term.using or "")
    if max(levels, default=1) <= 1 and term.level <= 1:
        return plain
    return f"{plain} {_ROMAN[term.level] if term.level < len(_ROMAN) else term.level}"


def _term(role: str, said: Mapping[str, Any]) -> Term:
    return Term(
        said.get(f"{role}_feature", ""),
        said.get(f"{role}_feature_value"),
        said.get(f"{role}_feature_using") or None,
        said.get(f"{role}_feature_level"),
    )


def each_line(lines: Iterable[FindingLine]) -> Iterator[str]:
    """Lines as plain text."""
    for line in lines:
        yield f"{line.text} ({line.source})" if line.source else line.text
