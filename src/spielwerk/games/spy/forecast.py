"""What a player may know before its character acts: how far everything reaches, and the odds.

A position goes in whose active character works for the one who asks; out come, for each kind of
action, its reach and what is to be expected at each target. Factions count only as far as the
player has found them out, so that a forecast tells nothing that the rest of the view hides.
"""

from __future__ import annotations

from spielwerk.core import Json
from spielwerk.games.spy.actions import gamble_odds, safe_reach
from spielwerk.games.spy.board import fields_of
from spielwerk.games.spy.choosing import choices
from spielwerk.games.spy.consequences import test_odds
from spielwerk.games.spy.fate import odds
from spielwerk.games.spy.gadgets import TOOLS, seen
from spielwerk.games.spy.names import Gadget, OperationType, Property, named
from spielwerk.games.spy.operations import PossibleOperation
from spielwerk.games.spy.position import NEUTRAL, NOBODY, Position

_BY_SIGHT = {
    Gadget.MOLEDIE, Gadget.BOWLER_BLADE, Gadget.LASER_COMPACT, Gadget.ROCKET_PEN,
    Gadget.MOTHBALL_POUCH, Gadget.FOG_TIN, Gadget.GRAPPLE,
}  # fmt: skip
_ENDLESS = {Gadget.LASER_COMPACT, Gadget.ROCKET_PEN, Gadget.JETPACK}
_ATTACKS = {Gadget.BOWLER_BLADE, Gadget.GAS_GLOSS, Gadget.COCKTAIL}
_DIGITS = 4


def forecast(p: Position) -> dict[str, Json]:
    """What the active character's player may expect of everything the character could do."""
    who = p.active
    tools: dict[str, dict[str, Json]] = {
        "move": {"range": 1},
        "spy": {"range": safe_reach(p, who)},
        "gamble": {"range": 1},
    }
    for gadget in named(Gadget, p.gadgets[who] | Gadget.COCKTAIL.bit):
        tools[gadget.value] = _reach(p, gadget)
    if p.has(who, Property.BANG_AND_BURN):
        tools[Property.BANG_AND_BURN.value] = {"range": 1}
    if p.has(who, Property.OBSERVATION):
        tools[Property.OBSERVATION.value] = {"range": None, "sight": True}
    for choice in choices(p):
        if expected := _expected(p, choice):
            targets = tools[_tool(choice)].setdefault("targets", {})
            targets[p.board.name(choice.target)] = expected
    everywhere = p.board.void - 1
    return {
        "sight": [p.board.name(field) for field in fields_of(seen(p, p.place[who], everywhere))],
        "tools": tools,
    }


def _reach(p: Position, gadget: Gadget) -> dict[str, Json]:
    config = p.config
    ranges = {
        Gadget.MOLEDIE: config.moledie_range,
        Gadget.BOWLER_BLADE: config.bowler_blade_range,
        Gadget.MOTHBALL_POUCH: config.mothball_pouch_range,
        Gadget.FOG_TIN: config.fog_tin_range,
        Gadget.GRAPPLE: config.grapple_range,
    }
    around = {
        Gadget.ROCKET_PEN: config.rocket_pen_damage,
        Gadget.MOTHBALL_POUCH: config.mothball_pouch_damage,
    }
    found: dict[str, Json] = {"range": None if gadget in _ENDLESS else ranges.get(gadget, 1)}
    if gadget in _BY_SIGHT:
        found["sight"] = True
    if gadget in around:
        found["damage"] = around[gadget]
    return found


def _tool(choice: PossibleOperation) -> str:
    if choice.type is OperationType.SPY_ACTION:
        return "spy"
    if choice.type is OperationType.GAMBLE_ACTION:
        return "gamble"
    tool = choice.gadget or choice.used_property
    assert tool is not None, "nothing is expected of steps"
    return tool.value


def _expected(p: Position, choice: PossibleOperation) -> dict[str, Json]:
    """The chance of success, the harm done, and what may get in the way."""
    who, target = p.active, choice.target
    match choice.type:
        case OperationType.SPY_ACTION:
            return {"chance": _spying(p, target)}
        case OperationType.GAMBLE_ACTION:
            return {"chance": round(gamble_odds(p, who, target).chance, _DIGITS)}
        case OperationType.PROPERTY_ACTION:
            return _observing(p, choice)
        case OperationType.GADGET_ACTION:
            return _using(p, choice)
    return {}


