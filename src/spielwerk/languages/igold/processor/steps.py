"""A run of operations as a list of steps that can stop between any two and go on later.

:class:`Block` collects the steps while operations are processed. What loops, selections and chance
find out is kept in numbered places of the run's memory, ``x``; place 0 says that an action was
declared finished. So a run under way is a step number and a tuple, and a state can hold it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from spielwerk.core import Span
from spielwerk.languages.igold.processor.expressions import Expr, ExpressionCompiler, Scope
from spielwerk.languages.igold.source import Node, tag


@dataclass(frozen=True, slots=True)
class Selecting:
    """A selection: functions for who selects from what, and where the result is kept."""

    kind: str
    verb: str
    prompt: str
    actors: str
    pool: str
    least: str
    most: str
    chooser: int
    """The place that holds who is asked while the pool is worked out."""
    askers: int
    chosen: int
    others: int
    seconds: str | None = None
    labels: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class ToldSentence:
    """A sentence of the author: its texts by language, and what it speaks of."""

    name: str
    labels: Mapping[str, str] = field(hash=False)
    parts: tuple[tuple[str, str], ...] = ()
    """Name and kind of each; the step's function gives their elements or values."""
    listeners: str = ""
    """The function that gives whom it is told; all, where there is none."""


@dataclass(frozen=True, slots=True)
class ProgramStep:
    """One step. ``do`` acts, ``test`` jumps where its function is false, ``jump`` always;
    ``each`` starts a loop, ``next`` takes its next element or jumps; ``ask`` and ``draw`` wait;
    ``tell`` says a sentence to whoever watches and is nothing where nobody does.
    """

    kind: str
    span: Span
    text: str
    run: str = ""
    slot: int = 0
    target: int = 0
    ask: Selecting | None = None
    chance: str = ""
    cost: int = 1
    """Operations that it counts as."""
    tell: ToldSentence | None = None


@dataclass(eq=False)
class StepBlock:
    """The steps of one run of operations."""

    p: ExpressionCompiler
    name: str
    steps: list[ProgramStep] = field(default_factory=list)
    memory: int = 1
    things: set[int] = field(default_factory=set)
    """The places that hold objects, or tuples of them."""
    size: int = 0
    """How large the program was when the last step was added."""

    def places(self, count: int = 1) -> int:
        """The first of so many fresh places of memory."""
        first = self.memory
        self.memory += count
        return first

    def within(self, scope: Scope) -> Scope:
        """The scope with this block to draw chance in."""
        return replace(scope, draw=self._draw)

    def do(self, node: Node, line: str, text: str) -> None:
        self._add("do", node, text, run=self.p.function("do_", [line], text))

    def test(self, node: Node, py: str, text: str) -> int:
        """Jump where the test fails; the target is set by :meth:`land`."""
        run = self.p.function("if_", [f"return {py}"], text)
        self._add("test", node, text, run=run)
        return len(self.steps) - 1

    def jump(self, node: Node, target: int = 0) -> int:
        self._add("jump", node, f"the end of a {tag(node)}", target=target)
        return len(self.steps) - 1

    def land(self, step: int) -> None:
        """Let a step jump to here."""
        self.steps[step] = replace(self.steps[step], target=len(self.steps))

    def each(self, node: Node, pool: Expr) -> tuple[int, int]:
        """Begin a loop: the place of its element, and the step that ends it."""
        slot = self.places(3)
        run = self.p.function("each_", [f"return {pool.py}"], pool.text)
        if pool.kind == "object":
            self.things |= {slot, slot + 2}
        self._add("each", node, pool.text, run=run, slot=slot)
        self._add("next", node, pool.text, slot=slot)
        return slot + 2, len(self.steps) - 1

    def again(self, node: Node, begin: int) -> None:
        """End a loop that began with that step."""
        self.jump(node, begin)
        self.land(begin)

    def ask(self, node: Node, ask: Selecting) -> None:
        if ask.kind == "object":
            self.things |= {ask.chosen, ask.others}
        self._add("ask", node, ask.prompt, ask=ask)

    def tell(self, node: Node, sentence: ToldSentence, parts: str, text: str) -> None:
        """Say a sentence; ``parts`` gives what it speaks of."""
        run = self.p.function("tell_", [f"return {parts}"], text)
        self._add("tell", node, text, run=run)
        self.steps[-1] = replace(self.steps[-1], tell=sentence)

    def _draw(self, node: Node, reference: str) -> Expr:
        slot = self.places()
        chance = self.p.definition.types[reference]
        self._add("draw", node, chance.name, slot=slot, chance=reference)
        kind = tag(chance.node).removesuffix("Chance")
        if kind == "object":
            self.things.add(slot)
        return Expr(f"x[{slot}]", kind, f"a draw from {chance.name}", self.p.types_of(kind))

    def _add(
        self,
        kind: str,
        node: Node,
        text: str,
        *,
        run: str = "",
        slot: int = 0,
        target: int = 0,
        ask: Selecting | None = None,
        chance: str = "",
    ) -> None:
        span = self.p.problems.document.span(node)
        cost = 1 + self.p.size - (self.size or self.p.size)
        self.size = self.p.size
        self.steps.append(ProgramStep(kind, span, text, run, slot, target, ask, chance, cost))
