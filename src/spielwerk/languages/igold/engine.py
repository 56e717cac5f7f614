"""The state machine: runs operations, lets actors act, and goes from state to state.

A program and a world go in. :meth:`Engine.start` gives the first position; :meth:`Engine.act`,
:meth:`Engine.choose` and :meth:`Engine.draw` change a position by what somebody decided, and
:meth:`Engine.run` does everything that follows until somebody must decide again. Runs of
operations stand in a queue and are worked off first in, first out; whoever watches hears before and
after every process.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import DecimalException
from functools import partial
from itertools import islice
from typing import Any

from spielwerk.core import Explanation, Span
from spielwerk.languages.igold.builtins import active, too_much_work
from spielwerk.languages.igold.events import EngineMoment, SaidSentence, Watch
from spielwerk.languages.igold.limits import WORK
from spielwerk.languages.igold.linking import Function, Templates
from spielwerk.languages.igold.moves import chance_texts
from spielwerk.languages.igold.position import Fault, MatchPosition, Pending, Run
from spielwerk.languages.igold.processor import (
    ProgramStep,
    Selecting,
    Site,
    Way,
)
from spielwerk.languages.igold.why import Context, explain_ways

_POOL = 10_000
"""From how many things somebody may select."""
TRANSITIONS = 2_000
"""How many changes of state may follow each other without anybody being asked."""


class MatchEngine(Templates):
    """What can happen in a match, and what follows from it."""

    def start(
        self, seed: int, watch: Watch | None = None
    ) -> tuple[MatchPosition, Explanation | None]:
        """The first position in which somebody must decide, or what went wrong on the way."""
        s = self.blank()
        s.seed = seed
        s.watch = watch
        return s, self.run(s, partial(self._name_first, s))

    def begun(self) -> MatchPosition:
        """The position before anything happens: links name what they name first.

        :raises Fault: one of them cannot
        """
        s = self.blank()
        self._name_first(s)
        return s

    def _name_first(self, s: MatchPosition) -> None:
        for number, one in enumerate(s.world.links):
            if one.host not in ("phase", "phaseState", "action"):
                self.first_link(s, number)

    # Decisions

    def executable(self, s: MatchPosition) -> list[tuple[int, int]]:
        """Who may execute which action now."""
        found: list[tuple[int, int]] = []
        if s.over or s.done or s.phase < 0:
            return found
        busy = {run.who for run in s.runs}
        if -1 in busy:
            return found
        s.work += self.legal_cost
        for legal in self.legal_in[s.state]:
            legal(s, found.append)
        return [one for one in found if one[0] not in busy] if busy else found

    def act(self, s: MatchPosition, who: int, action: int) -> None:
        """Begin an action of an actor."""
        self._tell(s, "before", "action", self.actions[action].type.name, self.actions[action].span)
        self.renew(s, "action", action)
        me = s.world.actions[action].index
        if (code := self.action_codes.get(action)) is not None:
            s.runs.append(self._run(code, me, who, action))
        else:
            run = Run(-1, 0, me, who, action, ())
            s.runs.append(run)
            self._next_stage(s, run)

    def choose(
        self, s: MatchPosition, number: int, who: int, pick: Any, *, last: bool = False
    ) -> None:
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
        s.runs[number] = run._replace(pending=new)
        if all(new.ready):
            self._answer(s, number)

    def abort(self, s: MatchPosition, number: int) -> None:
        """Give up an action; it does not count as executed."""
        action = self.actions[s.runs[number].act]
        self._tell(s, "after", "action", f"{action.type.name} aborted", action.span)
        del s.runs[number]

    def draw(self, s: MatchPosition, number: int, outcome: int) -> None:
        """Let chance have drawn one of its outcomes."""
        run = s.runs[number]
        assert run.pending is not None
        value = run.pending.outcomes[outcome][2]
        step = self.codes[run.code].code.steps[run.step]
        kind = s.world.definition.types[step.chance].node.get("withReplacement", "true")
        if kind in ("false", "0"):
            s.drawn[step.chance] = (*s.drawn.get(step.chance, ()), value)
        memory = _put(run.memory, step.slot, value)
        s.runs[number] = run._replace(step=run.step + 1, memory=memory, pending=None)

    # Running

    def run(self, s: MatchPosition, deed: Callable[[], None]) -> Explanation | None:
        """Do something and all that follows from it, until somebody must decide again.

        What comes back is what went wrong with the rules, where something did.
        """
        s.work = 0
        try:
            deed()
            self._settle(s)
        except Fault as problem:
            found = problem.explanation
            return found if found.source is not None else self._placed(s, problem, found)
        except DecimalException as problem:
            claim = "This is too large to be worked out."
            return self._placed(s, problem, Explanation(claim, holds=False))
        return None

    def _placed(self, s: MatchPosition, problem: Exception, found: Explanation) -> Explanation:
        """An explanation with the element that was being worked out."""
        place, text = self.guilty(problem) or (self._place(s), "")
        if s.current is not None and not text:
            place, text = s.current.span, s.current.text
        return replace(found, source=place, facts=(f"while: {text}",) if text else ())

    def _settle(self, s: MatchPosition) -> None:
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

    def proceed(self, s: MatchPosition, number: int) -> None:
        """Work off a run until it ends or waits."""
        run = s.runs[number]
        linked = self.codes[run.code]
        steps, functions = linked.code.steps, linked.functions
        me, who, act, x, at = run.me, run.who, run.act, list(run.memory), run.step
        while at < len(steps) and not s.over:
            step, function = steps[at], functions[at]
            s.current = step
            s.work += step.cost
            if s.work > WORK:
                raise too_much_work(step)
            match step.kind:
                case "do":
                    if s.watch is None:
                        function(s, me, who, act, x)
                        s.effective = None
                    else:
                        self._operate(s, step, function, (me, who, act, x))
                case "test":
                    if not function(s, me, who, act, x):
                        at = step.target
                        continue
                case "jump":
                    at = step.target
                    continue
                case "tell":
                    if s.watch is not None:
                        self._say(s, step, function, (me, who, act, x))
                case "each":
                    x[step.slot] = tuple(function(s, me, who, act, x))
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
                    waiting = run._replace(step=at, memory=tuple(x))
                    s.runs[number] = waiting._replace(pending=Pending(outcomes=outcomes))
                    if len(outcomes) == 1:
                        self.draw(s, number, 0)
                    return
                case "ask":
                    assert step.ask is not None
                    pending = self._pending(s, run, step.ask, x)
                    s.runs[number] = run._replace(step=at, memory=tuple(x), pending=pending)
                    if all(pending.ready):
                        self._answer(s, number)
                    return
            at += 1
        self._ended(s, number, bool(x[0]))

    def _operate(
        self, s: MatchPosition, step: ProgramStep, function: Function, context: Context
    ) -> None:
        """Do an operation while somebody watches; tell which implications it turns on or off."""
        before = set(active(s))
        self._tell(s, "before", "operation", step.text, step.span)
        function(s, *context)
        s.effective = None
        self._tell(s, "after", "operation", step.text, step.span)
        now = active(s)
        for number in sorted(before ^ set(now)):
            kind = s.world.implications[number].type
            place = s.world.definition.document.span(kind.node)
            word = "active" if number in now else "inactive"
            self._tell(s, "after", "implication", f"{kind.name} is {word}", place)

    def _say(
        self, s: MatchPosition, step: ProgramStep, function: Function, context: Context
    ) -> None:
        """Let whoever watches hear a sentence, unless what it speaks of is not there."""
        assert step.tell is not None
        work = s.work
        try:
            parts = tuple(function(s, *context))
            names = step.tell.listeners
            listeners = frozenset(self.names[names](s, *context)) if names else None
        except Fault:
            return
        finally:
            s.work = work
        said = SaidSentence(step.tell, parts, listeners)
        s.watch(EngineMoment("after", "sentence", step.text, step.span, said), s)

    def _ended(self, s: MatchPosition, number: int, finished: bool) -> None:
        run = s.runs[number]
        if run.act < 0:
            del s.runs[number]
        elif run.stage >= 0 and not finished and not s.over:
            self._next_stage(s, run)
        else:
            self._executed(s, number)

    def _executed(self, s: MatchPosition, number: int) -> None:
        run = s.runs.pop(number)
        key = (run.act, run.who)
        for counts in (s.counts, s.phase_counts, s.state_counts):
            counts[key] = counts.get(key, 0) + 1
        action = self.actions[run.act]
        self._tell(s, "after", "action", action.type.name, action.span)

    def _pending(self, s: MatchPosition, run: Run, ask: Selecting, x: list[Any]) -> Pending:
        """Who is asked, and what there is to select from. Who has no choice is not asked."""
        names = self.names
        context = (run.me, run.who, run.act, x)
        askers = tuple(names[ask.actors](s, *context))
        pools, least, most, ready, picks = [], [], [], [], []
        for who in askers:
            x[ask.chooser] = who
            pool = tuple(dict.fromkeys(islice(names[ask.pool](s, *context), _POOL + 1)))
            s.work += len(pool)
            if len(pool) > _POOL:
                claim = f"'{ask.prompt}' offers more than {_POOL:,} choices."
                raise Fault(Explanation(claim, holds=False, source=s.current.span))
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

    def _answer(self, s: MatchPosition, number: int) -> None:
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
        s.runs[number] = run._replace(step=run.step + 1, memory=tuple(x), pending=None)
        self._tell(s, "after", "selection", ask.prompt, step.span)

    def _outcomes(self, s: MatchPosition, step: ProgramStep) -> tuple[tuple[str, int, Any], ...]:
        """What chance can draw, with weights; without replacement, less what was drawn."""
        found: dict[Any, int] = {}
        for function, weight in self.program.chances[step.chance]:
            for value in self.names[function](s, -1, -1, -1, None):
                found[value] = found.get(value, 0) + weight
        left = dict(found)
        s.work += len(found) + len(s.drawn.get(step.chance, ()))
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

    def _transition(self, s: MatchPosition) -> None:
        if s.state >= 0:
            _, state, _ = self.states[s.state]
            self._tell(s, "after", "phase state", state.name, state.span)
        if s.phase < 0 or s.finished:
            self._next_phase(s)
        self._next_state(s)

    def _next_phase(self, s: MatchPosition) -> None:
        if s.phase >= 0:
            phase = self.phases[s.phase]
            self._tell(s, "after", "phase", phase.type.name, phase.span)
        found = _holding(s, self.phase_tests)
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

    def _next_state(self, s: MatchPosition) -> None:
        found = _holding(s, self.state_tests[s.phase])
        if len(found) != 1:
            options = [
                (self.states[n][1].name, self.states[n][1].ways) for n in self.states_of[s.phase]
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

    def _next_stage(self, s: MatchPosition, run: Run) -> None:
        """The next state of a complex action; where none follows the action is complete."""
        number = s.runs.index(run)
        action = self.actions[run.act]
        stages = self.stages[action.type.id, action.host]
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

    def _holds(self, s: MatchPosition, ways: Sequence[Way], me: int, who: int, act: int) -> bool:
        names = self.names
        s.work += sum(way.cost for way in ways)
        return any(names[way.test](s, me, who, act, None) for way in ways)

    def _astray(
        self,
        s: MatchPosition,
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

    def _place(self, s: MatchPosition) -> Span | None:
        if s.state >= 0:
            return self.states[s.state][1].span
        return self.phases[s.phase].span if s.phase >= 0 else None

    def _enter(self, s: MatchPosition, name: str, span: Span) -> None:
        """Note a state on the way; stop where states follow each other for ever."""
        s.trail.append(name)
        if s.work > WORK:
            raise too_much_work(Site(span, name))
        if len(s.trail) > TRANSITIONS:
            last = len(s.trail) - 1
            before = max(n for n in range(last) if s.trail[n] == name or n == 0)
            cycle = " -> ".join(s.trail[before : last + 1][:20])
            claim = (
                f"{TRANSITIONS} states followed each other without anybody being asked: {cycle}."
            )
            raise Fault(Explanation(claim, holds=False, source=span))

    def _tell(self, s: MatchPosition, stage: str, what: str, text: str, span: Span) -> None:
        if s.watch is not None:
            s.watch(EngineMoment(stage, what, text, span), s)


def _holding(s: MatchPosition, tests: Sequence[tuple[int, tuple[Function, ...], int]]) -> list[int]:
    """The numbers for which one of the tests holds."""
    found = []
    for number, functions, cost in tests:
        s.work += cost
        for test in functions:
            if test(s, -1, -1, -1, None):
                found.append(number)
                break
    return found


def _put(things: tuple[Any, ...], place: int, thing: Any) -> tuple[Any, ...]:
    return (*things[:place], thing, *things[place + 1 :])
