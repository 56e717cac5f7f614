"""The direct engine: a normalised program goes in, and whatever is asked of a state comes out.

The rules are compiled to Python once (:mod:`.preparation` oversees that). After that a state is a
set of facts, and what is asked about it is derived on demand and shared between questions.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from threading import RLock
from typing import Any, TypeAlias

from spielwerk.core import Diagnostic, LimitExceeded, Severity, SourceError
from spielwerk.languages.gdl.direct.clauses import (
    ANY_NEXT,
    Relation,
    RelationKind,
    is_ground,
    kind_of,
)
from spielwerk.languages.gdl.direct.compiler import Compiler
from spielwerk.languages.gdl.direct.joins import Unplannable
from spielwerk.languages.gdl.direct.preparation import Preparation, Sample, as_rows
from spielwerk.languages.gdl.direct.world import Level
from spielwerk.languages.gdl.program import (
    Atom,
    Program,
    Term,
    Var,
    mode_of_version,
    term_text,
    written_name,
)

_RECENT = 64
"""Of how many positions what was derived is kept."""
_TEXTS = 100_000
"""Of how many moves the text is kept."""
_SAMPLES = 80
"""How many states of a random match are looked at to find out how to compute relations best."""

_LEGAL = Relation("legal", 2)
_GOAL = Relation("goal", 2)
_TERMINAL = Relation("terminal", 0)
_SEES = Relation("sees", 2)

_FactKind: TypeAlias = tuple[str, int]
"""A fact's function and how many arguments it has."""
_ANY: _FactKind = ("", -1)
_Question: TypeAlias = Callable[[Any], Any]


class DerivedState:
    """A state: its facts, and what was derived from them so far."""

    __slots__ = ("by_kind", "context", "facts", "goals", "legal", "terminal")

    def __init__(self, by_kind: Mapping[_FactKind, Iterable[Term]]) -> None:
        self.facts: frozenset[Term] = frozenset().union(*by_kind.values())
        self.by_kind = by_kind
        self.context: Any = None
        self.legal: dict[str, tuple[Term, ...]] | None = None
        self.goals: dict[str, tuple[int, ...]] | None = None
        self.terminal: bool | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DerivedState) and self.facts == other.facts

    def __hash__(self) -> int:
        return hash(self.facts)


