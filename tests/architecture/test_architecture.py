"""What holds for the sources as a whole, and that each rule notices who breaks it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.architecture.tree import (
    games_asked_for,
    imports_past_a_surface,
    platform_imports,
    same_names,
)

SOURCE = Path(__file__).parents[2] / "src"

RULES = [games_asked_for, same_names, imports_past_a_surface, platform_imports]


@pytest.mark.parametrize("rule", RULES)
def test_the_sources_keep_the_rule(rule: Callable[[Path], list[str]]) -> None:
    assert rule(SOURCE) == []


GAME = "from spielwerk.core import Game\nclass Marbles(Game): ...\n"

BROKEN = {
    games_asked_for: {
        "languages/marble/__init__.py": GAME,
        "server/room.py": "def ask(game):\n    return isinstance(game, Marbles | None)\n",
    },
    same_names: {
        "match/standing.py": "class Seat: ...\n",
        "server/seats.py": "class Seat: ...\n",
    },
    imports_past_a_surface: {
        "languages/marble/__init__.py": "",
        "languages/marble/text.py": "def read(): ...\n",
        "cli/play.py": "from spielwerk.languages.marble.text import read\n",
    },
    platform_imports: {"server/room.py": "import resource\n"},
}
ALLOWED = {
    games_asked_for: {
        "languages/marble/__init__.py": GAME,
        "languages/marble/tools.py": "def ask(game):\n    return isinstance(game, Marbles)\n",
    },
    same_names: {
        "match/standing.py": "class _Seat: ...\n",
        "server/seats.py": "class _Seat: ...\n",
    },
    imports_past_a_surface: {
        "languages/marble/__init__.py": "from spielwerk.languages.marble.text import read\n",
        "languages/marble/text.py": "def read(): ...\n",
        "cli/play.py": "from spielwerk.languages.marble import read\n",
    },
    platform_imports: {"confinement/platform.py": "import resource\n"},
}


@pytest.mark.parametrize("rule", RULES)
def test_the_rule_notices_who_breaks_it(rule: Callable[[Path], list[str]], tmp_path: Path) -> None:
    _write(tmp_path, BROKEN[rule])
    assert len(rule(tmp_path)) == 1


@pytest.mark.parametrize("rule", RULES)
def test_the_rule_lets_others_be(rule: Callable[[Path], list[str]], tmp_path: Path) -> None:
    _write(tmp_path, ALLOWED[rule])
    assert rule(tmp_path) == []


def test_a_match_of_patterns_asks_too(tmp_path: Path) -> None:
    asking = "def ask(game):\n    match game:\n        case Marbles():\n            pass\n"
    _write(tmp_path, {"languages/marble/__init__.py": GAME, "cli/play.py": asking})
    assert games_asked_for(tmp_path) == ["spielwerk.cli.play:3 asks whether something is a Marbles"]


def _write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / "spielwerk" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
