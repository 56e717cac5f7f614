"""A pace stops while the next piece of work would still fit, on any clock it is given."""

from __future__ import annotations

import gc

import pytest

from spielwerk.core import NEVER, Deadline
from spielwerk.players import Pace
from spielwerk.players.pace import Quiet


class Hands:
    """A clock that moves when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_work_stops_before_the_piece_that_would_be_late() -> None:
    clock = Hands()
    pace = Pace(Deadline.after(1.0, clock))
    while pace.go_on():
        clock.now += 0.3
    assert clock.now == pytest.approx(100.9)


def test_one_long_piece_is_forgotten_after_many_short_ones() -> None:
    clock = Hands()
    pace = Pace(Deadline.after(1.0, clock))
    clock.now += 0.4
    while pace.go_on():
        clock.now += 0.001
    assert clock.now > 100.99


def test_rounds_are_counted_where_time_does_not_matter() -> None:
    pace = Pace(NEVER, rounds=3)
    assert [pace.next_round() for _ in range(5)] == [True, True, True, False, False]


def test_the_earlier_of_two_deadlines_counts() -> None:
    clock = Hands()
    soon = Deadline.after(1.0, clock)
    assert soon.within(5.0).left() == 1.0
    assert soon.within(0.5).left() == 0.5
    assert soon.within(None) == soon
    assert NEVER.within(None) == NEVER


def test_what_somebody_froze_stays_frozen_and_is_counted_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Counting walks through all of it: every move took a tenth of a second where it was much."""
    counted = []
    monkeypatch.setattr(Quiet, "_frozen", False)
    monkeypatch.setattr(gc, "get_freeze_count", lambda: counted.append(1) or 5)
    monkeypatch.setattr(gc, "unfreeze", lambda: pytest.fail("that was not ours"))
    for _ in range(3):
        with Quiet():
            assert not gc.isenabled()
        assert gc.isenabled()
    assert len(counted) == 1
