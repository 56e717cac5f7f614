"""Lengths of time as people write them: ``100ms``, ``1.5s``, ``2m``."""

from __future__ import annotations

import re

_DURATION = re.compile(r"(?P<number>\d{1,9}(?:\.\d{1,9})?)\s*(?P<unit>ms|s|m|h)")
_SECONDS = {"s": 1.0, "m": 60.0, "h": 3600.0}


def is_duration(text: str) -> bool:
    """Whether ``text`` reads as a length of time."""
    return _DURATION.fullmatch(text.strip()) is not None


def parse_seconds(text: str) -> float:
    """The length of time in seconds.

    :raises ValueError: the text is none, or no time at all
    """
    found = _DURATION.fullmatch(text.strip())
    if not found:
        raise ValueError(f"'{text}' is not a length of time; write 100ms, 1.5s, 2m or 1h")
    number, unit = float(found["number"]), found["unit"]
    seconds = number / 1000 if unit == "ms" else number * _SECONDS[unit]
    if not 0 < seconds < 1e7:
        raise ValueError(f"'{text}' is not between a moment and a few months")
    return seconds


def format_seconds(seconds: float) -> str:
    """The shortest text that :func:`parse_seconds` reads back, to a nanosecond."""
    for unit in ("h", "m", "s"):
        if seconds >= _SECONDS[unit] and (seconds / _SECONDS[unit]).is_integer():
            return f"{seconds / _SECONDS[unit]:.0f}{unit}"
    amount, unit = (seconds, "s") if seconds >= 1 else (seconds * 1000, "ms")
    return f"{amount:.6f}".rstrip("0").rstrip(".") + unit
