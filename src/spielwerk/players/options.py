"""The kinds of settings our players have: lengths of time, counts, numbers, words."""

from __future__ import annotations

from collections.abc import Callable

from spielwerk.core import Option, format_seconds, option, parse_seconds

_MOST_THREADS = 16


def _read_count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) > 0):
        raise ValueError(f"'{text}' is not a whole number from 1 to 999999999")
    return int(text)


def _read_number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < 1e6:
        raise ValueError(f"'{text}' is not a number from 0 to a million")
    return value


def _reader(words: tuple[str, ...]) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in words:
            raise ValueError(f"'{text}' is none of {', '.join(words)}")
        return text

    return read


def word(default: str, words: tuple[str, ...], about: str) -> str:
    """A setting that is one of some words."""
    return option(default, Option(_reader(words), str, about))


def seconds(default: float | None, about: str) -> float | None:
    """A setting that is a length of time."""
    return option(default, Option(parse_seconds, format_seconds, about))


def count(default: int | None, about: str) -> int | None:
    """A setting that is a whole number from 1."""
    return option(default, Option(_read_count, str, about))


def _read_threads(text: str) -> int:
    if text not in map(str, range(1, _MOST_THREADS + 1)):
        raise ValueError(f"'{text}' is not a whole number from 1 to {_MOST_THREADS}")
    return int(text)


def threads() -> int:
    """A setting that is a number of threads: one, unless said otherwise."""
    about = "threads that search together, in native code"
    return option(1, Option(_read_threads, str, about))


def number(default: float | None, about: str) -> float | None:
    """A setting that is a number from 0."""
    return option(default, Option(_read_number, repr, about))
