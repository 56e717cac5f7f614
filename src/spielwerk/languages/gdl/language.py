"""GDL as a registered language, and the games of the library that are written in it.

Listing the library reads no more of a file than its rules as they stand: nothing is checked,
written out or made ready before somebody opens the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING

from spielwerk.core import (
    CHANCE,
    Confines,
    Debugger,
    Diagnostic,
    EditedText,
    Entry,
    Game,
    Inquiry,
    Language,
    Over,
    Role,
    RuleText,
    SpielwerkError,
    UnknownGame,
)
from spielwerk.languages.gdl.program import WORDS, hides
from spielwerk.languages.gdl.text import MAX_SIZE

if TYPE_CHECKING:
    from spielwerk.languages.gdl.game import GdlGame, GdlState
    from spielwerk.languages.gdl.program import Program
    from spielwerk.languages.gdl.tools import Script

_SUFFIX = ".gdl"


def gdl_text(name_or_path: str) -> RuleText:
    """The rules of a GDL game: one of the library, or a file, which may include those beside it.

    :raises UnknownGame: there is no such game of the library, and no such file
    :raises SourceError: the file cannot be read
    """
    library = {source.name.removesuffix(_SUFFIX): source for source in _library()}
    if source := library.get(name_or_path.lower()):
        return RuleText(source.read_text(encoding="utf-8"), source.name)
    path = Path(name_or_path)
    if not GDL.owns(path) and not path.exists():
        raise UnknownGame(name_or_path, get_close_matches(name_or_path.lower(), library, 3, 0.5))
    return GDL.read(path)


def gdl_program(name_or_path: str) -> Program:
    """The checked rules of a GDL game, with includes and ranges written out.

    :raises UnknownGame: there is no such game of the library, and no such file
    :raises SourceError: the file cannot be read or its rules are wrong
    """
    return _program(gdl_text(name_or_path))


def gdl_game(game: Game) -> GdlGame:
    """A game, for tools that work on games in GDL alone.

    :raises SpielwerkError: it is written in something else
    """
    from spielwerk.languages.gdl.game import GdlGame

    if not isinstance(game, GdlGame):
        raise SpielwerkError(f"'{game.name}' is not written in GDL.")
    return game


def open_model(script: Script) -> GdlGame:
    """The game a recorded match is about: a file, or a game of the library.

    Rules that name no dialect, and by which a role could not even begin to move along with the
    others, are rules by which one role moves at a time.

    :raises UnknownGame: there is no such file or game
    :raises SourceError: the rules are wrong
    """
    from spielwerk.languages.gdl.load import named_dialect, parse_program
    from spielwerk.languages.gdl.program import Dialect

    path = script.model_path()
    rules = gdl_text(str(path) if path.exists() else script.model)
    game = _open(rules)
    if game.program.dialect is Dialect.GGP and named_dialect(rules.text) is None:
        state = game.initial()
        if isinstance(state.turn, Over) and not game.engine.terminal(state.position):
            program = parse_program(rules.text, file=rules.file, dialect=Dialect.SEED_2)
            return game_of(program, game.name)
    return game


def _program(rules: RuleText) -> Program:
    from spielwerk.languages.gdl.load import parse_program

    return parse_program(rules.text, file=rules.file, folder=rules.folder)


def game_of(program: Program, name: str) -> GdlGame:
    """The game that a program describes: its dialect says how a match runs."""
    from spielwerk.languages.gdl.game import GdlGame
    from spielwerk.languages.gdl.in_turn import InTurnGame

    return (InTurnGame if program.dialect.in_turn else GdlGame)(program, name)


def _open(rules: RuleText) -> GdlGame:
    name = Path(rules.file).name.partition(".")[0]
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "game"
    return game_of(_program(rules), plain)


def _check(rules: RuleText) -> Sequence[Diagnostic]:
    from spielwerk.languages.gdl.load import diagnose_text

    return diagnose_text(rules.text, file=rules.file, folder=rules.folder)


def _probe(game: GdlGame) -> Sequence[Diagnostic]:
    from spielwerk.languages.gdl.tools import probe

    return probe(game)


def _debug(game: GdlGame, seed: int) -> Debugger[GdlGame]:
    from spielwerk.languages.gdl.debugger import GdlDebugger

    return GdlDebugger(game, seed)


def _draw_relations(game: GdlGame) -> str:
    from spielwerk.languages.gdl.tools import relations_diagram

    return relations_diagram(game.program)


def _german() -> Mapping[str, str]:
    from spielwerk.languages.gdl.german import GERMAN

    return GERMAN


def _edit(rules: RuleText, others: Mapping[str, str]) -> EditedText:
    from spielwerk.languages.gdl.editing import edit_gdl

    return edit_gdl(rules, others)


# The library


def _library() -> list[Traversable]:
    """The rules that come with Spielwerk; those in the seed dialect have a folder of their own."""
    folder = files("spielwerk").joinpath("library", "gdl")
    sources = [*folder.iterdir(), *folder.joinpath("seed").iterdir()]
    return [source for source in sources if source.name.endswith(_SUFFIX)]


def _open_library(name: str) -> GdlGame:
    return _open(gdl_text(name))


def _entries() -> Iterator[Entry]:
    from spielwerk.languages.gdl.load import named_dialect
    from spielwerk.languages.gdl.program import Dialect
    from spielwerk.languages.gdl.text import read

    for source in _library():
        text = source.read_text(encoding="utf-8")
        dialect = named_dialect(text) or Dialect.GGP
        program = read(text, file=source.name, dialect=dialect).program
        heads = [rule.head for rule in program.rules]
        roles = [str(head.args[0]) for head in heads if head.relation == "role" and head.args]
        name = source.name.removesuffix(_SUFFIX)
        yield Entry(
            name,
            " ".join(program.headers.get("title", (name,))),
            " ".join(program.headers.get("about", ())),
            tuple(Role(role) for role in roles if role != CHANCE),
            any(map(hides, heads)),
            partial(_open_library, name),
            language=GDL.name,
        )


# What can be asked of a state


def _relations(game: GdlGame) -> list[str]:
    """The relations whose truths may be told: none where there are secrets."""
    if game.hidden:
        return []
    return sorted({"true", *(rule.head.relation for rule in game.program.rules)})


def _holds(state: GdlState, words: str) -> str | Sequence[str]:
    if state.game.hidden:
        raise SpielwerkError("/eval is closed: this game has secrets, and it would tell them.")
    from spielwerk.languages.gdl.text import Spelling

    known = _relations(state.game)
    name = Spelling(known).word(words.strip("() "))
    if name not in known:
        near = get_close_matches(name, known, 1)
        hint = f"Did you mean {near[0]}?" if near else f"There are {', '.join(known)}."
        raise SpielwerkError(f"The rules have no relation '{name}'. {hint}")
    return list(map(str, state.evaluate(name))) or f"Nothing holds of {name}."


def _goals(state: GdlState, words: str) -> str | Sequence[str]:
    if state.game.hidden:
        return "The match is not over; there is no outcome yet."
    return list(map(str, state.evaluate("goal"))) or "No goal is reached yet."


def _prolog(state: GdlState, words: str) -> str:
    from spielwerk.languages.gdl.tools import translate

    return translate(state.game.program)


GDL: Language[GdlGame] = Language(
    name="gdl",
    title="GDL",
    suffixes=(_SUFFIX, ".kif", ".hrf"),
    longest=MAX_SIZE,
    keywords=tuple(WORDS),
    check=_check,
    open=_open,
    library=_entries,
    probe=_probe,
    explain={
        "goal": Inquiry("what each role would get, were the match over now", _goals),
        "eval": Inquiry("all that holds of a relation of the rules", _holds, "REL", _relations),
        "prolog": Inquiry(
            "the rules in Prolog, printed or written", _prolog, "[FILE]", to_file=True
        ),
    },
    debug=_debug,
    draw={"relations": _draw_relations},
    edit=_edit,
    translations={"de": _german},
    confine=Confines(),
)
