"""Tutorials and cookbook in docs/ are what the studio shows."""

from __future__ import annotations

import importlib.util
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_pages_are_made_from_the_steps_and_recipes() -> None:
    spec = importlib.util.spec_from_file_location("learning", ROOT / "tools" / "learning.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name, text in module.pages().items():
        assert (ROOT / "docs" / name).read_text("utf-8") == text, f"{name} is old: make reference"
