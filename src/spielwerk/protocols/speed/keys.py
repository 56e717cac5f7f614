"""Who may race: keys, and the names that stand behind them.

A list of keys is a text with one key a line, followed by its name where it has one. Without a list
every key is welcome. Names are shown only when a race is over, as three words that tell nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from spielwerk.core import SpielwerkError

MAX_KEY = 200
# fmt: off
_WORDS = (
    "Ahorn", "Bahnsteig", "Birke", "Dachstuhl", "Eisvogel", "Fahrplan", "Feuerstein", "Gartenzaun",
    "Glocke", "Hafen", "Holunder", "Igel", "Kabel", "Kastanie", "Kompass", "Lampion", "Leuchtturm",
    "Lilie", "Murmel", "Nebel", "Orgel", "Papier", "Quelle", "Raddampfer", "Regenbogen", "Signal",
    "Tintenfass", "Ufer", "Vorhang", "Weiche", "Ysop", "Zeppelin",
)
# fmt: on


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys that are known; nothing at all means that every key is."""

    names: Mapping[str, str] | None = None

    def name(self, key: str) -> str | None:
        """The name behind a key, if the key is known."""
        if not 0 < len(key) <= MAX_KEY:
            return None
        return code_name(key) if self.names is None else self.names.get(key)


def code_name(secret: str) -> str:
    """Three words, the same for the same text."""
    return "-".join(Random(f"name/{secret}").sample(_WORDS, 3))


def read_keys(text: str) -> Keys:
    """The keys of a list. Empty lines and lines that begin with # do not count.

    :raises SpielwerkError: a key stands there twice, is too long, or there is none
    """
    names: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        key, _, name = line.strip().partition(" ")
        if key in names:
            raise SpielwerkError(f"line {number}: this key stands there twice; keep one of them.")
        if len(key) > MAX_KEY or not re.fullmatch(r"[!-~]+", key):
            raise SpielwerkError(
                f"line {number}: a key has up to {MAX_KEY} visible ASCII characters."
            )
        names[key] = name.strip() or code_name(key)
    if not names:
        raise SpielwerkError("There is no key in the list: write one key a line, then its name.")
    return Keys(names)
