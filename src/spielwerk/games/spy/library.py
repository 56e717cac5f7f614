"""The ready sets of the library: scenarios, match configurations and characters by name."""

from __future__ import annotations

from difflib import get_close_matches
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

from spielwerk.core import Diagnostic, RuleText, SourceError
from spielwerk.games.spy.files import CHARACTERS, MATCH, SCENARIO, FileKind
from spielwerk.games.spy.game import Spy
from spielwerk.games.spy.places import read_json
from spielwerk.games.spy.settings import Options, SettingError

_T = TypeVar("_T")
_FOLDERS = {SCENARIO.name: "scenarios", MATCH.name: "matches", CHARACTERS.name: "characters"}


def _folder(kind: FileKind[Any]) -> Traversable:
    return files("spielwerk").joinpath("library", "spy", _FOLDERS[kind.name])


def library_names(kind: FileKind[Any]) -> list[str]:
    """The names of all sets of a kind."""
    found = (file.name for file in _folder(kind).iterdir() if file.name.endswith(kind.suffix))
    return sorted(name.removesuffix(kind.suffix) for name in found)


def library_text(kind: FileKind[Any], name: str) -> str:
    """The text of a set.

    :raises SettingError: there is none of this name
    """
    names = library_names(kind)
    if name not in names:
        near = get_close_matches(name, names, 1, 0.5) or names
        raise SettingError(f"There is no {kind.name} '{name}'. Did you mean '{near[0]}'?")
    return _folder(kind).joinpath(name + kind.suffix).read_text(encoding="utf-8")


def read_library(kind: FileKind[_T], name: str) -> _T:
    """The value of a set.

    :raises SettingError: there is none of this name
    """
    return kind.read(library_text(kind, name), name + kind.suffix)


def open_text(rules: RuleText) -> Spy:
    """The game on the map, with the configuration or with the characters of a text.

    The rest is from the library.

    :raises SourceError: the text has errors
    """
    usual = open_spy().setting
    value = _kind(rules).read(rules.text, rules.file)
    match _kind(rules).name:
        case MATCH.name:
            return Spy(usual.board.scenario, value, usual.characters)
        case CHARACTERS.name:
            return Spy(usual.board.scenario, usual.config, value)
    return Spy(value, usual.config, usual.characters)


def check_text(rules: RuleText) -> tuple[Diagnostic, ...]:
    """What is wrong with a scenario, a match configuration or characters."""
    return _kind(rules).diagnose(rules.text, rules.file).diagnostics


def _kind(rules: RuleText) -> FileKind[Any]:
    """What a file is: its name tells, or what is in it where it has none of its own."""
    if rules.folder is not None:
        name = rules.file.lower()
        return next(kind for kind in (MATCH, CHARACTERS, SCENARIO) if name.endswith(kind.suffix))
    try:
        value = read_json(rules.text, rules.file).value
    except SourceError:
        return SCENARIO
    if isinstance(value, list):
        return CHARACTERS
    return SCENARIO if not isinstance(value, dict) or "scenario" in value else MATCH


def open_spy(
    scenario: str = "grand-casino",
    match: str = "standard",
    characters: str = "agents",
    options: Options | None = None,
) -> Spy:
    """The game with sets of the library.

    :raises SettingError: there is no set of such a name
    """
    rows, crew = read_library(SCENARIO, scenario), read_library(CHARACTERS, characters)
    return Spy(rows, read_library(MATCH, match), crew, options)
