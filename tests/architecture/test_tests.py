"""Tests need the repository and nothing beside it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "tests").rglob("*.py"))

_UP = re.compile(r"Path\(__file__\)(?:\.resolve\(\))?((?:\.parent\b(?!s)|\.parents\[\d+\])+)")


def climbed(steps: str) -> int:
    """How many folders up a chain of ``.parent`` and ``.parents[n]`` leads."""
    counted = re.findall(r"\.parents\[(\d+)\]", steps)
    return sum(int(number) + 1 for number in counted) + len(re.findall(r"\.parent\b(?!s)", steps))


def test_no_test_looks_outside_the_repository() -> None:
    for file in FILES:
        up_to_the_root = len(file.relative_to(ROOT).parts)
        for steps in _UP.findall(file.read_text(encoding="utf-8")):
            assert climbed(steps) <= up_to_the_root, f"{file}: Path(__file__){steps}"


@pytest.mark.parametrize(
    ("steps", "folders"), [(".parent", 1), (".parents[2]", 3), (".parents[2].parent", 4)]
)
def test_folders_are_counted(steps: str, folders: int) -> None:
    assert _UP.findall(f'Path(__file__){steps} / "shared"') == [steps]
    assert climbed(steps) == folders
