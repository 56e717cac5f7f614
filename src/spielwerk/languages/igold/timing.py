"""Time limits, and what happens when one runs out.

The innermost timer counts: of the selection, of the action, of the phase state, of the phase. A
selection or action that is late is finished with random choices; the timer of a phase or phase
state sees to it that its actions are executed, for all actors who can. All randomness comes from
the seed that the position carries.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from spielwerk.core import Limit
from spielwerk.languages.igold.builtins import draw_seed
from spielwerk.languages.igold.engine import MatchEngine
from spielwerk.languages.igold.position import MatchPosition, Run
from spielwerk.languages.igold.processor import TimerCode

_ROUNDS = 1_000
"""How many random choices one time-out may make."""


def limit_of(engine: MatchEngine, s: MatchPosition, who: int | None) -> Limit | None:
    """The limit of an actor's choice, if there is one."""
    names = engine.names
    if (found := _asking(s, who)) is not None:
        _, run = found
        ask = engine.codes[run.code].code.steps[run.step].ask
        context = (run.me, run.who, run.act, list(run.memory))
        if ask is not None and ask.seconds is not None:
            return _limit(ask.prompt, names[ask.seconds](s, *context))
        if run.act >= 0 and (timer := engine.actions[run.act].timer) is not None:
            return _limit(timer.name, names[timer.seconds](s, *context))
    for timer in _surrounding(engine, s):
        return _limit(timer.name, names[timer.seconds](s, -1, -1, -1, None))
    return None


def _limit(name: str, seconds: object) -> Limit | None:
    length = float(str(seconds))
    return Limit(name, length) if length > 0 else None


def time_out(engine: MatchEngine, s: MatchPosition, who: int | None) -> None:
    """Let an actor's time have run out."""
    rng = draw_seed(s)
    if (found := _asking(s, who)) is not None:
        number, run = found
        ask = engine.codes[run.code].code.steps[run.step].ask
        timed = run.act >= 0 and engine.actions[run.act].timer is not None
        if (ask is not None and ask.seconds is not None) or not timed:
            _complete(engine, s, number, who, rng)
            return
        _finish(engine, s, run.act, run.who, rng)
        return
    if not any(_enforce(engine, s, timer, rng) for timer in _surrounding(engine, s)):
        mine = [action for actor, action in engine.executable(s) if actor == who]
        if mine and who is not None:
            engine.act(s, who, rng.choice(mine))


def _asking(s: MatchPosition, who: int | None) -> tuple[int, Run] | None:
    for number, run in enumerate(s.runs):
        pending = run.pending
        if pending is not None and who in pending.askers:
            place = pending.askers.index(who)
            if not pending.ready[place]:
                return number, run
    return None


def _surrounding(engine: MatchEngine, s: MatchPosition) -> Iterator[TimerCode]:
    if s.state >= 0:
        yield from engine.states[s.state][1].timers
        yield from engine.phases[s.phase].timers


def _complete(
    engine: MatchEngine, s: MatchPosition, number: int, who: int | None, rng: Random
) -> None:
    """Complete a selection at random."""
    pending = s.runs[number].pending
    assert pending is not None
    assert who is not None
    place = pending.askers.index(who)
    left = [one for one in pending.pools[place] if one not in pending.picks[place]]
    missing = max(pending.least[place] - len(pending.picks[place]), 0)
    run = s.runs[number]
    for pick in rng.sample(left, missing):
        engine.choose(s, number, who, pick)
    if number < len(s.runs) and s.runs[number].code == run.code:
        now = s.runs[number].pending
        if now is not None and not now.outcomes and not now.ready[place]:
            engine.choose(s, number, who, None, last=True)


def _finish(engine: MatchEngine, s: MatchPosition, action: int, actor: int, rng: Random) -> None:
    """Work off an action, with random choices, until it is complete."""
    for _ in range(_ROUNDS):
        number = next((n for n, r in enumerate(s.runs) if (r.act, r.who) == (action, actor)), None)
        if number is None:
            return
        pending = s.runs[number].pending
        if pending is None:
            engine.proceed(s, number)
        elif pending.outcomes:
            weights = [weight for _, weight, _ in pending.outcomes]
            engine.draw(s, number, rng.choices(range(len(weights)), weights)[0])
        else:
            for who, ready in zip(pending.askers, pending.ready, strict=True):
                if not ready:
                    _complete(engine, s, number, who, rng)


def _enforce(engine: MatchEngine, s: MatchPosition, timer: TimerCode, rng: Random) -> bool:
    """Execute the actions of a timer that have not been executed; whether there were any."""
    acted = False
    for group in timer.actions:
        actions = [engine.names[one](s, -1, -1, -1, None) for one in group]
        done = {action for action, _ in s.state_counts}
        if any(action in done for action in actions):
            continue
        able = [(who, action) for who, action in engine.executable(s) if action in actions]
        for who in sorted({who for who, _ in able}):
            mine = [
                action
                for actor, action in engine.executable(s)
                if actor == who and action in actions
            ]
            if mine:
                action = rng.choice(mine)
                engine.act(s, who, action)
                _finish(engine, s, action, who, rng)
                acted = True
    return acted
