"""Predicates of relations that need each other, as Python functions.

Where a rule asks another predicate of its ring it is suspended, to be resumed once for each
answer, so that neither left recursion nor depth is a problem and no rule instance is tried twice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from spielwerk.languages.gdl.direct.clauses import Clause, Relation, is_ground, unknowns
from spielwerk.languages.gdl.direct.functions import Function, Registry, places
from spielwerk.languages.gdl.direct.joins import Estimator, Exists, Lookup, Step
from spielwerk.languages.gdl.direct.predicates import PredicateWriter
from spielwerk.languages.gdl.direct.world import Predicate
from spielwerk.languages.gdl.program import Distinct, Term, Var, variables


@dataclass(frozen=True, slots=True)
class _RingFirst:
    """Estimates by which rules that list a ring start from what the ring has found already."""

    estimator: Estimator
    ring: Collection[Relation]

    def fanout(self, relation: Relation, known: Sequence[int]) -> float:
        return 0.0 if relation in self.ring else self.estimator.fanout(relation, known)

    def cost(self, relation: Relation) -> float:
        return 0.001 if relation in self.ring else self.estimator.cost(relation)


class RingPredicate(PredicateWriter):
    """Functions for a predicate of a ring.

    What is known of a question is an *entry*: its rows (or whether it holds), the same as a
    dictionary, and the suspended rules that wait for more.
    """

    def __init__(self, predicate: Predicate, registry: Registry) -> None:
        super().__init__(predicate, registry)
        self.functions: list[Function] = []
        if predicate.keyless:
            rings = registry.world.rings
            ring = {relation for relation in rings if rings[relation] == predicate.ring}
            self.estimator = _RingFirst(self.estimator, ring)

    def text(self) -> str:
        predicate = self.predicate
        context = predicate.level.context
        start = self.part("k")
        key = self.unpack(start)
        for clause in self.clauses:
            steps = tuple(self.flat(self.plan(clause), clause))
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

    def part(self, last: str) -> Function:
        predicate = self.predicate
        name = f"{predicate.function}_{len(self.functions)}"
        first = "e" if last == "k" else "env"
        function = Function(
            f"def {name}({predicate.level.context}, agenda, {first}, {last}):",
            predicate.level,
            self.registry,
            predicate,
        )
        self.functions.append(function)
        return function

    def flat(self, steps: Iterable[Step], clause: Clause) -> Iterator[Step]:
        """The steps with groups opened that would have to be suspended half-way.

        No question to the ring builds a term, or questions could grow without end, except where
        listing the answers would.
        """
        for step in steps:
            if isinstance(step, Exists) and any(map(self.asks_ring, step.steps)):
                yield from self.flat(step.steps, clause)
            elif isinstance(step, Lookup) and self.asks_ring(step):
                yield Lookup(step.call, self.careful(step, clause))
            else:
                yield step

    def careful(self, lookup: Lookup, clause: Clause) -> str:
        """The mode of a question to the ring that does not make questions grow."""
        relation = lookup.call.relation
        if relation in self.registry.world.growing:
            return lookup.mode
        asked = [part for term in self.at(clause, "b") for part in _parts(term)]
        return "".join(
            "f"
            if isinstance(term, tuple)
            and not is_ground(term)
            and term not in asked
            and place not in relation.given
            else letter
            for place, (term, letter) in enumerate(zip(lookup.call.args, lookup.mode, strict=True))
        )

    def asks_ring(self, step: Step) -> bool:
        """Whether the step asks a relation of the same ring."""
        if isinstance(step, Exists):
            return any(map(self.asks_ring, step.steps))
        if isinstance(step, Lookup):
            return self.registry.world.rings.get(step.call.relation) == self.predicate.ring
        return False

    def suspends(self, step: Step) -> bool:
        """Whether the rule has to wait at this step.

        A relation that can be listed by itself is: then there is nothing to wait for.
        """
        if not (isinstance(step, Lookup) and self.asks_ring(step)):
            return False
        return self.registry.predicate(step.call.relation, step.mode).ring is not None

    def chunk(self, function: Function, clause: Clause, steps: Sequence[Step]) -> None:
        """The steps up to the next question to the ring, or up to the answer."""
        for number, step in enumerate(steps):
            if self.suspends(step):
                assert isinstance(step, Lookup)
                self.suspend(function, clause, step, steps[number + 1 :])
                return
            function.steps((step,))
        self.finish(function, clause)

    def finish(self, function: Function, clause: Clause) -> None:
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
        self, function: Function, clause: Clause, lookup: Lookup, rest: Sequence[Step]
    ) -> None:
        """Ask a predicate of the ring, and go on in a function of its own for each answer."""
        block = function.block
        asked = self.registry.predicate(lookup.call.relation, lookup.mode)
        memo = function.fetch(asked.level, asked.memo)
        key, entry = block.fresh(), block.fresh()
        block.line(f"{key} = {function.key(lookup.call, places(lookup.mode, 'b'))}")
        block.line(f"{entry} = {memo}.get({key})")
        empty = "[[], {}, []]" if asked.wanted else "[False, None, []]"
        block.line(f"if {entry} is None:")
        block.line(f"    {entry} = {memo}[{key}] = {empty}")
        block.line(f"    agenda.append(({asked.function}_0, {entry}, {key}))")
        live = self.live(function, clause, lookup, rest)
        later = self.part("row")
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
        self, function: Function, clause: Clause, lookup: Lookup, rest: Sequence[Step]
    ) -> list[Var]:
        """The variables with values that are still used after an answer has come."""
        wanted = [t for t, x in zip(lookup.call.args, lookup.mode, strict=True) if x == "f"]
        later = {v for term in (*self.at(clause, "f"), *wanted) for v in variables(term)}
        later.update(v for step in rest for v in _used(step))
        return [variable for variable in function.block.names if variable in later]

    def resume(self, function: Function, lookup: Lookup, live: Sequence[Var]) -> None:
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


def _parts(term: Term) -> Iterator[Term]:
    """The term and all terms in it."""
    yield term
    if isinstance(term, tuple):
        for part in term[1:]:
            yield from _parts(part)


def _used(step: Step) -> Iterator[Var]:
    match step:
        case Exists(steps):
            for inner in steps:
                yield from _used(inner)
        case Lookup(call, _):
            yield from unknowns(call)
        case Distinct():
            yield from unknowns(step)
