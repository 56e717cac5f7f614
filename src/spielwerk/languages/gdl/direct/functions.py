"""Predicates as Python functions.

One predicate goes in, the source of its functions comes out. A plain predicate becomes one
function of nested loops. A predicate in a ring of recursive ones becomes several: where a rule
asks another predicate of the ring it is suspended, to be resumed once for each answer, so that
neither left recursion nor depth is a problem and no rule instance is tried twice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from spielwerk.languages.gdl.direct.clauses import (
    ANY_FACT,
    DOES,
    Call,
    Clause,
    Kind,
    Relation,
    is_ground,
    unknowns,
)
from spielwerk.languages.gdl.direct.joins import Estimator, Exists, Lookup, Step, plan_clause
from spielwerk.languages.gdl.direct.patterns import Block, Constants, pack
from spielwerk.languages.gdl.direct.world import Index, Level, Predicate, World
from spielwerk.languages.gdl.rules import Distinct, Term, Var, variables

__all__ = ["Registry", "write_predicate"]


class Registry(Protocol):
    """Where functions get the names of what else they need."""

    world: World
    constants: Constants

    def predicate(self, relation: Relation, mode: str) -> Predicate:
        """The predicate for a relation in a mode."""

    def index(self, relation: Relation, known: tuple[int, ...], wanted: tuple[int, ...]) -> Index:
        """The index of a relation's rows."""

    def group(self, relation: Relation) -> str:
        """The attribute of a state's context that holds all facts of a kind."""


def write_predicate(predicate: Predicate, registry: Registry) -> str:
    """The source of the predicate's functions."""
    writer = _PlainPredicate if predicate.ring is None else _RingPredicate
    return writer(predicate, registry).text()


