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
    Diagnostic,
    EditedText,
    Entry,
    Game,
    Inquiry,
    Language,
    Role,
    RuleText,
    SpielwerkError,
    UnknownGame,
)
from spielwerk.languages.gdl.program import WORDS
from spielwerk.languages.gdl.text import MAX_SIZE

if TYPE_CHECKING:
    from spielwerk.languages.gdl.game import GdlGame, GdlState
    from spielwerk.languages.gdl.program import Program

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


def _program(rules: RuleText) -> Program:
    from spielwerk.languages.gdl.load import parse_program

    return parse_program(rules.text, file=rules.file, folder=rules.folder)


def _open(rules: RuleText) -> GdlGame:
    from spielwerk.languages.gdl.game import GdlGame

    name = Path(rules.file).name.partition(".")[0]
    return GdlGame(_program(rules), re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "game")


def _check(rules: RuleText) -> Sequence[Diagnostic]:
    from spielwerk.languages.gdl.load import diagnose_text

    return diagnose_text(rules.text, file=rules.file, folder=rules.folder)


def _probe(game: GdlGame) -> Sequence[Diagnostic]:
    from spielwerk.languages.gdl.tools import probe

    return probe(game)


def _draw_relations(game: GdlGame) -> str:
    from spielwerk.languages.gdl.tools import relations_diagram

    return relations_diagram(game.program)


def _edit(rules: RuleText, others: Mapping[str, str]) -> EditedText:
    from spielwerk.languages.gdl.editing import edit_gdl

    return edit_gdl(rules, others)


# The library


def _library() -> list[Traversable]:
    folder = files("spielwerk").joinpath("library", "gdl")
    return [source for source in folder.iterdir() if source.name.endswith(_SUFFIX)]


def _open_library(name: str) -> GdlGame:
    return _open(gdl_text(name))


def _entries() -> Iterator[Entry]:
    from spielwerk.languages.gdl.text import read

    for source in _library():
        program = read(source.read_text(encoding="utf-8"), file=source.name).program
        heads = [rule.head for rule in program.rules]
        roles = [str(head.args[0]) for head in heads if head.relation == "role" and head.args]
        name = source.name.removesuffix(_SUFFIX)
        yield Entry(
            name,
            " ".join(program.headers.get("title", (name,))),
            " ".join(program.headers.get("about", ())),
            tuple(Role(role) for role in roles if role != CHANCE),
            any(head.relation == "sees" for head in heads),
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
    draw={"relations": _draw_relations},
    edit=_edit,
    confine=Confines(),
)
