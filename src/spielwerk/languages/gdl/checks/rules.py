"""Checks of rules one by one: arguments of keywords, numbers of arguments, goals, sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spielwerk.core import Diagnostic, Severity, Span, say
from spielwerk.languages.gdl.checks.inside import keyword_inside
from spielwerk.languages.gdl.checks.meant import meant
from spielwerk.languages.gdl.program import (
    CONNECTIVES,
    RELATIONS,
    WORDS,
    Atom,
    Dialect,
    Distinct,
    Literal,
    Not,
    Or,
    Program,
    Rule,
    Term,
    Var,
    WordPlace,
    atoms,
    term_text,
    variables,
)


def check_rules(program: Program) -> Iterator[Diagnostic]:
    """The problems that show in a rule by itself, or by comparing it with the others."""
    counts = _Counts()
    seen: dict[Rule, Rule] = {}
    nested: set[tuple[str, str]] = set()
    for rule in program.rules:
        yield from _check_heads_and_bodies(rule)
        yield from _check_goal(rule)
        yield from _check_sentence(rule)
        yield from _check_functions(rule, program.dialect, nested)
        yield from counts.check(rule, program.dialect)
        first = seen.setdefault(rule, rule)
        if first is not rule:
            yield Diagnostic(
                "gdl-duplicate-rule",
                Severity.HINT,
                say("This is said already{at}.", at=_at(first.span)),
                rule.span,
                "Delete one of the two.",
            )


def check_head(rule: Rule) -> Iterator[Diagnostic]:
    """What the match gives cannot be concluded, in whatever dialect."""
    head = rule.head
    if head.relation in RELATIONS and WordPlace.HEAD not in WORDS[head.relation].places:
        yield Diagnostic(
            "gdl-keyword-in-head",
            Severity.ERROR,
            say(
                "'{head_relation}' is given by the match; rules cannot conclude it.",
                head_relation=head.relation,
            ),
            head.span,
            say("Do you mean '{instead}'?", instead=WORDS[head.relation].instead),
        )


def _check_heads_and_bodies(rule: Rule) -> Iterator[Diagnostic]:
    yield from check_head(rule)
    for atom, _ in atoms(rule.body):
        if atom.relation in RELATIONS and WordPlace.BODY not in WORDS[atom.relation].places:
            yield Diagnostic(
                "gdl-keyword-in-body",
                Severity.ERROR,
                say(
                    "'{atom_relation}' can only be concluded, not asked for.",
                    atom_relation=atom.relation,
                ),
                atom.span,
                say(
                    "Ask for the present state with '{instead}'.",
                    instead=WORDS[atom.relation].instead,
                ),
            )


def _check_goal(rule: Rule) -> Iterator[Diagnostic]:
    if rule.head.signature != ("goal", 2):
        return
    value = rule.head.args[1]
    if isinstance(value, Var):
        return
    if not (isinstance(value, str) and re.fullmatch(r"\d{1,3}", value) and int(value) <= 100):
        yield Diagnostic(
            "gdl-goal-value",
            Severity.ERROR,
            "The value of a goal must be a whole number from 0 to 100.",
            rule.head.span,
            "0 is the worst result and 100 the best.",
        )


def _check_sentence(rule: Rule) -> Iterator[Diagnostic]:
    if rule.text is None:
        return
    known = {variable.name.lower(): variable.name for variable in variables(rule)}
    for name in re.findall(r"\?([\w-]+)", rule.text):
        if name.lower() not in known:
            near = meant(name, known.values())
            yield Diagnostic(
                "gdl-sentence-variable",
                Severity.WARNING,
                say(
                    "The sentence before this rule speaks of ?{name}, "
                    "which the rule does not have.",
                    name=name,
                ),
                rule.span,
                say("Do you mean ?{near}?", near=near)
                if near
                else "Use the names of the rule's variables.",
            )


def _check_functions(
    rule: Rule, dialect: Dialect, seen: set[tuple[str, str]]
) -> Iterator[Diagnostic]:
    """Words of the language that stand where only the author's own can, each pair once."""
    for atom, _ in atoms((rule.head, *rule.body)):
        inner = keyword_inside(atom, dialect)
        if inner is None or (atom.relation, inner) in seen:
            continue
        seen.add((atom.relation, inner))
        kind = WORDS[atom.relation].arguments[-1].name.lower()
        if atom is rule.head:
            hint = say("Give the {kind} a name of its own.", kind=say(kind))
        elif inner in CONNECTIVES:
            hint = say(
                "Write '{inner}' around '{atom_relation}': ({inner} ({atom_relation} ...)).",
                inner=inner,
                atom_relation=atom.relation,
            )
        else:
            hint = say("Ask for it by itself: {term_text}", term_text=term_text(atom.args[-1]))
        yield Diagnostic(
            "gdl-keyword-as-function",
            Severity.WARNING,
            say(
                "'{inner}' stands inside '{atom_relation}', where it only names a {kind}: "
                "it is not the word of the language there.",
                inner=inner,
                atom_relation=atom.relation,
                kind=say(kind),
            ),
            atom.span,
            hint,
        )