class _Function:
    """One function: its lines, and what it fetches from its context at the start."""

    def __init__(self, header: str, level: Level, registry: Registry) -> None:
        self.header = header
        self.level = level
        self.registry = registry
        self.block = Block(registry.constants)
        self.fetches: dict[str, str] = {}

    def text(self) -> str:
        prologue = [f"    {line}" for line in self.fetches.values()]
        if self.level is Level.STEP:
            prologue.insert(0, "    c = s.c")
        return "\n".join([self.header, *prologue, *self.block.lines, ""])

    def fetch(self, level: Level, name: str) -> str:
        """A local name for an attribute of the context."""
        self.fetches.setdefault(name, f"{name} = {level.context}.{name}")
        return name

    def steps(self, steps: Iterable[Step]) -> None:
        for step in steps:
            match step:
                case Distinct(left, right):
                    self.block.reject(f"{self.block.build(left)} == {self.block.build(right)}")
                case Exists(inner):
                    self.exists(inner)
                case Lookup(call, mode) if call.negative:
                    self.absent(call, mode)
                case Lookup(call, mode):
                    self.present(call, mode)

    def exists(self, steps: Sequence[Step]) -> None:
        """Search for one solution of the steps, and go on only where there is one."""
        block = self.block
        outside, names = block.loops, dict(block.names)
        self.steps(steps)
        if block.loops > outside:
            block.line("break")
        while block.loops > outside:
            block.loops -= 1
            block.line("else: continue")
            if block.loops > outside:
                block.line("break")
        block.names = names

    def present(self, call: Call, mode: str) -> None:
        if call.relation == DOES:
            self.does(call, mode)
            return
        if "f" not in mode:
            self.block.require(self.test(call, mode))
            return
        rows, functional, offset = self.rows(call, mode)
        wanted = [term for term, letter in zip(call.args, mode, strict=True) if letter == "f"]
        targets, checks = self.block.targets(wanted)
        target = ", ".join([*["_"] * offset, *targets])
        if functional:
            value = targets[0] if len(targets) == 1 else self.block.fresh()
            self.block.line(f"{value} = {rows}")
            self.block.reject(f"{value} is None")
            if len(targets) > 1:
                self.block.line(f"{target} = {value}")
        else:
            self.block.open(f"for {target} in {rows}:")
        self.block.check(checks)

    def absent(self, call: Call, mode: str) -> None:
        block = self.block
        if "f" not in mode and call.relation != DOES:
            block.reject(self.test(call, mode))
            return
        found, outside, names = block.fresh(), block.loops, dict(block.names)
        block.line(f"{found} = False")
        block.open("for _ in ONE:")
        self.present(call, mode)
        block.line(f"{found} = True")
        block.loops = outside
        block.names = names
        block.reject(found)

    def does(self, call: Call, mode: str) -> None:
        role, move = call.args
        if mode[0] == "b":
            moves = self.fetch(Level.STEP, "moves")
            made = self.block.fresh()
            self.block.line(f"{made} = {moves}.get({self.block.build(role)})")
            if mode[1] != "b":
                self.block.reject(f"{made} is None")
            self.block.match(move, made)
        else:
            targets, checks = self.block.targets(call.args)
            self.block.open(f"for {', '.join(targets)} in {self.fetch(Level.STEP, 'does')}:")
            self.block.check(checks)

    def test(self, call: Call, mode: str) -> str:
        """An expression that is true where the relation has a row that fits."""
        relation, block = call.relation, self.block
        known = _places(mode, "b")
        if relation.kind is Kind.FACT and len(known) == relation.arity:
            fact: Term = (relation.name, *call.args) if call.args else relation.name
            if relation == ANY_FACT:
                fact = call.args[0]
            return f"{block.build(fact)} in {self.fetch(Level.STATE, 'facts')}"
        if not self.stored(relation):
            return self.answer(call, mode)
        if not known:
            rows, _, _ = self.rows(call, mode)
            return rows
        return f"{self.key(call, known)} in {self.index(relation, known, ())[0]}"

    def rows(self, call: Call, mode: str) -> tuple[str, bool, int]:
        """An expression for the fitting rows.

        Also whether it is one row or None, and how many items to skip in each.
        """
        relation = call.relation
        known, wanted = _places(mode, "b"), _places(mode, "f")
        if not self.stored(relation):
            return self.answer(call, mode), False, 0
        everything = not known and len(wanted) in (0, relation.arity)
        if everything and relation.kind is Kind.FACT:
            offset = 0 if relation == ANY_FACT else 1
            return self.fetch(Level.STATE, self.registry.group(relation)), False, offset
        if everything and relation in self.registry.world.listed:
            return self.answer(Call(relation, call.args), "f" * relation.arity), False, 0
        name, index = self.index(relation, known, wanted)
        if not known:
            return name, False, 0
        if index.functional:
            return f"{name}.get({self.key(call, known)})", True, 0
        return f"{name}.get({self.key(call, known)}, NONE)", False, 0

    def stored(self, relation: Relation) -> bool:
        """Whether the relation has all its rows at hand, so that they can be indexed."""
        world = self.registry.world
        return relation.kind is Kind.FACT or relation in world.tables or relation in world.listed

    def index(
        self, relation: Relation, known: tuple[int, ...], wanted: tuple[int, ...]
    ) -> tuple[str, Index]:
        index = self.registry.index(relation, known, wanted)
        if index.level is not Level.STATIC:
            name = self.fetch(index.level, index.name)
            self.block.line(f"if {name} is None: {name} = {index.builder}({index.level.context})")
        return index.name, index

    def key(self, call: Call, known: Iterable[int]) -> str:
        return pack([self.block.build(call.args[place]) for place in known])

    def answer(self, call: Call, mode: str) -> str:
        """An expression for what the predicate of another relation answers."""
        predicate = self.registry.predicate(call.relation, mode)
        context, block = predicate.level.context, self.block
        if predicate.once:
            name = self.fetch(predicate.level, predicate.memo)
            block.line(f"if {name} is None: {name} = {predicate.function}({context})")
            return name
        answer, key = block.fresh(), block.fresh()
        memo = self.fetch(predicate.level, predicate.memo)
        block.line(f"{key} = {self.key(call, _places(mode, 'b'))}")
        block.line(f"{answer} = {memo}.get({key})")
        block.line(f"if {answer} is None: {answer} = {predicate.function}({context}, {key})")
        return answer if predicate.ring is None else f"{answer}[0]"


class _PredicateWriter:
    def __init__(self, predicate: Predicate, registry: Registry) -> None:
        self.predicate = predicate
        self.registry = registry
        self.clauses = registry.world.clauses.get(predicate.relation, ())
        self.estimator: Estimator = registry.world.estimator

    def plan(self, clause: Clause) -> tuple[Step, ...]:
        return plan_clause(clause, self.predicate.mode, self.estimator)

    def at(self, clause: Clause, letter: str) -> list[Term]:
        """The arguments of the head that have this letter in the mode."""
        return [clause.head.args[place] for place in _places(self.predicate.mode, letter)]

    def enter(self, function: _Function, clause: Clause, key: Sequence[str]) -> None:
        """Start a clause: a loop of one round, which every failing condition continues."""
        function.block.names = {}
        function.block.open("for _ in ONE:")
        for term, value in zip(self.at(clause, "b"), key, strict=True):
            function.block.match(term, value)

    def unpack(self, function: _Function) -> list[str]:
        """Names for the parts of the key ``k``."""
        count = self.predicate.mode.count("b")
        if count == 1:
            return ["k"]
        names = [f"k{number}" for number in range(count)]
        if names:
            function.block.line(f"{', '.join(names)} = k")
        return names

    def row(self, function: _Function, clause: Clause) -> str:
        """The clause's answer; terms that may grow without end are weighed first."""
        block = function.block
        parts = [block.build(term) for term in self.at(clause, "f")]
        for term, part in zip(self.at(clause, "f"), parts, strict=True):
            if _grows(term, self.predicate):
                block.line(f"weigh({part}, {str(self.predicate.relation)!r})")
        return pack(parts)


