"""The debugger that every game has: decisions back and forth, facts, deviations, dumps."""

from __future__ import annotations

from random import Random

import pytest

from spielwerk.catalogue import open_dump, open_game
from spielwerk.core import (
    Arrangement,
    Debugger,
    Event,
    MoveError,
    Over,
    RecordError,
    SpielwerkError,
    condition_holds,
    read_dump,
    write_dump,
)


def test_any_game_is_walked_through_from_decision_to_decision():
    debugger = Debugger(open_game("speed"), 3)
    debugger.run(Random(1), decisions=12)
    states = [moment.state for moment in debugger.moments]
    assert len(states) > 2
    for state in reversed(states[:-1]):
        assert debugger.back("move")
        assert debugger.now.state == state
    assert not debugger.back("move"), "this is the beginning"
    for state in states[1:]:
        assert debugger.step("move")
        assert debugger.now.state == state
        assert debugger.same() is True
    with pytest.raises(SpielwerkError, match="cannot be set up"):
        debugger.arrange(["anything"])
    assert len(debugger.moments) == len(states), "what cannot be done changes nothing"


def test_a_move_from_an_earlier_decision_forgets_what_came_after_it():
    debugger = Debugger(open_game("tic-tac-toe"))
    for move in ("(mark 1 1)", "(mark 2 2)", "(mark 3 3)"):
        debugger.move(move)
    debugger.back("move")
    debugger.back("move")
    debugger.move("(mark 1 2)")
    assert [list(event.moves.values()) for event in debugger.events] == [
        ["(mark 1 1)"],
        ["(mark 1 2)"],
    ]
    with pytest.raises(MoveError):
        debugger.move("(mark 1 1)")
    assert len(debugger.script) == 2


def test_facts_and_conditions_stop_where_they_begin_to_hold():
    debugger = Debugger(open_game("pig"), 1)
    debugger.stop("condition", "collected >= 6")
    debugger.stop("fact", "roller = ben")
    seen = {debugger.run(Random(n)).kind for n in range(6)}
    assert seen == {"condition", "fact"}
    with pytest.raises(SpielwerkError, match="Did you mean 'collected'"):
        debugger.stop("condition", "colected >= 6")


@pytest.mark.parametrize(
    ("condition", "holds"),
    [("a >= 3", True), ("a < 3", False), ("b = x", True), ("b != x", False), ("c > 1", False)],
)
def test_conditions_compare_values(condition, holds):
    assert condition_holds(condition, {"a": "3", "b": "x"}) is holds


def test_a_dump_keeps_rules_seed_moves_and_deviations():
    debugger = Debugger(open_game("pig:3"), 7)
    debugger.arrange(["anna.points = 95"])
    debugger.run(Random(2), decisions=400)
    dump = read_dump(write_dump(debugger.game, debugger.seed, debugger.script))
    assert dump.script[0] == Arrangement(("anna.points = 95",))
    again = Debugger(open_dump(dump), dump.seed)
    again.play(dump.script)
    assert len(again.game.roles) == 3
    assert again.latest == debugger.latest
    assert isinstance(again.latest.turn, Over)
    assert all(isinstance(entry, Event) for entry in dump.script[1:])
    with pytest.raises(SpielwerkError, match="a program"):
        write_dump(open_game("speed"), 1, ())


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"spielwerk-dump": 1}', '{"spielwerk-dump": 2}', "[" * 100_000],
)
def test_what_is_no_dump_is_refused(text):
    with pytest.raises(RecordError):
        read_dump(text)
