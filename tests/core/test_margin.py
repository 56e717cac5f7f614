"""A mind is granted less than the wait, and the less the more the machine hesitates."""

from __future__ import annotations

import time

import pytest

from spielwerk.core import Hiccups


@pytest.mark.parametrize("wait", [0.001, 0.05, 0.3, 1.0, 10.0, 600.0])
@pytest.mark.parametrize("late", [-1.0, 0.0, 0.001, 0.1, 60.0])
def test_always_less_than_the_wait_and_always_most_of_it(wait: float, late: float) -> None:
    hiccups = Hiccups()
    hiccups.note(late)
    assert 0.5 * wait < hiccups.granted(wait) < wait


def test_what_came_late_makes_the_margin_larger_and_fades_while_nothing_worse_is_seen() -> None:
    hiccups = Hiccups()
    hiccups.note(0.0, watched=1_000.0)
    calm = hiccups.margin(10.0)
    hiccups.note(0.2)
    assert hiccups.margin(10.0) > calm + 0.4
    hiccups.note(0.01)
    assert hiccups.margin(10.0) > calm + 0.4, "a short hiccup does not hide a long one"
    hiccups.note(0.01, watched=1_000.0)
    assert calm < hiccups.margin(10.0) < calm + 0.1


def test_a_machine_of_which_nothing_is_known_is_taken_for_a_busy_one() -> None:
    known = Hiccups()
    known.note(0.0, watched=60.0)
    assert Hiccups().margin(10.0) > 2 * known.margin(10.0)


def test_whoever_hangs_for_a_minute_is_not_taken_for_a_hiccup_of_the_machine() -> None:
    hiccups = Hiccups()
    hiccups.note(60.0)
    assert hiccups.margin(10.0) < 2.0


def test_a_wait_that_is_over_grants_nothing() -> None:
    assert Hiccups().granted(0.0) == Hiccups().granted(-1.0) == 0.0


def test_while_somebody_waits_a_thread_that_is_held_up_is_noticed() -> None:
    hiccups = Hiccups()
    with hiccups.watched(), hiccups.watched():
        time.sleep(0.06)
        clock, hiccups._clock = hiccups._clock, lambda: clock() + 0.3
        while hiccups.longest < 0.2:
            time.sleep(0.01)


def test_an_answer_that_was_held_up_may_leave_later_than_planned_but_still_arrives() -> None:
    calm, hesitant = Hiccups(), Hiccups()
    calm.longest, hesitant.longest = 0.0, 0.5
    for hiccups in (calm, hesitant):
        leaving = hiccups.leaving(arrived=100.0, clock=1.0, way=0.2)
        assert 100.0 < leaving.planned <= 100.8
        assert leaving.latest == 100.9
    assert hesitant.leaving(100.0, 1.0, 0.2).planned < calm.leaving(100.0, 1.0, 0.2).planned
