"""The engine of the seed dialect: rules are asked as Prolog is, and one role moves at a time.

A program as its author wrote it goes in, an engine comes out
(:class:`spielwerk.languages.gdl.engine.Engine`). In a joint move all roles but one are
:data:`IDLE`: then exactly one ``does`` is true, as the dialect has it.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from threading import RLock
from typing import Any

from spielwerk.core import LimitExceeded
from spielwerk.languages.gdl.asking.cells import is_ground
from spielwerk.languages.gdl.asking.clauses import AskedUnbound
from spielwerk.languages.gdl.asking.machine import (
    STATIC,
    STEP,
    AskedRelation,
    Machine,
    Memo,
    Occasion,
)
from spielwerk.languages.gdl.asking.numbers import Signature, as_number
from spielwerk.languages.gdl.asking.tables import Facts
from spielwerk.languages.gdl.program import (
    Atom,
    Program,
    Rule,
    Term,
    Var,
    simplify,
    term_text,
    variables,
)

IDLE = ""
"""The move of a role that does not move; no text can write it."""

_RECENT = 64
"""Of how many positions what was derived is kept."""
_STACK = 60_000
"""How deep questions may ask further ones."""


class AskedState:
    """A state: its facts, and what was derived from them so far."""

    __slots__ = ("derived", "facts", "goals", "legal", "sorted", "terminal")

    def __init__(self, facts: frozenset[Term]) -> None:
        self.facts = facts
        self.derived: tuple[Facts, Memo] | None = None
        self.legal: dict[str, tuple[Term, ...]] = {}
        self.goals: Mapping[str, tuple[int, ...]] | None = None
        self.terminal: bool | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AskedState) and self.facts == other.facts

    def __hash__(self) -> int:
        return hash(self.facts)


class AskingEngine:
    """Runs rules by asking them, see :class:`spielwerk.languages.gdl.engine.Engine`."""

    name = "asking"

    def __init__(self, program: Program) -> None:
        self.program = program
        self._machine = Machine(program)
        self._lock = RLock()
        self._recent: deque[AskedState] = deque()
        self._nowhere = AskedState(frozenset())
        self.roles = tuple(dict.fromkeys(str(row[0]) for row in self._rows(("role", 1))))
        self._legal_needs_move = self._machine.level(("legal", 2)) == STEP

    def spoken(self) -> Program:
        """The rules as explanations speak of them: types are conditions of their own."""
        types = self._machine.types

        def told(rule: Rule) -> Rule:
            typed = (
                Atom(kind, (term,), rule.head.span)
                for term, kind in dict.fromkeys(rule.typed)
                if isinstance(term, Var) and types.restricts(kind)
            )
            plain = simplify(rule)
            return replace(plain, body=(*plain.body, *typed))

        return replace(self.program, rules=tuple(map(told, self.program.rules)))

    def initial(self) -> AskedState:
        """The position of the ``init`` facts."""
        return self.position(row[0] for row in self._rows(("init", 1)))

    def position(self, facts: Iterable[Term]) -> AskedState:
        """The position in which exactly these facts are ``true``."""
        return AskedState(frozenset(facts))

    def facts(self, position: AskedState) -> frozenset[Term]:
        """What is ``true`` in the position."""
        return position.facts

    def difference(
        self, before: AskedState, position: AskedState
    ) -> tuple[frozenset[Term], frozenset[Term]]:
        """What was ``true`` before and is not any more, and what is now and was not."""
        return before.facts - position.facts, position.facts - before.facts

    def legal(self, position: AskedState, role: str) -> tuple[Term, ...]:
        """The moves for which ``legal`` holds, sorted by their text.

        :raises LimitExceeded: a rule says that moves are legal, but not which ones
        """
        if role not in position.legal:
            rows = self._rows(("legal", 2), position, (role, 0))
            moves = dict.fromkeys(row[0] for row in rows)
            position.legal[role] = tuple(sorted(moves, key=term_text))
        return position.legal[role]

    def is_legal(self, position: AskedState, role: str, move: Term) -> bool:
        """Whether ``legal`` holds of a move that is given; others need not be listed for it."""
        made = ((role, move),) if self._legal_needs_move else ()
        with self._asking():
            return self._predicate(("legal", 2)).holds(self._scope(position, made), (role, move))

    def terminal(self, position: AskedState) -> bool:
        """Whether ``terminal`` holds."""
        if position.terminal is None:
            with self._asking():
                scope = self._scope(position)
                position.terminal = self._predicate(("terminal", 0)).holds(scope, ())
        return position.terminal

    def goals(self, position: AskedState) -> Mapping[str, tuple[int, ...]]:
        """The values of ``goal`` for every role, whatever numbers they are."""
        if position.goals is None:
            position.goals = {role: self._goals_of(position, role) for role in self.roles}
        return position.goals

    def holds(self, position: AskedState, atom: Atom) -> bool:
        """Whether an atom without variables holds."""
        return bool(self.matches(position, atom))

    def next(self, position: AskedState, joint: tuple[Term, ...]) -> AskedState:
        """The position after a move. Legality is not looked at."""
        rows = self._rows(("next", 1), position, (0,), self._made(joint))
        return self.position(row[0] for row in rows)

    def sees(self, position: AskedState, joint: tuple[Term, ...]) -> Mapping[str, frozenset[Term]]:
        """Nothing: in this dialect what only one role sees is part of the state."""
        return {role: frozenset() for role in self.roles}

    def evaluate(
        self, position: AskedState, name: str, joint: tuple[Term, ...] | None = None
    ) -> list[Atom]:
        """Everything that holds of the relations of this name, sorted by its text."""
        if name == "true":
            return [Atom("true", (fact,)) for fact in sorted(position.facts, key=term_text)]
        signatures = {r.head.signature for r in self.program.rules if r.head.relation == name}
        found = [
            Atom(name, row)
            for signature in signatures
            for row in self.matches(position, _pattern(signature), joint)
        ]
        return sorted(found, key=str)

    def changes(self, signature: Signature) -> bool:
        """Whether a relation depends on the state or the moves made."""
        return self._machine.level(signature) != STATIC or signature[0] in ("count", "next")

    def matches(
        self, position: AskedState | None, atom: Atom, joint: tuple[Term, ...] | None = None
    ) -> list[tuple[Term, ...]]:
        """The arguments with which an atom holds.

        :raises LimitExceeded: it is asked with too few values
        """
        if (of_type := self._values_of(atom)) is not None:
            return [(value,) for value in of_type if atom.args[0] in (value, *variables(atom))]
        level = self._machine.level(atom.signature)
        if level and (position is None or (level == STEP and joint is None)):
            return []
        unknown = tuple(dict.fromkeys(variables(atom)))
        question = Rule(Atom("(asked)", unknown), (atom,), atom.span)
        predicate = AskedRelation(self._machine, question.head.signature, [question], -1)
        where = position or self._nowhere
        with self._asking():
            scope = Occasion(self._machine, *self._derived(where), self._made(joint or ()))
            predicate.level = STEP
            answers = predicate.answers(scope, tuple(range(len(unknown))), len(unknown))
        found = []
        for (values, open_values), _ in answers:
            if not open_values:
                known = dict(zip(unknown, values, strict=True))
                found.append(tuple(_filled(term, known) for term in atom.args))
        return found

    def _values_of(self, atom: Atom) -> Mapping[Term, None] | None:
        """The values of a type, where an atom asks whether something is of a type."""
        if len(atom.args) != 1 or self._machine.defines(atom.signature):
            return None
        types = self._machine.types
        return types.values(atom.relation) if types.restricts(atom.relation) else None

    def _goals_of(self, position: AskedState, role: str) -> tuple[int, ...]:
        values = (as_number(row[0]) for row in self._rows(("goal", 2), position, (role, 0)))
        return tuple(sorted({value for value in values if value is not None}))

    def _rows(
        self,
        relation: Signature,
        position: AskedState | None = None,
        question: tuple[Any, ...] | None = None,
        made: tuple[tuple[str, Term], ...] = (),
    ) -> list[tuple[Any, ...]]:
        """The values of a question's unknowns; without one, of all arguments."""
        asked = tuple(range(relation[1])) if question is None else question
        unknown = sum(isinstance(term, int) for term in asked)
        predicate = self._predicate(relation)
        with self._asking():
            scope = self._scope(position or self._nowhere, made)
            answers = predicate.answers(scope, asked, unknown)
        rows = []
        for (values, open_values), _ in answers:
            if open_values or not all(map(is_ground, values)):
                raise self._unbound(relation)
            rows.append(values)
        return rows

    def _unbound(self, relation: Signature) -> AskedUnbound:
        """Some rule leaves open what it speaks of: the first that may be meant."""
        for rule in self.program.rules:
            if rule.head.signature == relation:
                bound = {v for x in rule.body if isinstance(x, Atom) for v in variables(x)}
                if loose := [v for v in variables(rule.head) if v not in bound]:
                    where = f"line {rule.span.line}: " if rule.span else ""
                    return AskedUnbound(
                        f"{where}{rule.head} holds for whatever {loose[0]} is, so it cannot be "
                        f"listed. Add a condition that gives {loose[0]} a value, or a type."
                    )
        return AskedUnbound(f"What {relation[0]} holds of cannot be listed: a value is left open.")

    def _predicate(self, relation: Signature) -> AskedRelation:
        return self._machine.predicate(relation)

    def _made(self, joint: tuple[Term, ...]) -> tuple[tuple[str, Term], ...]:
        moves = zip(self.roles, joint, strict=False)
        return tuple((role, move) for role, move in moves if move != IDLE)

    def _scope(self, position: AskedState, made: tuple[tuple[str, Term], ...] = ()) -> Occasion:
        return Occasion(self._machine, *self._derived(position), made)

    def _derived(self, position: AskedState) -> tuple[Facts, Memo]:
        if position.derived is None:
            position.derived = Facts(position.facts), {}
            self._recent.append(position)
            if len(self._recent) > _RECENT:
                self._recent.popleft().derived = None
        return position.derived

    @contextmanager
    def _asking(self) -> Iterator[None]:
        """One question at a time, and as deep as it takes."""
        with self._lock:
            before = sys.getrecursionlimit()
            sys.setrecursionlimit(max(before, _STACK))
            try:
                yield
            except RecursionError:
                raise LimitExceeded("A rule asks itself again and again, without an end.") from None
            finally:
                self._machine.settle()
                sys.setrecursionlimit(before)


def _pattern(signature: Signature) -> Atom:
    return Atom(signature[0], tuple(Var(str(place)) for place in range(signature[1])))


def _filled(term: Term, values: Mapping[Var, Term]) -> Term:
    if isinstance(term, Var):
        return values[term]
    return tuple(_filled(part, values) for part in term) if isinstance(term, tuple) else term
