"""The log is the match: what follows from that for every match, sensible or not."""

from __future__ import annotations

import os

import pytest
from hypothesis import given, settings
from tests.match.strategies import played_tables
from tests.match.table import Table
from tests.players import native

from spielwerk.core import Event, Move, replay
from spielwerk.match import (
    Answer,
    Began,
    Clock,
    Ended,
    Forfeited,
    Happened,
    ImpossibleEvent,
    Late,
    Match,
    MatchEvent,
    MatchLog,
    Moved,
    Paused,
    Ready,
    Replaced,
    Resume,
    Resumed,
    Session,
    Setup,
    Status,
    Stepped,
    Struck,
    Tick,
    decide,
    evolve,
    is_play,
    open_match,
    replay_match,
)

SOAK = bool(os.environ.get("SPIELWERK_SOAK"))
many = settings(max_examples=1000 if SOAK else 60, deadline=None)
X, O = native.X, native.O  # noqa: E741


@many
@given(played_tables())
def test_folding_the_events_gives_the_match_back(table: Table) -> None:
    match = open_match(table.game, table.setup)
    for event in table.events:
        match = evolve(match, event)
    assert match == table.match


@many
@given(played_tables())
def test_the_game_can_be_replayed_from_its_steps_alone(table: Table) -> None:
    log = MatchLog.of(table.game, table.setup, table.events)
    *_, last = replay(table.game, log.setup.seed, log.steps)
    assert last == table.match.state


@many
@given(played_tables())
def test_time_never_goes_back_and_matches_end_once(table: Table) -> None:
    played = [event for event in table.events if is_play(event)]
    times = [event.at for event in played]
    assert times == sorted(times)
    ends = [event for event in table.events if isinstance(event, Ended)]
    assert len(ends) == (table.match.status is Status.ENDED)
    if ends:
        assert played[-1] is ends[0]
        assert set(ends[0].outcome) == set(table.game.roles)
        assert all(0 <= points <= 100 for points in ends[0].outcome.values())


@many
@given(played_tables())
def test_nobody_is_asked_past_the_deadline_and_nothing_waits_that_could_happen(
    table: Table,
) -> None:
    match = table.match
    assert decide(match, Tick(), match.now) == Happened(match)
    if match.status is Status.RUNNING:
        assert match.asked
        assert match.due is None
        if match.next_deadline is not None:
            later = decide(match, Tick(), match.next_deadline + 0.01)
            assert isinstance(later, Happened)
            assert later.events


@many
@given(played_tables())
def test_every_match_ends_if_everybody_answers(table: Table) -> None:
    session, step = Session(table.match), 0
    while session.match.status in (Status.RUNNING, Status.PAUSED) and step < 300:
        match = session.match
        if match.status is Status.PAUSED:
            session.do(Resume(), match.now)
            continue
        role = match.asked[0]
        session.do(Answer(role, match.state.legal(role)[0], match.step), match.now)
        step += 1
    assert session.match.status in (Status.ENDED, Status.OPENING)


def running(setup: Setup | None = None) -> Match:
    return Table(native.tic_tac_toe(), setup).match


TIMED = Setup(clock=Clock(move=5))


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (Moved(-1.0, X, Move("5")), "Time went backwards"),
        (Moved(float("nan"), X, Move("5")), "Time went backwards"),
        (Moved(1.0, O, Move("5")), "o was not asked"),
        (Moved(1.0, native.ANNA, Move("5")), "There is no seat for anna"),
        (Moved(1.0, X, Move("17")), "'17' is not a legal move of x"),
        (Moved(6.0, X, Move("5")), "x was late by then"),
        (Late(4.0, X), "x still had time"),
        (Late(6.0, X, by_rules=True), "The rules set x another limit"),
        (Ready(1.0, X), "Play had begun"),
        (Began(1.0), "Play had begun"),
        (Struck(1.0, X, 2), "x has 1 strikes, not 2"),
        (Replaced(1.0, O, Move("5")), "No move of o was missing"),
        (Resumed(1.0), "was not paused"),
        (Stepped(1.0, Event({X: Move("5")})), "not what had been chosen"),
        (Ended(1.0, {X: 100, O: 0}, "the rules"), "did not end like this"),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_what_cannot_have_happened_is_not_believed(event: MatchEvent, why: str) -> None:
    with pytest.raises(ImpossibleEvent, match=why):
        evolve(running(TIMED), event)


def test_a_paused_match_does_not_move_on() -> None:
    paused = evolve(evolve(running(), Paused(1.0)), Moved(2.0, X, Move("5")))
    with pytest.raises(ImpossibleEvent, match="not running"):
        evolve(paused, Stepped(3.0, Event({X: Move("5")})))


def test_nobody_can_forfeit_twice() -> None:
    gone = evolve(running(), Forfeited(1.0, X, "crashed"))
    with pytest.raises(ImpossibleEvent, match="gone before"):
        evolve(gone, Forfeited(2.0, X, "crashed again"))


def test_a_match_rebuilt_from_its_log_goes_on_as_if_nothing_had_been() -> None:
    table = Table(native.goofspiel(), Setup(seed=4, clock=Clock(move=1.0, reserve=3.0)))
    table.say(2.0, "anna", "bid 2")
    *_, again = replay_match(table.game, MatchLog.of(table.game, table.setup, table.events))
    assert again == table.match
    assert again.asked == (native.BERT,)
    assert again.seats[native.ANNA].reserve == pytest.approx(2.0)
