"""IGold while it is typed: nothing that is still missing stops the answers."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some
from lxml import etree
from tests.languages.everywhere import ask_everywhere

from spielwerk.core import RuleText
from spielwerk.languages.igold import IGOLD
from spielwerk.languages.igold.schema import ATTRIBUTES, schema_elements

FIXTURES = Path(__file__).parent / "fixtures"
SHIPPED = sorted(Path(str(files("spielwerk").joinpath("library", "igold"))).glob("*.igold.xml"))
GAMES = [*SHIPPED, *sorted(FIXTURES.glob("*.igold.xml"))]


def edit(text):
    assert IGOLD.edit is not None
    return IGOLD.edit(RuleText(text, "game.igold.xml"), {})


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_laying_out_changes_nothing_but_blanks(path):
    text = path.read_text("utf-8")
    after = edit(text).formatted()
    assert edit(after).formatted() == after
    assert canonical(after) == canonical(text)
    if path in SHIPPED:
        assert after == text


def canonical(text):
    root = etree.fromstring(text.encode(), etree.XMLParser(remove_blank_text=True))
    for node in root.iter():
        node.tail = (node.tail or "").strip()
        node.text = " ".join((node.text or "").split())
    return etree.tostring(root)


@given(some.text(alphabet=list("</>\"'= !-?ab&\n"), max_size=80))
def test_whatever_is_typed_is_answered(text):
    edited = edit(text)
    ask_everywhere(edited)
    after = edited.formatted()
    assert edit(after).formatted() == after


def test_every_attribute_of_the_schema_has_a_meaning():
    used = {name for one in schema_elements().values() for name in one.attributes}
    assert used == ATTRIBUTES.keys()
