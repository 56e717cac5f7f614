"""What is not installed is told in one sentence with the command that brings it; the rest works."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from spielwerk.core import EXTRAS, part_missing

ROOT = Path(__file__).parents[2]
LIBRARY = ROOT / "src" / "spielwerk" / "library"
WITHOUT = (
    "import os, sys\nfor name in os.environ['WITHOUT'].split():\n    sys.modules[name] = None\n"
)
MEETING = ["arena", "tic-tac-toe", "--players", "random,greedy", "--rounds", "1"]
OURS = ("fast", "igold", "heroes", "speed", "server", "editor")
"""The extras without which most of Spielwerk works."""


@pytest.fixture(scope="module")
def thin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that takes modules away from a Python that starts there."""
    folder = tmp_path_factory.mktemp("thin")
    (folder / "sitecustomize.py").write_text(WITHOUT, encoding="utf-8")
    return folder


def run(
    thin: Path, missing: Iterable[str], *arguments: str, typed: str = ""
) -> subprocess.CompletedProcess[str]:
    """A command where extras, or single modules, are missing."""
    modules = " ".join(module for name in missing for module in EXTRAS.get(name, (name,)))
    return subprocess.run(
        [sys.executable, "-m", "spielwerk", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        cwd=thin,
        env={**os.environ, "PYTHONPATH": str(thin), "WITHOUT": modules},
        timeout=300,
        check=False,
    )


@pytest.mark.parametrize(
    ("extra", "arguments"),
    [
        ("fast", ["train", "tic-tac-toe"]),
        ("fast", ["gdl", "stats", "tic-tac-toe"]),
        ("igold", ["play", "citadels"]),
        ("igold", ["check", str(LIBRARY / "igold" / "pig.igold.xml")]),
        ("heroes", ["hero", "validate", str(LIBRARY / "heroes" / "alrike.json")]),
        ("speed", ["speed", "simulated"]),
        ("speed", ["arena", "speed", "--players", "strategist,random", "--rounds", "1"]),
        ("server", ["serve"]),
        ("server", ["spy", "ai", "-a", "127.0.0.1"]),
        ("editor", ["lsp"]),
        ("chart", [*MEETING, "--chart", "chart.png"]),
        ("ray", [*MEETING, "--engine", "ray"]),
        ("pgn", ["gdl", "pgn", str(ROOT / "README.md")]),
    ],
)
def test_who_needs_what_is_missing_is_told_how_to_get_it(
    thin: Path, extra: str, arguments: list[str]
) -> None:
    said = run(thin, (extra,), *arguments)
    assert said.returncode == 2
    assert f"pip install 'spielwerk[{extra}]'" in said.stderr
    assert len(said.stderr.strip().splitlines()) == 1
    assert not said.stdout, "it is said before anything is played"


def python(thin: Path, missing: Iterable[str], code: str) -> subprocess.CompletedProcess[str]:
    """Code where modules are missing."""
    environment = {**os.environ, "PYTHONPATH": str(thin), "WITHOUT": " ".join(missing)}
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False
    )


