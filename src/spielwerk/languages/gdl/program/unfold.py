"""Relations that cannot be listed are written out where they are used.

``(<= (different ?x ?y) (distinct ?x ?y))`` holds for endlessly many terms, so no engine can list
it; where a rule asks ``(different ?a ?b)`` with ``?a`` and ``?b`` known, it means just
``(distinct ?a ?b)``. Simplified rules go in; rules without such relations come out, unless they
are recursive, or are keywords: then they stay unsafe, and the checks say so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from spielwerk.core import LimitExceeded
from spielwerk.languages.gdl.program.auxiliary import FreshNames, binders
from spielwerk.languages.gdl.program.bindings import is_safe
from spielwerk.languages.gdl.program.needs import Signature, dependencies
from spielwerk.languages.gdl.program.rules import (
    Atom,
    Distinct,
    Literal,
    Not,
    Or,
    Rule,
    Var,
    variables,
)
from spielwerk.languages.gdl.program.simplifying import either, simple
from spielwerk.languages.gdl.program.substitution import Substitution, unify
from spielwerk.languages.gdl.program.words import RELATIONS

_MAX_CONDITIONS = 50_000
"""How many conditions may be written out altogether."""
_MAX_DEPTH = 50
"""How many such relations may stand on each other."""

_Branches = tuple[tuple[Literal, ...], ...]


def unfold(rules: Sequence[Rule], names: FreshNames) -> list[Rule]:
    """The rules without relations that cannot be listed.

    :raises LimitExceeded: writing them out would take too much room
    """
    if all(map(is_safe, rules)):
        return list(rules)
    return _Unfolding(rules, names).run()


class _Unfolding:
    def __init__(self, rules: Sequence[Rule], names: FreshNames) -> None:
        self.rules = rules
        self.names = names
        self.graph = dependencies(rules)
        self.rules_of: dict[Signature, list[Rule]] = {}
        for rule in rules:
            self.rules_of.setdefault(rule.head.signature, []).append(rule)
        self.unlisted: dict[Signature, int] = {}
        """The relations that cannot be listed, and how many conditions their rules have."""
        self.extra: list[Rule] = []
        self.renamed = 0
        self.room = _MAX_CONDITIONS

    def run(self) -> list[Rule]:
        depth: dict[Signature, int] = {}
        for component in self.graph.components:
            for relation in component:
                used = self.graph.uses[relation]
                below = max((depth[r] for r in used if r in self.unlisted), default=0)
                rules = self.rules_of.get(relation, [])
                if below:
                    if below > _MAX_DEPTH:
                        raise _too_intricate(rules[0])
                    rules = [self.write_out(rule, component) for rule in rules]
                    self.rules_of[relation] = rules
                recursive = len(component) > 1 or relation in used
                if not (relation[0] in RELATIONS or recursive or all(map(is_safe, rules))):
                    rules = self.rules_of[relation] = self.listed_apart(relation, rules)
                    self.unlisted[relation] = sum(1 + _size(rule.body) for rule in rules)
                    depth[relation] = below + 1
        return self.remaining()

    def listed_apart(self, relation: Signature, rules: Sequence[Rule]) -> list[Rule]:
        """The rules with those that can be listed behind one, so that they need no writing out."""
        listed = [rule for rule in rules if is_safe(rule)]
        if len(listed) < 2:
            return list(rules)
        name, count = relation
        arguments = tuple(Var(str(place)) for place in range(count))
        apart = self.names.fresh(name)
        self.extra.extend(replace(r, head=replace(r.head, relation=apart)) for r in listed)
        others = [rule for rule in rules if not is_safe(rule)]
        span = listed[0].span
        return [Rule(Atom(name, arguments, span), (Atom(apart, arguments, span),), span), *others]

    def remaining(self) -> list[Rule]:
        """The listed relations' rules in their old order, then those made up."""
        queues = {relation: iter(rules) for relation, rules in self.rules_of.items()}
        signatures = [rule.head.signature for rule in self.rules]
        kept = [next(queues[s]) for s in signatures if s not in self.unlisted]
        return [*kept, *self.extra]

    def write_out(self, rule: Rule, component: Sequence[Signature]) -> Rule:
        body = tuple(self.expand_positive(rule.body, rule))
        context = [x for x in body if isinstance(x, Atom) and x.signature not in component]
        return replace(rule, body=tuple(self.expand_negative(body, context, rule)))

    def expand_positive(self, body: Sequence[Literal], user: Rule) -> Iterator[Literal]:
        for literal in body:
            match literal:
                case Atom() if literal.signature in self.unlisted:
                    yield from either(self.instances(literal, user), literal.span)
                case Or(branches):
                    inner = tuple(tuple(self.expand_positive(b, user)) for b in branches)
                    yield Or(inner, literal.span)
                case _:
                    yield literal

    def expand_negative(
        self, body: Sequence[Literal], context: Sequence[Atom], user: Rule
    ) -> Iterator[Literal]:
        for literal in body:
            match literal:
                case Not(Atom() as atom) if atom.signature in self.unlisted:
                    branches = self.instances(atom, user)
                    known = set(variables(atom))
                    inside = (
                        x for branch in branches for inner in branch for x in variables(inner)
                    )
                    if known.issuperset(inside):
                        yield from simple((Not(Or(branches, atom.span), literal.span),))
                    else:
                        yield Not(self.name_apart(atom, branches, context), literal.span)
                case Or(branches):
                    yield Or(
                        tuple(
                            tuple(self.expand_negative(b, [*context, *_atoms(b)], user))
                            for b in branches
                        ),
                        literal.span,
                    )
                case _:
                    yield literal

    def name_apart(self, atom: Atom, branches: _Branches, context: Sequence[Atom]) -> Atom:
        """A made-up relation for the atom, limited to the values that ``context`` gives."""
        arguments = tuple(dict.fromkeys(variables(atom)))
        head = Atom(self.names.fresh(atom.relation), arguments, atom.span)
        sources = binders(context)
        start = dict.fromkeys(sources[v] for v in arguments if v in sources)
        self.extra.extend(Rule(head, (*start, *branch), atom.span) for branch in branches)
        return head

    def instances(self, atom: Atom, user: Rule) -> _Branches:
        """What each rule of the atom's relation asks for in this use of it."""
        self.room -= self.unlisted[atom.signature]
        if self.room < 0:
            raise _too_intricate(user)
        branches = []
        for rule in self.rules_of[atom.signature]:
            self.renamed += 1
            fresh = {v: Var(f"{v.name}~{self.renamed}") for v in variables(rule)}
            renamed = Substitution(fresh).rule(rule)
            match = unify(("=", *renamed.head.args), ("=", *atom.args))
            if match is None:
                continue
            equalities = [
                Not(Distinct(variable, value, atom.span), atom.span)
                for variable, value in match.bindings.items()
                if variable not in fresh.values()
            ]
            branches.append((*equalities, *match.body(renamed.body)))
        return tuple(branches)


def _size(body: Sequence[Literal]) -> int:
    return sum(
        sum(map(_size, literal.branches)) if isinstance(literal, Or) else 1 for literal in body
    )


def _atoms(body: Sequence[Literal]) -> list[Atom]:
    return [literal for literal in body if isinstance(literal, Atom)]


def _too_intricate(rule: Rule) -> LimitExceeded:
    return LimitExceeded(
        f"{rule.span or rule.head}: writing out the relations used here that have no finite list "
        f"takes more than {_MAX_CONDITIONS:,} conditions; bind their variables in their own rules."
    )