class _PlainPredicate(_PredicateWriter):
    def text(self) -> str:
        predicate = self.predicate
        context = predicate.level.context
        arguments = context if predicate.keyless else f"{context}, k"
        function = _Function(
            f"def {predicate.function}({arguments}):", predicate.level, self.registry
        )
        block = function.block
        key = self.unpack(function)
        target = f"{context}.{predicate.memo}" + ("" if predicate.keyless else "[k]")
        if predicate.keyless:
            block.line(f"if {target} is not None: return {target}")
        plans = [(clause, self.plan(clause)) for clause in self.clauses]
        single = len(plans) == 1 and self.unique(*plans[0])
        if predicate.wanted:
            block.line("out = []" if single else "out = {}")
        for clause, steps in plans:
            self.enter(function, clause, key)
            function.steps(steps)
            if predicate.wanted:
                row = self.row(function, clause)
                block.line(f"out.append({row})" if single else f"out[{row}] = None")
            else:
                block.line(f"{target} = True")
                block.line("return True")
            block.loops = 0
        result = "out" if predicate.wanted else "False"
        block.line(f"{target} = {result}")
        block.line(f"return {result}")
        return function.text()

    def unique(self, clause: Clause, steps: Sequence[Step]) -> bool:
        """Whether a clause cannot give the same row twice."""
        fixed = {v for letter in "bf" for term in self.at(clause, letter) for v in variables(term)}
        loops = [step for step in steps if isinstance(step, Lookup) and "f" in step.mode]
        free = {v for step in loops for v in unknowns(step.call)}
        return free <= fixed and not any("_" in step.mode for step in loops)


@dataclass(frozen=True, slots=True)
class _RingFirst:
    """Estimates by which rules that list a ring start from what the ring has found already."""

    estimator: Estimator
    ring: Collection[Relation]

    def fanout(self, relation: Relation, known: Sequence[int]) -> float:
        return 0.0 if relation in self.ring else self.estimator.fanout(relation, known)

    def cost(self, relation: Relation) -> float:
        return self.estimator.cost(relation)


