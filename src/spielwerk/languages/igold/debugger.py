"""The debugger's core: a match as a line of moments that one can walk along in both directions.

A :class:`Session` plays a game move by move and keeps every moment inside the moves: before and
after each phase, phase state, action, action state and operation. One can step by any of these,
forward and back; stop where an element comes up (:meth:`Session.break_at`) or a rule changes
(:meth:`Session.break_on_rule`); and ask at every moment which rules hold, with their values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random

from spielwerk.core import (
    CHANCE,
    Event,
    Explanation,
    Move,
    Over,
    Role,
    SpielwerkError,
    random_event,
)
from spielwerk.languages.igold.builtins import effective
from spielwerk.languages.igold.events import EngineMoment as Happening
from spielwerk.languages.igold.game import IgoldGame, IgoldState
from spielwerk.languages.igold.moves import element_text, value_text
from spielwerk.languages.igold.position import MatchPosition
from spielwerk.languages.igold.processor import Traced, Way
from spielwerk.languages.igold.why import Context, explain_rule

STEPS = {
    "operation": ("operation", "selection"),
    "action": ("action",),
    "state": ("phase state",),
    "phase": ("phase",),
}
"""What one can step by, and the processes that end such a step."""


@dataclass(frozen=True, slots=True)
class DebugMoment:
    """A point inside a match: what just happened, and how everything stands."""

    state: IgoldState
    happening: Happening | None
    """Nothing where somebody must decide."""
    events: int
    """How many decisions came before."""

    @property
    def deciding(self) -> bool:
        return self.happening is None

    def __str__(self) -> str:
        if self.happening is not None:
            return f"{self.happening}  [{self.happening.span}]"
        if isinstance(self.state.turn, Over):
            return "the match is over"
        roles = getattr(self.state.turn, "roles", ("chance",))
        return f"{', '.join(roles)} must decide"


@dataclass(frozen=True, slots=True)
class Breakpoint:
    """Stops at an element (by its id, name or line), or where a rule in a line changes."""

    number: int
    kind: str
    where: str

    def __str__(self) -> str:
        return f"{self.number}: {self.kind} {self.where}"


class DebugSession:
    """A match under the debugger. The cursor stands at one of its moments."""

    def __init__(self, game: IgoldGame, seed: int = 0) -> None:
        self.game = game
        self.seed = seed
        self.events: tuple[Event, ...] = ()
        self.moments: list[DebugMoment] = []
        self.breakpoints: list[Breakpoint] = []
        self._lines: dict[int, list[tuple[Traced, Context]]] = {}
        position, fault = game.engine.start(seed, self._watch)
        self._decide(IgoldState(game, position, fault))
        self.cursor = len(self.moments) - 1

    @classmethod
    def of(cls, game: IgoldGame, seed: int, events: Iterable[Event]) -> DebugSession:
        """A match that was kept, at its end."""
        session = cls(game, seed)
        for event in events:
            session.apply(event)
        return session

    @property
    def now(self) -> DebugMoment:
        """The moment the cursor stands at."""
        return self.moments[self.cursor]

    @property
    def latest(self) -> IgoldState:
        """The state in which somebody must decide next."""
        return self.moments[-1].state

    # Time

    def apply(self, event: Event) -> None:
        """Go on from the last moment by a decision, to the next.

        :raises MoveError: the moves are not legal
        """
        state = self.latest
        state.check(event.moves, event.late)
        watched = state.position.copy()
        watched.watch = self._watch
        watched.able = state.position.able
        self.events = (*self.events, event)
        after = IgoldState(self.game, watched, state.fault).after(event.moves, event.late)
        self._decide(after)
        self.cursor = len(self.moments) - 1

    def move(self, text: str, role: Role | None = None) -> None:
        """Make a move for a role, or for the only one that can make it.

        :raises MoveError: it is not legal
        :raises SpielwerkError: it is not clear who is meant
        """
        self.rewind()
        state = self.latest
        move = self.game.parse_move(text)
        if role is None:
            roles = [one for one in (*self.game.roles, CHANCE) if move in state.legal(one)]
            asked = getattr(state.turn, "roles", (CHANCE,))
            if len(roles) > 1:
                raise SpielwerkError(f"Who? {', '.join(roles)} can do that: ROLE: {move}.")
            role = roles[0] if roles else (asked[0] if asked else self.game.roles[0])
        self.apply(Event({role: move}))

    def rewind(self) -> None:
        """Forget everything after the decision that the cursor stands at."""
        self.cursor = self._decision()
        del self.moments[self.cursor + 1 :]
        self.events = self.events[: self.now.events]

    @property
    def deciding(self) -> IgoldState:
        """The decision that the cursor stands at: a move that is made now is made there."""
        return self.moments[self._decision()].state

    def _decision(self) -> int:
        """The last decision before the cursor; before the first one that."""
        places = [place for place, moment in enumerate(self.moments) if moment.deciding]
        return max((place for place in places if place <= self.cursor), default=places[0])

    def step(self, by: str = "operation") -> bool:
        """Go forward to the next end of such a process, or to a decision; whether there was one."""
        for place in range(self.cursor + 1, len(self.moments)):
            if self._ends(self.moments[place], by):
                self.cursor = place
                return True
        return False

    def back(self, by: str = "operation") -> bool:
        """The same, backward."""
        for place in range(self.cursor - 1, -1, -1):
            if self._ends(self.moments[place], by):
                self.cursor = place
                return True
        return False

    def _ends(self, moment: DebugMoment, by: str) -> bool:
        if moment.happening is None:
            return True
        return moment.happening.stage == "after" and moment.happening.process in STEPS[by]

    def run(self, rng: Random, decisions: int = 1_000) -> Breakpoint | None:
        """Play at random until a breakpoint, the end, or so many decisions."""
        for _ in range(decisions + 1):
            hit = self._hit(self.cursor)
            if hit is not None:
                return hit
            self.cursor = len(self.moments) - 1
            if isinstance(self.latest.turn, Over):
                return None
            before = self.cursor
            self.apply(random_event(self.latest, rng))
            self.cursor = before
        self.cursor = len(self.moments) - 1
        return None

    def _hit(self, start: int) -> Breakpoint | None:
        """The first breakpoint after a moment; the cursor goes there."""
        for place in range(start + 1, len(self.moments)):
            for one in self.breakpoints:
                if self._stops(one, place):
                    self.cursor = place
                    return one
        return None

    # Breakpoints

    def break_at(self, where: str) -> Breakpoint:
        """Stop before the element of an id, a name or a line.

        :raises SpielwerkError: there is no such element
        """
        names = {one.id for one in self.game.program.definition.types.values()}
        names |= {one.name for one in self.game.program.definition.types.values()}
        if not where.isdecimal() and where not in names:
            raise SpielwerkError(f"There is no type of the id or name '{where}'.")
        return self._add("element", where)

    def break_on_rule(self, line: int) -> Breakpoint:
        """Stop where a rule in that line begins or ceases to hold for somebody.

        :raises SpielwerkError: no rule stands there
        """
        if not self._rules_in(line):
            raise SpielwerkError(f"No rule stands in line {line}.")
        return self._add("rule", str(line))

    def _add(self, kind: str, where: str) -> Breakpoint:
        number = max((one.number for one in self.breakpoints), default=0) + 1
        found = Breakpoint(number, kind, where)
        self.breakpoints.append(found)
        return found

    def _stops(self, one: Breakpoint, place: int) -> bool:
        moment = self.moments[place]
        if one.kind == "rule":
            line = int(one.where)
            return self._truths(moment, line) != self._truths(self.moments[place - 1], line)
        happening = moment.happening
        if happening is None or happening.stage != "before":
            return False
        if one.where.isdecimal():
            return happening.span.line == int(one.where)
        types = self.game.program.definition.types
        names = {types[one.where].name} if one.where in types else {one.where}
        return happening.text in names

    def _truths(self, moment: DebugMoment, line: int) -> list[bool]:
        s = moment.state.position
        return [
            explain_rule(self.game.engine, s, rule, context).holds
            for rule, context in self._rules_in(line)
        ]

    def _rules_in(self, line: int) -> list[tuple[Traced, Context]]:
        """The rules in a line of the file, with every context they can be asked in."""
        if line not in self._lines:
            found = [(rule, context) for rule, context in self._rules() if rule.span.line == line]
            self._lines[line] = found
        return self._lines[line]

    def _rules(self) -> Iterator[tuple[Traced, Context]]:
        engine = self.game.engine
        for phase in engine.phases:
            for way in (*phase.ways, *(way for state in phase.states for way in state.ways)):
                for rule in _flat(way):
                    yield rule, (-1, -1, -1, None)
        for number, action in enumerate(engine.actions):
            me = engine.world.actions[number].index
            ways = [*action.ways, *(way for state in action.states for way in state.ways)]
            for who in range(len(engine.world.actors)):
                for way in ways:
                    for rule in _flat(way):
                        yield rule, (me, who, number, None)

    # Questions

    def rules_of(self, verb: str, role: Role | None = None) -> list[Explanation]:
        """For every action of that first word: all its rules, holding or failing now."""
        engine, s = self.game.engine, self.now.state.position
        found = []
        for number, action in enumerate(engine.actions):
            one = engine.world.actions[number]
            if action.type.word != verb or (one.host == "phase" and one.index != s.phase):
                continue
            for who in range(len(engine.world.actors)):
                able = engine.names[action.actors](s, one.index, who, number, None)
                if who not in able or role not in (None, self.game.roles[who]):
                    continue
                context = (one.index, who, number, None)
                for way in action.ways:
                    reasons = tuple(explain_rule(engine, s, rule, context) for rule in way.rules)
                    what = self._called(s, number)
                    claim = f"{self.game.roles[who]}: {what}"
                    holds = all(reason.holds for reason in reasons)
                    found.append(Explanation(claim, holds, way.span, reasons=reasons))
        return found

    def _called(self, s: MatchPosition, action: int) -> str:
        one = self.game.world.actions[action]
        verb = self.game.engine.actions[action].type.word
        if one.host in ("object", "field", "space", "actor"):
            return f"{verb} {element_text(s, one.host, one.index)}"
        return verb

    def whole(self) -> str:
        """Everything in the position: hidden things, owners, links, active implications."""
        s, world = self.now.state.position, self.game.world
        lines = [f"phase {s.phase} state {s.state} seed {s.seed}"]
        values = effective(s)
        for number, one in enumerate(world.attributes):
            if one.host == "phase" and one.index != s.phase:
                continue
            if one.host != "object" or values[number] != one.value:
                shown = value_text(values[number])
                changed = (
                    "" if values[number] == s.values[number] else f" (set: {s.values[number]})"
                )
                lines.append(f"  {element_text(s, 'attribute', number)} = {shown}{changed}")
        for number in range(len(world.fields)):
            inside = " ".join(world.objects[thing].word for thing in s.inside[number])
            lines.append(f"  {element_text(s, 'field', number)} [{inside}]")
        for number, link in enumerate(world.links):
            if s.links[number] not in ((), -1):
                named = s.links[number] if link.value.many else (s.links[number],)
                words = ", ".join(element_text(s, link.value.kind, thing) for thing in named)
                lines.append(f"  {link.word} -> {words}")
        names = sorted({world.implications[one].type.name for one in s.active})
        if names:
            lines.append(f"  active: {', '.join(names)}")
        return "\n".join(lines)

    def why_not(self, role: Role, text: str) -> Explanation:
        """Why a role may not make a move at the decision at or after the cursor."""
        state = next(m.state for m in self.moments[self.cursor :] if m.deciding)
        return state.why_not(role, Move(self.game.parse_move(text)))

    # Watching

    def _watch(self, happening: Happening, s: MatchPosition) -> None:
        snapshot = s.copy()
        snapshot.watch = None
        state = IgoldState(self.game, snapshot)
        self.moments.append(DebugMoment(state, happening, len(self.events)))

    def _decide(self, state: IgoldState) -> None:
        state.position.watch = None
        self.moments.append(DebugMoment(state, None, len(self.events)))


def _flat(way: Way) -> Iterator[Traced]:
    for rule in way.rules:
        yield rule
        yield from rule.parts
