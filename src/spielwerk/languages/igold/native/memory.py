"""A match as one array of numbers: what is where.

The world's elements keep their numbers. Lists have their length first; what is not there is
:data:`NONE`. Texts (values of enumerations, types) are numbers from :data:`TEXT` on, and a set is
the bits of its texts.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from spielwerk.languages.igold.engine import MatchEngine
from spielwerk.languages.igold.native.emitting import CannotLower
from spielwerk.languages.igold.processor import Code, ProgramStep, Selecting
from spielwerk.languages.igold.source import tag

NONE = -(1 << 63)
TEXT = 1 << 60
"""The number of the first text."""
_BITS = 60
"""Only so many texts can be in sets."""
_ELEMENTS = 1_000
"""So many objects, fields and spaces there may be: lists of them are written down often."""
_SIZE = 1 << 20
"""So many numbers a match may be."""
_NUMBERS = 256
"""From so many numbers somebody can select natively."""

SCALARS = (
    "bail", "random", "over", "done", "phase", "state", "started", "finished", "work", "seed",
    "effective", "run_count", "trail", "phase_epoch", "state_epoch", "counted_game",
    "counted_phase", "counted_state",
)  # fmt: skip
"""The single numbers of a match, from place 0 on. The prelude knows the first two."""
RUN = ("code", "step", "me", "who", "act", "stage", "bound", "pending", "ask")
"""How a run begins; its memory follows, then what it waits for."""
ASKED, DRAWN = 1, 2
"""What a run can wait for."""
SCOPES = ("game", "phase", "phaseState")


class Texts:
    """Texts as numbers."""

    def __init__(self, first: list[str]) -> None:
        self._known: list[str] = []
        self._numbers: dict[str, int] = {}
        for text in first:
            self.number(text)

    def number(self, text: str) -> int:
        if text not in self._numbers:
            self._numbers[text] = TEXT + len(self._known)
            self._known.append(text)
        return self._numbers[text]

    def encode(self, value: Any) -> int:
        """A value of the rules as a number.

        :raises CannotLower: it has no number
        """
        match value:
            case bool() | int():
                if not -TEXT < value < TEXT:
                    raise CannotLower(f"the number {value} is too large")
                return int(value)
            case str():
                return self.number(value)
            case frozenset() if all(isinstance(one, str) for one in value):
                bits = [self.number(one) - TEXT for one in value]
                if any(bit >= _BITS for bit in bits):
                    raise CannotLower(f"sets of more than {_BITS} different values")
                return sum(1 << bit for bit in bits)
        if isinstance(value, Decimal):
            raise CannotLower("numbers with decimals")
        raise CannotLower(f"a value that is no number, truth value, word or set: {value}")

    def decode(self, number: int) -> Any:
        """A number as a value; a number of a text as that text."""
        return self._known[number - TEXT] if number >= TEXT else number

    def decode_set(self, number: int) -> frozenset[str]:
        return frozenset(one for bit, one in enumerate(self._known) if number >> bit & 1)


@dataclass(frozen=True, slots=True)
class RunPlace:
    """A place of a run's memory: a number, a list, or a list for each of several askers."""

    kind: str
    at: int
    limit: int = 0
    lists: int = 1

    @property
    def size(self) -> int:
        if self.kind == "number":
            return 1
        return 1 + self.limit if self.kind == "list" else 1 + self.lists * (1 + self.limit)


@dataclass(frozen=True, slots=True)
class RoomForAsking:
    """A selection, with the room it needs."""

    number: int
    ask: Selecting
    askers: int
    limit: int

    @property
    def stride(self) -> int:
        return 1 + self.limit


