"""Gadgets for dealing with people: wiretap, chicken feed, nugget, mirror of wilderness.

What they do depends on factions, and so tells who watches something: that an enemy taps somebody
who is not one's own, for example, shows that it is nobody's. Players are credited with seeing that.
"""

from __future__ import annotations

from spielwerk.core import phrase
from spielwerk.games.spy.consequences import exchange, gain, reveal, test_odds
from spielwerk.games.spy.fate import Fate
from spielwerk.games.spy.gadgets.tool import (
    ActionResult,
    Tool,
    nobody_on,
    not_beside,
    others_beside,
    spend,
)
from spielwerk.games.spy.names import Gadget
from spielwerk.games.spy.position import NEUTRAL, NOBODY, Position


def _anybody_refusal(p: Position, who: int, target: int) -> str:
    return not_beside(p, who, target) or nobody_on(p, target) or ""


def _strangers_beside(p: Position, who: int) -> int:
    mine, strangers = p.faction[who], 0
    for field in p.board.around[p.place[who]]:
        other = p.at[field]
        if other != NOBODY and p.faction[other] != mine:
            strangers |= 1 << field
    return strangers


def _stranger_refusal(p: Position, who: int, target: int) -> str:
    if refused := _anybody_refusal(p, who, target):
        return refused
    name = p.name(p.at[target])
    return phrase(f"{name} is of the same faction.", de=f"{name} gehört zur selben Seite.")


# The wiretap pays its owner whenever the tapped character learns something.


def _tap_targets(p: Position, who: int) -> int:
    return _strangers_beside(p, who) if p.tapped == NOBODY else 0


def _tap_refusal(p: Position, who: int, target: int) -> str:
    if p.tapped != NOBODY:
        name = p.name(p.tapped)
        return phrase(
            f"The wiretap is already fixed to {name}.", de=f"Die Wanze hört schon {name} ab."
        )
    return _stranger_refusal(p, who, target)


def _tap(p: Position, who: int, target: int, fate: Fate) -> ActionResult:
    p.tapped, p.tap_works = p.at[target], True
    reveal(p, p.tapped, 1 - p.faction[who])
    return ActionResult(True, target)


WIRETAP_WITH_EARPLUGS = Tool(_tap_targets, _tap_refusal, _tap)


# Chicken feed trades worthless news with an enemy: one wins or loses the difference.


def _feed(p: Position, who: int, target: int, fate: Fate) -> ActionResult:
    spend(p, who, Gadget.CHICKEN_FEED.bit)
    other = p.at[target]
    reveal(p, other, p.faction[who])
    if p.faction[other] in (p.faction[who], NEUTRAL):
        return ActionResult(False, target)
    difference = p.ip[who] - p.ip[other]
    if difference > 0:
        gain(p, who, difference)
    else:
        p.ip[who] = max(0, p.ip[who] + difference)
    return ActionResult(True, target)


CHICKEN_FEED = Tool(others_beside, _anybody_refusal, _feed)


# A nugget buys a neutral character; an enemy pockets it.


def _bribe(p: Position, who: int, target: int, fate: Fate) -> ActionResult:
    spend(p, who, Gadget.NUGGET.bit)
    other = p.at[target]
    bought = p.faction[other] == NEUTRAL
    if bought:
        p.faction[other] = p.faction[who]
        p.bought |= 1 << other
    else:
        p.gadgets[other] |= Gadget.NUGGET.bit
    reveal(p, other)
    return ActionResult(bought, target)


NUGGET = Tool(_strangers_beside, _stranger_refusal, _bribe)


# The mirror swaps what two people know.


def _mirror(p: Position, who: int, target: int, fate: Fate) -> ActionResult:
    other = p.at[target]
    reveal(p, other, 1 - p.faction[who])
    if p.faction[other] == p.faction[who]:
        exchange(p, who, other)
        return ActionResult(True, target)
    chance = test_odds(p, who, p.config.mirror_swap_chance)
    swaps = fate.test(chance) and p.faction[other] != NEUTRAL
    if swaps:
        spend(p, who, Gadget.MIRROR_OF_WILDERNESS.bit)
        exchange(p, who, other)
        reveal(p, other, p.faction[who])
    return ActionResult(swaps, target, chance.chance)


MIRROR_OF_WILDERNESS = Tool(others_beside, _anybody_refusal, _mirror)
