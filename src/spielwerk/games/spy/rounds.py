"""The course of a match: rounds, whose turn it is, and what the casino's own figures do.

:func:`operate` carries out what a player chose; :func:`run_on` does what happens by itself next
(the start of a round, drawing who is next, the turns of neutral characters, the cat and the
janitor). Who is next is drawn one by one: nobody can know the rest of a shuffled order anyway.
"""

from __future__ import annotations

from spielwerk.games.spy.actions import act
from spielwerk.games.spy.board import fields_of
from spielwerk.games.spy.consequences import HEALTHY, finish, forfeit, reveal
from spielwerk.games.spy.fate import Fate, Subject, odds
from spielwerk.games.spy.gadgets import FRESH, TOOLS
from spielwerk.games.spy.movement import step_targets
from spielwerk.games.spy.names import Gadget, OperationType, Property, VictoryReason
from spielwerk.games.spy.operations import RETIRE, Happening, PossibleOperation
from spielwerk.games.spy.position import (
    CAT,
    JANITOR,
    NEUTRAL,
    NOBODY,
    NOWHERE,
    Position,
    Stage,
)

_WIRETAP = Gadget.WIRETAP_WITH_EARPLUGS.bit
_FOG_ROUNDS = 3
_MASK_HP = 10


def player_to_act(p: Position) -> int | None:
    """The player whose character must act now; None where the match goes on by itself."""
    if p.stage is not Stage.ACT or p.active < 0 or p.faction[p.active] == NEUTRAL:
        return None
    return p.faction[p.active]


def operate(p: Position, choice: PossibleOperation, fate: Fate) -> None:
    """The active character does what its player chose; that must be allowed."""
    who = p.active
    p.acted |= 1 << who
    p.strikes[p.faction[who]] = 0
    if choice == RETIRE:
        p.happened += (Happening(OperationType.RETIRE, p.place[who], character=who),)
        _end_turn(p)
        return
    act(p, choice, fate)
    _look_whether_turn_ends(p)


def late(p: Position, player: int) -> None:
    """A player did not answer in time: a strike, and the character's turn is over."""
    p.acted |= 1 << p.active
    p.strikes[player] += 1
    if p.strikes[player] >= p.config.strike_maximum:
        forfeit(p, player, VictoryReason.VICTORY_BY_KICK)
    else:
        _end_turn(p)


def run_on(p: Position, fate: Fate) -> None:
    """What happens next without any player."""
    if p.stage is Stage.NEXT:
        if not p.waiting:
            _begin_round(p, fate)
        _begin_turn(p, fate.pick(Subject.NEXT, p.waiting), fate)
    elif p.active == CAT:
        _cat_acts(p, fate)
    elif p.active == JANITOR:
        _janitor_acts(p, fate)
    else:
        _neutral_acts(p, p.active, fate)


# Rounds


def _begin_round(p: Position, fate: Fate) -> None:
    p.round += 1
    if p.round >= p.config.round_limit and p.janitor == NOWHERE:
        _close_casino(p, fate)
    p.drinks = [drink or FRESH for drink in p.drinks]
    _test_wiretap(p, fate)
    p.fog_layers = tuple(layer for layer in p.fog_layers if layer[0] + _FOG_ROUNDS > p.round)
    p.fog = 0
    for _, cloud in p.fog_layers:
        p.fog |= cloud
    for who in p.present():
        _rest(p, who)
    p.dazed = 0
    figures = [CAT] if p.janitor == NOWHERE else [CAT, JANITOR]
    p.waiting = (*p.present(), *figures)


def _rest(p: Position, who: int) -> None:
    field = p.place[who]
    delayed = p.options.exfiltration_delays_healing and p.dazed >> who & 1
    if p.board.seats >> field & 1 and not delayed:
        p.hp[who] = HEALTHY
    if p.board.beside[field] & p.board.fireplaces:
        p.properties[who] &= ~Property.CLAMMY_CLOTHES.bit


def _test_wiretap(p: Position, fate: Fate) -> None:
    """A failed wiretap is shown as such for a round, then it is gone."""
    if p.tapped == NOBODY:
        return
    if not p.tap_works:
        p.gadgets = [owned & ~_WIRETAP for owned in p.gadgets]
        p.tapped = NOBODY
    elif fate.test(odds(p.config.wiretap_with_earplugs_fail_chance)):
        p.tap_works = False


def _close_casino(p: Position, fate: Fate) -> None:
    """Closing time: neutral characters go home, and the janitor comes."""
    for who in p.present():
        if p.faction[who] == NEUTRAL:
            _remove(p, who)
    for who in range(len(p.cast)):
        reveal(p, who)
    free = p.board.hall & ~p.figures() or p.floor() & ~p.figures()
    p.janitor = fate.pick(Subject.FIELD, fields_of(free))


