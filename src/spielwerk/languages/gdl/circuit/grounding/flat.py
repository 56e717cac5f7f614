"""Rules without nested terms: the form in which they can be grounded with arrays.

A normalised program goes in. Relations are told apart by the *shapes* of their arguments, so that
``(true (cell ?x ?y ?p))`` becomes a relation ``true`` of shape ``(cell . . .)`` with three columns
of plain constants. Which shapes occur is found by running the rules over shapes alone; a variable
that stands for compound terms gives one flat rule for every shape it can take.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from spielwerk.core import LimitExceeded
from spielwerk.languages.gdl.program import (
    Atom,
    Distinct,
    Not,
    Program,
    Rule,
    Term,
    Var,
    dependencies,
    term_text,
)

Shape: TypeAlias = "tuple[str, tuple[Shape, ...]] | None"
"""``None`` for a constant, else the function's name and the shapes of its arguments."""

Shapes: TypeAlias = tuple[Shape, ...]

_MAX_RULES = 50_000
_MAX_DEPTH = 16
_FEEDS = {"init": "true", "next": "true", "legal": "does"}
"""What holds of the first relation may hold of the second, later or by choice."""
_NEEDED = ("init", "next", "legal", "terminal", "goal", "sees", "role")


@dataclass(frozen=True, slots=True)
class FlatRelation:
    """A relation with arguments of given shapes."""

    name: str
    shapes: Shapes

    @property
    def width(self) -> int:
        """The number of constants that a row of it has."""
        return sum(map(_leaves, self.shapes))

    def __str__(self) -> str:
        args = self.terms("?" for _ in range(self.width))
        return term_text((self.name, *args)) if args else self.name

    def terms(self, row: Iterable[str]) -> tuple[Term, ...]:
        """The arguments that a row of constants stands for."""
        values = iter(row)
        return tuple(_build(shape, values) for shape in self.shapes)


@dataclass(frozen=True, slots=True)
class FlatAtom:
    """``args`` are constants (numbers from 0) and variables (``~0``, ``~1``, ...)."""

    relation: int
    args: tuple[int, ...]

    @property
    def variables(self) -> frozenset[int]:
        return frozenset(arg for arg in self.args if arg < 0)


@dataclass(frozen=True, slots=True)
class FlatRule:
    """A rule over flat atoms. ``distinct`` holds pairs of rows that must differ somewhere."""

    head: FlatAtom
    positive: tuple[FlatAtom, ...] = ()
    negative: tuple[FlatAtom, ...] = ()
    distinct: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = ()
    source: Rule | None = field(default=None, compare=False)
    """What the author wrote."""

    def __str__(self) -> str:
        if self.source is None:
            return "a rule"
        place = "" if self.source.span is None else f" at {self.source.span}"
        return f"the rule for {self.source.head}{place}"


@dataclass(slots=True)
class FlatProgram:
    """Everything numbered: constants, relations and, by relation, facts and rules."""

    roles: tuple[str, ...]
    constants: list[str] = field(default_factory=list)
    relations: list[FlatRelation] = field(default_factory=list)
    rules: list[FlatRule] = field(default_factory=list)
    facts: dict[int, list[tuple[int, ...]]] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    index: dict[FlatRelation, int] = field(default_factory=dict)

    def constant(self, name: str) -> int:
        number = self.numbers.setdefault(name, len(self.constants))
        if number == len(self.constants):
            self.constants.append(name)
        return number

    def relation(self, relation: FlatRelation) -> int:
        number = self.index.setdefault(relation, len(self.relations))
        if number == len(self.relations):
            self.relations.append(relation)
        return number

    def named(self, *names: str) -> list[int]:
        """The numbers of all relations of these names, whatever their shapes."""
        return [i for i, relation in enumerate(self.relations) if relation.name in names]

    def feeds(self) -> dict[int, int]:
        """For each ``init``, ``next`` and ``legal`` the ``true`` or ``does`` of the same shape."""
        return {
            number: self.index[FlatRelation(_FEEDS[relation.name], relation.shapes)]
            for number, relation in enumerate(self.relations)
            if relation.name in _FEEDS
        }


def flatten(program: Program) -> FlatProgram:
    """The rules that matter for running the game, flat.

    :raises LimitExceeded: terms nest without end, or a rule is not safe
    """
    graph = dependencies(program.rules)
    needed = graph.below(*(s for s in graph.uses if s[0] in _NEEDED), ("legal", 2), ("next", 1))
    rules = [rule for rule in program.rules if rule.head.signature in needed]
    roles = tuple(
        rule.head.args[0]
        for rule in rules
        if rule.head.relation == "role" and isinstance(rule.head.args[0], str)
    )
    known = _shapes(rules)
    flat = FlatProgram(tuple(dict.fromkeys(roles)))
    for name, found in known.items():
        for shapes in found:
            flat.relation(FlatRelation(name[0], shapes))
    for rule in rules:
        for binding in _bindings(rule, known):
            for roleplay in _roleplays(rule, flat.roles):
                _add(flat, rule, binding, roleplay)
        if len(flat.rules) > _MAX_RULES:
            raise LimitExceeded(f"The rules have more than {_MAX_RULES:,} variants by shape.")
    return flat


_Known: TypeAlias = dict[tuple[str, int], dict[Shapes, None]]
_Binding: TypeAlias = dict[Var, Shape]


