"""Rules that cannot be listed work where they are asked with values, on both engines alike."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from tests.languages.gdl.agreement import disagreements, engine_disagreements, observe
from tests.languages.gdl.random_programs import random_program

from spielwerk.core import LimitExceeded, Severity
from spielwerk.languages.gdl.checks import check
from spielwerk.languages.gdl.circuit.compile import compile_program
from spielwerk.languages.gdl.compiled import CircuitEngine
from spielwerk.languages.gdl.direct import DirectEngine
from spielwerk.languages.gdl.game import GdlGame
from spielwerk.languages.gdl.program import (
    Atom,
    Dialect,
    Program,
    is_demand,
    is_safe,
    normalise,
    term_text,
)
from spielwerk.languages.gdl.program.auxiliary import FreshNames
from spielwerk.languages.gdl.program.demand import demand
from spielwerk.languages.gdl.text.syntax import read

START = """
(role white) (role black)
(init (at 1)) (init (at 3)) (init (control white))
(col 1) (col 2) (col 3) (right 1 2) (right 2 3)
(<= (next (at ?x)) (true (at ?x)))
(<= (next (control ?r)) (true (control ?r)))
(<= terminal (true (at 9)))
(<= (goal ?r 50) (role ?r))
"""


def program(text: str) -> Program:
    """The small game with ``text``, where rules are asked with values."""
    reading = read(START + text)
    assert not reading.diagnostics
    return replace(reading.program, dialect=Dialect.SEED)


def white_may(text: str) -> list[str]:
    """White's moves in the first state, on which both engines agree."""
    rules = normalise(program(text))
    assert all(map(is_safe, rules.rules))
    direct, circuit = DirectEngine(rules), CircuitEngine(compile_program(rules))
    moves = direct.legal(direct.initial(), "white")
    assert circuit.legal(circuit.initial(), "white") == moves
    return [term_text(move) for move in moves]


def refusals(text: str) -> list[tuple[str, int | None]]:
    """What is wrong with the game, each with its line in ``text``."""
    found = [d for d in check(program(text)) if d.severity is Severity.ERROR]
    first = START.count("\n")
    return [(d.message, d.span.line - first if d.span else None) for d in found]


def test_a_rule_without_conditions_holds_for_whatever_it_is_asked_with() -> None:
    text = """(<= (wide white ?x 7 ?y 8))
    (<= (legal ?r (go ?x ?y)) (true (control ?r)) (wide ?r ?x 7 ?y 8) (right ?x ?y))
    (<= (legal ?r (stay ?x)) (true (control ?r)) (col ?x) (wide black ?x 7 ?x 8))"""
    assert white_may(text) == ["(go 1 2)", "(go 2 3)"]


def test_heads_may_hold_variables_that_only_the_asker_binds() -> None:
    text = """(<= (from ?x ?y) (true (at ?x)))
    (<= (legal ?r (go ?x ?y)) (from ?x ?y) (true (control ?r)) (col ?y) (distinct ?x ?y))"""
    assert white_may(text) == ["(go 1 2)", "(go 1 3)", "(go 3 1)", "(go 3 2)"]


def test_free_variables_under_not_ask_whether_there_is_none() -> None:
    text = """(<= (threat ?who ?x ?y) (true (at ?x)) (right ?x ?y))
    (<= (legal ?r (go ?y)) (true (control ?r)) (col ?y) (not (threat ?anyone ?any_x ?y)))
    (<= (legal ?r (sit ?y)) (true (control ?r)) (col ?y) (not (true (at ?y))) (not (right 3 ?y)))
    (<= (legal ?r none) (true (control ?r)) (not (right ?a ?a)) (not (right 9 ?a)))"""
    assert white_may(text) == ["(go 1)", "(go 3)", "(sit 2)", "none"]


def test_not_around_several_conditions_shares_its_free_variables() -> None:
    text = """(<= (legal ?r (go ?x)) (true (control ?r)) (col ?x)
       (not (and (right ?x ?y) (true (at ?y)))))"""
    assert white_may(text) == ["(go 1)", "(go 3)"]


def test_an_argument_that_nobody_looks_at_needs_no_value() -> None:
    text = """(<= (free ?any ?x) (true (at ?x)))
    (<= (legal ?r (go ?x)) (true (control ?r)) (free ?whatever ?x))"""
    assert white_may(text) == ["(go 1)", "(go 3)"]


def test_recursion_is_asked_with_values() -> None:
    text = """(<= (upto ?x ?x))
    (<= (upto ?x ?z) (right ?x ?y) (upto ?y ?z))
    (<= (legal ?r (go ?x ?y)) (true (control ?r)) (true (at ?x)) (upto ?x ?y))"""
    assert white_may(text) == ["(go 1 1)", "(go 1 2)", "(go 1 3)", "(go 3 3)"]


@pytest.mark.parametrize("last", ["(distinct ?x ?y)", "(true (at ?x))"])
def test_many_relations_may_ask_each_other(last: str) -> None:
    chain = " ".join(f"(<= (p{i} ?x ?y) (p{i + 1} ?x ?y) (p{i + 1} ?y ?x))" for i in range(120))
    text = f"""{chain} (<= (p120 ?x ?y) {last})
    (<= (legal ?r (go ?x ?y)) (true (control ?r)) (col ?x) (col ?y) (p0 ?x ?y) (distinct ?x 2))"""
    assert "(go 1 3)" in white_may(text)
    assert "(go 2 2)" not in white_may(text)


