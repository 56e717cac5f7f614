"""From a file or text to a game: read, expand plugins, resolve, check, process.

The games of the library are files like any other; :func:`library` lists them without making any of
them ready to run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from random import Random

from lxml import etree

from spielwerk.core import Diagnostic, Over, Role, Severity, SourceError, random_event
from spielwerk.languages.igold.checks import check_definition
from spielwerk.languages.igold.definition import Definition
from spielwerk.languages.igold.game import IgoldGame
from spielwerk.languages.igold.plugins import expand_plugins
from spielwerk.languages.igold.processor.program import process
from spielwerk.languages.igold.processor.templates import Program
from spielwerk.languages.igold.source import Document, parse, read_text
from spielwerk.languages.igold.successors import ask_for_successors

__all__ = [
    "Card",
    "check_text",
    "library",
    "load_program",
    "open_library",
    "open_path",
    "open_text",
    "probe_path",
]

_SUFFIX = ".igold.xml"
_MATCHES, _STEPS = 10, 5_000
"""How many matches the probe plays, and how many steps each may have."""


@dataclass(frozen=True, slots=True)
class Card:
    """A game of the library, as its file describes it."""

    name: str
    title: str
    about: str
    players: tuple[int, int]
    roles: tuple[Role, ...]
    hidden: bool


def load_program(text: str, file: str = "<text>") -> Program:
    """The templates of a game.

    :raises SourceError: something is wrong with the text; all problems are named
    """
    definition = Definition(parse(text, file, expand_plugins))
    check_definition(definition)
    definition.problems.stop_if_wrong()
    try:
        program = process(definition)
        definition.problems.stop_if_wrong()
        program.code = compile(program.source, f"<{file}>", "exec")
    except (RecursionError, MemoryError, SyntaxError) as problem:
        if isinstance(problem, SyntaxError) and not problem.msg.startswith("too many"):
            raise  # Python that cannot be read is our error
        message = "Elements are nested too deeply to be worked out."
        hint = "Give parts of large rules and values names, or split them up."
        definition.problems.error("igold-too-deep", definition.body, message, hint)
        definition.problems.stop_if_wrong()
        raise
    return program


def open_text(text: str, file: str = "<text>", players: int | None = None) -> IgoldGame:
    """The game that a text defines, with its usual options.

    :raises SourceError: something is wrong with the text
    """
    program = load_program(text, file)
    return IgoldGame(program, name_of(program.definition.document), players)


def open_path(path: str) -> IgoldGame:
    """The game in a file.

    :raises SourceError: it cannot be read, or something is wrong with it
    """
    return open_text(read_text(Path(path)), path)


def check_text(text: str, file: str = "<text>") -> Sequence[Diagnostic]:
    """What is wrong with a text, warnings included."""
    try:
        program = load_program(text, file)
        ask_for_successors(program)
        return program.definition.problems.found
    except SourceError as problem:
        return problem.diagnostics


def probe_path(path: Path) -> Sequence[Diagnostic]:
    """What goes wrong in random matches of the game in a file.

    :raises SourceError: it cannot be read, or something is wrong with it
    """
    game = open_path(str(path))
    found: dict[str, Diagnostic] = {}
    for seed in range(_MATCHES):
        rng = Random(seed)
        state = game.initial(seed)
        moves: list[str] = []
        while not isinstance(state.turn, Over) and len(moves) < _STEPS:
            event = random_event(state, rng)
            moves += [f"{role}: {move}" for role, move in event.moves.items()]
            state = state.after(event.moves, event.late)
        hint = "After " + ("; ".join(moves[-8:]) or "nothing") + f" (seed {seed})."
        if state.fault is not None:
            code, message, span = "igold-fault", state.fault.claim, state.fault.source
        elif not isinstance(state.turn, Over):
            code, message, span = "igold-endless", f"A match took over {_STEPS} steps.", None
        else:
            continue
        found.setdefault(message, Diagnostic(code, Severity.WARNING, message, span, hint))
    return tuple(found.values())


def name_of(document: Document) -> str:
    """The game's name in the catalogue."""
    given = document.root.get("id")
    if given is None and document.file.endswith(_SUFFIX):
        given = Path(document.file).name.removesuffix(_SUFFIX)
    given = given or str(document.root.get("name"))
    return re.sub(r"[^a-z0-9]+", "-", given.lower()).strip("-") or "game"


# The library


def library() -> Iterator[Card]:
    """The games of the library."""
    for source in sources().values():
        yield _card(source)


@cache
def sources() -> dict[str, Traversable]:
    """The files of the library by the names of their games."""
    folder = files("spielwerk").joinpath("library", "igold")
    if not folder.is_dir():
        return {}
    found = [one for one in folder.iterdir() if one.name.endswith(_SUFFIX)]
    return {one.name.removesuffix(_SUFFIX): one for one in sorted(found, key=lambda f: f.name)}


def open_library(name: str, players: int | None = None) -> IgoldGame:
    """A game of the library by its name."""
    return IgoldGame(_program(name), name, players)


@cache
def _program(name: str) -> Program:
    source = sources()[name]
    return load_program(source.read_text(encoding="utf-8"), source.name)


def _card(source: Traversable) -> Card:
    """What the catalogue says about a file, read without checking it."""
    root = etree.fromstring(source.read_bytes())
    players = next(root.iter("{*}players"), None)
    low, high = (
        int(players.get(key, "2")) if players is not None else 2 for key in ("minimum", "maximum")
    )
    usual = int(players.get("default", str(low))) if players is not None else 2
    named = [str(seat.get("name")) for seat in root.iter("{*}seat")][:usual]
    roles = [*named, *(f"player{n + 1}" for n in range(len(named), usual))]
    about = [one for one in root.iter("{*}about") if one.get("language", "en") == "en"]
    return Card(
        source.name.removesuffix(_SUFFIX),
        str(root.get("name")),
        " ".join(str(about[0].text).split()) if about else "",
        (low, high),
        tuple(Role(role) for role in roles),
        any(True for _ in root.iter("{*}visibility", "{*}shuffleField")),
    )
