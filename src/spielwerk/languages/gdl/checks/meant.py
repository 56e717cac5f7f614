"""The word that was meant by a misspelt one.

One letter too many, too few or wrong, two that changed places, or other capitals: more would be a
guess. What ends in another letter or holds another digit (``xs`` and ``xt``, ``row1`` and ``row2``)
was written on purpose.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

_SHORTEST = 3
"""Shorter words are too much alike."""
_LONGEST = 40
"""Longer words are not compared: nobody types them by hand."""
_MAX_CANDIDATES = 500
"""Among how many words of fitting length the one that was meant is looked for."""


def meant(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that was most likely meant by ``word``, if it looks like a slip for one."""
    if not _SHORTEST <= len(word) <= _LONGEST:
        return None
    fitting = (other for other in candidates if abs(len(other) - len(word)) <= 1 and other != word)
    others = sorted(set(islice(fitting, _MAX_CANDIDATES)))
    same = (other for other in others if other.lower() == word.lower())
    near = (other for other in others if is_slip(word, other))
    return next(same, None) or next(near, None)


def is_slip(word: str, other: str) -> bool:
    """Whether ``word`` is ``other`` with one slip in it."""
    short = min(len(word), len(other))
    if short < _SHORTEST or abs(len(word) - len(other)) > 1:
        return False
    start = end = 0
    while start < short and word[start] == other[start]:
        start += 1
    while end < short - start and word[-1 - end] == other[-1 - end]:
        end += 1
    wrong, right = word[start : len(word) - end], other[start : len(other) - end]
    if any(letter.isdigit() for letter in wrong + right):
        return False
    if len(wrong) == len(right) == 1:
        return start > 0 and end > 0
    return len(wrong) + len(right) == 1 or (len(wrong) == 2 and wrong == right[::-1])
