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
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
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

_MAX_BLAME = 50
"""Through how many relations a missing value is traced to where it is needed."""


@dataclass(frozen=True, slots=True)
class AskedCondition:
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

    def __init__(
        self,
        rules: Iterable[Rule],
        given: Given = lists_anything,
        must: Mapping[Signature, Collection[int]] | None = None,
    ) -> None:
        """``must`` are arguments that have to be known, whatever the rules say."""
        self.rules: dict[Signature, list[Rule]] = {}
        self._must = must or {}
        self._given = given
        self._refuted: set[_Key] = set()
        self._users: dict[_Key, dict[_Key, None]] = {}
        """Every question that came up, and the questions that need it."""
        self._unsettled: list[_Key] = []
        self._settling: _Key | None = None
        for rule in rules:
            self.rules.setdefault(rule.head.signature, []).append(rule)
        for signature in self.rules:
            self._askable(signature, listing(signature))
        self._settle()

    def listable(self, signature: Signature) -> bool:
        """Whether everything that holds of a relation can be listed."""
        return self._askable(signature, listing(signature))

    def fitting(self, signature: Signature, mode: Mode) -> list[Rule]:
        """The rules of a relation that count in a mode."""
        return [rule for rule in self.rules.get(signature, ()) if _fits(rule.head.args, mode)]

    def order(self, rule: Rule, mode: Mode) -> list[AskedCondition] | None:
        """The conditions of a rule, one after the other as it can be asked in a mode, if it can."""
        while True:
            steps = self._tried(_Attempt(rule, mode))
            if not self._unsettled:
                return steps
            self._settle()

    def stuck(self, rule: Rule, mode: Mode) -> Stuck:
        """Why a rule cannot be asked in a mode."""
        return self._blame(rule, mode, ())

    def _tried(self, attempt: _Attempt) -> list[AskedCondition] | None:
        steps: list[AskedCondition] = []
        while attempt.waiting:
            ready = None
            for literal in attempt.waiting:
                ready = self._ready(literal, attempt)
                if ready is not None:
                    break
            if ready is None:
                return None
            steps.append(ready)
            attempt.waiting = [x for x in attempt.waiting if x is not ready.literal]
            if isinstance(ready.literal, Atom):
                attempt.known.update(
                    v
                    for x, term in zip(ready.mode, ready.literal.args, strict=True)
                    if x != "_"
                    for v in variables(term)
                )
        return steps if attempt.known.issuperset(attempt.wanted) else None

    def _settle(self) -> None:
        """Take everything to be askable, and then see what is not, until nothing changes."""
        while self._unsettled:
            key = self._unsettled.pop()
            if key in self._refuted:
                continue
            self._settling = key
            if any(
                self._tried(_Attempt(rule, key[1])) is None
                for rule in self.fitting(*key)
                if rule.body or any(variables(rule.head))
            ):
                self._refuted.add(key)
                self._unsettled.extend(self._users[key])
        self._settling = None

    def _askable(self, signature: Signature, mode: Mode) -> bool:
        if any(mode[place][0] not in "b=" for place in self._must.get(signature, ())):
            return False
        if signature not in self.rules:
            return self._given(signature, mode)
        key = signature, mode
        if key not in self._users:
            self._users[key] = {}
            self._unsettled.append(key)
        if self._settling is not None:
            self._users[key][self._settling] = None
        return key not in self._refuted

    def _ready(self, literal: Literal, attempt: _Attempt) -> AskedCondition | None:
        """How a condition is asked, if it has the values it needs."""
        known = frozenset(attempt.known)
        match literal:
            case Distinct():
                ready = known.issuperset(variables(literal))
                return AskedCondition(literal, (), known) if ready else None
            case Not(Atom() as atom) if attempt.waits(atom):
                return None
            case (Atom() as atom) | Not(Atom() as atom):
                for mode in _simplest_first(atom, attempt.mode(atom)):
                    if self._askable(atom.signature, mode):
                        return AskedCondition(literal, mode, known)
                return None
        raise TypeError(f"{literal} is not in plain form")

    def _blame(self, rule: Rule, mode: Mode, path: tuple[_Key, ...]) -> Stuck:
        """What a rule lacks: of the conditions that are left, the first to ask is to blame."""
        attempt = _Attempt(rule, mode)
        self._tried(attempt)
        for literal in sorted(attempt.waiting, key=lambda x: not isinstance(x, Atom)):
            atom = literal.literal if isinstance(literal, Not) else literal
            if isinstance(atom, Atom) and not (literal is not atom and attempt.waits(atom)):
                return self._blame_atom(rule, literal, atom, attempt, path)
        lacking = [(x, v) for x in attempt.waiting for v in variables(x)]
        lacking += [(rule.head, v) for v in attempt.wanted]
        place, variable = next(x for x in lacking if x[1] not in attempt.known)
        return Stuck(rule, place, variable)

    def _blame_atom(
        self, rule: Rule, literal: Literal, atom: Atom, attempt: _Attempt, path: tuple[_Key, ...]
    ) -> Stuck:
        """Which of an atom's variables the rules of its relation would need."""
        mode = attempt.mode(atom)
        opens = [v for v in variables(atom) if v not in attempt.known]
        below = None
        key = atom.signature, mode
        if key not in path and len(path) < _MAX_BLAME:
            stuck = (r for r in self.fitting(*key) if self.order(r, mode) is None)
            cause = next(stuck, None)
            below = None if cause is None else self._blame(cause, mode, (*path, key))
        if below is not None:
            for term, needed in zip(atom.args, below.rule.head.args, strict=True):
                missing = [v for v in variables(term) if v not in attempt.known]
                if missing and below.variable in variables(needed):
                    opens = missing
                    break
        return Stuck(rule, literal, next(iter(opens), None) or _any_variable(atom), below)


class _Attempt:
    """A rule that is being asked: what is known, what is wanted, and what still waits."""

    def __init__(self, rule: Rule, mode: Mode) -> None:
        head = list(zip(mode, rule.head.args, strict=True))
        self.known = {v for x, term in head if x[0] in "b=" for v in variables(term)}
        self.wanted = [v for x, term in head if x == "f" for v in variables(term)]
        self.waiting: list[Literal] = list(rule.body)
        self._uses = Counter(
            [*self.wanted, *self.known, *(v for x in rule.body for v in variables(x))]
        )
        self._outer = {*self.wanted, *self.known}
        self._outer.update(v for x in rule.body if isinstance(x, Atom) for v in variables(x))

    def waits(self, negated: Atom) -> bool:
        """Whether a negated atom has variables that will get values from elsewhere."""
        return any(v in self._outer and v not in self.known for v in variables(negated))

    def mode(self, atom: Atom) -> Mode:
        """How an atom can be asked with all that is known by now."""
        return tuple(map(self._letter, atom.args))

    def _letter(self, term: Term) -> str:
        if self.known.issuperset(variables(term)):
            return "b"
        return "_" if isinstance(term, Var) and self._uses[term] == 1 else "f"


def listing(signature: Signature) -> Mode:
    """The mode in which all is wanted and nothing given."""
    return ("f",) * signature[1]


def _fits(head: Sequence[Term], mode: Mode) -> bool:
    return all(
        letter[0] != "=" or isinstance(term, Var) or term == letter[1:]
        for term, letter in zip(head, mode, strict=True)
    )


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
