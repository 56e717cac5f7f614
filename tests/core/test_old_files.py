"""Files that earlier versions wrote still open: dumps, scenario tests, heroes and tournaments.

Logs of matches are tried in ``tests/match/test_log.py``, databases and backups in ``tests/server``.
A file in ``old/`` is never written again; a new format adds one beside it.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from spielwerk.catalogue import open_game
from spielwerk.cli import main
from spielwerk.core import Event, read_dump, read_scenarios, rehearse, write_dump

OLD = Path(__file__).parent / "old"


@pytest.mark.parametrize("name", ["nim", "pig"])
def test_the_dump_of_a_match_opens_and_its_moves_are_still_legal(name: str, tmp_path: Path) -> None:
    dump = read_dump((OLD / f"{name}.dump.json").read_text(encoding="utf-8"))
    rules = tmp_path / dump.rules.file
    rules.parent.mkdir(parents=True, exist_ok=True)
    rules.write_text(dump.rules.text, encoding="utf-8")
    game = dump.settled(open_game(str(rules)))
    state = game.initial(dump.seed)
    for entry in dump.script:
        assert isinstance(entry, Event)
        state = state.after(entry.moves)
    assert len(dump.script) >= 5
    assert read_dump(write_dump(game, dump.seed, dump.script)).script == dump.script


def test_a_scenario_is_read_and_means_the_same() -> None:
    text = (OLD / "nim.test").read_text(encoding="utf-8")
    (scenario,) = read_scenarios(text, "nim.test")
    assert list(rehearse(scenario, open_game(scenario.game))) == []


def test_a_hero_is_read_and_still_legal() -> None:
    file = str(OLD / "alrike.hero.json")
    said = CliRunner().invoke(main, ["hero", "validate", file, "--json"])
    assert said.exit_code == 0, said.output
    assert json.loads(said.output)["valid"]


def test_a_tournament_goes_on_where_it_was(tmp_path: Path) -> None:
    kept = tmp_path / "meeting.jsonl"
    kept.write_bytes((OLD / "meeting.jsonl").read_bytes())
    before = kept.read_text(encoding="utf-8")
    words = ["arena", "tic-tac-toe", "--players", "random,greedy", "--seed", "1"]
    said = CliRunner().invoke(main, [*words, "--rounds", "3", "--results", str(kept)])
    assert said.exit_code == 0, said.output
    assert "3 matches of tic-tac-toe" in said.output
    assert kept.read_text(encoding="utf-8").startswith(before)
