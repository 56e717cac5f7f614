"""The dependency graph: groups, order, strata, and what depends on the state."""

from spielwerk.languages.gdl.program.needs import Dependencies, dependencies
from spielwerk.languages.gdl.program.rules import Atom, Literal, Not, Or, Rule

A, B, C, D = (Atom(name) for name in "abcd")


def graph(*rules: tuple[Atom, tuple[Literal, ...]]) -> Dependencies:
    return dependencies(Rule(head, body) for head, body in rules)


def test_used_relations_come_before_those_that_use_them():
    found = graph((A, (B, C)), (B, (C,)), (C, ()))
    assert found.components == ((("c", 0),), (("b", 0),), (("a", 0),))


def test_a_ring_is_one_group_and_its_members_are_recursive():
    found = graph((A, (B,)), (B, (A, C)))
    assert found.component_of(("a", 0)) == (("a", 0), ("b", 0))
    assert found.recursive(("a", 0))
    assert found.recursive(("b", 0))
    assert not found.recursive(("c", 0))


def test_a_relation_that_uses_itself_is_recursive():
    assert graph((A, (A,))).recursive(("a", 0))


def test_negations_are_counted_as_strata():
    found = graph((A, (Not(B),)), (B, (Not(C), D)))
    assert found.strata == {("a", 0): 2, ("b", 0): 1, ("c", 0): 0, ("d", 0): 0}
    assert found.bad_edges() == ()


def test_negation_inside_a_ring_is_found_with_its_rule():
    found = graph((A, (B,)), (B, (Or(((C,), (Not(A),))),)))
    [edge] = found.bad_edges()
    assert (edge.user, edge.used) == (("b", 0), ("a", 0))
    assert edge.rule.head == B


def test_what_depends_on_the_moves_is_told_from_what_depends_on_the_state():
    does = Atom("does", ("x", "m"))
    true = Atom("true", ("f",))
    found = graph((A, (does,)), (B, (Not(true),)), (C, (A,)), (D, ()))
    assert found.dependents("does") == {("does", 2), ("a", 0), ("c", 0)}
    assert found.dependents("true") == {("true", 1), ("b", 0)}
    assert found.below(("c", 0)) == {("c", 0), ("a", 0), ("does", 2)}


def test_long_chains_of_rules_do_not_exhaust_the_stack():
    size = 20_000
    names = [Atom(f"r{number}") for number in range(size)]
    found = graph(*((names[i], (Not(names[i + 1]),)) for i in range(size - 1)))
    assert found.strata["r0", 0] == size - 1
