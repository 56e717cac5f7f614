"""What a picture adds to IGold stands at its place, laid out as its author does, and is right."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from spielwerk.core import SpielwerkError, edited_text
from spielwerk.languages.igold import IGOLD
from spielwerk.languages.igold.editing import edit_igold
from spielwerk.languages.igold.language import sources


def after(text: str, at: str, name: str, said: Mapping[str, str]) -> str:
    """A text after an alteration at the first of some words."""
    edited = edit_igold(IGOLD.brought(text), {})
    before = text[: text.index(at)]
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    edits = edited.altered(line, column, name, said)
    return edited_text(text, edits)


def problems(text: str) -> list[str]:
    return [str(one) for one in IGOLD.check(IGOLD.brought(text))]


STEPS: list[tuple[str, str, dict[str, str]]] = [
    ("", "type", {"kind": "object", "name": "gold coin"}),
    ('<actor typeId="Player"', "attribute", {"name": "gold", "type": "new number", "value": "2"}),
    ("<gameState", "attribute", {"name": "round", "type": "Gold"}),
    ("<gameState", "link", {"name": "on turn", "to": "Player"}),
    ("", "phase", {"name": "scoring", "after": "Play"}),
    ('<phase typeId="Play"', "state", {"name": "second", "after": "Play.Begin"}),
    ("", "action", {"name": "take gold", "by": "onTurn", "in": "Play"}),
]


def test_a_whole_game_grows_from_nothing_and_is_right_after_every_step() -> None:
    text = after("", "", "game", {"name": "Mint"})
    assert problems(text) == []
    for at, name, said in STEPS:
        text = after(text, at, name, said)
        assert problems(text) == [], name
    assert '<integerAttribute typeId="Gold" name="gold"/>' in text
    assert '  <actorLink linkId="onTurn" name="on turn" typeReference="Player"/>' in text
    assert (
        text.index('typeId="Play"') < text.index('typeId="Scoring"') < text.index('typeId="Finish"')
    )
    assert '<phaseTypeReference typeReference="Scoring"/>' in text, "the end follows the new phase"
    assert IGOLD.open is not None
    match = IGOLD.open(IGOLD.brought(text)).initial()
    assert match


@pytest.mark.parametrize("game", [n for n, one in sources().items() if one.name.endswith("xml")])
@pytest.mark.parametrize("name", ["type", "attribute", "link", "action"])
def test_shipped_games_take_additions_with_the_names_that_are_offered(game: str, name: str) -> None:
    text = sources()[game].read_text(encoding="utf-8")
    changed = after(text, "<gameState", name, {})
    kept = [line for line in text.split("\n") if line not in changed.split("\n")]
    assert kept in ([], ["    <gameState/>"]), "what the author wrote stays as it is"
    assert len(changed) > len(text)


def test_the_indentation_of_the_author_is_kept() -> None:
    text = after("", "", "game", {"name": "Mint"})
    tabbed = "\n".join(
        "\t" * ((len(line) - len(line.lstrip(" "))) // 2) + line.lstrip(" ")
        for line in text.split("\n")
    ).replace("\n", "\r\n")
    changed = after(tabbed, "<gameState", "link", {"name": "leader", "to": "Player"})
    assert '\r\n\t\t\t<links>\r\n\t\t\t\t<actorLink linkId="leader"' in changed
    assert "\n" not in changed.replace("\r\n", "")


def test_elements_get_the_prefix_that_the_author_uses() -> None:
    plain = after("", "", "game", {"name": "Mint"})
    text = plain.replace("</", "</l:").replace("<", "<l:").replace("<l:/l:", "</l:")
    text = text.replace("<l:?xml", "<?xml").replace("xmlns=", "xmlns:l=")
    assert problems(text) == []
    changed = after(text, "<l:gameState", "link", {"name": "leader", "to": "Player"})
    assert "<l:links>" in changed
    assert '<l:actorLink linkId="leader"' in changed
    assert problems(changed) == []


def test_a_thing_is_renamed_and_removed_in_the_picture() -> None:
    text = after("", "", "game", {"name": "Mint"})
    text = after(text, "", "type", {"kind": "object", "name": "coin"})
    renamed = after(text, '<object typeId="Coin"', "rename", {"name": "penny"})
    assert '<object typeId="Coin" name="penny"/>' in renamed
    removed = after(renamed, '<object typeId="Coin"', "remove", {})
    assert "penny" not in removed
    assert problems(removed) == []


def test_what_would_make_the_rules_wrong_is_refused_with_the_reason() -> None:
    text = after("", "", "game", {"name": "Mint"})
    with pytest.raises(SpielwerkError, match="already"):
        after(text, "", "type", {"kind": "actor", "name": "player"})
    with pytest.raises(SpielwerkError, match="would be wrong after that: A game needs"):
        after(text, '<actor typeId="Player"', "remove", {})
    said = {"name": "gold", "type": "new number", "value": "many"}
    with pytest.raises(SpielwerkError, match="would be wrong after that"):
        after(text, "<gameState", "attribute", said)
    with pytest.raises(SpielwerkError, match="none of Player"):
        after(text, "<gameState", "link", {"to": "Nobody"})
    with pytest.raises(SpielwerkError, match="no letter"):
        after(text, "", "type", {"name": "!!!"})
    with pytest.raises(SpielwerkError, match="Nothing can be altered so"):
        after("<game>", "", "type", {})


def test_words_of_the_author_are_no_markup() -> None:
    text = after("", "", "game", {"name": 'A "great" <game> & more'})
    assert problems(text) == []
    changed = after(text, "", "type", {"kind": "object", "name": "coin <&\"'>"})
    assert problems(changed) == []
