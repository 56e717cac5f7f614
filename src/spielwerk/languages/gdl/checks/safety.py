"""Whether every variable that needs a value gets one.

A rule that cannot list what it concludes is an error where the game needs the list, and a
warning where the plain form (:mod:`..program.plain`) can do without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spielwerk.core import Diagnostic, LimitExceeded, Severity, Span, say
from spielwerk.languages.gdl.checks.carets import Carets, covers
from spielwerk.languages.gdl.checks.meant import meant
from spielwerk.languages.gdl.program import (
    Atom,
    Distinct,
    Loose,
    Not,
    Program,
    Rule,
    Stuck,
    Var,
    asked,
    is_auxiliary,
    is_safe,
    loose,
    normalise,
    simplify,
    variables,
)
from spielwerk.languages.gdl.text import written_variable


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
    carets = Carets(program)
    own: dict[tuple[Span | None, str], Diagnostic] = {}
    elsewhere: dict[Span | None, list[tuple[Rule, Loose]]] = {}
    for rule in plain.rules:
        for found in loose(rule):
            key = (rule.span, written_variable(found.variable))
            if not _is_elsewhere(rule, found):
                own.setdefault(key, _unsafe(rule, found, carets))
            elif key not in own:
                elsewhere.setdefault(found.place.span, []).append((rule, found))
    yield from own.values()
    # What is written out in many rules fails in all of them for one reason.
    for (rule, found), *others in elsewhere.values():
        yield _unsafe(rule, found, carets, [other.span for other, _ in others])
    failing = {span for span, _ in own}
    failing.update(rule.span for uses in elsewhere.values() for rule, _ in uses)
    for rule in suspects:
        used = any(covers(rule.span, span) for span in elsewhere)
        if rule.span not in failing and not used:
            yield _unlisted(rule, carets)


def _check_asking(program: Program) -> Iterator[Diagnostic]:
    """The variables without a value where rules are asked with values, once each cause."""
    try:
        stuck = asked(program).stuck
    except LimitExceeded as problem:
        yield _too_intricate(program, problem)
        return
    carets = Carets(program)
    reported: set[tuple[Span | None, str]] = set()
    for found in stuck:
        chain = [found]
        while chain[-1].below is not None:
            chain.append(chain[-1].below)
        cause = (chain[-1].place.span or chain[-1].rule.span, chain[-1].variable.name)
        if cause not in reported:
            reported.add(cause)
            yield _unasked(chain, carets)


def _unasked(chain: Sequence[Stuck], carets: Carets) -> Diagnostic:
    """A rule that is stuck, from where it is asked to where a value is missing."""
    last = chain[-1]
    if len(chain) == 1:
        return _unsafe(last.rule, Loose(last.variable, last.place), carets)
    asker = chain[-2]
    line = say(" in line {line}", line=last.rule.span.line) if last.rule.span else ""
    relation = last.rule.head.relation
    return Diagnostic(
        "gdl-unsafe-variable",
        Severity.ERROR,
        say(
            "'{relation}' is asked here without a value for {asker_variable}, "
            "but its rule{line} gives {last_variable} none.",
            relation=relation,
            asker_variable=asker.variable,
            line=line,
            last_variable=last.variable,
        ),
        asker.place.span or asker.rule.span,
        say(
            "Add a condition that lists the values of {asker_variable}, here or in that rule.",
            asker_variable=asker.variable,
        ),
    )


def _too_intricate(program: Program, problem: LimitExceeded) -> Diagnostic:
    return Diagnostic(
        "gdl-too-intricate",
        Severity.ERROR,
        str(problem),
        Span(program.file, 1, 1, 1, 1),
        "Give parts of the rule relations of their own.",
    )


def _is_elsewhere(rule: Rule, found: Loose) -> bool:
    """Whether the condition was written out from another rule."""
    return not covers(rule.span, found.place.span)


def _unsafe(
    rule: Rule, found: Loose, carets: Carets, others: Sequence[Span | None] = ()
) -> Diagnostic:
    """``others`` are rules in which the same is wrong."""
    place, name = found.place, written_variable(found.variable)
    renamed = name != found.variable.name
    if isinstance(place, Not) or (isinstance(place, Atom) and is_auxiliary(place.relation)):
        where = say("under a 'not', which only tests")
    elif isinstance(place, Distinct):
        where = say("in a 'distinct', which only tests")
    else:
        where = say("in what the rule concludes")
    if _is_elsewhere(rule, found) and place.span:
        line = place.span.line
        where = say("{where} (in line {line}, which this rule needs)", where=where, line=line)
    lines = sorted({span.line for span in others if span} - {rule.span.line if rule.span else 0})
    same = (
        say(" The same holds in line {listed}.", listed=", ".join(map(str, lines))) if lines else ""
    )
    every = [variable.name for variable in variables(rule)]
    once = every.count(found.variable.name) == 1 and not renamed
    near = meant(name, every) if once else None
    add = say(
        "Add a condition that lists the values of ?{name}, such as (role ?{name}) for roles.",
        name=name,
    )
    return Diagnostic(
        "gdl-unsafe-variable",
        Severity.ERROR,
        say(
            "?{name} stands {where}, but no condition gives it a value.{same}",
            name=name,
            where=where,
            same=same,
        ),
        _place(rule, found, carets),
        say("Do you mean ?{near}?", near=near) if near else add,
    )


def _place(rule: Rule, found: Loose, carets: Carets) -> Span | None:
    """Where the author wrote the variable: in the condition, or in the rule that asks for it."""
    name, span = written_variable(found.variable), found.place.span or rule.span
    if name != found.variable.name or not _is_elsewhere(rule, found):
        return carets.variable(span, name)
    asking = (literal.span for literal in rule.body if Var(name) in variables(literal))
    inside = next((span for span in asking if covers(rule.span, span)), rule.span)
    return carets.variable(inside, name)


def _unlisted(rule: Rule, carets: Carets) -> Diagnostic:
    found = [written_variable(found.variable) for found in loose(rule)]
    names = ", ".join(dict.fromkeys(f"?{name}" for name in found))
    return Diagnostic(
        "gdl-unsafe-variable",
        Severity.WARNING,
        say(
            "No condition of this rule gives {names} a value, so '{relation}' cannot be "
            "listed; it only works where its user gives the values.",
            names=names,
            relation=rule.head.relation,
        ),
        carets.variable(rule.head.span, found[0]),
        "Add conditions that list the values.",
    )
