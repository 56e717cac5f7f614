"""Rules without nested terms."""

from __future__ import annotations

import pytest

from spielwerk.core import LimitExceeded
from spielwerk.languages.gdl.circuit.grounding.flat import FlatProgram, flatten
from spielwerk.languages.gdl.program.plain import normalise
from spielwerk.languages.gdl.program.rules import Program, term_text
from spielwerk.languages.gdl.text.syntax import read


def program(text: str) -> Program:
    return normalise(read(text).program)


def names(flat: FlatProgram, relation: str) -> set[str]:
    """The relations of a name, each as it looks with its arguments called ``_``."""
    found = (flat.relations[number] for number in flat.named(relation))
    return {" ".join(map(term_text, r.terms(["_"] * r.width))) for r in found}


def test_facts_of_different_functions_become_different_relations() -> None:
    flat = flatten(
        program(
            """
            (role robot) (init (cell 1 1 b)) (init (step 0)) (init idle)
            (<= (legal robot noop) (true idle))
            (<= (next (step ?n)) (true (step ?n)) (true (cell ?x ?y b)))
            """
        )
    )
    assert names(flat, "true") == {"(cell _ _ _)", "(step _)", "_"}


def test_variable_in_place_of_a_fact_becomes_one_rule_for_each_kind_of_fact() -> None:
    flat = flatten(
        program(
            """
            (role robot) (init (cell 1 1)) (init (step 0)) (init idle)
            (<= (legal robot noop) (true idle))
            (<= (next ?fact) (true ?fact) (does robot noop))
            """
        )
    )
    next_rules = [rule for rule in flat.rules if rule.head.relation in flat.named("next")]
    assert len(next_rules) == 3
    assert names(flat, "next") == {"(cell _ _)", "(step _)", "_"}


def test_terms_inside_terms_lie_flat_and_can_be_put_together_again() -> None:
    flat = flatten(program("(role a) (init (at (square 1 2) (piece white king))) (legal a noop)"))
    [relation] = flat.named("init")
    [row] = flat.facts[relation]
    constants = [flat.constants[number] for number in row]
    assert constants == ["1", "2", "white", "king"]
    [term] = flat.relations[relation].terms(constants)
    assert term_text(term) == "(at (square 1 2) (piece white king))"


def test_move_of_any_role_becomes_one_rule_a_role() -> None:
    flat = flatten(
        program(
            """
            (role white) (role black) (legal white go) (legal black go)
            (<= (next (moved ?r)) (does ?r go))
            """
        )
    )
    next_rules = [rule for rule in flat.rules if rule.head.relation in flat.named("next")]
    players = [flat.constants[rule.positive[0].args[0]] for rule in next_rules]
    assert players == ["white", "black"]


def test_relations_that_nothing_needs_are_left_out() -> None:
    flat = flatten(program("(role a) (legal a noop) (<= (unused ?x) (role ?x)) (base (p 1))"))
    assert not flat.named("unused", "base")


def test_terms_that_grow_without_end_are_refused() -> None:
    endless = program("(role a) (legal a noop) (init (n z)) (<= (next (n (s ?x))) (true (n ?x)))")
    with pytest.raises(LimitExceeded, match="next nest deeper than 16 levels"):
        flatten(endless)