def brought_by(extra: str) -> set[str]:
    """Every module that comes with an extra, with those that it brings along."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needs = told["optional-dependencies"][extra]
    others = [
        one for line in needs for one in line.partition("spielwerk[")[2].strip("]").split(",")
    ]
    names = {_plain(re.split(r"[\[>]", line)[0]) for line in needs}
    found = {
        module
        for modules in EXTRAS.values()
        for module in modules
        if {_plain(name) for name in packages_distributions().get(module, ())} & names
    }
    if "fastapi" in found:
        found.add("starlette")
    return found.union(*map(brought_by, filter(None, others)))


def _plain(name: str) -> str:
    return name.lower().replace("_", "-")


@pytest.mark.parametrize(
    ("extra", "arguments"),
    [
        ("fast", ["train", "tic-tac-toe", "--rounds", "1", "--out", "weights.json"]),
        ("igold", ["golden", "pig"]),
        ("heroes", ["hero", "validate", str(LIBRARY / "heroes" / "alrike.json")]),
        ("speed", ["speed", "simulated", "-s=jumper,jumper", "-w=16", "-h=14", "-l=/"]),
        ("speed", ["play", "speed", "--seat", "2=jumper"]),
        ("speed", ["spy", "duel", "random", "random", "-n", "2", "-m", "quick"]),
    ],
)
def test_who_does_what_the_sentence_says_needs_nothing_else(
    thin: Path, extra: str, arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if "train" in arguments:  # others do not play by what it learns
        monkeypatch.setenv("SPIELWERK_CACHE", str(thin / "learnt"))
    everything = {module for modules in EXTRAS.values() for module in modules}
    said = run(thin, everything, *arguments)
    assert f"pip install 'spielwerk[{extra}]'" in said.stderr
    done = run(thin, everything - brought_by(extra), *arguments)
    assert "not installed" not in done.stderr
    assert done.returncode == 0, done.stderr


def test_a_server_comes_with_all_that_its_machines_need(thin: Path) -> None:
    there = brought_by("server")
    assert there >= {module for part in ("fast", "igold", "heroes") for module in EXTRAS[part]}
    missing = {module for modules in EXTRAS.values() for module in modules} - there
    met = run(thin, missing, "arena", "speed", "--players", "easy,medium", "--rounds", "1")
    assert met.returncode == 0, met.stderr
    assert "failed" not in met.stderr


@pytest.mark.parametrize(
    ("extra", "module"),
    [("openspiel", "openspiel"), ("pettingzoo", "pettingzoo"), ("pettingzoo", "vector")],
)
def test_an_adapter_says_which_part_it_is_for(thin: Path, extra: str, module: str) -> None:
    said = python(thin, EXTRAS[extra], f"import spielwerk.adapters.{module}")
    assert said.stderr.splitlines()[-1].endswith(f"pip install 'spielwerk[{extra}]'")
    assert "During handling" not in said.stderr


def test_matches_in_rows_need_native_code_which_comes_with_their_extra(thin: Path) -> None:
    rows = "from spielwerk.adapters.vector import VectorEnv; VectorEnv('connect-four', 8)"
    said = python(thin, ["llvmlite"], rows)
    assert said.stderr.splitlines()[-1].endswith("pip install 'spielwerk[fast]'")
    everything = {module for modules in EXTRAS.values() for module in modules}
    done = python(thin, everything - brought_by("pettingzoo"), rows)
    assert done.returncode == 0, done.stderr


def test_the_core_plays_checks_and_lets_players_meet(thin: Path) -> None:
    played = run(
        thin, OURS, "play", "tic-tac-toe", "--seat", "oplayer=mcts:50ms", typed="1 1\n/exit\n"
    )
    assert played.returncode == 0, played.stderr
    assert "oplayer plays" in played.stdout
    checked = run(thin, OURS, "check", "--probe", str(LIBRARY / "gdl" / "tic-tac-toe.gdl"))
    assert checked.stdout.endswith(": fine\n")
    met = run(
        thin,
        OURS,
        "arena",
        "tic-tac-toe",
        "--players",
        "random,mcts:iterations=20",
        "--rounds",
        "2",
    )
    assert "2 matches of tic-tac-toe" in met.stdout, met.stderr
    dice = run(thin, ("fast",), "play", "pig", "--seat", "ben=mcts:50ms", typed="roll\n/exit\n")
    assert dice.returncode == 0, dice.stderr
    listed = run(thin, OURS, "games")
    assert "citadels" in listed.stdout


def test_every_part_is_said_where_it_is_installed_and_where_it_is_missed() -> None:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = {
        extra: {one.split(">")[0].split("[")[0].lower().replace("_", "-") for one in needs}
        for extra, needs in told["optional-dependencies"].items()
    }
    brought = packages_distributions()
    indirect = {"starlette", "lsprotocol", "pyspiel"}
    for extra, modules in EXTRAS.items():
        for module in set(modules) - indirect:
            found = {name.lower().replace("_", "-") for name in brought.get(module, ())}
            assert found & names[extra], f"{module} does not come with {extra}"


def test_other_failed_imports_are_nobodys_part() -> None:
    assert part_missing(ImportError("no", name="somebody.else")) is None
    assert part_missing(ImportError("cannot import name")) is None
