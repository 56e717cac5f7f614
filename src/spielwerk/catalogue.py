"""The games that are there: those of the library by name, those of an author by path.

:func:`entries` lists the library without making any game ready to run; :func:`open_game` does
that for one of them or for a file of rules. A native game joins with a line in :data:`SHELVES`,
another rule language with a line in :data:`LANGUAGES`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cache, partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NoReturn

from spielwerk.core import (
    CHANCE,
    Diagnostic,
    Game,
    Role,
    Severity,
    SourceError,
    Span,
    SpielwerkError,
    UnknownGame,
)
from spielwerk.games.speed import Speed
from spielwerk.games.spy import Spy
from spielwerk.languages import igold
from spielwerk.languages.gdl import (
    GdlGame,
    Program,
    Unreadable,
    diagnose,
    diagnose_text,
    parse_program,
    read_any,
    text_of,
)
from spielwerk.languages.gdl.tools import probe
from spielwerk.languages.rulebook import ENTRYPOINT, check_rulebook

__all__ = [
    "LANGUAGES",
    "SHELVES",
    "Entry",
    "Language",
    "entries",
    "find_entry",
    "gdl_program",
    "gdl_text",
    "language_named",
    "language_of",
    "open_game",
    "rules_text",
]


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
    sized: Mapping[int, Callable[[], Game]] = field(default_factory=dict)
    """The same for other numbers of players: the game called ``name:5`` is for five."""


def _files_only(_text: str) -> NoReturn:
    raise SpielwerkError("Rules in this language are read from files only.")


@dataclass(frozen=True, slots=True)
class Language:
    """A rule language: which files are written in it, and what can be done with one."""

    name: str
    suffixes: tuple[str, ...]
    open: Callable[[str], Game]
    """The game in the file of this path. Raises SourceError where the rules are wrong."""
    check: Callable[[Path], Sequence[Diagnostic]]
    """What is wrong with a file. Raises SourceError where it cannot even be read."""
    probe: Callable[[Path], Sequence[Diagnostic]]
    """What goes wrong in matches by the rules in a file, found by playing some."""
    check_text: Callable[[str], Sequence[Diagnostic]] = _files_only
    """What is wrong with a text that somebody brings along."""
    open_text: Callable[[str], Game] = _files_only
    """The game that such a text describes. Raises SourceError where the rules are wrong."""


@cache
def entries() -> tuple[Entry, ...]:
    """The library, sorted by name."""
    return tuple(sorted((e for shelf in SHELVES for e in shelf()), key=lambda entry: entry.name))


def find_entry(name: str) -> Entry | None:
    """The entry of a game by its name, which may ask for a number of players: ``speed:6``."""
    library = {entry.name: entry for entry in entries()}
    base, _, count = name.lower().partition(":")
    entry = library.get(base)
    if entry is None or not count:
        return entry
    opened = entry.sized.get(int(count)) if count.isdecimal() and len(count) < 4 else None
    if opened is None:
        return entry if count == str(len(entry.roles)) else None
    others = {**entry.sized, len(entry.roles): entry.open}
    return replace(entry, name=f"{base}:{count}", roles=opened().roles, open=opened, sized=others)


def rules_text(entry: Entry) -> str | None:
    """The rules of a game of the library as they are written; nothing for games in Python."""
    name = entry.name.partition(":")[0]
    match entry.language:
        case "gdl":
            return gdl_text(name)[0]
        case "igold":
            return igold.sources()[name].read_text(encoding="utf-8")
    return None


def open_game(name_or_path: str) -> Game:
    """A game of the library by its name, or the rules in a file.

    :raises UnknownGame: there is neither; it carries the nearest names
    :raises SourceError: the file cannot be read or its rules are wrong
    """
    if entry := find_entry(name_or_path):
        return entry.open()
    path = Path(name_or_path)
    if path.name.lower().endswith(tuple(_suffixes())) or path.exists():
        return language_of(path).open(name_or_path)
    library = [entry.name for entry in entries()]
    library += [f"{entry.name}:{count}" for entry in entries() for count in entry.sized]
    raise UnknownGame(name_or_path, get_close_matches(name_or_path.lower(), library, 3, 0.5))


def language_of(path: Path) -> Language:
    """The language that a file is written in, by the end of its name.

    :raises SourceError: no language is known for such files
    """
    for language in LANGUAGES:
        if path.name.lower().endswith(language.suffixes):
            return language
    if (path / ENTRYPOINT).is_file():
        return _RULEBOOKS
    place = Span(str(path), 1, 1, 1, 1)
    hint = f"Rules stand in files that end in {', '.join(_suffixes())}."
    message = f"No rule language is known for files that end in '{path.suffix}'."
    if path.is_dir():
        message = "This is a folder, not a file."
        hint = f"Name a file in it. (The folder of a rulebook has a file {ENTRYPOINT}.)"
    raise SourceError([Diagnostic("unknown-language", Severity.ERROR, message, place, hint)])


def language_named(name: str) -> Language:
    """The language of a name.

    :raises SpielwerkError: there is none
    """
    for language in LANGUAGES:
        if language.name == name:
            return language
    raise SpielwerkError(f"There is no rule language called '{name[:80]}'.")


def _suffixes() -> list[str]:
    return [suffix for language in LANGUAGES for suffix in language.suffixes]


# GDL

_GDL_SUFFIXES = (".gdl", ".kif", ".hrf")
_GDL_TEXT = "rules.gdl"
"""What a text that is in no file is called in diagnostics."""
_UNREADABLE = frozenset(["gdl-file", "gdl-too-long", "gdl-not-text"])
"""What :func:`diagnose` says where there is no text to be wrong."""


def gdl_text(name_or_path: str) -> tuple[str, str, Path | None]:
    """The text of a GDL game, what to call it, and the folder it may include files from.

    :raises UnknownGame: there is no such game of the library, and no such file
    :raises SourceError: the file cannot be read
    """
    library = {source.name.removesuffix(".gdl"): source for source in _gdl_library()}
    if source := library.get(name_or_path.lower()):
        return source.read_text(encoding="utf-8"), source.name, None
    path = Path(name_or_path)
    if path.suffix.lower() not in _GDL_SUFFIXES and not path.exists():
        raise UnknownGame(name_or_path, get_close_matches(name_or_path.lower(), library, 3, 0.5))
    try:
        return text_of(path), str(path), path.parent
    except Unreadable as problem:
        place = Span(str(path), 1, 1, 1, 1)
        raise SourceError(
            [Diagnostic(problem.code, Severity.ERROR, problem.message, place, problem.hint)]
        ) from None


def gdl_program(name_or_path: str) -> Program:
    """The checked rules of a GDL game, with includes and ranges written out.

    :raises UnknownGame: there is no such game of the library, and no such file
    :raises SourceError: the file cannot be read or its rules are wrong
    """
    text, file, folder = gdl_text(name_or_path)
    return parse_program(text, file=file, folder=folder)


def _gdl_library() -> list[Traversable]:
    folder = files("spielwerk").joinpath("library", "gdl")
    return [source for source in folder.iterdir() if source.name.endswith(".gdl")]


def _gdl_shelf() -> Iterator[Entry]:
    for source in _gdl_library():
        program = read_any(source.read_text(encoding="utf-8"), file=source.name).program
        heads = [rule.head for rule in program.rules]
        roles = [str(head.args[0]) for head in heads if head.relation == "role" and head.args]
        name = source.name.removesuffix(".gdl")
        yield Entry(
            name=name,
            title=" ".join(program.headers.get("title", (name,))),
            about=" ".join(program.headers.get("about", ())),
            language="gdl",
            roles=tuple(Role(role) for role in roles if role != CHANCE),
            hidden=any(head.relation == "sees" for head in heads),
            open=partial(_open_gdl, name),
        )


def _open_gdl(name_or_path: str) -> GdlGame:
    program = gdl_program(name_or_path)
    return GdlGame(program, _as_id(Path(program.file).name.partition(".")[0]))


def _check_gdl(path: Path) -> Sequence[Diagnostic]:
    found = diagnose(path)
    if any(problem.code in _UNREADABLE for problem in found):
        raise SourceError(found)
    return found


def _probe_gdl(path: Path) -> Sequence[Diagnostic]:
    return probe(_open_gdl(str(path)))


def _open_gdl_text(text: str) -> GdlGame:
    return GdlGame(parse_program(text, file=_GDL_TEXT), "uploaded")


def _as_id(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "game"


# IGold


def _igold_shelf() -> Iterator[Entry]:
    for card in igold.library():
        counts = range(card.players[0], card.players[1] + 1)
        yield Entry(
            card.name,
            card.title,
            card.about,
            "igold",
            card.roles,
            card.hidden,
            partial(igold.open_library, card.name),
            {
                count: partial(igold.open_library, card.name, count)
                for count in counts
                if count != len(card.roles)
            },
        )


def _check_igold(path: Path) -> Sequence[Diagnostic]:
    return igold.check_text(igold.read_text(path), str(path))


# Casinos of No Time to Spy. Only who plays there needs the machinery that checks its files.


def _open_spy() -> Game:
    from spielwerk.games.spy.library import open_spy

    return open_spy()


def _open_spy_file(path: str) -> Game:
    from spielwerk.games.spy.library import open_path

    return open_path(path)


def _check_spy_file(path: Path) -> Sequence[Diagnostic]:
    from spielwerk.games.spy.library import check_path

    return check_path(path)


LANGUAGES: tuple[Language, ...] = (
    Language(
        "gdl",
        _GDL_SUFFIXES,
        _open_gdl,
        _check_gdl,
        _probe_gdl,
        partial(diagnose_text, file=_GDL_TEXT),
        _open_gdl_text,
    ),
    Language(
        "igold",
        (".igold.xml",),
        igold.open_path,
        _check_igold,
        igold.probe_path,
        partial(igold.check_text, file="rules.igold.xml"),
        partial(igold.open_text, file="rules.igold.xml"),
    ),
    Language("spy", (".scenario", ".match"), _open_spy_file, _check_spy_file, lambda _: ()),
)
"""The rule languages that files can be written in."""


# Rulebooks: folders, and no games, but checked like all rules


def _open_rulebook(path: str) -> Game:
    message = "A rulebook judges heroes; it is not a game that can be played."
    hint = f"spielwerk hero validate HERO --rulebook {path}"
    place = Span(path, 1, 1, 1, 1)
    raise SourceError([Diagnostic("rulebook-no-game", Severity.ERROR, message, place, hint)])


_RULEBOOKS = Language("rulebook", (), _open_rulebook, check_rulebook, lambda _: ())


# Games in Python


def _native_shelf() -> Iterator[Entry]:
    yield Entry(
        Speed.name,
        Speed.title,
        Speed.about,
        "native",
        Speed().roles,
        Speed.hidden,
        Speed,
        {players: partial(Speed, players) for players in range(3, 7)},
    )
    yield Entry(Spy.name, Spy.title, Spy.about, "native", Spy.roles, Spy.hidden, _open_spy)


SHELVES: tuple[Callable[[], Iterable[Entry]], ...] = (_gdl_shelf, _igold_shelf, _native_shelf)
"""Where the games of the library stand."""
