"""Words of the language that were misspelt, told by their place and their number of arguments."""

from __future__ import annotations

from spielwerk.languages.gdl.checks.meant import meant
from spielwerk.languages.gdl.program import CONNECTIVES, RELATIONS, WORDS, Dialect, WordPlace

_ARGUMENTS = {"not": range(1, 2), "distinct": range(2, 3)}
"""How many arguments connectives take, where not any number."""


def concluded_meant(name: str, count: int, dialect: Dialect) -> str | None:
    """The word that was meant by a relation that rules conclude."""
    return _word_meant(name, count, dialect, WordPlace.HEAD)


def asked_meant(name: str, count: int, dialect: Dialect) -> str | None:
    """The word that was meant by a relation that rules ask for."""
    return _word_meant(name, count, dialect, WordPlace.BODY)


def _word_meant(name: str, count: int, dialect: Dialect, place: WordPlace) -> str | None:
    if name in WORDS:
        return None
    fitting = (
        word
        for word in RELATIONS | CONNECTIVES
        if place in WORDS[word].places and WORDS[word].known_in(dialect) and _takes(word, count)
    )
    return meant(name.strip("()"), fitting)


def _takes(word: str, count: int) -> bool:
    if word in RELATIONS:
        return count == len(WORDS[word].arguments)
    return count in _ARGUMENTS.get(word, range(1, count + 1))