class _Counts:
    """How many arguments each relation and function had where it occurred first."""

    def __init__(self) -> None:
        self.relations: dict[str, tuple[int, Span | None]] = {}
        self.functions: dict[str, tuple[int, Span | None]] = {}
        self.reported: set[tuple[int, str, int]] = set()

    def check(self, rule: Rule, dialect: Dialect) -> Iterator[Diagnostic]:
        for literal in _literals((rule.head, *rule.body)):
            if isinstance(literal, Atom):
                yield from self.check_relation(literal, dialect)
                terms = literal.args
            else:
                terms = (literal.left, literal.right)
            for term in terms:
                if isinstance(term, tuple):
                    yield from self.check_function(term, literal.span)

    def check_relation(self, atom: Atom, dialect: Dialect) -> Iterator[Diagnostic]:
        name, count = atom.signature
        if name in RELATIONS and WORDS[name].known_in(dialect):
            wanted = len(WORDS[name].arguments)
            if count != wanted:
                yield Diagnostic(
                    "gdl-keyword-arguments",
                    Severity.ERROR,
                    say(
                        "'{name}' takes {arguments}, not {count}.",
                        name=name,
                        arguments=_arguments(wanted),
                        count=count,
                    ),
                    atom.span,
                    say("Write it like {example}.", example=WORDS[name].example),
                )
            return
        if self.is_new_difference(self.relations, name, count, atom.span):
            yield _differs("relation", name, count, *self.relations[name], atom.span)

    def check_function(self, term: tuple[Term, ...], span: Span | None) -> Iterator[Diagnostic]:
        todo: list[Term] = [term]
        while todo:
            item = todo.pop()
            if isinstance(item, tuple):
                name, count = str(item[0]), len(item) - 1
                if self.is_new_difference(self.functions, name, count, span):
                    yield _differs("function", name, count, *self.functions[name], span)
                todo.extend(item[1:])

    def is_new_difference(
        self, firsts: dict[str, tuple[int, Span | None]], name: str, count: int, span: Span | None
    ) -> bool:
        """Whether the name had another number of arguments before, and this one is news."""
        if firsts.setdefault(name, (count, span))[0] == count:
            return False
        key = (id(firsts), name, count)
        if key in self.reported:
            return False
        self.reported.add(key)
        return True


def _differs(
    kind: str, name: str, count: int, first: int, place: Span | None, span: Span | None
) -> Diagnostic:
    return Diagnostic(
        f"gdl-{kind}-arity",
        Severity.ERROR,
        say(
            "The {kind} '{name}' has {arguments} here, but {arguments2}{at}.",
            kind=say(kind),
            name=name,
            arguments=_arguments(count),
            arguments2=_arguments(first),
            at=_at(place),
        ),
        span,
        "Give it the same number everywhere, or use two names.",
    )


def _literals(body: tuple[Literal, ...]) -> Iterator[Atom | Distinct]:
    stack = list(reversed(body))
    while stack:
        match stack.pop():
            case Not(inner):
                stack.append(inner)
            case Or(branches):
                stack.extend(reversed([literal for branch in branches for literal in branch]))
            case literal:
                yield literal


def _arguments(count: int) -> str:
    few = {0: "no arguments", 1: "one argument"}
    return say(few[count]) if count in few else say("{count} arguments", count=count)


def _at(span: Span | None) -> str:
    return say(" in line {span_line}", span_line=span.line) if span else say(" elsewhere")
