"""The usual layout of GDL: shipped games have it, and laying out never changes what rules mean."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some
from tests.languages.everywhere import ask_everywhere

from spielwerk.core import RuleText
from spielwerk.languages.gdl import GDL, read_any, write_infix

FOLDER = Path(str(files("spielwerk").joinpath("library", "gdl")))
GAMES = sorted([*FOLDER.glob("*.gdl"), *FOLDER.glob("include/*.gdl")])


def laid_out(text: str, file: str = "game.gdl") -> str:
    assert GDL.edit is not None
    return GDL.edit(RuleText(text, file), {}).formatted()


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_shipped_games_have_the_usual_layout_in_both_notations(path: Path) -> None:
    text = path.read_text("utf-8")
    assert laid_out(text) == text
    infix = write_infix(read_any(text).program)
    assert laid_out(infix, "game.hrf") == infix


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_a_game_on_one_line_or_on_many_means_the_same_afterwards(path: Path) -> None:
    program = read_any(path.read_text("utf-8")).program
    rules = "\n".join(map(str, program.rules))
    for mess in (rules.replace("\n", " "), rules.replace(" ", "\n"), rules.replace("(", "  ( ")):
        after = laid_out(mess)
        assert read_any(after).program.rules == program.rules
        assert laid_out(after) == after


@given(some.text(alphabet=list("()?;abc <=\n\"%:-.,~'X"), max_size=60))
def test_whatever_is_typed_is_answered_and_laid_out_once_for_all(text: str) -> None:
    assert GDL.edit is not None
    for file in ("game.gdl", "game.hrf", "game.seed.gdl"):
        edited = GDL.edit(RuleText(text, file), {})
        ask_everywhere(edited)
        after = edited.formatted()
        assert read_any(after, file=file).program == read_any(text, file=file).program
        assert laid_out(after, file) == after
