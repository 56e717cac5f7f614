"""Small rulebooks written on the spot, and the heroes that many tests start from."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from spielwerk.languages.rulebook import Hero, Rules, library, rules_of

BOOKS = Path(__file__).parent / "books"

WriteBook = Callable[..., Path]
MakeHero = Callable[..., Hero]


@pytest.fixture
def write_book(tmp_path: Path) -> WriteBook:
    """Writes a rulebook: its name, world facts, rules, and more about itself."""

    def write(name: str, facts: str = "", rules: str = "", about: str = "") -> Path:
        folder = tmp_path / name
        folder.mkdir()
        (folder / "_entrypoint.lp").write_text('#include "meta.lp".\n#include "rules.lp".\n')
        meta = [
            "#program rulebook_usable.",
            f'rulebook("{name}"). rulebook_version("{name}","1.0.0").',
            about,
            "#program world_facts.",
            facts,
        ]
        (folder / "meta.lp").write_text("\n".join(meta) + "\n", encoding="utf-8")
        (folder / "rules.lp").write_text(rules + "\n", encoding="utf-8")
        return folder

    return write


@pytest.fixture(scope="session")
def seed_rules() -> Rules:
    """The source document's examples as one book."""
    return rules_of([BOOKS / "dsa5"])


@pytest.fixture(scope="session")
def core() -> Rules:
    """The whole core rulebook of the library."""
    return library().rules(["dsa5"])


@pytest.fixture
def dwarf() -> MakeHero:
    """The bare dwarf of the source's tests, with changes."""

    def make(**changes: Any) -> Hero:
        body: dict[str, Any] = {
            "name": "Thorgrim",
            "experience_level": "Durchschnittlich",
            "race": "Zwerg",
            "culture": "Ambosszwerge",
            "profession": "Händler",
            "talents": {},
            "combat_techniques": {},
            "advantages": [],
            "disadvantages": [],
        }
        return Hero.from_json(body | changes)

    return make