def test_only_rules_that_fit_the_constants_have_to_be_askable() -> None:
    text = """(<= (may white ?x) (col ?x))
    (<= (may black ?x))
    (<= (legal white (go ?x)) (may white ?x))"""
    assert white_may(text) == ["(go 1)", "(go 2)", "(go 3)"]


def test_a_relation_is_asked_in_several_ways() -> None:
    text = """(<= (same ?x ?x))
    (<= (legal ?r (go ?x ?y)) (true (control ?r)) (true (at ?x)) (same ?x ?y))
    (<= (legal ?r (back ?x ?y)) (true (control ?r)) (true (at ?y)) (same ?x ?y))
    (<= (legal ?r (test ?x ?y)) (true (control ?r)) (right ?x ?y) (not (same ?x ?y)))"""
    assert white_may(text) == [
        "(back 1 1)", "(back 3 3)", "(go 1 1)", "(go 3 3)", "(test 1 2)", "(test 2 3)",
    ]  # fmt: skip


def test_what_is_asked_may_depend_on_what_it_is_asked_in() -> None:
    text = """(<= (clear ?x ?y) (not (blocked ?x ?y)))
    (<= (blocked ?x ?y) (walk ?x) (true (at ?y)))
    (<= (walk 1))
    (<= (walk ?y) (walk ?x) (right ?x ?y) (clear ?x ?y))
    (<= (legal ?r (go ?x)) (true (control ?r)) (walk ?x))"""
    assert white_may(text) == ["(go 1)", "(go 2)"]


def test_what_is_asked_unbound_is_refused_where_it_is_asked() -> None:
    text = """(<= (wide white ?x 7 ?col 8))
(<= (legal ?r (go ?a ?dest)) (true (control ?r))
    (col ?a)
    (wide ?r ?a 7 ?dest 8))"""
    ((message, line),) = refusals(text)
    assert message == (
        "'wide' is asked here without a value for ?dest, but its rule in line 9 gives ?col none."
    )
    assert line == 4


def test_the_cause_is_found_through_other_relations_and_told_once() -> None:
    text = """(<= (wide ?x ?col))
(<= (thing ?a ?b) (wide ?a ?b))
(<= (legal white (go ?p ?q)) (thing ?p ?q) (col ?p))
(<= (legal white (run ?p ?q)) (thing ?p ?q) (col ?p))"""
    ((message, line),) = refusals(text)
    assert "without a value for ?b" in message
    assert line == 2


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("(<= (legal ?r (go ?x)) (true (control ?r)))", "?x stands in what the rule concludes"),
        ("(<= (legal white go) (distinct ?x 3))", "?x stands in a 'distinct'"),
        ("(<= (legal white (go ?x)) (not (col ?x)))", "?x stands under a 'not'"),
    ],
)
def test_variables_that_no_asker_can_give_are_refused(rule: str, message: str) -> None:
    ((found, line),) = refusals(rule)
    assert found.startswith(message)
    assert line == 1


def test_relations_nobody_asks_may_be_anything() -> None:
    text = "(<= (wide ?x ?y)) (<= (legal ?r go) (true (control ?r)))"
    assert refusals(text) == []
    assert white_may(text) == ["go"]


def test_a_relation_that_cannot_be_listed_says_so_when_it_is_to_be() -> None:
    text = """(<= (from ?x ?y) (true (at ?x)))
    (<= (legal ?r (go ?x ?y)) (true (control ?r)) (col ?y) (from ?x ?y))"""
    engine = DirectEngine(normalise(program(text)))
    with pytest.raises(LimitExceeded, match="'from' cannot be listed"):
        engine.evaluate(engine.initial(), "from")
    assert engine.matches(engine.initial(), Atom("from", ("3", "7"))) == [("3", "7")]
    assert engine.matches(engine.initial(), Atom("from", ("2", "7"))) == []


def test_explanations_speak_of_the_authors_relations() -> None:
    text = """(<= (from ?x ?y) (true (at ?x)))
    (<= (legal ?r (go ?x ?y)) (true (control ?r)) (col ?y) (from ?x ?y) (not (right ?y ?any)))"""
    game = GdlGame(program(text), "asked")
    state = game.initial()
    assert "demand" not in str(state.explain("(legal white (go 1 3))"))
    assert "(from 2 3) does not hold" in str(state.explain("(legal white (go 2 3))"))


def _forced(seed: int) -> tuple[Program, Program]:
    """A random game, and the same with some relations that have to be asked with values."""
    rng = Random(seed)
    rules = normalise(random_program(rng))
    names = FreshNames(rule.head.relation for rule in rules.rules)
    must = {(f"d{level}", level % 3): rng.sample(range(level % 3), 1) for level in (1, 2, 4)}
    demanded = demand(rules.rules, names, must=must)
    while demanded.stuck:
        must.popitem()
        demanded = demand(rules.rules, names, must=must)
    return rules, replace(rules, rules=demanded.rules)


def test_whatever_has_to_be_asked_with_values_means_the_same() -> None:
    compared = 0
    for seed in range(100):
        rules, asked = _forced(seed)
        if any(is_demand(rule.head.relation) for rule in asked.rules):
            compared += 1
            seen = list(observe(DirectEngine(rules), 40, seed))
            assert engine_disagreements(DirectEngine(asked), seen) == []
            assert disagreements(compile_program(asked), seen) == []
    assert compared > 10
