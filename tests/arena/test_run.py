"""Tournaments are played completely, whatever happens to the processes that play them."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from tests.systems import posix_only

from spielwerk.arena import (
    Results,
    Tournament,
    crosstable,
    local,
    run,
    standing,
    to_csv,
    to_json,
    write_chart,
)

KILLS = 10 if os.environ.get("SPIELWERK_SOAK") else 4
ROUNDS = 30


def arena(*options: str) -> list[str]:
    return [sys.executable, "-m", "spielwerk", "arena", "tic-tac-toe", *options]


def test_every_match_is_played_once() -> None:
    tournament = Tournament("tic-tac-toe", 2, ("random", "greedy"), rounds=8)
    results = Results(tournament)
    played = list(run(results, lambda fixtures: local(tournament, fixtures, workers=2)))
    assert sorted(result.number for result in played) == list(range(8))
    assert {r.number: r.seating for r in results} == {
        f.number: f.seating for f in tournament.fixtures()
    }


def test_a_decided_pair_needs_no_more_matches() -> None:
    tournament = Tournament("tic-tac-toe", 2, ("random", "mcts:iterations=60"), rounds=500)
    results = Results(tournament)
    for _ in run(results, lambda fixtures: local(tournament, fixtures, workers=2), stop_at=100):
        pass
    assert 10 <= len(results) < 200


def test_reports_hold_every_match(tmp_path: Path) -> None:
    tournament = Tournament("tic-tac-toe", 2, ("random", "greedy"), rounds=4)
    results = Results(tournament)
    list(run(results, lambda fixtures: local(tournament, fixtures, workers=1)))
    now = standing(results)
    assert len(json.loads(json.dumps(to_json(results, now)))["results"]) == 4
    assert to_csv(results).count("\n") == 5
    write_chart(now, tmp_path / "chart.png", "tic-tac-toe")
    assert (tmp_path / "chart.png").read_bytes().startswith(b"\x89PNG")


@posix_only
def test_killed_at_any_moment_it_goes_on_to_exactly_the_matches_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    command = arena(
        "--players", "mcts:iterations=150,greedy", "--rounds", str(ROUNDS), "--results", str(path),
        "--workers", "2",
    )  # fmt: skip
    rng = Random(3)
    for _ in range(KILLS):
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        time.sleep(rng.uniform(0.5, 3.0))
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    numbers = [json.loads(line)["number"] for line in path.read_text().splitlines()[1:]]
    assert sorted(numbers) == list(range(ROUNDS))


def test_with_a_second_for_a_move_every_move_is_thought_and_nobody_is_late() -> None:
    tournament = Tournament("connect-four", 2, ("mcts", "random"), rounds=1, clock="move=1s")
    (result,) = local(tournament, tournament.fixtures(), workers=1)
    assert result.reason == "the rules"
    assert result.late == result.unthought == (0, 0)
    assert result.why == ""


def test_moves_that_were_not_thought_are_in_every_report(tmp_path: Path) -> None:
    tournament = Tournament("draughts", 2, ("mcts", "random"), rounds=1, clock="move=1ms")
    path = tmp_path / "results.jsonl"
    (result,) = run(Results(tournament, path), lambda todo: local(tournament, todo, workers=1))
    missing = max(result.unthought)
    hasty = result.seating[result.unthought.index(missing)]
    assert missing >= 1
    assert f"{missing} not thought: " in result.why
    kept = Results(tournament, path)
    assert list(kept) == [result]
    now = standing(kept)
    assert now.unthought[hasty] == missing
    report = to_json(kept, now)
    assert missing in [row["unthought"] for row in report["players"]]
    assert report["results"][0]["unthought"] == list(result.unthought)
    assert to_csv(kept).splitlines()[1].endswith(f",{sum(result.unthought)}")
    headings, *rows = crosstable(now).splitlines()
    assert "not thought" in headings
    assert [row.split()[:2] for row in rows] == [
        [str(place), now.players[player]] for place, player in enumerate(now.ranking, start=1)
    ]
    assert len({len(row) for row in (headings, *rows)}) == 1, "figures stand below each other"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--players", "mtcs,random"], "Did you mean mcts"),
        (["--players", "mcts:spead=1,random"], "no setting"),
        (["--players", "random,greedy", "--rounds", "0"], "at least one round"),
        (["--players", "random,greedy", "--clock", "fast"], "clock"),
    ],
)
def test_wrong_settings_are_refused_with_a_hint(options: list[str], says: str) -> None:
    done = subprocess.run(arena(*options), capture_output=True, text=True, timeout=300)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr
