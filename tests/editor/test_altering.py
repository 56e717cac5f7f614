"""The language server draws rules and adds to them: requests of its own, and code actions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.editor.conversation import Document, Editor, edited


def ask(document: Document, what: str, words: str | None = None, **more: Any) -> Any:
    """A request that the protocol has no word for."""
    place = document.place(words) if words is not None else {"line": 0, "character": 0}
    params = {"textDocument": {"uri": document.uri}, "position": place, **more}
    return document.editor.ask(f"spielwerk/{what}", params)


@pytest.fixture
def pig(editor: Editor, library: Path) -> Document:
    return editor.open(library / "igold" / "pig.igold.xml")


def test_rules_are_drawn(editor: Editor, library: Path, pig: Document) -> None:
    drawn = ask(pig, "picture", show="types")
    assert drawn["kinds"] == ["phases", "types"]
    assert "points: Points = 0" in drawn["svg"]
    nim = editor.open(library / "gdl" / "nim.gdl")
    assert "Stratum 1" in ask(nim, "picture")["svg"]
    editor.change(nim, "(")
    assert ask(nim, "picture")["svg"] is None


def test_what_a_place_offers_is_written_with_what_is_said(pig: Document) -> None:
    offered = {one["name"]: one for one in ask(pig, "alterations", '<actor typeId="Player"')}
    assert {"type", "phase", "action", "attribute", "link", "rename", "remove"} <= set(offered)
    assert offered["attribute"]["of"] == "Player"
    blanks = {blank["name"]: blank for blank in offered["attribute"]["blanks"]}
    assert "Points" in blanks["type"]["choices"]
    said = {"name": "turns", "type": "Points", "value": "3"}
    edit = ask(pig, "alteration", '<actor typeId="Player"', name="attribute", said=said)
    (change,) = edit["changes"][pig.uri]
    assert '<attributeInstance instanceId="turns" name="turns"' in change["newText"]
    pig.editor.change(pig, edited(pig.text, [change]))
    assert pig.problems() == []


def test_what_cannot_be_is_refused(pig: Document) -> None:
    with pytest.raises(RuntimeError, match="'Player' already"):
        ask(pig, "alteration", "<actors>", name="type", said={"name": "player"})
    with pytest.raises(RuntimeError, match="would be wrong after that"):
        ask(pig, "alteration", '<actor typeId="Player"', name="remove")
    with pytest.raises(RuntimeError, match="Nothing can be altered so"):
        ask(pig, "alteration", "<actors>", name="explode", said={})


@pytest.mark.parametrize(
    ("file", "words", "title", "written"),
    [
        ("igold/pig.igold.xml", "<gameState>", "Add a link to 'gameState'", "<actorLink linkId="),
        ("gdl/nim.gdl", "(role", "Add a relation", "(relation1 one)"),
    ],
)
def test_editors_without_pictures_have_code_actions(
    editor: Editor, library: Path, file: str, words: str, title: str, written: str
) -> None:
    document = editor.open(library / file)
    place = document.place(words)
    offered = document.ask(
        "codeAction",
        range={"start": place, "end": place},
        context={"diagnostics": [], "only": ["refactor"]},
    )
    action = next(one for one in offered if one["title"] == title)
    assert "edit" not in action, "it is worked out when somebody wants it"
    resolved = editor.ask("codeAction/resolve", action)
    assert written in document.after(resolved["edit"]["changes"])


def test_problems_are_told_in_the_language_of_the_editor(tmp_path: Path) -> None:
    with Editor(locale="de-DE") as german:
        document = german.open(tmp_path / "toy.gdl", "(role anna")
        messages = [problem["message"] for problem in document.problems()]
        assert any("Diese Klammer wird nie geschlossen." in message for message in messages)
        document = german.open(
            tmp_path / "toy.igold.xml",
            '<game name="Toy" xmlns="http://www.goldflam.de/lgold/v1.0"><gmeDefinition/></game>',
        )
        (problem,) = document.problems()
        assert problem["message"].startswith("'gmeDefinition' kann hier nicht stehen.")
        assert problem["data"]["message"] == "'gmeDefinition' cannot stand here."
        assert document.fixes(problem), "a fix is found whatever the language"
