"""Everybody against everybody: matches are kept and not played again, and figures say how sure."""

from __future__ import annotations

import json
import time
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

from spielwerk.catalogue import open_game
from spielwerk.core import Deadline
from spielwerk.players import parse_player

ROOT = Path(__file__).parents[2]


@pytest.fixture
def standings(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT))
    return import_module("benchmarks.standings")


@pytest.fixture
def strength(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT))
    return import_module("benchmarks.strength")


def test_a_finished_match_is_not_played_again(strength, tmp_path, monkeypatch):
    game, file = open_game("halving"), tmp_path / "matches.jsonl"
    strength.Finished(file).points(game, "random", "greedy", 0.01, 3)
    (line,) = file.read_text().splitlines()
    assert json.loads(line)[:5] == ["halving", "random", "greedy", 0.01, 3]
    monkeypatch.setattr(strength, "won", lambda *_, **__: pytest.fail("it was played again"))
    again = strength.Finished(file)
    assert again.points(game, "random", "greedy", 0.01, 3) == json.loads(line)[5]
    assert again.pairs(game, 0.01) == {("random", "greedy"): [json.loads(line)[5]]}
    assert again.pairs(game, 0.02) == {}


def test_few_matches_say_little(strength):
    low, high = strength.interval([1.0] * 4)
    assert (round(low, 2), high) == (0.51, 1.0)
    assert strength.interval([0.0] * 4)[0] == 0.0
    low, high = strength.interval([1.0, 0.0] * 200)
    assert high - low < 0.1


def test_players_that_are_only_compared_with_have_names(strength):
    assert str(strength.player_of("before/mcts")) == "before/mcts"
    assert strength.player_of("openspiel").name == "openspiel"
    assert str(strength.player_of("greedy")) == "greedy"


def test_the_table_is_made_from_kept_matches_and_put_into_a_page(standings, tmp_path):
    rows = [["halving", "greedy", "random", 0.01, n, 1.0, 0.1] for n in range(4)]
    results, page = tmp_path / "matches.jsonl", tmp_path / "page.md"
    results.write_text("".join(json.dumps(row) + "\n" for row in rows))
    page.write_text(f"before\n{standings.BEGIN}old\n{standings.END}\nafter\n")
    options = ["halving", "--show", "--results", str(results), "--table", str(page)]
    done = CliRunner().invoke(standings.main, options)
    assert done.exit_code == 0, done.output
    text = page.read_text()
    assert "| Halving | `greedy` | 100 (51–100) | 4 | 100 (51–100) |" in text
    assert "old" not in text
    assert text.endswith("after\n")


def test_a_game_that_is_small_enough_says_how_far_everybody_can_be_exploited(
    standings, tmp_path, monkeypatch
):
    monkeypatch.setenv("SPIELWERK_CACHE", str(tmp_path))
    game = open_game("kuhn-poker")
    unhurried = Deadline(clock=time.thread_time)
    parse_player("solve").sit(game, game.roles[0], deadline=unhurried)  # solved once, it is known
    found = standings.exploitabilities(game, ["solve", "random"], 0.001)
    assert found["solve"] < 0.1 < found["random"]
    assert standings.exploitabilities(open_game("tic-tac-toe"), ["random"], 0.001) == {}
