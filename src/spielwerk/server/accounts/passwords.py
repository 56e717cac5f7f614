"""Which passwords are refused: those that many have, and those that the name or the place tells.

A password goes in with its owner's name and the host that they came to; a :class:`Problem` comes
out where somebody who guesses would try it early. The list of what many have is zxcvbn's; it is
loaded when it is needed first, which takes time: ask in a thread.
"""

from __future__ import annotations

from collections.abc import Collection

from spielwerk.server.accounts.names import key_of
from spielwerk.server.problems import Problem

_PLACE = ("spielwerk",)
_SHORTEST = 3
"""Letters of a word that are looked for: shorter ones stand in every other password."""
_BESIDES = 6
"""Letters and digits that a password must have besides such words."""
_YEAR = 4
"""Digits that are put before or behind a word most often, at most: ``sommer2024``, ``hallo123``."""


def refuse_guessable(password: str, name: str, host: str) -> None:
    """Refuse what is guessed early.

    :raises Problem: it is
    """
    bare, place = _bare(password), _words(name, host)
    left = _without(bare, place)
    if left != bare and (len(left) < _BESIDES or _is_common(left)):
        raise Problem(
            422,
            "password-of-the-place",
            "This password is hardly more than your name or that of this place; choose another.",
        )
    if any(map(_is_common, (bare, password.casefold(), _without_year(bare)))):
        raise Problem(
            422, "common-password", "Many have this password, so it is tried first; choose another."
        )


def _bare(text: str) -> str:
    """Letters and digits only, as they are compared."""
    return "".join(filter(str.isalnum, key_of(text)))


def _words(name: str, host: str) -> set[str]:
    """What is known about a person at a place, but for the end of its address."""
    labels = host.lower().split(".")
    near = [*_PLACE, name, *name.split(), *(labels[:-1] or labels)]
    return {word for word in map(_bare, near) if len(word) >= _SHORTEST}


def _without(text: str, words: Collection[str]) -> str:
    for word in sorted(words, key=lambda word: -len(word)):
        text = text.replace(word, "")
    return text


def _without_year(text: str) -> str:
    """A word without the few digits that make it one more password, or the text as it is."""
    word = text.strip("0123456789")
    return word if len(text) - len(word) <= _YEAR else text


def _is_common(text: str) -> bool:
    from zxcvbn.matching import RANKED_DICTIONARIES as LISTS  # large, and not needed at the start

    return any(text in words for words in LISTS.values())
