"""Predicates as Python functions.

One predicate goes in, the source of its function comes out: a nest of loops for every clause. A
predicate that lists a relation which needs itself goes through its rows as they come.
Everything else that is recursive is left to :mod:`.rings`.
"""

from __future__ import annotations

from collections.abc import Sequence

from spielwerk.languages.gdl.direct.clauses import Call, Clause, Relation, unknowns
from spielwerk.languages.gdl.direct.functions import Function, Registry, places
from spielwerk.languages.gdl.direct.joins import Estimator, Lookup, Step, plan, plan_clause
from spielwerk.languages.gdl.direct.patterns import pack
from spielwerk.languages.gdl.direct.world import Predicate, RuleWorld
from spielwerk.languages.gdl.program import Term, variables


def is_linear(relation: Relation, world: RuleWorld) -> bool:
    """Whether a relation needs only itself, and each of its rules at most once."""
    ring = world.rings.get(relation)
    others = (r for r, number in world.rings.items() if number == ring and r != relation)
    own = world.clauses.get(relation, ())
    return next(others, None) is None and all(len(_self_calls(c)) <= 1 for c in own)


class PredicateWriter:
    """What all predicates have in common: clauses, their plans, how they start and end."""

    def __init__(self, predicate: Predicate, registry: Registry) -> None:
        self.predicate = predicate
        self.registry = registry
        self.clauses = registry.world.clauses.get(predicate.relation, ())
        self.estimator: Estimator = registry.world.estimator

    def plan(self, clause: Clause) -> tuple[Step, ...]:
        return plan_clause(clause, self.predicate.mode, self.estimator)

    @property
    def target(self) -> str:
        """Where the answer is kept."""
        key = "" if self.predicate.keyless else "[k]"
        return f"{self.predicate.level.context}.{self.predicate.memo}{key}"

    def function(self) -> Function:
        """The predicate's function, which first looks whether the only answer is known."""
        predicate = self.predicate
        arguments = predicate.level.context + ("" if predicate.keyless else ", k")
        header = f"def {predicate.function}({arguments}):"
        function = Function(header, predicate.level, self.registry, predicate)
        if predicate.keyless:
            function.block.line(f"if {self.target} is not None: return {self.target}")
        return function

    def leave(self, function: Function, result: str) -> None:
        function.block.line(f"{self.target} = {result}")
        function.block.line(f"return {result}")

    def at(self, clause: Clause, letter: str) -> list[Term]:
        """The arguments of the head that have this letter in the mode."""
        return [clause.head.args[place] for place in places(self.predicate.mode, letter)]

    def enter(self, function: Function, clause: Clause, key: Sequence[str]) -> None:
        """Start a clause: a loop of one round, which every failing condition continues."""
        function.block.names, function.block.built = {}, {}
        function.block.open("for _ in ONE:")
        for term, value in zip(self.at(clause, "b"), key, strict=True):
            function.block.match(term, value)

    def unpack(self, function: Function) -> list[str]:
        """Names for the parts of the key ``k``."""
        count = self.predicate.mode.count("b")
        if count == 1:
            return ["k"]
        names = [f"k{number}" for number in range(count)]
        if names:
            function.block.line(f"{', '.join(names)} = k")
        return names

    def row(self, function: Function, clause: Clause) -> str:
        """The clause's answer; terms that may grow without end are weighed first."""
        block = function.block
        parts = [block.build(term) for term in self.at(clause, "f")]
        if self.predicate.relation in self.registry.world.growing:
            for part in parts:
                block.line(f"weigh({part}, {str(self.predicate.relation)!r})")
        return pack(parts)


class PlainPredicate(PredicateWriter):
    """A predicate that does not need itself."""

    def text(self) -> str:
        """The source of the function."""
        predicate = self.predicate
        function = self.function()
        block = function.block
        key = self.unpack(function)
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
                block.line(f"{self.target} = True")
                block.line("return True")
            block.loops = 0
        self.leave(function, "out" if predicate.wanted else "False")
        return function.text()

    def unique(self, clause: Clause, steps: Sequence[Step]) -> bool:
        """Whether a clause cannot give the same row twice."""
        fixed = {v for letter in "bf" for term in self.at(clause, letter) for v in variables(term)}
        loops = [step for step in steps if isinstance(step, Lookup) and "f" in step.mode]
        free = {v for step in loops for v in unknowns(step.call)}
        return free <= fixed and not any("_" in step.mode for step in loops)


class LinearPredicate(PredicateWriter):
    """A predicate that lists a relation which needs only itself.

    Rows are added to a list while a loop goes through it; each is given to every rule once.
    """

    def text(self) -> str:
        """The source of the function."""
        function = self.function()
        block = function.block
        block.line("out = {}")
        block.line("rows = []")
        for clause in self.clauses:
            if not _self_calls(clause):
                self.enter(function, clause, ())
                function.steps(self.plan(clause))
                self.emit(function, clause)
                block.loops = 0
        block.open("for row in rows:")
        block.line(f"if len(rows) > LIMIT: overflow({str(self.predicate.relation)!r})")
        for clause in self.clauses:
            for call in _self_calls(clause):
                self.go_on(function, clause, call)
                block.loops = 1
        block.loops = 0
        self.leave(function, "out")
        return function.text()

    def go_on(self, function: Function, clause: Clause, call: Call) -> None:
        """What a rule makes of one row that was found before."""
        block = function.block
        block.names = {}
        block.open("for _ in ONE:")
        targets, checks = block.targets(call.args)
        block.line(f"{', '.join(targets)} = row")
        block.check(checks)
        rest = [condition for condition in clause.body if condition is not call]
        needed = set(unknowns(clause.head))
        function.steps(plan(rest, set(unknowns(call)), needed, self.estimator))
        self.emit(function, clause)

    def emit(self, function: Function, clause: Clause) -> None:
        block = function.block
        new = block.fresh()
        block.line(f"{new} = {self.row(function, clause)}")
        block.reject(f"{new} in out")
        block.line(f"out[{new}] = None")
        block.line(f"rows.append({new})")


def _self_calls(clause: Clause) -> list[Call]:
    own = clause.head.relation
    return [c for c in clause.body if isinstance(c, Call) and c.relation == own]