def _remove(p: Position, who: int) -> None:
    p.put(who, NOWHERE)
    p.gadgets[who] = 0
    p.mp[who] = p.ap[who] = 0
    p.poisoned &= ~(1 << who)
    p.waiting = tuple(other for other in p.waiting if other != who)
    if p.tapped == who:
        p.gadgets = [owned & ~_WIRETAP for owned in p.gadgets]
    if not any(owned & _WIRETAP for owned in p.gadgets):
        p.tapped, p.tap_works = NOBODY, False


# Turns


def _begin_turn(p: Position, who: int, fate: Fate) -> None:
    p.waiting = tuple(other for other in p.waiting if other != who)
    p.active, p.stage = who, Stage.ACT
    if who < 0:
        return
    if p.options.exfiltration_ends_turn and p.dazed >> who & 1:
        _end_turn(p)
        return
    _roll_points(p, who, fate)
    if p.holds(who, Gadget.ANTI_PLAGUE_MASK):
        p.hp[who] = min(HEALTHY, p.hp[who] + _MASK_HP)
    _look_whether_turn_ends(p)


def _roll_points(p: Position, who: int, fate: Fate) -> None:
    owned = p.properties[who]
    points = [2, 1]
    if owned & Property.NIMBLENESS.bit:
        points[0] = 3
    if owned & Property.SLUGGISHNESS.bit:
        points[0] = 1
    if owned & Property.SPRYNESS.bit:
        points[1] = 2
    for change, what in ((1, Property.AGILITY), (-1, Property.PONDEROUSNESS)):
        if owned & what.bit:
            points[fate.pick(Subject.POINT, (0, 1))] += change
    p.mp[who], p.ap[who] = max(0, points[0]), max(0, points[1])


def _look_whether_turn_ends(p: Position) -> None:
    """A turn ends where no points are left that can be used; fog forbids all but moving."""
    if p.stage is not Stage.ACT:
        return
    who = p.active
    exfiltrated = p.options.exfiltration_ends_turn and p.dazed >> who & 1
    can_act = p.ap[who] > 0 and not p.fog >> p.place[who] & 1
    if exfiltrated or not (p.mp[who] > 0 or can_act):
        _end_turn(p)


def _end_turn(p: Position) -> None:
    if p.active >= 0:
        p.mp[p.active] = p.ap[p.active] = 0
    p.active, p.stage = NOBODY, Stage.NEXT


# Figures without a player


def _neutral_acts(p: Position, who: int, fate: Fate) -> None:
    """A neutral character throws a moledie away where it has one, then walks about."""
    p.acted |= 1 << who
    if throws := _moledie_throws(p, who):
        target = fate.pick(Subject.FIELD, throws)
        act(p, PossibleOperation(OperationType.GADGET_ACTION, target, Gadget.MOLEDIE), fate)
        return
    fields = step_targets(p, p.place[who])
    if p.mp[who] == 0 or not fields:
        _end_turn(p)
        return
    act(p, PossibleOperation(OperationType.MOVEMENT, fate.pick(Subject.FIELD, fields)), fate)
    if p.stage is Stage.ACT and p.mp[who] == 0:
        _end_turn(p)


def _moledie_throws(p: Position, who: int) -> list[int]:
    if not p.ap[who] or not p.holds(who, Gadget.MOLEDIE) or p.fog >> p.place[who] & 1:
        return []
    return fields_of(TOOLS[Gadget.MOLEDIE].targets(p, who) & ~(1 << p.place[who]))


def _cat_acts(p: Position, fate: Fate) -> None:
    here = p.cat
    if fields := step_targets(p, here):
        target = fate.pick(Subject.FIELD, fields)
        p.cat = target
        if p.at[target] != NOBODY:
            p.put(p.at[target], here)
        elif target == p.janitor:
            p.janitor = here
        p.happened += (Happening(OperationType.CAT_ACTION, target),)
        if target == p.collar:
            p.collar = NOWHERE
            finish(p, fate)
            return
    _end_turn(p)


def _janitor_acts(p: Position, fate: Fate) -> None:
    """The janitor shows the nearest character out and takes its place."""
    victim = fate.pick(Subject.PERSON, _nearest_on_foot(p, p.janitor))
    target = p.place[victim]
    _remove(p, victim)
    p.janitor = target
    p.happened += (Happening(OperationType.JANITOR_ACTION, target),)
    if p.present():
        _end_turn(p)
    else:
        finish(p, fate)


def _nearest_on_foot(p: Position, start: int) -> list[int]:
    """Whoever can be reached in the fewest steps; where nobody can, whoever is nearest."""
    floor, beside = p.floor(), p.board.beside
    reached = edge = 1 << start
    while edge:
        grown = 0
        for field in fields_of(edge):
            grown |= beside[field]
        edge = grown & floor & ~reached
        reached |= edge
        if met := edge & p.crowd:
            return [p.at[field] for field in fields_of(met)]
    steps = {who: p.board.distance(start, p.place[who]) for who in p.present()}
    least = min(steps.values())
    return [who for who in steps if steps[who] == least]
