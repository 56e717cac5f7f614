"""What people may be called, and when two names are the same.

A name goes in, and comes out as it is shown (:func:`presentable`) or compared (:func:`key_of`);
nothing in it can be mistaken for markup, turn a line around or be there without being seen.
"""

from __future__ import annotations

import unicodedata

LONGEST = 40
PATTERN = r"^[\w][\w .'-]*$"
_MARKS = 3
"""Accents that one letter may have."""


def presentable(name: str) -> str:
    """The name as it is shown.

    :raises ValueError: nobody is called that
    """
    name = unicodedata.normalize("NFC", name)
    if not name or len(name) > LONGEST:
        raise ValueError(f"a name has 1 to {LONGEST} characters")
    if name != cleaned(name, ""):
        raise ValueError("a name has letters, digits, spaces and . ' - _ only")
    return name


def cleaned(name: str, otherwise: str) -> str:
    """What can be shown of a name that comes from elsewhere; or else another."""
    kept, marks = [], 0
    for character in unicodedata.normalize("NFC", name):
        mark = unicodedata.category(character).startswith("M")
        marks = marks + 1 if mark else 0
        if (_is_shown(character) and marks <= _MARKS) or character in " .'-_":
            kept.append(character)
    text = "".join(kept).lstrip(" .'-")[:LONGEST]
    return text or otherwise


def key_of(name: str) -> str:
    """The name as it is compared: names that look alike are the same."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    seen = "".join(c for c in folded if unicodedata.category(c) not in ("Cf", "Cc", "Mn"))
    return " ".join(seen.split())


def _is_shown(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNM"
