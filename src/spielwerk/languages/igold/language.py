"""IGold as a registered language, and the games of the library that are written in it.

Listing the library reads the head of each file with the XML parser of Python; schema, checks and
the machinery that runs a game are loaded when one is opened.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from spielwerk.core import (
    Confines,
    Debugger,
    Diagnostic,
    EditedText,
    Entry,
    Game,
    Language,
    Role,
    RuleText,
    SpielwerkError,
)

if TYPE_CHECKING:
    from spielwerk.languages.igold.game import IgoldGame

SUFFIX = ".igold.xml"
"""How the names of files end."""


def igold_game(game: Game) -> IgoldGame:
    """A game, for tools that work on games in IGold alone.

    :raises SpielwerkError: it is written in something else
    """
    from spielwerk.languages.igold.game import IgoldGame

    if not isinstance(game, IgoldGame):
        raise SpielwerkError(f"'{game.name}' is not written in IGold.")
    return game


def _check(rules: RuleText) -> Sequence[Diagnostic]:
    from spielwerk.languages.igold.loading import check_text

    return check_text(rules.text, rules.file)


def _open(rules: RuleText) -> IgoldGame:
    from spielwerk.languages.igold.loading import open_text

    return open_text(rules.text, rules.file)


def _probe(game: IgoldGame) -> Sequence[Diagnostic]:
    from spielwerk.languages.igold.loading import probe

    return probe(game)


def _debug(game: IgoldGame, seed: int) -> Debugger[IgoldGame]:
    from spielwerk.languages.igold.debugger import IgoldDebugger

    return IgoldDebugger(game, seed)


def _draw_phases(game: IgoldGame) -> str:
    from spielwerk.languages.igold.drawing import phases_diagram

    return phases_diagram(game.program)


def _draw_types(game: IgoldGame) -> str:
    from spielwerk.languages.igold.drawing import types_diagram

    return types_diagram(game.program)


def _german() -> Mapping[str, str]:
    from spielwerk.languages.igold.german import GERMAN

    return GERMAN


def _edit(rules: RuleText, others: Mapping[str, str]) -> EditedText:
    from spielwerk.languages.igold.editing import edit_igold

    return edit_igold(rules, others)


# The library


@cache
def sources() -> dict[str, Traversable]:
    """The files of the library by the names of their games."""
    folder = files("spielwerk").joinpath("library", "igold")
    found = [one for one in folder.iterdir() if one.name.endswith(SUFFIX)]
    return {one.name.removesuffix(SUFFIX): one for one in sorted(found, key=lambda f: f.name)}


def _open_library(name: str, players: int | None = None) -> IgoldGame:
    from spielwerk.languages.igold.loading import open_library

    return open_library(name, players)


def _entries() -> Iterator[Entry]:
    return (_entry(name, source) for name, source in sources().items())


def _entry(name: str, source: Traversable) -> Entry:
    """What the catalogue says about a file, read without checking it."""
    root = ElementTree.fromstring(source.read_bytes())
    players = root.find(".//{*}players")
    numbers = players.attrib if players is not None else {}
    low, high = (int(numbers.get(key, "2")) for key in ("minimum", "maximum"))
    usual = int(numbers.get("default", str(low)))
    named = [str(seat.get("name")) for seat in root.iterfind(".//{*}seat")][:usual]
    roles = [*named, *(f"player{n + 1}" for n in range(len(named), usual))]
    about = [one for one in root.iterfind(".//{*}about") if one.get("language", "en") == "en"]
    secrets = (root.find(f".//{{*}}{tag}") for tag in ("visibility", "shuffleField"))
    return Entry(
        name,
        str(root.get("name")),
        " ".join(str(about[0].text).split()) if about else "",
        tuple(map(Role, roles)),
        any(found is not None for found in secrets),
        partial(_open_library, name),
        {n: partial(_open_library, name, n) for n in range(low, high + 1) if n != usual},
        IGOLD.name,
    )


IGOLD: Language[IgoldGame] = Language(
    name="igold",
    title="IGold",
    suffixes=(SUFFIX,),
    longest=20_000_000,
    check=_check,
    open=_open,
    library=_entries,
    probe=_probe,
    debug=_debug,
    draw={"phases": _draw_phases, "types": _draw_types},
    edit=_edit,
    translations={"de": _german},
    confine=Confines(seconds=20.0, megabytes=600, characters=500_000),
)
