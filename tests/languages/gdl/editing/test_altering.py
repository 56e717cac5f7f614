"""What a picture adds to GDL: whole skeletons, each clause behind the last of its like."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

import pytest

from spielwerk.core import RuleText, SpielwerkError, edited_text
from spielwerk.languages.gdl import GDL
from spielwerk.languages.gdl.editing import edit_gdl


def after(text: str, name: str, said: Mapping[str, str], file: str = "rules.gdl") -> str:
    edits = edit_gdl(RuleText(text, file), {}).altered(1, 1, name, said)
    return edited_text(text, edits)


def test_from_nothing_to_a_game_with_a_role_a_fact_a_relation_and_a_move() -> None:
    text = after("", "game", {"name": "Coins"})
    assert not GDL.check(RuleText(text, "rules.gdl"))
    for name, said in [
        ("role", {"name": "carla"}),
        ("fact", {"name": "coin", "value": "unseen"}),
        ("relation", {"name": "side", "value": "heads"}),
        ("move", {"name": "flip", "by": "carla"}),
    ]:
        text = after(text, name, said)
    found = [str(one) for one in GDL.check(RuleText(text, "rules.gdl")) if one.severity == "error"]
    assert found == []
    lines = text.splitlines()
    assert lines.index("(role carla)") == lines.index("(role ben)") + 1
    assert lines.index("(init (coin unseen))") == lines.index("(init (turn anna))") + 1
    assert "(side heads)" in lines
    assert lines[lines.index("(legal carla noop)") + 1] == "(legal carla flip)"
    assert GDL.open is not None
    assert GDL.open(RuleText(text, "rules.gdl")).initial()


def test_infix_rules_get_infix_clauses() -> None:
    text = "role(anna)\ninit(turn)\nlegal(anna, go)\nnext(turn) :- true(turn)\n"
    text += "terminal :- true(turn)\ngoal(anna, 100)\n"
    assert "init(coin(none))\n" in after(text, "fact", {"name": "coin"}, "rules.hrf")
    assert "next(coin(X)) :- true(coin(X))" in after(text, "fact", {"name": "coin"}, "rules.hrf")


@pytest.mark.parametrize("game", ["chess", "tic-tac-toe", "checkers"])
def test_a_shipped_game_stays_right(game: str) -> None:
    text = files("spielwerk").joinpath("library", "gdl", f"{game}.gdl").read_text("utf-8")
    changed = after(text, "relation", {"name": "house", "value": "one"})
    assert changed.count("\n") == text.count("\n") + 1


def test_what_cannot_be_added_is_refused_with_the_reason() -> None:
    text = after("", "game", {"name": "Coins"})
    with pytest.raises(SpielwerkError, match="no name"):
        after(text, "role", {"name": "terminal"})
    with pytest.raises(SpielwerkError, match="bracket"):
        after("(role anna", "role", {"name": "ben"})
    with pytest.raises(SpielwerkError, match="none of anna, ben"):
        after(text, "move", {"by": "zoe"})
