"""Whether every variable that needs a value gets one.

A rule that cannot list what it concludes is an error where the game needs the list, and a
warning where the plain form (:mod:`..program.plain`) can do without it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from spielwerk.core import Diagnostic, LimitExceeded, Severity, Span
from spielwerk.languages.gdl.checks.meant import meant
from spielwerk.languages.gdl.program import (
    Distinct,
    Loose,
    Not,
    Program,
    Rule,
    Stuck,
    asked,
    is_safe,
    loose,
    normalise,
    simplify,
    variables,
)


def check_safety(program: Program) -> Iterator[Diagnostic]:
    """The variables without a value."""
    if program.dialect.goal_directed:
        yield from _check_asking(program)
        return
    suspects = [rule for rule in map(simplify, program.rules) if not is_safe(rule)]
    try:
        plain = normalise(program)
    except LimitExceeded as problem:
        yield _too_intricate(program, problem)
        return
    reported: set[tuple[Span | None, str]] = set()
    failing: set[Span | None] = set()
    for rule in plain.rules:
        for found in loose(rule):
            key = (rule.span, _written(found))
            failing.add(rule.span)
            if key not in reported:
                reported.add(key)
                yield _unsafe(rule, found)
    for rule in suspects:
        if rule.span not in failing:
            yield _unlisted(rule)


def _check_asking(program: Program) -> Iterator[Diagnostic]:
    """The variables without a value where rules are asked with values, once each cause."""
    try:
        stuck = asked(program).stuck
    except LimitExceeded as problem:
        yield _too_intricate(program, problem)
        return
    reported: set[tuple[Span | None, str]] = set()
    for found in stuck:
        chain = [found]
        while chain[-1].below is not None:
            chain.append(chain[-1].below)
        cause = (chain[-1].place.span or chain[-1].rule.span, chain[-1].variable.name)
        if cause not in reported:
            reported.add(cause)
            yield _unasked(chain)


def _unasked(chain: Sequence[Stuck]) -> Diagnostic:
    """A rule that is stuck, from where it is asked to where a value is missing."""
    last = chain[-1]
    if len(chain) == 1:
        return _unsafe(last.rule, Loose(last.variable, last.place))
    asker = chain[-2]
    line = f" in line {last.rule.span.line}" if last.rule.span else ""
    relation = last.rule.head.relation
    return Diagnostic(
        "gdl-unsafe-variable",
        Severity.ERROR,
        f"'{relation}' is asked here without a value for {asker.variable}, but its rule{line} "
        f"gives {last.variable} none.",
        asker.place.span or asker.rule.span,
        f"Add a condition that lists the values of {asker.variable}, here or in that rule.",
    )


def _too_intricate(program: Program, problem: LimitExceeded) -> Diagnostic:
    return Diagnostic(
        "gdl-too-intricate",
        Severity.ERROR,
        str(problem),
        Span(program.file, 1, 1, 1, 1),
        "Give parts of the rule relations of their own.",
    )


def _written(found: Loose) -> str:
    """The variable's name as the author wrote it: unfolded ones carry a number."""
    return re.sub(r"~\d+$", "", found.variable.name)


def _unsafe(rule: Rule, found: Loose) -> Diagnostic:
    place, name = found.place, _written(found)
    if isinstance(place, Not):
        where = "under a 'not', which only tests"
    elif isinstance(place, Distinct):
        where = "in a 'distinct', which only tests"
    else:
        where = "in what the rule concludes"
    others = {variable.name for variable in variables(rule)} - {found.variable.name}
    near = meant(name, others, 0.75)
    add = f"Add a condition that lists the values of ?{name}, such as (role ?{name}) for roles."
    return Diagnostic(
        "gdl-unsafe-variable",
        Severity.ERROR,
        f"?{name} stands {where}, but no condition gives it a value.",
        place.span or rule.span,
        f"Do you mean ?{near}?" if near else add,
    )


def _unlisted(rule: Rule) -> Diagnostic:
    names = ", ".join(dict.fromkeys(f"?{_written(found)}" for found in loose(rule)))
    return Diagnostic(
        "gdl-unsafe-variable",
        Severity.WARNING,
        f"No condition of this rule gives {names} a value, so '{rule.head.relation}' cannot be "
        "listed; it only works where its user gives the values.",
        rule.head.span,
        "Add conditions that list the values.",
    )
