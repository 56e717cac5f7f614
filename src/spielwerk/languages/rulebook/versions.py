"""Semantic versions of rulebooks, and the ranges a book asks of another.

``"1.2.0"`` goes in, comparable triples come out; ``">=1.0.0 <2.0.0"`` says which versions fit.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable

Version = tuple[int, int, int]
_VERSION = re.compile(r"(\d{1,6})(?:\.(\d{1,6}))?(?:\.(\d{1,6}))?")
_PART = re.compile(r"(>=|<=|==|!=|>|<|=)?\s*([\d.]+)")
_COMPARE: dict[str, Callable[[Version, Version], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "==": operator.eq,
    "=": operator.eq,
    "!=": operator.ne,
}


def parse_version(text: str) -> Version | None:
    """The version, or ``None`` where the text is none."""
    match = _VERSION.fullmatch(text.strip())
    return (int(match[1]), int(match[2] or 0), int(match[3] or 0)) if match else None


def parse_range(text: str) -> list[tuple[str, Version]] | None:
    """The comparisons that a range consists of, or ``None`` where it is none."""
    parts = re.split(r"[\s,]+(?=[<>=!])|,\s*", text.strip())
    found = []
    for part in parts:
        match = _PART.fullmatch(part.strip())
        version = parse_version(match[2]) if match else None
        if match is None or version is None:
            return None
        found.append((match[1] or "==", version))
    return found


def fits(version: str, range_: str) -> bool:
    """Whether a version lies in a range; what cannot be read fits nothing."""
    known, parts = parse_version(version), parse_range(range_)
    if known is None or parts is None:
        return False
    return all(_COMPARE[sign](known, bound) for sign, bound in parts)
