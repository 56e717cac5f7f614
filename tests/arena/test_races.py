"""Races between solvers: equal time, paired starts, and every late answer counted."""

from __future__ import annotations

import pytest

from spielwerk.arena import Result, Results, Tournament, local, run
from spielwerk.arena.races import (
    CLOCKS,
    Race,
    RaceTally,
    play_race,
    racing_clock,
    seat_racers,
    tally,
)
from spielwerk.core import SpielwerkError
from spielwerk.games.speed.compiled import Arena
from spielwerk.games.speed.game import Speed, picture
from spielwerk.games.speed.rules import Action
from spielwerk.match import MatchLog, replay_match
from spielwerk.players.speed.bots import Bot, Jumper, SlowFiller
from spielwerk.players.speed.decision import Clock, Decision, Solver


def played(players: tuple[str, ...], rounds: int, seats: int) -> Results:
    terms = Tournament("speed", seats, players, rounds, clock=racing_clock(0.05))
    results = Results(terms)
    for _ in run(results, lambda fixtures: (play_race(terms, fixture) for fixture in fixtures)):
        pass
    return results


def test_everybody_sits_once_on_every_seat_of_the_same_board() -> None:
    results = sorted(played(("slow-filler", "jumper"), 4, 2), key=lambda result: result.number)
    assert [result.seating for result in results] == [(0, 1), (1, 0)] * 2
    seeds = [result.seed for result in results]
    assert seeds[0] == seeds[1] != seeds[2] == seeds[3]


def test_outcomes_are_places_and_only_a_sole_survivor_has_a_hundred() -> None:
    for result in played(("slow-filler", "jumper", "largest-area", "random-safe"), 6, 4):
        assert result.outcome.count(100) <= 1
        assert min(result.outcome) == 0
        assert result.steps > 3


def test_workers_in_other_processes_play_the_same_races() -> None:
    terms = Tournament("speed", 2, ("slow-filler", "jumper"), 4, clock=racing_clock(0.05))
    here = {result.number: result.outcome for result in played(terms.players, 4, 2)}
    there = local(terms, terms.fixtures(), 1, play_race)
    assert {result.number: result.outcome for result in there} == here


class Sluggish(Bot):
    """Takes twice the time it has, by a clock that it moves itself."""

    name = "sluggish"
    hand = 0.0

    def solver(self, seed: int = 0) -> Solver:
        return self

    def decide(self, arena: Arena, k: int, left: Clock) -> Decision:
        Sluggish.hand += 2 * left()
        return Decision(Action.CHANGE_NOTHING)


def test_late_answers_are_counted_and_forgiven() -> None:
    game = Speed(2, 16, 16, deadlines=None)
    race = Race([Sluggish(), SlowFiller()], game, seconds=0.1, clock=lambda: Sluggish.hand)
    laps = list(race.laps())
    assert all(lap.late == (1,) for lap in laps)
    assert len(laps) > 3


def test_a_race_is_kept_in_a_log_that_replays_like_any_other() -> None:
    game = Speed(3, 20, 20, deadlines=None)
    race = Race(seat_racers(["slow-filler", "jumper", "jumper"]), game, seed=4, seconds=0.05)
    *_, last = race.laps()
    log = MatchLog.from_text(race.log.to_text())
    *_, match = replay_match(game, log)
    assert match.over
    assert match.state.view(None)["cells"] == picture(last.after)["cells"]
    assert match.step == last.before.round


def test_late_answers_are_tallied() -> None:
    on_time = Result(0, (0, 1), 1, (100, 0), "over", 5, 0.1, (0, 0))
    late = Result(0, (0, 1), 1, (100, 0), "over", 5, 0.1, (0, 3))
    assert [(row.player, row.won, row.late) for row in tally([on_time, late], ["a", "b"])] == [
        ("a", 2, 0),
        ("b", 0, 3),
    ]


def test_shares_come_with_an_interval_that_holds_them() -> None:
    few, many = RaceTally("a", 10, 7, 0), RaceTally("a", 1000, 700, 0)
    for row in (few, many):
        low, high = row.interval
        assert 0 <= low < row.share < high <= 1
    assert few.interval[1] - few.interval[0] > many.interval[1] - many.interval[0]
    assert RaceTally("a", 200, 140, 0).interval == pytest.approx((0.633, 0.759), abs=0.001)


def test_players_of_other_games_do_not_race() -> None:
    with pytest.raises(SpielwerkError, match="'mcts' does not race"):
        seat_racers(["mcts", "jumper"])
    assert seat_racers(["jumper"]) == [Jumper()]
    assert set(CLOCKS) == {"cpu", "wall"}
