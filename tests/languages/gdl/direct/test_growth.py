"""Which relations may hold of ever larger terms."""

from __future__ import annotations

import pytest

from spielwerk.languages.gdl.direct.analysis import analyse
from spielwerk.languages.gdl.direct.clauses import Clause, Relation, clauses
from spielwerk.languages.gdl.direct.growth import growing
from spielwerk.languages.gdl.text.syntax import read


def found(text: str) -> set[str]:
    own: dict[Relation, list[Clause]] = {}
    for clause in clauses(read(text).program.rules):
        own.setdefault(clause.head.relation, []).append(clause)
    return {str(relation) for relation in growing(own, analyse(own).order)}


@pytest.mark.parametrize(
    "rules",
    [
        "(p 0) (<= (q (s ?x)) (p ?x)) (<= (r (s ?x)) (q ?x))",
        "(<= (p ?x) (p (s ?x))) (p (s (s 0)))",
        "(init (n 0)) (<= (next (n ?x)) (true (n ?x)))",
        "(init (n 0)) (<= (legal x (go ?x)) (true (n ?x))) (<= (next (n ?x)) (does x (go ?x)))",
        "(<= (member ?x (cons ?x ?y)) (list (cons ?x ?y))) (list (cons a (cons b nil)))",
    ],
)
def test_bounded_rules_need_no_watching(rules: str) -> None:
    assert found(rules) == set()


@pytest.mark.parametrize(
    ("rules", "relation"),
    [
        ("(p 0) (<= (p (s ?x)) (p ?x))", "p/1"),
        ("(p 0) (<= (q (s ?x)) (p ?x)) (<= (p ?x) (q ?x))", "q/1"),
        ("(init (n 0)) (<= (next (n (s ?x))) (true (n ?x)))", "next n/1"),
        (
            "(init (n 0)) (<= (legal x (go ?x)) (true (n ?x))) (<= (next (n ?m)) (does x ?m))",
            "next n/1",
        ),
        ("(init (n 0)) (<= (next (s ?x)) (true ?x))", "next s/1"),
        ("(init (n 0)) (<= (next ?x) (does x ?x)) (<= (legal x (s ?x)) (true ?x))", "next"),
    ],
)
def test_rules_that_can_go_on_for_ever_are_watched(rules: str, relation: str) -> None:
    assert relation in found(rules)
