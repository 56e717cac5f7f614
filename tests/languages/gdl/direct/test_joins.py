"""In which order conditions are tried."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from spielwerk.languages.gdl.direct.clauses import LONGEST_BODY, Clause, Relation, clauses
from spielwerk.languages.gdl.direct.joins import Exists, Lookup, Step, Unplannable, plan_clause
from spielwerk.languages.gdl.program.rules import Distinct
from spielwerk.languages.gdl.text.syntax import read

SIZES = {"big": 100.0, "small": 4.0, "one": 1.0, "cell": 64.0}


class Sizes:
    """Every known argument cuts a relation to a tenth."""

    def fanout(self, relation: Relation, known: Sequence[int]) -> float:
        return SIZES.get(relation.name, 10.0) / 10 ** len(known)

    def cost(self, relation: Relation) -> float:
        return 1.0


def order(rule: str, mode: str) -> str:
    """The plan of a rule as text: ``big:bf`` is a lookup, ``<...>`` only has to exist."""
    [clause] = clauses(read(rule).program.rules)
    return " ".join(map(_show, plan_clause(clause, mode, Sizes())))


def _show(step: Step) -> str:
    match step:
        case Lookup(call, mode):
            return f"{'not ' * call.negative}{call.relation.name}:{mode}"
        case Exists(steps):
            return f"<{' '.join(map(_show, steps))}>"
        case Distinct():
            return "distinct"


def test_the_smaller_relation_comes_first() -> None:
    assert order("(<= (p ?x ?y) (big ?x ?y) (small ?x))", "ff") == "small:f big:bf"


def test_tests_come_as_soon_as_their_variables_have_values() -> None:
    rule = "(<= (p ?x ?y) (not (bad ?x)) (distinct ?x a) (small ?x) (big ?x ?y))"
    assert order(rule, "ff") == "small:f distinct not bad:b big:bf"


def test_known_arguments_of_the_question_are_used() -> None:
    assert order("(<= (p ?x ?y) (big ?x ?z) (big ?z ?y))", "bf") == "big:bf big:bf"
    assert order("(<= (p ?x ?y) (big ?x ?z) (big ?z ?y))", "fb") == "big:fb big:fb"


def test_what_is_not_asked_for_only_has_to_exist() -> None:
    rule = "(<= (p ?x) (small ?x) (big ?x ?y) (cell ?y ?z))"
    assert order(rule, "f") == "small:f <big:bf cell:b_>"
    assert order(rule, "b") == "small:b big:bf cell:b_"
    assert order("(<= (p ?x) (small ?x) (big ?x ?y))", "f") == "small:f big:b_"


def test_a_rule_without_wanted_variables_stops_at_the_first_solution() -> None:
    assert order("(<= (p a) (big ?x ?y) (cell ?y ?z))", "f") == "<cell:f_ big:_b>"


def test_parts_that_share_nothing_are_looked_at_apart() -> None:
    rule = "(<= (p ?x) (small ?x) (big ?a ?b) (cell ?b ?c))"
    assert order(rule, "f") == "<cell:f_ big:_b> small:f"


def test_a_product_is_avoided_where_a_chain_is_possible() -> None:
    rule = "(<= (p ?x ?v) (small ?x) (cell ?x ?u) (big ?u ?v) (small ?v))"
    assert order(rule, "ff").split()[1] == "cell:bf"


def test_a_negation_over_variables_of_its_own_asks_for_any_value() -> None:
    assert order("(<= (p ?x) (small ?x) (not (big ?x ?any)))", "f") == "small:f not big:b_"


@pytest.mark.parametrize(
    "rule",
    ["(<= (p ?x) (distinct ?x a))", "(<= (p ?x) (small ?y))", "(<= (p ?x) (not (small ?x)))"],
)
def test_a_variable_from_nowhere_is_noticed(rule: str) -> None:
    [clause] = clauses(read(rule).program.rules)
    with pytest.raises(Unplannable):
        plan_clause(clause, "f", Sizes())


def test_a_long_body_is_cut_into_clauses_that_nest() -> None:
    body = " ".join(f"(big ?v{i} ?v{i + 1})" for i in range(40))
    cut = list(clauses(read(f"(<= (p ?v0 ?v40) {body})").program.rules))
    assert len(cut) > 1
    assert all(_calls(clause) <= LONGEST_BODY for clause in cut)
    assert sum(map(_calls, cut)) == 40 + len(cut) - 1


def _calls(clause: Clause) -> int:
    return len(clause.body)
