"""What the active character may do now, and why it may not do something else.

:func:`choices` lists every operation there is; :func:`refusal` says in a player's words why one
is not among them. Both speak of the acting player's own side only where a faction matters, so
that neither gives away whom others work for.
"""

from __future__ import annotations

from functools import lru_cache

from spielwerk.core import phrase
from spielwerk.games.spy.actions import safe_reach, spy_targets
from spielwerk.games.spy.board import fields_of
from spielwerk.games.spy.gadgets import (
    TOOLS,
    Tool,
    no_roulette,
    nobody_on,
    not_beside,
    seen,
    unseen,
)
from spielwerk.games.spy.movement import step_targets
from spielwerk.games.spy.names import FieldState, Gadget, OperationType, Property, named
from spielwerk.games.spy.operations import RETIRE, PossibleOperation
from spielwerk.games.spy.position import DAMPENED, NOBODY, Position

_USED = (Property.BANG_AND_BURN, Property.OBSERVATION)
_COCKTAIL = Gadget.COCKTAIL.bit
_GERMAN = {
    FieldState.BAR_TABLE: "ein Bartisch",
    FieldState.ROULETTE_TABLE: "ein Roulettetisch",
    FieldState.WALL: "eine Wand",
    FieldState.FREE: "Boden",
    FieldState.BAR_SEAT: "ein Barhocker",
    FieldState.SAFE: "ein Tresor",
    FieldState.FIREPLACE: "ein Kamin",
}


def choices(p: Position) -> list[PossibleOperation]:
    """Everything the active character may do, RETIRE last."""
    who = p.active
    here = p.place[who]
    found: list[PossibleOperation] = []
    if p.mp[who] > 0:
        found += [
            PossibleOperation(OperationType.MOVEMENT, field) for field in step_targets(p, here)
        ]
    if p.ap[who] > 0 and not p.fog >> here & 1:
        found += [
            PossibleOperation(OperationType.SPY_ACTION, field)
            for field in fields_of(spy_targets(p, who))
        ]
        found += _gambles(p, who)
        found += _gadget_actions(p, who)
        found += _property_actions(p, who)
    found.append(RETIRE)
    return found


def _gambles(p: Position, who: int) -> list[PossibleOperation]:
    beside, mine = p.board.beside[p.place[who]], p.chips[who]
    return [
        PossibleOperation(OperationType.GAMBLE_ACTION, table, stake=stake)
        for table, chips in zip(p.board.roulettes, p.table_chips, strict=True)
        if beside >> table & 1 and not p.destroyed >> table & 1
        for stake in range(1, min(mine, chips) + 1)
    ]


def _gadget_actions(p: Position, who: int) -> list[PossibleOperation]:
    found = []
    # Cocktails are taken from tables, so that one need not have one to use one.
    for gadget, tool in _tools(p.gadgets[who] | _COCKTAIL):
        if targets := tool.targets(p, who):
            found += [
                PossibleOperation(OperationType.GADGET_ACTION, field, gadget)
                for field in fields_of(targets)
            ]
    return found


@lru_cache(maxsize=4_096)
def _tools(gadgets: int) -> tuple[tuple[Gadget, Tool], ...]:
    return tuple((gadget, TOOLS[gadget]) for gadget in named(Gadget, gadgets))


def _property_actions(p: Position, who: int) -> list[PossibleOperation]:
    found = []
    for used in _USED:
        if p.has(who, used):
            found += [
                PossibleOperation(OperationType.PROPERTY_ACTION, field, used_property=used)
                for field in fields_of(_property_targets(p, who, used))
            ]
    return found


def _property_targets(p: Position, who: int, used: Property) -> int:
    here = p.place[who]
    if used is Property.OBSERVATION:
        return seen(p, here, p.crowd)
    beside = p.board.beside[here]
    return sum(1 << table for table in p.board.roulettes if beside >> table & 1)


def disputed(p: Position, choice: PossibleOperation) -> bool:
    """Whether some server may judge an operation illegal that is legal here.

    The standard does not say everything. Nobody needs one of these, so players leave them alone.
    """
    who = p.active
    met = p.at[choice.target] if choice.target >= 0 else NOBODY
    if choice.type is OperationType.MOVEMENT:
        return choice.target == p.janitor
    if choice.type is OperationType.SPY_ACTION:
        return met == NOBODY and not _knows_safe(p, who, choice.target)
    if choice.used_property is Property.BANG_AND_BURN:
        return bool(p.destroyed >> choice.target & 1)
    if choice.used_property is Property.OBSERVATION:
        return met == who
    if choice.gadget in (Gadget.JETPACK, Gadget.MOLEDIE, Gadget.LASER_COMPACT):
        return met == who
    return (
        choice.gadget is Gadget.CHICKEN_FEED and met != NOBODY and p.faction[met] == p.faction[who]
    )


def _knows_safe(p: Position, who: int, safe: int) -> bool:
    number = p.safe_numbers[p.board.safes.index(safe)]
    return bool(p.keys[p.faction[who]] >> number & 1)


