"""The word that was meant by a misspelt one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from itertools import islice

_MAX_LENGTH = 40
"""Longer words are not compared: it takes too long, and nobody types them by hand."""
_MAX_CANDIDATES = 500
"""Among how many words the one that was meant is looked for."""


def meant(word: str, candidates: Iterable[str], likeness: float = 0.6) -> str | None:
    """The candidate most like ``word``, if one is like it at all (``likeness`` is at most 1)."""
    if len(word) > _MAX_LENGTH:
        return None
    similar = {other for other in candidates if abs(len(other) - len(word)) <= 2}
    near = get_close_matches(word, sorted(islice(similar, _MAX_CANDIDATES)), 1, likeness)
    return near[0] if near else None
