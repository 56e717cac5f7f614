"""In which ways relations can be asked: which values they must be given to give the others.

``(<= (beside ?x ?y) (distinct ?x ?y))`` cannot be listed, but with values it can be asked; and
``(<= (sees-past ?x ?y) (true (at ?x)))`` can be asked for ?x once ?y is given. Rules in plain form
go in. :class:`Asking` says for each relation and :data:`Mode` whether all its rules find an order
of their conditions in which each is given what it needs, and if not, which variable is missing.

The order is the author's, save that a condition waits until it has the values it needs. A variable
that stands only under one ``not`` asks whether there is any such thing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from spielwerk.languages.gdl.program.needs import Signature
from spielwerk.languages.gdl.program.rules import (
    Atom,
    Distinct,
    Literal,
    Not,
    Rule,
    Term,
    Var,
    variables,
)

Mode: TypeAlias = tuple[str, ...]
"""A letter an argument: ``b``, its value is known; ``f``, its values are wanted; ``_``, any value
will do; ``=c``, it is the constant ``c``, and only rules that can conclude that count."""

Given: TypeAlias = Callable[[Signature, Mode], bool]
"""Whether a relation without rules can be asked in a mode."""

_Key: TypeAlias = tuple[Signature, Mode]


@dataclass(frozen=True, slots=True)
class Asked:
    """A condition in its turn: how its atom is asked, and what is known by then."""

    literal: Literal
    mode: Mode
    known: frozenset[Var]


@dataclass(frozen=True, slots=True)
class Stuck:
    """A rule that cannot go on: ``variable`` has no value where ``place`` needs one.

    Where ``place`` asks another relation, ``below`` is the rule of that one which cannot go on.
    """

    rule: Rule
    place: Literal
    variable: Var
    below: Stuck | None = None


def lists_anything(_: Signature, __: Mode) -> bool:
    """The usual state of relations without rules: facts and moves can be listed."""
    return True


class Asking:
    """The ways in which the relations of some rules can be asked."""

    def __init__(self, rules: Iterable[Rule], given: Given = lists_anything) -> None:
        self.rules: dict[Signature, list[Rule]] = {}
        self._given = given
        self._refuted: set[_Key] = set()
        self._seen: dict[_Key, None] = {}
        for rule in rules:
            self.rules.setdefault(rule.head.signature, []).append(rule)
        for signature in self.rules:
            self._seen[signature, listing(signature)] = None
        self._settle()

    def listable(self, signature: Signature) -> bool:
        """Whether everything that holds of a relation can be listed."""
        return self._askable(signature, listing(signature))

    def fitting(self, signature: Signature, mode: Mode) -> list[Rule]:
        """The rules of a relation that count in a mode."""
        return [rule for rule in self.rules.get(signature, ()) if _fits(rule.head.args, mode)]

    def order(self, rule: Rule, mode: Mode) -> list[Asked] | Stuck:
        """The conditions of a rule, one after the other as it can be asked in a mode."""
        head = list(zip(mode, rule.head.args, strict=True))
        known = {v for x, term in head if x[0] in "b=" for v in variables(term)}
        wanted = [v for x, term in head if x == "f" for v in variables(term)]
        uses = Counter([*wanted, *known, *(v for x in rule.body for v in variables(x))])
        outer = {*wanted, *known}
        outer.update(v for x in rule.body if isinstance(x, Atom) for v in variables(x))
        steps: list[Asked] = []
        waiting = list(rule.body)
        while waiting:
            ready = None
            for literal in waiting:
                ready = self._ready(literal, frozenset(known), uses, outer)
                if ready is not None:
                    break
            if ready is None:
                return self._stuck(rule, waiting, known, uses, outer)
            steps.append(ready)
            waiting = [x for x in waiting if x is not ready.literal]
            if isinstance(ready.literal, Atom):
                known.update(
                    v
                    for x, term in zip(ready.mode, ready.literal.args, strict=True)
                    if x != "_"
                    for v in variables(term)
                )
        for variable in wanted:
            if variable not in known:
                return Stuck(rule, rule.head, variable)
        return steps

    def _settle(self) -> None:
        """Take everything to be askable, and then see what is not, until nothing changes."""
        before = -1
        while before != len(self._seen) + len(self._refuted):
            before = len(self._seen) + len(self._refuted)
            for signature, mode in list(self._seen):
                if (signature, mode) not in self._refuted and any(
                    isinstance(self.order(rule, mode), Stuck)
                    for rule in self.fitting(signature, mode)
                    if rule.body or any(variables(rule.head))
                ):
                    self._refuted.add((signature, mode))

    def _askable(self, signature: Signature, mode: Mode) -> bool:
        if signature not in self.rules:
            return self._given(signature, mode)
        self._seen.setdefault((signature, mode))
        return (signature, mode) not in self._refuted

    def _ready(
        self, literal: Literal, known: frozenset[Var], uses: Mapping[Var, int], outer: set[Var]
    ) -> Asked | None:
        """How a condition is asked, if it has the values it needs."""
        match literal:
            case Distinct():
                ready = known.issuperset(variables(literal))
                return Asked(literal, (), known) if ready else None
            case Not(Atom() as atom):
                opens = set(variables(atom)) - known
                if not outer.isdisjoint(opens):
                    return None
                mode = self._mode(atom, known, uses)
            case Atom() as atom:
                mode = self._mode(atom, known, uses)
            case _:
                raise TypeError(f"{literal} is not in plain form")
        return None if mode is None else Asked(literal, mode, known)

    def _mode(self, atom: Atom, known: frozenset[Var], uses: Mapping[Var, int]) -> Mode | None:
        """The mode in which an atom can be asked, or none: the simplest that will do."""
        full = tuple(_letter(term, known, uses) for term in atom.args)
        for mode in _simplest_first(atom, full):
            if self._askable(atom.signature, mode):
                return mode
        return None

    def _stuck(
        self,
        rule: Rule,
        waiting: Sequence[Literal],
        known: set[Var],
        uses: Mapping[Var, int],
        outer: set[Var],
    ) -> Stuck:
        """What a rule with these conditions left lacks; the first to ask is to blame."""
        for literal in sorted(waiting, key=lambda x: not isinstance(x, Atom)):
            opens = [v for v in variables(literal) if v not in known]
            atom = literal.literal if isinstance(literal, Not) else literal
            waits = isinstance(literal, Not) and not outer.isdisjoint(opens)
            if isinstance(atom, Atom) and not waits:
                return self._blamed(rule, literal, atom, frozenset(known), uses)
        loose = [(x, v) for x in waiting for v in variables(x) if v not in known]
        literal, variable = loose[0]
        return Stuck(rule, literal, variable)

    def _blamed(
        self,
        rule: Rule,
        literal: Literal,
        atom: Atom,
        known: frozenset[Var],
        uses: Mapping[Var, int],
    ) -> Stuck:
        """Which of an atom's variables the rules of its relation would need."""
        full = tuple(_letter(term, known, uses) for term in atom.args)
        below = self._cause(atom.signature, full)
        opens = [v for v in variables(atom) if v not in known]
        if below is not None:
            for term, needed in zip(atom.args, below.rule.head.args, strict=True):
                missing = [v for v in variables(term) if v not in known]
                if missing and below.variable in variables(needed):
                    opens = missing
                    break
        return Stuck(rule, literal, opens[0] if opens else _any_variable(atom), below)

    def _cause(self, signature: Signature, mode: Mode) -> Stuck | None:
        """The rule because of which a relation cannot be asked in a mode."""
        refuted = self._refuted
        self._refuted = refuted - {(signature, mode)}  # or the search goes round in circles
        try:
            for rule in self.fitting(signature, mode):
                found = self.order(rule, mode)
                if isinstance(found, Stuck):
                    return found
        finally:
            self._refuted = refuted
        return None


def listing(signature: Signature) -> Mode:
    """The mode in which all is wanted and nothing given."""
    return ("f",) * signature[1]


def _fits(head: Sequence[Term], mode: Mode) -> bool:
    return all(
        letter[0] != "=" or isinstance(term, Var) or term == letter[1:]
        for term, letter in zip(head, mode, strict=True)
    )


def _letter(term: Term, known: frozenset[Var], uses: Mapping[Var, int]) -> str:
    if known.issuperset(variables(term)):
        return "b"
    return "_" if isinstance(term, Var) and uses[term] == 1 else "f"


def _simplest_first(atom: Atom, full: Mode) -> Iterator[Mode]:
    """The modes that are open to an atom: listing, values given, values thrown away, constants."""
    yield listing(atom.signature)
    yield tuple("f" if letter == "_" else letter for letter in full)
    yield full
    exact = tuple(
        f"={term}" if isinstance(term, str) and " " not in term else letter
        for term, letter in zip(atom.args, full, strict=True)
    )
    yield tuple("f" if letter == "_" else letter for letter in exact)
    yield exact


def _any_variable(atom: Atom) -> Var:
    return next(variables(atom), Var("any"))
