"""``spielwerk test``: what it says, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.cli.one_move import RULES

from spielwerk.cli import main

LIBRARY = sorted((Path(__file__).parents[2] / "src/spielwerk/library").glob("*/*.test"))


def run_tests(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["test", *map(str, arguments)])


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A test beside the rules it is about."""
    (tmp_path / "mine.gdl").write_text(RULES)
    file = tmp_path / "mine.test"
    file.write_text("game mine.gdl\n\ntest It stops\nme: stop\nexpect over\nexpect outcome me 70\n")
    return file


@pytest.mark.parametrize("file", LIBRARY, ids=lambda file: file.name)
def test_shipped_games_are_as_their_scenarios_say(file: Path) -> None:
    result = run_tests(file)
    assert result.exit_code == 0, result.output


def test_rules_are_found_beside_the_file(mine: Path) -> None:
    result = run_tests(mine)
    assert result.output == f"{mine}: 1 test, all as expected\n"
    assert result.exit_code == 0


def test_what_differs_is_told_with_its_line_and_ends_with_one(mine: Path) -> None:
    mine.write_text(mine.read_text().replace("70", "100"))
    result = run_tests(mine)
    assert result.exit_code == 1
    assert result.output == (
        f"{mine}:6:1: It stops\n"
        "  expected  outcome me 100\n"
        "  found     outcome me 70\n\n"
        f"{mine}: 1 test, 1 not as expected\n"
    )
    (body,) = json.loads(run_tests(mine, "--json").output)
    assert body["differences"] == [
        {"test": "It stops", "line": 6, "expected": "outcome me 100", "found": "outcome me 70"}
    ]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("me: stop", "fly away"), "'fly away' is no line of a test"),
        (("mine.gdl", "yours.gdl"), "yours.gdl"),
        (("expect over", "expect nobody may: stop"), "There is no role 'nobody'"),
    ],
)
def test_a_file_that_cannot_be_used_ends_with_two(
    mine: Path, change: tuple[str, str], said: str
) -> None:
    mine.write_text(mine.read_text().replace(*change))
    result = run_tests(mine)
    assert result.exit_code == 2
    assert said in result.output


def test_a_file_that_is_not_there_ends_with_two(tmp_path: Path) -> None:
    result = run_tests(tmp_path / "none.test")
    assert result.exit_code == 2
    assert "none.test" in result.output
