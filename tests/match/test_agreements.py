"""What all seats agree on: draws, and taking moves back."""

from __future__ import annotations

import pytest
from tests.match.table import Table

from spielwerk.catalogue import open_game
from spielwerk.core import replay
from spielwerk.match import (
    Agree,
    Agreed,
    Ended,
    ImpossibleEvent,
    MatchLog,
    Status,
    TakeBack,
    TakenBack,
    evolve,
    replay_match,
)


@pytest.fixture
def table():
    return Table(open_game("tic-tac-toe"))


def test_an_agreed_draw_ends_the_match_with_half_for_everybody(table):
    events = table.do(3, Agree())
    assert events == (Agreed(3), Ended(3, {"xplayer": 50, "oplayer": 50}, "agreement"))
    assert table.match.status is Status.ENDED


def test_a_move_taken_back_is_asked_for_again(table):
    table.say(1, "xplayer", "(mark 2 2)")
    assert table.do(2, TakeBack(0)) == (TakenBack(2, 0),)
    assert table.match.asked == ("xplayer",)
    table.say(3, "xplayer", "(mark 1 1)")
    assert "(cell 1 1 x)" in table.match.state.view(None)["facts"]
    assert "(cell 2 2 x)" not in table.match.state.view(None)["facts"]


def test_a_log_with_moves_taken_back_replays_and_its_steps_leave_them_out(table):
    table.say(1, "xplayer", "(mark 2 2)")
    table.say(2, "oplayer", "(mark 1 2)")
    table.do(3, TakeBack(0))
    table.say(4, "xplayer", "(mark 3 3)")
    log = MatchLog.from_text(MatchLog.of(table.game, table.setup, table.events).to_text())
    *_, end = replay_match(table.game, log)
    assert end == table.match
    *_, last = replay(table.game, log.setup.seed, log.steps)
    assert last == table.match.state


def test_nobody_goes_back_to_a_step_that_was_not_made(table):
    table.say(1, "xplayer", "(mark 2 2)")
    assert table.do(2, TakeBack(1)) == ()
    assert table.do(2, TakeBack(7)) == ()
    with pytest.raises(ImpossibleEvent, match="no way back"):
        evolve(table.match, TakenBack(2, 1))


def test_what_was_seen_stays_seen():
    table = Table(open_game("kuhn-poker"))
    assert table.match.step > 0
    assert table.do(1, TakeBack(0)) == ()


def test_forfeits_and_strikes_survive_taking_back(table):
    table.say(1, "xplayer", "(mark 2 2)")
    before = dict(table.match.seats)
    table.do(2, TakeBack(0))
    assert table.match.seats == before
