"""The games that are there: those of the library by name, those of an author by path.

:func:`entries` lists the library without making any game ready to run; :func:`open_game` does
that for one of them or for a file of rules. A native game joins with a line in :data:`SHELVES`,
another rule language with a line in :data:`LANGUAGES`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from spielwerk.core import (
    Diagnostic,
    Game,
    Role,
    Severity,
    SourceError,
    Span,
    UnknownGame,
)
from spielwerk.languages import gdl

__all__ = ["LANGUAGES", "SHELVES", "Entry", "Language", "entries", "language_of", "open_game"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A game of the library, as it stands in the catalogue."""

    name: str
    title: str
    about: str
    language: str
    """What the rules are written in: a rule language, or ``native``."""
    roles: tuple[Role, ...]
    hidden: bool
    """Whether some role may not see everything."""
    open: Callable[[], Game]
    """Makes the game ready to run."""


@dataclass(frozen=True, slots=True)
class Language:
    """A rule language: which files are written in it, and what can be done with one."""

    name: str
    suffixes: tuple[str, ...]
    open: Callable[[Path], Game]
    """The game in a file. Raises SourceError where the rules are wrong."""
    check: Callable[[Path, bool], Sequence[Diagnostic]]
    """What is wrong with a file; the flag asks for a search through its matches, too.

    Raises SourceError where the file cannot even be read.
    """


def entries() -> tuple[Entry, ...]:
    """The library, sorted by name."""
    return tuple(sorted((e for shelf in SHELVES for e in shelf()), key=lambda entry: entry.name))


def open_game(name_or_path: str) -> Game:
    """A game of the library by its name, or the rules in a file.

    :raises UnknownGame: there is neither; it carries the nearest names
    :raises SourceError: the file cannot be read or its rules are wrong
    """
    library = {entry.name: entry for entry in entries()}
    if entry := library.get(name_or_path.lower()):
        return entry.open()
    path = Path(name_or_path)
    if path.suffix.lower() in _suffixes() or path.exists():
        return language_of(path).open(path)
    raise UnknownGame(name_or_path, get_close_matches(name_or_path.lower(), library, 3, 0.5))


def language_of(path: Path) -> Language:
    """The language that a file is written in, by the end of its name.

    :raises SourceError: no language is known for such files
    """
    for language in LANGUAGES:
        if path.suffix.lower() in language.suffixes:
            return language
    place = Span(str(path), 1, 1, 1, 1)
    hint = f"Rules stand in files that end in {', '.join(_suffixes())}."
    message = "The end of its name says of no language that it is written in it."
    raise SourceError([Diagnostic("unknown-language", Severity.ERROR, message, place, hint)])


def _suffixes() -> list[str]:
    return [suffix for language in LANGUAGES for suffix in language.suffixes]
