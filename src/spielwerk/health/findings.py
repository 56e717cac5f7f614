"""What deserves a look in the figures of a game, a sentence each, in English and German.

:class:`~.figures.GameHealth` goes in, :class:`HealthFinding` values come out. A sentence is a
question to the author, not a verdict.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import sqrt
from statistics import mean

from spielwerk.core import Json
from spielwerk.health.figures import CONFIDENT, LONGEST, GameHealth, Series

_FEWEST = 10
"""Matches after which something is said of seats."""
_ENOUGH = 20
"""How often a kind of move must be offered or played before anything is said of it."""

_SENTENCES: Mapping[str, Mapping[str, str]] = {
    "endless": {
        "en": "{endless} of {matches} matches ({player}) were not over after {longest:,} steps: "
        "is there a way to go on for ever?",
        "de": "{endless} von {matches} Partien ({player}) waren nach {longest} Schritten nicht "
        "zu Ende: Kann man endlos weiterspielen?",
    },
    "fault": {
        "en": "{faults} of {matches} matches ({player}) were broken off by a fault of the rules: "
        "{fault}",
        "de": "{faults} von {matches} Partien ({player}) brachen durch einen Fehler der Regeln ab: "
        "{fault}",
    },
    "little-choice": {
        "en": "On average there are {choices} moves to choose from ({player}): the rules leave "
        "little to decide.",
        "de": "Im Mittel gibt es {choices} Züge zur Wahl ({player}): Die Regeln lassen wenig "
        "zu entscheiden.",
    },
    "seat-more": {
        "en": "{role} gets {mean:.0f} ± {margin:.0f} points where a fair share were {fair:.0f} "
        "({player}, {matches} matches): the seat is worth more.",
        "de": "{role} bekommt {mean:.0f} ± {margin:.0f} Punkte, wo {fair:.0f} gerecht wären "
        "({player}, {matches} Partien): Der Platz ist mehr wert.",
    },
    "seat-less": {
        "en": "{role} gets {mean:.0f} ± {margin:.0f} points where a fair share were {fair:.0f} "
        "({player}, {matches} matches): the seat is worth less.",
        "de": "{role} bekommt {mean:.0f} ± {margin:.0f} Punkte, wo {fair:.0f} gerecht wären "
        "({player}, {matches} Partien): Der Platz ist weniger wert.",
    },
    "never-played": {
        "en": "'{kind}' could be played {offered} times and never was ({player}).",
        "de": "„{kind}“ war {offered}-mal möglich und wurde nie gespielt ({player}).",
    },
    "goes-with-winning": {
        "en": "'{kind}' goes with winning: winners played {share:.0%} of them, and {usual:.0%} of "
        "all moves ({player}).",
        "de": "„{kind}“ geht mit dem Gewinnen einher: {share:.0%} davon spielten die Sieger, und "
        "{usual:.0%} aller Züge ({player}).",
    },
    "unused": {
        "en": "No match ever came to the {part}.",
        "de": "Keine Partie kam je hierher: {part}.",
    },
}
_RANDOM = {"en": "random", "de": "zufällig"}


@dataclass(frozen=True, slots=True)
class HealthFinding:
    """Something that deserves a look: of which kind, and the figures it is said with."""

    kind: str
    values: Mapping[str, Json]
    line: int | None = None
    """Where it stands in the rules, if at one place."""

    def said(self, language: str) -> str:
        """The sentence in a language, which is ``en`` or ``de``."""
        values = dict(self.values)
        if values.get("player") == _RANDOM["en"]:
            values["player"] = _RANDOM[language]
        if language == "de" and "choices" in values:
            values["choices"] = values["choices"].replace(".", ",")
        return _SENTENCES[self.kind][language].format(**values)

    def __str__(self) -> str:
        return self.said("en")

    def to_json(self) -> dict[str, Json]:
        said = {language: self.said(language) for language in _RANDOM}
        return {"kind": self.kind, "said": said, "line": self.line}


def findings_of(health: GameHealth) -> Iterator[HealthFinding]:
    """Everything that deserves a look."""
    for one in health.series:
        yield from _about_course(one)
        yield from _about_seats(one)
        yield from _about_kinds(one)
    for part in health.unused:
        yield HealthFinding("unused", {"part": str(part)}, part.span.line if part.span else None)


def _about_course(one: Series) -> Iterator[HealthFinding]:
    matches = len(one.lengths)
    for fault, count in one.faults.most_common():
        yield _found("fault", one, faults=count, matches=matches, fault=fault)
    if one.endless:
        yield _found("endless", one, endless=one.endless, matches=matches, longest=LONGEST)
    if one.branching and mean(one.branching) < 1.5:
        yield _found("little-choice", one, choices=f"{mean(one.branching):.1f}")


def _about_seats(one: Series) -> Iterator[HealthFinding]:
    if len(one.seats) < 2:
        return
    fair = mean(seat.mean for seat in one.seats.values())
    for role, seat in one.seats.items():
        if len(one.seats) == 2 and seat.mean < fair:
            continue  # the other one says it
        if len(seat.points) >= _FEWEST and abs(seat.mean - fair) > seat.margin:
            kind = "seat-more" if seat.mean > fair else "seat-less"
            figures = {"mean": seat.mean, "margin": seat.margin, "fair": fair}
            yield _found(kind, one, role=role, matches=len(seat.points), **figures)


def _about_kinds(one: Series) -> Iterator[HealthFinding]:
    total = sum(kind.played for kind in one.kinds.values())
    winners = sum(kind.by_winners for kind in one.kinds.values())
    for name, kind in sorted(one.kinds.items()):
        if kind.offered >= _ENOUGH and not kind.played:
            yield _found("never-played", one, kind=name, offered=kind.offered)
        elif kind.played >= _ENOUGH and winners:
            share, usual = kind.by_winners / kind.played, winners / total
            margin = CONFIDENT * sqrt(usual * (1 - usual) / kind.played)
            if share - usual > max(margin, 0.15):
                yield _found("goes-with-winning", one, kind=name, share=share, usual=usual)


def _found(what: str, series: Series, **values: Json) -> HealthFinding:
    return HealthFinding(what, {**values, "player": series.player})