class DirectEngine:
    """Runs rules by evaluating them, see :class:`spielwerk.languages.gdl.engine.Engine`.

    :raises SourceError: the rules are not in normal form, not safe or not stratified
    """

    name = "direct"

    _compiler: Compiler

    def __init__(self, program: Program) -> None:
        self._lock = RLock()
        self._texts: dict[Term, str] = {}
        self._recent: deque[DerivedState] = deque()
        try:
            self._rules = Preparation(program)
            self.roles = tuple(str(row[0]) for row in self._table(Relation("role", 1)))
            self._compile(Sample([self.initial()]))
            self._compile(self._sample(), self._compiler)
        except Unplannable:
            message = "A rule has a variable that gets its value nowhere; 'check' finds it."
            raise SourceError([Diagnostic("gdl-unsafe", Severity.ERROR, message)]) from None

    def initial(self) -> DerivedState:
        """The position of the ``init`` facts."""
        return self.position(row[0] for row in self._table(Relation("init", 1)))

    def position(self, facts: Iterable[Term]) -> DerivedState:
        """The position in which exactly these facts are ``true``."""
        by_kind: dict[_FactKind, dict[Term, None]] = {}
        for fact in sorted(facts, key=term_text):
            by_kind.setdefault(_kind(fact), {})[fact] = None
        return DerivedState(by_kind)

    def facts(self, position: DerivedState) -> frozenset[Term]:
        """What is ``true`` in the position."""
        return position.facts

    def difference(
        self, before: DerivedState, position: DerivedState
    ) -> tuple[frozenset[Term], frozenset[Term]]:
        """What was ``true`` before and is not any more, and what is now and was not."""
        return before.facts - position.facts, position.facts - before.facts

    def legal(self, position: DerivedState, role: str) -> tuple[Term, ...]:
        """The moves for which ``legal`` holds, sorted by their text."""
        found = position.legal
        if found is None:
            moves: dict[str, list[Term]] = {name: [] for name in self.roles}
            for name, move in self._answer(self._legal, position.context or self._look(position)):
                if name in moves:
                    moves[name].append(move)
            found = position.legal = {name: self._sorted(made) for name, made in moves.items()}
        return found.get(role, ())

    def terminal(self, position: DerivedState) -> bool:
        """Whether ``terminal`` holds."""
        if position.terminal is None:
            position.terminal = self._answer(
                self._terminal, position.context or self._look(position)
            )
        return position.terminal

    def goals(self, position: DerivedState) -> Mapping[str, tuple[int, ...]]:
        """The values of ``goal`` for every role: one in well-formed games, none or several else."""
        if position.goals is None:
            values: dict[str, set[int]] = {name: set() for name in self.roles}
            for name, value in self._answer(self._goal, position.context or self._look(position)):
                if name in values and isinstance(value, str) and value.isdecimal():
                    values[name].add(int(value))
            position.goals = {name: tuple(sorted(found)) for name, found in values.items()}
        return position.goals

    def next(self, position: DerivedState, joint: tuple[Term, ...]) -> DerivedState:
        """The position after a joint move. Legality is not looked at."""
        return self._successor(self._step(position, joint))

    def sees(
        self, position: DerivedState, joint: tuple[Term, ...]
    ) -> Mapping[str, frozenset[Term]]:
        """What each role perceives of a joint move (GDL-II)."""
        found: dict[str, set[Term]] = {name: set() for name in self.roles}
        for name, percept in self._answer(self._sees, self._step(position, joint)):
            if name in found:
                found[name].add(percept)
        return {name: frozenset(percepts) for name, percepts in found.items()}

    def evaluate(
        self, position: DerivedState, name: str, joint: tuple[Term, ...] | None = None
    ) -> list[Atom]:
        """Everything that holds of the relations of this name, sorted by its text.

        Relations that depend on the moves made hold of something only where ``joint`` is given.
        """
        if name == "true":
            return [Atom("true", (fact,)) for fact in sorted(position.facts, key=term_text)]
        if name == "does":
            made = zip(self.roles, joint or (), strict=False)
            return [Atom("does", (role, move)) for role, move in made]
        if name == "next":
            after = self.next(position, joint).facts if joint else frozenset()
            return [Atom("next", (fact,)) for fact in sorted(after, key=term_text)]
        found = []
        for relation in [
            r
            for r in self._rules.clauses
            if r.kind is RelationKind.RULE and written_name(r.name) == name
        ]:
            if relation.given:
                raise _asked_only(name)
            if joint is not None or self._rules.analysis.levels[relation] is not Level.STEP:
                pattern = Atom(name, tuple(Var(str(place)) for place in range(relation.arity)))
                found += [Atom(name, args) for args in self.matches(position, pattern, joint)]
        return sorted(found, key=str)

    def changes(self, signature: tuple[str, int]) -> bool:
        """Whether a relation depends on the state or the moves made."""
        if signature[0] in ("true", "does", "next"):
            return True
        return bool(self._rules.analysis.levels.get(Relation(*signature)))

    def matches(
        self, position: DerivedState | None, atom: Atom, joint: tuple[Term, ...] | None = None
    ) -> list[tuple[Term, ...]]:
        """The arguments with which the atom's relation holds and that can fit the atom.

        Only arguments without variables are compared. Without a position nothing is known of
        relations that change; without ``joint``, of those that depend on the moves made.
        """
        known = [place for place, term in enumerate(atom.args) if is_ground(term)]
        if atom.relation == "true" and len(atom.args) == 1:
            return _fitting_facts(position, atom.args[0])
        relation = Relation(atom.relation, len(atom.args))
        if relation in self._rules.tables:
            rows = self._rules.tables[relation]
            return [row for row in rows if all(row[i] == atom.args[i] for i in known)]
        if relation not in self._rules.clauses:
            return self._version_matches(position, atom, joint)
        if not set(relation.given) <= set(known):
            raise _asked_only(atom.relation)
        mode = "".join("b" if place in known else "f" for place in range(relation.arity))
        with self._lock:
            predicate = self._compiler.predicate(relation, mode)
            if self._compiler.link():
                self._forget()
        context = self._find_context(predicate.level, position, joint)
        if context is None:
            return []
        key = tuple(atom.args[place] for place in known)
        answer = self._answer(lambda c: self._compiler.ask(predicate, c, key), context)
        return _completed(atom.args, mode, answer)

    def _version_matches(
        self, position: DerivedState | None, atom: Atom, joint: tuple[Term, ...] | None
    ) -> list[tuple[Term, ...]]:
        """The same for a relation that rules ask with values only, by a version of it that fits."""
        versions = {
            relation: mode_of_version(relation.name) or ()
            for relation in self._rules.clauses
            if relation.given and written_name(relation.name) == atom.relation
        }
        for relation, mode in versions.items():
            if len(mode) == len(atom.args) and all(map(_can_ask, mode, atom.args)):
                kept = [place for place, letter in enumerate(mode) if letter != "_"]
                asked = Atom(relation.name, tuple(atom.args[place] for place in kept))
                found = self.matches(position, asked, joint)
                return [_put(atom.args, kept, row) for row in found]
        if versions:
            raise _asked_only(atom.relation)
        return []

    def _table(self, relation: Relation) -> list[tuple[Term, ...]]:
        return self._rules.tables.get(relation, [])

    def _sorted(self, moves: list[Term]) -> tuple[Term, ...]:
        """Moves sorted by their texts, which are kept since they come again and again."""
        texts = self._texts
        try:
            moves.sort(key=texts.__getitem__)
        except KeyError:
            if len(texts) > _TEXTS:
                texts.clear()
            texts.update((move, term_text(move)) for move in moves)
            moves.sort(key=texts.__getitem__)
        return tuple(moves)

    def _look(self, position: DerivedState) -> Any:
        """What generated code knows of a position."""
        context = position.context = self._state_type(position.facts, position.by_kind)
        self._recent.append(position)
        if len(self._recent) > _RECENT:
            self._recent.popleft().context = None
        for question in self._landings[Level.STATE]:
            self._answer(question, context)
        return context

    def _step(self, position: DerivedState, joint: Sequence[Term]) -> Any:
        """What generated code knows of a joint move in a position."""
        moves = dict(zip(self.roles, joint, strict=False))
        step = self._step_type(position.context or self._look(position), moves)
        for question in self._landings[Level.STEP]:
            self._answer(question, step)
        return step

    def _successor(self, step: Any) -> DerivedState:
        by_kind = {kind: self._answer(question, step) for kind, question in self._next}
        if _ANY in by_kind:
            return self.position({fact for rows in by_kind.values() for fact in rows})
        return DerivedState(by_kind)

    def _find_context(
        self, level: Level, position: DerivedState | None, joint: tuple[Term, ...] | None
    ) -> Any:
        if level is Level.STATIC:
            return self._compiler.static
        if position is None or (level is Level.STEP and joint is None):
            return None
        if level is Level.STEP:
            return self._step(position, joint or ())
        return position.context or self._look(position)

    def _answer(self, question: _Question, context: Any) -> Any:
        """Ask in a context. One at a time: an answer in the making must not be taken for one."""
        with self._lock:
            try:
                return question(context)
            except RecursionError:
                self._forget()
                raise LimitExceeded(
                    "Rules that only work with values ask each other too deeply."
                ) from None
            except BaseException:
                self._forget()
                raise

    def _forget(self) -> None:
        """Drop all that was derived; some of it may be half done or of an older shape."""
        for position in self._recent:
            position.context = None
        self._recent.clear()
        self._compiler.forget()
        self._state_type = self._compiler.namespace["State"]
        self._step_type = self._compiler.namespace["Step"]

    def _compile(self, sample: Sample, before: Compiler | None = None) -> None:
        """Compile the rules, with a sample that was played with ``before`` as a guide."""
        changing = [r for r in self._rules.clauses if r.kind is RelationKind.NEXT]
        landings = self._rules.analysis.landings
        roots = [_LEGAL, _GOAL, _TERMINAL, _SEES, *changing, *landings]
        self._compiler = self._rules.compile(roots, sample, before)
        self._forget()
        self._legal = self._question(_LEGAL, Level.STATE)
        self._goal = self._question(_GOAL, Level.STATE)
        self._terminal = self._question(_TERMINAL, Level.STATE)
        self._sees = self._question(_SEES, Level.STEP)
        self._next = [(self._becomes(r), self._question(r, Level.STEP)) for r in changing]
        levels = self._rules.analysis.levels
        self._landings = {
            level: [self._question(r, level) for r in landings if levels[r] is level]
            for level in (Level.STATE, Level.STEP)
        }

    def _question(self, relation: Relation, level: Level) -> _Question:
        """The function that gives all rows of a root in the context of a state or step."""
        predicate = self._compiler.predicates.get((relation, "f" * relation.arity))
        if predicate is None:
            rows = as_rows(relation, self._table(relation))
            return lambda _: rows
        question = self._compiler.question(predicate)
        if predicate.level is level:
            return question
        if predicate.level is Level.STATIC:
            return lambda _: question(self._compiler.static)
        return lambda step: question(step.c)

    def _becomes(self, relation: Relation) -> _FactKind:
        """The kind of fact that rules for ``next`` make."""
        if relation == ANY_NEXT:
            return _ANY
        kind = kind_of(self._rules.clauses[relation][0].head.args[0])
        return kind.name, kind.arity

    def _sample(self) -> Sample:
        """Some states of a random match, with all that playing it needed."""
        rng = Random(0)
        sample = Sample()
        position = self.initial()
        try:
            while len(sample.states) < _SAMPLES:
                choices = [self.legal(position, role) for role in self.roles]
                sample.states.append(position.context or self._look(position))
                if self.terminal(position) or not all(choices):
                    self.goals(position)
                    break
                sample.steps.append(self._step(position, tuple(map(rng.choice, choices))))
                position = self._successor(sample.steps[-1])
        except LimitExceeded:
            return Sample(sample.states[:-1], sample.steps[:-1])
        return sample


