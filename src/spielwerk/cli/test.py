"""``spielwerk test``: scenario tests, and where a game differs from them."""

from __future__ import annotations

import json
from pathlib import Path

import click

from spielwerk.catalogue import find_entry, open_game
from spielwerk.core import (
    Difference,
    Game,
    Scenario,
    read_scenarios,
    read_text_file,
    rehearse,
)

_LONGEST = 1_000_000
"""How many bytes a file may have."""


@click.command()
@click.argument(
    "paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE..."
)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def command(paths: tuple[Path, ...], as_json: bool) -> None:
    """Play the scenario tests in files; say what differed, and where.

    A scenario names a game, perhaps a position, moves, and what is expected on the way.

    Exit status: 0 where everything is as expected, 1 where something differs, 2 where a file or
    the game it names cannot be used.
    """
    report = []
    for path in paths:
        tests = read_scenarios(read_text_file(path, "scenario", _LONGEST), str(path))
        found = _rehearsed(path, tests)
        report.append((path, tests, found))
    if as_json:
        click.echo(json.dumps([_to_json(*one) for one in report], indent=2, ensure_ascii=False))
    else:
        for path, tests, found in report:
            for difference in found:
                click.echo(f"{difference}\n")
            click.echo(_summary(path, tests, found))
    raise SystemExit(1 if any(found for _, _, found in report) else 0)


def _rehearsed(path: Path, tests: list[Scenario]) -> list[Difference]:
    games: dict[str, Game] = {}
    found: list[Difference] = []
    for test in tests:
        if test.game not in games:
            games[test.game] = _game(path, test.game)
        found += rehearse(test, games[test.game])
    return found


def _game(path: Path, name: str) -> Game:
    """The game of a test: one of the library, or rules beside the file, perhaps for some players.

    :raises SourceError: its rules are wrong
    :raises SpielwerkError: it is not for so many
    """
    if find_entry(name) is not None:
        return open_game(name)
    file, _, players = name.rpartition(":")
    if file and players.isdecimal() and len(players) < 4:
        return open_game(str(path.parent / file)).settled(int(players))
    return open_game(str(path.parent / name))


def _summary(path: Path, tests: list[Scenario], found: list[Difference]) -> str:
    count = f"{len(tests)} test{'s' if len(tests) > 1 else ''}"
    if not found:
        return f"{path}: {count}, all as expected"
    failed = len({difference.scenario.span for difference in found})
    return f"{path}: {count}, {failed} not as expected"


def _to_json(path: Path, tests: list[Scenario], found: list[Difference]) -> dict[str, object]:
    return {
        "file": str(path),
        "tests": [test.title for test in tests],
        "differences": [
            {
                "test": one.scenario.title,
                "line": one.span.line,
                "expected": one.expected,
                "found": one.found,
            }
            for one in found
        ],
    }
