"""The language server on IGold: shipped games and broken ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.editor.conversation import Document, Editor, edited

OPTIONS = {"tabSize": 2, "insertSpaces": True}


@pytest.fixture
def bids(editor: Editor, library: Path, tmp_path: Path) -> Document:
    path = tmp_path / "blind-bids.igold.xml"
    path.write_text((library / "igold" / "blind-bids.igold.xml").read_text("utf-8"), "utf-8")
    return editor.open(path)


@pytest.mark.parametrize("game", ["draughts", "round-the-bay", "blind-bids"])
def test_a_shipped_game_is_fine_until_an_element_is_misspelt(
    editor: Editor, library: Path, game: str
) -> None:
    document = editor.open(library / "igold" / f"{game}.igold.xml")
    assert document.problems() == []
    whole = document.text
    broken = whole.replace("<actors>", "<actrs>").replace("</actors>", "</actrs>")
    editor.change(document, broken)
    (problem, *_) = document.problems()
    assert problem["code"] == "igold-schema"
    (fix,) = document.fixes(problem)
    assert fix["title"] == "Write 'actors' instead of 'actrs'"
    assert document.after(fix["edit"]["changes"]) == whole


def test_a_misspelt_id_is_mended_by_its_hint(bids: Document) -> None:
    whole = bids.text
    bids.problems()
    bids.editor.change(bids, whole.replace('typeReference="Coins"', 'typeReference="Coin"', 1))
    (problem,) = bids.problems()
    (fix,) = bids.fixes(problem)
    assert bids.after(fix["edit"]["changes"]) == whole


def test_a_text_that_is_no_xml_is_told_where(bids: Document) -> None:
    bids.problems()
    bids.editor.change(bids, bids.text.replace("</actors>", "", 1))
    (problem,) = bids.problems()
    assert problem["code"] == "igold-xml"


def test_completion_offers_the_children_of_an_element(editor: Editor, bids: Document) -> None:
    text = bids.text.replace("<actors>", "<actors><\n", 1)
    editor.change(bids, text)
    found = bids.completions("<actors><", 9)
    assert {one["detail"] for one in found.values()} == {"actor", "abstractActor"}
    assert 'actor typeId=""></actor>' in found
    assert "kind of player" in str(found) or "actor" in str(found)
    areas = text.replace("<attributes>", "<\n<attributes>", 1)
    editor.change(bids, areas)
    offered = {one["detail"] for one in bids.completions("<\n<attributes>", 1).values()}
    assert {"chances", "implications"} <= offered
    assert not {"actors", "phases"} & offered, "these stand there already"


def test_completion_offers_attributes_values_and_ids(editor: Editor, bids: Document) -> None:
    text = bids.text.replace("<actors>", '<actors><actor ></actor><x extends=""/>', 1)
    editor.change(bids, text)
    attributes = bids.completions("<actor >", 7)
    assert 'typeId=""' in attributes
    assert attributes['typeId=""']["detail"] == "an id, required"
    types = bids.completions('typeReference="Coins"', 16)
    assert types.keys() == {"Coins", "Worth"}, "of an attribute: types of attributes only"
    objects = bids.completions('extends="Prize"', 10)
    assert {"Prize", "Spoon"} <= objects.keys()
    assert "Coins" not in objects
    options = bids.completions('optionReference="purse"', 18)
    assert options.keys() == {"purse"}
    comparison = bids.completions('comparison="', 12)
    assert {"equal", "lessThan"} <= comparison.keys()
    assert bids.completions("</actors>", 2).keys() == {"actors>"}


def test_hovering_shows_the_schema_and_what_follows_about_ids(bids: Document) -> None:
    element = bids.hover("<attributeInstance", 4)
    assert "An attribute with its first value." in element
    assert "`instanceId`" in element
    assert "`integerValue`" in element
    assert "The `typeId` of the type that is meant" in bids.hover("typeReference=", 3)
    inherited = bids.hover('typeId="Spoon"', 9)
    assert "type of object" in inherited
    assert "Inherits from `Prize`" in inherited
    assert "Made of `worth`" in inherited
    assert "Extended by `Spoon`, `Vase`" in bids.hover('typeId="Prize"', 9)


def test_definitions_and_references_of_ids(bids: Document) -> None:
    (defined,) = bids.ask("definition", 'extends="Prize"', 10)
    line = bids.text.split("\n")[defined["range"]["start"]["line"]]
    assert '<abstractObject typeId="Prize"' in line
    context = {"includeDeclaration": True}
    found = bids.ask("references", 'typeId="Prize"', 9, context=context)
    assert len(found) == bids.text.count('"Prize"')


def test_renaming_an_id_changes_it_everywhere(bids: Document) -> None:
    found = bids.ask("rename", 'extends="Prize"', 10, newName="Treasure")
    assert bids.after(found["changes"]) == bids.text.replace('"Prize"', '"Treasure"')
    with pytest.raises(RuntimeError, match="There is a type 'Spoon' already"):
        bids.ask("rename", 'extends="Prize"', 10, newName="Spoon")
    with pytest.raises(RuntimeError, match="is no id"):
        bids.ask("rename", 'extends="Prize"', 10, newName="a b")
    with pytest.raises(RuntimeError, match="no name here"):
        bids.ask("rename", "<actors>", 0, newName="x")


def test_the_outline_shows_areas_types_and_their_parts(bids: Document) -> None:
    (game,) = bids.ask("documentSymbol")
    assert game["name"] == "Blind Bids"
    (definition,) = game["children"]
    areas = {area["name"]: area for area in definition["children"]}
    assert {"players", "actors", "objects", "phases"} <= areas.keys()
    (bidder,) = areas["actors"]["children"]
    assert (bidder["name"], bidder["detail"]) == ("Bidder", "actor")
    assert [part["name"] for part in bidder["children"]] == ["coins", "bid", "shelf"]


def test_a_messy_text_gets_its_usual_layout(bids: Document) -> None:
    whole = bids.text
    assert bids.ask("formatting", options=OPTIONS) == []
    messy = "\n".join(line.strip() + "  " for line in whole.split("\n"))
    bids.editor.change(bids, messy)
    after = edited(messy, bids.ask("formatting", options=OPTIONS))
    bids.editor.change(bids, after)
    assert bids.ask("formatting", options=OPTIONS) == []
    body = whole[whole.index("<game") :]
    assert after[after.index("<game") :] == body, "but for the comment at the top"
