"""The page about security names tests that are there, and leaves no requirement without one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
REQUIREMENTS = re.findall(r"^\| (\d+\.\d+\.\d+[^|]*) \|([^|]*)\|([^|]*)\|([^|]*)\|$", PAGE, re.M)
ATTACKS = re.findall(r"^\| (\d+) \|([^|]*)\|([^|]*)\|$", PAGE, re.M)
OTHERWISE = re.compile(r"\b(doc|read|make dist)\b")
"""How a requirement is shown that no test can show."""


def named(text: str) -> list[tuple[str, str]]:
    """The files of tests that a text names, and the tests in them, where it does."""
    return re.findall(r"`((?:\w+/)*test_\w+)(?:\.py::(test_\w+))?`", text)


def test_every_requirement_is_shown_by_a_test_or_says_why_not() -> None:
    assert len(REQUIREMENTS) > 90
    for number, _, how, shown in REQUIREMENTS:
        assert named(shown) or OTHERWISE.search(shown) or "*gap*" in how, number


def test_every_attack_of_the_list_has_a_named_test() -> None:
    assert [int(number) for number, _, _ in ATTACKS] == list(range(1, 11))
    for number, _, tests in ATTACKS:
        assert all(test for _, test in named(tests)), number
        assert named(tests), number


@pytest.mark.parametrize(("path", "test"), sorted(set(named(PAGE))))
def test_every_test_that_is_named_is_there(path: str, test: str) -> None:
    places = [ROOT / "tests" / "server" / f"{path}.py", ROOT / f"{path}.py"]
    (file,) = [place for place in places if place.is_file()]
    assert not test or f"def {test}(" in file.read_text(encoding="utf-8")
