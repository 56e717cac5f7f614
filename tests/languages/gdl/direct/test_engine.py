"""The direct engine: agreement with a naive evaluator, recursion, limits, sharing."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.languages.gdl.naive import consequences
from tests.languages.gdl.random_programs import random_program

from spielwerk.core import LimitExceeded, SourceError
from spielwerk.languages.gdl.direct import DirectEngine
from spielwerk.languages.gdl.program.plain import normalise
from spielwerk.languages.gdl.program.rules import (
    Atom,
    Distinct,
    Literal,
    Not,
    Program,
    Rule,
    Term,
    Var,
    variables,
)
from spielwerk.languages.gdl.text.syntax import parse_term, read


def engine(text: str) -> DirectEngine:
    reading = read(text)
    assert not reading.diagnostics
    return DirectEngine(normalise(reading.program))


def terms(*texts: str) -> tuple[Term, ...]:
    return tuple(map(parse_term, texts))


# ---- Agreement with the reference on random programs

PROGRAMS = 300 if os.environ.get("SPIELWERK_SOAK") else 75
CONSTANTS = ("a", "b", "c")
VARIABLES = tuple(map(Var, "xyz"))
FACTS = [("on", "a"), ("on", "b"), ("at", "a", "b"), ("at", "b", ("f", "c")), ("at", "c", "c"), "p"]
LAYERS = [
    [("edge", 2), ("node", 1)],
    [("path", 2), ("odd", 1)],
    [("apart", 2), ("flag", 0)],
    [("top", 1), ("pair", 2)],
]
"""Relations of a layer may use each other; lower layers also negated."""

simple_terms = st.one_of(st.sampled_from(VARIABLES), st.sampled_from(CONSTANTS))
body_terms = st.one_of(simple_terms, simple_terms.map(lambda term: ("f", term)))
given_atoms = st.one_of(
    st.builds(lambda x: Atom("true", (("on", x),)), body_terms),
    st.builds(lambda x, y: Atom("true", (("at", x, y),)), body_terms, body_terms),
    st.sampled_from(VARIABLES).map(lambda x: Atom("true", (x,))),
    st.just(Atom("true", ("p",))),
    st.builds(lambda r, m: Atom("does", (r, m)), simple_terms, body_terms),
)


def atoms_below(layer: int) -> st.SearchStrategy[Atom]:
    relations = [relation for group in LAYERS[:layer] for relation in group]

    def apply(relation: tuple[str, int]) -> st.SearchStrategy[Atom]:
        name, arity = relation
        return st.tuples(*[body_terms] * arity).map(lambda args: Atom(name, args))

    return st.one_of(given_atoms, st.sampled_from(relations).flatmap(apply))


@st.composite
def rules(draw: st.DrawFn, layer: int) -> Rule:
    """A safe rule for one of the relations of a layer."""
    body: list[Literal] = draw(st.lists(atoms_below(layer + 1), min_size=1, max_size=4))
    bound = sorted({v for literal in body for v in variables(literal)})
    values = st.sampled_from([*bound, *CONSTANTS])
    if layer:
        atoms = draw(st.lists(atoms_below(layer), max_size=2))
        body += [Not(atom) for atom in atoms if set(variables(atom)) <= set(bound)]
    if draw(st.booleans()):
        body.append(Distinct(draw(values), draw(values)))
    name, arity = draw(st.sampled_from(LAYERS[layer]))
    head = Atom(name, tuple(draw(values) for _ in range(arity)))
    return Rule(head, tuple(draw(st.permutations(body))))


@st.composite
def programs(draw: st.DrawFn) -> list[Rule]:
    chosen = [Rule(Atom("role", (role,))) for role in ("a", "b")]
    for name, arity in LAYERS[0]:
        rows = draw(st.lists(st.tuples(*[st.sampled_from(CONSTANTS)] * arity), max_size=4))
        chosen += [Rule(Atom(name, args)) for args in rows]
    for layer in range(len(LAYERS)):
        chosen += draw(st.lists(rules(layer), max_size=4))
    for arity, head in ((1, "next"), (2, "legal")):
        source = Atom("top", VARIABLES[:1]) if arity == 1 else Atom("pair", VARIABLES[:2])
        if not any(a.relation == "does" for r in chosen for a in _atoms(r)) or head == "next":
            chosen.append(Rule(Atom(head, source.args), (source,)))
    return chosen


def _atoms(rule: Rule) -> list[Atom]:
    inner = [x.literal if isinstance(x, Not) else x for x in rule.body]
    return [x for x in inner if isinstance(x, Atom)]


@settings(max_examples=PROGRAMS, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    programs(), st.lists(st.sampled_from(FACTS), unique=True), st.sampled_from(["a", ("f", "b")])
)
def test_the_engine_derives_exactly_what_the_reference_derives(
    chosen: list[Rule], facts: list[Term], move: Term
) -> None:
    tested = DirectEngine(Program(tuple(chosen)))
    joint = (move, "c")
    given_now = [Atom("true", (fact,)) for fact in facts]
    given_now += [Atom("does", (role, made)) for role, made in zip("ab", joint, strict=True)]
    expected = consequences(chosen, given_now)
    position = tested.position(facts)
    successor = tested.next(position, joint)
    assert tested.facts(successor) == {a.args[0] for a in expected if a.relation == "next"}
    for group in LAYERS:
        for name, _ in group:
            found = tested.evaluate(position, name, joint)
            assert set(found) == {atom for atom in expected if atom.relation == name}


@pytest.mark.parametrize("seed", range(40))
def test_random_matches_go_as_the_reference_says(seed: int) -> None:
    rng = Random(seed)
    program = random_program(rng)
    tested = DirectEngine(program)
    position = tested.initial()
    follows = consequences(program.rules)
    assert tested.facts(position) == _of(follows, "init")
    for _ in range(6):
        facts = [Atom("true", (fact,)) for fact in tested.facts(position)]
        follows = consequences(program.rules, facts)
        legal = {role: tested.legal(position, role) for role in tested.roles}
        assert {(r, m) for r in legal for m in legal[r]} == _pairs(follows, "legal", tested.roles)
        assert tested.terminal(position) == (Atom("terminal") in follows)
        goals = tested.goals(position)
        found = {(role, str(value)) for role in goals for value in goals[role]}
        assert found == _pairs(follows, "goal", tested.roles)
        joint = tuple(rng.choice(legal[role]) for role in tested.roles)
        made = [Atom("does", (r, m)) for r, m in zip(tested.roles, joint, strict=True)]
        follows = consequences(program.rules, [*facts, *made])
        seen = tested.sees(position, joint)
        assert {(r, p) for r in seen for p in seen[r]} == _pairs(follows, "sees", tested.roles)
        position = tested.next(position, joint)
        assert tested.facts(position) == _of(follows, "next")


def _of(follows: set[Atom], relation: str) -> set[Term]:
    return {atom.args[0] for atom in follows if atom.relation == relation}


def _pairs(follows: set[Atom], relation: str, roles: tuple[str, ...]) -> set[tuple[Term, ...]]:
    return {atom.args for atom in follows if atom.relation == relation and atom.args[0] in roles}


# ---- Recursion

GRAPH = """
    (role x) (legal x wait)
    (init (edge a b)) (init (edge b c)) (init (edge c a)) (init (edge d e))
