"""IGold as a registered language, and the games of the library that are written in it.

Listing the library reads the head of each file with the XML parser of Python; schema, checks and
the machinery that runs a game are loaded when one is opened.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from spielwerk.core import (
    Confines,
    Debugger,
    Diagnostic,
    EditedText,
    Entry,
    Game,
    GameOption,
    Json,
    Language,
    Role,
    RuleText,
    SpielwerkError,
)
from spielwerk.languages.igold.noted_words import NOTED_WORDS

if TYPE_CHECKING:
    from spielwerk.languages.igold.game import IgoldGame

SUFFIX = ".igold.xml"
"""How the names of files in XML end."""
NOTATION = ".igold"
"""How those in the compact notation end."""


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
    found = [one for one in folder.iterdir() if one.name.endswith((SUFFIX, NOTATION))]
    return {stem(one.name): one for one in sorted(found, key=lambda f: f.name)}


def stem(file: str) -> str:
    """The name of a file without its ending."""
    return file.removesuffix(SUFFIX).removesuffix(NOTATION)


def _open_library(name: str, players: int | None = None) -> IgoldGame:
    from spielwerk.languages.igold.loading import open_library

    return open_library(name, players)


def _entries() -> Iterator[Entry]:
    return (_entry(name, source) for name, source in sources().items())


def _entry(name: str, source: Traversable) -> Entry:
    """What the catalogue says about a file, read without checking it."""
    if source.name.endswith(NOTATION):
        return _notation_entry(name, source.read_text(encoding="utf-8"))
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
        tuple(game_options(root.iterfind(".//{*}options/*"))),
    )


def game_options(nodes: Iterable[Any]) -> Iterator[GameOption]:
    """The options that elements describe, of whichever XML library they are."""
    for node in nodes:
        kind = str(node.tag).rpartition("}")[2]
        if not kind.endswith("Option"):
            continue
        default = str(node.get("default"))
        value: Json = default
        if kind == "booleanOption":
            value = default in ("true", "1")
        elif kind == "integerOption":
            value = int(default)
        bounds = [node.get(key) for key in ("minimum", "maximum")]
        low, high = (None if bound is None else int(bound) for bound in bounds)
        choices = node.findall(".//{*}enumValue")
        named = {"en": str(node.get("name"))} if node.get("name") else {}
        yield GameOption(
            str(node.get("optionId")),
            value,
            tuple(str(one.get("valueId")) for one in choices),
            low,
            high,
            named | _labels(node),
            {str(one.get("valueId")): _labels(one) for one in choices},
        )


def _labels(node: Any) -> dict[str, str]:
    found = node.findall("./{*}label")
    return {str(one.get("language")): str(one.get("text")) for one in found}


def _options(game: IgoldGame) -> Iterator[GameOption]:
    found = game.program.definition.options.values()
    return game_options(node for node, _ in found)


_OPTION = re.compile(
    r"^option `?(?P<name>[\w.-]+)`? = `?(?P<default>-?[\w.-]+)`?"
    r"(?: from (?P<low>-?\d+) to (?P<high>-?\d+))?"
    r'(?P<more>(?:[^:"\n]|"[^"\n]*")*)(?::(?P<values>.*))?$',
    re.MULTILINE,
)
_VALUE = re.compile(r'\s*`?([\w.-]+)`?((?:[^,"]|"[^"]*")*),?')
_TOLD = re.compile(r'(?:named "[^"]*" )?"([^"]*)"(?: \| "([^"]*)")?')


def _notation_options(text: str) -> Iterator[GameOption]:
    """The options that lines of the compact notation describe."""
    for line in _OPTION.finditer(text):
        default = line["default"]
        value: Json = {"true": True, "false": False}.get(default, default)
        if re.fullmatch(r"-?\d+", default):
            value = int(default)
        parts = _VALUE.findall(line["values"] or "")
        yield GameOption(
            line["name"],
            value,
            tuple(name for name, _ in parts),
            None if line["low"] is None else int(line["low"]),
            None if line["high"] is None else int(line["high"]),
            _told(line["more"] or "") or {"en": line["name"]},
            {name: _told(more) for name, more in parts},
        )


def _told(text: str) -> dict[str, str]:
    found = _TOLD.search(text)
    if found is None:
        return {}
    return {key: told for key, told in zip(("en", "de"), found.groups(), strict=True) if told}


def _notation_entry(name: str, text: str) -> Entry:
    """The same for a file in the compact notation: what its first lines say."""
    title = re.search(r'^game "(.*?)"', text, re.MULTILINE)
    about = re.search(r'^about "((?:[^"\\]|\\.)*)"', text, re.MULTILINE)
    found = re.search(
        r"^players (\d+)(?: to (\d+))?(?: usually (\d+))?(?::(.*))?", text, re.MULTILINE
    )
    low, high, usual, seats = found.groups() if found else ("2", None, None, None)
    size = int(usual or low)
    named = re.findall(r"(?:^|,)\s*`?([\w-]+)", re.sub(r'"[^"]*"', "", seats or ""))[:size]
    roles = [*named, *(f"player{n + 1}" for n in range(len(named), size))]
    return Entry(
        name,
        title[1] if title else name,
        about[1].replace('\\"', '"') if about else "",
        tuple(map(Role, roles)),
        re.search(r"\b(visible to|shuffle)\b", text) is not None,
        partial(_open_library, name),
        {
            n: partial(_open_library, name, n)
            for n in range(int(low), int(high or low) + 1)
            if n != size
        },
        IGOLD.name,
        tuple(_notation_options(text)),
    )


IGOLD: Language[IgoldGame] = Language(
    name="igold",
    title="IGold",
    suffixes=(SUFFIX, NOTATION),
    longest=20_000_000,
    check=_check,
    open=_open,
    library=_entries,
    options=_options,
    probe=_probe,
    debug=_debug,
    draw={"phases": _draw_phases, "types": _draw_types},
    edit=_edit,
    translations={"de": _german},
    keywords=NOTED_WORDS,
    confine=Confines(seconds=20.0, megabytes=600, characters=500_000),
)