def _tested(p: Position, chance: float) -> float:
    return round(test_odds(p, p.active, chance).chance, _DIGITS)


def _side(p: Position, who: int) -> int | None:
    """For whom somebody works, as far as the active character's player knows."""
    return p.faction[who] if p.known[p.faction[p.active]] >> who & 1 else None


def _spying(p: Position, target: int) -> float:
    if p.at[target] == NOBODY:
        number = p.safe_numbers[p.board.safes.index(target)]
        return float(p.keys[p.faction[p.active]] >> number & 1)
    talks = _side(p, p.at[target]) in (None, NEUTRAL)
    return _tested(p, p.config.spy_success_chance) if talks else 0.0


def _observing(p: Position, choice: PossibleOperation) -> dict[str, Json]:
    if choice.used_property is not Property.OBSERVATION:
        return {}
    own = p.faction[p.at[choice.target]] == p.faction[p.active]
    return {"chance": 0.0 if own else _tested(p, p.config.observation_success_chance)}


def _using(p: Position, choice: PossibleOperation) -> dict[str, Json]:
    gadget, target, config = choice.gadget, choice.target, p.config
    victim = p.at[target]
    match gadget:
        case Gadget.LASER_COMPACT:
            return {"chance": _tested(p, config.laser_compact_hit_chance)}
        case Gadget.GRAPPLE:
            return {"chance": _tested(p, config.grapple_hit_chance)}
        case Gadget.MIRROR_OF_WILDERNESS:
            return {"chance": _swapping(p, victim)}
        case Gadget.NUGGET if _side(p, victim) is not None:
            return {"chance": float(_side(p, victim) == NEUTRAL)}
    if gadget not in _ATTACKS or victim in (NOBODY, p.active):
        return {}
    if gadget is Gadget.BOWLER_BLADE:
        caught = p.holds(victim, Gadget.MAGNETIC_WATCH)
        chance = 0.0 if caught else _tested(p, config.bowler_blade_hit_chance)
        harm = _harm(p, victim, config.bowler_blade_damage)
    elif gadget is Gadget.GAS_GLOSS:
        chance, harm = 1.0, _harm(p, victim, config.gas_gloss_damage)
    else:
        chance, harm = _pouring(p, victim), {}
    return {"chance": chance, **harm, **_in_the_way(p, choice, victim)}


def _swapping(p: Position, other: int) -> float:
    side = _side(p, other)
    if side == p.faction[p.active]:
        return 1.0
    return 0.0 if side == NEUTRAL else _tested(p, p.config.mirror_swap_chance)


def _harm(p: Position, victim: int, damage: int) -> dict[str, Json]:
    return {"damage": damage // 2 if p.has(victim, Property.TOUGHNESS) else damage}


def _pouring(p: Position, victim: int) -> float:
    dodge = odds(
        p.config.cocktail_dodge_chance,
        halved=p.clammy(victim),
        twice=p.has(victim, Property.TRADECRAFT),
    )
    return round(1 - dodge.chance, _DIGITS)


def _in_the_way(p: Position, choice: PossibleOperation, victim: int) -> dict[str, Json]:
    """How probably a honey trap diverts the attack, and babysitters ward it off at most."""
    found: dict[str, Json] = {}
    assert choice.gadget is not None
    targets = TOOLS[choice.gadget].targets(p, p.active)
    others = targets & ~(1 << choice.target | 1 << p.place[p.active])
    if others and p.has(victim, Property.HONEY_TRAP):
        found["honey_trap"] = p.config.honey_trap_success_chance
    sitters = sum(_might_protect(p, p.at[field], victim) for field in p.board.around[choice.target])
    if sitters:
        found["babysitter"] = round(
            1 - (1 - p.config.babysitter_success_chance) ** sitters, _DIGITS
        )
    return found


def _might_protect(p: Position, sitter: int, victim: int) -> bool:
    if sitter in (NOBODY, p.active) or not p.properties[sitter] & Property.BABYSITTER.bit:
        return False
    here, there = _side(p, sitter), _side(p, victim)
    if NEUTRAL in (here, there):
        return False
    return here is None or there is None or here == there