def _shapes(rules: Sequence[Rule]) -> _Known:
    """Every relation's argument shapes: the least fixpoint of the rules, read over shapes."""
    known: _Known = {}
    pending = list(rules)
    while pending:
        changed: set[str] = set()
        for rule in pending:
            for binding in _bindings(rule, known):
                shapes = tuple(_shape(arg, binding, rule) for arg in rule.head.args)
                if max(map(_depth, shapes), default=0) > _MAX_DEPTH:
                    raise LimitExceeded(
                        f"Terms of {rule.head.relation} nest deeper than {_MAX_DEPTH} levels."
                    )
                name = rule.head.relation
                for relation in filter(None, (name, _FEEDS.get(name))):
                    found = known.setdefault((relation, len(shapes)), {})
                    if shapes not in found:
                        found[shapes] = None
                        changed.add(relation)
        pending = [
            rule
            for rule in rules
            if any(isinstance(a, Atom) and a.relation in changed for a in rule.body)
        ]
    return known


def _bindings(rule: Rule, known: _Known) -> list[_Binding]:
    """Every way to give the rule's variables shapes such that its conditions can hold."""
    bindings: dict[tuple[tuple[Var, Shape], ...], _Binding] = {(): {}}
    for atom in rule.body:
        if not isinstance(atom, Atom):
            continue
        longer: dict[tuple[tuple[Var, Shape], ...], _Binding] = {}
        for binding in bindings.values():
            for shapes in known.get(atom.signature, ()):
                new = dict(binding)
                if all(map(_matches, atom.args, shapes, [new] * len(shapes))):
                    longer[tuple(new.items())] = new
        bindings = longer
    return list(bindings.values())


def _roleplays(rule: Rule, roles: Sequence[str]) -> Iterator[dict[Var, str]]:
    """One substitution a role for each variable role of a ``does``, so that each move is unique."""
    players = {
        atom.args[0]
        for atom in rule.body
        if isinstance(atom, Atom) and atom.relation == "does" and isinstance(atom.args[0], Var)
    }
    plays: list[dict[Var, str]] = [{}]
    for player in sorted(players, key=str):
        assert isinstance(player, Var)
        plays = [{**play, player: role} for play in plays for role in roles]
    return iter(plays)


def _add(flat: FlatProgram, rule: Rule, binding: _Binding, roleplay: dict[Var, str]) -> None:
    numbers: dict[tuple[Var, int], int] = {}

    def leaves(term: Term) -> Iterator[int]:
        match term:
            case str():
                yield flat.constant(term)
            case Var():
                if term in roleplay:
                    yield flat.constant(roleplay[term])
                    return
                for leaf in range(_leaves(binding[term])):
                    yield ~numbers.setdefault((term, leaf), len(numbers))
            case _:
                for item in term[1:]:
                    yield from leaves(item)

    def atom(source: Atom) -> FlatAtom | None:
        shapes = tuple(_shape(arg, binding, rule) for arg in source.args)
        number = flat.index.get(FlatRelation(source.relation, shapes))
        row = tuple(leaf for arg in source.args for leaf in leaves(arg))
        return None if number is None else FlatAtom(number, row)

    positive: list[FlatAtom] = []
    negative: list[FlatAtom] = []
    distinct: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    for literal in rule.body:
        match literal:
            case Atom():
                found = atom(literal)
                assert found is not None, "bindings come from known shapes"
                positive.append(found)
            case Not(Atom() as inner):
                if found := atom(inner):
                    negative.append(found)
            case Distinct(left, right):
                if _shape(left, binding, rule) == _shape(right, binding, rule):
                    distinct.append((tuple(leaves(left)), tuple(leaves(right))))
            case _:
                raise AssertionError(f"not a normalised condition: {literal}")
    head = atom(rule.head)
    assert head is not None, "heads define the known shapes"
    if not rule.body and all(arg >= 0 for arg in head.args):
        flat.facts.setdefault(head.relation, []).append(head.args)
    else:
        flat.rules.append(FlatRule(head, tuple(positive), tuple(negative), tuple(distinct), rule))


def _shape(term: Term, binding: _Binding, rule: Rule) -> Shape:
    match term:
        case str():
            return None
        case Var():
            if term not in binding:
                raise LimitExceeded(f"{term} of {rule.head} at {rule.span} has no finite range.")
            return binding[term]
        case _:
            name, *args = term
            assert isinstance(name, str), "functions have names"
            return name, tuple(_shape(arg, binding, rule) for arg in args)


def _matches(term: Term, shape: Shape, binding: _Binding) -> bool:
    """Whether ``term`` can have this shape; if so, ``binding`` learns what that says."""
    if isinstance(term, Var):
        return binding.setdefault(term, shape) == shape
    if isinstance(term, str) or shape is None:
        return isinstance(term, str) and shape is None
    name, inner = shape
    return (
        term[0] == name
        and len(term) == len(inner) + 1
        and all(map(_matches, term[1:], inner, [binding] * len(inner)))
    )


def _leaves(shape: Shape) -> int:
    return 1 if shape is None else sum(map(_leaves, shape[1]))


def _depth(shape: Shape) -> int:
    return 0 if shape is None else 1 + max(map(_depth, shape[1]), default=0)


def _build(shape: Shape, values: Iterator[str]) -> Term:
    if shape is None:
        return next(values)
    name, inner = shape
    return (name, *(_build(part, values) for part in inner))