# Refusals


def refusal(p: Position, choice: PossibleOperation) -> str:
    """Why the active character may not do this; only asked where it may not."""
    who, name = p.active, p.name(p.active)
    if choice.type is OperationType.MOVEMENT:
        if p.mp[who] == 0:
            return phrase(
                f"{name} has no movement points left.",
                de=f"{name} hat keine Bewegungspunkte mehr.",
            )
        return _step_refusal(p, who, choice.target)
    if p.ap[who] == 0:
        return phrase(
            f"{name} has no action points left.", de=f"{name} hat keine Aktionspunkte mehr."
        )
    if p.fog >> p.place[who] & 1:
        return phrase(
            f"{name} stands in fog and can only move.",
            de=f"{name} steht im Nebel und kann nur gehen.",
        )
    match choice.type:
        case OperationType.SPY_ACTION:
            return _spy_refusal(p, who, choice.target)
        case OperationType.GAMBLE_ACTION:
            return _gamble_refusal(p, who, choice)
        case OperationType.PROPERTY_ACTION:
            return _property_refusal(p, who, choice)
    assert choice.gadget is not None
    if choice.gadget is not Gadget.COCKTAIL and not p.holds(who, choice.gadget):
        return phrase(
            f"{name} does not have the {choice.gadget}.",
            de=f"{name} hat dieses Gadget nicht.",
        )
    return TOOLS[choice.gadget].refusal(p, who, choice.target)


def _step_refusal(p: Position, who: int, target: int) -> str:
    if far := not_beside(p, who, target):
        return far
    state = FieldState.WALL if p.walls >> target & 1 else p.board.states[target]
    field = p.board.name(target)
    return phrase(
        f"Nobody can walk on {field}: there is a {_word(state)}.",
        de=f"Auf {field} kann niemand gehen: Dort ist {_GERMAN[state]}.",
    )


def _spy_refusal(p: Position, who: int, target: int) -> str:
    if p.board.states[target] is FieldState.SAFE:
        steps, reach = p.board.distance(p.place[who], target), safe_reach(p, who)
        field = p.board.name(target)
        return phrase(
            f"The safe on {field} is {steps} steps away; {reach} would do.",
            de=f"Der Tresor auf {field} ist {steps} Schritte entfernt; {reach} wären nah genug.",
        )
    return not_beside(p, who, target) or nobody_on(p, target) or ""


def _gamble_refusal(p: Position, who: int, choice: PossibleOperation) -> str:
    field = p.board.name(choice.target)
    if p.board.states[choice.target] is not FieldState.ROULETTE_TABLE:
        return no_roulette(p, choice.target)
    if far := not_beside(p, who, choice.target):
        return far
    chips = p.table_chips[p.board.roulettes.index(choice.target)]
    if p.destroyed >> choice.target & 1:
        return phrase(
            f"The roulette table on {field} is destroyed.",
            de=f"Der Roulettetisch auf {field} ist zerstört.",
        )
    if chips == 0:
        return phrase(
            f"The roulette table on {field} is bankrupt.",
            de=f"Der Roulettetisch auf {field} ist bankrott.",
        )
    if choice.stake > p.chips[who]:
        name, mine = p.name(who), p.chips[who]
        return phrase(
            f"{name} has {mine} chips and cannot stake {choice.stake}.",
            de=f"{name} hat {mine} Chips und kann nicht {choice.stake} setzen.",
        )
    if choice.stake > chips:
        return phrase(
            f"The table on {field} has {chips} chips left and cannot hold {choice.stake}.",
            de=f"Der Tisch auf {field} hat noch {chips} Chips und hält {choice.stake} nicht.",
        )
    return phrase("The stake is at least one chip.", de="Der Einsatz ist mindestens ein Chip.")


def _property_refusal(p: Position, who: int, choice: PossibleOperation) -> str:
    used, name = choice.used_property, p.name(who)
    assert used is not None
    if used not in _USED:
        return phrase(
            f"{used} works by itself; only {' and '.join(_USED)} are used in an action.",
            de="Diese Eigenschaft wirkt von selbst; man setzt sie nicht ein.",
        )
    if not p.properties[who] & used.bit:
        return phrase(
            f"{name} does not have the property {used}.",
            de=f"{name} hat diese Eigenschaft nicht.",
        )
    if used.bit & DAMPENED and not p.has(who, used):
        return phrase(
            f"The moledie in the pocket keeps {name} from using {used}.",
            de=f"Der Maulwürfel in der Tasche hindert {name} daran.",
        )
    if used is Property.BANG_AND_BURN:
        if p.board.states[choice.target] is not FieldState.ROULETTE_TABLE:
            return no_roulette(p, choice.target)
        return not_beside(p, who, choice.target) or ""
    return nobody_on(p, choice.target) or unseen(p, who, choice.target) or ""


def _word(state: FieldState) -> str:
    return state.lower().replace("_", " ")