class _RingPredicate(_PredicateWriter):
    """Functions for a predicate of a ring.

    What is known of a question is an *entry*: its rows (or whether it holds), the same as a
    dictionary, and the suspended rules that wait for more.
    """

    def __init__(self, predicate: Predicate, registry: Registry) -> None:
        super().__init__(predicate, registry)
        self.functions: list[_Function] = []
        if predicate.keyless:
            rings = registry.world.rings
            ring = {relation for relation in rings if rings[relation] == predicate.ring}
            self.estimator = _RingFirst(self.estimator, ring)

    def text(self) -> str:
        predicate = self.predicate
        context = predicate.level.context
        start = self.function("k")
        key = self.unpack(start)
        for clause in self.clauses:
            steps = tuple(self.flat(self.plan(clause)))
            self.enter(start, clause, key)
            self.chunk(start, clause, steps)
            start.block.loops = 0
        start.block.line("return")
        empty = "[[], {}, []]" if predicate.wanted else "[False, None, []]"
        entrance = [
            f"def {predicate.function}({context}, k):",
            f"    e = {context}.{predicate.memo}[k] = {empty}",
            f"    run({context}, {predicate.function}_0, e, k, {str(predicate.relation)!r})",
            "    return e",
            "",
        ]
        return "\n".join([*entrance, *(function.text() for function in self.functions)])

    def function(self, last: str) -> _Function:
        predicate = self.predicate
        name = f"{predicate.function}_{len(self.functions)}"
        first = "e" if last == "k" else "env"
        function = _Function(
            f"def {name}({predicate.level.context}, agenda, {first}, {last}):",
            predicate.level,
            self.registry,
        )
        self.functions.append(function)
        return function

    def flat(self, steps: Iterable[Step]) -> Iterator[Step]:
        """The steps with groups opened that would have to be suspended half-way.

        No question to the ring builds a term, or questions could grow without end.
        """
        for step in steps:
            if isinstance(step, Exists) and self.suspends(step):
                yield from self.flat(step.steps)
            elif isinstance(step, Lookup) and self.suspends(step):
                built = (isinstance(a, tuple) and not is_ground(a) for a in step.call.args)
                letters = zip(step.mode, built, strict=True)
                yield Lookup(step.call, "".join("f" if new else letter for letter, new in letters))
            else:
                yield step

    def suspends(self, step: Step) -> bool:
        """Whether the step asks a predicate of the same ring."""
        if isinstance(step, Exists):
            return any(map(self.suspends, step.steps))
        if isinstance(step, Lookup):
            world = self.registry.world
            relation = step.call.relation
            return world.rings.get(relation) == self.predicate.ring and relation not in world.tables
        return False

    def chunk(self, function: _Function, clause: Clause, steps: Sequence[Step]) -> None:
        """The steps up to the next question to the ring, or up to the answer."""
        for number, step in enumerate(steps):
            if self.suspends(step):
                assert isinstance(step, Lookup)
                self.suspend(function, clause, step, steps[number + 1 :])
                return
            function.steps((step,))
        self.finish(function, clause)

    def finish(self, function: _Function, clause: Clause) -> None:
        block = function.block
        if self.predicate.wanted:
            row = block.fresh()
            block.line(f"{row} = {self.row(function, clause)}")
            block.reject(f"{row} in e[1]")
            block.line(f"e[1][{row}] = None")
            block.line(f"e[0].append({row})")
            block.line(f"for f, v in e[2]: agenda.append((f, v, {row}))")
        else:
            block.reject("e[0]")
            block.line("e[0] = True")
            block.line("for f, v in e[2]: agenda.append((f, v, True))")

    def suspend(
        self, function: _Function, clause: Clause, lookup: Lookup, rest: Sequence[Step]
    ) -> None:
        """Ask a predicate of the ring, and go on in a function of its own for each answer."""
        block = function.block
        asked = self.registry.predicate(lookup.call.relation, lookup.mode)
        memo = function.fetch(asked.level, asked.memo)
        key, entry = block.fresh(), block.fresh()
        block.line(f"{key} = {function.key(lookup.call, _places(lookup.mode, 'b'))}")
        block.line(f"{entry} = {memo}.get({key})")
        empty = "[[], {}, []]" if asked.wanted else "[False, None, []]"
        block.line(f"if {entry} is None:")
        block.line(f"    {entry} = {memo}[{key}] = {empty}")
        block.line(f"    agenda.append(({asked.function}_0, {entry}, {key}))")
        live = self.live(function, clause, lookup, rest)
        later = self.function("row")
        name = f"{self.predicate.function}_{len(self.functions) - 1}"
        block.line(f"env = ({', '.join(['e', *(block.names[v] for v in live)])},)")
        if asked.wanted:
            block.line(f"{entry}[2].append(({name}, env))")
            block.line(f"for r in {entry}[0]: agenda.append(({name}, env, r))")
        else:
            block.line(f"if {entry}[0]: agenda.append(({name}, env, True))")
            block.line(f"else: {entry}[2].append(({name}, env))")
        self.resume(later, lookup, live)
        self.chunk(later, clause, rest)
        later.block.loops = 0
        later.block.line("return")

    def live(
        self, function: _Function, clause: Clause, lookup: Lookup, rest: Sequence[Step]
    ) -> list[Var]:
        """The variables with values that are still used after an answer has come."""
        wanted = [t for t, x in zip(lookup.call.args, lookup.mode, strict=True) if x == "f"]
        later = {v for term in (*self.at(clause, "f"), *wanted) for v in variables(term)}
        later.update(v for step in rest for v in _used(step))
        return [variable for variable in function.block.names if variable in later]

    def resume(self, function: _Function, lookup: Lookup, live: Sequence[Var]) -> None:
        """The start of a function that goes on with an answer ``row``."""
        block = function.block
        names = [block.name(variable) for variable in live]
        block.line(f"{', '.join(['e', *names])}, = env")
        block.open("for _ in ONE:")
        wanted = [t for t, x in zip(lookup.call.args, lookup.mode, strict=True) if x == "f"]
        if wanted:
            targets, checks = block.targets(wanted)
            block.line(f"{', '.join(targets)} = row")
            block.check(checks)


def _places(mode: str, letter: str) -> tuple[int, ...]:
    return tuple(place for place, found in enumerate(mode) if found == letter)


def _used(step: Step) -> Iterator[Var]:
    match step:
        case Exists(steps):
            for inner in steps:
                yield from _used(inner)
        case Lookup(call, _):
            yield from unknowns(call)
        case Distinct():
            yield from unknowns(step)


def _grows(term: Term, predicate: Predicate) -> bool:
    """Whether a head's term wraps a variable, so that repeating the rule makes ever larger ones."""
    parts = (
        term[1:] if predicate.relation.kind is Kind.NEXT and isinstance(term, tuple) else (term,)
    )
    if predicate.ring is None and predicate.relation.kind is not Kind.NEXT:
        return False
    return any(isinstance(part, tuple) and any(variables(part)) for part in parts)
