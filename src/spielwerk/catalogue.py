"""The games that are there: those of installed packages by name, those of an author by path.

:func:`languages` and :func:`entries` list what packages have registered, ours like everybody's,
without making any game ready to run; :func:`open_game` does that for one of them or for a file of
rules. What cannot be used is a sentence in :func:`problems`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from spielwerk.core import (
    Diagnostic,
    Entry,
    Game,
    GameOption,
    Language,
    MatchDump,
    RuleText,
    Severity,
    SourceError,
    Span,
    SpielwerkError,
    UnknownGame,
    usable,
    variant_text,
)

__all__ = [
    "entries",
    "find_entry",
    "language_for",
    "language_named",
    "language_of",
    "languages",
    "open_dump",
    "open_game",
    "open_rules",
    "options_of_game",
    "problems",
    "settled_game",
]

_LANGUAGES, _GAMES = "spielwerk.languages", "spielwerk.games"
"""The groups of entry points under which packages register a Language or an Entry."""


def languages() -> Mapping[str, Language[Any]]:
    """The rule languages by name, ours first."""
    return _languages()[0]


def language_named(name: str) -> Language[Any]:
    """The language of a name.

    :raises SpielwerkError: there is none
    """
    known = languages()
    if name not in known:
        raise SpielwerkError(f"There is no language '{name[:80]}'; there are {', '.join(known)}.")
    return known[name]


def language_of(path: Path) -> Language[Any]:
    """The language that a file, or a folder, is written in.

    :raises SourceError: no language is known for such files
    """
    for language in languages().values():
        if language.owns(path):
            return language
    place = Span(str(path), 1, 1, 1, 1)
    hint = f"Rules stand in files that end in {', '.join(_suffixes())}."
    message = f"No rule language is known for files that end in '{path.suffix}'."
    if path.is_dir():
        message = "This is a folder, not a file."
        marks = [one.folder_file for one in languages().values() if one.folder_file is not None]
        hint = f"Name a file in it. (A folder of rules has a file {' or '.join(marks)}.)"
    raise SourceError([Diagnostic("unknown-language", Severity.ERROR, message, place, hint)])


def language_for(name_or_path: str) -> Language[Any]:
    """The language that a game of the catalogue, or a file, is written in.

    :raises SpielwerkError: there is no such game or file, or the game is a program
    """
    if entry := find_entry(name_or_path):
        return language_named(entry.language)
    if _is_file(name_or_path):
        return language_of(Path(name_or_path))
    raise _unknown(name_or_path)


def entries() -> tuple[Entry, ...]:
    """All games that have names of their own, sorted by these."""
    return tuple(sorted(_catalogue()[0].values(), key=lambda entry: entry.name))


def problems() -> tuple[str, ...]:
    """What registered packages are not there because of, a sentence each."""
    return (*_languages()[1], *_catalogue()[1])


def find_entry(name: str) -> Entry | None:
    """The entry of a game by its name, which may ask for a number of players: ``speed:6``.

    It may settle options, too: ``citadels:5,deck=haunted``.
    """
    base, _, more = name.partition(":")
    entry = _catalogue()[0].get(base.lower())
    if entry is None or not more:
        return entry
    parts = more.split(",")
    count = parts.pop(0) if "=" not in parts[0] else ""
    if parts:
        try:
            return _settled_entry(entry, count, parts)
        except SpielwerkError:
            return None
    number = int(count) if count.isdecimal() and len(count) < 4 else -1
    if count != str(number) or number not in entry.sized:  # one spelling of each
        return entry if count == str(len(entry.roles)) else None
    return _sized_entry(base.lower(), number)


@cache
def _sized_entry(base: str, number: int) -> Entry:
    """An entry for another number of players, who are known only when it was opened once."""
    entry = _catalogue()[0][base]
    opened = entry.sized[number]
    others = {**entry.sized, len(entry.roles): entry.open}
    return replace(entry, name=f"{base}:{number}", roles=opened().roles, open=opened, sized=others)


def _settled_entry(entry: Entry, count: str, settings: Sequence[str]) -> Entry | None:
    """An entry with options settled; its name says only what is not as usual."""
    sized = find_entry(f"{entry.name}:{count}") if count else entry
    if sized is None:
        return None
    values = read_options(entry.options, settings)
    unusual = {
        one.name: values[one.name]
        for one in entry.options
        if one.name in values and values[one.name] != one.default
    }
    if not unusual:
        return sized
    told = variant_text(unusual)
    name = f"{sized.name},{told}" if ":" in sized.name else f"{sized.name}:{told}"
    return replace(sized, name=name, open=lambda: sized.open().settled(None, **unusual))


def read_options(known: Iterable[GameOption], settings: Iterable[str]) -> dict[str, Any]:
    """The values that ``deck=haunted`` and the like mean.

    :raises SpielwerkError: there is no such option, or no such value
    """
    by_name = {one.name.lower(): one for one in known}
    found: dict[str, Any] = {}
    for text in settings:
        key, equals, value = text.partition("=")
        one = by_name.get(key.strip().lower())
        if one is None or not equals:
            listed = ", ".join(option.name for option in by_name.values()) or "none"
            raise SpielwerkError(
                f"There is no option '{key.strip()[:40]}'; options are {listed}."
                if one is None
                else f"Write {one.name}=VALUE."
            )
        found[one.name] = one.read(value.strip())
    return found


def settled_game(game: Game, players: int | None, settings: Sequence[str]) -> Game:
    """A game for another number of players and with options, as ``key=value``.

    :raises SpielwerkError: it is not for so many, or has no such option or value
    """
    if players is None and not settings:
        return game
    return game.settled(players, **read_options(options_of_game(game), settings))


def options_of_game(game: Game) -> tuple[GameOption, ...]:
    """What can be settled about a game: as its language tells, or its entry."""
    language = languages().get(game.language)
    if language is not None and language.options is not None:
        return tuple(language.options(game))
    entry = find_entry(game.name)
    return entry.options if entry is not None else ()


def open_game(name_or_path: str) -> Game:
    """A game of the catalogue by its name, or the rules in a file.

    :raises UnknownGame: there is neither; it carries the nearest names
    :raises SourceError: the file cannot be read or its rules are wrong
    :raises SpielwerkError: it has no such option or value
    """
    if entry := find_entry(name_or_path):
        return entry.open()
    if _is_file(name_or_path):
        path = Path(name_or_path)
        language = language_of(path)
        return open_rules(language, language.read(path))
    base, colon, more = name_or_path.rpartition(":")
    if colon and (find_entry(base) is not None or _is_file(base)):
        parts = more.split(",")
        count = parts.pop(0) if parts[0].isascii() and parts[0].isdecimal() else None
        if find_entry(base) is None or (parts and all("=" in part for part in parts)):
            return settled_game(open_game(base), None if count is None else int(count), parts)
    raise _unknown(name_or_path)


def open_rules(language: Language[Any], rules: RuleText) -> Game:
    """The game that a text in a language describes.

    :raises SourceError: the rules are wrong, or are none of a game
    """
    if language.open is None:
        message = f"{language.title} describe no game that can be played."
        place = Span(rules.file, 1, 1, 1, 1)
        raise SourceError([Diagnostic("no-game", Severity.ERROR, message, place)])
    game: Game = language.open(rules)
    return game


def open_dump(dump: MatchDump) -> Game:
    """The game that a dumped match was played by.

    :raises SpielwerkError: its language is not known here, or has no such options
    :raises SourceError: the rules are wrong
    """
    return dump.settled(open_rules(language_named(dump.language), dump.rules))


@cache
def _languages() -> tuple[Mapping[str, Language[Any]], tuple[str, ...]]:
    """Every language by its name, and a sentence for each that cannot be there."""
    registered, wrong = usable(_LANGUAGES, Language)
    strays = [
        f"The language {language.title} is left out: it is registered as '{name}', and calls "
        f"itself '{language.name}'."
        for name, language in registered.items()
        if name != language.name
    ]
    found = {name: language for name, language in registered.items() if name == language.name}
    return found, (*wrong, *strays)


@cache
def _catalogue() -> tuple[Mapping[str, Entry], tuple[str, ...]]:
    """Every game by its name, and a sentence for each that cannot be there."""
    found: dict[str, Entry] = {}
    games, unusable = usable(_GAMES, Entry)
    wrong = list(unusable)
    for language in languages().values():
        try:
            for entry in language.library() if language.library is not None else ():
                _add(entry, found, wrong)
        except Exception as problem:  # what a foreign package does wrong is told
            wrong.append(f"The games in {language.title} cannot be listed: {problem!r}.")
    for entry in games.values():
        _add(entry, found, wrong)
    return found, tuple(wrong)


def _add(entry: Entry, found: dict[str, Entry], wrong: list[str]) -> None:
    if found.setdefault(entry.name, entry) is not entry:
        title, taken = entry.title or entry.name, found[entry.name].title
        wrong.append(f"The game {title} is left out: '{entry.name}' is the name of {taken}.")


def _unknown(name: str) -> UnknownGame:
    return UnknownGame(name, get_close_matches(name.lower(), list(_names()), 3, 0.5))


def _names() -> Iterator[str]:
    for entry in entries():
        yield entry.name
        yield from (f"{entry.name}:{count}" for count in entry.sized)


def _is_file(name: str) -> bool:
    return name.lower().endswith(tuple(_suffixes())) or Path(name).exists()


def _suffixes() -> list[str]:
    return [suffix for language in languages().values() for suffix in language.suffixes]