def _can_ask(letter: str, term: Term) -> bool:
    return is_ground(term) if letter == "b" else letter[0] != "=" or term == letter[1:]


def _put(args: tuple[Term, ...], places: Sequence[int], row: tuple[Term, ...]) -> tuple[Term, ...]:
    values = dict(zip(places, row, strict=True))
    return tuple(values.get(place, term) for place, term in enumerate(args))


def _asked_only(relation: str) -> LimitExceeded:
    return LimitExceeded(
        f"'{relation}' cannot be listed: it only works where it is asked with values."
    )


def _kind(fact: Term) -> _FactKind:
    return (str(fact[0]), len(fact) - 1) if isinstance(fact, tuple) else (str(fact), 0)


def _fitting_facts(position: DerivedState | None, fact: Term) -> list[tuple[Term, ...]]:
    if position is None:
        return []
    if is_ground(fact):
        return [(fact,)] if fact in position.facts else []
    if isinstance(fact, Var):
        return [(true,) for true in sorted(position.facts, key=term_text)]
    return [(true,) for true in position.by_kind.get(_kind(fact), ())]


def _completed(args: tuple[Term, ...], mode: str, answer: Any) -> list[tuple[Term, ...]]:
    """A predicate's answer together with the arguments that were known."""
    if "f" not in mode:
        return [args] if answer else []
    rows = ((value,) for value in answer) if mode.count("f") == 1 else answer
    found = []
    for row in rows:
        values = iter(row)
        found.append(
            tuple(
                term if letter == "b" else next(values)
                for term, letter in zip(args, mode, strict=True)
            )
        )
    return found
