"""Gadgets for moving, hiding and fetching: jetpack, fog tin, grapple, moledie, prism, hairdryer."""

from __future__ import annotations

from spielwerk.core import phrase
from spielwerk.games.spy.consequences import diverted, test_odds, warded_off
from spielwerk.games.spy.fate import Fate, Subject
from spielwerk.games.spy.gadgets.drinks import served, take_cocktail
from spielwerk.games.spy.gadgets.tool import (
    ActionResult,
    Tool,
    a_wall,
    no_roulette,
    nobody_on,
    not_beside,
    not_within,
    others_beside,
    second_cocktail,
    seen,
    spend,
    unseen,
)
from spielwerk.games.spy.movement import enter
from spielwerk.games.spy.names import FieldState, Gadget, Property
from spielwerk.games.spy.position import NOBODY, NOWHERE, Position

# The hairdryer dries wet clothes, one's own or a neighbour's.


def _dryer_targets(p: Position, who: int) -> int:
    return others_beside(p, who) | 1 << p.place[who]


def _dryer_refusal(p: Position, who: int, target: int) -> str:
    return not_beside(p, who, target) or nobody_on(p, target) or ""


def _dry(p: Position, who: int, target: int, fate: Fate) -> ActionResult:
    p.properties[p.at[target]] &= ~Property.CLAMMY_CLOTHES.bit
    return ActionResult(True, target)


HAIRDRYER = Tool(_dryer_targets, _dryer_refusal, _dry)


# The moledie is a nuisance that one throws at others; on the own field it comes back at once.


def _moledie_targets(p: Position, who: int) -> int:
    here = p.place[who]
    return seen(p, here, p.board.near(here, p.config.moledie_range) & ~p.walls | 1 << here)


def _moledie_refusal(p: Position, who: int, target: int) -> str:
    if p.walls >> target & 1:
        return a_wall(p, target)
    return not_within(p, who, target, p.config.moledie_range) or unseen(p, who, target) or ""


def _throw_moledie(p: Position, who: int, target: int, fate: Fate) -> ActionResult:
    catcher = p.at[target]
    if catcher == NOBODY:
        catcher = _nearest_other(p, who, target, fate)
    elif not p.options.attacks_are_narrow:
        others = _moledie_targets(p, who) & p.crowd & ~(1 << target)
        catcher = diverted(p, catcher, others, fate)
        target = p.place[catcher]
        if warded_off(p, who, catcher, fate):
            return ActionResult(False, target)
    spend(p, who, Gadget.MOLEDIE.bit)
    p.gadgets[catcher] |= Gadget.MOLEDIE.bit
    return ActionResult(True, target)


def _nearest_other(p: Position, who: int, target: int, fate: Fate) -> int:
    """Whoever is nearest to where it fell; it comes back only if nobody else is there."""
    others = [other for other in p.present() if other != who]
    if not others:
        return who
    steps = {other: p.board.distance(p.place[other], target) for other in others}
    least = min(steps.values())
    return fate.pick(Subject.PERSON, [other for other in others if steps[other] == least])


MOLEDIE = Tool(_moledie_targets, _moledie_refusal, _throw_moledie)


# The prism turns the luck of a roulette table.


def _prism_targets(p: Position, who: int) -> int:
    beside = p.board.beside[p.place[who]]
    return sum(1 << table for table in p.board.roulettes if beside >> table & 1)


def _prism_refusal(p: Position, who: int, target: int) -> str:
    if p.board.states[target] is not FieldState.ROULETTE_TABLE:
        return no_roulette(p, target)
    return not_beside(p, who, target) or ""


def _invert(p: Position, who: int, target: int, fate: Fate) -> ActionResult:
    spend(p, who, Gadget.TECHNICOLOUR_PRISM.bit)
    p.inverted |= 1 << target
    return ActionResult(True, target)


TECHNICOLOUR_PRISM = Tool(_prism_targets, _prism_refusal, _invert)


# Fog covers a field and all around it, for this round and the next two.


def _fog_targets(p: Position, who: int) -> int:
    here = p.place[who]
    return seen(p, here, p.board.near(here, p.config.fog_tin_range) & ~p.walls)


def _fog_refusal(p: Position, who: int, target: int) -> str:
    if p.walls >> target & 1:
        return a_wall(p, target)
    return not_within(p, who, target, p.config.fog_tin_range) or unseen(p, who, target) or ""


def _lay_fog(p: Position, who: int, target: int, fate: Fate) -> ActionResult:
    spend(p, who, Gadget.FOG_TIN.bit)
    cloud = p.board.beside[target] | 1 << target
    p.fog |= cloud
    p.fog_layers = (*p.fog_layers, (p.round, cloud))
    return ActionResult(True, target)


FOG_TIN = Tool(_fog_targets, _fog_refusal, _lay_fog)


# The grapple fetches what lies on the floor or stands on a bar table.


def _grapple_targets(p: Position, who: int) -> int:
    here = p.place[who]
    wanted = 0 if p.holds(who, Gadget.COCKTAIL) else served(p)
    for lying in (p.blade, p.collar):
        if lying != NOWHERE:
            wanted |= 1 << lying
    return seen(p, here, wanted & p.board.near(here, p.config.grapple_range))


def _grapple_refusal(p: Position, who: int, target: int) -> str:
    far = not_within(p, who, target, p.config.grapple_range) or unseen(p, who, target)
    if far:
        return far
    if served(p) >> target & 1:
        return second_cocktail(p, who)
    field = p.board.name(target)
    return phrase(
        f"There is nothing to fetch on {field}.", de=f"Auf {field} gibt es nichts zu holen."
    )


def _fetch(p: Position, who: int, target: int, fate: Fate) -> ActionResult:
    chance = test_odds(p, who, p.config.grapple_hit_chance)
    caught = fate.test(chance)
    if caught:
        if served(p) >> target & 1:
            take_cocktail(p, who, target)
        else:
            enter(p, who, target)
    return ActionResult(caught, target, chance.chance)


GRAPPLE = Tool(_grapple_targets, _grapple_refusal, _fetch)


# The jetpack carries its bearer to any free field, the one it started from included.


def _jetpack_targets(p: Position, who: int) -> int:
    taken = p.figures() & ~(1 << p.place[who])
    return p.floor() & ~p.board.seats & ~taken


def _jetpack_refusal(p: Position, who: int, target: int) -> str:
    field = p.board.name(target)
    if p.board.seats >> target & 1 or not p.floor() >> target & 1:
        return phrase(
            f"The jetpack lands on free floor only, and {field} is none.",
            de=f"Das Jetpack landet nur auf freiem Boden, und {field} ist keiner.",
        )
    return phrase(f"Somebody stands on {field}.", de=f"Auf {field} steht jemand.")


def _fly(p: Position, who: int, target: int, fate: Fate) -> ActionResult:
    spend(p, who, Gadget.JETPACK.bit)
    p.put(who, target)
    enter(p, who, target)
    return ActionResult(True, target)


JETPACK = Tool(_jetpack_targets, _jetpack_refusal, _fly)
