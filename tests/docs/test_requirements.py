"""The page of requirements names tests that are there, for every requirement."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "igold-requirements.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| ((?:DSL|IDE|TR|FW)-\d+) \|(.*)$", PAGE, re.MULTILINE))


def test_every_requirement_of_the_environment_and_the_runtime_is_shown_by_a_named_test() -> None:
    for name in ("IDE-1", "IDE-2", "IDE-3", "TR-1", "TR-2", "TR-3"):
        assert re.search(r"`\w+/\S*test_\w+\.py::test_\w+`", ROWS[name]), name


def test_every_test_that_is_named_is_there() -> None:
    for path, name in re.findall(r"`((?:\w+/)*test_\w+\.py)(?:::(test_\w+))?`", PAGE):
        places = [ROOT / "tests" / path, ROOT / "tests" / "languages" / "igold" / path]
        files = [place for place in places if place.is_file()]
        assert files, path
        assert not name or f"def {name}(" in files[0].read_text(encoding="utf-8"), f"{path}::{name}"
