"""Every example in the README and the guides is run, so that none of them can grow stale.

A fenced block ``console`` holds commands (``$ …``) and what they print; a line ``...`` stands
for any lines, and within a line for anything. A block with ``title="NAME"`` is written to a file
of that name first. A block ``gdl`` without a title must at least read without an error, a block
``xml`` has elements that IGold has, a block ``python`` without a title runs to its end, and
``pycon`` is a conversation with Python, one for the whole page. All blocks of a page run in one
fresh folder, from top to bottom.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

from spielwerk.core import has_errors
from spielwerk.languages.gdl.text.syntax import read
from spielwerk.languages.igold.schema import schema_elements

ROOT = Path(__file__).parents[2]
ELSEWHERE = {"add-a-language.md"}
"""What these pages show needs a package that tests/foreign installs and tries."""
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
PAGES = [page for page in PAGES if page.name not in ELSEWHERE]
FENCE = re.compile(r"^```(\w+)(.*?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    language: str
    title: str | None
    body: str
    line: int


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    found = []
    for match in FENCE.finditer(text):
        title = re.search(r'title="([^"]+)"', match[2])
        line = text.count("\n", 0, match.start()) + 1
        found.append(Block(match[1], title and title[1], match[3], line))
    return found


def conversations(body: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with the output that follows it."""
    pairs: list[tuple[str, str]] = []
    for line in body.splitlines():
        if line.startswith("$ "):
            pairs.append((line[2:], ""))
        elif pairs:
            command, output = pairs[-1]
            pairs[-1] = command, output + line.rstrip() + "\n"
    return pairs


def run(command: str, folder: Path) -> str:
    """What a reader would see after typing the command there."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": path, "COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
    )
    return done.stdout


def as_pattern(expected: str) -> str:
    parts = []
    for line in expected.splitlines():
        if line == "...":
            parts.append("(.*\n)*?")
        else:
            parts.append(".*?".join(map(re.escape, line.split("..."))) + "[ \t]*\n")
    return "".join(parts)


def wrong_in(conversation: str, known: dict[str, object], place: str) -> list[str]:
    """What Python says otherwise in a conversation that goes on from what is known."""
    told = doctest.DocTestParser().get_doctest(conversation, {}, place, None, 0)
    told.globs = known
    said: list[str] = []
    loosely = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    runner = doctest.DocTestRunner(verbose=False, optionflags=loosely)
    runner.run(told, out=said.append, clear_globs=False)
    return said


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_do_what_the_page_says(page: Path, tmp_path: Path) -> None:
    known: dict[str, object] = {}
    for block in blocks(page):
        place = f"{page.name}:{block.line}"
        if block.title:
            (tmp_path / block.title).write_text(block.body, encoding="utf-8")
        elif block.language == "gdl":
            problems = read(block.body).diagnostics
            assert not has_errors(problems), f"{place}: {problems}"
        elif block.language == "xml":
            named = set(re.findall(r"<([A-Za-z]\w*)(?=[\s/>])", block.body))
            assert named <= schema_elements().keys(), place
        elif block.language == "toml":
            assert tomllib.loads(block.body), place
        elif block.language == "pycon":
            assert not (said := wrong_in(block.body, known, place)), "".join(said)
        elif block.language == "python":
            done = subprocess.run(
                [sys.executable, "-c", block.body],
                cwd=tmp_path,
                capture_output=True,
                text=True,
                timeout=300,
            )
            assert done.returncode == 0, f"{place}: {done.stderr}"
        elif block.language == "console":
            for command, expected in conversations(block.body):
                printed = run(command, tmp_path)
                if not printed.endswith("\n"):
                    printed += "\n"
                assert re.fullmatch(as_pattern(expected) if expected else "(.*\n)*", printed), (
                    f"{place}: `{command}` printed\n{printed}\ninstead of\n{expected}"
                )
