"""Gadgets that hurt: bowler blade, gas gloss, rocket pen, mothball pouch."""

from __future__ import annotations

from spielwerk.core import phrase
from spielwerk.games.spy.board import fields_of
from spielwerk.games.spy.consequences import diverted, hurt, nearest_spare, test_odds, warded_off
from spielwerk.games.spy.fate import Fate, Subject
from spielwerk.games.spy.gadgets.tool import (
    ActionResult,
    Tool,
    nobody_on,
    not_beside,
    not_within,
    others_beside,
    seen,
    spend,
    unseen,
)
from spielwerk.games.spy.names import FieldState, Gadget
from spielwerk.games.spy.position import NOBODY, Position

# The bowler blade flies where neither walls nor people are in the way, and lies there.


def _blade_targets(p: Position, who: int) -> int:
    here = p.place[who]
    between, board = p.blockers() | p.figures(), p.board
    near = p.crowd & board.near(here, p.config.bowler_blade_range) & ~(1 << here)
    if p.options.fog_hides_target:
        near &= ~p.fog
    found = 0
    for field in fields_of(near):
        if not board.between(here, field) & between:
            found |= 1 << field
    return found


def _blade_refusal(p: Position, who: int, target: int) -> str:
    return (
        nobody_on(p, target)
        or not_within(p, who, target, p.config.bowler_blade_range)
        or unseen(p, who, target, also=p.figures())
        or phrase(
            "Nobody throws the hat at themselves.", de="Niemand wirft den Hut auf sich selbst."
        )
    )


def _throw_blade(p: Position, who: int, target: int, fate: Fate) -> ActionResult:
    others = _blade_targets(p, who) & ~(1 << target)
    victim = diverted(p, p.at[target], others, fate)
    field = p.place[victim]
    spend(p, who, Gadget.BOWLER_BLADE.bit)
    chance = test_odds(p, who, p.config.bowler_blade_hit_chance)
    hit = not p.holds(victim, Gadget.MAGNETIC_WATCH) and fate.test(chance)
    hit = hit and not warded_off(p, who, victim, fate)
    if spare := nearest_spare(p, field):
        p.blade = fate.pick(Subject.FIELD, spare)
    else:
        p.gadgets[victim] |= Gadget.BOWLER_BLADE.bit
    if hit:
        hurt(p, victim, p.config.bowler_blade_damage, fate)
    return ActionResult(hit, field, chance.chance)


BOWLER_BLADE = Tool(_blade_targets, _blade_refusal, _throw_blade)


# Gas gloss always hits whoever stands next to the character.


def _gloss_refusal(p: Position, who: int, target: int) -> str:
    return not_beside(p, who, target) or nobody_on(p, target) or ""


def _spray(p: Position, who: int, target: int, fate: Fate) -> ActionResult:
    victim = diverted(p, p.at[target], others_beside(p, who) & ~(1 << target), fate)
    field = p.place[victim]
    spend(p, who, Gadget.GAS_GLOSS.bit)
    hit = not warded_off(p, who, victim, fate)
    if hit:
        hurt(p, victim, p.config.gas_gloss_damage, fate)
    return ActionResult(hit, field)


GAS_GLOSS = Tool(others_beside, _gloss_refusal, _spray)


# The rocket pen blows up walls and hurts everybody around, friend or foe.


def _rocket_targets(p: Position, who: int) -> int:
    return seen(p, p.place[who], p.board.void - 1)


def _rocket_refusal(p: Position, who: int, target: int) -> str:
    return unseen(p, who, target) or ""


def _explode(p: Position, who: int, target: int, fate: Fate) -> ActionResult:
    spend(p, who, Gadget.ROCKET_PEN.bit)
    blast = p.board.beside[target] | 1 << target
    p.walls &= ~blast
    _hurt_all(p, blast, p.config.rocket_pen_damage, fate)
    return ActionResult(True, target)


ROCKET_PEN = Tool(_rocket_targets, _rocket_refusal, _explode)


# Mothballs in the fire hurt everybody who stands next to it.


def _mothball_targets(p: Position, who: int) -> int:
    here = p.place[who]
    return seen(p, here, p.board.fireplaces & p.board.near(here, p.config.mothball_pouch_range))


def _mothball_refusal(p: Position, who: int, target: int) -> str:
    if p.board.states[target] is not FieldState.FIREPLACE:
        field = p.board.name(target)
        return phrase(
            f"Mothballs are thrown into a fireplace, and {field} is none.",
            de=f"Mottenkugeln wirft man in einen Kamin, und {field} ist keiner.",
        )
    reach = p.config.mothball_pouch_range
    return not_within(p, who, target, reach) or unseen(p, who, target) or ""


def _throw_mothball(p: Position, who: int, target: int, fate: Fate) -> ActionResult:
    p.pouch -= 1
    if p.pouch == 0:
        spend(p, who, Gadget.MOTHBALL_POUCH.bit)
    _hurt_all(p, p.board.beside[target], p.config.mothball_pouch_damage, fate)
    return ActionResult(True, target)


MOTHBALL_POUCH = Tool(_mothball_targets, _mothball_refusal, _throw_mothball)


def _hurt_all(p: Position, fields: int, damage: int, fate: Fate) -> None:
    """Hurt everybody on the fields: those who stand there now, not who is pushed there."""
    for victim in [p.at[field] for field in fields_of(fields) if p.at[field] != NOBODY]:
        hurt(p, victim, damage, fate)
