"""Small relations are written out where they are used."""

from __future__ import annotations

from spielwerk.languages.gdl.direct.analysis import analyse
from spielwerk.languages.gdl.direct.clauses import Call, Clause, Relation, clauses
from spielwerk.languages.gdl.direct.inline import inline
from spielwerk.languages.gdl.text.syntax import read


def written(text: str, relation: str) -> list[str]:
    """What the rules for a relation ask for, with small relations written out."""
    own: dict[Relation, list[Clause]] = {}
    for clause in clauses(read(text).program.rules):
        own.setdefault(clause.head.relation, []).append(clause)
    found = inline(own, analyse(own))
    [clause] = next(group for key, group in found.items() if key.name == relation)
    return [
        f"{'not ' * c.negative}{c.relation}" if isinstance(c, Call) else "distinct"
        for c in clause.body
    ]


def test_another_name_for_a_condition_is_replaced_even_under_a_negation() -> None:
    rules = """
        (<= (taken ?x) (true (cell ?x ?p)))
        (<= (busy ?x) (taken ?x))
        (<= (free ?x) (square ?x) (not (busy ?x)))
    """
    assert written(rules, "free") == ["square/1", "not fact cell"]


def test_the_only_use_of_a_rule_is_replaced_by_its_body() -> None:
    rules = """
        (<= (ready ?x ?y) (true (at ?x)) (true (on ?y)) (distinct ?x ?y))
        (<= (go ?x ?y) (ready ?x ?y) (true (open ?y)))
    """
    assert written(rules, "go") == ["fact at", "fact on", "distinct", "fact open"]


def test_what_is_used_twice_or_has_several_rules_stays() -> None:
    twice = """
        (<= (ready ?x) (true (at ?x)) (true (on ?x)))
        (<= (go ?x) (ready ?x)) (<= (stop ?x) (true (red ?x)) (ready ?x))
    """
    assert written(twice, "stop") == ["fact red", "ready/1"]
    several = """
        (<= (ready ?x) (true (at ?x))) (<= (ready ?x) (true (on ?x)))
        (<= (go ?x) (ready ?x) (true go))
    """
    assert written(several, "go") == ["ready/1", "fact go"]


def test_a_projection_stays_so_that_its_rows_are_made_once() -> None:
    rules = """
        (<= (near ?x) (true (at ?y)) (true (link ?y ?x)))
        (<= (go ?x) (near ?x) (true (open ?x)))
    """
    assert written(rules, "go") == ["near/1", "fact open"]


def test_recursive_relations_stay() -> None:
    rules = """
        (<= (path ?x ?y) (path ?y ?x))
        (<= (go ?x ?y) (path ?x ?y))
    """
    assert written(rules, "go") == ["path/2"]
