"""What the pages show and no example runs, since it takes hours or a server, exists at least."""

from __future__ import annotations

import ast
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
from benchmarks.__main__ import TABLES
from tests.docs.test_examples import ROOT, blocks

from spielwerk.cli import main

PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
PAGES += sorted((ROOT / ".github").rglob("*.[my]*"))
LINES = re.compile(r"^(?:    |\$ )?((?:spielwerk|make) [a-z-][^|>#…\n]*)", re.MULTILINE)
MEASURED = re.compile(r"python -m benchmarks(\.\w+)?((?: [a-z_]+)*)")
FILES = re.compile(r"\b((?:benchmarks|deploy|editors|src|tests|tools)/[\w./-]*\w\.\w+)\b(?!\.)")
EXTRAS = re.compile(r"spielwerk\[([\w,]+)\]")
SPOKEN = re.compile(r"`((?:spielwerk|make) [a-z][^`…|\n]*)`")
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


def shown(page: Path) -> Iterator[str]:
    """Every command on a page: in its blocks and in its sentences."""
    text = page.read_text(encoding="utf-8")
    fenced = re.findall(r"^```(?:sh|console)?\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    indented = re.findall(r"^    (?:spielwerk|make) .*$", text, re.MULTILINE)
    for block in [*fenced, *indented]:
        yield from LINES.findall(block)
    yield from SPOKEN.findall(text)


def understood(line: str) -> str:
    """What is wrong with a command, or nothing."""
    program, *words = shlex.split(re.sub(r"\s{2,}.*", "", line.strip(" \\")), comments=True)
    if program == "make":
        names = [word for word in words if re.fullmatch("[a-z-]+", word)]
        return "" if not names or names[0] in TARGETS else f"there is no target {names[0]}"
    command: click.Command = main
    called = program
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        found = command.get_command(click.Context(command), words[0])
        if found is None:
            return "" if words[0].isupper() else f"there is no command {words[0]}"
        command, called, words = found, words[0], words[1:]
    known = {name for one in command.params for name in (*one.opts, *one.secondary_opts)}
    known |= {"--help", "-h", "--version"}
    for word in words:
        name = word.partition("=")[0]
        if re.fullmatch(r"--?[a-z][a-z-]*", name) and not ({name, name[:2]} & known):
            return f"{called} has no option {name}"
    return ""


def test_every_command_and_option_that_a_page_names_exists() -> None:
    wrong = {
        (page.name, line): problem
        for page in PAGES
        for line in shown(page)
        if (problem := understood(line))
    }
    assert not wrong


def test_the_page_of_spe_ed_shows_every_command_of_it() -> None:
    speed = main.get_command(click.Context(main), "speed")
    assert isinstance(speed, click.Group)
    page = (ROOT / "docs" / "speed.md").read_text(encoding="utf-8")
    names = speed.list_commands(click.Context(speed))
    assert [name for name in names if f"spielwerk speed {name}" not in page] == []


def test_every_part_that_a_page_tells_to_install_can_be_had() -> None:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for page in PAGES:
        for names in EXTRAS.findall(page.read_text(encoding="utf-8")):
            assert set(names.split(",")) <= told["optional-dependencies"].keys(), page.name


def test_every_measurement_that_a_page_names_can_be_made() -> None:
    for page in PAGES:
        for module, tables in MEASURED.findall(page.read_text(encoding="utf-8")):
            place = ROOT.joinpath("benchmarks", *module.split("."))
            assert place.with_suffix(".py").exists() or (place / "__main__.py").exists(), page.name
            assert module or set(tables.split()) <= TABLES.keys(), (page.name, tables)


def test_every_file_that_a_page_names_is_there() -> None:
    written = {"tests/golden/my-game.txt"}  # by whoever follows the page
    wrong = {
        (page.name, file)
        for page in PAGES
        for file in FILES.findall(page.read_text(encoding="utf-8"))
        if file not in written and not (ROOT / file).exists()
    }
    assert not wrong


def test_what_does_not_exist_is_noticed() -> None:
    assert understood("spielwerk arena chess --players random --rounds 3") == ""
    assert understood("spielwerk speed simulated -s=jumper -w=16") == ""
    assert understood("spielwerk dance") == "there is no command dance"
    assert understood("spielwerk play chess --quickly") == "play has no option --quickly"
    assert understood("make love") == "there is no target love"


def test_python_on_the_pages_is_python_with_names_that_can_be_imported() -> None:
    for page, block in [(one, block) for one in PAGES for block in blocks(one)]:
        if block.language != "python":
            continue
        for node in ast.walk(ast.parse(block.body)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("spielwerk."):
                imported = __import__(node.module or "", fromlist=["x"])
                for name in node.names:
                    assert hasattr(imported, name.name), f"{page.name}:{block.line}: {name.name}"
