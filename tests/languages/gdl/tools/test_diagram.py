"""The picture of a GDL program: relations right of what they ask for, in frames by strata."""

from __future__ import annotations

import pytest
from lxml import etree

from spielwerk.languages.gdl import gdl_program
from spielwerk.languages.gdl.program import dependencies
from spielwerk.languages.gdl.tools import relations_diagram


@pytest.mark.parametrize("name", ["tic-tac-toe", "chess", "liars-dice"])
def test_what_is_asked_for_stands_further_left(name: str) -> None:
    program = gdl_program(name)
    root = etree.fromstring(relations_diagram(program).encode())
    left: dict[str, float] = {}
    called: dict[str, str] = {}
    for part in root.iterfind(".//{*}g[@class='part']"):
        mark, box = str(part.get("data-id")), part.find("{*}rect")
        assert box is not None
        left[mark] = float(str(box.get("x")))
        called[mark] = str(part.findtext("{*}title"))
    graph = dependencies(program.rules)
    assert sorted(called.values()) == sorted(f"{one}/{count}" for one, count in graph.uses)
    rings = [{f"{one}/{count}" for one, count in group} for group in graph.components]
    lines = root.findall(".//{*}path[@data-from]")
    assert lines
    for line in lines:
        used, user = str(line.get("data-from")), str(line.get("data-to"))
        together = any({called[used], called[user]} <= ring for ring in rings)
        assert together or left[used] < left[user]
        if "not" in str(line.get("class")):
            assert left[used] < left[user], "what is negated is settled before"


def test_a_relation_names_all_its_lines() -> None:
    program = gdl_program("tic-tac-toe")
    root = etree.fromstring(relations_diagram(program).encode())
    titles = {str(p.findtext("{*}title")): p for p in root.iterfind(".//{*}g[@class='part']")}
    assert titles["role/1"].get("data-lines") == "18-19"
    assert titles["true/1"].get("data-lines") is None, "no rule concludes it"
