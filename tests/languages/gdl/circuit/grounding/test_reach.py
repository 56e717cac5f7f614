"""What can ever hold."""

from __future__ import annotations

import pytest

from spielwerk.core import LimitExceeded
from spielwerk.languages.gdl.circuit.budget import Budget, Meter
from spielwerk.languages.gdl.circuit.grounding.flat import flatten
from spielwerk.languages.gdl.circuit.grounding.reach import Grounding, ground
from spielwerk.languages.gdl.program.plain import normalise
from spielwerk.languages.gdl.program.rules import term_text
from spielwerk.languages.gdl.text.syntax import read


def grounding(text: str, budget: Budget | None = None) -> Grounding:
    return ground(flatten(normalise(read(text).program)), Meter(budget or Budget()))


def rows(found: Grounding, name: str) -> set[str]:
    flat = found.flat
    return {
        " ".join(map(term_text, flat.relations[number].terms(flat.constants[c] for c in row)))
        for number in flat.named(name)
        for row in found.extents[number].rows.tolist()
    }


WALK = """
(role robot) (succ 1 2) (succ 2 3) (succ 3 4) (succ 6 7)
(init (at 1)) (init (at 9))
(<= (legal robot (go ?n)) (true (at ?m)) (succ ?m ?n))
(<= (next (at ?n)) (does robot (go ?n)))
"""


def test_only_what_can_be_reached_is_there() -> None:
    found = grounding(WALK)
    assert rows(found, "true") == {"(at 1)", "(at 2)", "(at 3)", "(at 4)", "(at 9)"}
    assert rows(found, "does") == {"robot (go 2)", "robot (go 3)", "robot (go 4)"}


def test_negated_condition_on_the_state_may_always_hold() -> None:
    found = grounding(
        "(role a) (init p) (legal a noop) (<= (next q) (not (true p))) (<= (next p) (true p))"
    )
    assert rows(found, "true") == {"p", "q"}


def test_negated_condition_without_state_is_settled_at_once() -> None:
    found = grounding(
        """
        (role a) (n 1) (n 2) (n 3) (odd 1) (odd 3)
        (<= (even ?n) (n ?n) (not (odd ?n)))
        (<= (legal a (take ?n)) (even ?n) (distinct ?n 4))
        """
    )
    assert rows(found, "does") == {"a (take 2)"}


def test_recursion_without_state_runs_to_its_end_both_ways_round() -> None:
    found = grounding(
        """
        (role you) (r 1 2) (<= (r ?x ?y) (s ?x ?y)) (<= (s ?x ?y) (r ?y ?x))
        (<= (init (seen ?x ?y)) (s ?x ?y)) (legal you noop)
        """
    )
    assert rows(found, "true") == {"(seen 1 2)", "(seen 2 1)"}


def test_only_roles_make_moves() -> None:
    found = grounding("(role a) (legal a noop) (legal ghost boo)")
    assert rows(found, "does") == {"a noop"}


def test_rows_wider_than_a_machine_word_are_told_apart() -> None:
    numbers = " ".join(f"(n {i})" for i in range(100))
    wide = " ".join(f"?x{i}" for i in range(12))
    again = " ".join(f"(n ?x{i})" for i in range(1, 12))
    found = grounding(
        f"(role a) {numbers} (<= (legal a (pick {wide})) (n ?x0) {again} "
        + " ".join(f"(same ?x0 ?x{i})" for i in range(1, 12))
        + ") (<= (same ?x ?x) (n ?x))"
    )
    assert len(rows(found, "does")) == 100


def test_rule_with_too_many_instances_is_refused_with_figures() -> None:
    numbers = " ".join(f"(n {i})" for i in range(100))
    text = f"(role a) {numbers} (<= (legal a (go ?x ?y ?z)) (n ?x) (n ?y) (n ?z))"
    match = r"^The rule for \(legal a \(go \?x \?y \?z\)\) at .* has 1,000,000 partial instances; "
    with pytest.raises(LimitExceeded, match=match + "the limit is 50,000"):
        grounding(text, Budget(rows=50_000))


def test_too_many_atoms_are_refused_with_figures() -> None:
    numbers = " ".join(f"(n {i})" for i in range(100))
    text = f"(role a) {numbers} (<= (legal a (go ?x ?y)) (n ?x) (n ?y))"
    match = (
        r"ground atoms so far, 10,000 of them \(legal \? \(go \? \?\)\); 5,000 literals are what"
    )
    with pytest.raises(LimitExceeded, match=match):
        grounding(text, Budget(memory=5_000_000))


def test_no_time_is_refused_with_figures() -> None:
    with pytest.raises(LimitExceeded, match="the limit is 0 s"):
        grounding(WALK, Budget(seconds=0))
