"""Moves that nobody thought: the log names them, the numbers count them."""

from __future__ import annotations

import logging

import pytest
from tests.match.table import Table
from tests.players import native

from spielwerk.match import Clock, Setup, Take
from spielwerk.server.operation import UNTHOUGHT
from spielwerk.server.rooms.unthought import note_made_for_machines

X, O = native.X, native.O  # noqa: E741


def counted() -> float:
    """How many moves the numbers count as late."""
    samples = [sample for family in UNTHOUGHT.collect() for sample in family.samples]
    return sum(s.value for s in samples if s.name.endswith("_total") and s.labels["why"] == "late")


def test_a_machine_that_is_late_in_the_end_is_in_the_log_and_in_the_numbers(
    caplog: pytest.LogCaptureFixture,
) -> None:
    table = Table(native.tic_tac_toe(), Setup(clock=Clock(move=1.0)))
    table.do(0.5, Take(X, "mcts", "mcts", over=""))
    before, match = counted(), table.match
    with caplog.at_level(logging.WARNING):
        note_made_for_machines(match, table.wait(602.0))
    assert counted() == before + 1
    (line,) = caplog.records
    assert line.getMessage() == "a machine's move was not thought"
    assert line.__dict__["facts"] == {"role": X, "player": "mcts", "why": "late"}


def test_a_person_that_is_late_is_nobody_elses_business(caplog: pytest.LogCaptureFixture) -> None:
    table = Table(native.tic_tac_toe(), Setup(clock=Clock(move=1.0)))
    before, match = counted(), table.match
    with caplog.at_level(logging.WARNING):
        note_made_for_machines(match, table.wait(1.5))
    assert (counted(), caplog.records) == (before, [])
