"""Rules as engines run them: conditions that are atoms, negated atoms or ``distinct``, no more.

A program as its author wrote it goes in. What comes out means the same: ``or`` and nested
``not`` are gone, ``(not (distinct a b))`` has made ``a`` and ``b`` one, a role that nothing else
says is looked up in ``role``, and relations that cannot be listed are written out where they are
used. Conditions keep their order, rules and conditions their places, and the result stays about
as long as the source.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import prod

from spielwerk.core import LimitExceeded
from spielwerk.languages.gdl.program.asking import Given, lists_anything
from spielwerk.languages.gdl.program.auxiliary import FreshNames, binders
from spielwerk.languages.gdl.program.bindings import bound
from spielwerk.languages.gdl.program.demand import Demanded, demand
from spielwerk.languages.gdl.program.layers import layered
from spielwerk.languages.gdl.program.rules import (
    Atom,
    Distinct,
    Literal,
    Not,
    Or,
    Program,
    Rule,
    Var,
    variables,
)
from spielwerk.languages.gdl.program.simplifying import name_nobody, simplify
from spielwerk.languages.gdl.program.substitution import unify
from spielwerk.languages.gdl.program.unfold import unfold

_MAX_WAYS = 16
"""Into how many rules one is split before its alternatives get a relation of their own."""
_MAX_RULES = 10_000
"""How many rules one may become at all."""


def normalise(program: Program) -> Program:
    """The same game in the form engines run.

    :raises LimitExceeded: rules are so intricate that their plain form would be huge
    """
    if program.dialect.goal_directed:
        return replace(program, rules=asked(program).rules)
    return replace(program, rules=layered(spoken(program).rules).rules)


def asked(program: Program, given: Given = lists_anything) -> Demanded:
    """The plain form of a game whose relations are asked with values, whatever its dialect.

    ``given`` says in which modes relations without rules can be asked, such as sums.

    :raises LimitExceeded: rules are so intricate that their plain form would be huge
    """
    names = FreshNames(rule.head.relation for rule in program.rules)
    rules = layered(_unfolded(program, names, goal_directed=True)).rules
    return demand(rules, names, given)


def spoken(program: Program) -> Program:
    """The plain form with the author's relations, before it is settled how they are worked out.

    This is what explanations speak of, and what Prolog runs.

    :raises LimitExceeded: rules are so intricate that their plain form would be huge
    """
    names = FreshNames(rule.head.relation for rule in program.rules)
    rules = _unfolded(program, names, goal_directed=program.dialect.goal_directed)
    return replace(program, rules=tuple(rules))


def _unfolded(program: Program, names: FreshNames, *, goal_directed: bool) -> list[Rule]:
    if goal_directed:
        apart = [part for rule in program.rules for part in name_nobody(rule, names)]
        rules = [simplify(rule) for rule in apart]
    else:
        rules = unfold([simplify(rule) for rule in program.rules], names)
    return [plain for rule in rules for plain in _plain(rule, names)]


def _plain(rule: Rule, names: FreshNames) -> Iterator[Rule]:
    """The rules without ``or`` that a rule becomes."""
    todo = [rule]
    made = 0
    while todo:
        solved = _solve(todo.pop())
        if solved is None:
            continue
        choices = [literal for literal in solved.body if isinstance(literal, Or)]
        if not choices:
            made += 1
            if made > _MAX_RULES:
                raise LimitExceeded(
                    f"{rule.span or rule.head}: the alternatives of this rule combine to more "
                    f"than {_MAX_RULES:,} rules; give some of them a relation of their own."
                )
            yield solved
            continue
        apart = _name_apart(solved, choices, names) if _ways(solved.body) > _MAX_WAYS else None
        todo.extend(reversed(apart or _split(solved, choices[0])))


def _solve(rule: Rule) -> Rule | None:
    """The rule with its equalities carried out and what is always true left out.

    None where it can never hold.
    """
    negated = [x.literal for x in rule.body if isinstance(x, Not)]
    equal = [x for x in negated if isinstance(x, Distinct)]
    if equal:
        substitution = unify(("=", *(x.left for x in equal)), ("=", *(x.right for x in equal)))
        if substitution is None:
            return None
        body = tuple(
            x for x in rule.body if not (isinstance(x, Not) and isinstance(x.literal, Distinct))
        )
        rule = substitution.rule(replace(rule, body=body))
    tests = [x for x in rule.body if isinstance(x, Distinct)]
    if any(x.left == x.right for x in tests):
        return None
    idle = {x for x in tests if unify(x.left, x.right) is None}
    return replace(rule, body=tuple(x for x in rule.body if x not in idle)) if idle else rule


def _ways(body: Sequence[Literal]) -> int:
    return prod(_ways_of(literal) for literal in body)


def _ways_of(literal: Literal) -> int:
    return sum(map(_ways, literal.branches)) if isinstance(literal, Or) else 1


def _split(rule: Rule, choice: Or) -> list[Rule]:
    """One rule for each branch of the choice."""
    place = next(index for index, literal in enumerate(rule.body) if literal is choice)
    before, after = rule.body[:place], rule.body[place + 1 :]
    return [replace(rule, body=(*before, *branch, *after)) for branch in choice.branches]


def _name_apart(rule: Rule, choices: Sequence[Or], names: FreshNames) -> list[Rule] | None:
    """The rule with choices made relations of their own, and the rules of those.

    Small choices stay. None where each large one needs values that only another one gives.
    """
    uses = Counter(v for literal in (rule.head, *rule.body) for v in {*variables(literal)})
    sources = binders(rule.body)
    made: list[Rule] = []
    replaced: dict[int, Atom] = {}
    waiting = _too_many(choices)
    progress = True
    while progress:
        progress = False
        # A named choice gives values to others; turning around follows chains both ways.
        waiting, present = [], waiting[::-1]
        for choice in present:
            shared = tuple(v for v in dict.fromkeys(variables(choice)) if uses[v] > 1)
            contexts = [_context(shared, bound(branch), sources) for branch in choice.branches]
            if None in contexts:
                waiting.append(choice)
                continue
            progress = True
            head = Atom(names.fresh(rule.head.relation), shared, choice.span)
            replaced[id(choice)] = head
            for variable in shared:
                sources.setdefault(variable, head)
            made.extend(
                Rule(head, (*(context or ()), *branch), choice.span)
                for context, branch in zip(contexts, choice.branches, strict=True)
            )
    if not replaced:
        return None
    return [replace(rule, body=tuple(replaced.get(id(x), x) for x in rule.body)), *made]


def _too_many(choices: Iterable[Or]) -> list[Or]:
    """The choices that are left when the small ones have used up the ways a rule may split."""
    ways = 1
    left: list[Or] = []
    for choice in sorted(choices, key=_ways_of):
        ways *= _ways_of(choice)
        if ways > _MAX_WAYS:
            left.append(choice)
    return left


def _context(
    needed: Iterable[Var], known: frozenset[Var], sources: Mapping[Var, Atom]
) -> tuple[Atom, ...] | None:
    """The conditions that give the needed variables their values, or none where some have none."""
    missing = [variable for variable in needed if variable not in known]
    if not all(variable in sources for variable in missing):
        return None
    return tuple(dict.fromkeys(sources[variable] for variable in missing))
