"""Cocktails and what is done to them: taking, pouring, drinking, poisoning, vaporising."""

from __future__ import annotations

from spielwerk.core import phrase
from spielwerk.games.spy.consequences import (
    HEALTHY,
    count,
    diverted,
    hurt,
    test_odds,
    warded_off,
)
from spielwerk.games.spy.fate import Fate, odds
from spielwerk.games.spy.gadgets.tool import (
    ActionResult,
    Tool,
    nobody_on,
    not_beside,
    others_beside,
    second_cocktail,
    seen,
    spend,
    unseen,
)
from spielwerk.games.spy.names import FieldState, Gadget, Property
from spielwerk.games.spy.position import CLAMMY, NOBODY, PlayerTally, Position

FRESH, POISONED = 1, 2
_COCKTAIL = Gadget.COCKTAIL.bit


def served(p: Position) -> int:
    """The bar tables with a cocktail on them."""
    mask = 0
    for table, drink in zip(p.board.bar_tables, p.drinks, strict=True):
        if drink:
            mask |= 1 << table
    return mask


def _held(p: Position) -> int:
    """The fields of everybody who holds a cocktail."""
    mask = 0
    for who, owned in enumerate(p.gadgets):
        if owned & _COCKTAIL and p.place[who] >= 0:
            mask |= 1 << p.place[who]
    return mask


# A cocktail is taken from a table, then drunk or poured over somebody.


def _cocktail_targets(p: Position, who: int) -> int:
    if not p.gadgets[who] & _COCKTAIL:
        return p.board.beside[p.place[who]] & served(p)
    return others_beside(p, who) | 1 << p.place[who]


def _cocktail_refusal(p: Position, who: int, target: int) -> str:
    far, field = not_beside(p, who, target), p.board.name(target)
    if p.board.states[target] is FieldState.BAR_TABLE:
        if p.gadgets[who] & _COCKTAIL:
            return second_cocktail(p, who)
        return far or phrase(
            f"There is no cocktail on {field}; one comes next round.",
            de=f"Auf {field} steht kein Cocktail; nächste Runde kommt einer.",
        )
    if not p.gadgets[who] & _COCKTAIL:
        return phrase(
            f"{p.name(who)} holds no cocktail, and {field} is no bar table.",
            de=f"{p.name(who)} hält keinen Cocktail, und {field} ist kein Bartisch.",
        )
    return far or nobody_on(p, target) or ""


def _use_cocktail(p: Position, who: int, target: int, fate: Fate) -> ActionResult:
    if not p.gadgets[who] & _COCKTAIL:
        take_cocktail(p, who, target)
        return ActionResult(True, target)
    poisoned = bool(p.poisoned >> who & 1)
    empty_hand(p, who)
    if target == p.place[who]:
        _drink(p, who, poisoned, fate)
        return ActionResult(True, target)
    return _pour(p, who, target, fate)


def take_cocktail(p: Position, who: int, target: int) -> None:
    """Take the cocktail from a bar table."""
    table = p.board.bar_tables.index(target)
    p.gadgets[who] |= _COCKTAIL
    if p.drinks[table] == POISONED:
        p.poisoned |= 1 << who
    p.drinks[table] = 0


def empty_hand(p: Position, who: int) -> None:
    """The cocktail in somebody's hand is gone."""
    spend(p, who, _COCKTAIL)
    p.poisoned &= ~(1 << who)


def _drink(p: Position, who: int, poisoned: bool, fate: Fate) -> None:
    robust, amount = p.has(who, Property.ROBUST_STOMACH), p.config.cocktail_hp
    count(p, p.faction[who], PlayerTally.DRUNK)
    if poisoned:
        count(p, p.faction[who], PlayerTally.POISONED)
        hurt(p, who, amount // 2 if robust else amount, fate, poison=True)
    else:
        p.hp[who] = min(HEALTHY, p.hp[who] + (2 * amount if robust else amount))


def _pour(p: Position, who: int, target: int, fate: Fate) -> ActionResult:
    victim = diverted(p, p.at[target], others_beside(p, who) & ~(1 << target), fate)
    field = p.place[victim]
    dodge = odds(
        p.config.cocktail_dodge_chance,
        halved=p.clammy(victim),
        twice=p.has(victim, Property.TRADECRAFT),
    )
    hit = not fate.test(dodge) and not warded_off(p, who, victim, fate)
    if hit:
        if not p.properties[victim] & CLAMMY:
            p.properties[victim] |= Property.CLAMMY_CLOTHES.bit
        if p.faction[victim] not in (p.faction[who], 2):
            count(p, p.faction[who], PlayerTally.POURED)
    return ActionResult(hit, field, 1 - dodge.chance)


COCKTAIL = Tool(_cocktail_targets, _cocktail_refusal, _use_cocktail)


# Poison goes into a cocktail on a table or in somebody else's hand.


def _pill_targets(p: Position, who: int) -> int:
    return p.board.beside[p.place[who]] & (served(p) | _held(p))


def _no_cocktail(p: Position, target: int) -> str:
    if p.at[target] != NOBODY:
        name = p.name(p.at[target])
        return phrase(f"{name} holds no cocktail.", de=f"{name} hält keinen Cocktail.")
    field = p.board.name(target)
    return phrase(f"There is no cocktail on {field}.", de=f"Auf {field} steht kein Cocktail.")


def _pill_refusal(p: Position, who: int, target: int) -> str:
    return not_beside(p, who, target) or _no_cocktail(p, target)


def _poison(p: Position, who: int, target: int, fate: Fate) -> ActionResult:
    p.pills -= 1
    if p.pills == 0:
        spend(p, who, Gadget.POISON_PILLS.bit)
    if p.at[target] != NOBODY:
        p.poisoned |= 1 << p.at[target]
    else:
        p.drinks[p.board.bar_tables.index(target)] = POISONED
    return ActionResult(True, target)


POISON_PILLS = Tool(_pill_targets, _pill_refusal, _poison)


# The laser vaporises a cocktail anywhere in sight, the one in the own hand included.


def _laser_targets(p: Position, who: int) -> int:
    return seen(p, p.place[who], served(p) | _held(p))


def _laser_refusal(p: Position, who: int, target: int) -> str:
    return unseen(p, who, target) or _no_cocktail(p, target)


def _shoot(p: Position, who: int, target: int, fate: Fate) -> ActionResult:
    chance = test_odds(p, who, p.config.laser_compact_hit_chance)
    holder = p.at[target]
    if holder == NOBODY:
        hit = fate.test(chance)
        if hit:
            p.drinks[p.board.bar_tables.index(target)] = 0
        return ActionResult(hit, target, chance.chance)
    wide = not p.options.attacks_are_narrow
    if wide:
        others = _laser_targets(p, who) & _held(p) & ~(1 << target)
        holder = diverted(p, holder, others, fate)
    field = p.place[holder]
    hit = fate.test(chance) and not (wide and warded_off(p, who, holder, fate))
    if hit:
        empty_hand(p, holder)
    return ActionResult(hit, field, chance.chance)


LASER_COMPACT = Tool(_laser_targets, _laser_refusal, _shoot)
