"""What can never work in the seed dialect, and what an author should look at.

Rules are asked as Prolog is asked, so much is allowed that other dialects forbid: several numbers
of arguments for a name, variables without values, negation of anything. What is left are wrong
arguments of keywords, values that nothing can ever give, types, and words without effect.
"""

from __future__ import annotations

from collections.abc import Iterator

from spielwerk.core import Diagnostic, Severity, say
from spielwerk.languages.gdl.asking import DECLARATIONS, NUMBER_WORDS, Types
from spielwerk.languages.gdl.checks.meant import meant
from spielwerk.languages.gdl.checks.names import check_names
from spielwerk.languages.gdl.checks.rules import check_head
from spielwerk.languages.gdl.program import (
    RELATIONS,
    WORDS,
    Atom,
    Program,
    Rule,
    Term,
    Var,
    atoms,
    dependencies,
    variables,
)


def check_in_turn(program: Program, *, doubtful: frozenset[str]) -> tuple[Diagnostic, ...]:
    """The problems of a program in the seed dialect, in the order of their places."""
    types = Types(program.rules)
    counted = {
        word
        for rule in program.rules
        for atom, _ in atoms(rule.body)
        if atom.relation == "count"
        for term in atom.args[1:]
        for word in _words(term)
    }
    unsaid = doubtful | NUMBER_WORDS | DECLARATIONS | counted
    found = [
        *(problem for rule in program.rules for problem in _check_rule(rule, types)),
        *check_names(program, dependencies(program.rules), unsaid),
    ]
    return tuple(sorted(found, key=_place))


def _check_rule(rule: Rule, types: Types) -> Iterator[Diagnostic]:
    yield from check_head(rule)
    for atom, _ in atoms((rule.head, *rule.body)):
        yield from _check_arguments(atom)
    yield from _check_values(rule)
    yield from _check_types(rule, types)


def _check_arguments(atom: Atom) -> Iterator[Diagnostic]:
    word = WORDS.get(atom.relation)
    if atom.relation not in RELATIONS - {"sees", "base", "input"} or word is None:
        return
    if len(atom.args) != len(word.arguments):
        wanted = len(word.arguments)
        yield Diagnostic(
            "gdl-keyword-arguments",
            Severity.ERROR,
            say(
                "'{atom_relation}' takes {wanted} argument{plural}, not {count}.",
                atom_relation=atom.relation,
                wanted=wanted or say("no"),
                plural="" if wanted == 1 else "s",
                count=len(atom.args),
            ),
            atom.span,
            say("Write it like {word_example}.", word_example=word.example),
        )


def _check_values(rule: Rule) -> Iterator[Diagnostic]:
    """Facts of the next state must have values; moves need them to be listed."""
    if rule.head.relation not in ("next", "init", "legal"):
        return
    typed = {term for term, _ in rule.typed}
    given = {v for atom, negative in atoms(rule.body) if not negative for v in variables(atom)}
    for var in dict.fromkeys(variables(rule.head)):
        if var in given or var in typed:
            continue
        if rule.head.relation == "legal":
            yield Diagnostic(
                "gdl-unlisted-move",
                Severity.WARNING,
                say(
                    "Nothing says what {var} can be, so such moves can be tried but not listed.",
                    var=var,
                ),
                rule.head.span,
                say("Add a condition that gives {var} a value, or a type: [1,3]:{var}.", var=var),
            )
        else:
            yield Diagnostic(
                "gdl-unsafe",
                Severity.ERROR,
                say("{var} gets no value, but a fact of the state needs one.", var=var),
                rule.head.span,
                say("Add a condition that gives {var} a value, or a type: [1,3]:{var}.", var=var),
            )


def _check_types(rule: Rule, types: Types) -> Iterator[Diagnostic]:
    for term, kind in dict.fromkeys(rule.typed):
        if kind not in types:
            near = meant(kind, types.names)
            yield Diagnostic(
                "gdl-unknown-type",
                Severity.WARNING,
                say("There is no type '{kind}', so it restricts nothing.", kind=kind),
                rule.span,
                say("Do you mean '{near}'?", near=near)
                if near
                else say("Declare its values: (type {kind} ...).", kind=kind),
            )
        elif not isinstance(term, Var | tuple) and types.restricts(kind):
            values = types.values(kind)
            if values is not None and term not in values:
                yield Diagnostic(
                    "gdl-not-of-type",
                    Severity.WARNING,
                    say("'{term}' is not a value of the type {kind}.", term=term, kind=kind),
                    rule.span,
                    say(
                        "Add it with (type {kind} {term}), or use one of the values it has.",
                        kind=kind,
                        term=term,
                    )
                    if kind[0] != "["
                    else "Use a number of the range.",
                )


def _words(term: Term) -> Iterator[str]:
    if isinstance(term, str):
        yield term
    elif isinstance(term, tuple):
        for part in term:
            yield from _words(part)


def _place(diagnostic: Diagnostic) -> tuple[int, int]:
    return (diagnostic.span.line, diagnostic.span.column) if diagnostic.span else (0, 0)
