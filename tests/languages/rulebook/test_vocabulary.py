"""The guide tells every word that the engine reads."""

from __future__ import annotations

from pathlib import Path

from spielwerk.languages.rulebook.violations import VIOLATIONS
from spielwerk.languages.rulebook.vocabulary import HERO_ATOMS, WORLD_FACTS

GUIDE = Path(__file__).parents[3] / "docs" / "rulebooks.md"
UNTOLD = {"known_bought", "known_attribute_choice", "ap_total"}
"""Words that follow from others."""


def test_the_guide_tells_every_word() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    words = {name for name, _ in WORLD_FACTS | HERO_ATOMS | VIOLATIONS.keys()}
    assert sorted(word for word in words - UNTOLD if f"{word}(" not in text) == []
