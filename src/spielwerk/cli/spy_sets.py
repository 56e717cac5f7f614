"""The three files a match of No Time to Spy is made of, as options of a command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from spielwerk.games.spy import FileKind, Options, Spy

_T = TypeVar("_T")
_F = TypeVar("_F", bound=Callable[..., Any])


def set_options(command: _F) -> _F:
    """Give a command the standard's options ``charset``, ``match`` and ``scenario``."""
    for option in (
        click.option(
            "--config-scenario", "-s", "scenario", default="grand-casino", show_default=True,
            help="The scenario: a .scenario file, or a set of the library.",
        ),
        click.option(
            "--config-match", "-m", "match", default="standard", show_default=True,
            help="The match configuration: a .match file, or a set of the library.",
        ),
        click.option(
            "--config-charset", "-c", "charset", default="agents", show_default=True,
            help="The characters: a .json file, or a set of the library.",
        ),
    ):  # fmt: skip
        command = option(command)
    return command


def open_sets(charset: str, match: str, scenario: str, options: Options) -> Spy:
    """The game of these files.

    :raises SourceError: one of them cannot be read or has errors
    """
    from spielwerk.games.spy import CHARACTERS, MATCH, SCENARIO, Spy

    rows, crew = _opened(SCENARIO, scenario), _opened(CHARACTERS, charset)
    return Spy(rows, _opened(MATCH, match), crew, options)


def _opened(kind: FileKind[_T], given: str) -> _T:
    """A file, or a set of the library of that name."""
    from spielwerk.games.spy import library_names, read_library

    if not Path(given).exists() and given in library_names(kind):
        return read_library(kind, given)
    return kind.load(Path(given))
