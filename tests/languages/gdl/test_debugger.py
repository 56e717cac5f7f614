"""The debugger of GDL: rules and facts inside moves, breakpoints, and rules that hold or fail."""

from __future__ import annotations

from random import Random

import pytest

from spielwerk.catalogue import open_game, open_rules
from spielwerk.core import Over, SpielwerkError
from spielwerk.languages.gdl import GDL
from spielwerk.languages.gdl.debugger import GdlDebugger


@pytest.fixture
def tictactoe():
    return GdlDebugger(open_game("tic-tac-toe"))


def opened(text):
    return open_rules(GDL, GDL.brought(text))


def line_of(debugger, mark):
    lines = debugger.game.source.text.splitlines()
    return next(number for number, line in enumerate(lines, 1) if mark in line)


def told(debugger):
    return [f"{m.stage} {m.kind} {m.text}" for m in debugger.moments if not m.deciding]


def test_a_move_is_told_fact_by_fact_with_the_rules_that_make_them(tictactoe):
    tictactoe.move("(mark 1 1)")
    assert told(tictactoe) == [], "nobody asked what happens inside"
    assert tictactoe.back("fact")
    assert told(tictactoe) == [
        "before move xplayer: (mark 1 1)",
        "new fact (cell 1 1 x)",
        "after rule (next (cell ?x ?y ?mark))",
        "new fact (control oplayer)",
        "after rule (next (control ?other))",
        "gone fact (control xplayer)",
    ]
    assert tictactoe.now.coming == ("(cell 1 1 x)", "(control oplayer)")
    assert tictactoe.back("rule")
    assert tictactoe.now.span.line == line_of(tictactoe, "(next (control ?other))")
    assert tictactoe.step("move")
    assert tictactoe.now.deciding
    assert tictactoe.same() is True


def test_one_steps_into_a_move_and_on_by_rules(tictactoe):
    tictactoe.move("(mark 2 2)")
    tictactoe.back("move")
    assert tictactoe.enter()
    assert tictactoe.now.kind == "move"
    assert tictactoe.step("rule")
    assert tictactoe.now.span.line == line_of(tictactoe, "(next (cell ?x ?y ?mark))")
    assert tictactoe.now.state == tictactoe.moments[0].state, "nothing is so before all is"


def test_breakpoints_on_rules_facts_conditions_and_moves_stop(tictactoe):
    tictactoe.stop("line", str(line_of(tictactoe, "(next (cell ?x ?y ?mark))")))
    tictactoe.stop("fact", "(cell 2 ?y x)")
    tictactoe.stop("condition", "terminal")
    tictactoe.stop("move", "(mark 3 ?y)")
    seen = set()
    for _ in range(60):
        hit = tictactoe.run(Random(4))
        if hit is None:
            break
        seen.add(hit.kind)
        if hit.kind == "line":
            assert tictactoe.now.kind == "rule"
        elif hit.kind == "move":
            assert tictactoe.now.text.split(": ")[1].startswith("(mark 3")
        elif hit.kind == "condition":
            assert isinstance(tictactoe.now.state.turn, Over)
    assert seen == {"line", "fact", "condition", "move"}


@pytest.mark.parametrize(
    ("kind", "where", "reason"),
    [
        ("line", "x", "is no number"),
        ("line", "1", "No rule stands in line 1"),
        ("line", "31", "from the beginning to the end"),
        ("rule", "37", "from the beginning to the end"),
        ("fact", "(cell 1 1)", "No rule makes"),
        ("fact", "(winner x)", "No rule makes"),
        ("move", "(fly ?x)", "legal, so this can never be hit"),
        ("condition", "(lime x)", "Did you mean 'line'"),
        ("condition", "(index 1)", "never begins to hold"),
        ("condition", "(true (cell 1 1 x))", "Stop at a fact"),
    ],
)
def test_what_can_never_be_hit_is_refused_with_a_reason(tictactoe, kind, where, reason):
    with pytest.raises(SpielwerkError, match=reason.replace("(", r"\(").replace("?", r"\?")):
        tictactoe.stop(kind, where)
    assert tictactoe.breakpoints == []


def test_a_rule_with_a_condition_that_never_holds_cannot_be_stopped_at():
    debugger = GdlDebugger(
        opened(
            """(role a) (init (n 1)) (number 1)
            (<= (legal a go) (true (n ?n)))
            (<= (next (n 2)) (does a go) (true (n 1)))
            (<= (next (n 3)) (does a go) (number 7))
            (<= terminal (true (n 2))) (<= (goal a 100) (true (n 2)))"""
        )
    )
    with pytest.raises(SpielwerkError, match=r"\(number 7\) never holds"):
        debugger.stop("line", "4")
    assert debugger.stop("line", "3").where == "3"


def test_the_inspector_shows_every_rule_with_values_and_lines(tictactoe):
    tictactoe.move("(mark 1 1)")
    marking, waiting = tictactoe.rules("legal", "oplayer")
    assert marking.holds
    assert not waiting.holds
    (failing,) = [one for one in waiting.reasons if not one.holds]
    assert failing.claim == "(opponent oplayer oplayer)"
    assert failing.source.line == line_of(tictactoe, "(opponent ?other ?player)")
    taken, *_ = tictactoe.rules("legal", "oplayer", "(mark 1 1)")
    assert [one.claim for one in taken.reasons if not one.holds] == ["(not (marked 1 1))"]
    assert tictactoe.subjects()[:4] == ["legal", "terminal", "goal", "next"]


def test_a_changed_fact_is_a_deviation_and_the_match_goes_on(tictactoe):
    tictactoe.arrange(["(cell 1 1 o)", "not (control xplayer)", "(control oplayer)"])
    assert tictactoe.now.kind == "deviation"
    tictactoe.move("(mark 2 2)")
    assert "(cell 2 2 o)" in tictactoe.now.state.facts()
    assert tictactoe.same() is True
    tictactoe.back("move")
    assert tictactoe.same() is None, "no rule led there"


@pytest.mark.parametrize(
    "name", ["chess", "monty-hall", "goofspiel", "typed-tic-tac-toe", "three-tricks"]
)
def test_every_fact_after_a_move_has_a_rule(name):
    debugger = GdlDebugger(open_game(name))
    debugger.run(Random(1), decisions=3)
    while debugger.back("fact"):
        pass
    facts = [m for m in debugger.moments if m.kind == "fact" and m.stage != "gone"]
    assert facts
    assert all(moment.span is not None for moment in facts)
