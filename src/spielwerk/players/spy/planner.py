"""Planning one turn: where to go, what to do there, weighed over worlds that could be the true one.

Plans are all ways of walking some steps and then doing something. Each is tried in one world
after the other; after each world only the better half goes on, so that most thought is spent on
the plans that matter. Only the first operation of the best plan is carried out; after it the
player plans again and knows more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from spielwerk.games.spy import (
    NEUTRAL,
    RETIRE,
    Gadget,
    OperationType,
    Position,
    PossibleOperation,
    Property,
    choices,
    disputed,
    gamble_odds,
    player_to_act,
    step_targets,
)
from spielwerk.players.pace import Pace
from spielwerk.players.spy.agents import chips_decide, chips_on_tables, points, rounds_left
from spielwerk.players.spy.branches import branches

_STEADY = (Gadget.JETPACK, Gadget.FOG_TIN, Gadget.MOLEDIE)
"""Gadgets that reach far: where one stands hardly matters, so they are used before walking."""
_LATE = 1
"""With so many rounds left who is behind takes any chance."""
_EARLY = 4
"""With more rounds left small stakes win as much, and lose less."""
_WITHIN_REACH = 2
"""Where chips decide who is behind waits as long as so many times the gap lies on the tables."""
_FINALISTS = 4
_MOST_WORLDS = 8


@dataclass(slots=True)
class TurnPlan:
    """Some operations of one turn, and what they seemed to lead to."""

    operations: tuple[PossibleOperation, ...]
    total: float = 0.0
    tries: int = 0

    @property
    def chance(self) -> float:
        """The mean chance to win."""
        return self.total / self.tries if self.tries else 0.0


def make_plans(p: Position, rng: Random) -> list[TurnPlan]:
    """All plans of the active character that are worth a thought."""
    who = p.active
    plans = [TurnPlan((RETIRE,))]
    reached = {p.place[who]}
    edge: list[tuple[tuple[PossibleOperation, ...], Position]] = [((), p)]
    while edge:
        further = []
        for path, there in edge:
            plans += [TurnPlan((*path, act)) for act in sensible(there) if _fits(act, path)]
            if there.mp[who] == 0:
                continue
            for field in step_targets(there, there.place[who]):
                step = PossibleOperation(OperationType.MOVEMENT, field)
                if field in reached or disputed(there, step):
                    continue
                reached.add(field)
                plans.append(TurnPlan((*path, step)))
                (_, after), *_ = branches(there, step, rng)
                if after.active == who:
                    further.append(((*path, step), after))
        edge = further
    return plans


def weigh_plans(
    plans: list[TurnPlan],
    world: Callable[[], Position],
    judge: Callable[[Position], float],
    rng: Random,
    pace: Pace,
    *,
    worlds: int = _MOST_WORLDS,
) -> list[TurnPlan]:
    """The plans, best first, after as many worlds as the pace allows.

    ``judge`` says how good a position is, from 0 to 1.
    """
    going = plans
    seen: dict[tuple[tuple[int, ...], ...], dict[int, float]] = {}
    for number in range(worlds):
        here = world()
        # Once all factions are known most worlds are alike, and so is what plans lead to.
        values = seen.setdefault((tuple(here.faction), tuple(here.keys)), {})
        results: dict[tuple[PossibleOperation, ...], Position] = {(): here}
        for plan in going:
            if id(plan) not in values:
                if (number or plan is not going[0]) and not pace.go_on():
                    break
                values[id(plan)] = _value(results, plan.operations, judge, rng)
            plan.total += values[id(plan)]
            plan.tries += 1
        going.sort(key=lambda plan: (-plan.tries, -plan.chance))
        if not pace.go_on():
            break
        going = going[: max(_FINALISTS, len(going) // 2)]
    return sorted(plans, key=lambda plan: (-plan.tries, -plan.chance))


def _value(
    results: dict[tuple[PossibleOperation, ...], Position],
    operations: tuple[PossibleOperation, ...],
    judge: Callable[[Position], float],
    rng: Random,
) -> float:
    """The chance to win after the operations; walks that plans share are walked once."""
    *path, last = operations
    here = results[()]
    for number, step in enumerate(path, 1):
        walked = operations[:number]
        if walked not in results:
            (_, results[walked]), *_ = branches(here, step, rng)
        here = results[walked]
    total = weight = 0.0
    for share, after in branches(here, last, rng):
        total += share * judge(after)
        weight += share
    return total / weight


def sensible(p: Position) -> list[PossibleOperation]:
    """The actions of the active character without those that are never better than others."""
    if player_to_act(p) is None or not p.ap[p.active]:
        return []
    return [choice for choice in choices(p) if _promising(p, choice) and not disputed(p, choice)]


def _promising(p: Position, choice: PossibleOperation) -> bool:
    if choice.type in (OperationType.MOVEMENT, OperationType.RETIRE):
        return False
    if choice.type is OperationType.GAMBLE_ACTION:
        return choice.stake in _stakes(p, choice.target)
    mine, met = p.faction[p.active], p.at[choice.target]
    if choice.used_property is Property.OBSERVATION:
        return not p.known[mine] >> met & 1
    if choice.type is OperationType.SPY_ACTION and met >= 0:
        return p.faction[met] == NEUTRAL or not p.known[mine] >> met & 1
    if choice.gadget is Gadget.MOLEDIE:
        return met >= 0 and p.faction[met] != mine
    if choice.gadget in (Gadget.ROCKET_PEN, Gadget.FOG_TIN):
        return _meets_others_only(p, choice.target)
    return True


def _stakes(p: Position, table: int) -> tuple[int, ...]:
    """Stakes to think about: none where there is nothing to be won in the long run.

    At such odds roulette only makes a match more random; that helps who is behind when it is late.
    """
    most = min(p.chips[p.active], p.table_chips[p.board.roulettes.index(table)])
    if rounds_left(p) <= _LATE or _needs_luck(p):
        return most, most // 2, most // 4, 1
    if gamble_odds(p, p.active, table).chance <= 0.5:
        return ()
    small = most // 3, most // 4, 1
    early = chips_decide(p.config) and rounds_left(p) > _EARLY
    return small if early else (most, most // 2, *small)


def _needs_luck(p: Position) -> bool:
    """Whether chips decide, and those that are left will soon be too few to catch up with."""
    mine, has = p.faction[p.active], points(p)
    gap = has[1 - mine] - has[mine]
    left = chips_on_tables(p) * p.config.chips_to_ip_factor
    return chips_decide(p.config) and gap > 0 and left < _WITHIN_REACH * gap


def _meets_others_only(p: Position, target: int) -> bool:
    """Whether somebody is on the field or around it, and nobody of the own side."""
    met = {p.faction[p.at[f]] for f in (target, *p.board.around[target]) if p.at[f] >= 0}
    return bool(met) and p.faction[p.active] not in met


def _fits(act: PossibleOperation, path: tuple[PossibleOperation, ...]) -> bool:
    return not path or act.gadget not in _STEADY
