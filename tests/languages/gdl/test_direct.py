"""The direct engine: agreement with a naive evaluator, recursion, limits, sharing."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.languages.gdl.naive import consequences

from spielwerk.languages.gdl.direct import DirectEngine
from spielwerk.languages.gdl.normal import normalise
from spielwerk.languages.gdl.rules import (
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
from spielwerk.languages.gdl.syntax import parse_term, read


def engine(text: str) -> DirectEngine:
    reading = read(text)
    assert not reading.diagnostics
    return DirectEngine(normalise(reading.program))


def terms(*texts: str) -> tuple[Term, ...]:
    return tuple(map(parse_term, texts))


# ---- Agreement with the reference on random programs

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
        for atom in draw(st.lists(atoms_below(layer), max_size=2)):
            if set(variables(atom)) <= set(bound):
                body.append(Not(atom))
    if draw(st.booleans()):
        body.append(Distinct(draw(values), draw(values)))
    name, arity = draw(st.sampled_from(LAYERS[layer]))
    head = Atom(name, tuple(draw(values) for _ in range(arity)))
    return Rule(head, tuple(draw(st.permutations(body))))


@st.composite
def programs(draw: st.DrawFn) -> list[Rule]:
    chosen = [Rule(Atom("role", (role,))) for role in ("a", "b")]
    for name, arity in LAYERS[0]:
        for args in draw(st.lists(st.tuples(*[st.sampled_from(CONSTANTS)] * arity), max_size=4)):
            chosen.append(Rule(Atom(name, args)))
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


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
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
