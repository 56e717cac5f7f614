"""Pictures of games in IGold: no arrow hides behind a box, and every part names its lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from lxml import etree

from spielwerk.languages.igold import IGOLD
from spielwerk.languages.igold.language import sources

Point = tuple[float, float]


def drawn(name: str, show: str) -> etree._Element:
    rules = IGOLD.brought(sources()[name].read_text(encoding="utf-8"))
    assert IGOLD.open is not None
    assert IGOLD.draw is not None
    return etree.fromstring(IGOLD.draw[show](IGOLD.open(rules)).encode())


def corners(path: str) -> Iterator[Point]:
    """The points of a path that goes straight across or straight down."""
    x = y = 0.0
    for letter, numbers in re.findall(r"([MHV])([-\d. ]+)", path):
        values = [float(number) for number in numbers.split()]
        x = values[0] if letter in "MH" else x
        y = values[-1] if letter in "MV" else y
        yield x, y


def boxes_of(root: etree._Element, kind: str) -> list[tuple[float, ...]]:
    return [
        tuple(float(str(box.get(key))) for key in ("x", "y", "width", "height"))
        for box in root.iterfind(f"./{{*}}g/{{*}}rect[@class='{kind}']")
    ]


def assert_nothing_is_hidden(group: etree._Element, kind: str) -> None:
    """No arrow of a group runs behind one of its boxes."""
    boxes = boxes_of(group, kind)
    ways = [list(corners(str(way.get("d")))) for way in group.iterfind("./{*}g/{*}path")]
    assert boxes
    for way in ways:
        for (x1, y1), (x2, y2) in pairwise(way):
            for x, y, width, height in boxes:
                across = min(x1, x2) < x + width and max(x1, x2) > x
                down = min(y1, y2) < y + height and max(y1, y2) > y
                assert not (across and down), (way, (x, y))


@pytest.mark.parametrize("name", sources())
def test_no_arrow_runs_behind_a_phase_or_a_state(name: str) -> None:
    root = drawn(name, "phases")
    assert_nothing_is_hidden(root, "phase")
    for inside in root.iterfind("./{*}g[@transform]"):
        assert_nothing_is_hidden(inside, "state")


def titles(root: etree._Element) -> list[str]:
    return [str(title.text) for title in root.iterfind(".//{*}g[@class='part']/{*}title")]


def test_a_transition_is_labelled_with_what_it_asks() -> None:
    said = titles(drawn("love-letter", "phases"))
    assert "unless the deck is empty, or only one player is left" in said
    assert "if the deck is empty, or only one player is left" in said
    assert "if the last character was chosen" in titles(drawn("citadels", "phases"))


def test_states_that_a_plugin_made_are_connected() -> None:
    path = Path(__file__).parent / "fixtures" / "noughts.igold.xml"
    rules = IGOLD.brought(path.read_text(encoding="utf-8"))
    assert IGOLD.open is not None
    assert IGOLD.draw is not None
    root = etree.fromstring(IGOLD.draw["phases"](IGOLD.open(rules)).encode())
    turns = next(
        group for group in root.iterfind("./{*}g[@transform]") if "next turn" in titles(group)
    )
    states = boxes_of(turns, "state")
    ways = [list(corners(str(w.get("d")))) for w in turns.iterfind("./{*}g/{*}path[@marker-end]")]
    for x, y, width, height in states:
        ends = [way[-1] for way in ways]
        assert any(x <= at <= x + width and y <= down <= y + height for at, down in ends)
    assert any("unless" in title for title in titles(turns))
    assert not turns.findall("./{*}g/{*}circle[@r='5'][@class='ring']"), (
        "nothing comes from anywhere"
    )


@pytest.mark.parametrize("show", ["phases", "types"])
def test_every_part_leads_to_lines_that_speak_of_it(show: str) -> None:
    lines = sources()["citadels"].read_text(encoding="utf-8").split("\n")
    parts = drawn("citadels", show).findall(".//{*}g[@class='part']")
    assert len(parts) > 10
    for part in parts:
        name = part.findtext("{*}title")
        first, last = map(int, re.split(r"[- ]", str(part.get("data-lines")))[:2])
        assert first <= last <= len(lines)
        if part.find("{*}rect[@class='phase']") is not None:
            word = "".join(part.capitalize() for part in re.findall(r"[a-z]+", str(name)))
            line = lines[first - 1]
            assert f'named "{name}"' in line or f"phase {word} " in line


def test_types_tell_what_they_are_made_of_and_who_does_and_sees_what() -> None:
    said = titles(drawn("love-letter", "types"))
    assert "tokens: Number = 0" in said
    assert "→ aimedAt: Suitor" in said
    assert "◉ seen by nobody" in said
    assert "by 'player'" in said
    assert "of object guard" in said
    assert "from 0 to ∞" in said