class MatchMemory:
    """Where everything of a match is."""

    def __init__(self, engine: MatchEngine) -> None:
        self.engine = engine
        world = self.world = engine.world
        self.texts = Texts(list(world.definition.enum_values))
        self.actors, self.objects = len(world.actors), len(world.objects)
        if self.actors > _BITS:
            raise CannotLower(f"more than {_BITS} players")
        for kind in ("object", "field", "space"):
            if len(world.of(kind)) > _ELEMENTS:
                raise CannotLower(f"more than {_ELEMENTS:,} elements of the kind {kind}")
        self._functions = {
            node.name: node
            for node in ast.parse(engine.program.source).body
            if isinstance(node, ast.FunctionDef)
        }
        for one in world.attributes:
            self.texts.encode(one.value)
        self.size = len(SCALARS)
        self._elements()
        self._links()
        self._fields()
        self._chances()
        self.counts = self._room(3 * len(world.actions) * self.actors)
        self._runs()
        if self.size > _SIZE:
            raise CannotLower("more to remember of a match than fits")
        self.saved = self.size
        """What follows is worked out again whenever it is needed."""
        self.changed = self._room(len(world.attributes))
        self.active = self._room(len(world.implications))
        self.shown = {kind: self._room(len(world.of(kind))) for kind in self._shown_kinds()}
        self.able_limit = max(64, min(4_096, self.actors * len(world.actions)))
        self.able = self._room(1 + 2 * self.able_limit)
        self.moves_limit = max(self.able_limit, self.pool_limit) + 2
        self.moves = self._room(1 + 3 * self.moves_limit)
        self.twister = self._room(625)
        self.spare = self._room(2 * (1 + self.objects))
        self.scores = self._room(self.actors * max(1, len(engine.program.scores)))
        self.outcome = self._room(self.actors)
        self.sums = self._room(self.actors)
        self.played = self._room(1)
        self.steps = self._room(1)
        self.samples = self._room(1 + self.outcome_limit)
        self.choices = self._room(2 + max(2, self.actors))
        self.deeds = self._room(4 * self.actors)
        self.trace_limit = 1 << 15
        self.trace = self._room(self.trace_limit + 1)
        self.origin = self._room(self.saved)
        self.kinds = engine.names.get("value_kinds") or _kinds(engine)

    def function(self, name: str) -> ast.FunctionDef:
        """A function of the program."""
        return self._functions[name]

    def _room(self, words: int) -> int:
        first = self.size
        self.size += words
        return first

    def _elements(self) -> None:
        world = self.world
        self.values = self._room(len(world.attributes))
        self.place = self._room(self.objects)
        self.owner = self._room(self.objects)
        self.holder = self._room(len(world.spaces))

    def _links(self) -> None:
        world = self.world
        self.link_limits = [len(world.of(one.value.kind)) for one in world.links]
        self.links = [
            self._room(1 + limit if one.value.many else 1)
            for one, limit in zip(world.links, self.link_limits, strict=True)
        ]

    def _fields(self) -> None:
        world = self.world
        first = [one.index for one in world.objects]
        kinds = [one.type.id for one in world.objects]
        self.field_limits = [
            sum(
                allowed is None or kinds[n] in allowed or first[n] == field
                for n in range(self.objects)
            )
            for field, allowed in enumerate(world.allowed)
        ]
        self.fields = [self._room(1 + limit) for limit in self.field_limits]

    def _chances(self) -> None:
        """Draws without replacement are remembered."""
        program = self.engine.program
        self.drawn: dict[str, tuple[int, int]] = {}
        self.outcome_limit = 0
        for reference, entries in program.chances.items():
            limit = sum(self.limit_of(self.function(name)) for name, _ in entries)
            self.outcome_limit = max(self.outcome_limit, limit)
            if not self.returns(reference):
                room = sum(weight * self.limit_of(self.function(name)) for name, weight in entries)
                self.drawn[reference] = self._room(1 + room), room

    def returns(self, reference: str) -> bool:
        """Whether what a chance draws can be drawn again."""
        node = self.world.definition.types[reference].node
        return node.get("withReplacement", "true") not in ("false", "0")

    def limit_of(self, function: ast.FunctionDef) -> int:
        """About how many things a function gives; one that gives more makes the engine bail out."""
        match function.body[-1]:
            case ast.Return(value=ast.Tuple(elts=elements)):
                return len(elements)
            case ast.Return(value=ast.Call(func=ast.Name(id="some"))):
                return 1
            case ast.Return(value=ast.Call(func=ast.Name(id="range"))):
                return _NUMBERS
        return max(self.actors, self.objects, len(self.world.fields), len(self.world.spaces))

    def _shown_kinds(self) -> list[str]:
        source = self.engine.program.source
        kinds = ("actor", "space", "field", "object", "attribute", "action", "implication")
        return [kind for kind in kinds if f"s.shown[{kind!r}" in source]

    # Runs

    def _runs(self) -> None:
        self.asks: list[RoomForAsking] = []
        self.ask_numbers: dict[int, int] = {}
        self.frames = [self._frame(linked.code) for linked in self.engine.codes]
        askers = max((one.askers for one in self.asks), default=1)
        self.pool_limit = max((one.limit for one in self.asks), default=1)
        pools = max((one.askers * one.stride for one in self.asks), default=1)
        at = len(RUN)
        self.run_memory = at
        at += max((sum(p.size for p in frame) for frame in self.frames), default=0)
        self.run_askers = at
        self.run_least = self.run_askers + 1 + askers
        self.run_most = self.run_least + askers
        self.run_ready = self.run_most + askers
        self.run_pools = self.run_ready + askers
        self.run_picks = self.run_pools + pools
        self.run_outcomes = self.run_picks + pools
        self.run_size = self.run_outcomes + 1 + 2 * self.outcome_limit
        self.run_limit = max(1, self.actors) + 1
        self.runs = self._room(self.run_limit * self.run_size)

    def _frame(self, code: Code) -> list[RunPlace]:
        kinds: dict[int, tuple[str, int, int]] = {}
        for step in code.steps:
            if step.ask is not None:
                self._add_ask(step.ask, kinds)
        for step in code.steps:
            if step.kind == "each":
                kinds[step.slot] = ("list", self._each_limit(code, step, kinds), 1)
        places: list[RunPlace] = []
        at = 0
        for slot in range(code.memory):
            kind, limit, lists = kinds.get(slot, ("number", 0, 1))
            places.append(RunPlace(kind, at, limit, lists))
            at += places[-1].size
        return places

    def _add_ask(self, ask: Selecting, kinds: dict[int, tuple[str, int, int]]) -> None:
        many = min(self.actors, self.limit_of(self.function(ask.actors)))
        limit = {
            "object": self.objects,
            "actor": self.actors,
            "field": len(self.world.fields),
        }.get(ask.kind) or self.limit_of(self.function(ask.pool))
        if id(ask) not in self.ask_numbers:
            self.ask_numbers[id(ask)] = len(self.asks)
            self.asks.append(RoomForAsking(len(self.asks), ask, many, limit))
        kinds[ask.askers] = ("list", many, 1)
        kinds[ask.chosen] = kinds[ask.others] = ("lists", limit, many)

    def _each_limit(
        self, code: Code, step: ProgramStep, kinds: dict[int, tuple[str, int, int]]
    ) -> int:
        match self.function(step.run).body[-1]:
            case ast.Return(
                value=ast.Subscript(
                    value=ast.Subscript(value=ast.Name(id="x"), slice=ast.Constant(value=int(slot)))
                )
            ):
                return kinds[slot][1]
            case ast.Return(value=ast.Call(func=ast.Name(id="range"))):
                return self.actors
        if step.slot in code.things:
            return max(1, self.objects)
        return max(self.actors, len(self.world.fields), 1)


def _kinds(engine: MatchEngine) -> list[str]:
    return [tag(one.type.node).removesuffix("Attribute") for one in engine.world.attributes]
