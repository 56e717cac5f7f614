"""Steps: changing places, picking up what lies there, and the collar for the cat."""

from __future__ import annotations

from spielwerk.games.spy.board import fields_of
from spielwerk.games.spy.consequences import count, finish, gain
from spielwerk.games.spy.fate import Fate
from spielwerk.games.spy.names import Gadget, OperationType
from spielwerk.games.spy.operations import Happening
from spielwerk.games.spy.position import NOBODY, NOWHERE, PlayerTally, Position


def step_targets(p: Position, field: int) -> list[int]:
    """Where one can go from a field."""
    return fields_of(p.board.beside[field] & p.floor())


def step(p: Position, who: int, target: int, fate: Fate) -> None:
    """A character goes to a neighbouring field; whoever is there goes to where it came from."""
    here = p.place[who]
    p.mp[who] -= 1
    count(p, p.faction[who], PlayerTally.STEPS)
    p.happened += (Happening(OperationType.MOVEMENT, target, character=who, origin=here),)
    meets_cat = target == p.cat
    if p.at[target] != NOBODY:
        p.swap(who, p.at[target])
    else:
        p.put(who, target)
        if meets_cat:
            p.cat = here
        elif target == p.janitor:
            p.janitor = here
    enter(p, who, target)
    if meets_cat:
        count(p, p.faction[who], PlayerTally.CAT)
        if p.holds(who, Gadget.DIAMOND_COLLAR):
            _give_collar(p, who, fate)


def enter(p: Position, who: int, field: int) -> None:
    """The character takes what lies on the field."""
    if field == p.blade:
        p.blade = NOWHERE
        p.gadgets[who] |= Gadget.BOWLER_BLADE.bit
    if field == p.collar:
        p.collar = NOWHERE
        p.gadgets[who] |= Gadget.DIAMOND_COLLAR.bit


def _give_collar(p: Position, who: int, fate: Fate) -> None:
    p.gadgets[who] &= ~Gadget.DIAMOND_COLLAR.bit
    count(p, p.faction[who], PlayerTally.COLLAR)
    gain(p, who, p.config.cat_ip)
    finish(p, fate)
