"""The state machine: runs operations, lets actors act, and goes from state to state.

A program and a world go in. :meth:`Engine.start` gives the first position; :meth:`Engine.act`,
:meth:`Engine.choose` and :meth:`Engine.draw` change a position by what somebody decided, and
:meth:`Engine.settle` runs everything that follows until somebody must decide again. Runs of
operations stand in a queue and are worked off first in, first out; whoever watches hears before,
at and after every process.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from traceback import extract_tb
from typing import Any

from spielwerk.core import Explanation, Span
from spielwerk.languages.igold.builtins import BUILTINS, Builtins
from spielwerk.languages.igold.events import Event, Watch
from spielwerk.languages.igold.moves import chance_texts
from spielwerk.languages.igold.position import Fault, Pending, Position, Run
from spielwerk.languages.igold.processor.program import (
    ActionCode,
    Code,
    PhaseCode,
    Program,
    StateCode,
    Way,
)
from spielwerk.languages.igold.processor.steps import Ask, Step
from spielwerk.languages.igold.why import explain_ways
from spielwerk.languages.igold.world import World, tables

__all__ = ["TRANSITIONS", "Engine", "Function"]

TRANSITIONS = 2_000
"""How many changes of state may follow each other without anybody being asked."""

Function = Callable[..., Any]
_BROKEN = (IndexError, KeyError, TypeError, ValueError, ArithmeticError)


@dataclass(frozen=True, slots=True)
class _Linked:
    """A run of operations with its functions."""

    code: Code
    functions: tuple[Function | None, ...]


class Engine:
    """The templates of a program, put together with the elements of a match."""

    def __init__(self, program: Program, world: World) -> None:
        self.program = program
        self.world = world
        builtins = Builtins(program.sites)
        self.names: dict[str, Any] = {
            **BUILTINS,
            "need": builtins.need,
            "only": builtins.only,
            "quotient": builtins.quotient,
            "remainder": builtins.remainder,
            "move": builtins.move,
            "move_many": builtins.move_many,
            "swap": builtins.swap,
        }
        exec(compile(program.source, f"<{world.definition.document.file}>", "exec"), self.names)
        world.recompute = self.names["recompute"]
        self._connect()
        self.names |= tables(world, program.tables)
        self.codes: list[_Linked] = []
        self.phases: tuple[PhaseCode, ...] = program.phases
        self.states: list[tuple[int, StateCode, int]] = []
        """Phase, state and code of each phase state."""
        for number, phase in enumerate(program.phases):
            for state in phase.states:
                self.states.append((number, state, self._link(state.code)))
        self._states_of = [
            [n for n, (phase, _, _) in enumerate(self.states) if phase == number]
            for number in range(len(self.phases))
        ]
        self._phase_tests = [(n, self._tests(one.ways)) for n, one in enumerate(self.phases)]
        self._state_tests = [
            [(n, self._tests(self.states[n][1].ways)) for n in states] for states in self._states_of
        ]
        self._link_actions()
        self._reset = _reset_tables(world)
        self.has_implications = bool(world.implications)

    def _link_actions(self) -> None:
        world = self.world
        self.actions: list[ActionCode] = [
            self.program.actions[one.type.id, one.host] for one in world.actions
        ]
        self._action_codes: dict[int, int] = {}
        self.action_states: list[tuple[StateCode, int] | None] = [None] * len(world.action_states)
        linked: dict[int, int] = {}
        for number, action in enumerate(self.actions):
            if action.code is not None:
                if id(action.code) not in linked:
                    linked[id(action.code)] = self._link(action.code)
                self._action_codes[number] = linked[id(action.code)]
        self._stages: dict[tuple[str, str], list[tuple[StateCode, int]]] = {
            key: [(state, self._link(state.code)) for state in action.states]
            for key, action in self.program.actions.items()
        }
        self._legal = [self._legal_in(state) for state in range(len(self.states))]

    def _legal_in(self, state: int) -> list[Function]:
        """The functions that list actions, for those that could be executed in a phase state."""
        phase = self.states[state][0]
        live = {
            (one.type.id, one.host)
            for one in self.world.actions
            if one.host != "phase" or one.index == phase
        }

        def opens(gate: str) -> bool:
            found: bool = self.names[gate][state if gate.startswith("isa_phaseState") else phase]
            return found

        return [
            self.names[action.legal]
            for key, action in self.program.actions.items()
            if key in live and any(all(map(opens, gates)) for gates in action.gates)
        ]

    def _tests(self, ways: Sequence[Way]) -> tuple[Function, ...]:
        return tuple(self.names[way.test] for way in ways)

    def _link(self, code: Code) -> int:
        functions = tuple(self.names[step.run] if step.run else None for step in code.steps)
        self.codes.append(_Linked(code, functions))
        return len(self.codes) - 1

    def _connect(self) -> None:
        """Join fields; that needs the tables of the board, which are filled by it."""
        first = {k: v for k, v in self.program.tables.items() if v[0] not in _BOARD}
        self.names |= tables(self.world, first)
        bare = self.blank()
        self.world.board.connect(
            self.world,
            [
                (space, field, self._joins(bare, function), both, allowed)
                for space, field, function, both, allowed in self.program.connections
            ],
        )

    def _joins(self, bare: Position, function: str) -> Callable[[int], Sequence[int]]:
        return lambda space: tuple(self.names[function](bare, space, -1, -1, None))

    # Beginnings

    def blank(self) -> Position:
        """All elements in their places, before links name anything and any phase begins."""
        world = self.world
        s = Position()
        s.world = world
        s.values = [one.value for one in world.attributes]
        s.place = [one.index for one in world.objects]
        inside: list[list[int]] = [[] for _ in world.fields]
        for number, one in enumerate(world.objects):
            inside[one.index].append(number)
        s.inside = [tuple(each) for each in inside]
        s.holder = [one.index if one.host == "actor" else -1 for one in world.spaces]
        s.owner = [s.holder[world.fields[one.index].index] for one in world.objects]
        s.links = [() if one.value.many else -1 for one in world.links]
        return s

    def start(self, seed: int, watch: Watch | None = None) -> tuple[Position, Explanation | None]:
        """The first position in which somebody must decide, or what went wrong on the way."""
        s = self.blank()
        s.seed = seed
        s.watch = watch

        def name_first() -> None:
            for number, one in enumerate(s.world.links):
                if one.host not in ("phase", "phaseState", "action"):
                    self._first_link(s, number)

        return s, self.run(s, name_first)

    def _first_link(self, s: Position, number: int) -> None:
        one = s.world.links[number]
        name = self.program.first_links.get((one.type.id, one.id))
        s.links[number] = () if one.value.many else -1
        if name is not None:
            s.links[number] = self.names[name](s, one.index, -1, -1, None)

    def renew(self, s: Position, host: str, index: int) -> None:
        """Give the attributes and links of a phase, state or action their first values."""
        slots, links = self._reset.get((host, index), ((), ()))
        for slot in slots:
            s.values[slot] = s.world.attributes[slot].value
        for link in links:
            self._first_link(s, link)

    # Decisions

    def executable(self, s: Position) -> list[tuple[int, int]]:
        """Who may execute which action now."""
        found: list[tuple[int, int]] = []
        if s.over or s.done or s.phase < 0:
            return found
        busy = {run.who for run in s.runs}
        if -1 in busy:
            return found
        for legal in self._legal[s.state]:
            legal(s, found.append)
        return [one for one in found if one[0] not in busy] if busy else found

    def act(self, s: Position, who: int, action: int) -> None:
        """Begin an action of an actor."""
        self._tell(s, "before", "action", self.actions[action].type.name, self.actions[action].span)
        self.renew(s, "action", action)
        me = s.world.actions[action].index
        if (code := self._action_codes.get(action)) is not None:
            s.runs.append(self._run(code, me, who, action))
        else:
            run = Run(-1, 0, me, who, action, ())
            s.runs.append(run)
            self._next_stage(s, run)

    def choose(self, s: Position, number: int, who: int, pick: Any, *, last: bool = False) -> None:
        """Add a pick to a selection; with ``last``, or when there are enough, it is complete."""
        run = s.runs[number]
        pending = run.pending
        assert pending is not None
        place = pending.askers.index(who)
        picks = pending.picks[place]
        if not last:
            picks = (*picks, pick)
        ready = last or len(picks) >= min(pending.most[place], len(pending.pools[place]))
        new = pending._replace(
            picks=_put(pending.picks, place, picks), ready=_put(pending.ready, place, ready)
        )
        s.runs[number] = replace(run, pending=new)
        if all(new.ready):
            self._answer(s, number)

    def abort(self, s: Position, number: int) -> None:
        """Give up an action; it does not count as executed."""
        action = self.actions[s.runs[number].act]
        self._tell(s, "after", "action", f"{action.type.name} aborted", action.span)
        del s.runs[number]

    def draw(self, s: Position, number: int, outcome: int) -> None:
        """Let chance have drawn one of its outcomes."""
        run = s.runs[number]
        assert run.pending is not None
        value = run.pending.outcomes[outcome][2]
        step = self.codes[run.code].code.steps[run.step]
        kind = s.world.definition.types[step.chance].node.get("withReplacement", "true")
        if kind in ("false", "0"):
            s.drawn[step.chance] = (*s.drawn.get(step.chance, ()), value)
        memory = _put(run.memory, step.slot, value)
        s.runs[number] = replace(run, step=run.step + 1, memory=memory, pending=None)

    # Running

    def run(self, s: Position, deed: Callable[[], None]) -> Explanation | None:
        """Do something and all that follows from it, until somebody must decide again.

        What comes back is what went wrong with the rules, where something did.
        """
        try:
            deed()
            self._settle(s)
        except Fault as problem:
            return problem.explanation
        except _BROKEN as problem:
            claim = f"This cannot be worked out ({type(problem).__name__}: {problem})."
            if isinstance(problem, IndexError):
                claim = "An element has no such attribute, field or link."
            place, text = self._guilty(problem) or (self._place(s), "")
            facts = (f"while: {text}",) if text else ()
            return Explanation(claim, holds=False, source=place, facts=facts)
        return None

    def _guilty(self, problem: BaseException) -> tuple[Span, str] | None:
        """The element whose function raised a problem, and what it says."""
        places: dict[str, tuple[Span, str]] = {}
        for action in self.program.actions.values():
            places[action.legal] = places[action.actors] = (action.span, action.type.name)
        for linked in self.codes:
            places |= {step.run: (step.span, step.text) for step in linked.code.steps if step.run}
        for phase in self.phases:
            for name, ways in [
                (phase.type.name, phase.ways),
                *((s.name, s.ways) for s in phase.states),
            ]:
                places |= {way.test: (way.span, f"the way into {name}") for way in ways}
        frames = [frame.name for frame in extract_tb(problem.__traceback__)]
        return next((places[name] for name in reversed(frames) if name in places), None)

    def _settle(self, s: Position) -> None:
        while not s.over:
            ready = [number for number, run in enumerate(s.runs) if run.pending is None]
            if ready:
                self.proceed(s, ready[0])
                continue
            s.current = None
            s.able = self.executable(s)
            if s.runs or s.able:
                return
            self._transition(s)

    def _run(
        self, code: int, me: int, who: int, act: int, stage: int = -1, bound: bool = False
    ) -> Run:
        memory = (None,) * self.codes[code].code.memory
        return Run(code, 0, me, who, act, memory, stage, bound)

    def proceed(self, s: Position, number: int) -> None:
        """Work off a run until it ends or waits."""
        run = s.runs[number]
        linked = self.codes[run.code]
        steps, functions = linked.code.steps, linked.functions
        me, who, act, x, at = run.me, run.who, run.act, list(run.memory), run.step
        while at < len(steps) and not s.over:
            step, function = steps[at], functions[at]
            s.current = step
            match step.kind:
                case "do":
                    if s.watch is not None:
                        self._tell(s, "before", "operation", step.text, step.span)
                    function(s, me, who, act, x)  # type: ignore[misc]
                    s.effective = None
                    if s.watch is not None:
                        self._tell(s, "after", "operation", step.text, step.span)
                case "test":
                    if not function(s, me, who, act, x):  # type: ignore[misc]
                        at = step.target
                        continue
                case "jump":
                    at = step.target
                    continue
                case "each":
                    x[step.slot] = tuple(function(s, me, who, act, x))  # type: ignore[misc]
                    x[step.slot + 1] = 0
                case "next":
                    things, index = x[step.slot], x[step.slot + 1]
                    if index >= len(things):
                        at = step.target
                        continue
                    x[step.slot + 2] = things[index]
                    x[step.slot + 1] = index + 1
                case "draw":
                    outcomes = self._outcomes(s, step)
                    waiting = replace(run, step=at, memory=tuple(x))
                    s.runs[number] = replace(waiting, pending=Pending(outcomes=outcomes))
                    if len(outcomes) == 1:
                        self.draw(s, number, 0)
                    return
                case "ask":
                    assert step.ask is not None
                    pending = self._pending(s, run, step.ask, x)
                    s.runs[number] = replace(run, step=at, memory=tuple(x), pending=pending)
                    if all(pending.ready):
                        self._answer(s, number)
                    return
            at += 1
        self._ended(s, number, bool(x[0]))

    def _ended(self, s: Position, number: int, finished: bool) -> None:
        run = s.runs[number]
        if run.act < 0:
            del s.runs[number]
        elif run.stage >= 0 and not finished and not s.over:
            self._next_stage(s, run)
        else:
            self._executed(s, number)

    def _executed(self, s: Position, number: int) -> None:
        run = s.runs.pop(number)
        key = (run.act, run.who)
        for counts in (s.counts, s.phase_counts, s.state_counts):
            counts[key] = counts.get(key, 0) + 1
        action = self.actions[run.act]
        self._tell(s, "after", "action", action.type.name, action.span)

    def _pending(self, s: Position, run: Run, ask: Ask, x: list[Any]) -> Pending:
        """Who is asked, and what there is to select from. Who has no choice is not asked."""
        names = self.names
        context = (run.me, run.who, run.act, x)
        askers = tuple(names[ask.actors](s, *context))
        pools, least, most, ready, picks = [], [], [], [], []
        for who in askers:
            x[ask.chooser] = who
            pool = tuple(dict.fromkeys(names[ask.pool](s, *context)))
            low = max(0, min(int(names[ask.least](s, *context)), len(pool)))
            high = max(low, min(int(names[ask.most](s, *context)), len(pool)))
            forced = low == len(pool) and (run.bound or run.stage < 0)
            pools.append(pool)
            least.append(low)
            most.append(high)
            ready.append(forced or high == 0)
            picks.append(pool if forced else ())
        x[ask.chooser] = None
        return Pending(askers, tuple(pools), tuple(picks), tuple(least), tuple(most), tuple(ready))

    def _answer(self, s: Position, number: int) -> None:
        """Put a complete selection into the run's memory, and let the run go on."""
        run = s.runs[number]
        step = self.codes[run.code].code.steps[run.step]
        assert run.pending is not None
        assert step.ask is not None
        ask, pending = step.ask, run.pending
        x = list(run.memory)
        x[ask.askers], x[ask.chosen] = pending.askers, pending.picks
        x[ask.others] = tuple(
            tuple([one for one in pool if one not in picks])
            for pool, picks in zip(pending.pools, pending.picks, strict=True)
        )
        s.runs[number] = replace(run, step=run.step + 1, memory=tuple(x), pending=None)
        self._tell(s, "after", "selection", ask.prompt, step.span)

    def _outcomes(self, s: Position, step: Step) -> tuple[tuple[str, int, Any], ...]:
        """What chance can draw, with weights; without replacement, less what was drawn."""
        found: dict[Any, int] = {}
        for function, weight in self.program.chances[step.chance]:
            for value in self.names[function](s, -1, -1, -1, None):
                found[value] = found.get(value, 0) + weight
        left = dict(found)
        for value in s.drawn.get(step.chance, ()):
            left[value] = left.get(value, 0) - 1
        left = {value: weight for value, weight in left.items() if weight > 0}
        if not left:
            s.drawn.pop(step.chance, None)
            left = found
        if not left:
            claim = f"The chance '{step.text}' has nothing to draw from."
            raise Fault(Explanation(claim, holds=False, source=step.span))
        texts = chance_texts(s.world, step.chance, list(left))
        return tuple((text, left[value], value) for text, value in zip(texts, left, strict=True))

    # Transitions

    def _transition(self, s: Position) -> None:
        if s.state >= 0:
            _, state, _ = self.states[s.state]
            self._tell(s, "after", "phase state", state.name, state.span)
        if s.phase < 0 or s.finished:
            self._next_phase(s)
        self._next_state(s)

    def _next_phase(self, s: Position) -> None:
        if s.phase >= 0:
            phase = self.phases[s.phase]
            self._tell(s, "after", "phase", phase.type.name, phase.span)
        found = _holding(s, self._phase_tests)
        if len(found) != 1:
            options = [(p.type.name, p.ways) for p in self.phases]
            raise self._astray(s, "phase", [options[n][0] for n in found], options)
        phase = self.phases[found[0]]
        self._tell(s, "before", "phase", phase.type.name, phase.span)
        s.phase, s.state = found[0], -1
        s.started = s.finished = False
        s.phase_counts = {}
        s.effective = None
        self.renew(s, "phase", s.phase)

    def _next_state(self, s: Position) -> None:
        found = _holding(s, self._state_tests[s.phase])
        if len(found) != 1:
            options = [
                (self.states[n][1].name, self.states[n][1].ways) for n in self._states_of[s.phase]
            ]
            names = [self.states[n][1].name for n in found]
            raise self._astray(s, "phase state", names, options)
        _, state, code = self.states[found[0]]
        self._enter(s, f"{self.phases[s.phase].type.name}: {state.name}", state.span)
        self._tell(s, "before", "phase state", state.name, state.span)
        s.state, s.done = found[0], False
        s.state_counts = {}
        s.effective = None
        self.renew(s, "phaseState", s.state)
        s.runs.append(self._run(code, s.phase, -1, -1))

    def _next_stage(self, s: Position, run: Run) -> None:
        """The next state of a complex action; where none follows the action is complete."""
        number = s.runs.index(run)
        action = self.actions[run.act]
        stages = self._stages[action.type.id, action.host]
        found = [
            (state, code)
            for state, code in stages
            if self._holds(s, state.ways, run.me, run.who, run.act)
        ]
        if len(found) > 1 or (not found and run.stage < 0):
            options = [(state.name, state.ways) for state, _ in stages]
            names = [state.name for state, _ in found]
            raise self._astray(s, "state of the action", names, options, run)
        if not found:
            self._executed(s, number)
            return
        state, code = found[0]
        self._enter(s, f"{action.type.name}: {state.name}", state.span)
        self._tell(s, "before", "action state", state.name, state.span)
        stage = s.world.action_states.index(state.id)
        bound = run.bound or not state.abortable
        s.runs[number] = self._run(code, run.me, run.who, run.act, stage, bound)
        s.effective = None

    def _holds(self, s: Position, ways: Sequence[Way], me: int, who: int, act: int) -> bool:
        names = self.names
        return any(names[way.test](s, me, who, act, None) for way in ways)

    def _astray(
        self,
        s: Position,
        what: str,
        found: list[str],
        options: list[tuple[str, tuple[Way, ...]]],
        run: Run | None = None,
    ) -> Fault:
        """No next state, or several: a fault that shows every rule of every way."""
        context = (run.me, run.who, run.act, None) if run else (-1, -1, -1, None)
        after = self.states[s.state][1].name if s.state >= 0 else "the beginning"
        claim = f"No {what} can follow {after}."
        if found:
            claim = f"Several {what}s could follow {after}: {', '.join(found)}."
        reasons = tuple(explain_ways(self, s, name, ways, context) for name, ways in options)
        return Fault(Explanation(claim, holds=False, source=self._place(s), reasons=reasons))

    def _place(self, s: Position) -> Span | None:
        if s.state >= 0:
            return self.states[s.state][1].span
        return self.phases[s.phase].span if s.phase >= 0 else None

    def _enter(self, s: Position, name: str, span: Span) -> None:
        """Note a state on the way; stop where states follow each other for ever."""
        s.trail.append(name)
        if len(s.trail) > TRANSITIONS:
            last = len(s.trail) - 1
            before = max(n for n in range(last) if s.trail[n] == name or n == 0)
            cycle = " -> ".join(s.trail[before : last + 1][:20])
            claim = (
                f"{TRANSITIONS} states followed each other without anybody being asked: {cycle}."
            )
            raise Fault(Explanation(claim, holds=False, source=span))

    def _tell(self, s: Position, stage: str, what: str, text: str, span: Span) -> None:
        if s.watch is not None:
            s.watch(Event(stage, what, text, span), s)


def _holding(s: Position, tests: Sequence[tuple[int, tuple[Function, ...]]]) -> list[int]:
    """The numbers for which one of the tests holds."""
    found = []
    for number, functions in tests:
        for test in functions:
            if test(s, -1, -1, -1, None):
                found.append(number)
                break
    return found


def _put(things: tuple[Any, ...], place: int, thing: Any) -> tuple[Any, ...]:
    return (*things[:place], thing, *things[place + 1 :])


def _reset_tables(world: World) -> dict[tuple[str, int], tuple[list[int], list[int]]]:
    """The attributes and links that live only as long as a phase, state or action."""
    found: dict[tuple[str, int], tuple[list[int], list[int]]] = {}
    for series, elements in enumerate((world.attributes, world.links)):
        for number, one in enumerate(elements):
            if one.host in ("phase", "phaseState", "action"):
                found.setdefault((one.host, one.index), ([], []))[series].append(number)
    return found


_BOARD = frozenset(
    ["next fields", "distance", "reach", "shift", "advance", "row", "column", "step"]
)
"""The tables that only a connected board can fill."""
