"""The page about the architecture: every hop it names is there, and a move takes at most nine."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "spielwerk"
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
WAYS = dict(re.findall(r"^### (.+?)\n(.*?)(?=^##)", PAGE, re.MULTILINE | re.DOTALL))


def hops(way: str) -> list[tuple[str, str]]:
    return re.findall(r"^\| \d+ \| `([^`]+)` `([^`]+)` \|", WAYS[way], re.MULTILINE)


def test_five_things_are_walked_through() -> None:
    assert len(WAYS) == 5
    assert len(hops("A move, from a browser to its opponents")) <= 9


@pytest.mark.parametrize("way", WAYS)
def test_every_hop_is_there(way: str) -> None:
    for file, name in hops(way):
        text = (SOURCE / file).read_text(encoding="utf-8")
        word = "function|const|async" if file.endswith(".js") else "def|class"
        found = re.search(rf"\b(?:{word})\s+{name}\b|^\s*(?:async )?{name}\(", text, re.MULTILINE)
        assert found, f"{file} has no {name}"


@pytest.mark.parametrize("way", WAYS)
def test_no_way_goes_back_to_a_package_it_has_left(way: str) -> None:
    """But for the surface it came from: what came in through a socket goes out through it."""
    packages = ["/".join(file.split("/")[:-1][:2]) for file, _ in hops(way)]
    inner = packages[2:-2] if way.startswith("A move") else packages[:-1]
    runs = [one for place, one in enumerate(inner) if one not in inner[:place][-1:]]
    assert len(runs) == len(set(runs)), runs
