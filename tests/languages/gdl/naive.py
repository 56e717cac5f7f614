"""A reference evaluator that is as simple as it can be: try everything until nothing changes."""

from collections.abc import Iterable, Iterator

from spielwerk.languages.gdl.program.needs import dependencies
from spielwerk.languages.gdl.program.rules import Atom, Distinct, Literal, Not, Rule, Term, Var

Bindings = dict[Var, Term]


def consequences(rules: Iterable[Rule], given: Iterable[Atom] = ()) -> set[Atom]:
    """Everything that follows from the rules and the given atoms, stratum by stratum."""
    rules = list(rules)
    strata = dependencies(rules).strata
    known = set(given)
    for level in sorted(set(strata.values())):
        layer = [rule for rule in rules if strata[rule.head.signature] == level]
        while True:
            new = {
                _put(rule.head, bindings)
                for rule in layer
                for bindings in _solutions(_tests_last(rule.body), {}, known)
            }
            if new <= known:
                break
            known |= new
    return known


def _tests_last(body: Iterable[Literal]) -> list[Literal]:
    return sorted(body, key=lambda literal: not isinstance(literal, Atom))


def _solutions(body: list[Literal], bindings: Bindings, known: set[Atom]) -> Iterator[Bindings]:
    if not body:
        yield bindings
        return
    first, rest = body[0], body[1:]
    match first:
        case Atom():
            for atom in known:
                if atom.signature == first.signature:
                    extended = _match(first.args, atom.args, bindings)
                    if extended is not None:
                        yield from _solutions(rest, extended, known)
        case Not(Atom() as inner):
            if _put(inner, bindings) not in known:
                yield from _solutions(rest, bindings, known)
        case Distinct(left, right):
            if _put_term(left, bindings) != _put_term(right, bindings):
                yield from _solutions(rest, bindings, known)


def _match(pattern: Term, value: Term, bindings: Bindings) -> Bindings | None:
    if isinstance(pattern, Var):
        if pattern in bindings:
            return bindings if bindings[pattern] == value else None
        return {**bindings, pattern: value}
    if isinstance(pattern, tuple):
        if not isinstance(value, tuple) or len(value) != len(pattern):
            return None
        for inner, part in zip(pattern, value, strict=True):
            found = _match(inner, part, bindings)
            if found is None:
                return None
            bindings = found
        return bindings
    return bindings if pattern == value else None


def _put(atom: Atom, bindings: Bindings) -> Atom:
    return Atom(atom.relation, tuple(_put_term(term, bindings) for term in atom.args))


def _put_term(term: Term, bindings: Bindings) -> Term:
    if isinstance(term, Var):
        return bindings[term]
    return tuple(_put_term(t, bindings) for t in term) if isinstance(term, tuple) else term
