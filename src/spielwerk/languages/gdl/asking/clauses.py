"""Conditions as Python functions that try them one after the other, as Prolog does.

The conditions of a rule go in; what comes out is a function that is given an
:class:`OpenQuestion` and the cells of a try, and goes on with every way in which all conditions
hold. It gives back whether the search may stop. Conditions are tried in the author's order, but
for two things that do not change what is found: tests of ``distinct`` come as soon as their terms
are known, and what compares or computes numbers that are not known yet waits for the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from spielwerk.core import LimitExceeded
from spielwerk.languages.gdl.asking.cells import (
    FIRST,
    LATER,
    WEIGHT,
    Cells,
    ask,
    is_ground,
    resolve,
    shifted,
    unify,
)
from spielwerk.languages.gdl.asking.numbers import (
    Signature,
    TooFewValues,
    as_number,
    complete,
    is_number_relation,
)
from spielwerk.languages.gdl.asking.tables import Rows
from spielwerk.languages.gdl.program import (
    Atom,
    Distinct,
    Literal,
    Not,
    Or,
    Rule,
    Term,
    Var,
    variables,
)

if TYPE_CHECKING:
    from spielwerk.languages.gdl.asking.machine import Machine, Occasion


@dataclass(slots=True)
class OpenQuestion:
    """A question in the making: where it is asked, and what was found so far."""

    scope: Occasion
    counting: bool = False
    """Whether it matters how often something is found."""
    first: int = 0
    count: int = 0
    """The cells that are wanted: from which on, and how many."""
    found: dict[tuple[tuple[Any, ...], int], Any] = field(default_factory=dict)
    """Answers, with the number of unknowns left in them, and how often they were found."""
    stop: bool = False
    """Whether the first answer is enough."""


Step: TypeAlias = Callable[[OpenQuestion, Cells], bool]


@dataclass(frozen=True, slots=True, eq=False)
class Later:
    """A condition that waits for values."""

    condition: Literal
    ready: Callable[[Cells], bool]
    """Whether there are enough of them by now; for a mere test: whether it holds."""
    run: Callable[[OpenQuestion, Cells, Step], bool] | None = None
    """Try it and go on; nothing for a mere test."""


NOTHING = 1_000_000_000
"""How deep the question lies that is not finished, where there is none."""
_TOTAL: tuple[tuple[Any, ...], int] = ((), 0)


class AskedUnbound(LimitExceeded):
    """A rule was asked without values for variables that it cannot find values for."""


@dataclass(frozen=True, slots=True)
class AskedRule:
    """A rule ready to be tried."""

    rule: Rule
    size: int
    """How many variables it has."""
    head: tuple[Any, ...]
    run: Step
    weight: Any = 1
    """What a try weighs before any condition is looked at."""

    def start(self, question: Sequence[Any], unknown: int) -> Cells | None:
        """The cells of a try to answer a question with so many unknowns; none if it cannot."""
        first = FIRST + self.size
        cells: Cells = [self.weight, (), *[None] * (self.size + unknown)]
        for mine, asked in zip(self.head, question, strict=True):
            if type(asked) is str:
                if type(mine) is str:
                    if mine != asked:
                        return None
                    continue
                if type(mine) is int and cells[mine] is None:
                    cells[mine] = asked
                    continue
            elif type(asked) is int:
                asked += first
            else:
                asked = shifted(asked, first)
            if not unify(mine, asked, cells):
                return None
        return cells


class Conditions:
    """Makes functions of the conditions of one rule."""

    def __init__(self, machine: Machine, rule: Rule) -> None:
        self.machine = machine
        self.rule = rule
        self.places: dict[Var, int] = {}

    def clause(self) -> AskedRule:
        """The rule ready to be tried."""
        head = tuple(map(self.template, self.rule.head.args))
        last = self.after(self.end(self.machine.found))
        run = self.before(self.conjunction(self.rule.body, last, set(variables(self.rule.head))))
        return AskedRule(self.rule, len(self.places), head, run, self.machine.weight)

    def template(self, term: Term) -> Any:
        """A term with the cells of its variables."""
        if isinstance(term, Var):
            return self.places.setdefault(term, FIRST + len(self.places))
        if isinstance(term, tuple):
            return tuple(map(self.template, term))
        return term

    def end(self, go: Step) -> Step:
        """``go`` once the conditions that wait have been tried with what is known at the end."""

        def step(frame: OpenQuestion, cells: Cells) -> bool:
            waiting: tuple[Later, ...] = cells[LATER]
            if not waiting:
                return go(frame, cells)
            for later in waiting:
                if later.run is not None and later.ready(cells):
                    cells[LATER] = tuple(other for other in waiting if other is not later)
                    return later.run(frame, cells, step)
            for later in waiting:
                if later.run is not None:
                    raise self.unbound(later.condition, cells)
            cells[LATER] = ()
            return all(later.ready(cells) for later in waiting) and go(frame, cells)

        return step

    def unbound(self, atom: Literal, cells: Cells) -> AskedUnbound:
        """What to say where a condition has no values to work with."""
        names = [
            str(v)
            for v in dict.fromkeys(variables(atom))
            if not is_ground(resolve(self.template(v), cells))
        ]
        where = f"line {self.rule.span.line}: " if self.rule.span else ""
        return AskedUnbound(
            f"{where}{atom} is asked, but nothing says what {' and '.join(names)} is. Ask for "
            f"{self.rule.head.relation} with values, or add a condition that gives them."
        )

    # ---- Types before variables

    def before(self, go: Step) -> Step:
        """Give the variables that no condition gives a value those of their types."""
        given = set(_given(self.rule.body))
        for var, values in self.typed():
            if var not in given:
                go = _of_type(self.template(var), values, go)
        return go

    def after(self, go: Step) -> Step:
        """Hold all other variables to their types."""
        given = set(_given(self.rule.body))
        for var, values in self.typed():
            if var in given:
                go = _of_type(self.template(var), values, go)
        return go

    def typed(self) -> Iterable[tuple[Var, Any]]:
        types = self.machine.types
        for term, kind in dict.fromkeys(self.rule.typed):
            if isinstance(term, Var) and types.restricts(kind):
                values = types.values(kind)
                if values is not None:
                    yield term, values

    # ---- Conditions

    def conjunction(self, body: Sequence[Literal], go: Step, known: set[Var]) -> Step:
        """All conditions of a body, and then ``go``."""
        for literal in reversed(_tests_early(body, known)):
            go = self.literal(literal, go)
        return go

    def literal(self, literal: Literal, go: Step) -> Step:
        match literal:
            case Distinct():
                return self.distinct(literal, go)
            case Not(inner):
                return self.negation(inner, go)
            case Or(branches):
                return _either([self.conjunction(b, go, set()) for b in branches])
            case Atom():
                return self.atom(literal, go)

    def atom(self, atom: Atom, go: Step) -> Step:
        relation = atom.signature
        if relation == ("true", 1):
            return self.true(self.template(atom.args[0]), go)
        if relation == ("does", 2):
            return self.does(self.template(atom.args), go)
        if not self.machine.defines(relation):
            if is_number_relation(relation):
                return self.numbers(atom, go)
            if relation == ("equal", 2):
                return self.equal(self.template(atom.args), go)
            if relation == ("number", 1):
                return self.is_number(atom, go)
            if atom.relation == "count" and len(atom.args) > 1:
                return self.count(atom, go)
        return self.call(relation, self.template(atom.args), go)

    def call(self, relation: Signature, terms: tuple[Any, ...], go: Step) -> Step:
        """Ask a relation of the rules."""
        predicate = self.machine.predicate(relation)

        def step(frame: OpenQuestion, cells: Cells) -> bool:
            question, free = ask(terms, cells)
            if not free and not frame.counting:
                return predicate.holds(frame.scope, question) and go(frame, cells)
            for (values, unknown), weight in predicate.answers(
                frame.scope, question, len(free), frame.counting
            ):
                more = cells.copy()
                more[WEIGHT] *= weight
                if unknown:
                    by = len(more)
                    more += [None] * unknown
                    values = shifted(values, by)
                for cell, value in zip(free, values, strict=True):
                    more[cell] = value
                if go(frame, more):
                    return True
            return False

        def listed(frame: OpenQuestion, cells: Cells) -> bool:
            return look_up(predicate.rows, terms, frame, cells, go)

        return listed if predicate.only_facts else step

    def true(self, fact: Any, go: Step) -> Step:
        """Look for facts of the state."""
        if isinstance(fact, str):
            return lambda frame, cells: fact in frame.scope.facts.all and go(frame, cells)
        if isinstance(fact, tuple):
            name, terms = fact[0], fact[1:]
            arity = len(terms)

            def step(frame: OpenQuestion, cells: Cells) -> bool:
                rows = frame.scope.facts.of(name, arity)
                return rows is not None and look_up(rows, terms, frame, cells, go)

            return step

        def any_fact(frame: OpenQuestion, cells: Cells) -> bool:
            wanted = resolve(fact, cells)
            if is_ground(wanted):
                return wanted in frame.scope.facts.all and go(frame, cells)
            for found in frame.scope.facts.all:
                more = cells.copy()
                if unify(wanted, found, more) and go(frame, more):
                    return True
            return False

        return any_fact

    def does(self, terms: tuple[Any, ...], go: Step) -> Step:
        """Look at the move that is made."""

        def step(frame: OpenQuestion, cells: Cells) -> bool:
            for made in frame.scope.does:
                more = cells.copy()
                if unify(terms, made, more) and go(frame, more):
                    return True
            return False

        return step

    def negation(self, inner: Literal, go: Step) -> Step:
        """There is no way in which the condition holds."""
        body = inner.branches[0] if isinstance(inner, Or) and len(inner.branches) == 1 else (inner,)
        attempt = self.conjunction(body, self.end(_exists), set())

        def step(frame: OpenQuestion, cells: Cells) -> bool:
            alone = cells.copy()
            alone[LATER] = ()
            with_none = not self.settled(attempt, OpenQuestion(frame.scope), alone)
            return with_none and go(frame, cells)

        return step

    def settled(self, attempt: Step, frame: OpenQuestion, cells: Cells) -> bool:
        """Whether conditions hold, which must not depend on what is only being found out."""
        machine = self.machine
        before = machine.unfinished
        machine.unfinished = NOTHING
        holds = attempt(frame, cells)
        if machine.unfinished < NOTHING:
            where = f"line {self.rule.span.line}: " if self.rule.span else ""
            raise LimitExceeded(
                f"{where}whether {self.rule.head} holds depends on itself being false."
            )
        machine.unfinished = before
        return holds

    def distinct(self, test: Distinct, go: Step) -> Step:
        left, right = self.template(test.left), self.template(test.right)

        def step(frame: OpenQuestion, cells: Cells) -> bool:
            one, other = resolve(left, cells), resolve(right, cells)
            if one == other:
                return False
            if not (is_ground(one) and is_ground(other)):
                cells[LATER] = (*cells[LATER], later)
            return go(frame, cells)

        later = Later(test, lambda cells: bool(resolve(left, cells) != resolve(right, cells)))
        return step

    def numbers(self, atom: Atom, go: Step) -> Step:
        relation, terms = atom.signature, self.template(atom.args)

        def attempt(frame: OpenQuestion, cells: Cells, go: Step) -> bool:
            words = [resolve(term, cells) for term in terms]
            known = [as_number(word) for word in words]
            if any(k is None and type(w) is not int for k, w in zip(known, words, strict=True)):
                return False
            try:
                row = complete(relation, known)
            except TooFewValues:
                cells[LATER] = (*cells[LATER], later)
                return go(frame, cells)
            if row is None:
                return False
            for word, value in zip(words, row, strict=True):
                if type(word) is int and not unify(word, str(value), cells):
                    return False
            return go(frame, cells)

        def ready(cells: Cells) -> bool:
            words = [resolve(term, cells) for term in terms]
            try:
                complete(relation, [as_number(word) for word in words])
            except TooFewValues:
                return any(type(word) is not int and as_number(word) is None for word in words)
            return True

        later = Later(atom, ready, attempt)
        return lambda frame, cells: attempt(frame, cells, go)

    def equal(self, terms: tuple[Any, ...], go: Step) -> Step:
        left, right = terms

        def step(frame: OpenQuestion, cells: Cells) -> bool:
            one, other = as_number(resolve(left, cells)), as_number(resolve(right, cells))
            if one is not None and other is not None:
                return one == other and go(frame, cells)
            return unify(left, right, cells) and go(frame, cells)

        return step

    def is_number(self, atom: Atom, go: Step) -> Step:
        term = self.template(atom.args[0])

        def attempt(frame: OpenQuestion, cells: Cells, go: Step) -> bool:
            value = resolve(term, cells)
            if type(value) is int:
                cells[LATER] = (*cells[LATER], later)
                return go(frame, cells)
            return as_number(value) is not None and go(frame, cells)

        later = Later(atom, lambda cells: type(resolve(term, cells)) is not int, attempt)
        return lambda frame, cells: attempt(frame, cells, go)

    def count(self, atom: Atom, go: Step) -> Step:
        """How many solutions conditions have, counted with repetition."""
        wanted = self.template(atom.args[0])
        body = tuple(as_literal(term) for term in atom.args[1:])
        tally = self.conjunction(body, self.end(_tally), set())

        def step(frame: OpenQuestion, cells: Cells) -> bool:
            inside = OpenQuestion(frame.scope, counting=True)
            alone = cells.copy()
            alone[LATER], alone[WEIGHT] = (), 1
            self.settled(tally, inside, alone)
            total = inside.found.get(_TOTAL, 0)
            return bool(total) and unify(wanted, str(total), cells) and go(frame, cells)

        return step


def _exists(frame: OpenQuestion, cells: Cells) -> bool:
    return True


def _tally(frame: OpenQuestion, cells: Cells) -> bool:
    frame.found[_TOTAL] = frame.found.get(_TOTAL, 0) + cells[WEIGHT]
    return False


def _either(branches: Sequence[Step]) -> Step:
    def step(frame: OpenQuestion, cells: Cells) -> bool:
        return any(branch(frame, cells.copy()) for branch in branches)

    return step


def _of_type(cell: int, values: Mapping[Term, None], go: Step) -> Step:
    """Hold a variable to the values of its type, or give it each of them."""

    def step(frame: OpenQuestion, cells: Cells) -> bool:
        value = resolve(cell, cells)
        if is_ground(value):
            return value in values and go(frame, cells)
        for one in values:
            more = cells.copy()
            if unify(value, one, more) and go(frame, more):
                return True
        return False

    return step


def look_up(rows: Rows, terms: Sequence[Any], frame: OpenQuestion, cells: Cells, go: Step) -> bool:
    """Go on with every row that fits the terms."""
    places: list[int] = []
    values: list[Any] = []
    wanted: list[tuple[int, Any]] = []
    for place, term in enumerate(terms):
        if type(term) is not str:
            term = resolve(term, cells)
            if type(term) is not str and not is_ground(term):
                wanted.append((place, term))
                continue
        places.append(place)
        values.append(term)
    found = rows.find(tuple(places), tuple(values))
    if not wanted:
        return bool(found) and go(frame, cells)
    for row in found:
        more = cells.copy()
        for place, term in wanted:
            if type(term) is int and more[term] is None:
                more[term] = row[place]
            elif not unify(term, row[place], more):
                break
        else:
            if go(frame, more):
                return True
    return False


def _tests_early(body: Sequence[Literal], known: set[Var]) -> list[Literal]:
    """The conditions, each ``distinct`` as soon as its variables have come up."""
    tests = [literal for literal in body if isinstance(literal, Distinct)]
    known = set(known)
    placed: list[Literal] = []
    for literal in [None, *body]:
        if literal is not None and not isinstance(literal, Distinct):
            placed.append(literal)
            known.update(_given((literal,)))
        for test in [t for t in tests if known.issuperset(variables(t))]:
            placed.append(test)
            tests.remove(test)
    return [*placed, *tests]


def _given(body: Sequence[Literal]) -> Iterator[Var]:
    """The variables that positive conditions speak of."""
    for literal in body:
        match literal:
            case Atom("count", args) if len(args) > 1:
                yield from variables(args[0])
            case Atom():
                yield from variables(literal)
            case Or(branches):
                for branch in branches:
                    yield from _given(branch)


def as_literal(term: Term) -> Literal:
    """A condition that is written inside another one, as in ``(count ?n (true (hand ?card)))``."""
    if not isinstance(term, tuple):
        return Atom(str(term))
    name, *args = term
    if name == "not" and len(args) == 1:
        return Not(as_literal(args[0]))
    if name == "distinct" and len(args) == 2:
        return Distinct(args[0], args[1])
    if name == "and":
        return Or((tuple(map(as_literal, args)),))
    if name == "or":
        return Or(tuple((as_literal(arg),) for arg in args))
    return Atom(str(name), tuple(args))
