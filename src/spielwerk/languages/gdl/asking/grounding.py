"""Rules of the seed dialect written out without variables, so that they become a circuit.

The same questions are asked as in a match, but of all states at once: ``true`` finds every fact
that can ever be true, and what is found weighs the conditions under which it holds. Numbers, counts
and types are worked out on the way, so plain ground rules come out. Whatever the rules compute
without end (a counter without a range) is refused.

Roles that do not move make the move :data:`.IDLE`, so that exactly one ``does`` matters in a step.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from spielwerk.core import LimitExceeded
from spielwerk.languages.gdl.asking.cells import (
    LATER,
    WEIGHT,
    Cells,
    answer,
    ask,
    is_ground,
    resolve,
    shifted,
    unify,
)
from spielwerk.languages.gdl.asking.clauses import Conditions, OpenQuestion, Step, as_literal
from spielwerk.languages.gdl.asking.engine import IDLE, AskingEngine
from spielwerk.languages.gdl.asking.machine import Answers, Machine, Occasion
from spielwerk.languages.gdl.asking.numbers import Signature
from spielwerk.languages.gdl.asking.tables import Facts
from spielwerk.languages.gdl.program import Atom, Dialect, Literal, Not, Program, Rule, Term

Condition: TypeAlias = "frozenset[Atom | Not]"
"""Literals without variables that hold together."""
_Ways: TypeAlias = "dict[Condition, None]"
_ALWAYS: Condition = frozenset()

_WORK = 300_000
"""How many facts and moves may be looked at altogether."""
_ROUNDS = 200
"""How many times new facts may make further ones possible."""


def ground(program: Program, *, work: int = _WORK) -> Program:
    """The same game without variables, as a plain program for the circuit's compiler.

    :raises LimitExceeded: the values are not finite, or too many
    """
    roles = AskingEngine(program).roles
    machine = _Grounder(program, work)
    facts = {row[0] for row, _ in machine.ask(("init", 1), (0,), frozenset(), ())}
    moves: dict[tuple[str, Term], None] = {}
    for _ in range(_ROUNDS):
        before = len(facts), len(moves)
        answers = machine.state_answers(frozenset(facts), tuple(moves), roles)
        moves.update(dict.fromkeys(answers.moves))
        facts.update(answers.next)
        if (len(facts), len(moves)) == before:
            return replace(
                program, rules=tuple(machine.rules(answers, roles)), dialect=Dialect.GGP, headers={}
            )
    raise LimitExceeded("New facts come up in every state; give their numbers a range.")


class _Answers:
    """What can be legal, true next, a goal or the end, and when."""

    def __init__(self) -> None:
        self.moves: dict[tuple[str, Term], _Ways] = {}
        self.next: dict[Term, _Ways] = {}
        self.goals: dict[tuple[str, Term], _Ways] = {}
        self.terminal: _Ways = {}


class _GroundConditions(Conditions):
    """Conditions that are asked of all states at once."""

    machine: _Grounder

    def call(self, relation: Signature, terms: tuple[Any, ...], go: Step) -> Step:
        predicate = self.machine.predicate(relation)

        def step(frame: OpenQuestion, cells: Cells) -> bool:
            question, free = ask(terms, cells)
            for (values, unknown), ways in predicate.answers(
                frame.scope, question, len(free), frame.counting
            ):
                for way in ways:
                    more = cells.copy()
                    more[WEIGHT] = more[WEIGHT] | way
                    if unknown:
                        by = len(more)
                        more += [None] * unknown
                        values = shifted(values, by)
                    for cell, value in zip(free, values, strict=True):
                        more[cell] = value
                    go(frame, more)
            return False

        return step

    def true(self, fact: Any, go: Step) -> Step:
        def step(frame: OpenQuestion, cells: Cells) -> bool:
            wanted = resolve(fact, cells)
            for found in self.machine.facts_like(frame.scope, wanted):
                more = cells.copy()
                if unify(wanted, found, more):
                    more[WEIGHT] = more[WEIGHT] | {Atom("true", (found,))}
                    go(frame, more)
            return False

        return step

    def does(self, terms: tuple[Any, ...], go: Step) -> Step:
        def step(frame: OpenQuestion, cells: Cells) -> bool:
            for made in frame.scope.does:
                self.machine.spend()
                more = cells.copy()
                if unify(terms, made, more):
                    more[WEIGHT] = more[WEIGHT] | {Atom("does", made)}
                    go(frame, more)
            return False

        return step

    def negation(self, inner: Literal, go: Step) -> Step:
        attempt = self.inside((inner,))

        def step(frame: OpenQuestion, cells: Cells) -> bool:
            ways = dict.fromkeys(self.solutions(attempt, frame, cells, counting=False))
            if _ALWAYS in ways:
                return False
            if ways:
                cells[WEIGHT] = cells[WEIGHT] | {_denied(self.machine.either(ways))}
            return go(frame, cells)

        return step

    def count(self, atom: Atom, go: Step) -> Step:
        wanted = self.template(atom.args[0])
        attempt = self.inside(tuple(map(as_literal, atom.args[1:])))

        def step(frame: OpenQuestion, cells: Cells) -> bool:
            found = self.solutions(attempt, frame, cells, counting=True)
            sure = sum(way == _ALWAYS for way in found)
            unsure = [self.machine.either({way: None}) for way in found if way != _ALWAYS]
            for number in range(max(1, sure), sure + len(unsure) + 1):
                more = cells.copy()
                if unify(wanted, str(number), more):
                    more[WEIGHT] = more[WEIGHT] | self.machine.exactly(number - sure, unsure)
                    go(frame, more)
            return False

        return step

    def inside(self, body: Sequence[Literal]) -> Step:
        """Conditions inside others; their solutions are noted one by one."""
        return self.conjunction(body, self.end(_note), set())

    def solutions(
        self, attempt: Step, frame: OpenQuestion, cells: Cells, *, counting: bool
    ) -> list[Condition]:
        """The conditions under which conditions inside others hold, once for each solution."""
        inside = OpenQuestion(frame.scope, counting)
        alone = cells.copy()
        alone[LATER], alone[WEIGHT] = (), _ALWAYS
        attempt(inside, alone)
        return [way for ways in inside.found.values() for way in ways]


def _note(frame: OpenQuestion, cells: Cells) -> bool:
    frame.found.setdefault(((), 0), []).append(cells[WEIGHT])
    return False


class _Grounder(Machine):
    """Asks the rules of all states at once."""

    conditions = _GroundConditions
    weight = _ALWAYS
    may_recur = False

    def __init__(self, program: Program, work: int) -> None:
        super().__init__(program)
        self._left = work
        self._names: dict[frozenset[Condition], Atom] = {}
        self._counts: dict[tuple[int, tuple[Atom | Not, ...]], Atom] = {}
        self._made: list[Rule] = []

    def spend(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise LimitExceeded(
                "The rules speak of too many facts and moves to be written out one by one; do all "
                "numbers have a range?"
            )

    def found(self, frame: OpenQuestion, cells: Cells) -> bool:
        self.spend()
        ways = frame.found.setdefault(answer(cells, frame.first, frame.count), [])
        ways.append(cells[WEIGHT])
        return False

    def once(self, found: Answers) -> Answers:
        """Each answer with one condition: any of the ways in which it was found."""
        return [(values, (self.any_of(ways),)) for values, ways in found]

    def any_of(self, ways: Iterable[Condition]) -> Condition:
        """One condition that holds where any of these does."""
        different = dict.fromkeys(ways)
        if _ALWAYS in different:
            return _ALWAYS
        if len(different) == 1:
            return next(iter(different))
        return frozenset([self.either(different)])

    def either(self, ways: _Ways) -> Atom | Not:
        """One literal that holds where any of the conditions does."""
        if len(ways) == 1:
            (only,) = ways
            if len(only) == 1:
                return next(iter(only))
        key = frozenset(ways)
        name = self._names.get(key)
        if name is None:
            name = self._names[key] = Atom(f"(some {len(self._names)})")
            self._made += [Rule(name, tuple(way)) for way in ways]
        return name

    def exactly(self, number: int, literals: Sequence[Atom | Not]) -> Condition:
        """Exactly so many of the literals hold."""
        if not 0 <= number <= len(literals):
            raise AssertionError("asked for within the bounds")
        return frozenset([self._exact(number, tuple(literals))]) if literals else _ALWAYS

    def _exact(self, number: int, literals: tuple[Atom | Not, ...]) -> Atom:
        """An atom for that: all shorter beginnings have one, too."""
        key = (number, literals)
        atom = self._counts.get(key)
        if atom is None:
            self.spend()
            atom = self._counts[key] = Atom(f"(exactly {len(self._counts)})")
            rest, last = literals[:-1], literals[-1]
            if number:
                self._add_exact(atom, number - 1, rest, last)
            if number < len(literals):
                self._add_exact(atom, number, rest, _denied(last))
        return atom

    def _add_exact(
        self, atom: Atom, number: int, rest: tuple[Atom | Not, ...], last: Atom | Not
    ) -> None:
        if rest or not number:
            before = (self._exact(number, rest),) if rest else ()
            self._made.append(Rule(atom, (*before, last)))

    def facts_like(self, scope: Occasion, fact: Any) -> Iterable[Term]:
        """The facts that can be true and may be meant."""
        if type(fact) is tuple and type(fact[0]) is str:
            if is_ground(fact):
                return (fact,) if fact in scope.facts.all else ()
            rows = scope.facts.of(fact[0], len(fact) - 1)
            if rows is None:
                return ()
            known = [place for place, term in enumerate(fact[1:]) if is_ground(term)]
            found = rows.find(tuple(known), tuple(fact[place + 1] for place in known))
            self._left -= len(found)
            self.spend()
            return [(fact[0], *row) for row in found]
        if type(fact) is str:
            return (fact,) if fact in scope.facts.all else ()
        return scope.facts.all

    def ask(
        self,
        relation: Signature,
        question: tuple[Any, ...],
        facts: frozenset[Term],
        moves: tuple[tuple[str, Term], ...],
    ) -> list[tuple[tuple[Any, ...], _Ways]]:
        return self._rows(relation, question, Occasion(self, Facts(facts), {}, moves))

    def _rows(
        self, relation: Signature, question: tuple[Any, ...], scope: Occasion
    ) -> list[tuple[tuple[Any, ...], _Ways]]:
        unknown = sum(isinstance(term, int) for term in question)
        rows = []
        for (values, left_open), ways in self.predicate(relation).answers(scope, question, unknown):
            if left_open:
                raise LimitExceeded(f"What {relation[0]} holds of cannot be listed.")
            rows.append((values, dict.fromkeys(ways)))
        return rows

    def state_answers(
        self,
        facts: frozenset[Term],
        moves: tuple[tuple[str, Term], ...],
        roles: Sequence[str],
    ) -> _Answers:
        """What can be legal, true next, a goal or the end, if these are the facts and moves."""
        self._names.clear()
        self._counts.clear()
        self._made.clear()
        self.memo.clear()
        derived: dict[Any, Any] = {}
        before = Occasion(self, Facts(facts), derived)
        found = _Answers()
        for role in roles:
            for (move,), ways in self._rows(("legal", 2), (role, 0), before):
                found.moves[role, move] = ways
            for (value,), ways in self._rows(("goal", 2), (role, 0), before):
                found.goals[role, value] = ways
        for _, ways in self._rows(("terminal", 0), (), before):
            found.terminal = ways
        made = Occasion(self, before.facts, derived, moves)
        for (fact,), ways in self._rows(("next", 1), (0,), made):
            found.next[fact] = ways
        return found

    def rules(self, found: _Answers, roles: Sequence[str]) -> Iterable[Rule]:
        """All that was found as rules without variables."""
        for role in roles:
            yield Rule(Atom("role", (role,)))
            yield Rule(Atom("legal", (role, IDLE)))
        for (fact,), _ in self.ask(("init", 1), (0,), frozenset(), ()):
            yield Rule(Atom("init", (fact,)))
        for (role, move), ways in found.moves.items():
            yield from _rules(Atom("legal", (role, move)), ways)
        for fact, ways in found.next.items():
            yield from _rules(Atom("next", (fact,)), ways)
        for (role, value), ways in found.goals.items():
            if not str(value).isdecimal():
                raise LimitExceeded(f"A circuit knows no goals such as {value}.")
            yield from _rules(Atom("goal", (role, value)), ways)
        yield from _rules(Atom("terminal"), found.terminal)
        yield from self._made


def _rules(head: Atom, ways: _Ways) -> Iterable[Rule]:
    return (Rule(head, tuple(way)) for way in ways)


def _denied(literal: Atom | Not) -> Atom | Not:
    if isinstance(literal, Not):
        assert isinstance(literal.literal, Atom)
        return literal.literal
    return Not(literal)
