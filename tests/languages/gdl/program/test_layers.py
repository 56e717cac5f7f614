"""Negation asks for what is settled before; what counts is what can be said, not its name."""

from __future__ import annotations

from random import Random

import pytest
from tests.languages.gdl.naive import consequences

from spielwerk.core import Severity
from spielwerk.languages.gdl import GdlGame, parse_program
from spielwerk.languages.gdl.circuit.compile import compile_program
from spielwerk.languages.gdl.compiled import CircuitEngine
from spielwerk.languages.gdl.direct import DirectEngine
from spielwerk.languages.gdl.load import diagnose_text
from spielwerk.languages.gdl.program import (
    Atom,
    Literal,
    Not,
    Rule,
    layered,
    normalise,
)

START = """
(role robot) (init (at 0)) (succ 0 1) (succ 1 2) (succ 2 3)
(<= (legal robot step) (true (at ?x)))
(<= (next (at ?y)) (true (at ?x)) (succ ?x ?y))
(<= terminal (true (at 3)))
"""


def goals(text: str) -> list[int]:
    """The robot's goal in each state of the only match, on which both engines agree."""
    rules = normalise(parse_program(START + text))
    direct, circuit = DirectEngine(rules), CircuitEngine(compile_program(rules))
    one, other = direct.initial(), circuit.initial()
    found = []
    while True:
        (value,) = direct.goals(one)["robot"]
        assert circuit.goals(other)["robot"] == (value,)
        found.append(value)
        if direct.terminal(one):
            return found
        one, other = direct.next(one, ("step",)), circuit.next(other, ("step",))


def circles(text: str) -> list[str]:
    found = diagnose_text(START + text)
    circles = [d for d in found if d.code == "gdl-negative-cycle"]
    assert all(d.span and d.severity is Severity.ERROR for d in circles)
    return [d.message for d in circles]


def test_a_goal_may_be_what_is_left_when_another_is_missed() -> None:
    text = """(<= (goal robot 100) (not (goal robot 0)))
    (<= (goal robot 0) (not (true (at 2))))"""
    assert goals(text) == [0, 0, 100, 0]


def test_the_values_tell_goals_apart_for_every_role() -> None:
    text = """(<= (goal ?r 100) (true (at 3)) (role ?r))
    (<= (goal ?r ?v) (true (at 2)) (role ?r) (half ?v))
    (<= (goal ?r 0) (role ?r) (not (goal ?r 100)) (not (goal ?r 50)))
    (half 50)"""
    assert goals(text) == [0, 0, 50, 100]


def test_a_chain_of_facts_orders_what_needs_its_own_negation() -> None:
    text = """(<= (wins ?x) (succ ?x ?y) (not (wins ?y)))
    (<= (goal robot 100) (true (at ?x)) (wins ?x))
    (<= (goal robot 0) (true (at ?x)) (not (wins ?x)))"""
    assert goals(text) == [100, 0, 100, 0]


def test_the_relations_between_may_be_several() -> None:
    text = """(<= (safe ?x) (succ ?x ?y) (not (risky ?y)))
    (<= (risky ?x) (near ?x)) (<= (near ?x) (succ ?y ?x) (true (at ?y)))
    (<= (risky ?x) (succ ?x ?y) (safe ?y))
    (<= (goal robot 100) (true (at ?x)) (safe ?x))
    (<= (goal robot 0) (true (at ?x)) (not (safe ?x)))"""
    assert goals(text) == [0, 0, 0, 0]
    assert goals(text.replace("(<= (risky ?x) (near ?x))", "")) == [0, 100, 100, 0]


def test_explanations_keep_the_authors_names() -> None:
    text = """(<= (goal robot 100) (not (goal robot 0)))
    (<= (goal robot 0) (not (true (at 2))))"""
    state = GdlGame(parse_program(START + text), "robot").initial()
    assert "no." not in str(state.explain("(goal robot 100)"))
    assert str(state.explain("(goal robot 100)")).startswith("no: (goal robot 100)")


@pytest.mark.parametrize(
    ("text", "circle"),
    [
        (
            "(<= (goal robot 100) (not (goal robot 0)))\n"
            "(<= (goal robot 0) (true (at 2)) (not (goal robot 100)))",
            "(goal robot 100) needs not (goal robot 0) (line 6) needs not (goal robot 100) "
            "(line 7)",
        ),
        (
            "(<= (wins ?x) (edge ?x ?y) (not (wins ?y)))\n(edge a b) (edge b c) (edge c a)\n"
            "(<= (goal robot 100) (wins a))",
            "(wins a) needs not (wins b) (line 6) needs not (wins c) (line 6) needs not (wins a) "
            "(line 6)",
        ),
        (
            "(<= (wins ?x) (true (edge ?x ?y)) (not (wins ?y))) (init (edge a b))\n"
            "(<= (goal robot 100) (wins a))",
            "(wins ?x) needs not (wins ?y) (line 6)",
        ),
        (
            "(<= (grows ?x) (succ ?x 1) (not (grows (more ?x))))\n"
            "(<= (grows (more ?x)) (grows ?x))\n(<= (goal robot 100) (grows 0))",
            "(grows ?x) needs not (grows (more ?x)) (line 6)",
        ),
    ],
)
def test_real_circles_are_refused_and_shown(text: str, circle: str) -> None:
    (message,) = circles(text)
    holds = circle.partition(" needs")[0]
    assert message == f"Whether {holds} holds depends on whether it does not: {circle}."


# Against the well-founded model, which needs no layers


def _model(rules: list[Rule]) -> tuple[set[Atom], set[Atom]]:
    """What certainly holds, and what may hold, of rules without variables."""

    def least(assumed: set[Atom]) -> set[Atom]:
        kept = [
            Rule(rule.head, tuple(x for x in rule.body if isinstance(x, Atom)))
            for rule in rules
            if not any(isinstance(x, Not) and x.literal in assumed for x in rule.body)
        ]
        return consequences(kept)

    certain: set[Atom] = set()
    while True:
        possible = least(certain)
        new = least(possible)
        if new == certain:
            return certain, possible
        certain = new


def _random_rules(rng: Random) -> list[Rule]:
    def atom() -> Atom:
        return Atom(rng.choice("pq"), (rng.choice("abc"), rng.choice("ab")))

    def literal() -> Literal:
        return rng.choice((Not, lambda x: x))(atom())

    count = rng.randint(2, 8)
    return [Rule(atom(), tuple(literal() for _ in range(rng.randint(0, 2)))) for _ in range(count)]


def test_layers_have_the_model_that_needs_none() -> None:
    rng = Random(5)
    told_apart = 0
    for _ in range(600):
        rules = _random_rules(rng)
        found = layered(rules)
        certain, possible = _model(rules)
        if not found.circles:
            assert certain == possible
            own = {a for a in consequences(found.rules) if " " not in a.relation}
            assert own == certain
            told_apart += found.rules != tuple(rules)
    assert told_apart > 50


def test_what_holds_only_if_it_does_not_is_never_overlooked() -> None:
    rng = Random(6)
    undecided = 0
    for _ in range(600):
        rules = _random_rules(rng)
        certain, possible = _model(rules)
        if certain != possible:
            undecided += 1
            assert layered(rules).circles
    assert undecided > 20
