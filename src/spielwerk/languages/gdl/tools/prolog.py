"""GDL rules as a Prolog program, by the translation of the seed (its section 4.3.1).

A program goes in, Prolog text comes out. Names get prefixes, so that nothing a game calls its
own can meet a word of Prolog or of the language: a constant ``c`` is ``value_c``, a variable
``?v`` is ``Token_v``, a relation ``r`` is ``function_r``, a fact of the state is a dynamic clause
``state_function_...``, and a move made is a dynamic clause ``input(...)``. Facts and moves are
spread over the arguments: ``(next (cell 1 2 x))`` is ``function_next(value_cell, value_1, ...)``.
Once loaded, the program holds the initial state.

The seed left some things open that must be settled for the result to be right for any game:

* Terms inside facts, moves and other relations are ``function_f(...)``.
* Where a variable stands for a whole fact or move, that relation is not spread: its fact or move
  is one term, and a fact of the state is ``state(...)``.
* ``distinct`` comes last, as in the seed; a negation waits until its variables are bound.
* Relations that need themselves are tabled, since Prolog would go round in circles in some of
  them. No other is.
* An ``init`` with conditions is carried out when the program is loaded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from spielwerk.languages.gdl.program import (
    Atom,
    Distinct,
    Literal,
    Not,
    Program,
    Rule,
    Signature,
    Term,
    Var,
    atoms,
    dependencies,
    spoken,
    variables,
)

_PREDICATES = {
    "true": "state",
    "init": "state",
    "next": "function_next",
    "does": "input",
    "legal": "function_legal",
    "sees": "function_sees",
}
"""The relations whose last argument is a fact, a move or a percept."""
_PLAIN_ATOM = re.compile(r"[a-z][A-Za-z0-9_]*")
_PLAIN_VARIABLE = re.compile(r"[A-Za-z0-9_]+")


@dataclass(frozen=True, slots=True)
class Goal:
    """A predicate applied to arguments, which are Prolog texts already."""

    name: str
    args: tuple[str, ...] = ()

    def __str__(self) -> str:
        name = _prolog_atom(self.name)
        return f"{name}({', '.join(self.args)})" if self.args else name

    @property
    def signature(self) -> Signature:
        """Name and number of arguments."""
        return self.name, len(self.args)

    @property
    def indicator(self) -> str:
        """The predicate as declarations name it: ``role/1``."""
        return f"{_prolog_atom(self.name)}/{len(self.args)}"


@dataclass(frozen=True, slots=True)
class Translation:
    """A game in Prolog, and what a caller must know to talk to it."""

    text: str
    shapes: Mapping[str, tuple[Signature, ...]]
    """What ``true``, ``next``, ``does``, ``legal`` and ``sees`` can hold: names and arities."""
    whole: frozenset[str]
    """Those of them whose fact, move or percept stays one term."""
    tabled: tuple[Signature, ...]
    """Tabled predicates that depend on the state: their tables die with it."""

    def contents(self, relation: str, *role: str) -> Iterator[tuple[str, str]]:
        """What ``relation`` (of ``role``) can hold: each as a term and as the goal asking for it.

        Arguments are variables of Prolog.
        """
        if relation in self.whole:
            yield "Any", str(Goal(_PREDICATES[relation], (*role, "Any")))
            return
        for name, arity in self.shapes[relation]:
            args = tuple(f"A{index}" for index in range(arity))
            yield str(_term(name, args)), str(_spread(relation, role, name, args))


def translate(program: Program) -> str:
    """The rules of ``program`` in Prolog."""
    return translation(program).text


def translation(program: Program) -> Translation:
    """The rules of ``program`` in Prolog, with what it takes to run them."""
    rules = spoken(program).rules
    shapes = _shapes(rules)
    writer = _Writer(_whole(rules))
    graph = dependencies(rules)
    recursive = [r for r in graph.uses if r[0] not in _PREDICATES and graph.recursive(r)]
    tabled = [Goal(f"function_{name}", ("_",) * arity) for name, arity in recursive]
    changing = graph.dependents("true", "does")
    lines = [
        f"% Translated from {' '.join(program.file.split())}.",
        ":- encoding(utf8).",
        ":- style_check(-singleton).",
        *(f":- dynamic {goal.indicator}." for goal in writer.dynamic(rules, shapes)),
        *(f":- table {goal.indicator}." for goal in tabled),
        "",
        *writer.clauses(rules),
    ]
    return Translation(
        "\n".join(lines) + "\n",
        shapes,
        writer.whole,
        tuple(
            goal.signature
            for goal, relation in zip(tabled, recursive, strict=True)
            if relation in changing
        ),
    )


def prolog_term(term: Term) -> str:
    """A term as the translation writes it."""
    if isinstance(term, Var):
        return _prolog_variable(term.name)
    if isinstance(term, tuple):
        name, args = _parts(term)
        return str(_term(name, [prolog_term(arg) for arg in args]))
    return _prolog_atom(f"value_{term}")


def _prolog_atom(name: str) -> str:
    if _PLAIN_ATOM.fullmatch(name):
        return name
    escaped = name.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _prolog_variable(name: str) -> str:
    if _PLAIN_VARIABLE.fullmatch(name):
        return f"Token_{name}"
    spelled = (c if c.isascii() and c.isalnum() else f"_{ord(c):x}_" for c in name)
    return f"Spelled_{''.join(spelled)}"


def _parts(term: Term) -> tuple[str, tuple[Term, ...]]:
    """Name and arguments; a constant has none."""
    if isinstance(term, tuple):
        return str(term[0]), term[1:]
    return str(term), ()


def _term(name: str, args: Sequence[str]) -> Goal:
    return Goal(f"function_{name}", tuple(args)) if args else Goal(f"value_{name}")


def _spread(relation: str, role: Sequence[str], name: str, args: Sequence[str]) -> Goal:
    """How the program says that ``relation`` (of ``role``) holds ``(name args)``."""
    predicate = _PREDICATES[relation]
    if predicate == "state":
        return Goal(f"state_function_{name}", tuple(args))
    return Goal(predicate, (*role, str(_term(name, ())), *args))


class _Writer:
    """Writes the rules of one game; ``whole`` are the relations it does not spread."""

    def __init__(self, whole: frozenset[str]) -> None:
        self.whole = whole

    def goal(self, atom: Atom) -> Goal:
        """What stands for an atom."""
        relation = atom.relation
        if relation not in _PREDICATES:
            name = relation if relation == "role" else f"function_{relation}"
            return Goal(name, tuple(map(prolog_term, atom.args)))
        *before, content = atom.args
        role = [prolog_term(term) for term in before]
        if relation in self.whole:
            return Goal(_PREDICATES[relation], (*role, prolog_term(content)))
        name, args = _parts(content)
        return _spread(relation, role, name, [prolog_term(arg) for arg in args])

    def body(self, body: Iterable[Literal]) -> Iterator[str]:
        """The conditions of a rule, in an order in which Prolog may ask them."""
        bound: set[Var] = set()
        negations: list[Not] = []
        last: list[str] = []
        for literal in body:
            match literal:
                case Atom():
                    yield str(self.goal(literal))
                    bound.update(variables(literal))
                case Not():
                    negations.append(literal)
                case Distinct(left, right):
                    last.append(f"{prolog_term(left)} \\== {prolog_term(right)}")
            ready = [x for x in negations if bound.issuperset(variables(x))]
            negations = [x for x in negations if x not in ready]
            yield from map(self.negation, ready)
        yield from map(self.negation, negations)
        yield from last

    def negation(self, negation: Not) -> str:
        """A negated condition."""
        assert isinstance(negation.literal, Atom), "normal rules negate nothing but atoms"
        return f"\\+ {self.goal(negation.literal)}"

    def clauses(self, rules: Iterable[Rule]) -> Iterator[str]:
        """All clauses, those of a predicate together, and at the end what is done on loading."""
        groups: dict[Signature, list[str]] = {}
        directives: list[str] = []
        for rule in rules:
            head = self.goal(rule.head)
            body = list(self.body(rule.body))
            if rule.head.relation == "init" and body:
                found = ", ".join([*body, f"\\+ {head}"])
                directives.append(f":- forall(({found}), assertz({head})).")
                continue
            conditions = " :-\n    " + ",\n    ".join(body) if body else ""
            groups.setdefault(head.signature, []).append(f"{head}{conditions}.")
        for group in groups.values():
            yield from (*group, "")
        yield from directives

    def dynamic(
        self, rules: Sequence[Rule], shapes: Mapping[str, tuple[Signature, ...]]
    ) -> list[Goal]:
        """What changes from state to state, and what is asked for although nothing defines it."""
        changing = [
            Goal(_PREDICATES[relation], ("_",) * (len(role) + 1))
            if relation in self.whole
            else _spread(relation, role, name, ("_",) * arity)
            for relation, role in (("true", ()), ("does", ("_",)))
            for name, arity in shapes[relation]
        ]
        defined = {self.goal(rule.head).signature for rule in rules if rule.head.relation != "init"}
        asked = [
            *(self.goal(atom) for rule in rules for atom, _ in atoms(rule.body)),
            Goal("function_terminal"),
            Goal("function_goal", ("_", "_")),
        ]
        missing = [goal for goal in asked if goal.signature not in defined]
        return list({goal.signature: goal for goal in (*changing, *missing)}.values())


def _shapes(rules: Iterable[Rule]) -> dict[str, tuple[Signature, ...]]:
    """Names and arities of what can be true, made so, done, legal and seen."""
    found: dict[str, dict[Signature, None]] = {
        relation: {} for relation in ("true", "next", "does", "legal", "sees")
    }
    also = {"init": ("true",), "next": ("next", "true"), "legal": ("legal", "does")}
    for rule in rules:
        for atom in (rule.head, *(atom for atom, _ in atoms(rule.body))):
            if atom.relation not in _PREDICATES or isinstance(atom.args[-1], Var):
                continue
            name, args = _parts(atom.args[-1])
            for relation in also.get(atom.relation, (atom.relation,)):
                found[relation][name, len(args)] = None
    return {relation: tuple(names) for relation, names in found.items()}


def _whole(rules: Iterable[Rule]) -> frozenset[str]:
    """The relations in which a variable stands for a fact, move or percept as a whole."""
    found = {
        atom.relation
        for rule in rules
        for atom in (rule.head, *(atom for atom, _ in atoms(rule.body)))
        if atom.relation in _PREDICATES and isinstance(atom.args[-1], Var)
    }
    if found & {"true", "init", "next"}:
        found |= {"true", "init"}
    if "legal" in found:
        found.add("does")
    return frozenset(found)