"""


def holds(tested: DirectEngine, relation: str) -> set[str]:
    return {str(atom) for atom in tested.evaluate(tested.initial(), relation)}


@pytest.mark.parametrize(
    "rules",
    [
        """(<= (path ?x ?y) (true (edge ?x ?y)))
           (<= (path ?x ?z) (true (edge ?x ?y)) (path ?y ?z))""",
        """(<= (path ?x ?z) (path ?x ?y) (true (edge ?y ?z)))
           (<= (path ?x ?y) (true (edge ?x ?y)))""",
        """(<= (path ?x ?y) (true (edge ?x ?y)))
           (<= (path ?x ?z) (path ?x ?y) (path ?y ?z))""",
        """(<= (path ?x ?y) (true (edge ?x ?y)))
           (<= (path ?x ?z) (walk ?x ?z))
           (<= (walk ?x ?z) (path ?x ?y) (true (edge ?y ?z)))""",
    ],
    ids=["right", "left", "both", "mutual"],
)
def test_paths_in_a_ring_are_found_however_the_recursion_is_written(rules: str) -> None:
    ring = {f"(path {x} {y})" for x in "abc" for y in "abc"}
    assert holds(engine(GRAPH + rules), "path") == ring | {"(path d e)"}
    asked = engine(GRAPH + rules + "(<= (home ?x) (true (edge ?x ?y)) (path ?x ?x))")
    assert holds(asked, "home") == {"(home a)", "(home b)", "(home c)"}


def test_what_a_ring_denies_comes_from_below_it() -> None:
    tested = engine(
        GRAPH
        + """(<= (dead ?y) (true (edge ?x ?y)) (not (leaves ?y)))
             (<= (leaves ?x) (true (edge ?x ?y)))
             (<= (safe ?x) (true (edge ?x ?y)) (not (dead ?y)) (good ?y))
             (<= (good ?y) (leaves ?y))
             (<= (good ?y) (safe ?y))"""
    )
    assert holds(tested, "dead") == {"(dead e)"}
    assert holds(tested, "safe") == {"(safe a)", "(safe b)", "(safe c)"}


def test_questions_do_not_grow_without_end() -> None:
    tested = engine(
        """(role x) (init (at a)) (legal x wait)
           (<= (up ?x) (up (f ?x)))
           (<= (up (f (f ?x))) (true (at ?x)))
           (<= good (up a))"""
    )
    assert holds(tested, "good") == {"good"}
    assert holds(tested, "up") == {"(up a)", "(up (f a))", "(up (f (f a)))"}


def test_a_negation_over_unknown_values_means_that_there_is_none() -> None:
    rules = (
        Rule(Atom("role", ("x",))),
        Rule(Atom("init", (("on", "a"),))),
        Rule(Atom("empty", ("p",)), (Not(Atom("true", (("off", Var("any")),))),)),
        Rule(Atom("empty", ("q",)), (Not(Atom("true", (("on", Var("any")),))),)),
    )
    tested = DirectEngine(Program(rules))
    assert holds(tested, "empty") == {"(empty p)"}


# ---- Limits


@pytest.mark.parametrize(
    ("rules", "relation"),
    [
        ("(<= (p 0) (true a)) (<= (p (s ?x)) (p ?x)) (<= (legal x (go ?y)) (p ?y))", "p/1"),
        ("(<= (p 0) (true a)) (<= (p (s ?x ?x)) (p ?x)) (<= (legal x (go ?y)) (p ?y))", "p/1"),
        ("(<= (legal x (go ?a ?b ?c ?d)) (true a) (n ?a) (n ?b) (n ?c) (n ?d))", "legal/2"),
    ],
    ids=["deeper", "doubling", "combinations"],
)
def test_rules_that_never_come_to_an_end_are_stopped_by_name(rules: str, relation: str) -> None:
    numbers = " ".join(f"(n {number})" for number in range(40))
    tested = engine(f"(role x) (init a) {numbers} {rules}")
    with pytest.raises(LimitExceeded, match=relation):
        tested.legal(tested.initial(), "x")


@pytest.mark.parametrize(
    "rule",
    [
        "(<= (next (n (s ?x))) (true (n ?x)))",
        "(<= (next (n ?x)) (does x ?x)) (<= (legal x (say ?x)) (true (n ?x)))",
        "(<= (next (s ?x)) (true ?x))",
    ],
    ids=["wrapped", "through-moves", "whole-facts"],
)
def test_facts_that_grow_from_state_to_state_are_stopped(rule: str) -> None:
    tested = engine(f"(role x) (init (n 0)) (legal x wait) {rule}")

    def play(steps: int) -> None:
        position = tested.initial()
        for _ in range(steps):
            position = tested.next(position, tested.legal(position, "x")[:1])

    play(10)
    with pytest.raises(LimitExceeded, match="next"):
        play(1_000)


def test_after_a_limit_was_hit_other_questions_are_still_answered() -> None:
    tested = engine(
        """(role x) (init a) (legal x wait) (<= (next b) (true a))
           (<= (p 0) (true a)) (<= (p (s ?x)) (p ?x))"""
    )
    position = tested.initial()
    with pytest.raises(LimitExceeded):
        tested.evaluate(position, "p")
    assert tested.legal(position, "x") == ("wait",)
    after = tested.next(position, ("wait",))
    assert tested.facts(after) == {"b"}
    assert tested.evaluate(after, "p") == []


def test_what_only_goals_need_is_not_computed_for_legal_moves() -> None:
    tested = engine(
        """(role x) (init a) (legal x wait) (<= terminal (true b))
           (<= (p 0) (true a)) (<= (p (s ?x)) (p ?x)) (<= (goal x ?y) (p ?y))"""
    )
    position = tested.initial()
    assert tested.legal(position, "x") == ("wait",)
    assert not tested.terminal(position)
    with pytest.raises(LimitExceeded):
        tested.goals(position)


def test_long_chains_of_relations_do_not_exhaust_the_stack() -> None:
    chain = "".join(
        f"(<= (r{n} ?x) (r{n - 1} ?x) (not (true b))) (<= (r{n} ?x) (true (q ?x {n})))"
        for n in range(1, 1_500)
    )
    tested = engine(f"(role x) (init a) {chain} (<= (r0 x) (true a)) (<= (legal ?x go) (r1499 ?x))")
    assert tested.legal(tested.initial(), "x") == ("go",)


def test_a_rule_with_very_many_conditions_runs() -> None:
    numbers = " ".join(f"(n {number})" for number in range(30))
    body = " ".join(f"(n ?v{i}) (distinct ?v{i} ?v{i + 1})" for i in range(50))
    tested = engine(f"(role x) (init a) {numbers} (<= (legal x go) (true a) {body} (n ?v50))")
    assert tested.legal(tested.initial(), "x") == ("go",)


def test_a_recursive_rule_with_a_long_body_runs() -> None:
    known = " ".join(f"(true (edge ?z ?v{i}))" for i in range(20))
    tested = engine(
        GRAPH
        + f"""(<= (path ?x ?y) (true (edge ?x ?y)))
              (<= (path ?x ?y) (path ?x ?z) {known} (true (edge ?z ?y)))
              (<= (start a) (true (edge a b)))
              (<= (home ?x) (start ?x) (path ?x ?x))"""
    )
    ring = {f"(path {x} {y})" for x in "abc" for y in "abc"}
    assert holds(tested, "path") == ring | {"(path d e)"}
    assert holds(tested, "home") == {"(home a)"}


def test_rules_that_deny_themselves_are_refused() -> None:
    with pytest.raises(SourceError, match="negation of itself"):
        engine("(role x) (<= p (not q)) (<= q (not p))")


def test_rules_with_a_variable_from_nowhere_are_refused() -> None:
    rules = (Rule(Atom("legal", ("x", Var("y"))), (Atom("true", ("a",)),)),)
    with pytest.raises(SourceError, match="variable"):
        DirectEngine(Program((Rule(Atom("role", ("x",))), *rules)))


# ---- Positions


def test_positions_with_the_same_facts_are_equal_whatever_the_order() -> None:
    tested = engine("(role x) (legal x wait)")
    facts = terms("(cell 1 2 b)", "done", "(control x)")
    assert tested.position(facts) == tested.position(facts[::-1])
    assert hash(tested.position(facts)) == hash(tested.position(facts[::-1]))
    assert tested.position(facts) != tested.position(facts[:2])


def test_facts_of_one_name_but_different_arity_do_not_mix() -> None:
    tested = engine("(role x) (legal x wait) (<= (hit ?x) (true (at ?x)))")
    position = tested.position(terms("(at a)", "(at a b)", "at"))
    assert [str(atom) for atom in tested.evaluate(position, "hit")] == ["(hit a)"]


def test_legal_moves_are_sorted_by_their_text() -> None:
    tested = engine(
        "(role x) (init a) (n 10) (n 9) (n 1) (<= (legal x (take ?n)) (n ?n)) (legal x stop)"
    )
    assert tested.legal(tested.initial(), "x") == terms("(take 1)", "(take 10)", "(take 9)", "stop")


def test_what_is_derived_does_not_depend_on_the_seed_of_pythons_hashes() -> None:
    script = (
        "from spielwerk.languages.gdl import normalise\n"
        "from spielwerk.languages.gdl.direct import DirectEngine\n"
        "from spielwerk.languages.gdl.text.syntax import read\n"
        "from random import Random\n"
        f"tested = DirectEngine(normalise(read({GAME!r}).program))\n"
        "position, rng = tested.initial(), Random(1)\n"
        "for _ in range(30):\n"
        "    moves = tested.legal(position, 'x')\n"
        "    print(moves)\n"
        "    position = tested.next(position, (rng.choice(moves),))\n"
        "print(tested._compiler.source)\n"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert outputs[0] == outputs[1]


GAME = """
    (role x) (init (at a)) (init (at c))
    (step a b) (step b c) (step c d) (step d a)
    (<= (near ?x ?y) (step ?x ?y)) (<= (near ?x ?y) (step ?y ?x))
    (<= (free ?y) (step ?y ?z) (not (true (at ?y))))
    (<= (legal x (go ?x ?y)) (true (at ?x)) (near ?x ?y) (free ?y))
    (<= (next (at ?y)) (does x (go ?x ?y)))
    (<= (next (at ?z)) (true (at ?z)) (does x (go ?x ?y)) (distinct ?z ?x))
"""
