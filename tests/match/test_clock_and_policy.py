"""Clocks and policies are named by text, and wrong texts are answered with right ones."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.match.strategies import clocks, policies

from spielwerk.match import (
    UNTIMED,
    Clock,
    ClockError,
    Policy,
    PolicyError,
    parse_clock,
    parse_policy,
)


def test_a_clock_is_read_from_its_parts() -> None:
    assert parse_clock("start=10s, move=500ms,reserve=2m") == Clock(10, 0.5, 120)
    assert parse_clock("round=3s") == Clock(move=3, per_round=True)
    assert parse_clock("untimed") == UNTIMED


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "'' is not part of a clock"),
        ("mvoe=3s", "'mvoe=3s' is not part of a clock"),
        ("move=3s,move=4s", "is there twice"),
        ("move=fast", "The clock's move: 'fast' is not a length of time"),
        ("move=1s,round=1s", "by the move or by the round, not both"),
    ],
)
def test_a_wrong_clock_says_what_a_right_one_looks_like(text: str, complaint: str) -> None:
    with pytest.raises(ClockError) as refusal:
        parse_clock(text)
    assert complaint in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("forfiet", "Did you mean forfeit?"),
        ("", "there are random-move, default-move, forfeit, strike"),
        ("strike:0", "'0' is not a number of strikes"),
        ("strike:many", "'many' is not a number of strikes"),
        ("forfeit:3", "Only strike takes a number"),
    ],
)
def test_a_wrong_policy_says_what_a_right_one_looks_like(text: str, complaint: str) -> None:
    with pytest.raises(PolicyError) as refusal:
        parse_policy(text)
    assert complaint in str(refusal.value)


@given(clocks)
def test_a_clock_prints_as_the_text_that_makes_it(clock: Clock) -> None:
    again = parse_clock(str(clock))
    assert (again.start, again.move, again.reserve) == (clock.start, clock.move, clock.reserve)
    assert again.per_round == (clock.per_round and clock.move is not None)


@given(policies)
def test_a_policy_prints_as_the_text_that_makes_it(policy: Policy) -> None:
    assert parse_policy(str(policy)) == policy


@given(st.text(max_size=30))
def test_any_text_is_a_clock_or_a_policy_or_clearly_neither(text: str) -> None:
    with contextlib.suppress(ClockError):
        assert isinstance(parse_clock(text), Clock)
    with contextlib.suppress(PolicyError):
        assert isinstance(parse_policy(text), Policy)
