"""Pictures of games in IGold: no arrow hides behind a box, and every part names its lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

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


@pytest.mark.parametrize("name", sources())
def test_no_arrow_between_phases_runs_behind_one(name: str) -> None:
    root = drawn(name, "phases")
    boxes = [
        tuple(float(str(box.get(key))) for key in ("x", "y", "width", "height"))
        for box in root.iterfind(".//{*}rect[@class='phase']")
    ]
    ways = [list(corners(str(way.get("d")))) for way in root.iterfind(".//{*}path[@class='far']")]
    assert boxes
    for way in ways:
        for (x1, y1), (x2, y2) in pairwise(way):
            for x, y, width, height in boxes:
                across = min(x1, x2) < x + width and max(x1, x2) > x
                down = min(y1, y2) < y + height and max(y1, y2) > y
                assert not (across and down), (way, (x, y))


@pytest.mark.parametrize("show", ["phases", "types"])
def test_every_part_names_lines_that_speak_of_it(show: str) -> None:
    lines = sources()["love-letter"].read_text(encoding="utf-8").split("\n")
    parts = drawn("love-letter", show).findall(".//{*}g[@class='part']")
    assert len(parts) > 3
    for part in parts:
        name = str(part.findtext("{*}title"))
        first, last = map(int, re.split(r"[- ]", str(part.get("data-lines")))[:2])
        assert f'name="{name}"' in lines[first - 1]
        assert first <= last <= len(lines)
