"""The version is written down once; whatever else names it names the same."""

from __future__ import annotations

import json
import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import yaml

import spielwerk

ROOT = Path(__file__).parents[2]


def test_every_place_that_names_the_version_names_the_same() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["dynamic"] == ["version"]
    assert project["tool"]["hatch"]["version"]["path"] == "src/spielwerk/__init__.py"
    assert version("spielwerk") == spielwerk.__version__
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert cited["version"] == spielwerk.__version__
    extension = json.loads((ROOT / "editors/vscode/package.json").read_text(encoding="utf-8"))
    assert extension["version"] == spielwerk.__version__
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## (\S+?),", changes, re.MULTILINE)
    assert newest is not None
    assert newest[1] == spielwerk.__version__
    assert f"## {spielwerk.__version__}, not released yet" in changes or re.search(
        rf"^## {re.escape(spielwerk.__version__)}, {cited['date-released']}$", changes, re.MULTILINE
    ), "a release has the same date in CHANGELOG.md and CITATION.cff"
