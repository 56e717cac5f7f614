"""The debugger of IGold: what happens inside a move, where one can stop, and which rules hold.

Every moment inside moves is kept: before and after each phase, phase state, action, action state
and operation. One can step by any of these, stop where an element comes up or a rule changes, and
ask at every moment which rules hold, with their values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cached_property

from spielwerk.core import (
    Breakpoint,
    Debugger,
    DebugMoment,
    Event,
    Explanation,
    Role,
    SpielwerkError,
    State,
    condition_holds,
)
from spielwerk.languages.igold.arranging import check_value, named_values, value_named
from spielwerk.languages.igold.builtins import effective
from spielwerk.languages.igold.events import EngineMoment
from spielwerk.languages.igold.game import IgoldGame, IgoldState
from spielwerk.languages.igold.moves import element_text, value_text
from spielwerk.languages.igold.position import MatchPosition
from spielwerk.languages.igold.processor import Traced, Way
from spielwerk.languages.igold.why import Context, explain_rule, explain_ways

_PROCESSES = ("phase", "action")
"""The kinds of types that something happens in."""
_INSIDE = 5_000
"""So many moments are kept of one move; what follows happens unwatched."""
_TRANSITIONS = "(what follows)"
"""The subject under which the rules for phases and their states are asked for."""


class IgoldDebugger(Debugger[IgoldGame]):
    """A match of a game in IGold."""

    steps = {  # noqa: RUF012
        "operation": ("operation", "selection"),
        "action": ("action",),
        "state": ("phase state",),
        "phase": ("phase",),
        "move": (),
    }
    stops = {  # noqa: RUF012
        "element": "a phase, phase state or action, by its id or name, before it begins",
        "line": "a line with an element in which something happens, or with a rule",
        "rule": "a line with a rule, where it begins or ceases to hold for somebody",
        "fact": "NAME = VALUE, where it begins to be so",
        "condition": "NAME >= VALUE and the like, where that begins to hold",
    }

    def __init__(self, game: IgoldGame, seed: int = 0) -> None:
        self._watched: list[DebugMoment] = []
        self._lines: dict[int, list[tuple[Traced, Context]]] = {}
        super().__init__(game, seed)

    @property
    def deciding(self) -> IgoldState:
        return _igold(super().deciding)

    @property
    def state(self) -> IgoldState:
        """The state at the cursor."""
        return _igold(self.now.state)

    # What happens

    def _begin(self) -> list[DebugMoment]:
        self._entry = 0
        position, fault = self.game.engine.start(self.seed, self._watch)
        return self._told(IgoldState(self.game, position, fault))

    def _follow(self, state: State, event: Event) -> list[DebugMoment]:
        found = _igold(state)
        found.check(event.moves, event.late)
        self._entry = len(self.script) + 1
        watched = found.position.copy()
        watched.watch = self._watch
        watched.able = found.position.able
        self._watched = []
        before = IgoldState(self.game, watched, found.fault)
        return self._told(before.after(event.moves, event.late))

    def _watch(self, happening: EngineMoment, s: MatchPosition) -> None:
        if len(self._watched) >= _INSIDE:
            s.watch = None
            return
        snapshot = s.copy()
        snapshot.watch = None
        self._watched.append(
            DebugMoment(
                IgoldState(self.game, snapshot),
                self._entry,
                happening.process,
                happening.stage,
                happening.text,
                happening.span,
            )
        )

    def _told(self, state: IgoldState) -> list[DebugMoment]:
        state.position.watch = None
        found, self._watched = self._watched, []
        return [*found, DebugMoment(state, self._entry)]

    def note(self) -> str:
        """What went wrong with the rules, where something did."""
        return "" if self.state.fault is None else str(self.state.fault)

    # Breakpoints

    def _checked(self, kind: str, where: str) -> str:
        match kind:
            case "element":
                return self._checked_element(where)
            case "line" | "rule":
                return self._checked_line(kind, where)
            case "fact" | "condition":
                found = super()._checked(kind, where)
                self._checked_value(found)
                return found
        return where

    def _checked_element(self, where: str) -> str:
        if where.isdecimal():
            return self._checked_line("line", where)
        if where in self._happening_names:
            return where
        types = self.game.program.definition.types.values()
        found = next((one for one in types if where in (one.id, one.name)), None)
        if found is None:
            near = get_close_matches(where, self._happening_names, 1, 0.5)
            hint = f" Did you mean '{near[0]}'?" if near else ""
            raise SpielwerkError(f"There is no type of the id or name '{where}'.{hint}")
        if found.kind not in _PROCESSES:
            raise SpielwerkError(
                f"'{where}' is of the kind {found.kind}: nothing happens in it, so this can never "
                "be hit. Stop at a fact or a condition instead."
            )
        why = "it is abstract" if found.abstract else "the game has no element of this type"
        raise SpielwerkError(f"'{where}' can never be hit: {why}.")

    @cached_property
    def _happening_names(self) -> Mapping[str, str]:
        """What happens in a match of this game: ids and names, and what moments call it."""
        engine = self.game.engine
        found: dict[str, str] = {}
        for phase in engine.phases:
            found |= {phase.type.id: phase.type.name, phase.type.name: phase.type.name}
            found |= {state.name: state.name for state in phase.states}
        for action in engine.actions:
            found |= {action.type.id: action.type.name, action.type.name: action.type.name}
            found |= {action.type.word: action.type.name}
            found |= {state.name: state.name for state in action.states}
        return found

    @cached_property
    def _happening_lines(self) -> frozenset[int]:
        """The lines in which something that happens begins."""
        engine = self.game.engine
        spans = [one.span for one in engine.phases]
        spans += [state.span for phase in engine.phases for state in phase.states]
        spans += [one.span for one in engine.actions]
        spans += [state.span for action in engine.actions for state in action.states]
        for linked in engine.codes:
            spans += [step.span for step in linked.code.steps if step.kind in ("do", "ask")]
        return frozenset(span.line for span in spans)

    def _checked_line(self, kind: str, where: str) -> str:
        if not where.isdecimal() or len(where) > 9:
            raise SpielwerkError(f"'{where}' is no number.")
        line = int(where)
        if self._rules_in(line) or (kind == "line" and line in self._happening_lines):
            return str(line)
        if kind == "rule":
            raise SpielwerkError(f"No rule stands in line {line}.")
        text = self.game.program.definition.document.text.splitlines()
        if not 0 < line <= len(text):
            raise SpielwerkError(f"The rules have no line {line}.")
        known = [one for one in sorted(self._happening_lines) if one > line]
        hint = f" The next one with something is line {known[0]}." if known else ""
        raise SpielwerkError(
            f"Nothing happens in line {line} and no rule stands there: it can never be hit.{hint}"
        )

    def _checked_value(self, said: str) -> None:
        """Make sure that a name can have a value that is compared with it."""
        name, sign, value = said.rpartition(" = ")
        if sign and name not in ("phase", "state"):
            check_value(self.deciding.position, name, value)

    def _stops(self, one: Breakpoint, place: int) -> bool:
        moment = self.moments[place]
        match one.kind:
            case "fact" | "condition":
                return super()._stops(one, place)
            case "element":
                return moment.stage == "before" and moment.text == self._happening_names[one.where]
        line = int(one.where)
        begun = moment.span if one.kind == "line" and moment.stage == "before" else None
        if begun is not None and begun.line == line:
            return True
        if place == 0 or not self._rules_in(line):
            return False
        return self._truths(moment, line) != self._truths(self.moments[place - 1], line)

    def _holds(self, one: Breakpoint, moment: DebugMoment) -> bool:
        s = _igold(moment.state).position
        name = one.where.partition(" ")[0]
        if name in ("phase", "state"):
            return condition_holds(one.where, dict(named_values(_igold(moment.state))))
        value = value_named(s, name)
        return value is not None and condition_holds(one.where, {name: value})

    def _truths(self, moment: DebugMoment, line: int) -> list[bool]:
        s = _igold(moment.state).position
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

    def subjects(self) -> list[str]:
        """The actions of the game by their words, and what follows what."""
        verbs = dict.fromkeys(action.type.word for action in self.game.engine.actions)
        return [*verbs, _TRANSITIONS]

    def rules(self, subject: str, role: Role | None = None, words: str = "") -> list[Explanation]:
        """The rules of every such action, holding or failing now."""
        if subject == _TRANSITIONS:
            return self._transitions()
        wanted = words.split()
        found = self.rules_of(subject, role)
        return [one for one in found if all(word in one.claim.split() for word in wanted)]

    def _transitions(self) -> list[Explanation]:
        """Which states of this phase, and which phases, could follow now."""
        engine, s = self.game.engine, self.state.position
        nobody: Context = (-1, -1, -1, None)
        found = []
        if s.phase >= 0:
            for state in engine.phases[s.phase].states:
                claim = f"state {state.name}"
                found.append(explain_ways(engine, s, claim, state.ways, nobody))
        for phase in engine.phases:
            claim = f"phase {phase.type.name}"
            found.append(explain_ways(engine, s, claim, phase.ways, nobody))
        return found

    def rules_of(self, verb: str, role: Role | None = None) -> list[Explanation]:
        """For every action of that first word: all its rules, holding or failing now."""
        engine, s = self.game.engine, self.state.position
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
        s, world = self.state.position, self.game.world
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


def _flat(way: Way) -> Iterator[Traced]:
    for rule in way.rules:
        yield rule
        yield from rule.parts


def _igold(state: State) -> IgoldState:
    assert isinstance(state, IgoldState), "the debugger of IGold has states of IGold"
    return state
