"""The plain form: it means the same, and it does not explode."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.languages.gdl.awkward_games import ALL
from tests.languages.gdl.naive import consequences

from spielwerk.core import LimitExceeded
from spielwerk.languages.gdl.program.auxiliary import is_auxiliary
from spielwerk.languages.gdl.program.bindings import is_safe
from spielwerk.languages.gdl.program.plain import normalise
from spielwerk.languages.gdl.program.rules import (
    Atom,
    Distinct,
    Literal,
    Not,
    Or,
    Program,
    Rule,
    Term,
    Var,
    variables,
)
from spielwerk.languages.gdl.program.substitution import Substitution, unify
from spielwerk.languages.gdl.text.syntax import read


def plain(text: str) -> list[str]:
    reading = read(text)
    assert not reading.diagnostics
    return [str(rule) for rule in normalise(reading.program).rules]


# What becomes of what


def test_a_plain_rule_stays_as_it_is() -> None:
    text = "(<= (p ?x) (q ?x) (not (r ?x)) (distinct ?x a))"
    assert plain(text) == [text]


def test_alternatives_become_rules_in_the_order_of_the_source() -> None:
    assert plain("(<= (p ?x) (q ?x) (or (r ?x) (and (s ?x) t)) (u ?x))") == [
        "(<= (p ?x) (q ?x) (r ?x) (u ?x))",
        "(<= (p ?x) (q ?x) (s ?x) t (u ?x))",
    ]


def test_a_negated_or_denies_every_branch() -> None:
    assert plain("(<= p (not (or q (not r))))") == ["(<= p (not q) r)"]


def test_a_negated_and_denies_some_part() -> None:
    assert plain("(<= p (not (and q r)))") == ["(<= p (not q))", "(<= p (not r))"]


def test_what_is_not_distinct_is_one() -> None:
    assert plain("(<= (p ?x ?y) (q ?x) (r ?y) (not (distinct ?x ?y)))") == [
        "(<= (p ?y ?y) (q ?y) (r ?y))"
    ]
    assert plain("(<= (p ?x) (q ?x) (not (distinct ?x (f a))))") == ["(<= (p (f a)) (q (f a)))"]


def test_what_can_never_hold_is_left_out() -> None:
    assert plain("(<= p (not (distinct a b))) (<= q (distinct ?x ?x) (r ?x))") == []


def test_what_always_holds_is_left_out() -> None:
    assert plain("(<= p q (distinct a b) (not (distinct a a)))") == ["(<= p q)"]


def test_the_authors_sentence_follows_its_variables() -> None:
    rules = normalise(
        read(";: ?x is ?y, isn't it?\n(<= (p ?x ?y) (q ?x) (q ?y) (not (distinct ?x ?y)))").program
    ).rules
    assert [rule.text for rule in rules] == ["?y is ?y, isn't it?"]


def test_places_are_kept() -> None:
    program = read("\n(<= p\n  (or q\n      (not (and r s))))").program
    rules = normalise(program).rules
    assert {str(rule.span) for rule in rules} == {"<text>:2:1"}
    assert [str(rule.body[0].span) for rule in rules] == ["<text>:3:7", "<text>:4:7", "<text>:4:7"]


@pytest.mark.parametrize("relation", ["legal", "goal", "input"])
def test_a_role_that_nothing_says_is_looked_up(relation: str) -> None:
    assert plain(f"(<= ({relation} ?p ?p) (q a))") == [f"(<= ({relation} ?p ?p) (role ?p) (q a))"]
    bound = f"(<= ({relation} ?p 0) (on-list ?p))"
    assert plain(bound) == [bound]


def test_a_relation_that_cannot_be_listed_is_written_out_where_it_is_used() -> None:
    assert plain(
        "(<= (apart ?x ?y ?u ?v) (distinct ?x ?u))"
        "(<= (apart ?x ?y ?u ?v) (distinct ?y ?v))"
        "(<= (p ?x ?y) (q ?x ?y) (apart ?x ?y 1 2))"
    ) == ["(<= (p ?x ?y) (q ?x ?y) (distinct ?x 1))", "(<= (p ?x ?y) (q ?x ?y) (distinct ?y 2))"]


def test_also_where_it_is_negated() -> None:
    assert plain(
        "(<= (apart ?x ?y ?u ?v) (distinct ?x ?u))"
        "(<= (apart ?x ?y ?u ?v) (distinct ?y ?v))"
        "(<= (p ?x ?y) (q ?x ?y) (not (apart ?x ?y 1 2)))"
    ) == ["(<= (p 1 2) (q 1 2))"]


def test_equality_can_be_a_relation() -> None:
    equal, unequal = "(<= (p ?x ?y) (q ?x) (same ?x ?y))", "(<= (r ?x) (q ?x) (not (same ?x a)))"
    assert plain(f"(same ?x ?x) {equal} {unequal}") == [
        "(<= (p ?x ?x) (q ?x))",
        "(<= (r ?x) (q ?x) (distinct ?x a))",
    ]


def test_facts_of_a_relation_that_cannot_be_listed_are_not_written_out() -> None:
    rules = plain(
        "(near 1 2) (near 2 3) (near 3 4) (<= (near ?x ?y) (distinct ?x 9))"
        "(<= (p ?x ?y) (q ?x) (q ?y) (near ?x ?y))"
    )
    assert rules == [
        "(<= (p ?x ?y) (q ?x) (q ?y) (near__part_1 ?x ?y))",
        "(<= (p ?x ?y) (q ?x) (q ?y) (distinct ?x 9))",
        "(near__part_1 1 2)",
        "(near__part_1 2 3)",
        "(near__part_1 3 4)",
    ]


def test_unlistable_relations_may_stand_on_each_other() -> None:
    assert plain(
        "(<= (a ?x) (distinct ?x 1)) (<= (b ?x) (a ?x) (distinct ?x 2)) (<= (p ?x) (q ?x) (b ?x))"
    ) == ["(<= (p ?x) (q ?x) (distinct ?x 1) (distinct ?x 2))"]


def test_every_awkward_game_becomes_safe_and_plain() -> None:
    for path in ALL:
        rules = normalise(read(path.read_text(), file=path.name).program).rules
        assert all(map(is_safe, rules)), path.name
        assert all(_is_plain(literal) for rule in rules for literal in rule.body), path.name


# Its size


def test_many_alternatives_do_not_multiply() -> None:
    choices = " ".join(f"(or (a{i} ?x) (b{i} ?x) (c{i} ?x))" for i in range(30))
    rules = normalise(read(f"(<= (p ?x) (q ?x) {choices})").program).rules
    assert len(rules) < 200
    assert all(map(is_safe, rules))


def test_a_made_up_relation_shows_the_part_it_stands_for() -> None:
    choices = " ".join(f"(or (a{i} ?x) (distinct ?x {i}))" for i in range(6))
    rules = normalise(read(f"(<= (p ?x) (q ?x) {choices})").program).rules
    made_up = [rule for rule in rules if is_auxiliary(rule.head.relation)]
    assert made_up
    assert all(map(is_safe, rules))
    assert all(rule.span and rule.span.column > 15 for rule in made_up)
    assert all(rule.head.relation.startswith("p") for rule in made_up)


def test_deep_alternatives_are_no_problem() -> None:
    body = "(q ?x)"
    for level in range(45):
        body = f"(or (and {body} (r{level} ?x)) (not (or (s ?x) (not (t{level} ?x)))))"
    rules = normalise(read(f"(<= (p ?x) (q ?x) {body})").program).rules
    assert len(rules) < 500


def test_equalities_that_double_terms_are_refused() -> None:
    doubling = " ".join(f"(not (distinct ?x{i} (f ?x{i + 1} ?x{i + 1})))" for i in range(60))
    with pytest.raises(LimitExceeded, match="symbols"):
        normalise(read(f"(<= (p ?x0) (q ?x60) {doubling})").program)


def test_unlistable_relations_that_double_are_refused() -> None:
    text = "(<= (u0 ?x) (distinct ?x a))" + "".join(
        f"(<= (u{i} ?x) (u{i - 1} ?x)) (<= (u{i} ?x) (u{i - 1} ?x) (distinct ?x {i}))"
        for i in range(1, 40)
    )
    with pytest.raises(LimitExceeded, match="conditions"):
        normalise(read(f"{text} (<= (p ?x) (q ?x) (u39 ?x))").program)


# Its meaning: compared with trying every value for every variable in the source

DOMAIN = ("a", "b", "c")
X, Y, Z = Var("x"), Var("y"), Var("z")
terms = st.sampled_from([X, Y, *DOMAIN])
leaves: st.SearchStrategy[Literal] = (
    st.builds(lambda t: Atom("p", (t,)), terms)
    | st.builds(lambda t, u: Atom("q", (t, u)), terms, terms)
    | st.builds(lambda t, u: Atom("unlisted", (t, u)), terms, terms)
    | st.builds(Distinct, terms, terms)
)


def _composed(parts: st.SearchStrategy[Literal]) -> st.SearchStrategy[Literal]:
    branch = st.lists(parts, min_size=1, max_size=3).map(tuple)
    return st.builds(Not, parts) | st.builds(
        lambda branches: Or(tuple(branches)), st.lists(branch, min_size=1, max_size=3)
    )


bodies = st.lists(st.recursive(leaves, _composed, max_leaves=8), max_size=4)


def _rules_of_unlisted(head: tuple[Term, ...]) -> st.SearchStrategy[list[Literal]]:
    """Bodies that only ask for what the head names, or list it themselves."""
    known = st.sampled_from([*head, *DOMAIN])
    return st.lists(
        st.builds(Distinct, known, known)
        | st.builds(lambda t: Not(Atom("p", (t,))), known)
        | st.builds(lambda t: Or(((Atom("q", (t, Z)), Atom("p", (Z,))), (Atom("p", (t,)),))), known)
        | st.builds(lambda t: Not(Distinct(t, "a")), known),
        max_size=2,
    )


heads = st.sampled_from([(X, Y), (X, X), (X, "a"), (Y, X)])
unlisted_rules = heads.flatmap(lambda head: st.tuples(st.just(head), _rules_of_unlisted(head)))
facts = st.sets(
    st.builds(lambda t: Atom("p", (t,)), st.sampled_from(DOMAIN))
    | st.builds(
        lambda relation, t, u: Atom(relation, (t, u)),
        st.sampled_from(["q", "unlisted"]),
        st.sampled_from(DOMAIN),
        st.sampled_from(DOMAIN),
    ),
    max_size=9,
)


@settings(max_examples=250, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(facts, st.lists(unlisted_rules, max_size=3), st.lists(bodies, max_size=3))
def test_the_plain_form_means_what_the_source_means(
    given_facts: set[Atom],
    unlisted: list[tuple[tuple[Term, ...], list[Literal]]],
    listed: list[list[Literal]],
) -> None:
    values = [Rule(Atom("d", (value,))) for value in DOMAIN]
    guard = (Atom("d", (X,)), Atom("d", (Y,)))
    rules = (
        *values,
        *(Rule(fact) for fact in given_facts),
        *(Rule(Atom("unlisted", args), tuple(body)) for args, body in unlisted),
        *(Rule(Atom("result", (X, Y)), (*guard, *body)) for body in listed),
    )
    expected = _results(given_facts, unlisted, listed)
    normal = normalise(Program(rules)).rules
    assert all(map(is_safe, normal))
    assert {a.args for a in consequences(normal) if a.relation == "result"} == expected


def _results(
    known: set[Atom],
    unlisted: list[tuple[tuple[Term, ...], list[Literal]]],
    listed: list[list[Literal]],
) -> set[tuple[Term, ...]]:
    world = set(known)
    for args, body in unlisted:
        head = Atom("unlisted", args)
        for values in product(DOMAIN, repeat=3):
            substitution = Substitution(dict(zip((X, Y, Z), values, strict=True)))
            if all(_holds(substitution.literal(literal), known) for literal in body):
                world.add(substitution.literal(head))
    return {
        (x, y)
        for x, y in product(DOMAIN, repeat=2)
        for body in listed
        if all(_holds(Substitution({X: x, Y: y}).literal(literal), world) for literal in body)
    }


def _holds(literal: Literal, world: set[Atom]) -> bool:
    match literal:
        case Atom():
            return literal in world
        case Not(inner):
            return not _holds(inner, world)
        case Distinct(left, right):
            return left != right
        case Or(branches):
            return any(all(_holds(inner, world) for inner in branch) for branch in branches)


def _is_plain(literal: Literal) -> bool:
    match literal:
        case Not(inner):
            return isinstance(inner, Atom)
        case _:
            return isinstance(literal, Atom | Distinct)


# Making terms equal


def test_a_term_is_never_a_part_of_itself() -> None:
    assert unify(X, ("f", X)) is None
    assert unify(("g", X, Y), ("g", ("f", Y), ("f", X))) is None


def test_circles_of_terms_are_no_endless_loop() -> None:
    rings = (X, ("f", X)), (Y, ("f", Y)), (X, Y)
    for order in permutations(rings):
        left, right = zip(*order, strict=True)
        assert unify(("=", *left), ("=", *right)) is None


def test_terms_that_double_on_both_sides_are_refused() -> None:
    left = [("f", Var(f"x{i}"), Var(f"x{i}")) for i in range(1, 40)]
    right = [("f", Var(f"y{i}"), Var(f"y{i}")) for i in range(1, 40)]
    names = [Var(f"x{i}") for i in range(39)], [Var(f"y{i}") for i in range(39)]
    with pytest.raises(LimitExceeded):
        unify(("=", Var("x0"), *names[0], *names[1]), ("=", Var("y0"), *left, *right))


small_terms: st.SearchStrategy[Term] = st.recursive(
    st.sampled_from([X, Y, Z, "a", "b"]),
    lambda inner: st.tuples(st.sampled_from(["f", "g"]), inner, inner),
    max_leaves=5,
)


@given(small_terms, small_terms)
def test_unified_terms_are_equal_and_settled(left: Term, right: Term) -> None:
    found = unify(left, right)
    if found is None:
        assert left != right
        return
    equal = found.term(left)
    assert equal == found.term(right)
    assert found.term(equal) == equal
    assert not set(variables(equal)) & set(found.bindings)
