"""The direct engine: a normalised program goes in, and whatever is asked of a state comes out.

The rules are compiled to Python once: :mod:`.clauses` prepares them, :mod:`.analysis` and
:mod:`.estimates` find out about them, :mod:`.joins` orders their conditions, :mod:`.functions`
writes the code and :mod:`.compiler` puts it together. After that a state is a set of facts, and
what is asked about it is derived on demand and shared between questions.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from random import Random
from typing import Any

from spielwerk.core import Diagnostic, LimitExceeded, Severity, SourceError
from spielwerk.languages.gdl.direct.analysis import analyse
from spielwerk.languages.gdl.direct.clauses import (
    ANY_FACT,
    ANY_NEXT,
    Clause,
    Kind,
    Relation,
    clauses,
    is_ground,
    kind_of,
)
from spielwerk.languages.gdl.direct.compiler import Compiler
from spielwerk.languages.gdl.direct.estimates import Estimates
from spielwerk.languages.gdl.direct.joins import Unplannable
from spielwerk.languages.gdl.direct.world import Level, World
from spielwerk.languages.gdl.rules import Atom, Program, Term, Var, term_text

__all__ = ["DirectEngine", "Position"]

_RECENT = 64
"""Of how many positions what was derived is kept."""
_TEXTS = 100_000
"""Of how many moves the text is kept."""
_SAMPLES = 24
"""How many states of a random match the order of joins is based on."""

_LEGAL = Relation("legal", 2)
_GOAL = Relation("goal", 2)
_TERMINAL = Relation("terminal", 0)
_SEES = Relation("sees", 2)


class Position:
    """A state: its facts, and what was derived from them so far."""

    __slots__ = ("by_kind", "context", "facts", "goals", "legal", "terminal")

    def __init__(self, by_kind: Mapping[Relation, Iterable[Term]]) -> None:
        self.facts: frozenset[Term] = frozenset().union(*by_kind.values())
        self.by_kind = by_kind
        self.context: Any = None
        self.legal: dict[str, tuple[Term, ...]] | None = None
        self.goals: dict[str, tuple[int, ...]] | None = None
        self.terminal: bool | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.facts == other.facts

    def __hash__(self) -> int:
        return hash(self.facts)


class DirectEngine:
    """Runs rules by evaluating them, see :class:`spielwerk.languages.gdl.engine.Engine`.

    :raises SourceError: the rules are not in normal form, not safe or not stratified
    """

    name = "direct"

    def __init__(self, program: Program) -> None:
        self._clauses: dict[Relation, list[Clause]] = {}
        for clause in clauses(program.rules):
            self._clauses.setdefault(clause.head.relation, []).append(clause)
        self._analysis = analyse(self._clauses)
        self._tables: dict[Relation, list[tuple[Term, ...]]] = {}
        self._estimates = Estimates()
        self._texts: dict[Term, str] = {}
        self._recent: deque[Position] = deque()
        self._changing = [
            (relation, ANY_FACT if relation == ANY_NEXT else kind_of(group[0].head.args[0]))
            for relation, group in self._clauses.items()
            if relation.kind is Kind.NEXT
        ]
        try:
            self._tabulate()
            self.roles = tuple(str(row[0]) for row in self._tables.get(Relation("role", 1), ()))
            self._compile([self.initial()])
            self._compile(self._samples())
        except Unplannable as problem:
            message = f"{problem.condition}: a variable here gets its value nowhere."
            raise SourceError([Diagnostic("gdl-unsafe", Severity.ERROR, message)]) from None

    def initial(self) -> Position:
        """The position of the ``init`` facts."""
        return self.position(row[0] for row in self._tables.get(Relation("init", 1), ()))

    def position(self, facts: Iterable[Term]) -> Position:
        """The position in which exactly these facts are ``true``."""
        by_kind: dict[Relation, dict[Term, None]] = {}
        for fact in sorted(facts, key=term_text):
            by_kind.setdefault(kind_of(fact), {})[fact] = None
        return Position(by_kind)

    def facts(self, position: Position) -> frozenset[Term]:
        """What is ``true`` in the position."""
        return position.facts

    def legal(self, position: Position, role: str) -> tuple[Term, ...]:
        """The moves for which ``legal`` holds, sorted by their text."""
        if position.legal is None:
            moves: dict[str, list[Term]] = {name: [] for name in self.roles}
            for name, move in self._rows(_LEGAL, position):
                if name in moves:
                    moves[name].append(move)
            position.legal = {
                name: tuple(sorted(made, key=self._text)) for name, made in moves.items()
            }
        return position.legal.get(role, ())

    def terminal(self, position: Position) -> bool:
        """Whether ``terminal`` holds."""
        if position.terminal is None:
            position.terminal = bool(self._rows(_TERMINAL, position))
        return position.terminal

    def goals(self, position: Position) -> Mapping[str, tuple[int, ...]]:
        """The values of ``goal`` for every role: one in well-formed games, none or several else."""
        if position.goals is None:
            values: dict[str, set[int]] = {name: set() for name in self.roles}
            for name, value in self._rows(_GOAL, position):
                if name in values and isinstance(value, str) and value.isdecimal():
                    values[name].add(int(value))
            position.goals = {name: tuple(sorted(found)) for name, found in values.items()}
        return position.goals

    def next(self, position: Position, joint: tuple[Term, ...]) -> Position:
        """The position after a joint move. Legality is not looked at."""
        step = self._step(position, joint)
        by_kind = {kind: self._rows(next_, position, step) for next_, kind in self._changing}
        if ANY_FACT in by_kind:
            return self.position({fact for rows in by_kind.values() for fact in rows})
        return Position(by_kind)

    def sees(self, position: Position, joint: tuple[Term, ...]) -> Mapping[str, frozenset[Term]]:
        """What each role perceives of a joint move (GDL-II)."""
        found: dict[str, set[Term]] = {name: set() for name in self.roles}
        for name, percept in self._rows(_SEES, position, self._step(position, joint)):
            if name in found:
                found[name].add(percept)
        return {name: frozenset(percepts) for name, percepts in found.items()}

    def evaluate(
        self, position: Position, name: str, joint: tuple[Term, ...] | None = None
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
        for relation in [r for r in self._clauses if r.kind is Kind.RULE and r.name == name]:
            if joint is None and self._analysis.levels[relation] is Level.STEP:
                continue
            self._add_root(relation)
            rows = self._rows(relation, position, self._step(position, joint or ()))
            found += [Atom(name, row) for row in _as_table(relation, rows)]
        return sorted(found, key=str)

    def changes(self, signature: tuple[str, int]) -> bool:
        """Whether a relation depends on the state or the moves made."""
        if signature[0] in ("true", "does", "next"):
            return True
        return self._analysis.levels.get(Relation(*signature), Level.STATIC) is not Level.STATIC

    def matches(self, position: Position | None, atom: Atom) -> list[tuple[Term, ...]]:
        """The arguments with which the atom's relation holds and that can fit the atom.

        Only arguments without variables are compared. Without a position nothing is known of
        relations that change, nor of those that depend on the moves made.
        """
        known = [place for place, term in enumerate(atom.args) if is_ground(term)]
        if atom.relation == "true" and len(atom.args) == 1:
            return self._fact_matches(position, atom.args[0])
        relation = Relation(atom.relation, len(atom.args))
        level = self._analysis.levels.get(relation, Level.STATIC)
        if relation in self._tables:
            rows: Iterable[tuple[Term, ...]] = self._tables[relation]
            return [row for row in rows if all(row[i] == atom.args[i] for i in known)]
        if relation not in self._clauses or level is Level.STEP:
            return []
        if position is None and level is not Level.STATIC:
            return []
        mode = "".join("b" if place in known else "f" for place in range(relation.arity))
        answer = self._ask(relation, mode, position, tuple(atom.args[i] for i in known))
        if "f" not in mode:
            return [atom.args] if answer else []
        if mode.count("f") == 1:
            answer = [(value,) for value in answer]
        found = []
        for row in answer:
            values = iter(row)
            found.append(
                tuple(atom.args[i] if i in known else next(values) for i in range(len(mode)))
            )
        return found

    def _fact_matches(self, position: Position | None, fact: Term) -> list[tuple[Term, ...]]:
        if position is None:
            return []
        if is_ground(fact):
            return [(fact,)] if fact in position.facts else []
        if isinstance(fact, Var):
            return [(true,) for true in sorted(position.facts, key=term_text)]
        return [(true,) for true in position.by_kind.get(kind_of(fact), ())]

    def _ask(
        self, relation: Relation, mode: str, position: Position | None, key: tuple[Term, ...]
    ) -> Any:
        """Ask one question that the rules may never ask."""
        predicate = self._compiler.predicate(relation, mode)
        if self._compiler.link():
            self._forget()
        context = (
            self._compiler.static
            if position is None or predicate.level is Level.STATIC
            else self._context(position)
        )
        try:
            return self._compiler.ask(predicate, context, key)
        except BaseException:
            self._forget()
            raise

    def _text(self, move: Term) -> str:
        text = self._texts.get(move)
        if text is None:
            if len(self._texts) >= _TEXTS:
                self._texts.clear()
            text = self._texts[move] = term_text(move)
        return text

    def _context(self, position: Position) -> Any:
        """What generated code knows of a position."""
        context = position.context
        if context is None:
            facts = [fact for group in position.by_kind.values() for fact in group]
            make = self._compiler.namespace["State"]
            context = position.context = make(position.facts, facts, position.by_kind)
            self._recent.append(position)
            if len(self._recent) > _RECENT:
                self._recent.popleft().context = None
            for relation in self._analysis.landings:
                if self._analysis.levels[relation] is Level.STATE:
                    self._rows(relation, position)
        return context

    def _step(self, position: Position, joint: Sequence[Term]) -> Any:
        """What generated code knows of a joint move."""
        step = self._compiler.namespace["Step"](
            self._context(position), dict(zip(self.roles, joint, strict=False))
        )
        for relation in self._analysis.landings:
            if self._analysis.levels[relation] is Level.STEP:
                self._rows(relation, position, step)
        return step

    def _rows(self, relation: Relation, position: Position, step: Any = None) -> Any:
        """The rows of a root relation, or whether it holds where it has no arguments."""
        predicate = self._roots.get(relation)
        if predicate is None:
            return self._constant.get(relation, ())
        context = step if predicate.level is Level.STEP else self._context(position)
        try:
            return self._compiler.ask(predicate, context)
        except BaseException:
            self._forget()
            raise

    def _forget(self) -> None:
        """Drop all that was derived; some of it may be half done."""
        for position in self._recent:
            position.context = None
        self._recent.clear()
        self._compiler.forget()

    def _tabulate(self) -> None:
        """Evaluate the relations that never change."""
        for group in self._analysis.order:
            if any(self._analysis.levels[relation] for relation in group):
                continue
            ready = all(map(_is_fact, (c for r in group for c in self._clauses.get(r, ()))))
            for relation in group:
                if ready:
                    facts = (clause.head.args for clause in self._clauses.get(relation, ()))
                    self._tables[relation] = list(dict.fromkeys(facts))
            if not ready:
                self._tables.update(self._listing(group))
            for relation in group:
                if relation in self._tables:
                    self._estimates.observe(relation, [self._tables[relation]])
                else:
                    self._estimates.derive(relation, self._clauses[relation])

    def _listing(self, group: Sequence[Relation]) -> dict[Relation, list[tuple[Term, ...]]]:
        """The tables of a group; none where they are too large, so they are asked on demand."""
        compiler = Compiler(self._world(()))
        predicates = [compiler.predicate(relation, "f" * relation.arity) for relation in group]
        compiler.link()
        try:
            answers = [compiler.ask(predicate, compiler.static) for predicate in predicates]
        except LimitExceeded:
            return {}
        return {r: _as_table(r, rows) for r, rows in zip(group, answers, strict=True)}

    def _world(self, listed: Collection[Relation]) -> World:
        analysis = self._analysis
        return World(
            self._clauses, analysis.levels, analysis.rings, self._tables, listed, self._estimates
        )

    def _compile(self, samples: Sequence[Position]) -> None:
        """Compile the rules, with the sample states as a guide to how large relations are."""
        for group in self._analysis.order:
            for relation in group:
                if relation.kind is Kind.FACT:
                    tables = [_facts_of(relation, position) for position in samples]
                    self._estimates.observe(relation, tables)
                elif relation.kind is not Kind.DOES and relation not in self._tables:
                    self._estimates.derive(relation, self._clauses.get(relation, ()))
        wanted = [_LEGAL, _GOAL, _TERMINAL, _SEES, *(r for r, _ in self._changing)]
        wanted += self._analysis.landings
        self._constant = {r: _as_rows(r, table) for r, table in self._tables.items() if r in wanted}
        roots = [r for r in wanted if r in self._clauses and r not in self._tables]
        listed: frozenset[Relation] = frozenset()
        while True:
            self._compiler = Compiler(self._world(listed))
            self._roots = {r: self._compiler.predicate(r, "f" * r.arity) for r in roots}
            self._compiler.link()
            found = {
                p.relation for p in self._compiler.predicates.values() if p.keyless and p.wanted
            }
            if found <= listed:
                break
            listed |= found
        self._forget()

    def _add_root(self, relation: Relation) -> None:
        if relation in self._tables:
            self._constant[relation] = _as_rows(relation, self._tables[relation])
        elif relation in self._clauses and relation not in self._roots:
            self._roots[relation] = self._compiler.predicate(relation, "f" * relation.arity)
            if self._compiler.link():
                self._forget()

    def _samples(self) -> list[Position]:
        """Some states of a random match."""
        rng = Random(0)
        samples = [self.initial()]
        while len(samples) < _SAMPLES and not self.terminal(samples[-1]):
            choices = [self.legal(samples[-1], role) for role in self.roles]
            if not all(choices):
                break
            samples.append(self.next(samples[-1], tuple(map(rng.choice, choices))))
        return samples


def _is_fact(clause: Clause) -> bool:
    return not clause.body and all(map(is_ground, clause.head.args))


def _facts_of(relation: Relation, position: Position) -> list[tuple[Term, ...]]:
    if relation == ANY_FACT:
        return [(fact,) for fact in position.facts]
    return [fact[1:] for fact in position.by_kind.get(relation, ()) if isinstance(fact, tuple)]


def _as_table(relation: Relation, answer: Any) -> list[tuple[Term, ...]]:
    """What a predicate answers, as rows that are always tuples."""
    if relation.arity == 0:
        return [()] if answer else []
    return [(value,) for value in answer] if relation.arity == 1 else list(answer)


def _as_rows(relation: Relation, table: Sequence[tuple[Term, ...]]) -> Any:
    """A table as a predicate would answer it."""
    if relation.arity == 0:
        return bool(table)
    return [row[0] for row in table] if relation.arity == 1 else table
