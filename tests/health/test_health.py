"""The health of a game: what is found in rules that were made unhealthy on purpose."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from spielwerk.catalogue import entries, open_game
from spielwerk.cli import main
from spielwerk.core import Role
from spielwerk.health import examine, findings_of
from spielwerk.players import parse_player

UNFAIR = """\
(role left) (role right)
(init (turn left))
(<= (legal ?r take) (true (turn ?r)))
(<= (legal ?r wait) (role ?r) (not (true (turn ?r))))
(<= (legal left fly) (true (turn left)) (true wings))
(<= (next (turn right)) (true (turn left)))
(<= (next over) (true (turn right)))
(<= terminal (true over))
(<= (goal left 100) (true over))
(<= (goal right 0) (true over))
(<= (goal right 100) (true wings))
"""


@pytest.fixture
def unfair(tmp_path: Path) -> Path:
    file = tmp_path / "unfair.gdl"
    file.write_text(UNFAIR)
    return file


def test_a_seat_that_always_wins_and_rules_that_never_fire_are_found(unfair: Path) -> None:
    found = examine(open_game(str(unfair)), 10, None)
    (series,) = found.series
    assert series.lengths == [2] * 10
    assert [part.span.line for part in found.unused if part.span] == [5, 11]
    assert found.parts == 9
    findings = "\n".join(map(str, findings_of(found)))
    assert "left gets 100 ± " in findings
    assert "where a fair share were 50" in findings
    assert "No match ever came to the rule (<= (goal right 100) (true wings))" in findings


def test_a_seat_is_worth_more_where_the_interval_says_so() -> None:
    found = examine(open_game("tic-tac-toe"), 80, None, seed=3)
    (sentence,) = [one for one in map(str, findings_of(found)) if "xplayer" in one]
    assert "the seat is worth more" in sentence
    assert not found.unused


def test_actions_and_operations_of_igold_that_nothing_comes_to_are_named() -> None:
    found = examine(open_game("love-letter:3"), 25, None)
    assert any("move 3 objects from 'deck' to 'open'" in part.text for part in found.unused)
    assert not any(part.kind == "action" for part in found.unused)


def test_machines_play_as_many_matches_and_are_named() -> None:
    found = examine(open_game("nim"), 5, parse_player("greedy"))
    assert [one.player for one in found.series] == ["random", "greedy"]
    assert [len(one.lengths) for one in found.series] == [5, 5]


def test_a_game_whose_rules_cannot_tell_gets_the_rest() -> None:
    found = examine(open_game("speed"), 1, None)
    assert found.parts == 0
    assert found.series[0].lengths[0] > 1


def test_machines_at_one_table_do_not_draw_the_same_lots() -> None:
    """With one seed for all seats yellow drops wherever red did, and red always wins."""
    found = examine(open_game("connect-four"), 12, parse_player("greedy"))
    random, greedy = found.series
    assert random.player == "random"
    assert 0 < greedy.seats[Role("yellow")].mean < 100


SOAK = bool(os.environ.get("SPIELWERK_SOAK"))
QUICK = {
    "blind-bids",
    "draughts",
    "goofspiel",
    "halving",
    "kuhn-poker",
    "monty-hall",
    "nim",
    "round-the-bay",
    "three-tricks",
    "typed-tic-tac-toe",
}


@pytest.mark.parametrize("name", [one.name for one in entries() if SOAK or one.name in QUICK])
def test_every_shipped_game_can_be_examined(name: str) -> None:
    found = examine(open_game(name), 20 if SOAK else 2, None)
    assert found.series[0].endless == 0
    assert all(one.said(tongue) for one in findings_of(found) for tongue in ("en", "de"))
    assert len(found.unused) < max(found.parts, 1)


def test_the_command_says_it_to_people_and_programs() -> None:
    run = CliRunner()
    plain = run.invoke(main, ["health", "pig", "--matches", "3", "--player", "none"])
    assert plain.exit_code == 0, plain.output
    assert "3 matches, random" in plain.output
    told = run.invoke(main, ["health", "pig", "--matches", "3", "--player", "none", "--json"])
    body = json.loads(told.output)
    assert body["series"][0]["kinds"]["roll"]["played"] > 0
    assert run.invoke(main, ["health", "nothing"]).exit_code == 2
