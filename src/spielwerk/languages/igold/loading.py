"""From a file or text to a game: read, expand plugins, resolve, check, process.

The games of the library are files like any other; :mod:`.language` lists them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random

from spielwerk.core import Diagnostic, Over, Severity, SourceError, random_event, say
from spielwerk.languages.igold.checks import check_definition
from spielwerk.languages.igold.definition import Definition
from spielwerk.languages.igold.game import IgoldGame
from spielwerk.languages.igold.language import IGOLD, sources, stem
from spielwerk.languages.igold.plugins import expand_plugins
from spielwerk.languages.igold.processor import CompiledGame, process
from spielwerk.languages.igold.source import XmlDocument, parse, read_text
from spielwerk.languages.igold.successors import ask_for_successors

_MATCHES, _STEPS = 10, 5_000
"""How many matches the probe plays, and how many steps each may have."""


def load_program(text: str, file: str = "<text>") -> CompiledGame:
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
        return [*program.definition.problems.found, *_cannot_begin(program)]
    except SourceError as problem:
        return problem.diagnostics


def _cannot_begin(program: CompiledGame) -> Iterator[Diagnostic]:
    """What goes wrong before anybody is asked for the first time.

    :raises SourceError: a match would have too many elements
    """
    fault = IgoldGame(program, name_of(program.definition.document)).initial().fault
    if fault is not None:
        message = say("A match cannot begin. {fault_claim}", fault_claim=fault.claim)
        yield Diagnostic("igold-fault", Severity.ERROR, message, fault.source)


def probe(game: IgoldGame) -> Sequence[Diagnostic]:
    """What goes wrong in random matches of a game."""
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
        if message in found:
            break  # what goes wrong twice goes wrong often
        found[message] = Diagnostic(code, Severity.WARNING, message, span, hint)
    return tuple(found.values())


def name_of(document: XmlDocument) -> str:
    """The game's name in the catalogue."""
    given = document.root.get("id")
    if given is None and document.file.endswith(IGOLD.suffixes):
        given = stem(Path(document.file).name)
    given = given or str(document.root.get("name"))
    return re.sub(r"[^a-z0-9]+", "-", given.lower()).strip("-") or "game"


# The library


def open_library(name: str, players: int | None = None) -> IgoldGame:
    """A game of the library by its name."""
    return IgoldGame(_program(name), name, players)


@cache
def _program(name: str) -> CompiledGame:
    source = sources()[name]
    return load_program(source.read_text(encoding="utf-8"), source.name)
