"""Every element and attribute of the schema is used by a game that tests run."""

from __future__ import annotations

from pathlib import Path

from spielwerk.languages.igold.coverage import coverage_of, vocabulary
from spielwerk.languages.igold.loading import sources

FIXTURES = Path(__file__).parent / "fixtures"


def test_every_element_and_attribute_is_used_by_a_shipped_game_or_a_fixture():
    files = [(path.name, path.read_text()) for path in sorted(FIXTURES.glob("*.igold.xml"))]
    files += [(name, source.read_text()) for name, source in sources().items()]
    report = coverage_of(files)
    assert report.unused == ()
    assert len(report.used) == len(vocabulary()) > 800


def test_every_element_is_documented_in_the_schema():
    from importlib.resources import files

    from lxml import etree

    schema = etree.fromstring(files("spielwerk.languages.igold").joinpath("igold.xsd").read_bytes())
    xs = "{http://www.w3.org/2001/XMLSchema}"
    for node in schema.iterchildren(f"{xs}element"):
        (text,) = node.iterfind(f"{xs}annotation/{xs}documentation")
        assert text.text.strip().endswith("."), node.get("name")
