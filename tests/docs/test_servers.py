"""Servers say first what the pages show; here they listen wherever there is room."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.docs.test_examples import ROOT

from spielwerk.games.spy.files import CHARACTERS, MATCH, SCENARIO
from spielwerk.games.spy.library import library_text

SHOWN = re.compile(r"^```\n\$ (.+ --port \d+.*|spielwerk speed server .*)\n((?:.*\n)+?)```$", re.M)
FILES = {
    "keys.txt": "secret Ada\n",
    "characters.json": library_text(CHARACTERS, "agents"),
    "matchconfig.match": library_text(MATCH, "quick"),
    "my.scenario": library_text(SCENARIO, "back-room"),
}


@pytest.mark.parametrize("page", ["ggp.md", "speed.md", "spy-protocol.md"])
def test_a_server_says_what_its_page_shows(page: str, tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    ((command, shown),) = SHOWN.findall((ROOT / "docs" / page).read_text(encoding="utf-8"))
    program, *words = shlex.split(re.sub(r" --port \d+", "", command))
    found = shutil.which(program, path=Path(sys.executable).parent)
    assert found is not None
    with subprocess.Popen(
        [found, *words, "--port", "0"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        said = [server.stdout.readline() for _ in shown.splitlines()]
        server.kill()
    assert re.sub(r"\d{4,}", "PORT", "".join(said)) == re.sub(r"\d{4,}", "PORT", shown)
