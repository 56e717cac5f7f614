"""Sentences that can be said in other languages than the one they were made in.

What checks say is English. :func:`say` makes a sentence of a pattern and what it speaks of, so that
a table from English patterns to those of another language (``Language.translations``) is all it
takes to :func:`speak` it there. A text that no pattern made stands in a table as it is.

What players are told is made in all languages at once: a :func:`phrase` is a text in English that
knows itself in others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from spielwerk.core.source import Diagnostic


class Phrase(str):
    """A text in English that knows what it is in other languages."""

    others: Mapping[str, str] = {}


def phrase(english: str, **others: str) -> str:
    """A sentence for players: ``phrase("The match is over.", de="Die Partie ist zu Ende.")``."""
    made = Phrase(english)
    made.others = others
    return made


def phrased(text: str) -> Mapping[str, str]:
    """What a text is in other languages than English, as far as it knows."""
    return text.others if isinstance(text, Phrase) else {}


class SaidText(str):
    """A text that knows its pattern, and what it speaks of."""

    pattern: str
    about: Mapping[str, object]


def say(pattern: str, **about: object) -> str:
    """A sentence in English: ``say("There is no {what}.", what="dice")``."""
    made = SaidText(pattern.format(**about))
    made.pattern, made.about = pattern, about
    return made


def speak(text: str, table: Mapping[str, str]) -> str | None:
    """A text in the language of a table; nothing where the table does not know it."""
    if not isinstance(text, SaidText):
        return table.get(text)
    pattern = table.get(text.pattern)
    if pattern is None:
        return None
    about = {
        name: speak(value, table) or value if isinstance(value, SaidText) else value
        for name, value in text.about.items()
    }
    return pattern.format(**about)


@dataclass(frozen=True, slots=True)
class Wording:
    """What a problem says in some language."""

    message: str
    hint: str | None = None


@dataclass(frozen=True, slots=True)
class WordedDiagnostic:
    """A problem, and what it says in other languages than English; not in all of them."""

    problem: Diagnostic
    wordings: Mapping[str, Wording]

    def to_json(self) -> dict[str, object]:
        """As the problem itself, with ``wordings`` by their languages."""
        said = {
            name: {"message": one.message, "hint": one.hint} for name, one in self.wordings.items()
        }
        return self.problem.to_json() | {"wordings": said}


def worded(problem: Diagnostic, tables: Mapping[str, Mapping[str, str]]) -> WordedDiagnostic:
    """A problem in the languages of tables, as far as these know all of it."""
    found = {}
    for language, table in tables.items():
        message = speak(problem.message, table)
        hint = speak(problem.hint, table) if problem.hint else ""
        if message is not None and hint is not None:
            found[language] = Wording(message, hint or None)
    return WordedDiagnostic(problem, found)
