"""The steps of a plan as statements of a Python function.

Steps go in, lines come out: enumerations become loops, tests become ``continue``, and whatever a
function needs of its context is fetched once at its start. What else there is to call or to look
up, the function learns from a :class:`Registry`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from spielwerk.languages.gdl.direct.clauses import (
    ANY_FACT,
    DOES,
    Call,
    Relation,
    RelationKind,
)
from spielwerk.languages.gdl.direct.joins import Exists, Lookup, Step
from spielwerk.languages.gdl.direct.patterns import Constants, FunctionBody, pack
from spielwerk.languages.gdl.direct.world import Index, Level, Predicate, RuleWorld
from spielwerk.languages.gdl.program import Distinct, Term

_CHECKED, _CHECKED_STATIC = 3, 2
"""From which depth of loops on a function looks whether it has found or tried too much."""


class Registry(Protocol):
    """Where functions get the names of what else they need."""

    world: RuleWorld
    constants: Constants

    def predicate(self, relation: Relation, mode: str) -> Predicate:
        """The predicate for a relation in a mode."""

    def index(self, relation: Relation, known: tuple[int, ...], wanted: tuple[int, ...]) -> Index:
        """The index of a relation's rows."""

    def group(self, relation: Relation) -> str:
        """The attribute of a state's context that holds all facts of a kind."""


class Function:
    """One function: its lines, and what it fetches from its context at the start."""

    def __init__(self, header: str, level: Level, registry: Registry, predicate: Predicate) -> None:
        self.header = header
        self.level = level
        self.registry = registry
        self.predicate = predicate
        self.block = FunctionBody(registry.constants)
        self.fetches: dict[str, str] = {}
        self.counts = False
        """Whether it counts how often it tries something."""

    def text(self) -> str:
        prologue = [f"    {line}" for line in self.fetches.values()]
        if self.level is Level.STEP:
            prologue.insert(0, "    c = s.c")
        if self.counts:
            prologue.insert(0, "    tried = 0")
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
        outside, names, built = block.loops, dict(block.names), dict(block.built)
        self.steps(steps)
        if block.loops > outside:
            block.line("break")
        while block.loops > outside:
            block.loops -= 1
            block.line("else: continue")
            if block.loops > outside:
                block.line("break")
        block.names, block.built = names, built

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
        elif offset and self.predicate.relation.kind is RelationKind.NEXT:
            fact = self.block.fresh()
            self.loop(f"for {fact} in {rows}:")
            self.block.line(f"{target} = {fact}")
            self.block.built[call.relation.name, *call.args] = fact
        else:
            self.loop(f"for {target} in {rows}:")
        self.block.check(checks)

    def loop(self, header: str) -> None:
        """Open a loop; deep inside others, look first whether it was too much already."""
        depth = _CHECKED_STATIC if self.level is Level.STATIC else _CHECKED
        if self.block.loops >= depth:
            self.counts = True
            name = str(self.predicate.relation)
            self.block.line("tried += 1")
            self.block.line(f"if tried > TRIES: toil({name!r})")
            if self.predicate.wanted and self.predicate.ring is None:
                self.block.line(f"if len(out) > LIMIT: overflow({name!r})")
        self.block.open(header)

    def absent(self, call: Call, mode: str) -> None:
        block = self.block
        if "f" not in mode and call.relation != DOES:
            block.reject(self.test(call, mode))
            return
        found, outside = block.fresh(), block.loops
        names, built = dict(block.names), dict(block.built)
        block.line(f"{found} = False")
        block.open("for _ in ONE:")
        self.present(call, mode)
        block.line(f"{found} = True")
        block.loops = outside
        block.names, block.built = names, built
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
            self.loop(f"for {', '.join(targets)} in {self.fetch(Level.STEP, 'does')}:")
            self.block.check(checks)

    def test(self, call: Call, mode: str) -> str:
        """An expression that is true where the relation has a row that fits."""
        relation, block = call.relation, self.block
        known = places(mode, "b")
        if relation.kind is RelationKind.FACT and len(known) == relation.arity:
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
        known, wanted = places(mode, "b"), places(mode, "f")
        if not self.stored(relation):
            return self.answer(call, mode), False, 0
        everything = not known and len(wanted) in (0, relation.arity)
        if everything and relation.kind is RelationKind.FACT:
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
        return (
            relation.kind is RelationKind.FACT
            or relation in world.tables
            or relation in world.listed
        )

    def index(
        self, relation: Relation, known: tuple[int, ...], wanted: tuple[int, ...]
    ) -> tuple[str, Index]:
        index = self.registry.index(relation, known, wanted)
        if not index.ready:
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
        block.line(f"{key} = {self.key(call, places(mode, 'b'))}")
        block.line(f"{answer} = {memo}.get({key})")
        block.line(f"if {answer} is None: {answer} = {predicate.function}({context}, {key})")
        return answer if predicate.ring is None else f"{answer}[0]"


def places(mode: str, letter: str) -> tuple[int, ...]:
    return tuple(place for place, found in enumerate(mode) if found == letter)
